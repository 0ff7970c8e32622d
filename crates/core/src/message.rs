//! Words for people: a [`Message`] has a stable id, named arguments and an English default, so that it can be translated.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Seat;

/// A text with named arguments.
///
/// ```
/// use parlor_core::{Message, Seat};
/// let message = Message::new("bid", "{seat} bids {count} × {face}")
///     .with("seat", Seat(1))
///     .with("count", 3)
///     .with("face", "six");
/// assert_eq!(message.to_string(), "seat 1 bids 3 × six");
/// assert_eq!(message.render(&["Ann".into(), "Bob".into()]), "Bob bids 3 × six");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Message {
    /// What translations are looked up by: `bid`, `not_your_turn`.
    pub id: Cow<'static, str>,
    /// The English text, with arguments in braces.
    pub text: Cow<'static, str>,
    /// What goes into the braces.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<Cow<'static, str>, Arg>,
}

/// An argument of a [`Message`].
///
/// ```
/// use parlor_core::{Arg, Message, Seat};
/// assert_eq!(Arg::from(Seat(1)), Arg::Seat { seat: Seat(1) });
/// assert_eq!(serde_json::to_string(&Arg::from(3)).unwrap(), "3");
/// let hand = Arg::from(Message::word("zone", "hand"));
/// assert_eq!(serde_json::to_string(&hand).unwrap(), r#"{"id":"zone.hand","text":"hand"}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Arg {
    /// A seat, shown by its player's name.
    Seat {
        /// The seat.
        seat: Seat,
    },
    /// A whole number.
    Number(i64),
    /// A text that reads the same in every language: a place, a card's signs, a name.
    Text(Cow<'static, str>),
    /// A thing with words of its own (a piece, a zone, a value, another message), which is translated by its id.
    Message(Box<Message>),
    /// Several arguments, one after the other.
    List {
        /// The arguments.
        list: Vec<Arg>,
    },
}

impl Message {
    /// A message without arguments yet.
    pub fn new(id: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Message {
        Message {
            id: id.into(),
            text: text.into(),
            args: BTreeMap::new(),
        }
    }

    /// The message with one more argument.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, arg: impl Into<Arg>) -> Message {
        self.args.insert(name.into(), arg.into());
        self
    }

    /// A word for a thing: `zone.draw_pile` is "draw pile". Names that are written for programs become readable.
    ///
    /// ```
    /// use parlor_core::Message;
    /// let zone = Message::word("zone", "draw_pile");
    /// assert_eq!((&*zone.id, &*zone.text), ("zone.draw_pile", "draw pile"));
    /// ```
    pub fn word(group: &str, name: &str) -> Message {
        Message::new(format!("{group}.{}", slug(name)), name.replace('_', " "))
    }

    /// The message with this id, where it has none of its own yet.
    #[must_use]
    pub fn or_id(mut self, id: impl Into<Cow<'static, str>>) -> Message {
        if self.id.is_empty() {
            self.id = id.into();
        }
        self
    }

    /// The message with an id made of its text, where it has none of its own. Such an id changes with the text.
    #[must_use]
    pub fn or_id_of_text(self, group: &str) -> Message {
        if !self.id.is_empty() {
            return self;
        }
        let id = format!("{group}.{}", slug(&self.text));
        self.or_id(id)
    }

    /// The English text with its arguments, seats by their names.
    pub fn render(&self, names: &[String]) -> String {
        let mut out = String::with_capacity(self.text.len() + 16);
        self.fill(&|_| None, names, &mut out);
        out
    }

    /// The same in the language of a catalogue, in which a message without translation stays English.
    pub(crate) fn fill<'w>(
        &self,
        words: &dyn Fn(&str) -> Option<&'w str>,
        names: &[String],
        out: &mut String,
    ) {
        let mut rest: &str = words(&self.id).unwrap_or(&self.text);
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            rest = &rest[open..];
            let Some(close) = rest.find('}') else { break };
            match self.args.get(&rest[1..close]) {
                Some(arg) => arg.fill(words, names, out),
                None => out.push_str(&rest[..=close]),
            }
            rest = &rest[close + 1..];
        }
        out.push_str(rest);
    }
}

