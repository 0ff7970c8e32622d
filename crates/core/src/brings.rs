//! What each seat brings to a match: a deck, a squad, a character. A game declares it with a [`BringSpec`].

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{Message, Seat};

/// Something that every seat brings to a match: a deck, a squad, a character.
///
/// A game declares it, [`Game::check_bring`](crate::Game::check_bring) looks at what a seat brings and names every fault at
/// once, and [`Setup::of`](crate::Setup::of) hands it to the rules. What is secret goes into the header of the match as a
/// salted hash and is opened when the match is over, like the seed.
///
/// ```
/// use parlor_core::{BringSpec, GameInfo};
/// use serde_json::json;
/// let deck = BringSpec::new("deck", "Deck")
///     .describe("Ten cards, no more than two of each.")
///     .secret()
///     .preset("embers", "Embers", json!(["ember ox", "spark"]))
///     .preset("tides", "Tides", json!(["gull", "undertow"]));
/// assert_eq!(deck.default_value(), &json!(["ember ox", "spark"]));
/// assert_eq!(deck.find_preset("tides").unwrap().label, "Tides");
/// let info = GameInfo::new("duel", "Duel", 2..=2).bring(deck);
/// assert_eq!(info.brings[0].id, "deck");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BringSpec {
    /// What programs call it.
    pub id: String,
    /// What people call it.
    pub label: String,
    /// What it may be, in a sentence or two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Whether the other seats must not know it before the match is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// Whether a seat may bring nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Ready-made ones. A seat that says nothing brings the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub presets: Vec<Preset>,
}

/// A ready-made deck, squad or character.
///
/// ```
/// use parlor_core::BringSpec;
/// let spec = BringSpec::new("deck", "Deck").preset("embers", "Embers", "ox, ox, spark");
/// assert_eq!(spec.presets[0].value, "ox, ox, spark");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preset {
    /// What programs call it.
    pub id: String,
    /// What people call it.
    pub label: String,
    /// What it is.
    pub value: Json,
}

/// Something that is wrong with what a seat brings.
///
/// ```
/// use parlor_core::{BringFault, Message, Seat};
/// let fault = BringFault {
///     seat: Seat(1),
///     bring: "deck".into(),
///     fault: Message::new("too_small", "a deck has {size} cards").with("size", 10),
/// };
/// assert_eq!(fault.to_string(), "deck of seat 1: a deck has 10 cards");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BringFault {
    /// Whose it is.
    pub seat: Seat,
    /// The [id](BringSpec::id) of what is wrong.
    pub bring: String,
    /// What is wrong with it.
    pub fault: Message,
}

impl std::fmt::Display for BringFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}: {}", self.bring, self.seat, self.fault)
    }
}

impl BringSpec {
    /// The most bytes that one value may have, written as JSON.
    pub const MOST_BYTES: usize = 64 * 1024;

    /// How deep lists and objects of a value may be nested.
    pub const DEEPEST: usize = 16;

    /// Something open that every seat must bring.
    pub fn new(id: impl Into<String>, label: impl Into<String>) -> BringSpec {
        BringSpec {
            id: id.into(),
            label: label.into(),
            description: String::new(),
            secret: false,
            optional: false,
            presets: Vec::new(),
        }
    }

    /// With a sentence or two on what it may be.
    #[must_use]
    pub fn describe(mut self, description: impl Into<String>) -> BringSpec {
        self.description = description.into();
        self
    }

    /// The other seats must not know it before the match is over.
    #[must_use]
    pub fn secret(mut self) -> BringSpec {
        self.secret = true;
        self
    }

    /// A seat may bring nothing: the value is null then.
    #[must_use]
    pub fn optional(mut self) -> BringSpec {
        self.optional = true;
        self
    }

    /// With one more ready-made value. The first is what a seat brings that says nothing.
    #[must_use]
    pub fn preset(
        mut self,
        id: impl Into<String>,
        label: impl Into<String>,
        value: impl Into<Json>,
    ) -> BringSpec {
        self.presets.push(Preset {
            id: id.into(),
            label: label.into(),
            value: value.into(),
        });
        self
    }

    /// The ready-made value with this id.
    pub fn find_preset(&self, id: &str) -> Option<&Preset> {
        self.presets.iter().find(|preset| preset.id == id)
    }

