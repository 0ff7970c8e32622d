//! [`Series`]: several games between the same players, as one contest with a result of its own.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Fate, Outcome, Seat, Standing};

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
    fn is_decided(self, games: usize, points: &[Points]) -> bool {
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
fn in_a_row(points: &[Points]) -> String {
    let texts: Vec<String> = points.iter().map(Points::to_string).collect();
    texts.join("–")
}

/// Several games between the same players: who has won how many, who sits where, and whether it is over.
///
/// Seats move on by one after each game, so that everybody begins in turn. A player is called by the seat that they have in the
/// first game. Each game is a match of its own; this knows nothing but how these ended.
///
/// ```
/// use parlor_core::{Outcome, Seat, Series, SeriesLength};
/// let mut series = Series::new(SeriesLength::BestOf(3), 2).unwrap();
/// series.end_game(&Outcome::win(2, Seat(0), "three in a row"));
/// // Whoever had the second seat has the first one now, and is 0–1 behind.
/// assert_eq!((series.number(), series.player(2, Seat(0))), (2, Seat(1)));
/// assert_eq!(series.standing(2), "0–1");
/// series.end_game(&Outcome::win(2, Seat(1), "three in a row"));
/// assert_eq!(series.outcome().unwrap().winners().first(), Some(Seat(0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    length: SeriesLength,
    /// How many games are over.
    games: u16,
    /// By player.
    half_points: Vec<Points>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<SeriesEnd>,
}

/// How a series ends before its games have decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SeriesEnd {
    Conceded(Seat),
    CalledOff,
}

impl Series {
    /// A series that begins.
    pub fn new(length: SeriesLength, players: u8) -> Result<Series, SeriesError> {
        if players < 2 {
            return Err(SeriesError::Players);
        }
        Ok(Series {
            length: length.check()?,
            games: 0,
            half_points: vec![Points(0); usize::from(players)],
            end: None,
        })
    }

    /// The series as it stood before a game, from what the header of that game says.
    ///
    /// ```
    /// use parlor_core::{Outcome, Seat, Series, SeriesLength};
    /// let mut series = Series::new(SeriesLength::BestOf(3), 2).unwrap();
    /// series.end_game(&Outcome::win(2, Seat(0), "three in a row"));
    /// assert_eq!(Series::before(&series.game("s1")).unwrap(), series);
    /// ```
    pub fn before(game: &SeriesGame) -> Result<Series, SeriesError> {
        let players = game.half_points.len() as u8;
        game.check(players)?;
        let mut series = Series::new(game.length, players)?;
        series.games = game.number - 1;
        for (seat, points) in Seat::all(players).zip(&game.half_points) {
            let player = series.player(game.number, seat);
            series.half_points[player.index()] = *points;
        }
        Ok(series)
    }

    /// When it is over.
    pub fn length(&self) -> SeriesLength {
        self.length
    }

    /// The game that is played, or is next to be played, from 1.
    pub fn number(&self) -> u16 {
        self.games + 1
    }

    /// The player at a seat of a game.
    pub fn player(&self, number: u16, seat: Seat) -> Seat {
        let moved = u32::from(number.saturating_sub(1)) + u32::from(seat.0);
        Seat((moved % u32::from(self.players())) as u8)
    }

    fn players(&self) -> u8 {
        self.half_points.len() as u8
    }

    /// The points of a player.
    pub fn points(&self, player: Seat) -> Points {
        let points = self.half_points.get(player.index());
        points.copied().unwrap_or_default()
    }

    /// The points so far, by the seats of a game.
    pub fn half_points(&self, number: u16) -> Vec<Points> {
        let seats = Seat::all(self.players());
        seats
            .map(|seat| self.points(self.player(number, seat)))
            .collect()
    }

    /// The points so far in a row, by the seats of a game: `1–0`.
    pub fn standing(&self, number: u16) -> String {
        in_a_row(&self.half_points(number))
    }

    /// What the header of the next game says of it.
    pub fn game(&self, id: impl Into<String>) -> SeriesGame {
        SeriesGame {
            id: id.into(),
            length: self.length,
            number: self.number(),
            half_points: self.half_points(self.number()),
        }
    }

