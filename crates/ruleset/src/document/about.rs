//! What people want to know of a card game before they choose it.

use parlor_core::Manifest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How long and how hard a game is, for whom, and where it is from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct About {
    /// How many minutes a match usually takes, from and to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<u16>>")]
    pub minutes: Option<[u16; 2]>,
    /// How much there is to learn and to think about: 1 (explained in a minute) to 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 5))]
    pub complexity: Option<u8>,
    /// The age from which people can play it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 99))]
    pub age: Option<u8>,
    /// The numbers of players with which it is best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_for: Option<Vec<u8>>,
    /// A sign that stands for the game where a picture of its table has no room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// What a scoreboard shows of each player, the most important first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoreboard: Option<Vec<String>>,
    /// Where the rules are from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl From<About> for Manifest {
    fn from(about: About) -> Manifest {
        Manifest {
            minutes: about.minutes,
            complexity: about.complexity,
            age: about.age,
            best_for: about.best_for.unwrap_or_default(),
            picture: about.picture,
            scoreboard: about.scoreboard.unwrap_or_default(),
            source: about.source,
            ..Manifest::new()
        }
    }
}
