//! Whether translations are of what the game says, and of all of it.

use std::collections::BTreeSet;

use parlor_core::{Message, Words};

use super::Findings;
use crate::program::Program;
use crate::texts::{Texts, basic};
use crate::{Code, Document, Place, Problem};

/// So many missing texts are named.
const MOST_NAMED: usize = 6;

pub(super) fn check(document: &Document, program: &Program, findings: &mut Findings) {
    let Some(translations) = &document.translations else {
        return;
    };
    let info = crate::ruleset::info(document, program, &Texts::of(document));
    let (english, basic) = (info.english(), basic());
    let face = |id: &str| {
        program
            .faces
            .iter()
            .any(|face| Message::word("face", face).id == id)
    };
    for (language, texts) in translations {
        let place = Place::of("/translations").field(language);
        for (id, text) in texts {
            let place = place.clone().field(id);
            match english.get("en", id) {
                None if face(id) => {}
                None => {
                    let message = format!(
                        "nothing that the game says has the id '{}'",
                        id.escape_debug()
                    );
                    let problem = Problem::new(Code::UnknownText, place.key(), message);
                    let problem = problem
                        .expected("the id of a text of this game")
                        .help("remove it");
                    findings.report(problem.near(id, english.texts("en").map(|(id, _)| id)));
                }
                Some(own) => findings.report_all(places(text, own, place)),
            }
        }
        if language != "en" {
            findings.report_all(missing(language, &info.words, &english, &basic, place));
        }
    }
}

/// What a language lacks of what is the game's own.
fn missing(
    language: &str,
    words: &Words,
    english: &Words,
    basic: &Words,
    place: Place,
) -> Option<Problem> {
    let own = |id: &&str| basic.get("en", id).is_none() && words.get(language, id).is_none();
    let ids = english.texts("en").map(|(id, _)| id);
    let missing: Vec<&str> = ids.filter(own).collect();
    let (first, text) = (missing.first()?, english.get("en", missing.first()?)?);
    let named: Vec<&str> = missing.iter().take(MOST_NAMED).copied().collect();
    let more = match missing.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!("there is no translation of {}{more}", named.join(", "));
    let problem = Problem::new(Code::TextMissing, place.key(), message);
    let problem = problem.expected("all that this game says and others do not");
    Some(problem.help(format!("add \"{first}\": a translation of {text:?}")))
}

/// The places of a translation that its text does not have.
fn places(text: &str, english: &str, place: Place) -> Option<Problem> {
    let known = places_of(english);
    let extra = places_of(text)
        .into_iter()
        .find(|name| !known.contains(name))?;
    let message = format!("'{{{}}}' is not in the text", extra.escape_debug());
    let problem = Problem::new(Code::PlaceMissing, place, message);
    let problem = problem.expected(format!("only what is in {english:?}"));
    Some(problem.help("use the names of the English text"))
}

fn places_of(text: &str) -> BTreeSet<&str> {
    let parts = text.split('{').skip(1);
    parts
        .filter_map(|part| Some(part.split_once('}')?.0))
        .collect()
}
