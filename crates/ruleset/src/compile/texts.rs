//! Texts that people read: nothing in them may steer a terminal or turn the direction of writing.

use super::Compiler;
use crate::document::TableColor;
use crate::{Code, Place, Problem};

impl Compiler<'_> {
    pub(super) fn check_texts(&mut self) {
        self.check_color();
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

    /// A color that is missing, or that nothing asks for.
    fn check_color(&mut self) {
        let ui = &self.document.ui;
        let custom = ui.table_color == TableColor::Custom;
        let place = Place::default().field("ui");
        if custom && ui.custom_color.is_none() {
            let message = "the table has a custom color, but 'customColor' does not say which";
            let problem = Problem::new(Code::ColorMissing, place.field("tableColor"), message);
            self.report(problem.help("add \"customColor\": \"#1f5f7a\", or choose another color"));
        }
        if !custom && ui.custom_color.is_some() {
            let message = "'customColor' is used only where 'tableColor' is `custom`";
            let problem = Problem::new(Code::NothingHappens, place.field("customColor"), message);
            self.report(problem.help("write \"tableColor\": \"custom\""));
        }
    }

    fn check_text(&mut self, place: Place, text: &str) {
        // Most empty texts are errors of shape; an empty key is not.
        if text.trim().is_empty() && (place.key || !text.is_empty()) {
            let message = "there is nothing to read in this name";
            let problem = Problem::new(Code::BlankName, place.clone(), message);
            self.report(problem.help("give it a name of letters"));
        }
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
