//! [`RoomState`]: a room as it is kept, and what can be done to it.

mod begin;
mod brings;
mod series;

use std::collections::BTreeMap;

use parlor_bots::Spec;
use parlor_core::{OptionValue, Outcome, Seat, SeatSet};
use parlor_protocol::{
    Account, Join, Leavers, Player, RatingShown, Room, RoomStatus, Spectators, Visibility,
};
use parlor_store::Put;
use serde::{Deserialize, Serialize};

pub(crate) use brings::Brings;
pub(crate) use series::{Ended as SeriesEnded, Following, NextGame, RoomSeries};

use crate::clock::ClockRules;
use crate::failure::Failure;
use crate::ids;
use crate::token::{AccountName, are_alike};

/// A room as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RoomState {
    pub id: String,
    pub code: String,
    /// What its match is called in the store: the same, unless it was played again by changed rules.
    pub match_id: String,
    pub game: String,
    pub options: BTreeMap<String, OptionValue>,
    pub seats: Vec<Player>,
    pub status: RoomStatus,
    pub visibility: Visibility,
    pub clock: ClockRules,
    pub rated: bool,
    pub spectators: Spectators,
    pub leavers: Leavers,
    pub late_join: bool,
    pub start_when_full: bool,
    pub host: String,
    pub created_ms: u64,
    /// What each seat brings. Nobody is shown it, and once the match has begun it is the match that knows it.
    #[serde(default, skip_serializing_if = "Brings::is_empty")]
    pub brings: Brings,
    /// The commitments of accounts that want to add to the seed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub commitments: BTreeMap<String, String>,
    /// A seed that was asked for. Nobody is shown it, and once the match has begun it is the match that knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The match that it continues, as an analysis board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analysis_of: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The accounts that have a seat and are not there yet. Nobody's match begins without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awaited: Vec<String>,
    /// When the match ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<u64>,
    /// What stands for the address that it was made from; rematches count for the same one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The series that its match is a game of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<RoomSeries>,
}

/// What came of somebody leaving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// Their seats are open again.
    Freed,
    /// Nobody is left in the room: it can be closed.
    Empty,
    /// Bots play on for them.
    Replaced,
    /// They give up at these seats.
    Resigned(SeatSet),
}

