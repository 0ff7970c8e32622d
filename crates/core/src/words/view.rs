//! Whole views in another language, for those who show them as they come.

use std::sync::Arc;

use serde_json::Value;

use super::{ENGLISH, Words};
use crate::{Answers, Arg, Message, Outcome, Question, Rejection, ValueType, View, ZoneView};

impl Words {
    /// A message with its texts, and those of what is in it, in a language. What has no translation stays English.
    ///
    /// ```
    /// use parlor_core::{Message, Words};
    /// let mut words = Words::new();
    /// words.add("de", [("takes", "nimm {what}"), ("face.sailor", "Matrose")]);
    /// let takes = Message::new("takes", "take {what}").with("what", Message::word("face", "sailor"));
    /// assert_eq!(words.translated("de", &takes).render(&[]), "nimm Matrose");
    /// ```
    pub fn translated(&self, language: &str, message: &Message) -> Message {
        if language == ENGLISH {
            return message.clone();
        }
        let mut message = message.clone();
        self.translate(language, &mut message);
        message
    }

    fn translate(&self, language: &str, message: &mut Message) {
        if let Some(text) = self.get(language, &message.id) {
            message.text = text.to_owned().into();
        }
        for arg in message.args.values_mut() {
            self.translate_arg(language, arg);
        }
    }

    fn translate_arg(&self, language: &str, arg: &mut Arg) {
        match arg {
            Arg::Message(message) => self.translate(language, message),
            Arg::List { list } => {
                for arg in list {
                    self.translate_arg(language, arg);
                }
            }
            Arg::Seat { .. } | Arg::Number(_) | Arg::Text(_) => {}
        }
    }

    /// A whole view in a language: what is asked, told and offered, what lies there, what counts, and how it ended.
    ///
    /// ```
    /// use parlor_core::prelude::*;
    /// use parlor_core::Words;
    /// let mut words = Words::new();
    /// words.add("de", [("zone.pond", "Teich"), ("face.sailor", "Matrose")]);
    /// let view = View::new().zone(ZoneView::row("pond").piece(PieceView::new("card", "sailor")));
    /// let view = words.translated_view("de", view);
    /// assert_eq!(view.zones[0].name().text, "Teich");
    /// assert_eq!(view.zones[0].pieces[0].face.as_deref(), Some("Matrose"));
    /// ```
    pub fn translated_view(&self, language: &str, mut view: View) -> View {
        if language == ENGLISH {
            return view;
        }
        let asked = view.phase.iter_mut().chain(&mut view.prompt);
        let told = view.recent.iter_mut().map(|told| &mut told.message);
        for message in asked.chain(told) {
            self.translate(language, message);
        }
        let names: Vec<String> = (view.seats.iter())
            .map(|seat| seat.name.to_string())
            .collect();
        for action in &mut view.actions {
            if let Some(label) = &mut action.label {
                self.translate(language, label);
                action.text = label.render(&names).into();
            }
        }
        self.translate_zones(language, &mut view.zones);
        let legend = Arc::make_mut(&mut view.legend);
        let mut words: Vec<&str> = Vec::new();
        for (name, look) in &mut legend.values {
            self.translate(language, &mut look.label);
            match &mut look.shown_as {
                ValueType::Sheet { boxes, .. } => {
                    for label in boxes {
                        self.translate(language, label);
                    }
                }
                ValueType::Suit | ValueType::Rank | ValueType::Word => words.push(name),
                _ => {}
            }
        }
        let values = view.seats.iter_mut().map(|seat| &mut seat.values);
        for values in values.chain([&mut view.values]) {
            for name in &words {
                match values.get_mut(*name) {
                    Some(Value::String(word)) => *word = self.named(language, "word", word),
                    // Several words are a message.
                    Some(value @ Value::Object(_)) => {
                        if let Ok(message) = serde_json::from_value(value.clone()) {
                            let said = self.translated(language, &message);
                            *value = serde_json::to_value(said).unwrap_or_default();
                        }
                    }
                    _ => {}
                }
            }
        }
        view.outcome = view.outcome.map(|outcome| {
            let mut standings = outcome.standings().to_vec();
            for standing in &mut standings {
                self.translate(language, &mut standing.reason);
            }
            Outcome::of(standings).ranked(outcome.ranking())
        });
        view
    }

    /// A question in a language.
    pub fn translated_question(&self, language: &str, mut question: Question) -> Question {
        if language != ENGLISH {
            self.translate(language, &mut question.prompt);
            if let Answers::OneOf(choices) = &mut question.answers {
                for choice in choices {
                    self.translate(language, &mut choice.label);
                }
            }
        }
        question
    }

    /// Why a command was refused, in a language.
    pub fn translated_rejection(&self, language: &str, mut rejection: Rejection) -> Rejection {
        if language != ENGLISH {
            self.translate(language, rejection.message_mut());
        }
        rejection
    }

    fn translate_zones(&self, language: &str, zones: &mut [ZoneView]) {
        for zone in zones {
            let name = zone.name();
            if zone.label.is_some() || self.get(language, &name.id).is_some() {
                zone.label = Some(self.translated(language, &name));
            }
            for face in zone
                .pieces
                .iter_mut()
                .filter_map(|piece| piece.face.as_mut())
            {
                let named = self.named(language, "face", face);
                if *face != *named {
                    *face = named.into();
                }
            }
            self.translate_zones(language, &mut zone.zones);
        }
    }

    /// A thing by its name in a language.
    fn named(&self, language: &str, group: &str, name: &str) -> String {
        let id = Message::word(group, name).id;
        self.get(language, &id).unwrap_or(name).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use crate::{ActionView, Message, Seat, View, Words};

    #[test]
    fn what_can_be_done_names_people_in_every_language() {
        let mut words = Words::new();
        words.add("de", [("action.ask", "frag {who}")]);
        let ask = Message::new("action.ask", "ask {who}").with("who", Seat(1));
        let mut view = View::new();
        view.seats = vec![Default::default(); 2];
        view.actions.push(ActionView {
            command: "ask 1".into(),
            text: ask.to_string().into(),
            label: Some(ask),
            touches: Vec::new(),
        });
        let view = view.named(&["Ann".into(), "Ben".into()]);
        assert_eq!(
            words.translated_view("de", view).actions[0].text,
            "frag Ben"
        );
    }
}
