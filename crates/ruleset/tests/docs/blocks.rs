//! The code blocks of the pages for authors, each with the place that it stands at.

use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// A block of a page: what stands behind its three ticks, what is in it, and where it begins.
#[derive(Clone, Debug)]
pub struct Block {
    pub page: String,
    /// The line of the first line within, from 1.
    pub line: usize,
    /// The words behind the ticks: `json part older`.
    pub words: Vec<String>,
    pub text: String,
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "docs/rulesets/{}:{}", self.page, self.line)
    }
}

impl Block {
    /// Whether it is of this language.
    pub fn is(&self, language: &str) -> bool {
        self.words.first().is_some_and(|first| first == language)
    }

    /// Whether this word stands behind the language.
    pub fn says(&self, word: &str) -> bool {
        self.words.iter().skip(1).any(|other| other == word)
    }
}

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rulesets")
}

/// All pages by name, in order.
pub fn pages() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder()).expect("docs/rulesets is there");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("it can be listed").file_name())
        .map(|name| name.into_string().expect("its name is text"))
        .filter(|name| name.ends_with(".md"))
        .collect();
    names.sort();
    let read = |name: String| {
        let text = std::fs::read_to_string(folder().join(&name)).expect("it can be read");
        (name, text)
    };
    names.into_iter().map(read).collect()
}

/// All blocks of all pages.
pub fn blocks() -> Vec<Block> {
    let all = pages().into_iter();
    all.flat_map(|(page, text)| blocks_of(&page, &text))
        .collect()
}

/// The blocks of one page.
pub fn blocks_of(page: &str, text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (line, number) in text.lines().zip(1..) {
        match (line.strip_prefix("```"), &mut open) {
            (Some(words), None) => {
                open = Some(Block {
                    page: page.into(),
                    line: number + 1,
                    words: words.split_whitespace().map(String::from).collect(),
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{page}: a block is never closed");
    blocks
}

/// JSON with comments, as rulesets may have them.
pub fn json(block: &Block, text: &str) -> Value {
    let plain = without_comments(text);
    match serde_json::from_str(&plain) {
        Ok(value) => value,
        Err(error) => panic!("{block}: this is not JSON: {error}\n{text}"),
    }
}

/// Comments become spaces, so that lines and columns stay.
fn without_comments(text: &str) -> String {
    let (mut out, mut in_text, mut escaped) = (String::new(), false, false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if !in_text && letter == '/' && letters.peek() == Some(&'/') {
            while letters.next_if(|next| *next != '\n').is_some() {
                out.push(' ');
            }
            out.push(' ');
            continue;
        }
        in_text ^= letter == '"' && !escaped;
        escaped = in_text && letter == '\\' && !escaped;
        out.push(letter);
    }
    out
}

/// Puts a part into a ruleset: objects by their keys, lists of things with names by these, everything else as a whole.
/// A deck is a whole, since values and cards must fit each other.
pub fn put(into: &mut Value, part: Value) {
    match (into, part) {
        (Value::Object(into), Value::Object(part)) => put_fields(into, part),
        (Value::Array(into), Value::Array(part)) if !part.is_empty() && part.iter().all(named) => {
            for one in part {
                match into.iter_mut().find(|other| name(other) == name(&one)) {
                    Some(other) => put(other, one),
                    None => into.push(one),
                }
            }
        }
        (into, part) => *into = part,
    }
}

fn put_fields(into: &mut Map<String, Value>, part: Map<String, Value>) {
    for (key, value) in part {
        match into.get_mut(&key) {
            Some(there) if key != "deck" => put(there, value),
            _ => {
                into.insert(key, value);
            }
        }
    }
}

fn name(value: &Value) -> Option<&str> {
    let name = value.get("name").or_else(|| value.get("zone"))?;
    name.as_str()
}

fn named(value: &Value) -> bool {
    name(value).is_some()
}
