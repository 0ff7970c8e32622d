//! A socket: one task, which reads what a client says and writes what it is told.
//!
//! Who somebody is comes from the token in the first frame, and never from a later one.
//!
//! | file | holds |
//! |---|---|
//! | `open` | who is let in: origins, addresses, and the frame that says hello |
//! | `outbox` | what a socket is told and has not written yet |

mod open;
mod outbox;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::{SinkExt, StreamExt};
use parlor_protocol::{Account, Problem, ToClient, ToServer};
use tokio::time::{Instant, timeout};

use crate::guard::Frames;
use crate::hub::Hub;
use crate::ids;
use crate::limits::address_key;
use crate::live::{Call, Guide, Inbox, NewWatcher, Submit, Subscribe, Told, Why};
pub(crate) use open::open;
use open::{hello, welcome, who};
use outbox::{Cut, Outgoing};
pub(crate) use outbox::{Outbox, outbox, written};

/// A client that takes longer to read what it is sent is cut off.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// So many frames that make no sense are answered; then the socket is closed.
const MOST_NONSENSE: u32 = 16;

/// Why a socket ends.
enum End {
    /// The client is gone, or does not read.
    Gone,
    /// It is closed for a reason that the client is told.
    Closed(u16, Problem),
}

async fn serve(hub: Arc<Hub>, address: IpAddr, mut socket: WebSocket) {
    hub.metrics.sockets.add(1);
    let end = match hello(&hub, &mut socket).await {
        Ok((account, token)) => {
            Client::new(hub.clone(), account, address)
                .run(&mut socket, &token)
                .await
        }
        Err(end) => end,
    };
    if let End::Closed(code, problem) = end {
        hub.metrics.cut.add(1);
        let reason: Utf8Bytes = problem.code.clone().into();
        let last = async {
            let _ = socket
                .feed(Message::Text(written(&ToClient::Bye { problem })))
                .await;
            let _ = socket
                .send(Message::Close(Some(CloseFrame { code, reason })))
                .await;
        };
        let _ = timeout(Duration::from_secs(1), last).await;
    }
    hub.metrics.sockets.sub(1);
}

/// A frame that is too long is told so; all else is a client that is gone.
fn broken(error: &axum::Error) -> End {
    let text = error.to_string();
    match text.contains("too long") || text.contains("too big") {
        true => End::Closed(
            close_code::SIZE,
            Problem::new("too_long", "this frame is too long"),
        ),
        false => End::Gone,
    }
}

/// Somebody at the other end of a socket.
struct Client {
    hub: Arc<Hub>,
    number: u64,
    account: Arc<Account>,
    /// Where they come from, as limits count it.
    address: [u8; 16],
    outbox: Outbox,
    outgoing: Outgoing,
    frames: Frames,
    subscribed: Vec<(String, Inbox)>,
    nonsense: u32,
}

impl Client {
    fn new(hub: Arc<Hub>, account: Arc<Account>, address: IpAddr) -> Client {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let (outbox, outgoing) = outbox(hub.config.limits.queue_frames as usize);
        let bucket = hub.opened(&account.id, number, outbox.clone());
        Client {
            frames: Frames::new(&hub.config.limits, bucket),
            hub,
            number,
            account,
            address: address_key(address),
            outbox,
            outgoing,
            subscribed: Vec::new(),
            nonsense: 0,
        }
    }

    async fn run(mut self, socket: &mut WebSocket, token: &str) -> End {
        let end = match self.admit(socket, token).await {
            Ok(()) => self.talk(socket).await,
            Err(end) => end,
        };
        self.hub.closed(&self.account.id, self.number);
        for (_, inbox) in self.subscribed.drain(..) {
            let _ = inbox
                .send(Call::Unsubscribe {
                    socket: self.number,
                })
                .await;
        }
        end
    }

    /// Welcomes the client, once its socket is known: whatever it is told from its welcome on reaches it. And whoever has
    /// logged out since they were asked who they are is found out here, as only sockets that are known are cut.
    async fn admit(&self, socket: &mut WebSocket, token: &str) -> Result<(), End> {
        who(&self.hub, token).await?;
        welcome(&self.hub, socket, &self.account).await
    }

