//! Finds single fields of a file, whatever the shape of the rest.

use crate::read::{Member, Node, Tree};
use crate::{Place, Position};

/// A field that is there.
#[derive(Clone)]
pub struct Field<'t> {
    spot: Spot,
    member: &'t Member,
}

impl<'t> Field<'t> {
    /// Its key.
    pub fn name(&self) -> &'t str {
        &self.member.key
    }

    /// Its value.
    pub fn node(&self) -> &'t Node {
        &self.member.value
    }

    /// The place of its key.
    pub fn place(&self, tree: &Tree) -> Place {
        let position: Position = tree.position(self.member.key_span);
        Place {
            position: Some(position),
            ..self.spot.place().field(self.name()).key()
        }
    }
}

/// Where an object is; it becomes text only when a problem is found.
#[derive(Clone, Copy)]
pub enum Spot {
    /// The file itself.
    File,
    /// A section of the file.
    Section(&'static str),
    /// An object in a section.
    Within(&'static str, &'static str),
    /// An entry of a list.
    Entry(&'static str, usize),
}

impl Spot {
    fn place(self) -> Place {
        let file = Place::default();
        match self {
            Spot::File => file,
            Spot::Section(section) => file.field(section),
            Spot::Within(section, object) => file.field(section).field(object),
            Spot::Entry(list, index) => file.field(list).index(index),
        }
    }
}

/// A field of an object.
pub fn find<'t>(object: &'t Node, spot: Spot, name: &str) -> Option<Field<'t>> {
    let member = object
        .members()
        .iter()
        .find(|member| &*member.key == name)?;
    Some(Field { spot, member })
}

/// A field of a section of the file.
pub fn section<'t>(root: &'t Node, section: &'static str, name: &str) -> Option<Field<'t>> {
    find(root.get(section)?, Spot::Section(section), name)
}

/// The entries of a list of the file.
pub fn entries<'t>(root: &'t Node, list: &str) -> &'t [Node] {
    root.get(list).map_or(&[], Node::entries)
}

/// The same, and where they are.
pub fn each<'t>(root: &'t Node, list: &'static str) -> impl Iterator<Item = (Spot, &'t Node)> {
    let entries = entries(root, list).iter().enumerate();
    entries.map(move |(index, entry)| (Spot::Entry(list, index), entry))
}
