//! [`Series`]: several games between the same players, as one contest with a result of its own.

mod told;

use serde::{Deserialize, Serialize};

pub use told::{Points, SeriesError, SeriesGame, SeriesLength};

use crate::{Fate, Outcome, Seat, Standing};

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
        told::in_a_row(&self.half_points(number))
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
        match outcome.is_aborted() {
            true => self.end = Some(SeriesEnd::CalledOff),
            false => self.count(outcome),
        }
    }

    /// A player has given up the whole series in a game that has ended like this: what others have won by it counts, and it was
    /// the last one. Does nothing once the series is over.
    ///
    /// ```
    /// use parlor_core::{Outcome, Seat, Series, SeriesLength};
    /// let mut series = Series::new(SeriesLength::Games(5), 3).unwrap();
    /// series.concede_in(&Outcome::win(3, Seat(1), "most points"), Seat(0));
    /// assert_eq!(series.outcome().unwrap().winners().first(), Some(Seat(1)));
    /// ```
    pub fn concede_in(&mut self, outcome: &Outcome, player: Seat) {
        if self.is_over() || player.0 >= self.players() {
            return;
        }
        if !outcome.is_aborted() {
            self.count(outcome);
        }
        self.end = Some(SeriesEnd::Conceded(player));
    }

    fn count(&mut self, outcome: &Outcome) {
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
        // What the others win in the game that they play to its end is theirs.
        let mut series = played(SeriesLength::Games(5), 3, &[&[1]]);
        series.concede_in(&Outcome::win(3, Seat(2), "test"), Seat(1));
        let outcome = series.outcome().unwrap();
        assert_eq!(outcome.winners(), SeatSet::one(Seat(0)));
        assert_eq!(outcome.standing(Seat(1)).unwrap().fate, Fate::Resigned);
        // Whoever is ahead by then has given up all the same.
        let mut series = played(SeriesLength::Games(3), 2, &[&[0], &[1]]);
        series.concede_in(&Outcome::win(2, Seat(1), "test"), Seat(0));
        assert_eq!((series.standing(1), series.is_over()), ("2–1".into(), true));
        assert_eq!(series.outcome().unwrap().winners(), SeatSet::one(Seat(1)));
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
