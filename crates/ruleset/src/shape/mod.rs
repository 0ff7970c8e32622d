//! The second step: whether a file has the shape of a card game, said in plain words.

mod check;
mod dialects;
mod fields;
mod sense;
#[cfg(test)]
mod tests;
mod words;

use std::cmp::Reverse;

use serde_json::Value;

use crate::problem::MOST_PROBLEMS;
use crate::read::Tree;
use crate::schema::SCHEMA;
use crate::{Code, Document, Place, Problem, Severity};
use check::Checker;

/// Checks the shape of a file: all its problems, and the document if it can be made out. It can in spite of some errors
/// (fields that do not exist, numbers out of range, texts of the wrong form), so that what it means can be checked as well.
///
/// Problems come in the order of the file and know their position. A file with more than a hundred problems is
/// reported up to there.
///
/// ```
/// let tree = parlor_ruleset::read(b"{ \"meta\": {}, \"dec\": {} }").unwrap();
/// let (document, problems) = parlor_ruleset::shape(&tree);
/// assert!(document.is_none());
/// assert!(problems.iter().any(|problem| problem.message == "the field 'slug' of meta is missing"));
/// assert!(problems.iter().any(|problem| problem.help.as_deref() == Some("did you mean 'deck'?")));
/// ```
pub fn shape(tree: &Tree) -> (Option<Document>, Vec<Problem>) {
    let mut checker = Checker::new(tree, &SCHEMA);
    checker.check_all();
    sense::check(&mut checker);
    dialects::check(&mut checker);
    sense::without_effect(&mut checker);
    let mut problems = checker.into_problems();
    problems.extend_from_slice(tree.problems());
    // Where there are too many, errors stay.
    problems.sort_by_key(|problem| Reverse(problem.severity()));
    problems.truncate(MOST_PROBLEMS);
    let start = |problem: &Problem| problem.place.position.map_or(0, |position| position.start);
    problems.sort_by_key(start);
    let errors = || {
        let all = problems.iter();
        all.filter(|problem| problem.severity() == Severity::Error)
    };
    if errors().any(|problem| !is_harmless(problem.code)) {
        return (None, problems);
    }
    let mut value = tree.value();
    for problem in errors().filter(|problem| problem.code == Code::UnknownField) {
        remove(&mut value, &problem.place.pointer);
    }
    let failed = errors().next().is_some();
    match serde_json::from_value::<Document>(value) {
        Err(_) if failed => (None, problems),
        Ok(document) if failed && !is_whole(&document) => (None, problems),
        Ok(document) => (Some(document), problems),
        // The schema is made from the types, so this does not happen; if it did, saying so is better than panicking.
        Err(error) => {
            problems.push(Problem::new(
                Code::WrongType,
                Place::default(),
                error.to_string(),
            ));
            tree.locate_all(&mut problems);
            (None, problems)
        }
    }
}

/// Whether a document can be made out in spite of such an error.
fn is_harmless(code: Code) -> bool {
    matches!(
        code,
        Code::UnknownField
            | Code::OutOfRange
            | Code::BadFormat
            | Code::PlayersReversed
            | Code::SaidTwice
    )
}

/// Whether there is enough to say what it means.
fn is_whole(document: &Document) -> bool {
    let players = document.meta.players;
    !document.phases.is_empty()
        && !document.zones.is_empty()
        && !document.roles.is_empty()
        && (1..=31).contains(&players.min)
        && (players.min..=31).contains(&players.max)
}

/// Takes a field out of a value.
fn remove(value: &mut Value, pointer: &str) {
    let Some((parent, key)) = pointer.rsplit_once('/') else {
        return;
    };
    let key = key.replace("~1", "/").replace("~0", "~");
    if let Some(Value::Object(fields)) = value.pointer_mut(parent) {
        fields.remove(&key);
    }
}