    async fn talk(&mut self, socket: &mut WebSocket) -> End {
        let idle = Duration::from_secs(self.hub.config.limits.socket_idle_seconds.into());
        let mut heard = Instant::now();
        let beat = tokio::time::sleep(idle / 3);
        tokio::pin!(beat);
        let hub = self.hub.clone();
        let closing = hub.until_closing();
        tokio::pin!(closing);
        let mut batch: Vec<Utf8Bytes> = Vec::new();
        loop {
            tokio::select! {
                biased;
                waited = self.outgoing.next(&mut batch) => {
                    let sent = match waited {
                        Ok(()) => send_all(socket, &mut batch, &self.outgoing).await,
                        Err(Cut) => Err(slow()),
                    };
                    if let Err(end) = sent {
                        return end;
                    }
                }
                frame = socket.next() => {
                    let text = match frame {
                        Some(Ok(Message::Text(text))) => Some(text),
                        Some(Ok(Message::Binary(_))) => None,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                            // An empty pong costs nothing, but a flood of pings does.
                            heard = Instant::now();
                            if self.frames.take(self.hub.time.server_ms()).is_err() {
                                return too_many();
                            }
                            continue;
                        }
                        Some(Ok(Message::Close(_))) | None => return End::Gone,
                        Some(Err(error)) => return broken(&error),
                    };
                    heard = Instant::now();
                    if let Some(end) = self.hear(text.as_deref()).await {
                        return end;
                    }
                }
                () = &mut beat => {
                    if heard.elapsed() >= idle {
                        let problem = Problem::new("silent", "connection timed out");
                        return End::Closed(close_code::NORMAL, problem);
                    }
                    let ping = socket.send(Message::Ping(Default::default()));
                    if !matches!(timeout(WRITE_TIMEOUT, ping).await, Ok(Ok(()))) {
                        return End::Gone;
                    }
                    beat.as_mut().reset(Instant::now() + idle / 3);
                }
                () = &mut closing => {
                    // What was acknowledged is still sent.
                    self.outgoing.rest(&mut batch);
                    let _ = send_all(socket, &mut batch, &self.outgoing).await;
                    let problem = Problem::new("closing", "the server is about to restart")
                        .hint("come back in a moment");
                    return End::Closed(close_code::RESTART, problem);
                }
            }
        }
    }

    /// What a client says.
    async fn hear(&mut self, text: Option<&str>) -> Option<End> {
        let now_ms = self.hub.time.server_ms();
        if self.frames.take(now_ms).is_err() {
            return Some(too_many());
        }
        let Some(text) = text else {
            self.refuse(None, Problem::new("not_text", "frames are JSON, as text"));
            return self.too_much_nonsense();
        };
        let frame = match serde_json::from_str(text) {
            Ok(frame) => frame,
            Err(error) => {
                // What was sent is not repeated, in case that there is a secret in it.
                let at = format!("line {}, column {}", error.line(), error.column());
                let text = format!("this frame makes no sense at {at}");
                self.refuse(None, Problem::new("malformed", text));
                return self.too_much_nonsense();
            }
        };
        self.obey(frame, now_ms).await
    }

    fn too_much_nonsense(&mut self) -> Option<End> {
        self.nonsense += 1;
        let problem = || Problem::new("nonsense", "too many malformed frames");
        (self.nonsense > MOST_NONSENSE).then(|| End::Closed(close_code::POLICY, problem()))
    }

    fn refuse(&self, id: Option<String>, problem: Problem) {
        self.refuse_key(id, None, problem);
    }

    fn refuse_key(&self, id: Option<String>, key: Option<String>, problem: Problem) {
        self.hub.metrics.refused.add(1);
        self.outbox.send(&ToClient::Refused { id, key, problem });
    }

    async fn obey(&mut self, frame: ToServer, now_ms: u64) -> Option<End> {
        let socket = self.number;
        let (id, call) = match frame {
            ToServer::Hello { .. } => {
                let text = "already authenticated";
                self.refuse(None, Problem::new("said_hello", text));
                return self.too_much_nonsense();
            }
            ToServer::Ping { at } => {
                self.outbox.send(&ToClient::Pong { at });
                return None;
            }
            ToServer::Subscribe {
                id,
                after,
                role,
                code,
                commitment,
            } => {
                let told = (after, role, code, commitment);
                self.subscribe(id, told).await;
                return None;
            }
            ToServer::Unsubscribe { id } => {
                if let Some(at) = self.subscribed.iter().position(|(known, _)| *known == id) {
                    let (_, inbox) = self.subscribed.swap_remove(at);
                    let _ = inbox.send(Call::Unsubscribe { socket }).await;
                }
                return None;
            }
            ToServer::Submit {
                id,
                seat,
                command,
                version,
                key,
            } => {
                let submit = Submit {
                    socket,
                    seat,
                    command,
                    version,
                    key,
                };
                (id, Call::Submit(Box::new(submit)))
            }
            ToServer::Guide {
                id,
                seat,
                answers,
                key,
            } => (
                id,
                Call::Guide(Box::new(Guide {
                    socket,
                    seat,
                    answers,
                    key,
                })),
            ),
            ToServer::Why {
                id,
                seat,
                command,
                key,
            } => {
                let why = Why {
                    socket,
                    seat,
                    command,
                    key,
                };
                (id, Call::Why(Box::new(why)))
            }
            ToServer::Entropy { id, entropy } => {
                (id, Call::Entropy(Box::new(Told { socket, entropy })))
            }
            ToServer::Ask { id, seat, ask } => (id, Call::Ask { socket, seat, ask }),
            ToServer::Chat { id, text } => {
                if let Err(error) = self.hub.guard.allow_chat(&self.account.id, now_ms) {
                    let mut problem = Problem::new("too_many", "too many messages: slow down");
                    problem.retry_after_ms = Some(error.retry_after_ms);
                    self.refuse(Some(id), problem);
                    return None;
                }
                (
                    id,
                    Call::Chat {
                        socket,
                        text: text.into(),
                    },
                )
            }
        };
        let Some((_, inbox)) = self.subscribed.iter().find(|(known, _)| *known == id) else {
            let problem = Problem::new("not_subscribed", "you do not follow this match");
            let key = match call {
                Call::Submit(submit) => Some(submit.key),
                Call::Guide(guide) => Some(guide.key),
                Call::Why(why) => Some(why.key),
                _ => None,
            };
            self.refuse_key(Some(id), key, problem.hint("subscribe first"));
            return self.too_much_nonsense();
        };
        // The room has failed: whoever comes back finds it as it was kept.
        inbox.send(call).await.is_err().then_some(End::Gone)
    }

    async fn subscribe(
        &mut self,
        id: String,
        (after, role, code, commitment): (
            Option<u64>,
            Option<parlor_protocol::Role>,
            Option<String>,
            Option<String>,
        ),
    ) {
        if !ids::is_id(&id) {
            let failure = ids::no_such_room(&id);
            return self.refuse(Some(id), failure.problem);
        }
        let most = self.hub.config.limits.subscriptions_per_socket as usize;
        let known = self.subscribed.iter().position(|(known, _)| *known == id);
        if known.is_none() && self.subscribed.len() >= most {
            let text = format!("one socket follows {most} matches at most");
            return self.refuse(Some(id), Problem::new("too_many", text));
        }
        let inbox = self.hub.room(&id);
        let watcher = NewWatcher {
            id: id.clone(),
            socket: self.number,
            account: self.account.clone(),
            address: self.address,
            outbox: self.outbox.clone(),
        };
        let sent = inbox
            .send(Call::Subscribe(Box::new(Subscribe {
                watcher,
                after,
                role,
                code,
                commitment,
            })))
            .await;
        if sent.is_err() {
            let mut problem = Problem::new("unavailable", "this room cannot be opened right now");
            problem.retry_after_ms = Some(500);
            return self.refuse(Some(id), problem);
        }
        match known {
            Some(at) => self.subscribed[at].1 = inbox,
            None => self.subscribed.push((id, inbox)),
        }
    }
}

