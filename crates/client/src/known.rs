//! All that a client knows and waits for. It hears frames and says what to send; nothing here touches a socket or a clock.

mod seen;
mod speech;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use parlor_core::{Answer as Reply, Entropy, Guide, Rejection, Seat};
use parlor_protocol::{Problem, Role, Table, ToClient, ToServer};
use serde_json::Value;
use tokio::sync::oneshot;

use crate::{Answer, Event};
pub(crate) use seen::Seen;
use seen::{Contributed, Misfit};
use speech::Speech;

/// A command is taken back to its sender when it was refused so often: a refusal does not say what it refuses.
const MOST_REFUSALS: u32 = 2;

/// All that a client knows and waits for.
#[derive(Default)]
pub(crate) struct Known {
    /// Whether the server has welcomed us on this connection.
    welcomed: bool,
    /// Whether it ever did.
    before: bool,
    /// Whose account it is.
    account: String,
    pub matches: BTreeMap<String, Seen>,
    /// The language that they are read in.
    pub speech: Speech,
    /// Commands without an answer, in the order in which they were given.
    commands: Vec<Waiting<Answer>>,
    /// Questions without an answer.
    guides: Vec<Waiting<Result<Guide<Value>, Rejection>>>,
    /// Commands of which it was asked why they are not possible.
    whys: Vec<Waiting<Option<Rejection>>>,
    /// What is to be sent on this connection.
    outbox: VecDeque<ToServer>,
    /// What has not been sent yet, and is sent once: asking twice is not asking once.
    once: VecDeque<ToServer>,
    /// When to send all commands again, because the server had too much to do.
    pub again_at: Option<Instant>,
}

/// Something that was sent and has no answer yet.
struct Waiting<A> {
    id: String,
    key: String,
    frame: ToServer,
    refusals: u32,
    answer: oneshot::Sender<A>,
}

impl Known {
    /// Begins to look at a match.
    pub fn subscribe(&mut self, id: &str, role: Option<Role>, code: Option<&str>) {
        let seen = self.matches.entry(id.into()).or_default();
        seen.role = role;
        seen.code = code.map(String::from);
        seen.waits_for_table = true;
        let frame = seen.subscription(id);
        self.send(frame);
    }

    /// Adds to the seed of a match that has not begun, from the next subscription on.
    pub fn contribute(&mut self, id: &str, entropy: Entropy) {
        let seen = self.matches.entry(id.into()).or_default();
        let heard = None;
        seen.entropy = Some(Contributed { entropy, heard });
    }

    fn tell_entropy(&mut self, id: &str) {
        let Some(seen) = self.matches.get_mut(id) else {
            return;
        };
        let frame = match seen.begins_anew() {
            true => Some(seen.subscription(id)),
            false => seen.tells_entropy(id, &self.account),
        };
        if let Some(frame) = frame {
            self.send(frame);
        }
    }

    /// Looks away.
    pub fn unsubscribe(&mut self, id: &str) {
        if self.matches.remove(id).is_some() {
            self.send(ToServer::Unsubscribe { id: id.into() });
        }
    }

    /// Sends a command, and again until there is an answer.
    pub fn submit(
        &mut self,
        id: &str,
        key: String,
        frame: ToServer,
        answer: oneshot::Sender<Answer>,
    ) {
        self.send(frame.clone());
        self.commands.push(Waiting {
            id: id.into(),
            key,
            frame,
            refusals: 0,
            answer,
        });
    }

    /// Asks for the next question on the way to a command.
    pub fn guide(
        &mut self,
        id: &str,
        seat: Option<Seat>,
        answers: Vec<Reply>,
        key: String,
        answer: oneshot::Sender<Result<Guide<Value>, Rejection>>,
    ) {
        let frame = ToServer::Guide {
            id: id.into(),
            seat,
            answers,
            key: key.clone(),
        };
        self.send(frame.clone());
        self.guides.push(Waiting {
            id: id.into(),
            key,
            frame,
            refusals: 0,
            answer,
        });
    }

