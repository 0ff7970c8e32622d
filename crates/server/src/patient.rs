//! [`Patient`]: a connection that is given up when the other side takes nothing of what it is sent.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A connection that is patient, but not for ever. Who reads slowly is waited for as long as something is read at all.
pub(crate) struct Patient {
    stream: TcpStream,
    patience: Duration,
    /// There while nothing can be sent. Most of the time something can, and this costs nothing.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    pub fn new(stream: TcpStream, patience: Duration) -> Patient {
        Patient {
            stream,
            patience,
            waiting: None,
        }
    }

    fn waited<T>(
        &mut self,
        context: &mut Context<'_>,
        sent: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.waiting = None;
            return sent;
        }
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(sleep(self.patience)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.waited(context, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.waited(context, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn who_reads_nothing_is_given_up_and_who_reads_slowly_is_not() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut reader = TcpStream::connect(listener.local_addr().unwrap())
            .await
            .unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let mut writer = Patient::new(stream, Duration::from_millis(400));
        let bytes = vec![0; 1 << 16];
        let slowly = tokio::spawn(async move {
            let mut bytes = vec![0; 1 << 22];
            for _ in 0..10 {
                tokio::time::sleep(Duration::from_millis(100)).await;
                reader.read_exact(&mut bytes).await.unwrap();
            }
            reader
        });
        let mut sent = 0;
        let error = loop {
            match writer.write(&bytes).await {
                Ok(count) => sent += count,
                Err(error) => break error,
            }
        };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(sent >= 10 << 22, "{sent}");
        slowly.await.unwrap();
    }
}
