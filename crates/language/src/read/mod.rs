//! The first step: bytes become a tree of values that knows where each of them stands in the file.

mod lines;
mod parse;
mod path;
mod repeated;
mod scalar;
#[cfg(test)]
mod tests;
mod text;
mod tree;

pub use path::Path;
pub use tree::{Content, Member, Node, Span, Tree};

use crate::limits::MOST_BYTES;
use crate::{Code, Place, Problem};
use lines::position;
use parse::Parser;

/// The longest key, in bytes: every place below it repeats it.
pub(crate) const MOST_KEY_BYTES: usize = 1000;

/// Reads a file: JSON in UTF-8, with `//` and `/* */` comments.
///
/// A file that is not JSON has one problem, the first one. Keys that are there twice are kept in the tree as
/// [problems](Tree::problems), so that what checks its shape can report them with all the others.
///
/// ```
/// let tree = parlor_language::read(b"{ \"copies\": 2 } // two decks").unwrap();
/// assert_eq!(tree.value()["copies"], 2);
///
/// let problem = parlor_language::read(b"{ \"copies\": 2, }").unwrap_err();
/// assert_eq!(problem.to_string(), "error[R002]: there is a comma after the last field of the object");
/// ```
pub fn read(bytes: &[u8]) -> Result<Tree, Box<Problem>> {
    if bytes.len() > MOST_BYTES {
        let problem = Problem::new(
            Code::FileTooLarge,
            Place::default(),
            "the file has more than a card game needs",
        );
        return Err(Box::new(problem.expected("at most 1 MiB (1048576 bytes)")));
    }
    let source =
        std::str::from_utf8(bytes).map_err(|error| not_text(bytes, error.valid_up_to()))?;
    let root = Parser::new(source).file()?;
    let mut tree = Tree::new(source, root);
    repeated::find(&mut tree);
    Ok(tree)
}

fn not_text(bytes: &[u8], offset: usize) -> Box<Problem> {
    let before = std::str::from_utf8(&bytes[..offset]).unwrap_or_default();
    let place = Place {
        position: Some(position(before, offset, offset)),
        ..Place::default()
    };
    let byte = bytes.get(offset).copied().unwrap_or_default();
    let message = format!("the byte 0x{byte:02x} at offset {offset} is not text in UTF-8");
    Box::new(
        Problem::new(Code::NotText, place, message)
            .expected("a file of text in UTF-8")
            .help("save the file with the encoding UTF-8"),
    )
}
