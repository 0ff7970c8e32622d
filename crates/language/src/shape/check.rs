//! Holds a tree against the schema: exactly those features of JSON Schema that ours has.

use parlor_core::nearest;

use serde_json::Value;

use super::Field;
use super::words::{expected, form, is, one_of, only_field, range};
use crate::limits::MOST_PROBLEMS;
use crate::problem::shown;
use crate::read::{Content, Member, Node, Path, Tree};
use crate::render::readable;
use crate::{Code, Place, Problem};

/// Holds a tree against the schema of its kind of document, and collects what is wrong.
///
/// ```
/// use parlor_language::{Checker, read, schema_of};
/// #[derive(schemars::JsonSchema, serde::Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Token {
///     /// How many there are.
///     count: u8,
/// }
/// let (tree, schema) = (read(b"{ \"cuont\": 3 }").unwrap(), schema_of::<Token>("token.v1", "Token"));
/// let mut checker = Checker::new(&tree, &schema);
/// checker.check_all();
/// let (token, problems) = checker.finish::<Token>(|_| true);
/// assert!(token.is_none());
/// assert_eq!(problems[1].help.as_deref(), Some("did you mean 'count'?"));
/// ```
pub struct Checker<'t> {
    pub(super) tree: &'t Tree,
    schema: &'t Value,
    pub(super) problems: Vec<Problem>,
}

/// A value and the way to it; the field it is in, if it is in one.
#[derive(Clone, Copy)]
struct At<'a> {
    node: &'a Node,
    path: &'a Path<'a>,
    member: Option<&'a Member>,
}

