//! What can be asked of a room.

use std::sync::Arc;

use parlor_core::{Answer, AnyGame, Seat};
use parlor_protocol::{Account, Ask, Checked, Join, RatingShown, Role, ToClient};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::NewWatcher;
use crate::failure::Failure;
use crate::room::RoomState;

/// Where a room takes calls.
pub(crate) type Inbox = mpsc::Sender<Call>;
/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Failure>>;

/// Something that is asked of a room.
pub(crate) enum Call {
    Subscribe {
        watcher: NewWatcher,
        after: Option<u64>,
        role: Option<Role>,
    },
    Unsubscribe {
        socket: u64,
    },
    Submit(Box<Submit>),
    Guide {
        socket: u64,
        seat: Option<Seat>,
        answers: Vec<Answer>,
        key: String,
    },
    Ask {
        socket: u64,
        seat: Option<Seat>,
        ask: Ask,
    },
    Chat {
        socket: u64,
        text: String,
    },
    /// What comes by HTTP.
    Do {
        account: Arc<Account>,
        deed: Deed,
        reply: Reply<RoomState>,
    },
    Export {
        reply: Reply<String>,
    },
    Verify {
        reply: Reply<Checked>,
    },
    /// A bot has found its command; nothing if it could not.
    Found {
        seat: Seat,
        version: u64,
        command: Option<Value>,
    },
    /// The rules have changed: play the match again by the new ones. Says how many commands it has, if that worked.
    Reload {
        game: Arc<dyn AnyGame>,
        reply: Reply<u64>,
    },
    /// A deadline has passed.
    TimeOut,
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
    Join(Join, Option<RatingShown>),
    Leave,
    Start,
    Rematch,
    SetSeat(Seat, String),
}

/// Answers for a room that could not be woken, until nobody asks any more.
pub(super) async fn refuse_all(mut inbox: mpsc::Receiver<Call>, failure: &Failure) {
    inbox.close();
    while let Some(call) = inbox.recv().await {
        match call {
            Call::Subscribe { watcher, .. } => watcher.outbox.send(&ToClient::Refused {
                id: Some(watcher.id),
                problem: failure.problem.clone(),
            }),
            Call::Do { reply, .. } => drop(reply.send(Err(failure.clone()))),
            Call::Export { reply } => drop(reply.send(Err(failure.clone()))),
            Call::Verify { reply } => drop(reply.send(Err(failure.clone()))),
            Call::Reload { reply, .. } => drop(reply.send(Err(failure.clone()))),
            Call::Unsubscribe { .. }
            | Call::Submit(_)
            | Call::Guide { .. }
            | Call::Ask { .. }
            | Call::Chat { .. }
            | Call::Found { .. }
            | Call::TimeOut => {}
        }
    }
}
