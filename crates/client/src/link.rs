//! The task that holds the socket: connects, hears, sends, and tries again.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_protocol::{PROTOCOL, Problem, ToClient, ToServer};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::client::Shared;
use crate::stream::{self, Stream};
use crate::{Address, Error, Event, Settings, backoff};

/// A connection that lasts so long was a good one: the next failure is the first one again.
const GOOD: Duration = Duration::from_secs(5);

/// What holds the socket.
pub(crate) struct Link {
    address: Address,
    token: String,
    settings: Settings,
    shared: Arc<Shared>,
    events: mpsc::Sender<Event>,
    /// The events that did not fit.
    missed: u64,
}

type Socket = WebSocketStream<Stream>;

impl Link {
    pub fn new(
        address: Address,
        token: String,
        settings: Settings,
        shared: Arc<Shared>,
        events: mpsc::Sender<Event>,
    ) -> Link {
        Link {
            address,
            token,
            settings,
            shared,
            events,
            missed: 0,
        }
    }

    /// Holds the socket until the client is closed, or nobody has it any longer.
    pub async fn run(mut self, mut holders: mpsc::Receiver<()>) {
        let shared = self.shared.clone();
        tokio::select! {
            () = self.keep_up() => {}
            () = shared.close.notified() => {}
            _ = holders.recv() => {}
        }
        shared.known().end();
    }

    async fn keep_up(&mut self) {
        let mut failed = 0;
        loop {
            let begin = Instant::now();
            let error = self.connection().await;
            let was_welcomed = self.shared.known().is_welcomed();
            self.shared.known().lose();
            if was_welcomed && begin.elapsed() >= GOOD {
                failed = 0;
            }
            if !error.may_pass() {
                let unnamed = || Problem::new("connection_failed", error.to_string());
                let why = error.problem().cloned().unwrap_or_else(unnamed);
                return self.last_event(Event::Ended { why }).await;
            }
            let asked = error.problem().and_then(|problem| problem.retry_after_ms);
            let asked = Duration::from_millis(asked.unwrap_or(0)).min(self.settings.longest_wait);
            let wait = backoff::wait(&self.settings, failed, backoff::chance()).max(asked);
            failed = failed.saturating_add(1);
            self.event(Event::Lost {
                why: error.to_string(),
                retry_in: wait,
            });
            sleep(wait).await;
        }
    }

    /// One connection, from its beginning to its end, and why it ended.
    async fn connection(&mut self) -> Error {
        let limit = self.settings.connect_timeout;
        let opened = match timeout(limit, self.open()).await {
            Ok(opened) => opened,
            Err(_) => Err(Error::TooSlow(limit)),
        };
        match opened {
            Ok(socket) => self.talk(socket).await,
            Err(error) => error,
        }
    }

    async fn open(&self) -> Result<Socket, Error> {
        let stream = stream::open(&self.address).await?;
        let most = self.settings.most_bytes;
        let config = WebSocketConfig::default()
            .read_buffer_size(16 << 10)
            .max_message_size(Some(most))
            .max_frame_size(Some(most));
        let (mut socket, _) = tokio_tungstenite::client_async_with_config(
            self.address.socket(),
            stream,
            Some(config),
        )
        .await?;
        let hello = ToServer::Hello {
            token: self.token.clone(),
            protocol: PROTOCOL,
        };
        socket.send(text(&hello)).await?;
        Ok(socket)
    }

    async fn talk(&mut self, mut socket: Socket) -> Error {
        let shared = self.shared.clone();
        let mut heard_at = Instant::now();
        let mut pinged = false;
        loop {
            // Nothing waits in the socket's buffer while we wait for something to happen.
            let mut sent = false;
            loop {
                let frame = shared.known().next_frame();
                let Some(frame) = frame else { break };
                sent = true;
                if let Err(error) = socket.feed(text(&frame)).await {
                    return error.into();
                }
            }
            if sent {
                if let Err(error) = socket.flush().await {
                    return error.into();
                }
                // One that waits is enough, and one that comes later looks for itself.
                shared.sent.notify_one();
            }
            let patience = match pinged {
                true => self.settings.silence,
                false => self.settings.ping_after,
            };
            let again_at = shared.known().again_at.map(Instant::from_std);
            tokio::select! {
                message = socket.next() => {
                    heard_at = Instant::now();
                    pinged = false;
                    if let Some(error) = self.hear(message) {
                        // Whether the other side hears it or not, we are done.
                        let _ = timeout(Duration::from_secs(1), socket.close(None)).await;
                        return error;
                    }
                }
                () = shared.nudge.notified() => {}
                () = until(again_at) => shared.known().send_again(),
                () = sleep_until(heard_at + patience) => {
                    if pinged {
                        return Error::TooSlow(self.settings.silence);
                    }
                    pinged = true;
                    if let Err(error) = socket.send(text(&ToServer::Ping { at: 0 })).await {
                        return error.into();
                    }
                }
            }
        }
    }

    /// Hears what the socket brought; says why if it has ended.
    fn hear(
        &mut self,
        message: Option<Result<Message, tokio_tungstenite::tungstenite::Error>>,
    ) -> Option<Error> {
        let gone = || Error::Problem {
            status: 0,
            problem: Problem::new("closed", "the server has closed the connection"),
        };
        let message = match message {
            Some(Ok(Message::Text(message))) => message,
            Some(Ok(Message::Close(_))) | None => return Some(gone()),
            Some(Ok(_)) => return None,
            Some(Err(error)) => return Some(error.into()),
        };
        let frame: ToClient = match serde_json::from_str(&message) {
            Ok(frame) => frame,
            Err(error) => {
                let why = error.to_string();
                self.event(Event::Unreadable { why });
                return None;
            }
        };
        let welcomed = self.shared.known().is_welcomed();
        let (is_bye, problem) = match &frame {
            ToClient::Bye { problem } => (true, Some(problem)),
            ToClient::Refused { problem, .. } => (false, Some(problem)),
            _ => (false, None),
        };
        if let Some(problem) = problem
            && (is_bye || !welcomed)
        {
            // Whoever is not let in will not be by coming back.
            let status = if welcomed || comes_back(problem) {
                0
            } else {
                403
            };
            let problem = problem.clone();
            return Some(Error::Problem { status, problem });
        }
        let event = self.shared.known().hear(frame, Instant::now().into_std());
        if let Some(event) = event {
            self.event(event);
        }
        None
    }

    /// Tells an event, or counts it if nobody reads.
    fn event(&mut self, event: Event) {
        if self.missed > 0 {
            let events = self.missed;
            if self.events.try_send(Event::Missed { events }).is_err() {
                self.missed += 1;
                return;
            }
            self.missed = 0;
        }
        if self.events.try_send(event).is_err() {
            self.missed += 1;
        }
    }

    /// The last event is worth waiting for, but nobody who waits for an answer does in the meantime.
    async fn last_event(&mut self, event: Event) {
        self.shared.known().end();
        let _ = self.events.send(event).await;
    }
}

/// Whether a server that says no before it has welcomed us may say yes later.
fn comes_back(problem: &Problem) -> bool {
    problem.retry_after_ms.is_some() || LATER.contains(&problem.code.as_str())
}

/// Why a server may close before it has welcomed us, and be there again after a moment.
const LATER: [&str; 5] = ["closing", "internal", "silent", "too_many", "unavailable"];

async fn until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}

fn text(frame: &ToServer) -> Message {
    // These frames are plain data; there is nothing in them that cannot be written.
    Message::text(serde_json::to_string(frame).unwrap_or_default())
}
