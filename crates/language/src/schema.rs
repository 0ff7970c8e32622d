//! JSON Schemas made from the types of documents: what editors complete from, and what [`Checker`](crate::Checker) holds files
//! against.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// A JSON Schema as it is published.
///
/// ```
/// use parlor_language::PublishedSchema;
/// #[derive(schemars::JsonSchema)]
/// struct Token {
///     /// What is on it.
///     face: String,
/// }
/// let [newer, older] = PublishedSchema::of::<Token>("token.v1", "Token");
/// assert_eq!(newer.file, "token.v1.schema.json");
/// assert!(older.text.contains("http://json-schema.org/draft-07/schema#"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedSchema {
    /// The name of its file in `schemas/`.
    pub file: String,
    /// What is in it.
    pub text: String,
}

impl PublishedSchema {
    /// The schemas of a type of document for editors: JSON Schema 2020-12, and draft-07 for those that are older.
    pub fn of<T: JsonSchema>(name: &str, title: &str) -> [PublishedSchema; 2] {
        let publish = |file: String, settings| {
            // A schema is a tree of texts and numbers: writing it cannot fail.
            let schema = generate::<T>(&file, title, settings);
            let text = serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n";
            PublishedSchema { file, text }
        };
        [
            publish(
                format!("{name}.schema.json"),
                SchemaSettings::draft2020_12(),
            ),
            publish(
                format!("{name}.draft-07.schema.json"),
                SchemaSettings::draft07(),
            ),
        ]
    }
}

/// The schema of a type of document, as [`Checker`](crate::Checker) reads it.
///
/// ```
/// #[derive(schemars::JsonSchema)]
/// struct Token {
///     /// How many there are.
///     count: u8,
/// }
/// let schema = parlor_language::schema_of::<Token>("token.v1", "Token");
/// assert_eq!(schema["properties"]["count"]["maximum"], 255);
/// ```
pub fn schema_of<T: JsonSchema>(name: &str, title: &str) -> Value {
    let file = format!("{name}.schema.json");
    generate::<T>(&file, title, SchemaSettings::draft2020_12()).to_value()
}

fn generate<T: JsonSchema>(file: &str, title: &str, mut settings: SchemaSettings) -> Schema {
    // Before the draft's own changes, which look at what stands beside a `$ref`.
    settings
        .transforms
        .insert(0, Box::new(RecursiveTransform(without_null)));
    settings
        .transforms
        .insert(1, Box::new(RecursiveTransform(with_limits)));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("$id".into(), json!(file));
    schema.insert("title".into(), json!(title));
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
