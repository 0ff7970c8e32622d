//! Texts that people read: nothing in them may steer a terminal or turn the direction of writing.

use super::Compiler;
use crate::{Code, Place, Problem};

impl Compiler<'_> {
    pub(super) fn check_texts(&mut self) {
        let document = self.document;
        let root = Place::default();
        let meta = root.field("meta");
        self.check_text(meta.field("name"), &document.meta.name);
        self.check_text(meta.field("author"), &document.meta.author);
        if let Some(description) = &document.meta.description {
            self.check_text(meta.field("description"), description);
        }
        for (tag, index) in document.meta.tags.iter().flatten().zip(0..) {
            self.check_text(meta.field("tags").index(index), tag);
        }
        for (card, index) in document.deck.cards.iter().flatten().zip(0..) {
            let place = root.field("deck").field("cards").index(index);
            self.check_text(place.field("suit"), &card.suit);
            self.check_text(place.field("rank"), &card.rank);
        }
        for (role, index) in document.roles.iter().zip(0..) {
            self.check_text(root.field("roles").index(index).field("name"), &role.name);
        }
        for (zone, index) in document.zones.iter().zip(0..) {
            self.check_text(root.field("zones").index(index).field("name"), &zone.name);
        }
        for name in document
            .initial_variables
            .iter()
            .flatten()
            .map(|(name, _)| name)
        {
            self.check_text(root.field("initialVariables").field(name).key(), name);
        }
        for name in document.variables.iter().flatten().map(|(name, _)| name) {
            self.check_text(root.field("variables").field(name).key(), name);
        }
        for (phase, index) in document.phases.iter().zip(0..) {
            let place = root.field("phases").index(index);
            self.check_text(place.field("name"), &phase.name);
            for (action, index) in phase.actions.iter().zip(0..) {
                let place = place.field("actions").index(index);
                self.check_text(place.field("name"), &action.name);
                self.check_text(place.field("label"), &action.label);
                for name in action.params.iter().flatten().map(|(name, _)| name) {
                    self.check_text(place.field("params").field(name).key(), name);
                }
            }
        }
        let objectives = document.ai.iter().flat_map(|ai| &ai.objectives);
        for (objective, index) in objectives.zip(0..) {
            let place = root.field("ai").field("objectives").index(index);
            self.check_text(place.field("name"), &objective.name);
        }
    }

    fn check_text(&mut self, place: Place, text: &str) {
        let steers = |c: char| {
            c.is_control()
                || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        if let Some(c) = text.chars().find(|c| steers(*c)) {
            let message = format!(
                "there is a character in here that cannot be seen: {}",
                c.escape_unicode()
            );
            let problem = Problem::new(Code::BadFormat, place, message);
            self.report(problem.expected("a text in one line of characters that can be seen"));
        }
    }
}
