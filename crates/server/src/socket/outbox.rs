//! [`Outbox`]: what waits to be sent over a socket. It is bounded: who reads too slowly is cut off, and comes back by version.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use parlor_protocol::ToClient;
use serde::Serialize;
use tokio::sync::{Notify, mpsc};

/// Where frames for a socket go.
#[derive(Clone)]
pub(crate) struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    cut: Arc<Notify>,
}

/// The other end, for the task that writes.
pub(crate) struct Outgoing {
    pub frames: mpsc::Receiver<Utf8Bytes>,
    pub cut: Arc<Notify>,
}

/// An outbox for so many frames.
pub(crate) fn outbox(most: usize) -> (Outbox, Outgoing) {
    let (sender, receiver) = mpsc::channel(most.max(1));
    let cut = Arc::new(Notify::new());
    let outbox = Outbox {
        frames: sender,
        cut: cut.clone(),
    };
    let outgoing = Outgoing {
        frames: receiver,
        cut,
    };
    (outbox, outgoing)
}

impl Outbox {
    /// Sends a frame that is written already.
    pub fn push(&self, frame: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.frames.try_send(frame) {
            self.cut();
        }
    }

    /// Sends a frame.
    pub fn send(&self, frame: &ToClient) {
        self.push(written(frame));
    }

    /// Ends the socket.
    pub fn cut(&self) {
        self.cut.notify_one();
    }
}

/// A frame as it travels.
pub(crate) fn written<T: Serialize>(frame: &T) -> Utf8Bytes {
    serde_json::to_string(frame).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_reads_too_slowly_is_cut_off() {
        let (outbox, outgoing) = outbox(2);
        for at in 0..2 {
            outbox.send(&ToClient::Pong { at });
        }
        let now = std::time::Duration::from_millis(1);
        assert!(
            tokio::time::timeout(now, outgoing.cut.notified())
                .await
                .is_err()
        );
        outbox.send(&ToClient::Pong { at: 2 });
        assert!(
            tokio::time::timeout(now, outgoing.cut.notified())
                .await
                .is_ok()
        );
    }
}
