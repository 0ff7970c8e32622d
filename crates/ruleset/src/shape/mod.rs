//! The second step: whether a file has the shape of a card game, said in plain words.

mod check;
mod dialects;
mod fields;
mod sense;
#[cfg(test)]
mod tests;
mod words;

use std::cmp::Reverse;

use crate::problem::MOST_PROBLEMS;
use crate::read::Tree;
use crate::schema::SCHEMA;
use crate::{Code, Document, Place, Problem, Severity};
use check::Checker;

/// Checks the shape of a file: all its problems, and the document if none of them is an error.
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
    if problems
        .iter()
        .any(|problem| problem.severity() == Severity::Error)
    {
        return (None, problems);
    }
    match serde_json::from_value(tree.value()) {
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
