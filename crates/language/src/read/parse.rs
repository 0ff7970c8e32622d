//! Reads JSON with comments, and says what was expected where it stops.

use super::MOST_KEY_BYTES;
use super::lines::position;
use super::text;
use super::tree::{Content, Member, Node, Span};
use crate::limits::{MOST_LEVELS, MOST_VALUES};
use crate::problem::shown;
use crate::{Code, Place, Problem};

/// Why a file cannot be read.
pub(super) type Fault = Box<Problem>;

pub(super) struct Parser<'s> {
    pub(super) source: &'s str,
    pub(super) at: usize,
    levels: usize,
    values: usize,
}

/// A list or an object that has begun.
#[derive(Clone, Copy)]
struct Open {
    at: usize,
    close: u8,
    thing: &'static str,
    entry: &'static str,
}

impl<'s> Parser<'s> {
    pub(super) fn new(source: &'s str) -> Parser<'s> {
        // Some editors begin a file with a byte order mark.
        let at = if source.starts_with('\u{feff}') { 3 } else { 0 };
        Parser {
            source,
            at,
            levels: 0,
            values: 0,
        }
    }

    /// The one value of the file.
    pub(super) fn file(mut self) -> Result<Node, Fault> {
        self.blank()?;
        if self.peek().is_none() {
            let fault = self.fault(self.at, self.at, "the file is empty");
            return Err(Box::new(fault.expected("an object in `{` and `}`")));
        }
        let root = self.value()?;
        self.blank()?;
        match self.peek() {
            None => Ok(root),
            Some(_) => {
                let fault = self.fault(
                    self.at,
                    self.letter_end(),
                    "something follows the end of the file's value",
                );
                Err(Box::new(
                    fault
                        .expected("nothing more")
                        .help("look for a bracket that closes too early"),
                ))
            }
        }
    }

    fn value(&mut self) -> Result<Node, Fault> {
        let start = self.at;
        self.values += 1;
        if self.values > MOST_VALUES {
            let mut fault = self.fault(
                start,
                self.letter_end(),
                format!("the file has more than {MOST_VALUES} values"),
            );
            fault.code = Code::TooMuch;
            return Err(Box::new(
                fault.expected("fewer values; games have a few hundred"),
            ));
        }
        let content = match self.peek() {
            Some(b'{') => self.object()?,
            Some(b'[') => self.list()?,
            Some(b'"') => Content::Text(self.text()?),
            Some(b'-' | b'0'..=b'9') => Content::Number(self.number()?),
            _ => self.word()?,
        };
        Ok(Node {
            span: Span::new(start, self.at),
            content,
        })
    }

    fn object(&mut self) -> Result<Content, Fault> {
        let open = self.open(b'}', "object", "field")?;
        let mut members = Vec::new();
        while !self.closes(open, members.is_empty())? {
            let (key, key_span) = self.key(open)?;
            self.blank()?;
            if self.peek() != Some(b':') {
                let fault = self.fault(
                    self.at,
                    self.letter_end(),
                    format!("there is no colon after '{}'", shown(&key)),
                );
                let help = (self.peek() == Some(b'=')).then_some("write `:` in place of `=`");
                return Err(Box::new(with_help(fault.expected("`:` and a value"), help)));
            }
            self.at += 1;
            self.blank()?;
            let value = self.value().map_err(|fault| inside(fault, &key))?;
            self.comma(open, &value)?;
            members.push(Member {
                key,
                key_span,
                value,
            });
        }
        self.levels -= 1;
        Ok(Content::Object(members.into()))
    }

    fn list(&mut self) -> Result<Content, Fault> {
        let open = self.open(b']', "list", "entry")?;
        let mut entries = Vec::new();
        while !self.closes(open, entries.is_empty())? {
            let index = entries.len();
            let value = self
                .value()
                .map_err(|fault| inside(fault, &index.to_string()))?;
            self.comma(open, &value)?;
            entries.push(value);
        }
        self.levels -= 1;
        Ok(Content::List(entries.into()))
    }

    fn open(&mut self, close: u8, thing: &'static str, entry: &'static str) -> Result<Open, Fault> {
        let at = self.at;
        if self.levels == MOST_LEVELS {
            let message = format!("the file is nested deeper than {MOST_LEVELS} levels");
            let mut fault = self.fault(at, at + 1, message);
            fault.code = Code::TooDeep;
            return Err(Box::new(fault.expected(format!(
                "at most {MOST_LEVELS} lists and objects in each other"
            ))));
        }
        self.levels += 1;
        self.at += 1;
        Ok(Open {
            at,
            close,
            thing,
            entry,
        })
    }

    /// Whether the list or object ends here; nothing but blank space may be before the next entry.
    fn closes(&mut self, open: Open, empty: bool) -> Result<bool, Fault> {
        self.blank()?;
        match self.peek() {
            Some(byte) if byte == open.close => {
                self.at += 1;
                Ok(true)
            }
            Some(b',') => {
                let message = if empty {
                    format!("the {} begins with a comma", open.thing)
                } else {
                    "there are two commas in a row".to_owned()
                };
                let fault = self.fault(self.at, self.at + 1, message);
                Err(Box::new(
                    fault
                        .expected(format!("the next {}", open.entry))
                        .help("remove the comma"),
                ))
            }
            None => Err(self.ends(open)),
            Some(_) => Ok(false),
        }
    }

    /// What follows an entry: a comma and another entry, or the end, which is left to be read.
    fn comma(&mut self, open: Open, before: &Node) -> Result<(), Fault> {
        let end = self.at;
        self.blank()?;
        let close = char::from(open.close);
        match self.peek() {
            Some(b',') => {
                let comma = self.at;
                self.at += 1;
                self.blank()?;
                if self.peek() != Some(open.close) {
                    return Ok(());
                }
                let message = format!(
                    "there is a comma after the last {} of the {}",
                    open.entry, open.thing
                );
                let fault = self.fault(comma, comma + 1, message);
                Err(Box::new(
                    fault
                        .expected(format!("`{close}`"))
                        .help("remove the comma"),
                ))
            }
            Some(byte) if byte == open.close => Ok(()),
            None => Err(self.ends(open)),
            Some(byte @ (b'}' | b']')) => {
                let line = position(self.source, open.at, open.at).line;
                let message = format!(
                    "`{}` cannot close the {} that begins in line {line}",
                    char::from(byte),
                    open.thing
                );
                let fault = self.fault(self.at, self.at + 1, message);
                Err(Box::new(fault.expected(format!("`,` or `{close}`"))))
            }
            Some(_) if end == self.at && matches!(before.content, Content::Text(_)) => {
                let fault = self.fault(
                    end - 1,
                    end,
                    "the text ends at this quote, but something follows it",
                );
                let help = "a quote inside of a text is written `\\\"`; expressions may use `'` in its place";
                Err(Box::new(
                    fault.expected(format!("`,` or `{close}`")).help(help),
                ))
            }
            Some(_) => {
                let fault = self.fault(
                    end,
                    end,
                    format!("there is no comma after this {}", open.entry),
                );
                let help = "put a comma between the two";
                Err(Box::new(
                    fault.expected(format!("`,` or `{close}`")).help(help),
                ))
            }
        }
    }

    fn key(&mut self, open: Open) -> Result<(Box<str>, Span), Fault> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            let word = self.bare_word();
            let shut = matches!(self.peek(), Some(b']'));
            let (message, help) = match word {
                _ if shut => {
                    let line = position(self.source, open.at, open.at).line;
                    (
                        format!("`]` cannot close the object that begins in line {line}"),
                        None,
                    )
                }
                "" => ("a key is not in quotes".to_owned(), None),
                word => {
                    let word = shown(word.trim_matches('\''));
                    (
                        format!("the key {word} is not in quotes"),
                        Some(format!("write \"{word}\"")),
                    )
                }
            };
            let end = if word.is_empty() {
                self.letter_end()
            } else {
                start + word.len()
            };
            let fault = self
                .fault(start, end, message)
                .expected("a key in quotes, or `}`");
            return Err(Box::new(with_help(fault, help)));
        }
        let key = self.text()?;
        if key.len() > MOST_KEY_BYTES {
            let mut fault =
                self.fault(start, self.at, format!("a key is {} bytes long", key.len()));
            fault.code = Code::OutOfRange;
            return Err(Box::new(
                fault.expected(format!("at most {MOST_KEY_BYTES} bytes")),
            ));
        }
        Ok((key, Span::new(start, self.at)))
    }

    fn text(&mut self) -> Result<Box<str>, Fault> {
        match text::read(&self.source[self.at..]) {
            Ok((text, length)) => {
                self.at += length;
                Ok(text)
            }
            Err(bad) => {
                let fault = self.fault(
                    self.at + bad.bytes.start,
                    self.at + bad.bytes.end,
                    bad.message,
                );
                Err(Box::new(with_help(fault.expected(bad.expected), bad.help)))
            }
        }
    }

    /// Skips white space and comments.
    fn blank(&mut self) -> Result<(), Fault> {
        loop {
            let rest = &self.source.as_bytes()[self.at..];
            match rest {
                [b' ' | b'\t' | b'\n' | b'\r', ..] => self.at += 1,
                [b'/', b'/', ..] => {
                    self.at += rest
                        .iter()
                        .position(|byte| *byte == b'\n')
                        .unwrap_or(rest.len());
                }
                [b'/', b'*', ..] => match self.source[self.at + 2..].find("*/") {
                    Some(length) => self.at += length + 4,
                    None => {
                        let fault = self.fault(self.at, self.at + 2, "the comment has no end");
                        return Err(Box::new(fault.expected("`*/`")));
                    }
                },
                [b'#', ..] => {
                    let fault = self.fault(self.at, self.at + 1, "`#` does not begin a comment");
                    return Err(Box::new(
                        fault.help("comments begin with `//`, or stand between `/*` and `*/`"),
                    ));
                }
                _ => return Ok(()),
            }
        }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    pub(super) fn letter_end(&self) -> usize {
        self.at
            + self.source[self.at..]
                .chars()
                .next()
                .map_or(0, char::len_utf8)
    }

    fn ends(&self, open: Open) -> Fault {
        let begin = position(self.source, open.at, open.at);
        let message = format!(
            "the file ends within the {} that begins in line {}",
            open.thing, begin.line
        );
        // The end of a file is often an empty line; the last thing in it is where the eye is helped.
        let end = self.source.trim_end().len();
        let fault = self.fault(end, end, message);
        Box::new(fault.expected(format!("`{}`", char::from(open.close))))
    }

    pub(super) fn fault(&self, start: usize, end: usize, message: impl Into<String>) -> Problem {
        let place = Place {
            position: Some(position(self.source, start, end)),
            ..Place::default()
        };
        Problem::new(Code::BadJson, place, message)
    }
}

/// Says that a fault is inside of a field or entry.
fn inside(mut fault: Fault, step: &str) -> Fault {
    let step = Place::default().field(step).pointer;
    fault.place.pointer.insert_str(0, &step);
    fault
}

pub(super) fn with_help(fault: Problem, help: Option<impl Into<String>>) -> Problem {
    match help {
        Some(help) => fault.help(help),
        None => fault,
    }
}
