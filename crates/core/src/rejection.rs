//! Why a command was refused.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Arg, Message, SeatSet};

/// Why a command was refused: a stable code, a text, its arguments, and what would be legal.
///
/// A refused command has changed nothing.
///
/// ```
/// use parlor_core::Rejection;
/// let rejection = Rejection::new("occupied", "{cell} is taken").with("cell", "b2");
/// assert_eq!(rejection.code(), "occupied");
/// assert_eq!(rejection.to_string(), "b2 is taken");
/// assert_eq!(
///     serde_json::to_string(&rejection).unwrap(),
///     r#"{"code":"occupied","text":"{cell} is taken","args":{"cell":"b2"}}"#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "Fields", into = "Fields")]
pub struct Rejection(Box<Details>);

#[derive(Clone, Debug, PartialEq)]
struct Details {
    message: Message,
    legal: Vec<serde_json::Value>,
}

/// How a rejection looks in JSON: its message's id is called code there, as everywhere else.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Fields {
    code: Cow<'static, str>,
    text: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    args: BTreeMap<Cow<'static, str>, Arg>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    legal: Vec<serde_json::Value>,
}

impl From<Fields> for Rejection {
    fn from(fields: Fields) -> Rejection {
        Rejection(Box::new(Details {
            message: Message {
                id: fields.code,
                text: fields.text,
                args: fields.args,
            },
            legal: fields.legal,
        }))
    }
}

impl From<Rejection> for Fields {
    fn from(rejection: Rejection) -> Fields {
        let Details { message, legal } = *rejection.0;
        Fields {
            code: message.id,
            text: message.text,
            args: message.args,
            legal,
        }
    }
}

impl Rejection {
    /// How many legal commands a rejection names at most.
    pub const MOST_LEGAL: usize = 64;

    /// A rejection with a stable code in snake_case and an English text.
    pub fn new(code: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Self {
        Rejection(Box::new(Details {
            message: Message::new(code, text),
            legal: Vec::new(),
        }))
    }

    /// The rejection with one more argument.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, arg: impl Into<Arg>) -> Rejection {
        self.0.message = self.0.message.with(name, arg);
        self
    }

    /// The rejection with what would have been legal.
    #[must_use]
    pub fn with_legal(mut self, legal: Vec<serde_json::Value>) -> Rejection {
        self.0.legal = legal;
        self
    }

    /// The code, which does not change from version to version.
    pub fn code(&self) -> &str {
        &self.0.message.id
    }

    /// The code, the text and its arguments.
    pub fn message(&self) -> &Message {
        &self.0.message
    }

    pub(crate) fn message_mut(&mut self) -> &mut Message {
        &mut self.0.message
    }

    /// Commands that would be legal for the seat that asked, in JSON; the first ones where there are many.
    pub fn legal(&self) -> &[serde_json::Value] {
        &self.0.legal
    }

    /// The command is none that the rules allow now.
    pub fn illegal() -> Rejection {
        Rejection::new("illegal", "that is not possible now")
    }

    /// The command is no command of this game at all.
    pub fn malformed(problem: impl fmt::Display) -> Rejection {
        Rejection::new("malformed", "that is no command of this game: {problem}")
            .with("problem", problem.to_string())
    }

    pub(crate) fn not_your_turn(to_act: SeatSet) -> Rejection {
        match to_act.first() {
            Some(seat) if to_act.len() == 1 => {
                Rejection::new("not_your_turn", "it is the turn of {seat}").with("seat", seat)
            }
            Some(_) => Rejection::new("not_your_turn", "it is the turn of others"),
            None => Rejection::new("match_over", "the match is over"),
        }
    }

    pub(crate) fn no_such_seat(seats: u8) -> Rejection {
        Rejection::new(
            "no_such_seat",
            "this match has {seats} seats, counted from 0",
        )
        .with("seats", seats)
    }

    pub(crate) fn stale(expected: u64, actual: u64) -> Rejection {
        Rejection::new(
            "stale_version",
            "the match is at version {actual}, not {expected}: look again",
        )
        .with("expected", expected)
        .with("actual", actual)
    }

    pub(crate) fn key_reused() -> Rejection {
        Rejection::new("key_reused", "that key came before with another command")
    }

    pub(crate) fn over_budget(what: &'static str, limit: u64) -> Rejection {
        Rejection::new(
            "over_budget",
            "the rules went past their limit of {limit} {what} for one command",
        )
        .with("what", what)
        .with("limit", limit)
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.message.fmt(f)
    }
}

impl std::error::Error for Rejection {}
