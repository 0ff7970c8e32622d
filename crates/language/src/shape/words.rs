//! What a schema expects, in plain words.

use serde_json::Value;

use super::check::{resolve, tag_words, words};
use crate::read::Content;

/// The forms a text can be asked to have: the pattern, whether a text has it, and what to say about it.
pub(super) const FORMS: [Form; 2] = [
    Form {
        pattern: "^[a-z0-9-]+$",
        fits: is_slug,
        expected: "a text of lower case letters, digits and hyphens, like `go-fish`",
    },
    Form {
        pattern: r"^\d+\.\d+\.\d+$",
        fits: is_version,
        expected: "a text of three numbers with dots between, like `1.0.0`",
    },
];

/// A form that a text can be asked to have.
pub(super) struct Form {
    pub(super) pattern: &'static str,
    pub(super) fits: fn(&str) -> bool,
    pub(super) expected: &'static str,
}

/// The form with this pattern.
pub(super) fn form(schema: &Value) -> Option<&'static Form> {
    let pattern = schema.get("pattern")?.as_str()?;
    FORMS.iter().find(|form| form.pattern == pattern)
}

fn is_slug(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

fn is_version(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('.').count() == 3 && text.split('.').all(is_number)
}

/// What a schema wants: "a whole number from 1 to 100".
pub(super) fn expected(root: &Value, schema: &Value) -> String {
    let schema = resolve(root, schema);
    if let Some(words) = words(schema) {
        return one_of(&words);
    }
    if let Some(kinds) = tag_words(schema) {
        return format!("an object whose `kind` is {}", or(&quoted(&kinds)));
    }
    if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
        let each: Vec<String> = branches
            .iter()
            .map(|branch| expected(root, branch))
            .collect();
        return or(&each);
    }
    if let Some(branches) = schema.get("oneOf").and_then(Value::as_array) {
        let fields: Vec<&str> = branches.iter().filter_map(only_field).collect();
        return format!("an object with one of the fields {}", or(&quoted(&fields)));
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("object") => "an object in `{` and `}`".to_owned(),
        Some("array") => list(root, schema),
        Some("string") => match form(schema) {
            Some(form) => form.expected.to_owned(),
            None => "a text in quotes".to_owned(),
        },
        Some("number") => "a number".to_owned(),
        Some("integer") => whole_number(schema),
        Some("boolean") => "`true` or `false`".to_owned(),
        _ => "something else".to_owned(),
    }
}

/// The one field that a branch must have, in an object that says by its field what it is.
pub(super) fn only_field(branch: &Value) -> Option<&str> {
    match branch.get("required")?.as_array()?.as_slice() {
        [field] => field.as_str(),
        _ => None,
    }
}

fn list(root: &Value, schema: &Value) -> String {
    let entries = schema.get("items").map(|items| resolve(root, items));
    let texts = entries.is_some_and(|items| items.get("type").is_some_and(|kind| kind == "string"));
    if texts {
        "a list of texts in `[` and `]`".to_owned()
    } else {
        "a list in `[` and `]`".to_owned()
    }
}

/// "a whole number from 1 to 31"; limits that only the memory sets are not worth a word.
fn whole_number(schema: &Value) -> String {
    let limit = |keyword: &str| schema.get(keyword).and_then(Value::as_i64);
    match (limit("minimum"), limit("maximum")) {
        (Some(minimum), Some(maximum)) if maximum < i64::from(i32::MAX) => {
            format!("a whole number from {minimum} to {maximum}")
        }
        (Some(minimum), _) if minimum >= 0 => format!("a whole number of at least {minimum}"),
        _ => "a whole number".to_owned(),
    }
}

/// "a whole number from 0 to 4294967295", whatever sets the limits.
pub(super) fn range(schema: &Value) -> String {
    let whole = match schema.get("type").and_then(Value::as_str) {
        Some("number") => "",
        _ => "whole ",
    };
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(minimum), Some(maximum)) => format!("a {whole}number from {minimum} to {maximum}"),
        _ => whole_number(schema),
    }
}

/// What something is: "a text".
pub(super) fn is(content: &Content) -> &'static str {
    match content {
        Content::Null => "`null`",
        Content::Bool(true) => "`true`",
        Content::Bool(false) => "`false`",
        Content::Number(_) => "a number",
        Content::Text(_) => "a text",
        Content::List(_) => "a list",
        Content::Object(_) => "an object",
    }
}

pub(super) fn one_of(words: &[&str]) -> String {
    match words {
        [_] | [_, _] => or(&quoted(words)),
        words => format!("one of {}", or(&quoted(words))),
    }
}

fn quoted(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| format!("`{word}`")).collect()
}

/// "a, b or c".
fn or(each: &[String]) -> String {
    match each {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        each => each.concat(),
    }
}
