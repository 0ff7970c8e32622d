//! [`Fingerprint`]: a hash of what rules are made of.

use serde::Serialize;

/// A hash of what the rules of a game are made of, part by part: what two games that differ in it cannot share is a match.
///
/// Games whose rules are data hash the data; a `GameBuilder` hashes what is declared on it. What cannot be hashed, such as
/// functions, goes by [`GameInfo::version`](crate::GameInfo::version).
///
/// ```
/// use parlor_core::{Fingerprint, GameInfo};
/// let hash = |words: &[&str]| Fingerprint::new().with(&words).finish();
/// assert_eq!(hash(&["draw", "pass"]), hash(&["draw", "pass"]));
/// assert_ne!(hash(&["draw", "pass"]), hash(&["drawpass"]));
/// let info = GameInfo::new("words", "Words", 2..=4).fingerprint(hash(&["draw", "pass"]));
/// # let _ = info;
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Fingerprint(blake3::Hasher);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(blake3::Hasher::new_derive_key(
            "parlor 2026 fingerprint of rules",
        ))
    }
}

impl Fingerprint {
    /// Of nothing yet.
    pub fn new() -> Fingerprint {
        Fingerprint::default()
    }

    /// And of one more part, as it is written in JSON. Where one part ends and the next begins makes a difference.
    pub fn with<T: Serialize + ?Sized>(mut self, part: &T) -> Fingerprint {
        let text = serde_json::to_vec(part).unwrap_or_default();
        self.0.update(&(text.len() as u64).to_le_bytes());
        self.0.update(&text);
        self
    }

    /// The hash, as text.
    pub fn finish(self) -> String {
        self.0.finalize().to_hex().to_string()
    }
}
