//! Rooms in a row: each game of a series has a room of its own, made together with the record that ends the game before.

use parlor_core::{Fate, Outcome, Seat, Series, SeriesLength, Standing};
use parlor_protocol::{RoomStatus, SeriesShown};
use parlor_store::Put;
use serde::{Deserialize, Serialize};

use super::RoomState;
use crate::failure::Failure;

/// So long everybody has to come to the next game. Then it begins without whoever has not.
const PAUSE_MS: u64 = 60_000;
/// So long where there is something to choose first.
const LONG_PAUSE_MS: u64 = 180_000;

/// The series that a room is a game of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RoomSeries {
    /// What it is called: the room of its first game.
    pub id: String,
    /// How it stood before this game.
    pub before: Series,
    /// How many moves each player had made before this game.
    moves: Vec<u32>,
    /// The seat that has given up the series in this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    conceded: Option<Seat>,
    /// Whether the series was called off before this game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    called_off: bool,
    /// When the game begins even if somebody is not ready, by the server's own time. Nothing for the first game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins_ms: Option<u64>,
    /// Until then nobody else finds this room: it would tell those who see everything later how the game before has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden_until_ms: Option<u64>,
}

impl RoomSeries {
    pub fn new(length: SeriesLength, seats: usize) -> Result<RoomSeries, Failure> {
        let bad = |error: parlor_core::SeriesError| Failure::bad("bad_series", error.to_string());
        Ok(RoomSeries {
            id: String::new(),
            before: Series::new(length, seats as u8).map_err(bad)?,
            moves: vec![0; seats],
            conceded: None,
            called_off: false,
            begins_ms: None,
            hidden_until_ms: None,
        })
    }

    /// Which game of the series this is, from 1.
    pub fn number(&self) -> u16 {
        self.before.number()
    }

    /// The series once this game has ended like this, or without it.
    fn after(&self, outcome: Option<&Outcome>) -> Series {
        let mut after = self.before.clone();
        let conceded = self.conceded;
        let conceded = conceded.map(|seat| self.before.player(self.number(), seat));
        match (conceded, outcome) {
            (Some(player), Some(outcome)) => after.concede_in(outcome, player),
            (Some(player), None) => after.concede(player),
            (None, Some(outcome)) => after.end_game(outcome),
            (None, None) if self.called_off => after.call_off(),
            (None, None) => {}
        }
        after
    }
}

/// What follows a game of a series.
pub(crate) enum Following {
    /// Another game, in this room.
    Game(Box<RoomState>),
    /// Nothing: the series has ended like this, by the seats of its last game.
    End(Ended),
}

/// How a series has ended, by the seats of its last game.
pub(crate) struct Ended {
    pub outcome: Outcome,
    /// How many moves each seat has made in all games.
    pub moves: Vec<usize>,
}

impl RoomState {
    /// Whether its match is a game of a series, and another game went before.
    pub fn is_later_game(&self) -> bool {
        (self.series.as_ref()).is_some_and(|series| series.number() > 1)
    }

    /// Whether the next game waits for its players.
    pub fn waits_for_next_game(&self) -> bool {
        self.is_later_game() && self.status == RoomStatus::Gathering
    }

    /// Gives up the series at a seat; it is over once this game is.
    pub fn concede_series(&mut self, seat: Seat) -> Result<(), Failure> {
        let none = || Failure::conflict("no_series", "this match is no game of a series");
        let series = self.series.as_mut().ok_or_else(none)?;
        series.conceded.get_or_insert(seat);
        Ok(())
    }

    /// The series as it stands, this game included once it is over.
    fn series_now(&self) -> Option<Series> {
        let series = self.series.as_ref()?;
        Some(match self.status {
            RoomStatus::Over => series.after(self.outcome.as_ref()),
            _ => series.before.clone(),
        })
    }

    /// Whether this was a game of a series that went on after it.
    pub fn series_goes_on(&self) -> bool {
        self.status == RoomStatus::Over && self.series_now().is_some_and(|now| !now.is_over())
    }

