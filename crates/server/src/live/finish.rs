//! The end of a match: what is kept with its last record, all together or not at all.

use parlor_core::Outcome;
use parlor_protocol::{PastMatch, Player, Visibility};
use parlor_store::{Put, StoreError};
use serde::{Deserialize, Serialize};

use super::Live;
use crate::failure::Failure;
use crate::ratings::{self, Kept};

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
    pub(super) async fn ending(&mut self, outcome: &Outcome) -> Result<Vec<Put>, StoreError> {
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
        let mut puts = vec![
            Put::remove("listed", &room.id),
            Put::remove("code", &room.code),
        ];
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
            puts.extend(self.rating_puts(outcome, ended_ms).await?);
        }
        Ok(puts)
    }

    async fn rating_puts(
        &mut self,
        outcome: &Outcome,
        now_ms: u64,
    ) -> Result<Vec<Put>, StoreError> {
        let mut kept = Vec::new();
        for player in self.room.seats.clone() {
            // Only a match between humans is rated; should a bot be there after all, nobody's rating changes.
            let Some(account) = player.account() else {
                return Ok(Vec::new());
            };
            kept.push(Kept::read(&*self.hub.store, &self.room.game, account).await?);
        }
        Ok(ratings::after(&self.room.game, kept, outcome, now_ms))
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
        let puts = self.ending(&outcome).await?;
        self.room.status = parlor_protocol::RoomStatus::Over;
        self.room.outcome = Some(outcome);
        self.room.ended_ms = Some(self.hub.time.wall_ms());
        self.keep_room(puts).await
    }
}
