//! The end of a match: what is kept with its last record, all together or not at all.

use parlor_core::Outcome;
use parlor_protocol::{PastMatch, Player, RoomStatus, Visibility};
use parlor_store::{Put, StoreError};
use serde::{Deserialize, Serialize};

use super::Live;
use crate::failure::Failure;
use crate::ratings::{self, Ended, Kept};

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
        let room = self.room.clone();
        let ended_ms = self.hub.time.wall_ms();
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
        if rated {
            puts.extend(self.rating_puts(outcome, agreed, ended_ms).await?);
        }
        Ok(puts)
    }

    async fn rating_puts(
        &mut self,
        outcome: &Outcome,
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
        let mut moves = vec![0; self.room.seats.len()];
        let current = self.play.as_ref().map(|play| &play.current);
        for played in current.map(|current| current.played()).unwrap_or_default() {
            if let Some(moves) = moves.get_mut(played.seat.index()) {
                *moves += 1;
            }
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
        }
    }

    /// Keeps that the match has ended like this, without a record of its own.
    pub(super) async fn end_room(&mut self, outcome: Outcome) -> Result<(), Failure> {
        let puts = self.ending(&outcome, false).await?;
        self.room.status = RoomStatus::Over;
        self.room.outcome = Some(outcome);
        self.room.ended_ms = Some(self.hub.time.wall_ms());
        self.keep_room(puts).await
    }

    /// Takes a room off the list when everybody may know that its match is over.
    pub(super) async fn close_late(&mut self) {
        let over = self.room.status == RoomStatus::Over && self.delayed.is_empty();
        if !over || self.room.spectators.delay_seconds == 0 || self.closed {
            return;
        }
        // If it cannot be kept, it is put away with what has run out.
        self.closed = self.hub.store.put(self.room.closed()).await.is_ok();
    }
}
