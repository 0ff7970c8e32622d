//! [`Rules`]: which rules a match goes by, and what to say when they are others than those at hand.

use crate::GameInfo;

/// Which rules a match goes by.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::{Game, Rules};
/// assert_eq!(Rules::of(&Sticks.info()).version, "1.0.0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Their version.
    pub version: String,
    /// Their [content hash](GameInfo::content_hash).
    pub hash: String,
}

impl Rules {
    /// The rules of a game at hand.
    pub fn of(info: &GameInfo) -> Rules {
        Rules {
            version: info.version.clone(),
            hash: info.content_hash(),
        }
    }

    /// The beginning of the hash: enough to tell rules apart.
    pub fn short_hash(&self) -> &str {
        self.hash.get(..8).unwrap_or(&self.hash)
    }
}

/// Says that a match was played under rules that are not these, and what to do.
pub(super) fn other_rules(game: &str, found: &Rules, expected: &Rules) -> String {
    match found.version != expected.version {
        true => format!(
            "this match was played with {game} {}, and this is {game} {}: open it with {game} {}, or begin a new match",
            found.version, expected.version, found.version
        ),
        false => format!(
            "this match was played with other rules of {game} {} (fingerprint {}) than these (fingerprint {}), which have \
             changed without a new version: open it with the rules that it was played with, or begin a new match",
            found.version,
            found.short_hash(),
            expected.short_hash()
        ),
    }
}
