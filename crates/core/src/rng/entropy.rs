//! What seats add to the seed of a match, so that not even its host can choose the deal.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Seed;
use crate::Seat;

/// Chance that a seat contributes to the seed: 256 bits from its own machine.
///
/// Everybody first says the [commitment](Entropy::commitment) alone, then the host commits to its seed, and only then is the
/// entropy told. So the host cannot choose a seed that fits what seats contribute, and no seat one that fits the others'.
///
/// ```
/// use parlor_core::Entropy;
/// let entropy: Entropy = "07".repeat(32).parse().unwrap();
/// assert_eq!(entropy.commitment(), "534200ee986cb577a2bd533f41b12823cea335030c6da524ed9eabf64633e941");
/// assert!(entropy.keeps(&entropy.commitment()));
/// assert_eq!(entropy.to_string(), "07".repeat(32));
/// assert_eq!(format!("{entropy:?}"), "Entropy(…)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String")
)]
pub struct Entropy(pub [u8; 32]);

/// A text that is no entropy.
///
/// ```
/// use parlor_core::{Entropy, EntropyError};
/// assert_eq!("luck".parse::<Entropy>(), Err(EntropyError));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entropy is 64 hexadecimal digits")]
pub struct EntropyError;

/// What a seat contributes to the seed of a match, as its header says it.
///
/// ```
/// use parlor_core::{Contribution, Entropy, Seat};
/// let entropy = Entropy([7; 32]);
/// let kept = Contribution::revealed(Seat(1), entropy);
/// assert!(kept.is_sound());
/// let broken = Contribution { revealed: Some(Entropy([8; 32])), ..kept };
/// assert!(!broken.is_sound());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contribution {
    /// Whose it is.
    pub seat: Seat,
    /// What it said before the host had committed to its seed.
    pub commitment: String,
    /// What it told afterwards; nothing if it did not in time. Then the seed goes without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revealed: Option<Entropy>,
}

impl Entropy {
    /// What can be said of it without telling it.
    pub fn commitment(&self) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("parlor 2026 entropy of a seat");
        hasher.update(&self.0).finalize().to_hex().to_string()
    }

    /// Whether it is what was committed to.
    pub fn keeps(&self, commitment: &str) -> bool {
        self.commitment() == commitment
    }
}

impl Contribution {
    /// The contribution of a seat that has told its entropy.
    pub fn revealed(seat: Seat, entropy: Entropy) -> Contribution {
        Contribution {
            seat,
            commitment: entropy.commitment(),
            revealed: Some(entropy),
        }
    }

    /// Whether what was told is what was committed to, as far as anything was told.
    pub fn is_sound(&self) -> bool {
        self.revealed
            .is_none_or(|entropy| entropy.keeps(&self.commitment))
    }
}

impl Seed {
    /// The seed that a match draws from whose seats contribute this, in the order of the seats: a hash of all of it. Where
    /// nobody has told anything, it is the host's seed itself.
    pub(crate) fn mixed(&self, contributions: &[Contribution]) -> Seed {
        let told = contributions.iter();
        let told: Vec<(Seat, Entropy)> = told
            .filter_map(|one| Some((one.seat, one.revealed?)))
            .collect();
        if told.is_empty() {
            return self.clone();
        }
        let mut hasher = blake3::Hasher::new_derive_key("parlor 2026 seed mixed by seats");
        self.feed(&mut hasher);
        for (seat, entropy) in told {
            hasher.update(&[seat.0]).update(&entropy.0);
        }
        Seed::Secret(*hasher.finalize().as_bytes())
    }
}

/// Before it is told it is a secret, so it never prints itself.
impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entropy(…)")
    }
}

impl fmt::Display for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

impl std::str::FromStr for Entropy {
    type Err = EntropyError;

    fn from_str(text: &str) -> Result<Entropy, EntropyError> {
        // One way to write it: a file is written again as it was read.
        let lower = text.bytes().all(|byte| !byte.is_ascii_uppercase());
        match blake3::Hash::from_hex(text) {
            Ok(hash) if lower => Ok(Entropy(*hash.as_bytes())),
            _ => Err(EntropyError),
        }
    }
}

impl TryFrom<String> for Entropy {
    type Error = EntropyError;

    fn try_from(text: String) -> Result<Entropy, EntropyError> {
        text.parse()
    }
}

impl From<Entropy> for String {
    fn from(entropy: Entropy) -> String {
        entropy.to_string()
    }
}
