//! What a client hears.

use std::time::Duration;

use parlor_core::{Rejection, Told, Viewer};
use parlor_protocol::{Account, ChatLine, Problem};

/// Something that a client has heard. What is seen now is with the [`Client`](crate::Client): views, versions, status.
///
/// ```
/// use parlor_client::Event;
/// let event = Event::Table { id: "m1".into(), version: 3 };
/// assert_eq!(event.of_match(), Some("m1"));
/// assert_eq!(Event::Missed { events: 2 }.of_match(), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The connection stands, for the first time or again.
    Back {
        /// Who we are.
        account: Account,
        /// The version of the server.
        server: String,
        /// Whether it stood before.
        again: bool,
    },
    /// The connection is gone. The client tries again by itself.
    Lost {
        /// Why.
        why: String,
        /// How long it waits before that.
        retry_in: Duration,
    },
    /// A match was sent as a whole: look at all of it anew.
    Table {
        /// Which match.
        id: String,
        /// Its version; 0 before it has begun.
        version: u64,
    },
    /// Something has happened.
    Update {
        /// In which match.
        id: String,
        /// For whom.
        viewer: Viewer,
        /// The version that it led to.
        version: u64,
        /// What, as this viewer may hear it.
        told: Vec<Told>,
    },
    /// Who is there, what is asked, the room or the clocks have changed.
    Status {
        /// In which match.
        id: String,
    },
    /// Somebody has said something.
    Chat {
        /// In which match.
        id: String,
        /// Who, what and when.
        line: ChatLine,
    },
    /// A command was accepted, and is kept for good.
    Accepted {
        /// In which match.
        id: String,
        /// Under which key.
        key: String,
        /// The version that it made.
        version: u64,
    },
    /// A command, or something else that was asked for, was refused by the rules.
    Rejected {
        /// In which match.
        id: String,
        /// Under which key, if it was a command.
        key: Option<String>,
        /// Why.
        rejection: Rejection,
    },
    /// The server did not take what was sent.
    Refused {
        /// Of which match it spoke.
        id: Option<String>,
        /// Why.
        problem: Problem,
    },
    /// An opponent was found.
    Paired {
        /// In which match.
        id: String,
    },
    /// Events that nobody has read in time were left out. The views are up to date all the same.
    Missed {
        /// How many.
        events: u64,
    },
    /// The server has sent something that this client does not understand, and passes over.
    Unreadable {
        /// What is wrong with it.
        why: String,
    },
    /// It is over, and trying again would not help. This is the last event.
    Ended {
        /// Why.
        why: Problem,
    },
}

impl Event {
    /// The match that it is about.
    pub fn of_match(&self) -> Option<&str> {
        match self {
            Event::Table { id, .. }
            | Event::Update { id, .. }
            | Event::Status { id }
            | Event::Chat { id, .. }
            | Event::Accepted { id, .. }
            | Event::Rejected { id, .. }
            | Event::Paired { id } => Some(id),
            Event::Refused { id, .. } => id.as_deref(),
            _ => None,
        }
    }
}

/// What came of a command.
///
/// ```
/// use parlor_client::Answer;
/// assert!(Answer::Accepted { version: 7 }.is_accepted());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It was played, and is kept for good.
    Accepted {
        /// The version that it made.
        version: u64,
    },
    /// The rules say no. Nothing has changed.
    Rejected(Rejection),
    /// The server did not take it.
    Refused(Problem),
}

impl Answer {
    /// Whether it was played.
    pub fn is_accepted(&self) -> bool {
        matches!(self, Answer::Accepted { .. })
    }
}
