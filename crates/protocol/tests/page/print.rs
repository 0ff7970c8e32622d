//! TypeScript from JSON Schemas: as much of both as serde's types need.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

/// Types of the same direction: what is left out when it is written may not be the same as what may be left out to be read.
pub struct Types(SchemaGenerator);

impl Types {
    /// As servers write them.
    pub fn written() -> Types {
        Types(
            SchemaSettings::draft2020_12()
                .for_serialize()
                .into_generator(),
        )
    }

    /// As servers read them.
    pub fn read() -> Types {
        Types(
            SchemaSettings::draft2020_12()
                .for_deserialize()
                .into_generator(),
        )
    }

    /// This type, and all that it is made of.
    pub fn add<T: JsonSchema>(&mut self) {
        self.0.subschema_for::<T>();
    }

    fn named(mut self) -> BTreeMap<String, Value> {
        self.0.take_definitions(true).into_iter().collect()
    }
}

/// A module with all of them. What is sent in another form than it is heard in has `Sent` behind its name.
pub fn module(head: &str, heard: Types, sent: Types) -> String {
    let heard = heard.named();
    let mut sent = sent.named();
    let differs = |name: &String, schema: &Value| {
        heard
            .get(name)
            .is_some_and(|heard| declaration(name, heard) != declaration(name, schema))
    };
    let renamed: BTreeSet<String> = sent
        .iter()
        .filter(|(name, schema)| differs(name, schema))
        .map(|(name, _)| name.clone())
        .collect();
    for schema in sent.values_mut() {
        rename(schema, &renamed);
    }
    let mut all = heard;
    for (name, schema) in sent {
        match renamed.contains(&name) {
            true => drop(all.insert(format!("{name}Sent"), schema)),
            false => drop(all.entry(name).or_insert(schema)),
        }
    }
    let mut text = head.to_string();
    for (name, schema) in &all {
        text.push('\n');
        text.push_str(&declaration(name, schema));
    }
    text
}

fn rename(schema: &mut Value, renamed: &BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref")
                && renamed.contains(name_of(reference))
            {
                reference.push_str("Sent");
            }
            fields.values_mut().for_each(|field| rename(field, renamed));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, renamed)),
        _ => {}
    }
}

fn name_of(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or(reference)
}

fn declaration(name: &str, schema: &Value) -> String {
    let mut text = String::new();
    let Some(fields) = schema.as_object().filter(|schema| is_plain(schema)) else {
        let shape = match alternatives(schema) {
            Some(all)
                if schema
                    .as_object()
                    .is_some_and(|schema| !schema.contains_key("properties")) =>
            {
                let lines = all.iter().map(|one| format!("\n  | {}", shape(one)));
                lines.collect()
            }
            _ => format!(" {}", shape(schema)),
        };
        let _ = writeln!(text, "export type {name} ={shape};");
        return text;
    };
    let _ = writeln!(text, "export interface {name} {{");
    for (key, optional, field) in properties(fields) {
        let mark = if optional { "?" } else { "" };
        let _ = writeln!(text, "  {key}{mark}: {};", shaped(field, optional));
    }
    if others(fields) {
        let _ = writeln!(text, "  [name: string]: unknown;");
    }
    text.push_str("}\n");
    text
}

/// Whether this is fields and nothing else.
fn is_plain(schema: &Map<String, Value>) -> bool {
    let mixes = ["$ref", "oneOf", "anyOf", "allOf"];
    schema.contains_key("properties") && !mixes.iter().any(|mix| schema.contains_key(*mix))
}

fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    ["oneOf", "anyOf"]
        .iter()
        .find_map(|key| schema.get(key)?.as_array())
}

fn properties(schema: &Map<String, Value>) -> Vec<(&String, bool, &Value)> {
    let required: Vec<&str> = (schema.get("required").and_then(Value::as_array))
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let all = schema.get("properties").and_then(Value::as_object);
    let all = all.into_iter().flatten();
    let mut all: Vec<_> = all
        .map(|(key, field)| (key, !required.contains(&key.as_str()), field))
        .collect();
    // What tells one form from the others comes first.
    all.sort_by_key(|(_, _, field)| field.get("const").is_none());
    all
}

