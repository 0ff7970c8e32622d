//! What can be asked of a room.

use std::collections::BTreeMap;
use std::sync::Arc;

use std::time::Duration;

use parlor_core::{Answer, AnyGame, Entropy, Seat};
use parlor_protocol::{Account, Ask, Bring, Join, Role, ToClient};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};

use super::NewWatcher;
use crate::failure::Failure;
use crate::room::RoomState;
use crate::socket::Outbox;

/// Where a room takes calls.
pub(crate) type Inbox = mpsc::Sender<Call>;
/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Failure>>;

/// Something that is asked of a room. Thousands of rooms have a queue of these, so that they are small.
pub(crate) enum Call {
    Subscribe(Box<Subscribe>),
    Unsubscribe {
        socket: u64,
    },
    Entropy(Box<Told>),
    Submit(Box<Submit>),
    Guide(Box<Guide>),
    Why(Box<Why>),
    Ask {
        socket: u64,
        seat: Option<Seat>,
        ask: Ask,
    },
    Chat {
        socket: u64,
        text: Box<str>,
    },
    /// What comes by HTTP.
    Do(Box<Do>),
    Export {
        reply: Reply<String>,
    },
    /// A bot has thought.
    Found(Box<Found>),
    /// The rules have changed: play the match again by the new ones. Says how many commands it has, if that worked.
    Reload(Box<Reload>),
    /// A deadline has passed.
    TimeOut,
    /// The room has waited for players for so long that nobody will come any more.
    Expire,
}

/// Somebody wants to look on.
pub(crate) struct Subscribe {
    pub watcher: NewWatcher,
    pub after: Option<u64>,
    pub role: Option<Role>,
    pub code: Option<String>,
    pub commitment: Option<String>,
}

/// A socket tells what it adds to the seed.
pub(crate) struct Told {
    pub socket: u64,
    pub entropy: Entropy,
}

/// A socket asks for the next question.
pub(crate) struct Guide {
    pub socket: u64,
    pub seat: Option<Seat>,
    pub answers: Vec<Answer>,
    pub key: String,
}

/// A socket asks why a command is not possible.
pub(crate) struct Why {
    pub socket: u64,
    pub seat: Option<Seat>,
    pub command: Value,
    pub key: String,
}

/// An account does something.
pub(crate) struct Do {
    pub account: Arc<Account>,
    pub deed: Deed,
    pub reply: Reply<RoomState>,
}

/// What a bot has found; no command if it could not find any.
pub(crate) struct Found {
    pub seat: Seat,
    pub version: u64,
    pub command: Option<Value>,
}

/// Other rules for the match that is on.
pub(crate) struct Reload {
    pub game: Arc<dyn AnyGame>,
    pub reply: Reply<u64>,
}

/// A command that a socket sends.
pub(crate) struct Submit {
    pub socket: u64,
    pub seat: Option<Seat>,
    pub command: Value,
    pub version: Option<u64>,
    pub key: String,
}

/// What an account does to a room.
pub(crate) enum Deed {
    Join(Join),
    Leave,
    Start,
    Rematch,
    Ready,
    SetSeat(Seat, String),
    Bring(Seat, BTreeMap<String, Bring>),
}

/// Refuses what cannot be done just now. Gives back what nobody can be told that way: who comes and goes.
pub(super) fn refuse(
    call: Call,
    failure: &Failure,
    outbox_of: impl Fn(u64) -> Option<(String, Outbox)>,
) -> Option<Call> {
    let tell = |socket: u64, key: Option<String>| {
        if let Some((id, outbox)) = outbox_of(socket) {
            outbox.send(&ToClient::Refused {
                id: Some(id),
                key,
                problem: failure.problem.clone(),
            });
        }
    };
    match call {
        Call::Subscribe(_) | Call::Unsubscribe { .. } => return Some(call),
        Call::Entropy(told) => tell(told.socket, None),
        Call::Submit(submit) => tell(submit.socket, Some(submit.key)),
        Call::Guide(guide) => tell(guide.socket, Some(guide.key)),
        Call::Why(why) => tell(why.socket, Some(why.key)),
        Call::Ask { socket, .. } | Call::Chat { socket, .. } => tell(socket, None),
        Call::Do(call) => drop(call.reply.send(Err(failure.clone()))),
        Call::Export { reply } => drop(reply.send(Err(failure.clone()))),
        Call::Reload(call) => drop(call.reply.send(Err(failure.clone()))),
        Call::Found(_) | Call::TimeOut | Call::Expire => {}
    }
    None
}

/// Answers for a room that cannot be woken yet: for so long if somebody waits to look on, and else for what is asked already.
pub(super) async fn refuse_for(
    time: Duration,
    inbox: &mut mpsc::Receiver<Call>,
    failure: &Failure,
    waiting: &mut Vec<Subscribe>,
) {
    let end = Instant::now() + time;
    loop {
        let call = match inbox.try_recv() {
            Ok(call) => call,
            Err(_) if waiting.is_empty() => return,
            Err(_) => match timeout_at(end, inbox.recv()).await {
                Ok(Some(call)) => call,
                Ok(None) | Err(_) => return,
            },
        };
        match refuse(call, failure, |_| None) {
            Some(Call::Subscribe(subscribe)) => waiting.push(*subscribe),
            Some(Call::Unsubscribe { socket }) => {
                waiting.retain(|subscribe| subscribe.watcher.socket != socket);
            }
            _ => {}
        }
    }
}

/// Answers for a room that could not be woken, until nobody asks any more.
pub(super) async fn refuse_all(
    mut inbox: mpsc::Receiver<Call>,
    waiting: Vec<Subscribe>,
    failure: &Failure,
) {
    let turn_away = |subscribe: Subscribe| {
        subscribe.watcher.outbox.send(&ToClient::Refused {
            id: Some(subscribe.watcher.id),
            key: None,
            problem: failure.problem.clone(),
        });
    };
    waiting.into_iter().for_each(turn_away);
    inbox.close();
    while let Some(call) = inbox.recv().await {
        if let Some(Call::Subscribe(subscribe)) = refuse(call, failure, |_| None) {
            turn_away(*subscribe);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_small() {
        assert!(size_of::<Call>() <= 32, "{}", size_of::<Call>());
    }
}
