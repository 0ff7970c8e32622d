//! The JSON Schemas of a `.cardgame.json` file, generated from the types of the document.

use std::sync::LazyLock;

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Value, json};

use crate::Document;

/// A JSON Schema as it is published.
///
/// ```
/// let [newer, older] = parlor_ruleset::schemas();
/// assert_eq!(newer.file, "cardgame.v1.schema.json");
/// assert!(older.text.contains("http://json-schema.org/draft-07/schema#"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedSchema {
    /// The name of its file in `schemas/`.
    pub file: &'static str,
    /// What is in it.
    pub text: String,
}

/// The schemas for editors: JSON Schema 2020-12, and draft-07 for those that are older.
///
/// ```
/// for schema in parlor_ruleset::schemas() {
///     let value: serde_json::Value = serde_json::from_str(&schema.text).unwrap();
///     assert_eq!(value["title"], "Card game");
/// }
/// ```
pub fn schemas() -> [PublishedSchema; 2] {
    [
        publish("cardgame.v1.schema.json", SchemaSettings::draft2020_12()),
        publish(
            "cardgame.v1.draft-07.schema.json",
            SchemaSettings::draft07(),
        ),
    ]
}

/// What [`shape`](crate::shape()) checks against.
pub(crate) static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    generate("cardgame.v1.schema.json", SchemaSettings::draft2020_12()).to_value()
});

fn publish(file: &'static str, settings: SchemaSettings) -> PublishedSchema {
    // A schema is a tree of texts and numbers: writing it cannot fail.
    let text = serde_json::to_string_pretty(&generate(file, settings)).unwrap_or_default();
    PublishedSchema {
        file,
        text: text + "\n",
    }
}

fn generate(file: &str, mut settings: SchemaSettings) -> Schema {
    // Before the draft's own changes, which look at what stands beside a `$ref`.
    settings
        .transforms
        .insert(0, Box::new(RecursiveTransform(without_null)));
    settings
        .transforms
        .insert(1, Box::new(RecursiveTransform(with_limits)));
    let mut schema = settings.into_generator().into_root_schema_for::<Document>();
    schema.insert("$id".into(), json!(file));
    schema.insert("title".into(), json!("Card game"));
    schema
}

/// An optional field is left out; `null` is not another way to say so.
fn without_null(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        branches.retain(|branch| branch.get("type").is_none_or(|kind| kind != "null"));
        if let [Value::Object(only)] = branches.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            for (keyword, value) in only {
                schema.insert(keyword, value);
            }
        }
    }
}

/// `format: uint8` is known to few programs, a minimum and a maximum to all.
fn with_limits(schema: &mut Schema) {
    let Some(Value::String(format)) = schema.remove("format") else {
        return;
    };
    let (minimum, maximum) = match format.as_str() {
        "uint8" => (0, i64::from(u8::MAX)),
        "uint32" => (0, i64::from(u32::MAX)),
        "int32" => (i64::from(i32::MIN), i64::from(i32::MAX)),
        _ => return,
    };
    for (keyword, limit) in [("minimum", minimum), ("maximum", maximum)] {
        if schema.get(keyword).is_none() {
            schema.insert(keyword.into(), json!(limit));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_published_schemas_are_fresh() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
        for schema in schemas() {
            let path = folder.join(schema.file);
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(&path, &schema.text).unwrap();
            }
            let published = std::fs::read_to_string(&path).unwrap_or_default();
            let published: Value = serde_json::from_str(&published).unwrap_or_default();
            let generated: Value = serde_json::from_str(&schema.text).unwrap();
            assert!(
                published == generated,
                "schemas/{} is stale: run `UPDATE_EXPECT=1 cargo test -p parlor-ruleset`",
                schema.file
            );
        }
    }

    #[test]
    fn every_field_is_described_and_none_may_be_null() {
        for schema in schemas() {
            let value: Value = serde_json::from_str(&schema.text).unwrap();
            let mut fields = 0;
            walk(&value, &mut |object| {
                assert_ne!(object.get("type"), Some(&json!("null")), "{object:?}");
                for (name, field) in object
                    .get("properties")
                    .and_then(Value::as_object)
                    .into_iter()
                    .flatten()
                {
                    fields += 1;
                    let tag = field.get("const").is_some();
                    let content = object["properties"].as_object().unwrap().len() == 1;
                    assert!(
                        tag || content || field.get("description").is_some(),
                        "{name} has no description"
                    );
                }
            });
            assert!(fields > 70, "{fields} fields are not all of them");
        }
    }

    fn walk(value: &Value, visit: &mut dyn FnMut(&serde_json::Map<String, Value>)) {
        match value {
            Value::Object(object) => {
                visit(object);
                object.values().for_each(|value| walk(value, visit));
            }
            Value::Array(array) => array.iter().for_each(|value| walk(value, visit)),
            _ => {}
        }
    }
}
