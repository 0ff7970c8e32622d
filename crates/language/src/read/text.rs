//! Texts in quotes: escapes resolved, and back from the resolved text to the bytes of the file.

use std::ops::Range;

/// Why a text cannot be read, and the bytes of the file that are to blame, counted from the opening quote.
pub(super) struct BadText {
    pub(super) bytes: Range<usize>,
    pub(super) message: &'static str,
    pub(super) expected: &'static str,
    pub(super) help: Option<&'static str>,
}

/// Reads the text that begins with a quote at the start of `source`: what it says, and how many bytes it takes.
pub(super) fn read(source: &str) -> Result<(Box<str>, usize), BadText> {
    let bytes = source.as_bytes();
    let plain = 1 + bytes[1..]
        .iter()
        .take_while(|byte| !matches!(byte, b'"' | b'\\' | ..b' '))
        .count();
    if bytes.get(plain) == Some(&b'"') {
        return Ok((source[1..plain].into(), plain + 1));
    }
    let mut text = String::from(&source[1..plain]);
    let mut at = plain;
    while let Some(piece) = next(source, at)? {
        text.push(piece.0);
        at = piece.1;
    }
    Ok((text.into(), at + 1))
}

/// The bytes of the file in which some bytes of the resolved text are written. `raw` is the text in its quotes.
pub(super) fn source_bytes(raw: &str, within: &Range<usize>) -> Range<usize> {
    let (mut resolved, mut at) = (0, 1);
    let mut start = None;
    // The text was read before: it has no mistakes left.
    while let Ok(Some((letter, next))) = next(raw, at) {
        let after = resolved + letter.len_utf8();
        if start.is_none() && within.start < after {
            start = Some(at);
        }
        if within.end <= resolved {
            break;
        }
        (resolved, at) = (after, next);
    }
    let start = start.unwrap_or(at);
    start..at.max(start)
}

/// The character at a byte and where the next one begins; nothing at the closing quote.
fn next(source: &str, at: usize) -> Result<Option<(char, usize)>, BadText> {
    let Some(letter) = source[at..].chars().next() else {
        return Err(open(0..1));
    };
    match letter {
        '"' => Ok(None),
        '\\' => escape(source, at).map(Some),
        '\n' | '\r' => Err(open(0..at)),
        '\0'..' ' => Err(BadText {
            bytes: at..at + 1,
            message: "there is a control character in a text",
            expected: "an escape, like `\\t` or `\\u0009`",
            help: None,
        }),
        _ => Ok(Some((letter, at + letter.len_utf8()))),
    }
}

fn open(bytes: Range<usize>) -> BadText {
    BadText {
        bytes,
        message: "the text has no end",
        expected: "a quote `\"` in the same line",
        help: Some("a line break inside of a text is written `\\n`"),
    }
}

fn escape(source: &str, at: usize) -> Result<(char, usize), BadText> {
    let letter = match source.as_bytes().get(at + 1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode(source, at),
        None => return Err(open(0..1)),
        Some(_) => {
            let letter = source[at + 1..].chars().next().map_or(0, char::len_utf8);
            return Err(BadText {
                bytes: at..at + 1 + letter,
                message: "there is no such escape",
                expected: "one of `\\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t`, or `\\u` and four hexadecimal digits",
                help: Some("a backslash itself is written `\\\\`"),
            });
        }
    };
    Ok((letter, at + 2))
}

fn unicode(source: &str, at: usize) -> Result<(char, usize), BadText> {
    let Some(unit) = four_digits(source, at) else {
        return Err(BadText {
            bytes: at..at + 2,
            message: "`\\u` is not followed by four hexadecimal digits",
            expected: "four hexadecimal digits, like `\\u00e9`",
            help: None,
        });
    };
    if let Some(letter) = char::from_u32(unit) {
        return Ok((letter, at + 6));
    }
    let low = four_digits(source, at + 6).filter(|low| (0xdc00..0xe000).contains(low));
    let letter = low.filter(|_| unit < 0xdc00).and_then(|low| {
        let high = unit - 0xd800;
        char::from_u32(0x10000 + (high << 10) + (low - 0xdc00))
    });
    letter.map(|letter| (letter, at + 12)).ok_or(BadText {
        bytes: at..at + 6,
        message: "half of a character stands alone",
        expected: "two escapes that belong together, like `\\ud83c\\udca1`",
        help: Some("write the character itself"),
    })
}

/// The number of an escape like `\u00e9` at a byte.
fn four_digits(source: &str, at: usize) -> Option<u32> {
    let digits = source.get(at..at + 6)?.strip_prefix("\\u")?;
    let digits = digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then_some(digits)?;
    u32::from_str_radix(digits, 16).ok()
}