    /// A game has ended like this, by its seats. A game that is called off calls off the series: what is left of it is not what
    /// was agreed on. Does nothing once the series is over.
    pub fn end_game(&mut self, outcome: &Outcome) {
        if self.is_over() {
            return;
        }
        if outcome.is_aborted() {
            self.end = Some(SeriesEnd::CalledOff);
            return;
        }
        let number = self.number();
        let winners = outcome.winners();
        for seat in winners.iter() {
            let player = self.player(number, seat);
            if let Some(points) = self.half_points.get_mut(player.index()) {
                points.0 += if winners.len() == 1 { 2 } else { 1 };
            }
        }
        self.games += 1;
    }

    /// A player gives up the whole series. Does nothing once it is over.
    pub fn concede(&mut self, player: Seat) {
        if !self.is_over() && player.0 < self.players() {
            self.end = Some(SeriesEnd::Conceded(player));
        }
    }

    /// Everybody gives up the series: nobody wins it. Does nothing once it is over.
    pub fn call_off(&mut self) {
        if !self.is_over() {
            self.end = Some(SeriesEnd::CalledOff);
        }
    }

    /// Whether no game is left to play.
    pub fn is_over(&self) -> bool {
        let decided = self.length.is_decided(self.games.into(), &self.half_points);
        self.end.is_some() || decided
    }

