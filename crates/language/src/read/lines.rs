//! From bytes of a file to lines and columns.

use std::ops::Range;

use crate::Position;

/// How many bytes lie between two counts of characters.
const STRIDE: usize = 1024;

/// Where lines begin, and how many characters are before some bytes: a line of a megabyte is not counted again and
/// again.
#[derive(Debug)]
pub(super) struct Lines {
    begins: Vec<usize>,
    characters: Vec<usize>,
}

impl Lines {
    pub(super) fn of(source: &str) -> Lines {
        let ends = source
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n');
        let begins = std::iter::once(0)
            .chain(ends.map(|(at, _)| at + 1))
            .collect();
        let mut before = 0;
        let strides = source.as_bytes().chunks(STRIDE).map(|stride| {
            let characters = before;
            before += count(stride);
            characters
        });
        Lines {
            characters: strides.collect(),
            begins,
        }
    }

    pub(super) fn position(&self, source: &str, bytes: Range<usize>) -> Position {
        let line = self.begins.partition_point(|begin| *begin <= bytes.start);
        let begin = self.begins[line - 1];
        let column =
            self.characters_before(source, bytes.start) - self.characters_before(source, begin);
        Position {
            line: line as u32,
            column: column as u32 + 1,
            start: bytes.start,
            end: bytes.end,
        }
    }

    fn characters_before(&self, source: &str, at: usize) -> usize {
        // The end of the file may be where the next stride would begin.
        let stride = (at / STRIDE).min(self.characters.len().saturating_sub(1));
        let known = self.characters.get(stride).copied().unwrap_or(0);
        known + count(&source.as_bytes()[stride * STRIDE..at])
    }
}

/// The position of some bytes, when it is asked for only once.
pub(super) fn position(source: &str, start: usize, end: usize) -> Position {
    let before = &source[..start];
    let begin = before.rfind('\n').map_or(0, |newline| newline + 1);
    Position {
        line: before.bytes().filter(|byte| *byte == b'\n').count() as u32 + 1,
        column: count(&before.as_bytes()[begin..]) as u32 + 1,
        start,
        end,
    }
}

/// How many characters begin in these bytes.
fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}
