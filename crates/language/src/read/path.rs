//! The way from the root of a file to a value, as a chain on the stack: it becomes text only when a problem is found.

use std::fmt::Write;

use crate::Place;

/// Where we are in a file.
#[derive(Clone, Copy)]
pub enum Path<'p> {
    /// At the outermost value.
    Root,
    /// At a field.
    Key(&'p Path<'p>, &'p str),
    /// At an entry of a list.
    Index(&'p Path<'p>, usize),
}

impl Path<'_> {
    /// The same as a place.
    pub fn place(&self) -> Place {
        let mut pointer = String::new();
        self.write(&mut pointer);
        Place::of(pointer)
    }

    fn write(&self, pointer: &mut String) {
        match self {
            Path::Root => {}
            Path::Key(parent, key) => {
                parent.write(pointer);
                pointer.push('/');
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            }
            Path::Index(parent, index) => {
                parent.write(pointer);
                // Writing to a string cannot fail.
                let _ = write!(pointer, "/{index}");
            }
        }
    }
}
