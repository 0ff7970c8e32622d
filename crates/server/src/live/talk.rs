//! Questions on the way to a command.

use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_core::Rejection;
use parlor_protocol::ToClient;

use super::play::{is_paused, paused, rules_failed_at};
use super::watch::not_begun;
use super::{Guide, Live, Why};

impl Live {
    /// The next question on the way to a command.
    pub(super) fn guide(&mut self, guide: Guide) {
        let Guide {
            socket,
            seat,
            answers,
            key,
        } = guide;
        let guided = self.seat_of(socket, seat).and_then(|seat| {
            let play = self.play.as_ref().ok_or_else(not_begun)?;
            let no_guide = || Rejection::new("not_guided", "this game asks no questions");
            play.current.guide(seat, &answers).ok_or_else(no_guide)?
        });
        let Some(watcher) = self.watcher(socket) else {
            return self.refuse_stranger(socket);
        };
        let id = self.room.id.clone();
        watcher.outbox.send(&match guided {
            Ok(guide) => ToClient::Guided { id, key, guide },
            Err(rejection) => ToClient::Rejected {
                id,
                key: Some(key),
                rejection,
            },
        });
    }

    /// Why a command is not possible. The match is only read: nothing is played, kept or told to others.
    pub(super) fn why(&self, why: Why) {
        let Why {
            socket,
            seat,
            command,
            key,
        } = why;
        let Some(watcher) = self.watcher(socket) else {
            return self.refuse_stranger(socket);
        };
        let rejection = match (self.seat_of(socket, seat), &self.play) {
            (Err(rejection), _) => Some(rejection),
            (Ok(_), None) => Some(not_begun()),
            (Ok(_), Some(play)) if is_paused(play) => Some(paused()),
            (Ok(seat), Some(play)) => {
                let ask = AssertUnwindSafe(|| play.current.why_not(seat, &command));
                catch_unwind(ask).unwrap_or_else(|_| {
                    tracing::error!(room = self.room.id, "the rules have failed");
                    Some(rules_failed_at())
                })
            }
        };
        watcher.outbox.send(&ToClient::Why {
            id: self.room.id.clone(),
            key,
            rejection,
        });
    }
}
