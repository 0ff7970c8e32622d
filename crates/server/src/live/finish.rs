//! The end of a match: what is kept with its last record, all together or not at all.

use parlor_core::{Outcome, Seat};
use parlor_protocol::{PastMatch, Player, RoomStatus, Visibility};
use parlor_store::{Put, StoreError};
use serde::{Deserialize, Serialize};

use super::{Call, Live};
use crate::failure::Failure;
use crate::hub::SERIES_OVER;
use crate::ids;
use crate::new_room::{BEGINS, next_game_puts};
use crate::ratings::{self, Ended, Kept};
use crate::room::{Following, NextGame, SeriesEnded};

/// A match that is over, as it is kept for those who have played it.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptPast {
    #[serde(flatten)]
    pub past: PastMatch,
    /// Whether only those who have played it find it here.
    #[serde(default)]
    pub private: bool,
    /// When everybody may know how it ended.
    #[serde(default)]
    pub shown_from_ms: u64,
}

impl Live {
    /// What is to be kept when the match ends like this.
    pub(super) async fn ending(
        &mut self,
        outcome: &Outcome,
        agreed: bool,
    ) -> Result<Vec<Put>, StoreError> {
        let ended_ms = self.hub.time.wall_ms();
        let moves = self.moves_by_seat();
        let following = self.following(outcome, &moves, ended_ms)?;
        self.room.next = match &following {
            Some(Following::Game(next)) => Some(next.id.clone()),
            _ => None,
        };
        let room = self.room.clone();
        let rated = room.rated && !outcome.is_aborted();
        let past = PastMatch {
            id: room.id.clone(),
            game: room.game.clone(),
            seats: room.names(),
            ended_ms,
            rated,
            outcome: Some(outcome.clone()),
        };
        let delay_ms = u64::from(room.spectators.delay_seconds) * 1000;
        let past = KeptPast {
            past,
            private: room.visibility == Visibility::ByCode && !rated,
            shown_from_ms: ended_ms + delay_ms,
        };
        let past = serde_json::to_string(&past).unwrap_or_default();
        // That it is gone would tell those who see it later that it is over.
        let mut puts = match delay_ms {
            0 => room.closed(),
            _ => Vec::new(),
        };
        if room.seats_of(&room.host).is_empty() {
            puts.push(Put::remove(format!("mine:{}", room.host), &room.id));
        }
        let left = room.seats.iter().filter_map(|player| match player {
            Player::Bot { instead_of, .. } => instead_of.as_ref(),
            _ => None,
        });
        for account in room.accounts().into_iter().chain(left) {
            // What somebody tries out alone was no match.
            if room.analysis_of.is_none() {
                // The latest first.
                let id = format!("{:020}-{}", u64::MAX - ended_ms, room.id);
                puts.push(Put::new(format!("past:{}", account.id), id, &*past).anyway());
            }
            puts.push(Put::remove(format!("mine:{}", account.id), &room.id));
        }
        match following {
            Some(Following::Game(next)) => puts.extend(next_game_puts(&next)),
            Some(Following::End(end)) => {
                puts.extend(self.series_puts(end, agreed, ended_ms).await?)
            }
            None if rated => {
                let ended = self.rating_puts(outcome, moves, agreed, ended_ms);
                puts.extend(ended.await?);
            }
            None => {}
        }
        Ok(puts)
    }

    /// What follows in a series when this game has ended like this.
    fn following(
        &self,
        outcome: &Outcome,
        moves: &[usize],
        ended_ms: u64,
    ) -> Result<Option<Following>, StoreError> {
        if self.room.series.is_none() {
            return Ok(None);
        }
        let no_id = |_| StoreError::Unavailable("this system gives no random numbers".into());
        let chooses = (self.game.as_ref()).is_some_and(|game| !game.info().brings.is_empty());
        let delay_ms = u64::from(self.room.spectators.delay_seconds) * 1000;
        let next = NextGame {
            id: ids::new_id().map_err(no_id)?,
            wall_ms: ended_ms,
            server_ms: self.hub.time.server_ms(),
            chooses,
            hidden_until_ms: (delay_ms > 0).then_some(ended_ms + delay_ms),
        };
        Ok(self.room.following(outcome, moves, next))
    }

    /// What is to be kept when a series is over: only as a whole is it rated.
    async fn series_puts(
        &mut self,
        end: SeriesEnded,
        agreed: bool,
        ended_ms: u64,
    ) -> Result<Vec<Put>, StoreError> {
        let Some(series) = &self.room.series else {
            return Ok(Vec::new());
        };
        let delay_ms = u64::from(self.room.spectators.delay_seconds) * 1000;
        let shown_from_ms = (ended_ms + delay_ms).to_string();
        let mut puts = vec![Put::new(SERIES_OVER, &series.id, shown_from_ms).anyway()];
        if self.room.rated && !end.outcome.is_aborted() {
            let ended = self.rating_puts(&end.outcome, end.moves, agreed, ended_ms);
            puts.extend(ended.await?);
        }
        Ok(puts)
    }