    /// Asks why a command is not possible.
    pub fn why(
        &mut self,
        id: &str,
        seat: Option<Seat>,
        command: Value,
        key: String,
        answer: oneshot::Sender<Option<Rejection>>,
    ) {
        let frame = ToServer::Why {
            id: id.into(),
            seat,
            command,
            key: key.clone(),
        };
        self.send(frame.clone());
        self.whys.push(Waiting {
            id: id.into(),
            key,
            frame,
            refusals: 0,
            answer,
        });
    }

    /// Sends something once, as soon as there is a connection.
    pub fn send_once(&mut self, frame: ToServer) {
        self.once.push_back(frame);
    }

    /// Sends something on this connection. Without one there is no need: a new one begins with all that matters.
    fn send(&mut self, frame: ToServer) {
        if self.welcomed {
            self.outbox.push_back(frame);
        }
    }

    /// The next frame to send.
    pub fn next_frame(&mut self) -> Option<ToServer> {
        match self.welcomed {
            true => self.outbox.pop_front().or_else(|| self.once.pop_front()),
            false => None,
        }
    }

    /// Whether there is something to send. A command that was sent and has no answer is none.
    pub fn has_frames(&self) -> bool {
        let unsent = !self.outbox.is_empty() || !self.once.is_empty();
        unsent || !self.welcomed && !self.commands.is_empty()
    }

    /// Whether the server has welcomed us on this connection.
    pub fn is_welcomed(&self) -> bool {
        self.welcomed
    }

    /// The connection is gone.
    pub fn lose(&mut self) {
        self.welcomed = false;
        self.outbox.clear();
        self.again_at = None;
    }

    /// Sends everything again that has no answer, under the same keys.
    pub fn send_again(&mut self) {
        self.again_at = None;
        let commands = self.commands.iter().map(|waiting| waiting.frame.clone());
        let guides = self.guides.iter().map(|waiting| waiting.frame.clone());
        let whys = self.whys.iter().map(|waiting| waiting.frame.clone());
        let frames: Vec<ToServer> = commands.chain(guides).chain(whys).collect();
        self.outbox.extend(frames);
    }

    /// Everybody who waits hears that there will be no answer.
    pub fn end(&mut self) {
        self.lose();
        self.commands.clear();
        self.guides.clear();
        self.whys.clear();
        self.once.clear();
    }

