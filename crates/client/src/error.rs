//! What can go wrong between a client and a server.

use std::io;
use std::time::Duration;

use parlor_protocol::Problem;
use tokio_tungstenite::tungstenite;

/// What went wrong.
///
/// ```
/// let error = parlor_client::Api::new("ftp://parlor.example").unwrap_err();
/// assert!(matches!(error, parlor_client::Error::Address(_)));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// This is no address.
    #[error(
        "'{0}' is no address of a server: write it like https://parlor.example or localhost:8080"
    )]
    Address(String),
    /// Nobody answers there.
    #[error("cannot reach {address}: {source}")]
    Unreachable {
        /// Where.
        address: String,
        /// Why.
        source: io::Error,
    },
    /// The other side cannot prove who it is, or this client was built without encryption.
    #[error("no safe connection to {address}: {why}")]
    Unsafe {
        /// Where.
        address: String,
        /// Why.
        why: String,
    },
    /// It takes too long.
    #[error("no answer within {} s", .0.as_secs_f32())]
    TooSlow(Duration),
    /// The connection broke in the middle of a request.
    #[error("the connection broke: {0}")]
    Broken(#[from] hyper::Error),
    /// The answer is larger than this client takes.
    #[error("the answer has more than {most_bytes} bytes")]
    TooLarge {
        /// How many it takes.
        most_bytes: usize,
    },
    /// The answer is none that this client understands.
    #[error("the answer to {what} is none that this client understands: {why}")]
    Unreadable {
        /// What was asked.
        what: String,
        /// Why it is not understood.
        why: String,
    },
    /// The server said no.
    #[error("{problem}")]
    Problem {
        /// The status of the answer; 0 if it came over a socket.
        status: u16,
        /// Why.
        problem: Problem,
    },
    /// The socket failed.
    #[error("the socket failed: {0}")]
    Socket(Box<tungstenite::Error>),
    /// The client has ended, and with it all that was under way.
    #[error("the client has ended")]
    Ended,
}

impl Error {
    /// What the server said, if it said no.
    ///
    /// ```
    /// use parlor_client::Error;
    /// use parlor_protocol::Problem;
    /// let error = Error::Problem { status: 404, problem: Problem::new("no_such_room", "there is no such room") };
    /// assert_eq!(error.problem().map(|problem| problem.code.as_str()), Some("no_such_room"));
    /// assert_eq!(Error::Ended.problem(), None);
    /// ```
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Error::Problem { problem, .. } => Some(problem),
            _ => None,
        }
    }

    /// Whether trying again can help: the network or the server may come back, but a wrong token stays wrong.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Error::Address(_) | Error::Ended | Error::Unsafe { .. } => false,
            Error::Problem { status, problem } => {
                problem.retry_after_ms.is_some() || !(400..500).contains(status)
            }
            Error::Socket(error) => match &**error {
                tungstenite::Error::Http(answer) => {
                    let status = answer.status();
                    !status.is_client_error() || matches!(status.as_u16(), 408 | 429)
                }
                _ => true,
            },
            _ => true,
        }
    }
}

impl From<tungstenite::Error> for Error {
    fn from(error: tungstenite::Error) -> Error {
        Error::Socket(Box::new(error))
    }
}