impl RoomState {
    /// The seats of an account.
    pub fn seats_of(&self, account: &str) -> SeatSet {
        let mine = |player: &Player| player.account().is_some_and(|owner| owner.id == account);
        (0..)
            .map(Seat)
            .zip(&self.seats)
            .filter(|(_, player)| mine(player))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// The accounts that have a seat, each once.
    pub fn accounts(&self) -> Vec<&Account> {
        let mut accounts: Vec<&Account> = Vec::new();
        for account in self.seats.iter().filter_map(Player::account) {
            if accounts.iter().all(|known| known.id != account.id) {
                accounts.push(account);
            }
        }
        accounts
    }

    /// The seats that humans have.
    pub fn humans(&self) -> SeatSet {
        let seats = (0..).map(Seat).zip(&self.seats);
        seats
            .filter(|(_, player)| player.account().is_some())
            .map(|(seat, _)| seat)
            .collect()
    }

    /// The bot at a seat.
    pub fn bot(&self, seat: Seat) -> Option<&str> {
        match self.seats.get(seat.index()) {
            Some(Player::Bot { level, .. }) => Some(level),
            _ => None,
        }
    }

    pub fn is_full(&self) -> bool {
        !self.seats.contains(&Player::Open) && self.awaited.is_empty()
    }

    /// An account wants to add to the seed of the match. What was said first counts.
    pub fn commit(&mut self, account: &str, commitment: &str) -> Result<(), Failure> {
        let hash =
            commitment.len() == 64 && commitment.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !hash {
            let text = "a commitment is a hash of 64 hexadecimal digits";
            return Err(Failure::bad("bad_commitment", text));
        }
        if !self.seats_of(account).is_empty() {
            let entry = self.commitments.entry(account.into());
            entry.or_insert_with(|| commitment.to_ascii_lowercase());
        }
        Ok(())
    }

    /// The commitments of those who have seats, each for the first of their seats, in the order of the seats.
    pub fn committed(&self) -> Vec<(Seat, String)> {
        let committed = self.commitments.iter().filter_map(|(account, commitment)| {
            Some((self.seats_of(account).first()?, commitment.clone()))
        });
        let mut committed: Vec<(Seat, String)> = committed.collect();
        committed.sort();
        committed
    }

    /// Whether an account is in the room: it has a seat or has made it.
    pub fn has(&self, account: &str) -> bool {
        self.host == account || !self.seats_of(account).is_empty()
    }

    /// Whether a bot keeps a seat for somebody who has left.
    pub fn keeps_seat_of(&self, account: &str) -> bool {
        let kept = |player: &Player| matches!(player, Player::Bot { instead_of: Some(left), .. } if left.id == account);
        self.seats.iter().any(kept)
    }

    /// Whether somebody may see the room and its match: who plays or has played, and who has the code. What is public, or was
    /// played for ratings that everybody sees, is open to all.
    pub fn is_open_to(&self, account: Option<&str>, code: Option<&str>, now_ms: u64) -> bool {
        if self.is_hidden_from(account, now_ms) {
            return false;
        }
        let over = self.status == RoomStatus::Over && !self.is_late_for(None, now_ms);
        self.visibility == Visibility::Public
            || (self.rated && over)
            || account.is_some_and(|account| self.has(account) || self.keeps_seat_of(account))
            || self.is_code(code)
    }

    /// Whether this is the code of the room, as people type it.
    pub fn is_code(&self, text: Option<&str>) -> bool {
        text.and_then(ids::as_code)
            .is_some_and(|code| code == self.code)
    }

    /// What is to be kept when nobody else is to find the room any more.
    pub fn closed(&self) -> Vec<Put> {
        let mut puts = vec![Put::remove("listed", &self.id), self.code_put()];
        puts.extend((self.from.as_ref()).map(|from| Put::remove(listed_from(from), &self.id)));
        puts
    }

    /// Whether somebody else at this table has a name like this.
    pub fn has_name(&self, name: &str, but: &str) -> bool {
        let others = self.seats.iter().filter(|player| {
            let account = player.account();
            account.is_some_and(|account| account.id != but)
        });
        let mut names = others.map(Player::name);
        names.any(|other| are_alike(&other, name))
    }

    /// Gives somebody a seat.
    pub fn join(
        &mut self,
        account: &Account,
        join: &Join,
        rating: Option<RatingShown>,
    ) -> Result<Seat, Failure> {
        let name = join
            .name
            .as_deref()
            .map(str::trim)
            .filter(|name| !name.is_empty());
        if let Some(name) = name {
            AccountName::new(name).map_err(|error| Failure::bad("bad_name", error.to_string()))?;
        }
        let mine = self.seats_of(&account.id);
        if self.rated && !mine.is_empty() {
            return Err(Failure::conflict("already_in", "you are at this table"));
        }
        if self.rated && account.guest {
            return Err(guests_not_rated());
        }
        let free = |player: &Player| match (self.status, player) {
            (RoomStatus::Gathering, Player::Open) => true,
            // Who has left comes back to the seat that a bot has kept.
            (
                RoomStatus::Playing,
                Player::Bot {
                    instead_of: Some(left),
                    ..
                },
            ) => left.id == account.id,
            // Whoever plays already would see what two hide from each other.
            (RoomStatus::Playing, Player::Bot { .. }) => self.late_join && mine.is_empty(),
            _ => false,
        };
        let own = |player: &Player| matches!(player, Player::Bot { instead_of: Some(left), .. } if left.id == account.id);
        let seats = || (0..).map(Seat).zip(&self.seats);
        let found = match join.seat {
            Some(seat) => {
                let player = self.seats.get(seat.index());
                player.is_some_and(free).then_some(seat)
            }
            None => seats()
                .find(|(_, player)| own(player) && free(player))
                .or_else(|| seats().find(|(_, player)| free(player)))
                .map(|(seat, _)| seat),
        };
        let Some(seat) = found else {
            return Err(match self.status {
                RoomStatus::Over => Failure::conflict("over", "this match is over"),
                _ if !mine.is_empty() && join.seat.is_none() && join.name.is_none() => {
                    Failure::conflict("already_in", "you are at this table")
                }
                _ => no_free_seat(),
            });
        };
        // A second seat is for somebody else at the same device, who has a name.
        if !mine.is_empty() && name.is_none() {
            return Err(Failure::conflict("already_in", "you are at this table")
                .hint("give a name to seat somebody else at your device"));
        }
        self.seats[seat.index()] = Player::Human {
            account: account.clone(),
            name: name.map(String::from),
            rating,
        };
        self.brings.forget(seat);
        self.tell_apart(seat);
        Ok(seat)
    }

    /// Takes somebody's seats away.
    pub fn leave(&mut self, account: &Account) -> Result<Left, Failure> {
        let mine = self.seats_of(&account.id);
        if !self.has(&account.id) {
            return Err(Failure::conflict("not_in", "you are not at this table"));
        }
        let begun = self.status == RoomStatus::Playing || self.is_later_game();
        match (self.status, &self.leavers) {
            (RoomStatus::Over, _) => Err(Failure::conflict("over", "this match is over")),
            // Who has made the room and only looks on has nothing to give up.
            _ if begun && mine.is_empty() => {
                Err(Failure::conflict("not_in", "you have no seat here"))
            }
            (RoomStatus::Gathering, _) if begun => Ok(Left::Resigned(mine)),
            (RoomStatus::Gathering, _) => {
                for seat in mine.iter() {
                    self.seats[seat.index()] = Player::Open;
                    self.brings.forget(seat);
                }
                self.awaited.retain(|awaited| *awaited != account.id);
                self.commitments.remove(&account.id);
                let next = self.accounts().first().map(|next| next.id.clone());
                let Some(next) = next else {
                    return Ok(Left::Empty);
                };
                if self.host == account.id {
                    self.host = next;
                }
                Ok(Left::Freed)
            }
            (RoomStatus::Playing, Leavers::Resign) => Ok(Left::Resigned(mine)),
            (RoomStatus::Playing, Leavers::Bot(_)) if self.rated => Ok(Left::Resigned(mine)),
            (RoomStatus::Playing, Leavers::Bot(level)) => {
                for seat in mine.iter() {
                    self.seats[seat.index()] = Player::Bot {
                        level: level.clone(),
                        name: None,
                        instead_of: Some(account.clone()),
                    };
                }
                Ok(Left::Replaced)
            }
        }
    }

    /// The host opens a seat, or gives it to a bot.
    pub fn set_seat(
        &mut self,
        by: &str,
        seat: Seat,
        word: &str,
        bot_time_ms: u64,
    ) -> Result<(), Failure> {
        if self.host != by {
            return Err(Failure::forbidden("not_host", "only the host can do that"));
        }
        if self.status != RoomStatus::Gathering || self.is_later_game() {
            return Err(Failure::conflict("begun", "the match has begun"));
        }
        let player = seat_of(word, bot_time_ms)?;
        if self.rated && matches!(player, Player::Bot { .. }) {
            let text = "only a match between different people is rated";
            return Err(Failure::bad("not_rated", text));
        }
        match self.seats.get_mut(seat.index()) {
            Some(there) => {
                *there = player;
                self.brings.forget(seat);
                self.tell_apart(seat);
                Ok(())
            }
            None => {
                let text = format!("this room has {} seats, counted from 0", self.seats.len());
                Err(Failure::bad("no_such_seat", text))
            }
        }
    }

    /// Whether the match is over, and this account may not know it yet: it sees everything later than it happens.
    pub fn is_late_for(&self, account: Option<&str>, now_ms: u64) -> bool {
        let delay_ms = u64::from(self.spectators.delay_seconds) * 1000;
        let outside = !account.is_some_and(|account| self.has(account));
        // Not for longer, should the machine's clock have been set back meanwhile.
        outside && (self.ended_ms).is_some_and(|ended_ms| now_ms.abs_diff(ended_ms) < delay_ms)
    }

    /// The room as somebody may know it.
    pub fn shown(&self, game_name: &str, base: Option<&str>) -> Room {
        Room {
            id: self.id.clone(),
            game: self.game.clone(),
            game_name: game_name.into(),
            options: self.options.clone(),
            seats: self.seats.clone(),
            status: self.status,
            visibility: self.visibility,
            clock: self.clock.to_string(),
            rated: self.rated,
            spectators: self.spectators,
            leavers: self.leavers.clone(),
            late_join: self.late_join,
            host: self.host.clone(),
            created_ms: self.created_ms,
            code: base.map(|_| self.code.clone()),
            link: base.map(|base| format!("{base}/join/{}", self.code)),
            next: self.next.clone(),
            analysis_of: self.analysis_of.clone(),
            outcome: self.outcome.clone(),
            series: self.series_shown(),
        }
    }
}

/// Under which kind the public rooms are kept that were made from one address.
pub(crate) fn listed_from(mark: &str) -> String {
    format!("from:{mark}")
}

pub(crate) fn no_free_seat() -> Failure {
    Failure::conflict("no_free_seat", "there is no free seat for you here")
        .hint("watch it as a spectator")
}

pub(crate) fn guests_not_rated() -> Failure {
    let text = "only players with an account play rated matches";
    Failure::forbidden("guests_not_rated", text).hint("make an account, or play without a rating")
}

/// For those who may not know yet that the match is over.
pub(crate) fn hide_end(room: &mut Room, state: &RoomState) {
    let mut before = state.clone();
    // Between two games of a series there was no match to end.
    before.status = match state.outcome.is_some() {
        true => RoomStatus::Playing,
        false => RoomStatus::Gathering,
    };
    room.status = before.status;
    room.series = before.series_shown();
    room.outcome = None;
    room.next = None;
}

/// What a word makes of a seat: open, or a bot that does not think longer than this server allows.
fn seat_of(word: &str, bot_time_ms: u64) -> Result<Player, Failure> {
    if word == "open" {
        return Ok(Player::Open);
    }
    let bad = |text: String| {
        Failure::bad("bad_seat", text)
            .hint("a seat is me, open, or a bot: easy, medium, hard, expert")
    };
    let spec: Spec = word
        .parse()
        .map_err(|error: parlor_bots::SpecError| bad(error.to_string()))?;
    let is_level = word.parse::<parlor_bots::Level>().is_ok();
    let time = spec.effort.time.map(|time| time.as_millis() as u64);
    if !is_level && time.is_none_or(|time| time > bot_time_ms) && word != "random" {
        let text = format!("on this server a bot thinks for {bot_time_ms} ms at most");
        return Err(bad(text).hint(format!("say so, as in {word}:{bot_time_ms}ms")));
    }
    Ok(Player::Bot {
        level: word.into(),
        name: None,
        instead_of: None,
    })
}