    /// What a seat brings that says nothing: the first preset, or null.
    pub fn default_value(&self) -> &Json {
        self.presets
            .first()
            .map_or(&Json::Null, |preset| &preset.value)
    }

    /// What no game can be handed: values that are too large, nested too deeply, or have numbers that are not whole.
    pub(crate) fn check_shape(value: &Json) -> Result<(), Message> {
        // Depth comes first: writing a value goes as deep as the value.
        if is_deeper(value, BringSpec::DEEPEST) {
            let text = "lists in it are nested more than {deepest} deep";
            return Err(Message::new("too_deep", text).with("deepest", BringSpec::DEEPEST as u64));
        }
        if !has_whole_numbers(value) {
            return Err(Message::new("not_whole", "all numbers in it must be whole"));
        }
        let bytes = canonical(value).len();
        if bytes > BringSpec::MOST_BYTES {
            let text = "it has {bytes} bytes, and {most} are the most";
            return Err(Message::new("too_large", text)
                .with("bytes", bytes as u64)
                .with("most", BringSpec::MOST_BYTES as u64));
        }
        Ok(())
    }
}

fn is_deeper(value: &Json, most: usize) -> bool {
    match value {
        Json::Array(items) => most == 0 || items.iter().any(|item| is_deeper(item, most - 1)),
        Json::Object(fields) => most == 0 || fields.values().any(|item| is_deeper(item, most - 1)),
        _ => false,
    }
}

fn has_whole_numbers(value: &Json) -> bool {
    match value {
        Json::Number(number) => !number.is_f64(),
        Json::Array(items) => items.iter().all(has_whole_numbers),
        Json::Object(fields) => fields.values().all(has_whole_numbers),
        _ => true,
    }
}

/// A value as text that is the same wherever it is written: fields by name, no blanks.
pub(crate) fn canonical(value: &Json) -> String {
    fn write(value: &Json, text: &mut String) {
        match value {
            Json::Array(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    write(item, text);
                }
                text.push(']');
            }
            Json::Object(fields) => {
                let mut fields: Vec<(&String, &Json)> = fields.iter().collect();
                fields.sort_by_key(|(name, _)| *name);
                text.push('{');
                for (index, (name, item)) in fields.into_iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    text.push_str(&Json::from(name.as_str()).to_string());
                    text.push(':');
                    write(item, text);
                }
                text.push('}');
            }
            simple => text.push_str(&simple.to_string()),
        }
    }
    let mut text = String::new();
    write(value, &mut text);
    text
}

/// What a seat brings, as a [`Setup`](crate::Setup) holds it. A secret does not print itself.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Brought {
    pub value: Json,
    pub secret: bool,
}

impl std::fmt::Debug for Brought {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.secret {
            true => f.write_str("(secret)"),
            false => self.value.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_is_written_the_same_in_whatever_order_its_fields_come() {
        let one: Json =
            serde_json::from_str(r#"{ "b": [1, {"y": 2, "x": "é\n"}], "a": null }"#).unwrap();
        let two: Json = serde_json::from_str(r#"{"a":null,"b":[1,{"x":"é\n","y":2}]}"#).unwrap();
        assert_eq!(canonical(&one), r#"{"a":null,"b":[1,{"x":"é\n","y":2}]}"#);
        assert_eq!(canonical(&one), canonical(&two));
    }

    #[test]
    fn values_that_no_game_can_take_are_named() {
        let code = |value: &Json| BringSpec::check_shape(value).err().map(|fault| fault.id);
        assert_eq!(code(&json!(["a", 3, {"b": [true, null]}])), None);
        assert_eq!(code(&json!([1.5])).as_deref(), Some("not_whole"));
        assert_eq!(
            code(&json!("x".repeat(65_535))).as_deref(),
            Some("too_large")
        );
        let nested = |depth: usize| (0..depth).fold(json!(1), |value, _| json!([value]));
        assert_eq!(code(&nested(16)), None);
        assert_eq!(code(&nested(17)).as_deref(), Some("too_deep"));
    }

    #[test]
    fn a_secret_does_not_print_itself() {
        let brought = |secret| Brought {
            value: json!(["ox"]),
            secret,
        };
        assert!(!format!("{:?}", brought(true)).contains("ox"));
        assert!(format!("{:?}", brought(false)).contains("ox"));
    }
}