impl<'t> Checker<'t> {
    /// Of this file, against this schema.
    pub fn new(tree: &'t Tree, schema: &'t Value) -> Checker<'t> {
        Checker {
            tree,
            schema,
            problems: Vec::new(),
        }
    }

    /// The file.
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// Checks all that the schema says.
    pub fn check_all(&mut self) {
        let root = At {
            node: self.tree.root(),
            path: &Path::Root,
            member: None,
        };
        self.check(root, self.schema);
    }

    /// Adds a problem, while there is room for it.
    pub fn add(&mut self, problem: Problem) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem);
        }
    }

    /// Adds a problem with the key of a field. It is only made if there is still room for it.
    pub fn add_at(
        &mut self,
        field: &Field<'_>,
        code: Code,
        message: impl Into<String>,
        more: impl FnOnce(Problem) -> Problem,
    ) {
        if !self.full() {
            self.add(more(Problem::new(code, field.place(self.tree), message)));
        }
    }

    fn full(&self) -> bool {
        self.problems.len() >= MOST_PROBLEMS
    }

    fn check(&mut self, at: At<'_>, schema: &Value) {
        if self.full() {
            return;
        }
        let schema = resolve(self.schema, schema);
        if let Some(words) = words(schema) {
            return self.check_word(at, schema, &words);
        }
        if let Some(kinds) = tag_words(schema) {
            return self.check_tagged(at, schema, &kinds);
        }
        if let Some(branches) = branches(schema, "anyOf") {
            return self.check_any(at, schema, branches);
        }
        if let Some(branches) = branches(schema, "oneOf") {
            return self.check_one_field(at, schema, branches);
        }
        if !takes(self.schema, schema, &at.node.content) {
            return self.wrong_type(at, schema);
        }
        match &at.node.content {
            Content::Object(members) => self.check_object(at, schema, members),
            Content::List(entries) => self.check_list(at, schema, entries),
            Content::Text(text) => self.check_text(at, schema, text),
            Content::Number(number) => self.check_number(at, schema, *number),
            Content::Null | Content::Bool(_) => {}
        }
    }

    /// One of several: the type says which.
    fn check_any(&mut self, at: At<'_>, schema: &Value, branches: &[Value]) {
        let wanted = branches
            .iter()
            .find(|branch| takes(self.schema, branch, &at.node.content));
        let Some(branch) = wanted else {
            return self.wrong_type(at, schema);
        };
        let before = self.problems.len();
        self.check(at, branch);
        // Who wrote a wrong word may have meant something else than a word.
        if let [problem] = &mut self.problems[before..]
            && !at.node.is_container()
        {
            problem.expected = Some(expected(self.schema, schema));
        }
    }

    fn check_object(&mut self, at: At<'_>, schema: &Value, members: &[Member]) {
        let fields = schema.get("properties").and_then(Value::as_object);
        for name in schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let Some(name) = name.as_str().filter(|name| at.node.get(name).is_none()) else {
                continue;
            };
            let wanted = fields.and_then(|fields| fields.get(name));
            let wanted = wanted.map(|field| expected(self.schema, field));
            self.missing(at, name, wanted);
        }
        for member in members {
            if self.full() {
                return;
            }
            let path = Path::Key(at.path, &member.key);
            let inner = At {
                node: &member.value,
                path: &path,
                member: Some(member),
            };
            match fields.and_then(|fields| fields.get(&*member.key)) {
                Some(field) => self.check(inner, field),
                None => match schema.get("additionalProperties") {
                    Some(Value::Bool(false)) => {
                        let names: Vec<&str> = fields
                            .into_iter()
                            .flatten()
                            .map(|(name, _)| name.as_str())
                            .collect();
                        self.unknown_field(at, inner, &names);
                    }
                    Some(any) => self.check(inner, any),
                    None => {}
                },
            }
        }
    }

    fn check_list(&mut self, at: At<'_>, schema: &Value, entries: &[Node]) {
        let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        if (entries.len() as u64) < least {
            let message = format!("{} is an empty list", self.name(at));
            self.add(
                Problem::new(Code::OutOfRange, self.value_place(at), message)
                    .expected("at least one entry"),
            );
        }
        let Some(items) = schema.get("items") else {
            return;
        };
        for (index, node) in entries.iter().enumerate() {
            if self.full() {
                return;
            }
            let path = Path::Index(at.path, index);
            self.check(
                At {
                    node,
                    path: &path,
                    member: None,
                },
                items,
            );
        }
    }

    fn check_text(&mut self, at: At<'_>, schema: &Value, text: &str) {
        if let Some(form) = form(schema).filter(|form| !(form.fits)(text)) {
            let message = format!("{} is '{}'", self.name(at), shown(text));
            self.add(
                Problem::new(Code::BadFormat, self.value_place(at), message)
                    .expected(form.expected),
            );
        }
        if text.is_empty() && schema.get("minLength").is_some() {
            let message = format!("{} is empty", self.name(at));
            self.add(
                Problem::new(Code::BadFormat, self.value_place(at), message)
                    .expected("a text that is not empty"),
            );
        }
    }

    fn check_number(&mut self, at: At<'_>, schema: &Value, number: f64) {
        let limit = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
        let whole = schema.get("type").is_some_and(|kind| kind == "integer");
        let (code, wanted) = if whole && number.fract() != 0.0 {
            (Code::WrongType, expected(self.schema, schema))
        } else if limit("minimum").is_some_and(|least| number < least)
            || limit("maximum").is_some_and(|most| number > most)
        {
            (Code::OutOfRange, range(schema))
        } else {
            return;
        };
        let written = &self.tree.source()[at.node.span.range()];
        let message = format!("{} is {}", self.name(at), shown(written));
        self.add(Problem::new(code, self.value_place(at), message).expected(wanted));
    }

    fn check_word(&mut self, at: At<'_>, schema: &Value, words: &[&str]) {
        let Some(text) = at.node.text() else {
            return self.wrong_type(at, schema);
        };
        if words.contains(&text) {
            return;
        }
        let message = format!("{} is '{}'", self.name(at), shown(text));
        let problem = Problem::new(Code::UnknownWord, self.value_place(at), message);
        self.add(
            problem
                .expected(one_of(words))
                .near(text, words.iter().copied()),
        );
    }

    /// An object whose `kind` says which fields it has.
    fn check_tagged(&mut self, at: At<'_>, schema: &Value, kinds: &[&str]) {
        if !matches!(at.node.content, Content::Object(_)) {
            return self.wrong_type(at, schema);
        }
        let Some(kind) = at.node.get("kind") else {
            return self.missing(at, "kind", Some(one_of(kinds)));
        };
        let branches = branches(schema, "oneOf").into_iter().flatten();
        let branch = branches
            .zip(kinds)
            .find(|(_, name)| kind.text() == Some(name));
        if let Some((branch, _)) = branch {
            return self.check(at, branch);
        }
        let path = Path::Key(at.path, "kind");
        let inner = At {
            node: kind,
            path: &path,
            member: None,
        };
        match kind.text() {
            Some(_) => self.check_word(inner, schema, kinds),
            None => {
                let message = format!("{} is {}", self.name(inner), is(&kind.content));
                let problem = Problem::new(Code::WrongType, self.value_place(inner), message);
                self.add(problem.expected(one_of(kinds)));
            }
        }
    }

    /// An object that says by its only field what it is.
    fn check_one_field(&mut self, at: At<'_>, schema: &Value, branches: &[Value]) {
        if !matches!(at.node.content, Content::Object(_)) {
            return self.wrong_type(at, schema);
        }
        let has =
            |branch: &&Value| only_field(branch).is_some_and(|field| at.node.get(field).is_some());
        if let Some(branch) = branches.iter().find(has) {
            return self.check(at, branch);
        }
        let names: Vec<&str> = branches.iter().filter_map(only_field).collect();
        let Some(member) = at.node.members().first() else {
            let message = format!("{} is an empty object", self.name(at));
            let problem = Problem::new(Code::MissingField, self.value_place(at), message);
            return self.add(problem.expected(expected(self.schema, schema)));
        };
        let path = Path::Key(at.path, &member.key);
        let inner = At {
            node: &member.value,
            path: &path,
            member: Some(member),
        };
        self.unknown_field(at, inner, &names);
    }

    fn missing(&mut self, at: At<'_>, field: &str, wanted: Option<String>) {
        let of = match at.path {
            Path::Root => String::new(),
            _ => format!(" of {}", self.name(at)),
        };
        let message = format!("the field '{field}'{of} is missing");
        let mut problem = Problem::new(Code::MissingField, self.key_place(at), message);
        problem.expected = wanted;
        self.add(problem);
    }

    fn unknown_field(&mut self, at: At<'_>, field: At<'_>, names: &[&str]) {
        let key = field.member.map_or("", |member| &member.key);
        let of = match at.path {
            Path::Root => String::new(),
            _ => format!(" in {}", self.name(at)),
        };
        let message = format!("there is no field '{}'{of}", shown(key));
        let mut problem = Problem::new(Code::UnknownField, self.key_place(field), message);
        problem.expected = (!names.is_empty()).then(|| one_of(names));
        let comment = key.starts_with(['/', '#', '_']) || key == "comment";
        let problem = match nearest(key, names.iter().copied()) {
            None if comment => problem.help("a comment begins with `//` and is no field"),
            _ => problem.near(key, names.iter().copied()),
        };
        self.add(problem);
    }

    fn wrong_type(&mut self, at: At<'_>, schema: &Value) {
        let message = format!("{} is {}", self.name(at), is(&at.node.content));
        let problem = Problem::new(Code::WrongType, self.value_place(at), message);
        let problem = problem.expected(expected(self.schema, schema));
        self.add(match at.node.content {
            Content::Null => problem.help("leave the field out if there is nothing to say"),
            _ => problem,
        });
    }

    /// What messages call a value: "phases\[0\].name".
    fn name(&self, at: At<'_>) -> String {
        readable(&at.path.place().pointer)
    }

    /// The place of a value. It is found at once: nobody needs to look for it in a large file again.
    fn value_place(&self, at: At<'_>) -> Place {
        Place {
            position: Some(self.tree.position(at.node.span)),
            ..at.path.place()
        }
    }

    /// The place of the key of a value, or of the value if it has none.
    fn key_place(&self, at: At<'_>) -> Place {
        match at.member {
            Some(member) => Place {
                position: Some(self.tree.position(member.key_span)),
                ..at.path.place().key()
            },
            None => self.value_place(at),
        }
    }
}

