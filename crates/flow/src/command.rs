//! What a seat sends: the name of an action, and an answer to each of its choices.

use std::fmt;

use parlor_table::Word;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An action with answers to its choices, in their order.
///
/// ```
/// use parlor_flow::Command;
/// let command = Command::new("ask").with(1).with(7);
/// assert_eq!(serde_json::to_string(&command).unwrap(), r#"{"action":"ask","args":[1,7]}"#);
/// assert_eq!(command.to_string(), "ask 1 7");
/// assert_eq!(serde_json::from_str::<Command>(r#"{"action":"pass"}"#).unwrap(), Command::new("pass"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(expecting = "an action and its answers, as in {\"action\":\"ask\",\"args\":[1,7]}")]
pub struct Command {
    /// The action.
    pub action: Word,
    /// The answers. Seats are their numbers, pieces the numbers of their handles, places their names.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub args: SmallVec<[Input; 2]>,
}

/// An answer to a choice.
///
/// ```
/// use parlor_flow::Input;
/// let read = |json| serde_json::from_str::<Input>(json).unwrap();
/// assert_eq!(read("7"), Input::Number(7));
/// assert_eq!(read("\"b2\""), Input::from("b2"));
/// assert_eq!(read("null"), Input::Nothing);
/// assert_eq!(read("[1, 2]"), Input::Many([Input::Number(1), Input::Number(2)].into()));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[serde(expecting = "an answer is a number, a text, null, or a list of these")]
pub enum Input {
    /// No answer, where a choice is optional.
    Nothing,
    /// A number; also a seat, or the handle of a piece.
    Number(i64),
    /// A short name: of a place, a zone, one of several words.
    Word(Word),
    /// A text that is too long for a word.
    Text(Box<str>),
    /// Several answers to one choice.
    Many(Box<[Input]>),
}

impl Command {
    /// A command without answers yet.
    ///
    /// # Panics
    /// When the name has more than 31 bytes, which no action's name has.
    pub fn new(action: &str) -> Command {
        match Word::new(action) {
            Some(action) => Command {
                action,
                args: SmallVec::new(),
            },
            None => panic!("'{action}' is too long for the name of an action"),
        }
    }

    /// The command with one more answer.
    #[must_use]
    pub fn with(mut self, input: impl Into<Input>) -> Command {
        self.args.push(input.into());
        self
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.action)?;
        self.args.iter().try_for_each(|input| write!(f, " {input}"))
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Nothing => f.write_str("-"),
            Input::Number(number) => number.fmt(f),
            Input::Word(word) => word.fmt(f),
            Input::Text(text) => write!(f, "{text:?}"),
            Input::Many(inputs) => {
                let texts: Vec<String> = inputs.iter().map(ToString::to_string).collect();
                f.write_str(&texts.join("+"))
            }
        }
    }
}

impl From<i64> for Input {
    fn from(number: i64) -> Input {
        Input::Number(number)
    }
}

impl From<&str> for Input {
    fn from(text: &str) -> Input {
        match Word::new(text) {
            Some(word) => Input::Word(word),
            None => Input::Text(text.into()),
        }
    }
}

impl<I: Into<Input>> From<Vec<I>> for Input {
    fn from(inputs: Vec<I>) -> Input {
        Input::Many(inputs.into_iter().map(Into::into).collect())
    }
}