    /// Ends a series between two games: somebody has given it up, or it cannot go on.
    pub(super) async fn end_series(&mut self, by: Option<Seat>) -> Result<(), Failure> {
        let before = self.room.clone();
        self.cancel_deal();
        let ended_ms = self.hub.time.wall_ms();
        let Some(end) = self.room.end_series(by) else {
            return Err(Failure::conflict("over", "this series is over"));
        };
        self.room.ended_ms = Some(ended_ms);
        let mut puts = match self.room.spectators.delay_seconds {
            0 => self.room.closed(),
            _ => Vec::new(),
        };
        puts.push(Put::remove(BEGINS, &self.room.id));
        let mut accounts: Vec<String> = vec![self.room.host.clone()];
        accounts.extend(
            self.room
                .accounts()
                .into_iter()
                .map(|account| account.id.clone()),
        );
        puts.extend(
            (accounts.into_iter())
                .map(|account| Put::remove(format!("mine:{account}"), &self.room.id)),
        );
        match self.series_puts(end, false, ended_ms).await {
            Ok(series) => puts.extend(series),
            Err(error) => {
                self.room = before;
                return Err(error.into());
            }
        }
        self.keep_room(puts).await?;
        self.tell_status();
        Ok(())
    }

    /// How many moves each seat has made.
    fn moves_by_seat(&self) -> Vec<usize> {
        let mut moves = vec![0; self.room.seats.len()];
        let current = self.play.as_ref().map(|play| &play.current);
        for played in current.map(|current| current.played()).unwrap_or_default() {
            if let Some(moves) = moves.get_mut(played.seat.index()) {
                *moves += 1;
            }
        }
        moves
    }

    /// Has the room of the next game look at whether it can begin.
    pub(super) fn wake_next(&self) {
        let Some(next) = self
            .room
            .next
            .clone()
            .filter(|_| self.room.series_goes_on())
        else {
            return;
        };
        let hub = self.hub.clone();
        tokio::spawn(async move {
            let _ = hub.room(&next).send(Call::TimeOut).await;
        });
    }

    async fn rating_puts(
        &mut self,
        outcome: &Outcome,
        moves: Vec<usize>,
        agreed: bool,
        now_ms: u64,
    ) -> Result<Vec<Put>, StoreError> {
        let mut kept = Vec::new();
        for player in self.room.seats.clone() {
            // Only a match between people with accounts is rated; should somebody else be there after all, nobody's rating
            // changes.
            let Some(account) = player.account().filter(|account| !account.guest) else {
                return Ok(Vec::new());
            };
            let known_as = self.hub.known_as(&account.id).await?;
            let read = Kept::read(&*self.hub.store, &self.room.game, account).await?;
            kept.push(read.known_as(known_as));
        }
        let delay_ms = u64::from(self.room.spectators.delay_seconds) * 1000;
        let ended = Ended {
            outcome,
            moves,
            agreed,
            now_ms,
            shown_from_ms: now_ms + delay_ms,
        };
        Ok(ratings::after(&self.room.game, kept, &ended))
    }

    /// Ends a match that was over as soon as it had begun.
    pub(super) async fn finish_now(&mut self) {
        let Some(outcome) = self.play.as_ref().and_then(|play| play.current.outcome()) else {
            return;
        };
        if self.end_room(outcome).await.is_ok() {
            self.tell_status();
            self.wake_next();
        }
    }

    /// Keeps that the match has ended like this, without a record of its own.
    pub(super) async fn end_room(&mut self, outcome: Outcome) -> Result<(), Failure> {
        let before = self.room.clone();
        self.room.status = RoomStatus::Over;
        self.room.outcome = Some(outcome.clone());
        self.room.ended_ms = Some(self.hub.time.wall_ms());
        match self.ending(&outcome, false).await {
            Ok(puts) => self.keep_room(puts).await,
            Err(error) => {
                self.room = before;
                Err(error.into())
            }
        }
    }

    /// Takes a room off the list when everybody may know that its match is over.
    pub(super) async fn close_late(&mut self) {
        let late = self.room.is_late_for(None, self.hub.time.wall_ms());
        let over = self.room.status == RoomStatus::Over && self.delayed.is_empty() && !late;
        if !over || self.room.spectators.delay_seconds == 0 || self.closed {
            return;
        }
        // If it cannot be kept, it is put away with what has run out.
        self.closed = self.hub.close(&self.room).await.is_ok();
    }
}
