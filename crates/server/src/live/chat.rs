//! What people say at a table: kept line by line, and as late as the match for those who see that later.

use std::collections::VecDeque;

use parlor_protocol::{Account, ChatLine, Problem, ToClient};
use parlor_store::{Put, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::Live;
use crate::socket::written;

/// So many lines are kept.
const KEPT: u64 = 100;
/// Whoever comes is sent the latest lines, up to so many letters and signs.
const SHOWN_BYTES: usize = 12 * 1024;
/// So much of a line is not its text.
const LINE_BYTES: usize = 100;
const LONGEST_LINE: usize = 500;

/// What was said at a table lately.
#[derive(Default)]
pub(super) struct Chat {
    lines: VecDeque<Said>,
    /// The number of the next line.
    next: u64,
    /// What those who are late have not heard yet: when they do, and the line's number.
    unheard: VecDeque<(u64, u64)>,
}

/// A line as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Said {
    #[serde(flatten)]
    line: ChatLine,
    /// Whether it was said by somebody who sees the match late: it tells nothing that others could not see by then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    late: bool,
    #[serde(skip)]
    number: u64,
}

fn kind(room: &str) -> String {
    format!("chat:{room}")
}

fn id(number: u64) -> String {
    format!("{number:012}")
}

impl Said {
    fn put(&self, room: &str) -> Put {
        let text = serde_json::to_string(self).unwrap_or_default();
        Put::new(kind(room), id(self.number), text).anyway()
    }
}

impl Chat {
    /// What was said at a table, as the store has it.
    pub async fn read(store: &dyn Store, room: &str) -> Result<Chat, StoreError> {
        let mut chat = Chat::default();
        for kept in store.list(&kind(room), "", 2 * KEPT as usize).await? {
            if let (Ok(said), Ok(number)) =
                (serde_json::from_str::<Said>(&kept.text), kept.id.parse())
            {
                chat.next = number + 1;
                chat.lines.push_back(Said { number, ..said });
            }
        }
        if chat.lines.is_empty() {
            chat.read_whole(store, room).await?;
        }
        Ok(chat)
    }

    /// All lines used to be one document: each becomes one of its own.
    async fn read_whole(&mut self, store: &dyn Store, room: &str) -> Result<(), StoreError> {
        let Some(whole) = store.get("chat", room).await? else {
            return Ok(());
        };
        let lines: Vec<ChatLine> = serde_json::from_str(&whole.text).unwrap_or_default();
        self.next = lines.len() as u64;
        self.lines = (0..)
            .zip(lines)
            .map(|(number, line)| Said {
                line,
                late: false,
                number,
            })
            .collect();
        let mut puts: Vec<Put> = self.lines.iter().map(|said| said.put(room)).collect();
        puts.push(Put::remove("chat", room));
        store.put(puts).await
    }

    /// Finds out what those who are late have not heard yet. `now` is the time of day, and `down_ms` how far the server's own
    /// time is behind it.
    pub fn hold_back(&mut self, delay_ms: u64, now_ms: u64, down_ms: u64) {
        let early = self.lines.iter().filter(|said| !said.late);
        let due = early.map(|said| (said.line.time_ms + delay_ms, said.number));
        let unheard = due.filter(|(due_ms, _)| delay_ms > 0 && *due_ms > now_ms);
        self.unheard = unheard
            .map(|(due_ms, number)| (due_ms.saturating_sub(down_ms), number))
            .collect();
    }

    /// When those who are late hear the next line.
    pub fn due(&self) -> Option<u64> {
        self.unheard.front().map(|(due_ms, _)| *due_ms)
    }

    /// The latest lines, as far as somebody may know them.
    pub fn shown(&self, behind: bool) -> Vec<ChatLine> {
        let unheard = |said: &&Said| {
            self.unheard
                .iter()
                .any(|(_, number)| *number == said.number)
        };
        let mut room = SHOWN_BYTES;
        let latest = self
            .lines
            .iter()
            .rev()
            .filter(|said| !(behind && unheard(said)));
        let fitting = latest.take_while(|said| {
            let bytes = said.line.text.len() + said.line.from.len() + LINE_BYTES;
            let fits = bytes <= room;
            room = room.saturating_sub(bytes);
            fits
        });
        let mut lines: Vec<ChatLine> = fitting.map(|said| said.line.clone()).collect();
        lines.reverse();
        lines
    }

    /// Takes a line, and gives what is to be kept.
    fn take(&mut self, room: &str, line: ChatLine, late: bool) -> Vec<Put> {
        let said = Said {
            line,
            late,
            number: self.next,
        };
        self.next += 1;
        let mut puts = vec![said.put(room)];
        self.lines.push_back(said);
        while self.lines.len() as u64 > KEPT {
            if let Some(gone) = self.lines.pop_front() {
                puts.push(Put::remove(kind(room), id(gone.number)));
            }
        }
        puts
    }
}