/// Whether there may be fields beyond those that are named.
fn others(schema: &Map<String, Value>) -> bool {
    schema
        .get("additionalProperties")
        .is_some_and(|others| *others != Value::Bool(false))
}

/// What may be left out is not null instead.
fn shaped(schema: &Value, optional: bool) -> String {
    let mut members = union(schema);
    if optional {
        members.retain(|member| member != "null");
    }
    members.join(" | ")
}

fn shape(schema: &Value) -> String {
    shaped(schema, false)
}

/// In brackets where something follows.
fn bracketed(schema: &Value) -> String {
    let members = union(schema);
    let text = members.join(" | ");
    match members.len() > 1 || text.contains(" & ") {
        true => format!("({text})"),
        false => text,
    }
}

/// All that it can be, each once.
fn union(schema: &Value) -> Vec<String> {
    let mut members = match schema {
        Value::Object(fields) => members(fields),
        Value::Bool(false) => vec!["never".into()],
        _ => vec!["unknown".into()],
    };
    let mut seen = BTreeSet::new();
    members.retain(|member| seen.insert(member.clone()));
    members
}

fn members(schema: &Map<String, Value>) -> Vec<String> {
    if let Some(value) = schema.get("const") {
        return vec![literal(value)];
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.iter().map(literal).collect();
    }
    // All of these at once.
    let mut parts: Vec<Vec<String>> = Vec::new();
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        parts.push(vec![name_of(reference).into()]);
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(all) = schema.get(key).and_then(Value::as_array) {
            parts.push(all.iter().flat_map(union).collect());
        }
    }
    if let Some(all) = schema.get("allOf").and_then(Value::as_array) {
        parts.extend(all.iter().map(union));
    }
    if schema.contains_key("properties") {
        parts.insert(0, vec![fields(schema)]);
    } else if parts.is_empty() {
        parts.extend(by_type(schema));
    }
    match parts.len() {
        0 => vec!["unknown".into()],
        1 => parts.remove(0),
        _ => vec![
            parts
                .iter()
                .map(|part| group(part))
                .collect::<Vec<_>>()
                .join(" & "),
        ],
    }
}

fn group(part: &[String]) -> String {
    match part {
        [one] => one.clone(),
        many => format!("({})", many.join(" | ")),
    }
}

fn by_type(schema: &Map<String, Value>) -> Option<Vec<String>> {
    let types = match schema.get("type")? {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    let types = types.iter().filter_map(Value::as_str);
    Some(types.map(|name| of_type(name, schema)).collect())
}

fn of_type(name: &str, schema: &Map<String, Value>) -> String {
    match name {
        "integer" | "number" => "number".into(),
        "array" => match schema.get("prefixItems").and_then(Value::as_array) {
            Some(items) => {
                let items: Vec<String> = items.iter().map(shape).collect();
                format!("[{}]", items.join(", "))
            }
            None => format!(
                "{}[]",
                bracketed(schema.get("items").unwrap_or(&Value::Bool(true)))
            ),
        },
        "object" => {
            let others = schema
                .get("additionalProperties")
                .unwrap_or(&Value::Bool(true));
            format!("Record<string, {}>", shape(others))
        }
        plain => plain.into(),
    }
}

/// Fields in one line.
fn fields(schema: &Map<String, Value>) -> String {
    let mut all: Vec<String> = properties(schema)
        .into_iter()
        .map(|(key, optional, field)| {
            let mark = if optional { "?" } else { "" };
            format!("{key}{mark}: {}", shaped(field, optional))
        })
        .collect();
    if others(schema) {
        all.push("[name: string]: unknown".into());
    }
    format!("{{ {} }}", all.join("; "))
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
        other => other.to_string(),
    }
}