    /// How the series ended, by player, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_by_seat(1)
    }

    /// How the series ended, by the seats of a game, once it has.
    pub fn outcome_by_seat(&self, number: u16) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let players = Seat::all(self.players()).map(|seat| self.player(number, seat));
        Some(match self.end {
            Some(SeriesEnd::CalledOff) => Outcome::aborted(self.players()),
            Some(SeriesEnd::Conceded(who)) => {
                Outcome::of(players.map(|player| match player == who {
                    true => Standing {
                        fate: Fate::Resigned,
                        ..Standing::finished(self.players(), "resignation")
                    },
                    false => {
                        let others = Seat::all(self.players()).filter(|other| *other != who);
                        Standing::finished(self.place(player, others), "resignation")
                    }
                }))
            }
            None => {
                let reason = self.length.to_string();
                Outcome::of(players.map(|player| {
                    let place = self.place(player, Seat::all(self.players()));
                    Standing::finished(place, reason.clone())
                }))
            }
        })
    }

    /// The place of a player among some.
    fn place(&self, player: Seat, among: impl Iterator<Item = Seat>) -> u8 {
        let better = among.filter(|other| self.points(*other) > self.points(player));
        better.count() as u8 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, SeatSet};

    fn outcomes(seats: u8, winners: &[&[u8]]) -> Vec<Outcome> {
        let set = |winners: &[u8]| winners.iter().copied().map(Seat).collect::<SeatSet>();
        (winners.iter())
            .map(|winners| Outcome::winners_are(seats, set(winners), "test"))
            .collect()
    }

    fn played(length: SeriesLength, seats: u8, winners: &[&[u8]]) -> Series {
        let mut series = Series::new(length, seats).unwrap();
        for outcome in outcomes(seats, winners) {
            assert!(!series.is_over());
            series.end_game(&outcome);
        }
        series
    }

    #[test]
    fn a_best_of_three_ends_when_nobody_can_catch_up() {
        // The winner of the first game has the second seat in the second.
        let series = played(SeriesLength::BestOf(3), 2, &[&[0], &[1]]);
        assert_eq!(series.standing(1), "2–0");
        assert_eq!(series.outcome().unwrap().winners(), SeatSet::one(Seat(0)));
        assert_eq!(
            series.outcome_by_seat(2).unwrap().winners(),
            SeatSet::one(Seat(1))
        );
        let series = played(SeriesLength::BestOf(3), 2, &[&[0], &[0]]);
        assert!(!series.is_over());
        assert_eq!(series.standing(3), "1–1");
        // One and a half points to a half: a win would only draw level, and a draw decides.
        let series = played(SeriesLength::BestOf(3), 2, &[&[0], &[0, 1]]);
        assert_eq!(
            (series.standing(1), series.is_over()),
            ("1½–½".into(), false)
        );
        let series = played(SeriesLength::BestOf(3), 2, &[&[0], &[0, 1], &[0, 1]]);
        assert_eq!(series.outcome().unwrap().winners(), SeatSet::one(Seat(0)));
        let series = played(SeriesLength::BestOf(2), 2, &[&[0], &[0]]);
        assert!(series.outcome().unwrap().is_draw());
    }

    #[test]
    fn points_are_played_for_until_somebody_has_them() {
        let series = played(SeriesLength::FirstTo(2), 3, &[&[0], &[0], &[0]]);
        assert_eq!(
            (series.standing(1), series.is_over()),
            ("1–1–1".into(), false)
        );
        let series = played(SeriesLength::FirstTo(1), 2, &[&[0, 1], &[0, 1]]);
        assert!(series.outcome().unwrap().is_draw());
        let series = played(SeriesLength::Games(4), 2, &[&[0], &[1], &[0]]);
        assert!(!series.is_over(), "all games are played");
    }

    #[test]
    fn whoever_concedes_is_last_and_who_calls_off_wins_nothing() {
        let mut series = played(SeriesLength::Games(5), 3, &[&[1]]);
        series.concede(Seat(1));
        let outcome = series.outcome().unwrap();
        assert_eq!(outcome.standing(Seat(1)).unwrap().fate, Fate::Resigned);
        assert_eq!(outcome.winners(), [Seat(0), Seat(2)].into_iter().collect());
        let mut series = played(SeriesLength::BestOf(3), 2, &[&[0]]);
        series.end_game(&Outcome::aborted(2));
        assert!(series.outcome().unwrap().is_aborted());
        series.concede(Seat(0));
        assert!(series.outcome().unwrap().is_aborted(), "it is over already");
    }

    /// Whatever happens: the header of each game checks, the series ends, everybody begins equally often, and what is kept as
    /// text is the same series.
    #[test]
    fn every_series_ends_and_every_header_of_it_is_sound() {
        for seed in 0..600 {
            let mut rng = Rng::fast(seed, 0);
            let seats = 2 + rng.below(4) as u8;
            let many = 2 + rng.below(6) as u8;
            let length = match rng.below(3) {
                0 => SeriesLength::BestOf(many),
                1 => SeriesLength::FirstTo(many),
                _ => SeriesLength::Games(many),
            };
            let mut series = Series::new(length, seats).unwrap();
            let mut began = vec![0_usize; usize::from(seats)];
            while !series.is_over() {
                let game = series.game("s1");
                game.check(seats)
                    .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                assert!(
                    game.number <= u16::from(seats) * u16::from(many),
                    "seed {seed}"
                );
                began[series.player(game.number, Seat(0)).index()] += 1;
                let (least, most) = (began.iter().min(), began.iter().max());
                assert!(most.unwrap() - least.unwrap() <= 1, "seed {seed}");
                let mut winners: SeatSet = Seat::all(seats).filter(|_| rng.below(2) == 0).collect();
                if winners.is_empty() {
                    winners = SeatSet::one(Seat(0));
                }
                let before = series.half_points(game.number);
                series.end_game(&Outcome::winners_are(seats, winners, "test"));
                for (seat, now) in Seat::all(seats).zip(series.half_points(game.number)) {
                    let won = now.0 - before[seat.index()].0;
                    assert_eq!(won > 0, winners.contains(seat), "seed {seed}");
                }
                let text = serde_json::to_string(&series).unwrap();
                assert_eq!(serde_json::from_str::<Series>(&text).unwrap(), series);
                if !series.is_over() {
                    assert_eq!(
                        Series::before(&series.game("s1")).unwrap(),
                        series,
                        "seed {seed}"
                    );
                }
            }
            let game = series.game("s1");
            assert!(
                game.check(seats).is_err(),
                "seed {seed}: no game comes after the end"
            );
            let outcome = series.outcome().unwrap();
            let best = Seat::all(seats).map(|player| series.points(player)).max();
            for player in Seat::all(seats) {
                let first = outcome.standing(player).unwrap().place == 1;
                assert_eq!(first, Some(series.points(player)) == best, "seed {seed}");
            }
        }
    }

    #[test]
    fn a_standing_that_cannot_be_is_refused() {
        let game = |number, half_points: &[u16]| SeriesGame {
            id: "s1".into(),
            length: SeriesLength::BestOf(3),
            number,
            half_points: half_points.iter().copied().map(Points).collect(),
        };
        assert!(game(1, &[0, 0]).check(2).is_ok());
        assert!(game(3, &[2, 2]).check(2).is_ok());
        let wrong = [
            game(0, &[0, 0]),
            game(1, &[2, 0]),
            game(2, &[2, 2]),
            game(2, &[4, 0]),
            game(3, &[4, 0]),
            game(4, &[4, 2]),
            game(2, &[2, 0, 0]),
        ];
        for game in wrong {
            assert!(game.check(2).is_err(), "{game:?}");
        }
        let empty = SeriesGame {
            id: String::new(),
            ..game(1, &[0, 0])
        };
        assert!(empty.check(2).is_err());
    }
}
