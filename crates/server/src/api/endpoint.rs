//! [`Endpoint`]: an entry of the list of all that can be asked, and the OpenAPI document that follows from it.

use std::sync::Arc;

use axum::handler::Handler;
use axum::routing::{MethodRouter, delete, get, post as axum_post, put};
use parlor_protocol::{Problem, ToClient, ToServer};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::hub::Hub;

type Describe = fn(&mut SchemaGenerator) -> Schema;

/// Something that can be asked by HTTP.
pub(super) struct Endpoint {
    method: &'static str,
    pub path: &'static str,
    summary: &'static str,
    takes: Option<Describe>,
    gives: Option<Describe>,
    /// The status of the answer when all went well.
    status: &'static str,
    /// What can be said behind a question mark, and what for.
    query: Vec<(&'static str, &'static str)>,
    /// Whether nobody has to say who they are.
    open: bool,
    pub route: MethodRouter<Arc<Hub>>,
}

macro_rules! method {
    ($name:ident, $method:literal, $route:path) => {
        pub(super) fn $name<H, T>(path: &'static str, summary: &'static str, handler: H) -> Endpoint
        where
            H: Handler<T, Arc<Hub>>,
            T: 'static,
        {
            Endpoint {
                method: $method,
                path,
                summary,
                takes: None,
                gives: None,
                status: "200",
                query: Vec::new(),
                open: false,
                route: $route(handler),
            }
        }
    };
}

method!(get_, "get", get);
method!(post, "post", axum_post);
method!(put_, "put", put);
method!(delete_, "delete", delete);

impl Endpoint {
    pub fn takes<T: JsonSchema>(mut self) -> Endpoint {
        self.takes = Some(|schemas| schemas.subschema_for::<T>());
        self
    }

    pub fn gives<T: JsonSchema>(mut self) -> Endpoint {
        self.gives = Some(|schemas| schemas.subschema_for::<T>());
        self
    }

    pub fn answers(mut self, status: &'static str) -> Endpoint {
        self.status = status;
        self
    }

    pub fn query(mut self, name: &'static str, about: &'static str) -> Endpoint {
        self.query.push((name, about));
        self
    }

    pub fn open(mut self) -> Endpoint {
        self.open = true;
        self
    }

    fn describe(&self, schemas: &mut SchemaGenerator) -> Value {
        let content = |schema: Schema| json!({"application/json": {"schema": schema}});
        let mut answer = json!({"description": "It worked."});
        if let Some(gives) = self.gives {
            answer["content"] = content(gives(schemas));
        }
        let problem = content(schemas.subschema_for::<Problem>());
        let mut operation = json!({
            "summary": self.summary,
            "responses": {
                self.status: answer,
                "default": {"description": "Why not.", "content": problem},
            },
        });
        if let Some(takes) = self.takes {
            operation["requestBody"] =
                json!({"required": true, "content": content(takes(schemas))});
        }
        if !self.open {
            operation["security"] = json!([{"token": []}]);
        }
        let names = self
            .path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let kind = |name| match name {
            "seat" => json!({"type": "integer", "minimum": 0, "maximum": 255}),
            _ => json!({"type": "string"}),
        };
        let names = names.map(
            |name| json!({"name": name, "in": "path", "required": true, "schema": kind(name)}),
        );
        let query = self.query.iter().map(|(name, about)| {
            json!({"name": name, "in": "query", "description": about, "schema": kind(name)})
        });
        let parameters: Vec<Value> = names.chain(query).collect();
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        operation
    }
}

/// What can be asked, as OpenAPI 3.1 says it. The frames of the socket are among the schemas.
pub(super) fn document(endpoints: &[Endpoint]) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut schemas = settings.into_generator();
    let mut paths: Map<String, Value> = Map::new();
    for endpoint in endpoints {
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[endpoint.method] = endpoint.describe(&mut schemas);
    }
    schemas.subschema_for::<ToServer>();
    schemas.subschema_for::<ToClient>();
    let mut definitions = Value::Object(schemas.take_definitions(true));
    without_examples(&mut definitions);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Parlor",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Online play of turn-based games. Seats count from 0. Times are milliseconds since 1970.",
        },
        "paths": paths,
        "components": {
            "schemas": definitions,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    })
}

/// The examples of the docs are Rust, and of no use here.
fn without_examples(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(text)) = fields.get_mut("description")
                && let Some(end) = text.find("\n\n```")
            {
                text.truncate(end);
            }
            fields.values_mut().for_each(without_examples);
        }
        Value::Array(items) => items.iter_mut().for_each(without_examples),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_can_be_asked_is_described() {
        let endpoints = super::super::endpoints();
        let document = document(&endpoints);
        let paths = document["paths"].as_object().unwrap();
        let described: usize = paths
            .values()
            .map(|path| path.as_object().unwrap().len())
            .sum();
        assert_eq!(described, endpoints.len());
        let schemas = document["components"]["schemas"].as_object().unwrap();
        for name in [
            "Room",
            "NewRoom",
            "Problem",
            "ToServer",
            "ToClient",
            "GameDetails",
        ] {
            assert!(schemas.contains_key(name), "{name}: {:?}", schemas.keys());
        }
        let parameters = &paths["/api/rooms"]["get"]["parameters"];
        assert_eq!(
            (&parameters[0]["name"], &parameters[0]["in"]),
            (&json!("game"), &json!("query"))
        );
        for (path, method, status) in [
            ("/api/socket", "get", "101"),
            ("/api/sessions", "delete", "204"),
            ("/api/sessions", "post", "200"),
        ] {
            let answers = paths[path][method]["responses"].as_object().unwrap();
            let statuses: Vec<_> = answers.keys().map(String::as_str).collect();
            assert_eq!(statuses, [status, "default"], "{method} {path}");
        }
        // Whatever is referred to is there.
        let text = document.to_string();
        assert!(!text.contains("```"));
        for reference in text.split("\"$ref\":\"").skip(1) {
            let name = reference.split('"').next().unwrap();
            let name = name.strip_prefix("#/components/schemas/").expect(name);
            assert!(schemas.contains_key(name), "{name}");
        }
    }
}