impl Arg {
    fn fill<'w>(
        &self,
        words: &dyn Fn(&str) -> Option<&'w str>,
        names: &[String],
        out: &mut String,
    ) {
        match self {
            Arg::Seat { seat } => match names.get(seat.index()) {
                Some(name) => out.push_str(name),
                None => out.push_str(&seat.to_string()),
            },
            Arg::Number(number) => out.push_str(&number.to_string()),
            Arg::Text(text) => out.push_str(text),
            Arg::Message(message) => message.fill(words, names, out),
            Arg::List { list: args } => {
                for (index, arg) in args.iter().enumerate() {
                    if index > 0 {
                        out.push(' ');
                    }
                    arg.fill(words, names, out);
                }
            }
        }
    }

    /// What is on a piece: a card's signs and a die's number read the same everywhere, words are translated.
    ///
    /// ```
    /// use parlor_core::{Arg, Message};
    /// assert_eq!(Arg::face("Q♠"), "Q♠".to_owned().into());
    /// assert_eq!(Arg::face("Sailor"), Message::new("face.sailor", "Sailor").into());
    /// ```
    pub fn face(face: &str) -> Arg {
        Arg::named("face", face)
    }

    /// A thing by its name: a word of a group, or a sign that reads the same everywhere.
    pub fn named(group: &str, name: &str) -> Arg {
        match is_words(name) {
            true => Message::word(group, name).into(),
            false => name.to_owned().into(),
        }
    }
}

/// Whether there is something to translate in a text: a word of two letters, that is no place such as `aa12`.
fn is_words(text: &str) -> bool {
    let mut pairs = text.as_bytes().windows(2);
    let place = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_place = place.len() < text.len() && place.chars().all(|c| c.is_ascii_lowercase());
    !is_place && pairs.any(|two| two.iter().all(u8::is_ascii_alphabetic))
}

/// A text as the part of an id: `Draw Two` is `draw_two`.
fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_alphanumeric() {
            true => slug.extend(c.to_lowercase()),
            false if slug.ends_with('_') || slug.is_empty() => {}
            false => slug.push('_'),
        }
    }
    slug.truncate(slug.trim_end_matches('_').len());
    slug
}

impl From<&'static str> for Message {
    /// A text without an id: what takes it gives it one.
    fn from(text: &'static str) -> Message {
        Message::new("", text)
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message::new("", text)
    }
}

impl From<Cow<'static, str>> for Message {
    fn from(text: Cow<'static, str>) -> Message {
        Message::new("", text)
    }
}

impl From<(&'static str, &'static str)> for Message {
    /// An id and its English text.
    fn from((id, text): (&'static str, &'static str)) -> Message {
        Message::new(id, text)
    }
}

impl From<Message> for serde_json::Value {
    /// A value that is several words: clients show it as a message.
    fn from(message: Message) -> serde_json::Value {
        serde_json::to_value(message).unwrap_or_default()
    }
}

impl From<Message> for Arg {
    /// A message that has no id is a plain text.
    fn from(message: Message) -> Arg {
        match message.id.is_empty() && message.args.is_empty() {
            true => Arg::Text(message.text),
            false => Arg::Message(Box::new(message)),
        }
    }
}

impl From<Vec<Arg>> for Arg {
    fn from(args: Vec<Arg>) -> Arg {
        Arg::List { list: args }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&[]))
    }
}

impl From<Seat> for Arg {
    fn from(seat: Seat) -> Arg {
        Arg::Seat { seat }
    }
}

impl From<&'static str> for Arg {
    fn from(text: &'static str) -> Arg {
        Arg::Text(text.into())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::Text(text.into())
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Arg {
        Arg::Number(number)
    }
}

impl From<i32> for Arg {
    fn from(number: i32) -> Arg {
        Arg::Number(number.into())
    }
}

impl From<u32> for Arg {
    fn from(number: u32) -> Arg {
        Arg::Number(number.into())
    }
}

impl From<u8> for Arg {
    fn from(number: u8) -> Arg {
        Arg::Number(number.into())
    }
}

impl From<u64> for Arg {
    fn from(number: u64) -> Arg {
        Arg::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// An event as one viewer may hear it: a line for the log, and data for animation.
///
/// ```
/// use parlor_core::{Message, Told};
/// let told = Told::new(Message::new("drew", "a card is drawn")).data(&serde_json::json!({"from": "deck"}));
/// assert_eq!(told.message.to_string(), "a card is drawn");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Told {
    /// The line for people.
    pub message: Message,
    /// What a program needs to show it; the game says what that is. Null when the message is all.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub data: serde_json::Value,
}

impl Told {
    /// Just a line.
    pub fn new(message: Message) -> Told {
        Told {
            message,
            data: serde_json::Value::Null,
        }
    }

    /// The line with data. What has no JSON form is left out.
    #[must_use]
    pub fn data(mut self, data: &impl Serialize) -> Told {
        self.data = serde_json::to_value(data).unwrap_or_default();
        self
    }
}