/// The schema that a `$ref` means.
pub(super) fn resolve<'v>(root: &'v Value, schema: &'v Value) -> &'v Value {
    let name = schema.get("$ref").and_then(Value::as_str);
    let name = name.and_then(|name| name.strip_prefix("#/$defs/"));
    name.and_then(|name| root.get("$defs")?.get(name))
        .unwrap_or(schema)
}

fn branches<'v>(schema: &'v Value, keyword: &str) -> Option<&'v [Value]> {
    schema
        .get(keyword)
        .and_then(Value::as_array)
        .map(Vec::as_slice)
}

/// The words, if a schema is a choice of words.
pub(super) fn words(schema: &Value) -> Option<Vec<&str>> {
    branches(schema, "oneOf")?
        .iter()
        .map(|branch| branch.get("const")?.as_str())
        .collect()
}

/// The kinds, if a schema is a choice of objects by their `kind`.
pub(super) fn tag_words(schema: &Value) -> Option<Vec<&str>> {
    let tag = |branch: &'_ Value| branch.pointer("/properties/kind/const").is_some();
    let branches = branches(schema, "oneOf")?;
    if !branches.iter().all(tag) {
        return None;
    }
    branches
        .iter()
        .map(|branch| branch.pointer("/properties/kind/const")?.as_str())
        .collect()
}

/// Whether a schema takes values of such a type.
fn takes(root: &Value, schema: &Value, content: &Content) -> bool {
    let schema = resolve(root, schema);
    if let Some(branches) = branches(schema, "anyOf").or(branches(schema, "oneOf")) {
        return branches.iter().any(|branch| takes(root, branch, content));
    }
    let Some(wanted) = schema.get("type").and_then(Value::as_str) else {
        return true;
    };
    match content {
        Content::Null => wanted == "null",
        Content::Bool(_) => wanted == "boolean",
        Content::Number(_) => matches!(wanted, "number" | "integer"),
        Content::Text(_) => wanted == "string",
        Content::List(_) => wanted == "array",
        Content::Object(_) => wanted == "object",
    }
}
