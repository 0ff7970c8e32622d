//! A file as a tree of values, each with the bytes where it stands.

use std::ops::Range;

use serde_json::Value;

use super::lines::Lines;
use super::text;
use crate::{Place, Position, Problem};

/// A file that is JSON: its values, and where they stand.
///
/// ```
/// use parlor_language::{Place, read};
/// let tree = read(b"{\n  \"phases\": [\"deal\", \"play\"]\n}").unwrap();
/// let place = Place::of("/phases").index(1);
/// assert_eq!(tree.locate(&place).to_string(), "2:22");
/// ```
#[derive(Debug)]
pub struct Tree {
    source: Box<str>,
    root: Node,
    lines: Lines,
    problems: Vec<Problem>,
}

/// A value and its bytes.
#[derive(Debug)]
pub struct Node {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub content: Content,
}

/// Bytes of a file; a file has at most 1 MiB.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The first.
    pub start: u32,
    /// The one after the last.
    pub end: u32,
}

/// What a value is. Lists have no room to grow: a file of many small ones would take several times as much memory.
#[derive(Debug)]
pub enum Content {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(Box<str>),
    /// A list.
    List(Box<[Node]>),
    /// An object, its fields in the order of the file.
    Object(Box<[Member]>),
}

/// A field of an object.
#[derive(Debug)]
pub struct Member {
    /// Its name.
    pub key: Box<str>,
    /// Where its name stands.
    pub key_span: Span,
    /// Its value.
    pub value: Node,
}

impl Tree {
    pub(super) fn new(source: &str, root: Node) -> Tree {
        Tree {
            source: source.into(),
            root,
            lines: Lines::of(source),
            problems: Vec::new(),
        }
    }

    /// The text of the file.
    ///
    /// ```
    /// assert_eq!(parlor_language::read(b"[1]").unwrap().source(), "[1]");
    /// ```
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What is wrong although it is JSON: keys that are there twice.
    ///
    /// ```
    /// let tree = parlor_language::read(b"{ \"a\": 1, \"a\": 2 }").unwrap();
    /// assert_eq!(tree.problems()[0].to_string(), "error[R003]: the key 'a' is there twice");
    /// ```
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Its values without places. Of keys that are there twice the last one counts.
    ///
    /// ```
    /// let tree = parlor_language::read(b"[1.0, 2.5, \"\\u00e9\"]").unwrap();
    /// assert_eq!(tree.value(), serde_json::json!([1, 2.5, "é"]));
    /// ```
    pub fn value(&self) -> Value {
        self.root.value()
    }

    /// Where a place is in the file. If it is not there, it is the nearest thing around it.
    ///
    /// Bytes within a text are those of the text after escapes are resolved; what comes back are bytes of the file.
    ///
    /// ```
    /// use parlor_language::{Place, read};
    /// let tree = read(br#"{ "when": "suit == \"\u2660\"" }"#).unwrap();
    /// let position = tree.locate(&Place::of("/when").within(9..12));
    /// assert_eq!(&tree.source()[position.start..position.end], r"\u2660");
    /// ```
    pub fn locate(&self, place: &Place) -> Position {
        let mut node = &self.root;
        let mut key = None;
        for step in place.pointer.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            match node.step(&step) {
                Some((next_key, next)) => (key, node) = (next_key, next),
                None => return self.position(key.unwrap_or(node.span)),
            }
        }
        let span = key.filter(|_| place.key).unwrap_or(node.span);
        let raw = &self.source[span.range()];
        match &place.within {
            Some(within) if raw.starts_with('"') => {
                let start = span.start as usize;
                let within = text::source_bytes(raw, within);
                self.position(Span::new(start + within.start, start + within.end))
            }
            _ => self.position(span),
        }
    }

    /// Writes into each problem where it is in the file, unless it says so already.
    ///
    /// ```
    /// use parlor_language::{Code, Place, Problem, read};
    /// let tree = read(b"{ \"zones\": [] }").unwrap();
    /// let mut problems = [Problem::new(Code::OutOfRange, Place::of("/zones"), "there are no zones")];
    /// tree.locate_all(&mut problems);
    /// assert_eq!(problems[0].place.position.unwrap().column, 12);
    /// ```
    pub fn locate_all(&self, problems: &mut [Problem]) {
        for problem in problems {
            if problem.place.position.is_none() {
                problem.place.position = Some(self.locate(&problem.place));
            }
        }
    }

    /// The outermost value.
    pub fn root(&self) -> &Node {
        &self.root
    }

    pub(super) fn add(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Line, column and bytes of a span.
    pub fn position(&self, span: Span) -> Position {
        self.lines.position(&self.source, span.range())
    }
}

impl Node {
    /// The value of a field, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.members()
            .iter()
            .find(|member| &*member.key == key)
            .map(|member| &member.value)
    }

    /// The fields, if this is an object.
    pub fn members(&self) -> &[Member] {
        match &self.content {
            Content::Object(members) => members,
            _ => &[],
        }
    }

    /// The entries, if this is a list.
    pub fn entries(&self) -> &[Node] {
        match &self.content {
            Content::List(entries) => entries,
            _ => &[],
        }
    }

    /// Whether there can be other values in it.
    pub fn is_container(&self) -> bool {
        matches!(self.content, Content::List(_) | Content::Object(_))
    }

    /// The text, if this is one.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if this is one.
    pub fn number(&self) -> Option<f64> {
        match self.content {
            Content::Number(number) => Some(number),
            _ => None,
        }
    }

    fn step(&self, step: &str) -> Option<(Option<Span>, &Node)> {
        match &self.content {
            Content::Object(members) => {
                let member = members.iter().find(|member| &*member.key == step)?;
                Some((Some(member.key_span), &member.value))
            }
            Content::List(entries) => {
                let index: usize = step.parse().ok()?;
                Some((None, entries.get(index)?))
            }
            _ => None,
        }
    }

    fn value(&self) -> Value {
        match &self.content {
            Content::Null => Value::Null,
            Content::Bool(bool) => Value::Bool(*bool),
            Content::Number(number) => number_value(*number),
            Content::Text(text) => Value::String(text.to_string()),
            Content::List(entries) => entries.iter().map(Node::value).collect(),
            Content::Object(members) => {
                let fields = members
                    .iter()
                    .map(|member| (member.key.to_string(), member.value.value()));
                Value::Object(fields.collect())
            }
        }
    }
}

impl Span {
    pub(super) fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The bytes as a range.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Whole numbers are whole, however they are written: `2.0` may stand where a whole number is wanted.
fn number_value(number: f64) -> Value {
    const EXACT: f64 = (1u64 << 53) as f64;
    if number.fract() == 0.0 && number.abs() <= EXACT {
        Value::from(number as i64)
    } else {
        Value::from(number)
    }
}
