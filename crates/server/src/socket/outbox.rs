//! [`Outbox`]: what waits to be sent over a socket. It is bounded: who reads too slowly is cut off, and comes back by version.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use axum::extract::ws::Utf8Bytes;
use parlor_protocol::ToClient;
use serde::Serialize;

/// Where frames for a socket go. There are as many as there are sockets, and each table has some: an empty one is small.
#[derive(Clone)]
pub(crate) struct Outbox(Arc<Queue>);

/// The other end, for the task that writes.
pub(crate) struct Outgoing(Arc<Queue>);

struct Queue {
    most: usize,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    frames: VecDeque<Utf8Bytes>,
    /// Whether the socket is to end.
    cut: bool,
    /// The task that writes, while it has nothing to do.
    writer: Option<Waker>,
}

/// The socket is to end: whoever is at its other end did not read, or has to read everything anew.
#[derive(Debug)]
pub(crate) struct Cut;

/// An outbox for so many frames.
pub(crate) fn outbox(most: usize) -> (Outbox, Outgoing) {
    let queue = Arc::new(Queue {
        most: most.max(1),
        waiting: Mutex::default(),
    });
    (Outbox(queue.clone()), Outgoing(queue))
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // Every change is one step: there is nothing to be found half done.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Waiting)) {
        let mut waiting = self.waiting();
        change(&mut waiting);
        let writer = waiting.writer.take();
        drop(waiting);
        if let Some(writer) = writer {
            writer.wake();
        }
    }
}

impl Waiting {
    fn wait<T>(&mut self, context: &Context<'_>) -> Poll<T> {
        self.writer = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Outbox {
    /// Sends a frame that is written already.
    pub fn push(&self, frame: Utf8Bytes) {
        self.0
            .change(|waiting| match waiting.frames.len() < self.0.most {
                true => waiting.frames.push_back(frame),
                false => waiting.cut = true,
            });
    }

    /// Sends a frame.
    pub fn send(&self, frame: &ToClient) {
        self.push(written(frame));
    }

    /// Ends the socket.
    pub fn cut(&self) {
        self.0.change(|waiting| waiting.cut = true);
    }
}

impl Outgoing {
    /// Waits for frames, and takes all of them.
    pub async fn next(&self, batch: &mut Vec<Utf8Bytes>) -> Result<(), Cut> {
        poll_fn(|context| {
            let mut waiting = self.0.waiting();
            match (waiting.cut, waiting.frames.is_empty()) {
                (true, _) => Poll::Ready(Err(Cut)),
                (false, true) => waiting.wait(context),
                (false, false) => {
                    batch.extend(waiting.frames.drain(..));
                    Poll::Ready(Ok(()))
                }
            }
        })
        .await
    }

    /// Takes whatever is there.
    pub fn rest(&self, batch: &mut Vec<Utf8Bytes>) {
        batch.extend(self.0.waiting().frames.drain(..));
    }

    /// Waits until the socket is to end.
    pub async fn cut(&self) -> Cut {
        poll_fn(|context| {
            let mut waiting = self.0.waiting();
            match waiting.cut {
                true => Poll::Ready(Cut),
                false => waiting.wait(context),
            }
        })
        .await
    }
}

/// A frame as it travels.
pub(crate) fn written<T: Serialize>(frame: &T) -> Utf8Bytes {
    serde_json::to_string(frame).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn who_reads_too_slowly_is_cut_off() {
        let (outbox, outgoing) = outbox(2);
        for at in 0..2 {
            outbox.send(&ToClient::Pong { at });
        }
        let now = Duration::from_millis(1);
        assert!(timeout(now, outgoing.cut()).await.is_err());
        outbox.send(&ToClient::Pong { at: 2 });
        assert!(timeout(now, outgoing.cut()).await.is_ok());
        assert!(outgoing.next(&mut Vec::new()).await.is_err());
    }

    #[tokio::test]
    async fn who_waits_is_woken_and_gets_everything_in_order() {
        let (outbox, outgoing) = outbox(64);
        let sending = tokio::spawn(async move {
            for at in 0..100 {
                outbox.send(&ToClient::Pong { at });
                tokio::task::yield_now().await;
            }
            outbox
        });
        let mut heard = Vec::new();
        while heard.len() < 100 {
            outgoing.next(&mut heard).await.unwrap();
        }
        let sent = (0..100).map(|at| written(&ToClient::Pong { at }));
        assert!(sent.eq(heard));
        let waiting = tokio::spawn(async move { outgoing.next(&mut Vec::new()).await });
        tokio::task::yield_now().await;
        sending.await.unwrap().cut();
        assert!(waiting.await.unwrap().is_err());
    }
}
