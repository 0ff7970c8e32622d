//! Questions on the way to a command.

use parlor_core::Rejection;
use parlor_protocol::ToClient;

use super::watch::not_begun;
use super::{Guide, Live};

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
}
