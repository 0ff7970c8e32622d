//! The JSON Schemas of a `.cardgame.json` file, generated from the types of the document.

use std::sync::LazyLock;

use parlor_language::{PublishedSchema, schema_of};
use serde_json::Value;

use crate::Document;

/// The name of the format, and its version.
const NAME: &str = "cardgame.v1";
const TITLE: &str = "Card game";

/// The schemas for editors: JSON Schema 2020-12, and draft-07 for those that are older.
///
/// ```
/// for schema in parlor_ruleset::schemas() {
///     let value: serde_json::Value = serde_json::from_str(&schema.text).unwrap();
///     assert_eq!(value["title"], "Card game");
/// }
/// ```
pub fn schemas() -> [PublishedSchema; 2] {
    PublishedSchema::of::<Document>(NAME, TITLE)
}

/// What [`shape`](crate::shape()) checks against.
pub(crate) static SCHEMA: LazyLock<Value> = LazyLock::new(|| schema_of::<Document>(NAME, TITLE));

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;

    #[test]
    fn the_published_schemas_are_fresh() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
        for schema in schemas() {
            let path = folder.join(&schema.file);
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