    /// What follows when the match has ended like this, after so many moves by seat.
    pub fn following(
        &self,
        outcome: &Outcome,
        moves: &[usize],
        next: NextGame,
    ) -> Option<Following> {
        let series = self.series.as_ref()?;
        let number = series.number();
        let after = series.after(Some(outcome));
        let mut all = series.moves.clone();
        for (seat, moves) in (0..).map(Seat).zip(moves) {
            if let Some(all) = all.get_mut(series.before.player(number, seat).index()) {
                *all += *moves as u32;
            }
        }
        if let Some(end) = after.outcome_by_seat(number) {
            // Whoever runs away from the last game has run away from the series.
            let standings = end.standings().iter().zip(outcome.standings());
            let standings = standings.map(|(standing, last)| match last.fate {
                Fate::Resigned | Fate::TimedOut => Standing {
                    fate: last.fate,
                    ..standing.clone()
                },
                _ => standing.clone(),
            });
            let moves = (0..self.seats.len() as u8).map(Seat).map(|seat| {
                let player = series.before.player(number, seat);
                all.get(player.index()).map_or(0, |moves| *moves as usize)
            });
            return Some(Following::End(Ended {
                outcome: Outcome::of(standings),
                moves: moves.collect(),
            }));
        }
        let mut seats = self.seats.clone();
        seats.rotate_left(1);
        let pause_ms = match next.chooses {
            true => LONG_PAUSE_MS,
            false => PAUSE_MS,
        };
        Some(Following::Game(Box::new(RoomState {
            id: next.id.clone(),
            match_id: next.id,
            brings: self.brings.moved_on(seats.len()),
            seats,
            commitments: Default::default(),
            status: RoomStatus::Gathering,
            start_when_full: true,
            next: None,
            outcome: None,
            ended_ms: None,
            seed: None,
            created_ms: next.wall_ms,
            awaited: (self.accounts().into_iter())
                .map(|account| account.id.clone())
                .collect(),
            series: Some(RoomSeries {
                before: after,
                moves: all,
                conceded: None,
                called_off: false,
                begins_ms: Some(next.server_ms + pause_ms),
                hidden_until_ms: next.hidden_until_ms,
                id: series.id.clone(),
            }),
            ..self.clone()
        })))
    }

    /// Ends the series between two games: a seat gives it up, or it is called off. Nothing if no game was to come.
    pub fn end_series(&mut self, by: Option<Seat>) -> Option<Ended> {
        if !self.waits_for_next_game() {
            return None;
        }
        let seats = self.seats.len() as u8;
        let series = self.series.as_mut()?;
        series.conceded = by;
        series.called_off = by.is_none();
        series.begins_ms = None;
        let number = series.number();
        let after = series.after(None);
        self.status = RoomStatus::Over;
        let moves = Seat::all(seats).map(|seat| {
            let player = series.before.player(number, seat);
            series
                .moves
                .get(player.index())
                .map_or(0, |moves| *moves as usize)
        });
        Some(Ended {
            moves: moves.collect(),
            outcome: after.outcome_by_seat(number)?,
        })
    }

    /// The series of a rematch: as long as this one, from its beginning.
    pub(super) fn series_again(&self) -> Option<RoomSeries> {
        let length = self.series.as_ref()?.before.length();
        RoomSeries::new(length, self.seats.len()).ok()
    }

    /// For how long nobody else may know of the room yet.
    pub fn hidden_ms(&self, now_ms: u64) -> u64 {
        let series = self.series.as_ref();
        let until_ms = series.and_then(|series| series.hidden_until_ms);
        until_ms.map_or(0, |until_ms| until_ms.saturating_sub(now_ms))
    }

    /// Whether this account may not know of the room yet.
    pub fn is_hidden_from(&self, account: Option<&str>, now_ms: u64) -> bool {
        self.hidden_ms(now_ms) > 0
            && !account.is_some_and(|account| self.has(account) || self.keeps_seat_of(account))
    }

    /// What becomes of the code when the match is over: it leads to the next game, if there is one.
    pub(super) fn code_put(&self) -> Put {
        match (&self.next, self.series_goes_on()) {
            (Some(next), true) => Put::new("code", &self.code, &**next).anyway(),
            _ => Put::remove("code", &self.code),
        }
    }

    /// The series as everybody may know it who knows how this room stands.
    pub(super) fn series_shown(&self) -> Option<SeriesShown> {
        let series = self.series.as_ref()?;
        let number = series.number();
        let now = self.series_now()?;
        let waits = self.waits_for_next_game();
        Some(SeriesShown {
            id: series.id.clone(),
            length: now.length(),
            number,
            half_points: now.half_points(number),
            outcome: now.outcome_by_seat(number),
            waits_for: match waits {
                true => self.awaited.clone(),
                false => Vec::new(),
            },
            begins_ms: series.begins_ms.filter(|_| waits),
        })
    }
}

/// What a next game is made with.
pub(crate) struct NextGame {
    /// Its room.
    pub id: String,
    /// What time it is, for people and for the server.
    pub wall_ms: u64,
    pub server_ms: u64,
    /// Whether players have something to choose before it.
    pub chooses: bool,
    pub hidden_until_ms: Option<u64>,
}
