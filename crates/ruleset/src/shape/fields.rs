//! Finds single fields of a file, whatever the shape of the rest.

use crate::read::{Member, Node, Tree};
use crate::{Place, Position};

/// A field that is there.
#[derive(Clone)]
pub(super) struct Field<'t> {
    /// The JSON pointer of the object that it is in.
    object: String,
    member: &'t Member,
}

impl<'t> Field<'t> {
    pub(super) fn name(&self) -> &'t str {
        &self.member.key
    }

    pub(super) fn node(&self) -> &'t Node {
        &self.member.value
    }

    /// The place of its key.
    pub(super) fn place(&self, tree: &Tree) -> Place {
        let position: Position = tree.position(self.member.key_span);
        Place {
            position: Some(position),
            ..Place::of(self.object.as_str()).field(self.name()).key()
        }
    }
}

/// A field of an object with this JSON pointer.
pub(super) fn find<'t>(object: &'t Node, pointer: &str, name: &str) -> Option<Field<'t>> {
    let member = object
        .members()
        .iter()
        .find(|member| &*member.key == name)?;
    Some(Field {
        object: pointer.to_owned(),
        member,
    })
}

/// A field of a section of the file.
pub(super) fn section<'t>(root: &'t Node, section: &str, name: &str) -> Option<Field<'t>> {
    find(root.get(section)?, &format!("/{section}"), name)
}

/// The entries of a list of the file.
pub(super) fn entries<'t>(root: &'t Node, list: &str) -> &'t [Node] {
    root.get(list).map_or(&[], Node::entries)
}

/// The same with their JSON pointers.
pub(super) fn each<'t>(
    root: &'t Node,
    list: &'static str,
) -> impl Iterator<Item = (String, &'t Node)> {
    let entries = entries(root, list).iter().enumerate();
    entries.map(move |(index, entry)| (format!("/{list}/{index}"), entry))
}
