//! Shapes that are right, and what is said of those that are not.

mod fields;
mod hostile;
mod sense;

use expect_test::Expect;
use serde_json::{Value, json};

use crate::schema::SCHEMA;
use crate::{Code, Document, Problem, Severity, read, render, shape};

const NEWER: &str = include_str!("newer.json");
const OLDER: &str = include_str!("older.json");

fn problems(source: &str) -> Vec<Problem> {
    let tree = read(source.as_bytes()).unwrap();
    let (document, problems) = shape(&tree);
    let errors = problems
        .iter()
        .any(|problem| problem.severity() == Severity::Error);
    assert!(
        document.is_some() || errors,
        "a document is there if nothing is wrong with it"
    );
    problems
}

/// Changes a file and shows what is wrong with it then.
fn check(source: &str, changes: &[(&str, &str)], expect: Expect) {
    let mut source = source.to_owned();
    for (old, new) in changes {
        assert!(source.contains(old), "{old} is in the file");
        source = source.replacen(old, new, 1);
    }
    let shown: String = problems(&source)
        .iter()
        .map(|problem| brief(&source, problem))
        .collect();
    expect.assert_eq(&shown);
}

/// A problem in a few lines: what, the text that is meant, what was expected, and help.
fn brief(source: &str, problem: &Problem) -> String {
    let position = problem.place.position.unwrap();
    let meant = source[position.start..position.end]
        .lines()
        .next()
        .unwrap_or_default();
    let mut text = format!(
        "{problem}\n  at {} {}: {meant}\n",
        position, problem.place.pointer
    );
    for (what, note) in [("expected", &problem.expected), ("help", &problem.help)] {
        if let Some(note) = note {
            text += &format!("  {what}: {note}\n");
        }
    }
    text
}

#[test]
fn both_dialects_have_the_right_shape() {
    for source in [OLDER, NEWER] {
        let tree = read(source.as_bytes()).unwrap();
        let (document, problems) = shape(&tree);
        assert_eq!(problems, []);
        let again = serde_json::to_value(document.unwrap()).unwrap();
        let text = again.to_string();
        let (document, problems) = shape(&read(text.as_bytes()).unwrap());
        assert_eq!(problems, [], "what is written is read again");
        assert_eq!(serde_json::to_value(document.unwrap()).unwrap(), again);
    }
}

#[test]
fn problems_come_in_the_order_of_the_file_and_have_an_end() {
    let zones: Vec<String> = (0..300).map(|_| "{}".to_owned()).collect();
    let source = format!("{{ \"zones\": [{}], \"meta\": 1 }}", zones.join(", "));
    let problems = problems(&source);
    assert_eq!(problems.len(), 100);
    assert!(problems.is_sorted_by_key(|problem| problem.place.position.unwrap().start));
    assert!(
        render("game", source.as_bytes(), &problems, false)
            .ends_with("100 errors, and there may be more\n")
    );
}

#[test]
fn where_there_are_too_many_problems_the_errors_stay() {
    let phase =
        "{ \"name\": \"p\", \"kind\": \"all_players\", \"onEnter\": [\"x\"], \"transitions\": [] }";
    let phases = vec![phase; 120].join(", ");
    let source = NEWER
        .replace("\"phases\": [", &format!("\"phases\": [{phases}, "))
        .replace("\"layout\"", "\"layout\": \"grid\", \"layout\"");
    let problems = problems(&source);
    assert_eq!(problems.len(), 100);
    let errors: Vec<Code> = problems
        .iter()
        .map(|problem| problem.code)
        .filter(|code| code.severity() == Severity::Error)
        .collect();
    assert_eq!(errors, [Code::DuplicateKey]);
    assert!(problems.is_sorted_by_key(|problem| problem.place.position.unwrap().start));
}

/// The checker knows the features of JSON Schema that ours has today; a new one must not be passed over in silence.
#[test]
fn the_schema_has_no_feature_that_is_not_checked() {
    assert_eq!(parlor_language::unchecked_feature(&SCHEMA), None);
}

/// Every value of a file, exchanged for others: the checker and the types agree about what is a card game.
#[test]
fn what_the_checker_accepts_fits_the_types() {
    let (mut accepted, mut refused) = (0, 0);
    for source in [OLDER, NEWER] {
        let whole = read(source.as_bytes()).unwrap().value();
        let mut pointers = Vec::new();
        collect(&whole, "", &mut pointers);
        let others = json!([null, true, -1, 0, 1, 1.5, 1e10, "", "x", "1.0.0", [], [[]], {}, { "kind": "hidden" }, { "kind": "x" }]);
        for pointer in &pointers {
            for other in others.as_array().unwrap() {
                let mut changed = whole.clone();
                *changed.pointer_mut(pointer).unwrap() = other.clone();
                let tree = read(changed.to_string().as_bytes()).unwrap();
                let (document, problems) = shape(&tree);
                let fits = serde_json::from_value::<Document>(changed).is_ok();
                let fine = problems
                    .iter()
                    .all(|problem| problem.severity() == Severity::Warning);
                assert!(fits || !fine, "{pointer} {other}");
                assert!(document.is_some() || !fine, "{pointer} {other}");
                // A problem with the whole file would be one that the types found, and not the checker.
                let known = problems.iter().all(|problem| {
                    problem.code != Code::WrongType || !problem.place.pointer.is_empty()
                });
                assert!(
                    known || pointer.is_empty(),
                    "{pointer} {other}: {problems:?}"
                );
                *(if document.is_some() {
                    &mut accepted
                } else {
                    &mut refused
                }) += 1;
            }
        }
    }
    assert!(
        accepted > 200 && refused > 2000,
        "{accepted} accepted, {refused} refused"
    );
}

fn collect(value: &Value, pointer: &str, pointers: &mut Vec<String>) {
    pointers.push(pointer.to_owned());
    match value {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, value)| collect(value, &format!("{pointer}/{name}"), pointers)),
        Value::Array(entries) => {
            entries
                .iter()
                .enumerate()
                .for_each(|(index, value)| collect(value, &format!("{pointer}/{index}"), pointers));
        }
        _ => {}
    }
}

/// The pages of `docs/errors` about what is found while reading and shaping show what they say.
#[test]
fn examples_of_the_pages_have_the_problem() {
    let codes = [
        "R002", "R003", "R101", "R102", "R103", "R104", "R105", "R106", "R107", "R108", "R109",
        "R110", "R505",
    ];
    for code in codes {
        let path = format!("{}/../../docs/errors/{code}.md", env!("CARGO_MANIFEST_DIR"));
        let page = std::fs::read_to_string(path).unwrap();
        let example = page
            .split("```json\n")
            .nth(1)
            .and_then(|rest| rest.split("```").next())
            .unwrap();
        // An example is a few fields of the file, of `meta`, or a phase.
        let files = [
            format!("{{{example}}}"),
            format!("{{\"meta\":{{{example}}}}}"),
            format!("{{\"phases\":[{example}]}}"),
        ];
        let found = files.iter().any(|file| {
            let problems = match read(file.as_bytes()) {
                Ok(tree) => shape(&tree).1,
                Err(problem) => vec![*problem],
            };
            problems.iter().any(|problem| problem.code.id() == code)
        });
        assert!(found, "the example of {code} has no such problem");
    }
}
