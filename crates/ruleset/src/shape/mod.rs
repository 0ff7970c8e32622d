//! The second step: whether a file has the shape of a card game, said in plain words.

mod dialects;
mod sense;
#[cfg(test)]
mod tests;

use parlor_language::{Checker, Problem, Tree};

use crate::Document;
use crate::schema::SCHEMA;

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
    checker.finish(is_whole)
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
