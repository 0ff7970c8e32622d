//! What is said at a table beside commands: questions on the way to one, and chat.

use parlor_core::Rejection;
use parlor_protocol::{ChatLine, Problem, ToClient};
use parlor_store::Put;

use super::watch::not_begun;
use super::{Guide, Live};
use crate::socket::written;

/// So many lines of chat are kept.
const CHAT_LINES: usize = 100;
const LONGEST_LINE: usize = 500;

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

    /// Somebody says something.
    pub(super) async fn say(&mut self, socket: u64, text: &str) {
        let Some(watcher) = self.watcher(socket) else {
            return self.refuse_stranger(socket);
        };
        let text: String = text
            .trim()
            .chars()
            .filter(|letter| !letter.is_control())
            .collect();
        if text.is_empty() || text.chars().count() > LONGEST_LINE {
            let text = format!("a line has 1 to {LONGEST_LINE} letters");
            return watcher.outbox.send(&ToClient::Refused {
                id: Some(self.room.id.clone()),
                key: None,
                problem: Problem::new("bad_chat", text),
            });
        }
        let line = ChatLine {
            from: watcher.account.name.clone(),
            text,
            time_ms: self.hub.time.wall_ms(),
        };
        self.chat.push_back(line.clone());
        if self.chat.len() > CHAT_LINES {
            self.chat.pop_front();
        }
        let kept = serde_json::to_string(&self.chat).unwrap_or_default();
        let put = Put::new("chat", &self.room.id, kept).anyway();
        if let Err(error) = self.hub.store.put(vec![put]).await {
            tracing::warn!(room = self.room.id, %error, "a line of chat was not kept");
        }
        let frame = written(&ToClient::Chat {
            id: self.room.id.clone(),
            line,
        });
        for watcher in &self.watchers {
            watcher.outbox.push(frame.clone());
        }
    }
}
