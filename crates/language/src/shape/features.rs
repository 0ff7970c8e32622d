//! Which features of JSON Schema are checked: a schema that has others would be half checked in silence.

use serde_json::Value;

use super::check::{resolve, tag_words, words};
use super::words::{form, only_field};

/// The first feature of a schema that [`Checker`](crate::Checker) does not check: for a test of each kind of document.
///
/// ```
/// use parlor_language::unchecked_feature;
/// use serde_json::json;
/// assert_eq!(unchecked_feature(&json!({ "type": "integer", "minimum": 1 })), None);
/// let even = json!({ "properties": { "pairs": { "type": "integer", "multipleOf": 2 } } });
/// assert_eq!(unchecked_feature(&even).as_deref(), Some("multipleOf: 2"));
/// ```
pub fn unchecked_feature(schema: &Value) -> Option<String> {
    find(schema, schema)
}

fn find(root: &Value, schema: &Value) -> Option<String> {
    let Some(keywords) = schema.as_object() else {
        return Some(schema.to_string());
    };
    if keywords.contains_key("oneOf") && !is_choice(schema) {
        return Some(format!("oneOf: {}", schema["oneOf"]));
    }
    keywords.iter().find_map(|(keyword, value)| {
        let known = match keyword.as_str() {
            "$schema" | "$id" | "title" | "description" | "default" | "required" | "minimum"
            | "maximum" => true,
            "$ref" => !std::ptr::eq(resolve(root, schema), schema),
            "const" | "type" => value.is_string(),
            "minItems" | "minLength" => *value == 1,
            "pattern" => form(schema).is_some(),
            "items" => return find(root, value),
            "additionalProperties" if value.is_boolean() => *value == false,
            "additionalProperties" => return find(root, value),
            "properties" | "$defs" => {
                let mut all = value.as_object().into_iter().flatten();
                return all.find_map(|(_, value)| find(root, value));
            }
            "oneOf" | "anyOf" => {
                let mut all = value.as_array().into_iter().flatten();
                return all.find_map(|value| find(root, value));
            }
            _ => false,
        };
        (!known).then(|| format!("{keyword}: {value}"))
    })
}

/// Whether it can be said which of several is meant: by a word, by its `kind`, or by its only field.
fn is_choice(schema: &Value) -> bool {
    let branches = schema["oneOf"].as_array().into_iter().flatten();
    words(schema).is_some()
        || tag_words(schema).is_some()
        || branches.map(only_field).all(|field| field.is_some())
}