impl Live {
    /// Somebody says something.
    pub(super) async fn say(&mut self, socket: u64, text: &str) {
        let Some(watcher) = self.watcher(socket) else {
            return self.refuse_stranger(socket);
        };
        let (account, outbox) = (watcher.account.clone(), watcher.outbox.clone());
        let late = self.is_behind(watcher);
        let text = on_one_line(text);
        let text = text.trim();
        let known = self.hub.check_speaker(&account).await;
        let from = match known {
            Ok(()) => self.speaker(&account, text),
            Err(failure) => Err(failure.problem),
        };
        let from = match from {
            Ok(from) => from,
            Err(problem) => {
                return outbox.send(&ToClient::Refused {
                    id: Some(self.room.id.clone()),
                    key: None,
                    problem,
                });
            }
        };
        let line = ChatLine {
            from,
            account: account.id.clone(),
            guest: account.guest,
            text: text.into(),
            time_ms: self.hub.time.wall_ms(),
        };
        let puts = self.chat.take(&self.room.id, line.clone(), late);
        if let Err(error) = self.hub.store.put(puts).await {
            tracing::warn!(room = self.room.id, %error, "a line of chat was not kept");
        }
        let frame = written(&ToClient::Chat {
            id: self.room.id.clone(),
            line,
        });
        let delay_ms = u64::from(self.room.spectators.delay_seconds) * 1000;
        let held_back = delay_ms > 0 && !late;
        if held_back {
            let due_ms = self.hub.time.server_ms() + delay_ms;
            self.chat.unheard.push_back((due_ms, self.chat.next - 1));
        }
        for watcher in &self.watchers {
            if !(held_back && self.is_behind(watcher)) {
                watcher.outbox.push(frame.clone());
            }
        }
    }

    /// By which name somebody speaks here, if they may say this.
    fn speaker(&self, account: &Account, text: &str) -> Result<String, Problem> {
        if text.is_empty() || text.chars().count() > LONGEST_LINE {
            let text = format!("a message has 1 to {LONGEST_LINE} characters");
            return Err(Problem::new("bad_chat", text));
        }
        let seat = self.room.seats_of(&account.id).first();
        if let Some(player) = seat.and_then(|seat| self.room.seats.get(seat.index())) {
            return Ok(player.name());
        }
        match self.room.has_name(&account.name, &account.id) {
            true => Err(
                Problem::new("name_in_use", "somebody who plays here has this name")
                    .hint("choose another name to chat here"),
            ),
            false => Ok(account.name.clone()),
        }
    }

    /// Lets those who are late hear what they may hear by now.
    pub(super) fn tell_unheard(&mut self, now_ms: u64) {
        while self.chat.due().is_some_and(|due_ms| due_ms <= now_ms) {
            let Some((_, number)) = self.chat.unheard.pop_front() else {
                return;
            };
            let said = self.chat.lines.iter().find(|said| said.number == number);
            let Some(said) = said else { continue };
            let frame = written(&ToClient::Chat {
                id: self.room.id.clone(),
                line: said.line.clone(),
            });
            for watcher in self
                .watchers
                .iter()
                .filter(|watcher| self.is_behind(watcher))
            {
                watcher.outbox.push(frame.clone());
            }
        }
    }
}

/// The text as others may see it: on one line, and without what is not seen.
fn on_one_line(text: &str) -> String {
    let shown = text.chars().filter_map(|letter| match letter {
        '\t' | '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(' '),
        letter => (!is_hidden(letter)).then_some(letter),
    });
    shown.collect()
}

/// Signs that are not seen, and change how what is around them is read: what a line says is what it shows. Those that join
/// letters stay, because languages need them.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use parlor_store::Memory;

    use super::*;

    #[test]
    fn a_line_break_keeps_words_apart_and_starts_no_line() {
        assert_eq!(on_one_line("hi\nBob: I\tresign"), "hi Bob: I resign");
        assert_eq!(on_one_line("a\u{202e}b\u{200b}\0"), "ab");
    }

    fn line(text: &str, time_ms: u64) -> ChatLine {
        ChatLine {
            from: "Ann".into(),
            account: "ann".into(),
            guest: false,
            text: text.into(),
            time_ms,
        }
    }

    fn texts(lines: &[ChatLine]) -> Vec<&str> {
        lines.iter().map(|line| &*line.text).collect()
    }

    #[tokio::test]
    async fn lines_come_back_from_the_store_in_order_and_the_oldest_go() {
        let store = Memory::new();
        let mut chat = Chat::default();
        for number in 0..250 {
            let puts = chat.take("r", line(&number.to_string(), number), number % 2 == 0);
            assert!(puts.len() <= 2);
            store.put(puts).await.unwrap();
        }
        let read = Chat::read(&store, "r").await.unwrap();
        assert_eq!((read.next, read.lines.len() as u64), (250, KEPT));
        assert_eq!(texts(&read.shown(false)), texts(&chat.shown(false)));
        assert_eq!(read.lines[0].line.text, "150");
        assert!(read.lines[0].late && !read.lines[1].late);
    }

    #[tokio::test]
    async fn who_is_late_hears_what_is_old_enough_and_what_others_say_who_are_late() {
        let mut chat = Chat::default();
        for (text, time_ms, late) in [
            ("old", 1000, false),
            ("new", 5000, false),
            ("late", 5500, true),
        ] {
            chat.take("r", line(text, time_ms), late);
        }
        chat.hold_back(3000, 6000, 100);
        assert_eq!(texts(&chat.shown(true)), ["old", "late"]);
        assert_eq!(texts(&chat.shown(false)), ["old", "new", "late"]);
        assert_eq!(chat.due(), Some(7900));
        chat.hold_back(0, 6000, 100);
        assert_eq!((chat.due(), chat.shown(true).len()), (None, 3));
    }

    #[test]
    fn what_is_shown_of_long_lines_is_bounded() {
        let mut chat = Chat::default();
        for number in 0..100 {
            chat.take("r", line(&"x".repeat(2000), number), false);
        }
        let shown = chat.shown(false);
        assert_eq!(shown.len(), SHOWN_BYTES / (2000 + 3 + LINE_BYTES));
        assert_eq!(shown.last().unwrap().time_ms, 99);
    }
}
