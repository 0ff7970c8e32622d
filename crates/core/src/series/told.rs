//! What a series tells: how long it is, how it stands, and what the header of each of its games says.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// When a series is over.
///
/// ```
/// use parlor_core::SeriesLength;
/// let length: SeriesLength = "best-of-3".parse().unwrap();
/// assert_eq!(length, SeriesLength::BestOf(3));
/// assert_eq!(length.to_string(), "best of 3");
/// assert_eq!(serde_json::to_string(&length).unwrap(), r#"{"best_of":3}"#);
/// assert!("best-of-1".parse::<SeriesLength>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeriesLength {
    /// At most this many games; it ends as soon as nobody can catch up with the leader.
    BestOf(u8),
    /// Until somebody has this many points.
    FirstTo(u8),
    /// This many games, all of which are played.
    Games(u8),
}

/// A length that no series has.
///
/// ```
/// use parlor_core::SeriesLength;
/// let error = SeriesLength::Games(100).check().unwrap_err();
/// assert_eq!(error.to_string(), "a series has 2 to 99 games, not 100");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeriesError {
    /// Too few or too many games.
    #[error("a series has 2 to {most} games, not {0}", most = SeriesLength::MOST)]
    Games(u8),
    /// Too few or too many points.
    #[error("a series is played for 1 to {most} points, not {0}", most = SeriesLength::MOST)]
    Points(u8),
    /// Nobody to play against.
    #[error("a series takes 2 players or more")]
    Players,
    /// A text that is no length.
    #[error("'{0}' is no length of a series: write best-of-3, first-to-5 or games-4")]
    Text(String),
    /// What a header says of a series does not add up.
    #[error("game {number} of a series ({length}) cannot have this standing")]
    Standing {
        /// Which game.
        number: u16,
        /// How long the series is.
        length: SeriesLength,
    },
}

impl SeriesLength {
    /// The most games, or points to play for.
    pub const MOST: u8 = 99;

    /// Checks that there are at least two games to play, or a point to win, and not too many.
    pub fn check(self) -> Result<SeriesLength, SeriesError> {
        match self {
            SeriesLength::BestOf(games) | SeriesLength::Games(games)
                if !(2..=SeriesLength::MOST).contains(&games) =>
            {
                Err(SeriesError::Games(games))
            }
            SeriesLength::FirstTo(points) if !(1..=SeriesLength::MOST).contains(&points) => {
                Err(SeriesError::Points(points))
            }
            fine => Ok(fine),
        }
    }

    /// Whether a series stands decided after this many games.
    pub(super) fn is_decided(self, games: usize, points: &[Points]) -> bool {
        let mut sorted = points.to_vec();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let leader = sorted.first().copied().unwrap_or_default();
        let second = sorted.get(1).copied().unwrap_or_default();
        match self {
            SeriesLength::Games(all) => games >= usize::from(all),
            SeriesLength::FirstTo(needed) => leader.0 >= 2 * u16::from(needed),
            SeriesLength::BestOf(all) => {
                let left = usize::from(all).saturating_sub(games) as u16;
                left == 0 || leader.0 > second.0 + 2 * left
            }
        }
    }
}

impl fmt::Display for SeriesLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeriesLength::BestOf(games) => write!(f, "best of {games}"),
            SeriesLength::FirstTo(1) => f.write_str("first to 1 point"),
            SeriesLength::FirstTo(points) => write!(f, "first to {points} points"),
            SeriesLength::Games(games) => write!(f, "{games} games"),
        }
    }
}

impl FromStr for SeriesLength {
    type Err = SeriesError;

    fn from_str(text: &str) -> Result<SeriesLength, SeriesError> {
        let unknown = || SeriesError::Text(text.into());
        let (word, number) = text.trim().rsplit_once('-').ok_or_else(unknown)?;
        let number = number.parse().map_err(|_| unknown())?;
        let length = match word {
            "best-of" => SeriesLength::BestOf(number),
            "first-to" => SeriesLength::FirstTo(number),
            "games" => SeriesLength::Games(number),
            _ => return Err(unknown()),
        };
        length.check()
    }
}

/// Points in a series, counted in halves: a win is one point, and those who share a win get half a point each.
///
/// ```
/// use parlor_core::Points;
/// let points = [Points(0), Points(1), Points(2), Points(5)];
/// assert_eq!(points.map(|points| points.to_string()), ["0", "½", "1", "2½"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Points(
    /// How many halves.
    pub u16,
);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (0, 1) => f.write_str("½"),
            (whole, 1) => write!(f, "{whole}½"),
            (whole, _) => write!(f, "{whole}"),
        }
    }
}

/// Which game of a series a match is, as its header says it.
///
/// ```
/// use parlor_core::{Points, SeriesGame, SeriesLength};
/// let text = r#"{"id":"s1","length":{"best_of":3},"number":2,"half_points":[0,2]}"#;
/// let game: SeriesGame = serde_json::from_str(text).unwrap();
/// assert_eq!((game.number, game.standing()), (2, "0–1".to_string()));
/// assert!(game.check(2).is_ok() && game.check(3).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesGame {
    /// What the series is called: the same in all of its games.
    pub id: String,
    /// When the series is over.
    pub length: SeriesLength,
    /// Which of its games this is, from 1.
    pub number: u16,
    /// The points before this game, by the seats of this game.
    pub half_points: Vec<Points>,
}

impl SeriesGame {
    /// The longest id, in bytes.
    pub const LONGEST_ID: usize = 64;

    /// Checks that a series can stand like this before a game of so many seats.
    pub fn check(&self, seats: u8) -> Result<(), SeriesError> {
        self.length.check()?;
        let games = usize::from(self.number).saturating_sub(1);
        let (points, won) = (&self.half_points, 2 * games as u64);
        let total: u64 = points.iter().map(|points| u64::from(points.0)).sum();
        // One winner gets two halves, each of several gets one, and a game that all have lost gives nothing.
        let possible = games as u64 * u64::from(seats.max(2));
        let fits = self.number > 0
            && seats > 1
            && points.len() == usize::from(seats)
            && points.iter().all(|points| u64::from(points.0) <= won)
            && total <= possible
            && !self.length.is_decided(games, points)
            && (1..=SeriesGame::LONGEST_ID).contains(&self.id.len())
            && self.id.bytes().all(|byte| byte.is_ascii_graphic());
        match fits {
            true => Ok(()),
            false => Err(SeriesError::Standing {
                number: self.number,
                length: self.length,
            }),
        }
    }

    /// The points of the seats, in a row.
    pub fn standing(&self) -> String {
        in_a_row(&self.half_points)
    }
}

/// Points in a row, as people write a standing.
pub(super) fn in_a_row(points: &[Points]) -> String {
    let texts: Vec<String> = points.iter().map(Points::to_string).collect();
    texts.join("–")
}
