//! Where chance begins: a secret seed with a public commitment, or an integer for reproducible games.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Streams;

/// What a match's chance is drawn from.
///
/// A secret seed is 256 bits that only the host knows until the match is over. Its [commitment](Seed::commitment) is
/// published at the start, so that everybody can check afterwards that the deal was not changed. An integer seed is for
/// reproducible games: whoever sees its commitment can find it by trying, so do not play for anything with it.
///
/// ```
/// use parlor_core::Seed;
/// let seed = Seed::Secret([7; 32]);
/// assert_eq!(format!("{seed:?}"), "Seed::Secret(…)");
/// assert!(seed.keeps(&seed.commitment()));
/// assert!(!Seed::Integer(42).keeps(&seed.commitment()));
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SeedText", into = "SeedText")]
pub enum Seed {
    /// 256 secret bits: ChaCha20.
    Secret([u8; 32]),
    /// An integer that somebody typed: mulberry32.
    Integer(u32),
}

/// What a stream of chance is for. Streams of different domains have nothing to do with each other.
///
/// ```
/// use parlor_core::{Domain, Rng, Seed};
/// let seed = Seed::Secret([7; 32]);
/// let word = |domain| Rng::new(&seed, domain, 0).word();
/// assert_ne!(word(Domain::Match), word(Domain::Bots));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// The match itself: shuffles, dice, deals.
    Match,
    /// The bots that play in it.
    Bots,
    /// Resampling what a viewer cannot see, for laws and fences.
    Resample,
}

/// The generator behind a match, by the name that stands in its header.
///
/// ```
/// use parlor_core::{Algorithm, Seed};
/// assert_eq!(Seed::Integer(42).algorithm(), Algorithm::Mulberry32);
/// assert_eq!(Seed::Secret([7; 32]).algorithm(), Algorithm::ChaCha20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Algorithm {
    /// Of secret seeds.
    #[serde(rename = "chacha20")]
    ChaCha20,
    /// Of integer seeds.
    Mulberry32,
}

/// A text that is no seed.
///
/// ```
/// use parlor_core::{Seed, SeedError};
/// assert_eq!("luck".parse::<Seed>(), Err(SeedError));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seed is a number below 2^32 or 64 hexadecimal digits")]
pub struct SeedError;

impl Seed {
    /// What can be published before the match without telling the seed.
    pub fn commitment(&self) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("parlor 2026 seed commitment");
        self.feed(&mut hasher).finalize().to_hex().to_string()
    }

    /// The salt under which something that a seat brings is sealed.
    pub(crate) fn salt(&self, seat: crate::Seat, bring: &str) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("parlor 2026 salt of what a seat brings");
        self.feed(&mut hasher).update(&[seat.0]);
        hasher
            .update(bring.as_bytes())
            .finalize()
            .to_hex()
            .to_string()
    }

    /// The generator that this seed gives a match.
    pub fn algorithm(&self) -> Algorithm {
        match self {
            Seed::Secret(_) => Algorithm::ChaCha20,
            Seed::Integer(_) => Algorithm::Mulberry32,
        }
    }

    /// Whether this is the seed that was committed to.
    pub fn keeps(&self, commitment: &str) -> bool {
        self.commitment() == commitment
    }

    /// The streams of a domain.
    pub(crate) fn streams(&self, domain: Domain) -> Streams {
        match (self, domain) {
            (Seed::Integer(seed), Domain::Match) => Streams::Mulberry32 { seed: *seed },
            _ => Streams::ChaCha20 {
                key: self.domain_key(domain),
            },
        }
    }

    /// The key of a domain's streams.
    pub(super) fn domain_key(&self, domain: Domain) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key(match domain {
            Domain::Match => "parlor 2026 chance of the match",
            Domain::Bots => "parlor 2026 chance of the bots",
            Domain::Resample => "parlor 2026 chance of resampling",
        });
        *self.feed(&mut hasher).finalize().as_bytes()
    }

    pub(super) fn feed<'a>(&self, hasher: &'a mut blake3::Hasher) -> &'a mut blake3::Hasher {
        match self {
            Seed::Secret(secret) => hasher.update(b"secret").update(secret),
            Seed::Integer(integer) => hasher.update(b"integer").update(&integer.to_le_bytes()),
        }
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seed::Secret(_) => "Seed::Secret(…)",
            Seed::Integer(_) => "Seed::Integer(…)",
        })
    }
}

impl From<u32> for Seed {
    fn from(integer: u32) -> Seed {
        Seed::Integer(integer)
    }
}

impl std::str::FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Seed, SeedError> {
        if let Ok(integer) = text.parse() {
            return Ok(Seed::Integer(integer));
        }
        blake3::Hash::from_hex(text)
            .map(|hash| Seed::Secret(*hash.as_bytes()))
            .map_err(|_| SeedError)
    }
}

/// How a seed looks in JSON: a number, or 64 hexadecimal digits.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SeedText {
    Integer(u32),
    Secret(String),
}

impl TryFrom<SeedText> for Seed {
    type Error = SeedError;

    fn try_from(text: SeedText) -> Result<Seed, SeedError> {
        match text {
            SeedText::Integer(integer) => Ok(Seed::Integer(integer)),
            SeedText::Secret(hex) => match blake3::Hash::from_hex(hex) {
                Ok(hash) => Ok(Seed::Secret(*hash.as_bytes())),
                Err(_) => Err(SeedError),
            },
        }
    }
}

impl From<Seed> for SeedText {
    fn from(seed: Seed) -> SeedText {
        match seed {
            Seed::Integer(integer) => SeedText::Integer(integer),
            Seed::Secret(secret) => {
                SeedText::Secret(blake3::Hash::from_bytes(secret).to_hex().to_string())
            }
        }
    }
}
