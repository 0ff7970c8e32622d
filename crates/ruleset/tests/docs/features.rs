//! Every field and every word of the format has an example in the pages.

use std::collections::BTreeSet;

use parlor_ruleset::schemas;
use serde_json::Value;

use crate::blocks::{blocks, json};
use crate::games::ruleset_of;

/// Fields that do nothing need no example.
const RESERVED: &[&str] = &["onExit"];

/// All names of fields, and all words that a field can have, that the schema knows.
fn known(schema: &Value, fields: &mut BTreeSet<String>, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get("properties") {
                fields.extend(properties.keys().cloned());
            }
            let listed = object
                .get("enum")
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            let texts = listed.chain(object.get("const")).filter_map(Value::as_str);
            words.extend(texts.map(String::from));
            object
                .values()
                .for_each(|value| known(value, fields, words));
        }
        Value::Array(list) => list.iter().for_each(|value| known(value, fields, words)),
        _ => {}
    }
}

/// All fields and texts of a ruleset.
fn used(value: &Value, fields: &mut BTreeSet<String>, words: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            fields.extend(object.keys().cloned());
            object.values().for_each(|value| used(value, fields, words));
        }
        Value::Array(list) => list.iter().for_each(|value| used(value, fields, words)),
        Value::String(text) => {
            words.insert(text.clone());
        }
        _ => {}
    }
}

#[test]
fn every_field_and_every_word_of_the_format_has_an_example() {
    let [newer, _] = schemas();
    let schema: Value = serde_json::from_str(&newer.text).expect("a schema is JSON");
    let (mut fields, mut words) = (BTreeSet::new(), BTreeSet::new());
    known(&schema, &mut fields, &mut words);
    assert!(
        fields.len() > 50 && words.len() > 20,
        "{fields:?} {words:?}"
    );
    let (mut used_fields, mut used_words) = (BTreeSet::new(), BTreeSet::new());
    for block in blocks() {
        if let Some(text) = ruleset_of(&block) {
            used(&json(&block, &text), &mut used_fields, &mut used_words);
        }
    }
    fields.retain(|field| !used_fields.contains(field) && !RESERVED.contains(&&**field));
    words.retain(|word| !used_words.contains(word));
    assert!(
        fields.is_empty(),
        "these fields have no example in docs/rulesets: {fields:?}"
    );
    assert!(
        words.is_empty(),
        "these words have no example in docs/rulesets: {words:?}"
    );
}
