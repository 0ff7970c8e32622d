//! What of a table there is to translate.

use parlor_core::{Arg, Message};

use crate::{Schema, Shown};

impl Schema {
    /// The words for all that lies, counts and stands on the table, each with the id that translations use: `zone.draw_pile`,
    /// `value.points`, `face.sailor`, `word.won`. Signs such as `Q♠` need no translation and are left out.
    ///
    /// ```
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// schema.zone("draw_pile").add();
    /// schema.definition("card", "Sailor");
    /// schema.definition("card", "Q♠");
    /// let ids: Vec<String> = schema.texts().into_iter().map(|text| text.id.into_owned()).collect();
    /// assert_eq!(ids, ["zone.draw_pile", "back.card", "a_back.card", "face.sailor"]);
    /// ```
    pub fn texts(&self) -> Vec<Message> {
        let mut texts: Vec<Message> = Vec::new();
        let mut add = |text: Message| {
            if !texts.iter().any(|known| known.id == text.id) {
                texts.push(text);
            }
        };
        let mut word = |group: &str, name: &str| {
            if let Arg::Message(_) = Arg::face(name) {
                add(Message::word(group, name));
            }
        };
        // The first zone holds what was removed, and is never shown.
        for zone in self.zones.iter().skip(1) {
            word("zone", &zone.name);
        }
        for value in self
            .values
            .iter()
            .filter(|value| value.shown != Shown::Never)
        {
            word("value", &value.name);
            for name in &value.words {
                word("word", name);
            }
        }
        for definition in &self.definitions {
            word("back", &definition.back);
            word("a_back", &definition.back);
            word("face", &definition.name);
        }
        for text in &mut texts {
            if text.id.starts_with("a_back.") {
                text.text = format!("a {}", text.text).into();
            }
        }
        texts
    }
}
