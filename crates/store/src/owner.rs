//! Who has a store: [`Owner`].

use serde::{Deserialize, Serialize};

/// A server that has a store for itself.
///
/// ```
/// use parlor_store::Owner;
/// let owner = Owner::new("8f3a", "process 4711 on the machine 'attic'");
/// assert_eq!(owner.name, "process 4711 on the machine 'attic'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// What no other server is called, before or after it.
    pub id: String,
    /// What people call it, to find it.
    pub name: String,
}

/// Where the latest owner is kept, as a document.
pub(crate) const KIND: &str = "server";
pub(crate) const ID: &str = "owner";

impl Owner {
    /// A server with an id of its own.
    pub fn new(id: impl Into<String>, name: impl Into<String>) -> Owner {
        Owner {
            id: id.into(),
            name: name.into(),
        }
    }

    /// What is kept of it.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The owner of a document, if there is one that can be read.
    pub(crate) fn read(text: Option<&str>) -> Owner {
        let read = text.and_then(|text| serde_json::from_str(text).ok());
        read.unwrap_or_else(|| Owner::new("", "nobody knows which"))
    }
}
