//! Reading lines of which nobody knows how long they will be.

use std::io::{self, BufRead};

/// What was read.
#[derive(Debug, PartialEq)]
pub enum Line {
    /// A line, without its end.
    Text(Vec<u8>),
    /// A line beyond the limit. It has been skipped, and never was in memory as a whole.
    TooLong,
    /// There is no more.
    End,
}

/// Reads one line of at most `longest` bytes.
pub fn read_line(input: &mut dyn BufRead, longest: usize) -> io::Result<Line> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut nothing = true;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        nothing = false;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        too_long |= line.len() + part.len() > longest;
        if too_long {
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (nothing, too_long) {
        (true, _) => Line::End,
        (_, true) => Line::TooLong,
        _ => Line::Text(line),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_beyond_the_limit_is_skipped_and_the_next_one_is_read() {
        let mut input = io::BufReader::with_capacity(4, &b"12345678\n12345\n\nlast"[..]);
        let mut next = || read_line(&mut input, 5).unwrap();
        assert_eq!(next(), Line::TooLong);
        assert_eq!(next(), Line::Text(b"12345".into()));
        assert_eq!(next(), Line::Text(b"".into()));
        assert_eq!(next(), Line::Text(b"last".into()));
        assert_eq!(next(), Line::End);
    }
}
