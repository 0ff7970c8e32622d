//! What a server knows beside matches: [`Document`]s, and how they change.

/// Something that is kept by its kind and id, and changes as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What it is called among its kind.
    pub id: String,
    /// How often it was kept, from 1 on.
    pub revision: u64,
    /// What is in it.
    pub text: String,
}

/// A document to be kept or removed.
///
/// ```
/// use parlor_store::Put;
/// let new = Put::new("account", "ann", "{}");
/// let changed = Put::new("account", "ann", "{\"rating\":1500}").over(1);
/// let counted = Put::new("visits", "today", "12").anyway();
/// assert_eq!((new.over, changed.over, counted.over), (Some(0), Some(1), None));
/// assert_eq!(Put::remove("account", "ann").over(2).text, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// Its kind.
    pub kind: String,
    /// What it is called among its kind.
    pub id: String,
    /// The revision that it must have before, 0 if there must be no such document. `None` for whatever is there.
    pub over: Option<u64>,
    /// What is in it from now on; `None` removes it.
    pub text: Option<String>,
}

impl Put {
    /// A document that is not there yet.
    pub fn new(kind: impl Into<String>, id: impl Into<String>, text: impl Into<String>) -> Put {
        Put {
            kind: kind.into(),
            id: id.into(),
            over: Some(0),
            text: Some(text.into()),
        }
    }

    /// A document that shall not be there any more, whether it is or not; see [`Put::over`].
    pub fn remove(kind: impl Into<String>, id: impl Into<String>) -> Put {
        Put {
            kind: kind.into(),
            id: id.into(),
            over: None,
            text: None,
        }
    }

    /// In place of this revision alone, 0 for none.
    #[must_use]
    pub fn over(mut self, revision: u64) -> Put {
        self.over = Some(revision);
        self
    }

    /// In place of whatever is there.
    #[must_use]
    pub fn anyway(mut self) -> Put {
        self.over = None;
        self
    }
}
