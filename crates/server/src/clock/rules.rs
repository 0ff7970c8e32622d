//! [`ClockRules`]: how much time a seat has, and its short text form.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

/// How much time the seats of a match have.
///
/// The short text form is for command lines, links and forms. A number takes a unit: `s`, `m`, `h` or `d`.
///
/// | text | means |
/// |---|---|
/// | `none` | no clock |
/// | `30s`, `2m` | so long for each move |
/// | `5m+3s` | five minutes for the match, and three seconds more after each move |
/// | `5m+0` | five minutes for the match, and nothing more |
/// | `3d` | days for each move: play by correspondence |
///
/// ```
/// use parlor_server::ClockRules;
/// let rules: ClockRules = "5m+3s".parse().unwrap();
/// assert_eq!(rules, ClockRules::PerGame { seconds: 300, increment_seconds: 3 });
/// assert_eq!(rules.to_string(), "5m+3s");
/// let json = serde_json::to_string(&rules).unwrap();
/// assert_eq!(json, r#"{"kind":"per_game","seconds":300,"increment_seconds":3}"#);
/// assert!(serde_json::from_str::<ClockRules>(r#"{"kind":"per_move","seconds":0}"#).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", try_from = "Written")]
pub enum ClockRules {
    /// No clock.
    #[default]
    None,
    /// So long for each move, from 1 second to 1 day.
    PerMove {
        /// The time for one move.
        seconds: u32,
    },
    /// So long for all moves of a seat together.
    PerGame {
        /// The time at the start, from 10 seconds to 24 hours.
        seconds: u32,
        /// What each move adds, up to an hour.
        increment_seconds: u32,
    },
    /// So many days for each move.
    Correspondence {
        /// From 1 to 30.
        days: u32,
    },
}

/// Why these are no rules for a clock.
///
/// ```
/// use parlor_server::{ClockError, ClockRules};
/// assert_eq!("31d".parse::<ClockRules>(), Err(ClockError::Days { days: 31 }));
/// let error = "5+3".parse::<ClockRules>().unwrap_err();
/// assert!(error.to_string().contains("5m+3s"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockError {
    /// The text is none of the forms.
    #[error(
        "'{0}' is no clock: say none, 30s for each move, 5m+3s for the match and an increment (5m+0 without), or 3d for days a move"
    )]
    Text(String),
    /// The time for one move is out of range.
    #[error("a move may take from 1 second to 1 day, not {seconds} seconds")]
    PerMove {
        /// What was asked for.
        seconds: u32,
    },
    /// The time for the match is out of range.
    #[error("a match may give each seat from 10 seconds to 24 hours, not {seconds} seconds")]
    PerGame {
        /// What was asked for.
        seconds: u32,
    },
    /// The increment is out of range.
    #[error("a move may add up to an hour, not {seconds} seconds")]
    Increment {
        /// What was asked for.
        seconds: u32,
    },
    /// The number of days is out of range.
    #[error("a move by correspondence may take from 1 to 30 days, not {days}")]
    Days {
        /// What was asked for.
        days: u32,
    },
}

impl ClockRules {
    /// These rules, if all of their numbers are in range. What was parsed or deserialised is.
    pub fn checked(self) -> Result<ClockRules, ClockError> {
        match self {
            ClockRules::PerMove { seconds } if !(1..=DAY).contains(&seconds) => {
                Err(ClockError::PerMove { seconds })
            }
            ClockRules::PerGame { seconds, .. } if !(10..=DAY).contains(&seconds) => {
                Err(ClockError::PerGame { seconds })
            }
            ClockRules::PerGame {
                increment_seconds: seconds,
                ..
            } if seconds > HOUR => Err(ClockError::Increment { seconds }),
            ClockRules::Correspondence { days } if !(1..=30).contains(&days) => {
                Err(ClockError::Days { days })
            }
            rules => Ok(rules),
        }
    }

