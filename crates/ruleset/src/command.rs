//! What a seat sends: an action, the card that it plays, and what was chosen with it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// An action of the phase, with the card and the parameters that go with it.
///
/// ```
/// use parlor_ruleset::Command;
/// let read = |json| serde_json::from_str::<Command>(json).unwrap();
/// assert_eq!(read(r#"{"action":"hit"}"#).to_string(), "hit");
/// assert_eq!(read(r#"{"action":"play_card","card":"8♠"}"#).to_string(), "play_card 8♠");
/// assert_eq!(read(r#"{"action":"ask","params":{"rank":"7","target":1}}"#).to_string(), "ask rank=7 target=1");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(
    expecting = "an action, as in {\"action\":\"hit\"} or {\"action\":\"play_card\",\"card\":\"8♠\"}"
)]
pub struct Command {
    /// The action's name.
    pub action: Name,
    /// What is on the card that is played; `#2` is the third from the top of cards that the player does not see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Name>,
    /// The zone that it is played from, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Name>,
    /// The zone that it is played to, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Name>,
    /// What was chosen, by the parameters' names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<Name, Given>,
}

/// A name that is cheap to copy.
///
/// ```
/// use parlor_ruleset::Name;
/// assert_eq!(Name::from("hit").as_str(), "hit");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub(crate) Arc<str>);

/// What was chosen for a parameter.
///
/// ```
/// use parlor_ruleset::Given;
/// assert_eq!(serde_json::from_str::<Given>("3").unwrap(), Given::Whole(3));
/// assert_eq!(serde_json::from_str::<Given>("\"red\"").unwrap(), Given::Text("red".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[serde(expecting = "a parameter is a number or a text")]
pub enum Given {
    /// A whole number; also a player's.
    Whole(i64),
    /// Another number.
    Number(f64),
    /// A text.
    Text(Name),
}

impl Command {
    pub(crate) fn of(action: &Arc<str>) -> Command {
        Command {
            action: Name(action.clone()),
            card: None,
            from: None,
            to: None,
            params: BTreeMap::new(),
        }
    }
}

impl Name {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name(Arc::from(text))
    }
}

impl Serialize for Name {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        String::deserialize(deserializer).map(|text| Name(text.into()))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Whole(number) => number.fmt(f),
            Given::Number(number) => number.fmt(f),
            Given::Text(text) => text.fmt(f),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.action.as_str())?;
        if let Some(card) = &self.card {
            write!(f, " {card}")?;
        }
        if let Some(from) = &self.from {
            write!(f, " from {from}")?;
        }
        if let Some(to) = &self.to {
            write!(f, " to {to}")?;
        }
        let mut params = self.params.iter();
        params.try_for_each(|(name, given)| write!(f, " {name}={given}"))
    }
}
