//! The second step: whether a file has the shape of its kind of document, said in plain words.

mod check;
mod features;
mod fields;
mod words;

use std::cmp::Reverse;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::limits::MOST_PROBLEMS;
use crate::{Code, Place, Problem, Severity};

pub use check::Checker;
pub use features::unchecked_feature;
pub use fields::{Field, Spot, each, entries, find, section};

impl Checker<'_> {
    /// All problems found, and the document if it can be made out. It can in spite of some errors (fields that do not exist,
    /// numbers out of range, texts of the wrong form) if it is whole, so that what it means can be checked as well.
    ///
    /// Problems come in the order of the file and know their position. A file with more than a hundred is reported up to there.
    pub fn finish<T: DeserializeOwned>(
        self,
        is_whole: impl FnOnce(&T) -> bool,
    ) -> (Option<T>, Vec<Problem>) {
        let tree = self.tree;
        let mut problems = self.problems;
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
        match serde_json::from_value::<T>(value) {
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
