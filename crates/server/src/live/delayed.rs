//! What some see later than it happens: spectators of a room with a delay.

use parlor_core::Viewer;
use parlor_protocol::{Role, RoomStatus};

use super::Live;
use super::watch::{Watcher, update};
use crate::metrics::Happened;
use crate::room::RoomState;

/// When a record was made.
#[derive(serde::Deserialize)]
struct Recorded {
    version: u64,
    time_ms: u64,
}

/// Whether this one sees the match of a room later than it happens.
pub(super) fn is_behind(room: &RoomState, watcher: &Watcher) -> bool {
    let later = match watcher.role {
        Role::Player => false,
        Role::Spectator => true,
        // Whoever has nothing but the code sees no more on a screen than by looking on.
        Role::Display => !room.has(&watcher.account.id),
    };
    room.spectators.delay_seconds > 0 && later
}

impl Live {
    pub(super) fn is_behind(&self, watcher: &Watcher) -> bool {
        is_behind(&self.room, watcher)
    }

    /// Counts what has happened, when everybody may know it.
    pub(super) fn count(&self, what: Happened) {
        let delay_ms = u64::from(self.room.spectators.delay_seconds) * 1000;
        (self.hub.metrics).happened(what, self.hub.time.server_ms(), delay_ms);
    }

    /// Counts a match that has begun. A later game of a series tells that the one before has ended.
    pub(super) fn count_begin(&self) {
        let hidden_ms = self.room.hidden_ms(self.hub.time.wall_ms());
        let now_ms = self.hub.time.server_ms();
        (self.hub.metrics).happened(Happened::Begin, now_ms, hidden_ms);
    }

    /// Finds out what those who see the match later have not seen yet.
    pub(super) fn read_delayed(&mut self, text: &str, version: u64) {
        self.delayed.clear();
        self.delayed_version = version;
        let delay_ms = u64::from(self.room.spectators.delay_seconds) * 1000;
        if delay_ms == 0 {
            return;
        }
        // Records know the time of day, and what is due goes by the server's own.
        let (now_ms, wall_ms) = (self.hub.time.server_ms(), self.hub.time.wall_ms());
        for line in text.lines() {
            let Ok(record) = serde_json::from_str::<Recorded>(line) else {
                continue;
            };
            // With a clock that was set back meanwhile, a record may seem to come from days ahead: nobody waits for that.
            let ago_ms = wall_ms.saturating_sub(record.time_ms);
            let due_ms = (now_ms + delay_ms).saturating_sub(ago_ms);
            if due_ms > now_ms {
                self.delayed.push_back((due_ms, record.version));
            }
        }
        if let Some((_, first)) = self.delayed.front() {
            self.delayed_version = first.saturating_sub(1).max(1);
        }
    }

    /// Shows those who are behind what they may see by now.
    pub(super) fn show_delayed(&mut self, now_ms: u64) {
        let due = |(due_ms, _): &(u64, u64)| *due_ms <= now_ms;
        while let Some((_, version)) = self.delayed.front().copied().filter(|next| due(next)) {
            self.delayed.pop_front();
            let Some(play) = &self.play else { return };
            let viewer = Viewer::Spectator;
            let before = play.current.view_at(self.delayed_version, viewer);
            let now = play.current.view_at(version, viewer);
            if let (Some(before), Some(now)) = (before, now) {
                let frame = update(&self.room.id, play, version, viewer, &before, &now);
                for watcher in self
                    .watchers
                    .iter()
                    .filter(|watcher| self.is_behind(watcher))
                {
                    watcher.outbox.push(frame.clone());
                }
            }
            self.delayed_version = version;
            if self.delayed.is_empty() && self.room.status == RoomStatus::Over {
                self.tell_later();
            }
        }
    }
}
