//! A match looked back at: as one viewer has seen it, and what can be made of it.

use parlor_core::{Message, Patch, Seat, Told, View, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Checked;

/// A page of a match as one viewer has seen it, version by version.
///
/// ```
/// let json = r#"{"game":"hex","game_name":"Hex","seats":["Ann","Bob"],"viewer":"spectator","version":1,
///   "view":{"viewer":"spectator","to_act":[0],"seats":[],"zones":[]},"steps":[]}"#;
/// let history: parlor_protocol::History = serde_json::from_str(json).unwrap();
/// assert_eq!((history.version, history.steps.len()), (1, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct History {
    /// The id of the game.
    pub game: String,
    /// What people call it.
    pub game_name: String,
    /// The players' names, by seat.
    pub seats: Vec<String>,
    /// Through whose eyes.
    pub viewer: Viewer,
    /// The version that the page begins with: the first, or the `next` of the page before.
    pub version: u64,
    /// What could be seen then.
    pub view: View,
    /// The versions after it, as many as there are on a page.
    pub steps: Vec<Step>,
    /// The version after which the next page goes on (`?after=`); nothing on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
    /// Whether the match is what it claims to be, where a file was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<Checked>,
}

/// A record of a match, as one viewer has seen it.
///
/// ```
/// let step: parlor_protocol::Step = serde_json::from_str(r#"{"version":2,"patch":[]}"#).unwrap();
/// assert!(step.told.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The version that it led to.
    pub version: u64,
    /// What turns the view of the version before into this one.
    pub patch: Patch,
    /// What happened, as this viewer may hear it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Told>,
}

/// A wish for an analysis board: a match of one's own from a version of another on.
///
/// ```
/// let fork: parlor_protocol::Fork = serde_json::from_str(r#"{"version":7}"#).unwrap();
/// assert_eq!(fork.version, 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// From which version on.
    pub version: u64,
}

/// A question for a bot: what it would play.
///
/// ```
/// let ask: parlor_protocol::AskAdvice = serde_json::from_str("{}").unwrap();
/// assert_eq!(ask.level, "medium");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskAdvice {
    /// Which bot.
    #[serde(default = "medium")]
    pub level: String,
}

fn medium() -> String {
    "medium".into()
}

/// What a bot would play.
///
/// ```
/// let advice: parlor_protocol::Advice = serde_json::from_str(r#"{"seat":0,"command":"b2","text":"b2"}"#).unwrap();
/// assert_eq!(advice.text, "b2");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// Who is to act.
    pub seat: Seat,
    /// The command.
    pub command: Value,
    /// The command as people read it.
    pub text: String,
    /// The same for translators, where the game has named messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Message>,
}

/// A version of a match with all that is behind it, for whoever writes its game.
///
/// ```
/// let json = r#"{"version":2,"latest":2,"state":{"heap":4},"events":[2],"to_act":[1],"legal":[]}"#;
/// let inside: parlor_protocol::Inside = serde_json::from_str(json).unwrap();
/// assert_eq!(inside.state["heap"], 4);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Inside {
    /// Which version.
    pub version: u64,
    /// The latest one.
    pub latest: u64,
    /// The seed, as it can be given to a new match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The whole state.
    pub state: Value,
    /// The events that led to this version.
    pub events: Vec<Value>,
    /// Who may act.
    pub to_act: Vec<Seat>,
    /// What they may do.
    pub legal: Vec<LegalCommand>,
}

/// A command that a seat may send.
///
/// ```
/// let legal: parlor_protocol::LegalCommand = serde_json::from_str(r#"{"seat":0,"command":2,"text":"2"}"#).unwrap();
/// assert_eq!(legal.command, 2);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LegalCommand {
    /// Who.
    pub seat: Seat,
    /// The command.
    pub command: Value,
    /// The command as people read it.
    pub text: String,
}

/// What somebody who writes a game is told: how the file stands that was saved last.
///
/// ```
/// let news = parlor_protocol::AuthorNews::default();
/// assert_eq!(serde_json::to_string(&news).unwrap(), r#"{"saves":0}"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorNews {
    /// How often something was saved.
    pub saves: u64,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What is wrong with it, with the lines of its text; nothing if all is fine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problems: Option<String>,
}
