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
/// use parlor_core::{Arg, Seat};
/// assert_eq!(Arg::from(Seat(1)), Arg::Seat { seat: Seat(1) });
/// assert_eq!(serde_json::to_string(&Arg::from(3)).unwrap(), "3");
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
    /// A text.
    Text(Cow<'static, str>),
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

    /// The English text with its arguments, seats by their names.
    pub fn render(&self, names: &[String]) -> String {
        let mut out = String::with_capacity(self.text.len() + 16);
        let mut rest: &str = &self.text;
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            rest = &rest[open..];
            let Some(close) = rest.find('}') else { break };
            match self.args.get(&rest[1..close]) {
                Some(Arg::Seat { seat }) => match names.get(seat.index()) {
                    Some(name) => out.push_str(name),
                    None => out.push_str(&seat.to_string()),
                },
                Some(Arg::Number(number)) => out.push_str(&number.to_string()),
                Some(Arg::Text(text)) => out.push_str(text),
                None => out.push_str(&rest[..=close]),
            }
            rest = &rest[close + 1..];
        }
        out.push_str(rest);
        out
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
