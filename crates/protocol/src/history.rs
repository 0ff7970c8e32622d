//! Opponents, ratings and what was played before.

use parlor_core::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Account;

/// How strong somebody is, as far as is known.
///
/// ```
/// let shown = parlor_protocol::RatingShown { rating: 1500, deviation: 350, matches: 0 };
/// assert_eq!(serde_json::to_string(&shown).unwrap(), r#"{"rating":1500,"deviation":350,"matches":0}"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatingShown {
    /// The rating (Glicko-2); 1500 is where everybody begins.
    pub rating: i32,
    /// How unsure it is: the truth is within twice of this, nineteen times out of twenty.
    pub deviation: i32,
    /// How many rated matches it rests on.
    pub matches: u32,
}

/// Somebody on a leaderboard.
///
/// ```
/// let json = r#"{"rank":1,"account":{"id":"ann","name":"Ann","guest":false},"rating":{"rating":1600,"deviation":80,"matches":9}}"#;
/// let ranked: parlor_protocol::Ranked = serde_json::from_str(json).unwrap();
/// assert_eq!(ranked.rank, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ranked {
    /// The place, from 1 on.
    pub rank: u32,
    /// Who.
    pub account: Account,
    /// How strong.
    pub rating: RatingShown,
}

/// A match that somebody has played.
///
/// ```
/// let json = r#"{"match":"m1","game":"hex","seats":["Ann","Bob"],"ended_ms":5,"rated":false}"#;
/// let past: parlor_protocol::PastMatch = serde_json::from_str(json).unwrap();
/// assert_eq!(past.seats[1], "Bob");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PastMatch {
    /// Which one.
    #[serde(rename = "match")]
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// The players' names, by seat.
    pub seats: Vec<String>,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// A wish for an opponent of about one's own strength.
///
/// ```
/// let seek: parlor_protocol::Seek = serde_json::from_str(r#"{"game":"hex"}"#).unwrap();
/// assert!(seek.rated && seek.clock.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seek {
    /// The id of the game.
    pub game: String,
    /// The clock, as in `5m+3s`; empty for the usual one.
    #[serde(default)]
    pub clock: String,
    /// Whether it counts for ratings.
    #[serde(default = "yes")]
    pub rated: bool,
}

fn yes() -> bool {
    true
}

/// Where a search for an opponent stands.
///
/// ```
/// use parlor_protocol::Sought;
/// assert_eq!(serde_json::to_string(&Sought::default()).unwrap(), r#"{"waiting":false}"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sought {
    /// Whether it goes on.
    pub waiting: bool,
    /// The match that was found.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// Whether a match's log, and its chance, are what they claim to be.
///
/// ```
/// let json = r#"{"sound":true,"version":9,"hash":"ab","text":"the log follows from the rules"}"#;
/// let checked: parlor_protocol::Checked = serde_json::from_str(json).unwrap();
/// assert!(checked.sound);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    /// Whether all is as it should be.
    pub sound: bool,
    /// How many records the match has.
    pub version: u64,
    /// The hash over all of them.
    pub hash: String,
    /// What was found, in words.
    pub text: String,
}