    /// What a seat has at the start; nothing without a clock.
    pub(super) fn allotment_ms(self) -> u64 {
        let seconds = match self {
            ClockRules::None => 0,
            ClockRules::PerMove { seconds } | ClockRules::PerGame { seconds, .. } => seconds.into(),
            ClockRules::Correspondence { days } => u64::from(days) * u64::from(DAY),
        };
        seconds * 1000
    }

    /// What a seat has at the start of a turn that left `left_ms` on its clock before.
    pub(super) fn at_turn_ms(self, left_ms: u64) -> u64 {
        match self {
            ClockRules::PerGame { .. } => left_ms,
            _ => self.allotment_ms(),
        }
    }

    /// What a seat has after a move that left `left_ms` on its clock.
    pub(super) fn after_move_ms(self, left_ms: u64) -> u64 {
        match self {
            // Time that has run out does not come back: a late move must not save its seat.
            ClockRules::PerGame {
                increment_seconds, ..
            } if left_ms > 0 => left_ms.saturating_add(u64::from(increment_seconds) * 1000),
            _ => left_ms,
        }
    }
}

impl fmt::Display for ClockRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ClockRules::None => f.write_str("none"),
            ClockRules::PerMove { seconds } => f.write_str(&duration(seconds)),
            ClockRules::PerGame {
                seconds,
                increment_seconds,
            } => write!(f, "{}+{}", duration(seconds), duration(increment_seconds)),
            ClockRules::Correspondence { days } => write!(f, "{days}d"),
        }
    }
}

impl FromStr for ClockRules {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<ClockRules, ClockError> {
        written(text.trim())
            .ok_or_else(|| ClockError::Text(text.chars().take(40).collect()))?
            .checked()
    }
}

/// The rules that a text says, in range or not.
fn written(text: &str) -> Option<ClockRules> {
    if text == "none" {
        return Some(ClockRules::None);
    }
    if let Some((seconds, increment)) = text.split_once('+') {
        let increment_seconds = match increment {
            "0" => 0,
            increment => seconds_of(increment)?,
        };
        return Some(ClockRules::PerGame {
            seconds: seconds_of(seconds)?,
            increment_seconds,
        });
    }
    match text.strip_suffix('d') {
        Some(days) => Some(ClockRules::Correspondence {
            days: number(days)?,
        }),
        None => Some(ClockRules::PerMove {
            seconds: seconds_of(text)?,
        }),
    }
}

fn seconds_of(text: &str) -> Option<u32> {
    let units = [("s", 1), ("m", MINUTE), ("h", HOUR)];
    let (digits, unit) = units
        .into_iter()
        .find_map(|(letter, unit)| Some((text.strip_suffix(letter)?, unit)))?;
    number(digits)?.checked_mul(unit)
}

/// Digits alone: Rust's own parser takes a plus sign as well.
fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}

/// So many seconds in the greatest unit that says them in a whole number.
fn duration(seconds: u32) -> String {
    match seconds {
        0 => "0".into(),
        s if s % HOUR == 0 => format!("{}h", s / HOUR),
        s if s % MINUTE == 0 => format!("{}m", s / MINUTE),
        s => format!("{s}s"),
    }
}

/// How [`ClockRules`] come in, before their numbers are looked at.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Written {
    None,
    PerMove {
        seconds: u32,
    },
    PerGame {
        seconds: u32,
        increment_seconds: u32,
    },
    Correspondence {
        days: u32,
    },
}

impl TryFrom<Written> for ClockRules {
    type Error = ClockError;

    fn try_from(written: Written) -> Result<ClockRules, ClockError> {
        match written {
            Written::None => ClockRules::None,
            Written::PerMove { seconds } => ClockRules::PerMove { seconds },
            Written::PerGame {
                seconds,
                increment_seconds,
            } => ClockRules::PerGame {
                seconds,
                increment_seconds,
            },
            Written::Correspondence { days } => ClockRules::Correspondence { days },
        }
        .checked()
    }
}