fn slow() -> End {
    let problem = Problem::new(
        "too_slow",
        "you read too slowly, or this table had to be reloaded",
    );
    End::Closed(
        close_code::AGAIN,
        problem.hint("come back and subscribe with your latest version"),
    )
}

fn too_many() -> End {
    End::Closed(
        close_code::POLICY,
        Problem::new("too_many", "too many frames"),
    )
}

/// Sends frames, unless that takes too long or the socket is cut.
async fn send_all(
    socket: &mut WebSocket,
    batch: &mut Vec<Utf8Bytes>,
    outgoing: &Outgoing,
) -> Result<(), End> {
    let all = async {
        for frame in batch.drain(..) {
            socket.feed(Message::Text(frame)).await?;
        }
        socket.flush().await
    };
    tokio::select! {
        biased;
        sent = timeout(WRITE_TIMEOUT, all) => match sent {
            Ok(sent) => sent.map_err(|_| End::Gone),
            Err(_) => Err(slow()),
        },
        Cut = outgoing.cut() => Err(slow()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_task_of_a_socket_is_small() {
        fn size<A, B, C, F: Future>(_: impl Fn(A, B, C) -> F) -> usize {
            size_of::<F>()
        }
        let bytes = size(serve);
        println!("serve {bytes}");
        assert!(bytes < 4096, "{bytes}");
    }
}
