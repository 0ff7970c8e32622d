//! What can still be done with a match whose rules are gone: it can be left, aborted and exported.

use parlor_core::{Outcome, Rejection, abort_without_rules};
use parlor_protocol::RoomStatus;
use parlor_store::{Append, Appended, StoreError};

use super::Live;
use super::load::RULES_CHANGED;
use super::watch::not_begun;
use crate::failure::Failure;

impl Live {
    /// Whether the match is on and cannot be played any more.
    pub(super) fn is_ruleless(&self) -> bool {
        let gone = |trouble: &parlor_protocol::Problem| trouble.code == RULES_CHANGED;
        self.play.is_none()
            && self.room.status == RoomStatus::Playing
            && self.trouble.as_ref().is_some_and(gone)
    }

    /// Why nothing can be played.
    pub(super) fn no_play(&self) -> Rejection {
        let text = "the rules of this match are gone: it can only be aborted";
        match self.is_ruleless() {
            true => Rejection::new(RULES_CHANGED, text),
            false => not_begun(),
        }
    }

    /// Aborts a match whose rules are gone. Nobody can win it any more: so nobody is asked, and nobody has lost.
    pub(super) async fn abort_ruleless(&mut self) -> Result<(), Failure> {
        let stored = self.hub.store.read(&self.room.match_id, 0).await?;
        let outcome = Outcome::aborted(self.room.seats.len() as u8);
        let time_ms = self.hub.time.wall_ms();
        match abort_without_rules(&stored.text(), time_ms) {
            Ok(line) => {
                let mut append = Append::new(&self.room.match_id, stored.version, line);
                append.note = stored.note.map(|mut note| {
                    note.due_ms = None;
                    note
                });
                match Box::pin(self.keep_end(append, &outcome, false)).await {
                    Ok(Appended::New) => {}
                    kept => {
                        self.lose_track();
                        return Err(kept.err().map_or_else(Failure::unavailable, Failure::from));
                    }
                }
            }
            // Its log is damaged as well: the room ends without a last record.
            Err(error) => {
                tracing::error!(room = self.room.id, %error, "a match cannot be aborted by a record");
                self.end_room(outcome).await?;
            }
        }
        self.tell_status();
        self.wake_next();
        Ok(())
    }

    /// The match as a file.
    pub(super) async fn export(&mut self) -> Result<String, Failure> {
        let not_begun = || Failure::conflict("not_begun", "the match has not begun");
        match &self.play {
            Some(play) => Ok(play.current.export()),
            // Before it is over, what the store has tells secrets.
            None if self.room.status != RoomStatus::Over => Err(not_begun()),
            None => match self.hub.store.read(&self.room.match_id, 0).await {
                Err(StoreError::NoMatch(_)) => Err(not_begun()),
                stored => Ok(stored?.text()),
            },
        }
    }
}