    /// Hears a frame.
    pub fn hear(&mut self, frame: ToClient, now: Instant) -> Option<Event> {
        Some(match frame {
            ToClient::Welcome {
                account, server, ..
            } => {
                let again = std::mem::replace(&mut self.before, true);
                self.welcomed = true;
                self.account.clone_from(&account.id);
                self.outbox.clear();
                for (id, seen) in &self.matches {
                    self.outbox.push_back(seen.subscription(id));
                }
                self.send_again();
                Event::Back {
                    account,
                    server,
                    again,
                }
            }
            ToClient::Table(table) => return self.hear_table(*table, now),
            ToClient::Update {
                id,
                viewer,
                version,
                patch,
                told,
                clock,
            } => {
                let seen = self.matches.get_mut(&id)?;
                match seen.update(viewer, version, &patch) {
                    Ok(true) => {}
                    Ok(false) => return None,
                    Err(Misfit) => {
                        let frame = seen.subscription(&id);
                        self.send(frame);
                        return None;
                    }
                }
                if let (Some(clock), Some(status)) = (clock, &mut seen.status) {
                    status.clock = Some(clock);
                    seen.clock_at = Some(now);
                }
                let told = self.speech.told(told);
                Event::Update {
                    id,
                    viewer,
                    version,
                    told,
                }
            }
            ToClient::Accepted { id, key, version } => {
                if let Some(waiting) = take(&mut self.commands, &id, &key) {
                    // Nobody may wait for it any longer.
                    let _ = waiting.answer.send(Answer::Accepted { version });
                }
                Event::Accepted { id, key, version }
            }
            ToClient::Rejected { id, key, rejection } => {
                let rejection = self.speech.refused(rejection);
                if let Some(key) = &key {
                    if let Some(waiting) = take(&mut self.guides, &id, key) {
                        let _ = waiting.answer.send(Err(rejection));
                        return None;
                    }
                    if let Some(waiting) = take(&mut self.commands, &id, key) {
                        let _ = waiting.answer.send(Answer::Rejected(rejection.clone()));
                    }
                }
                Event::Rejected { id, key, rejection }
            }
            ToClient::Guided { id, key, guide } => {
                if let Some(waiting) = take(&mut self.guides, &id, &key) {
                    let _ = waiting.answer.send(Ok(self.speech.asked(guide)));
                }
                return None;
            }
            ToClient::Why { id, key, rejection } => {
                if let Some(waiting) = take(&mut self.whys, &id, &key) {
                    let _ = waiting.answer.send(rejection);
                }
                return None;
            }
            ToClient::Status(status) => {
                let id = status.id.clone();
                let seen = self.matches.get_mut(&id)?;
                seen.status = Some(*status);
                seen.clock_at = Some(now);
                self.tell_entropy(&id);
                Event::Status { id }
            }
            ToClient::Chat { id, line } => {
                self.matches.get_mut(&id)?.say(line.clone());
                Event::Chat { id, line }
            }
            ToClient::Paired { id } => Event::Paired { id },
            ToClient::Refused { id, key, problem } => {
                self.refused(id.as_deref(), key.as_deref(), &problem, now);
                Event::Refused { id, problem }
            }
            ToClient::Pong { .. } => return None,
            // The link hears it before us, and closes.
            ToClient::Bye { .. } => return None,
        })
    }

    fn hear_table(&mut self, table: Table, now: Instant) -> Option<Event> {
        let seen = self.matches.get_mut(&table.id)?;
        let (id, version) = (table.id.clone(), table.version);
        seen.set(table, now);
        self.tell_entropy(&id);
        Some(Event::Table { id, version })
    }

    /// A refusal does not always say what of. Commands are safe to send again, so the ones it may mean are.
    fn refused(&mut self, id: Option<&str>, key: Option<&str>, problem: &Problem, now: Instant) {
        if let Some(wait_ms) = problem.retry_after_ms {
            // A server that has much to do is not asked at once, whatever it says.
            let wait = Duration::from_millis(wait_ms.clamp(10, 60_000));
            self.again_at = Some(now + wait);
            return;
        }
        let meant = |of: &str, under: &str| {
            id.is_none_or(|id| id == of) && key.is_none_or(|key| key == under)
        };
        let no = || Rejection::new(problem.code.clone(), problem.text.clone());
        let fresh = refuse(&mut self.commands, meant, || {
            Answer::Refused(problem.clone())
        }) | refuse(&mut self.guides, meant, || Err(no()))
            | refuse(&mut self.whys, meant, || Some(no()));
        if fresh {
            self.send_again();
        }
    }
}

/// Counts a refusal for all that it may mean, and answers those that were refused too often. Whether any of the others were.
fn refuse<A>(
    all: &mut Vec<Waiting<A>>,
    meant: impl Fn(&str, &str) -> bool,
    answer: impl Fn() -> A,
) -> bool {
    let mut kept = Vec::new();
    for mut waiting in all.drain(..) {
        waiting.refusals += u32::from(meant(&waiting.id, &waiting.key));
        match waiting.refusals >= MOST_REFUSALS {
            // Nobody may wait for it any longer.
            true => drop(waiting.answer.send(answer())),
            false => kept.push(waiting),
        }
    }
    *all = kept;
    all.iter().any(|waiting| waiting.refusals > 0)
}

/// Takes out what waits under a key.
fn take<A>(waiting: &mut Vec<Waiting<A>>, id: &str, key: &str) -> Option<Waiting<A>> {
    let index = waiting
        .iter()
        .position(|waiting| waiting.key == key && waiting.id == id)?;
    Some(waiting.remove(index))
}
