//! A WebSocket with as little around it as possible: frames of text, read in place.

use std::cell::RefCell;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use anyhow::{Result, bail};
use parlor_client::Address;
use parlor_client::stream::{self, Stream};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};

/// So much is read at once.
const READ_BYTES: usize = 64 << 10;

/// The longest frame that is taken.
const MOST_BYTES: usize = 16 << 20;

thread_local! {
    /// One buffer for all sockets of a thread: most frames never wait for more.
    static BUFFER: RefCell<Box<[u8]>> = RefCell::new(vec![0; READ_BYTES].into());
}

/// A socket.
pub struct Wire {
    stream: Stream,
    /// The beginning of a frame whose end has not come yet.
    begun: Vec<u8>,
    /// The parts of a message that comes in several frames.
    parts: Vec<u8>,
    /// What is to be written.
    out: Vec<u8>,
}

const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

impl Wire {
    /// Connects.
    pub async fn open(address: &Address) -> Result<Wire> {
        let mut stream = stream::open(address).await?;
        // A constant will do: this key only shows that somebody understands the protocol.
        let request = format!(
            "GET {} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cGFybG9yIGxvYWQgdG9vbA==\r\n\r\n",
            address.path("/api/socket"),
            address.authority(),
        );
        stream.write_all(request.as_bytes()).await?;
        let mut head = Vec::with_capacity(512);
        let end = loop {
            if let Some(end) = head.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break end + 4;
            }
            if head.len() > 16 << 10 || stream.read_buf(&mut head).await? == 0 {
                bail!("the server does not answer as a WebSocket");
            }
        };
        if !head.starts_with(b"HTTP/1.1 101") {
            let text = String::from_utf8_lossy(&head);
            let line = text.lines().next().unwrap_or_default();
            let body = text.split("\r\n\r\n").nth(1).unwrap_or_default();
            bail!("the server opens no socket: {line} {body}");
        }
        Ok(Wire {
            stream,
            begun: head.split_off(end),
            parts: Vec::new(),
            out: Vec::new(),
        })
    }

    /// Writes a text as soon as somebody polls.
    pub fn send(&mut self, text: &[u8]) {
        self.put(TEXT, text);
    }

    fn put(&mut self, kind: u8, payload: &[u8]) {
        let masked = 0x80;
        self.out.push(0x80 | kind);
        match payload.len() {
            short @ 0..126 => self.out.push(masked | short as u8),
            long @ 126..65_536 => {
                self.out.push(masked | 126);
                self.out.extend((long as u16).to_be_bytes());
            }
            longer => {
                self.out.push(masked | 127);
                self.out.extend((longer as u64).to_be_bytes());
            }
        }
        // A mask of zeros changes nothing; the server takes it off all the same.
        self.out.extend([0; 4]);
        self.out.extend_from_slice(payload);
    }

    /// Reads all that has come and hands it on, text by text. Ready only when something went wrong.
    pub fn poll(
        &mut self,
        context: &mut Context<'_>,
        mut hear: impl FnMut(&mut Wire, &[u8]) -> Result<()>,
    ) -> Poll<anyhow::Error> {
        loop {
            match BUFFER.with_borrow_mut(|buffer| self.poll_read(context, buffer, &mut hear)) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(error)) => return Poll::Ready(error),
                Poll::Pending => break,
            }
        }
        while !self.out.is_empty() {
            match Pin::new(&mut self.stream).poll_write(context, &self.out) {
                Poll::Ready(Ok(written)) => drop(self.out.drain(..written)),
                Poll::Ready(Err(error)) => return Poll::Ready(error.into()),
                Poll::Pending => break,
            }
        }
        match Pin::new(&mut self.stream).poll_flush(context) {
            Poll::Ready(Err(error)) => Poll::Ready(error.into()),
            _ => Poll::Pending,
        }
    }

    fn poll_read(
        &mut self,
        context: &mut Context<'_>,
        buffer: &mut [u8],
        hear: &mut impl FnMut(&mut Wire, &[u8]) -> Result<()>,
    ) -> Poll<Result<()>> {
        let mut read = ReadBuf::new(buffer);
        ready!(Pin::new(&mut self.stream).poll_read(context, &mut read))?;
        let bytes = read.filled();
        if bytes.is_empty() {
            return Poll::Ready(Err(anyhow::anyhow!("the server has closed a socket")));
        }
        Poll::Ready(self.take(bytes, hear))
    }

    /// Takes frames out of what was read.
    fn take(
        &mut self,
        bytes: &[u8],
        hear: &mut impl FnMut(&mut Wire, &[u8]) -> Result<()>,
    ) -> Result<()> {
        if self.begun.is_empty() {
            let used = self.frames(bytes, hear)?;
            self.begun.extend_from_slice(&bytes[used..]);
        } else {
            let mut begun = std::mem::take(&mut self.begun);
            begun.extend_from_slice(bytes);
            let used = self.frames(&begun, hear)?;
            begun.drain(..used);
            self.begun = begun;
        }
        Ok(())
    }

    /// Takes whole frames and says how many bytes they had.
    fn frames(
        &mut self,
        bytes: &[u8],
        hear: &mut impl FnMut(&mut Wire, &[u8]) -> Result<()>,
    ) -> Result<usize> {
        let mut at = 0;
        while let Some((first, payload)) = frame(&bytes[at..])? {
            let (from, to) = (at + payload.0, at + payload.0 + payload.1);
            let payload = &bytes[from..to];
            let is_last = first & 0x80 != 0;
            match first & 0x0f {
                0 | TEXT if !is_last => {
                    self.parts.extend_from_slice(payload);
                    if self.parts.len() > MOST_BYTES {
                        bail!("the server sends a message without an end");
                    }
                }
                0 => {
                    let mut parts = std::mem::take(&mut self.parts);
                    parts.extend_from_slice(payload);
                    hear(self, &parts)?;
                }
                TEXT => hear(self, payload)?,
                PING => self.put(PONG, payload),
                CLOSE => bail!("the server has closed a socket"),
                _ => {}
            }
            at = to;
        }
        Ok(at)
    }

    /// Waits for the next texts, until `hear` says that it has heard enough.
    pub async fn until(&mut self, mut hear: impl FnMut(&[u8]) -> Result<bool>) -> Result<()> {
        let mut enough = false;
        // What came along with the answer to the handshake.
        let begun = std::mem::take(&mut self.begun);
        self.take(&begun, &mut |_, text| {
            enough |= hear(text)?;
            Ok(())
        })?;
        std::future::poll_fn(|context| {
            if enough {
                return Poll::Ready(Ok(()));
            }
            let polled = self.poll(context, |_, text| {
                enough |= hear(text)?;
                Ok(())
            });
            match polled {
                Poll::Ready(error) => Poll::Ready(Err(error)),
                Poll::Pending if enough => Poll::Ready(Ok(())),
                Poll::Pending => Poll::Pending,
            }
        })
        .await
    }
}

/// Where the payload of a frame begins and how long it is.
type Payload = (usize, usize);

/// The first byte and the payload of the first frame, if all of it is there.
fn frame(bytes: &[u8]) -> Result<Option<(u8, Payload)>> {
    let [first, second, rest @ ..] = bytes else {
        return Ok(None);
    };
    let (begin, length) = match (second & 0x7f, rest) {
        (126, [a, b, ..]) => (4, u64::from(u16::from_be_bytes([*a, *b]))),
        (127, [a, b, c, d, e, f, g, h, ..]) => {
            (10, u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h]))
        }
        (126 | 127, _) => return Ok(None),
        (short, _) => (2, u64::from(short)),
    };
    if second & 0x80 != 0 || length > MOST_BYTES as u64 {
        bail!("the server sends frames that no server should send");
    }
    let length = length as usize;
    let whole = bytes.len() >= begin + length;
    Ok(whole.then_some((*first, (begin, length))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_every_length_are_found_where_they_are() {
        let mut bytes = vec![0x81, 2, b'h', b'i'];
        assert_eq!(frame(&bytes).unwrap(), Some((0x81, (2, 2))));
        assert_eq!(frame(&bytes[..3]).unwrap(), None);
        bytes = [&[0x81, 126, 1, 0][..], &[7; 256]].concat();
        assert_eq!(frame(&bytes).unwrap(), Some((0x81, (4, 256))));
        assert_eq!(frame(&bytes[..259]).unwrap(), None);
        bytes = [&[0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0][..], &[7; 65_536]].concat();
        assert_eq!(frame(&bytes).unwrap(), Some((0x82, (10, 65_536))));
        for cut in 0..10 {
            assert_eq!(frame(&bytes[..cut]).unwrap(), None);
        }
        assert!(frame(&[0x81, 0x80, 0, 0, 0, 0]).is_err());
        assert!(frame(&[0x81, 127, 255, 0, 0, 0, 0, 0, 0, 0]).is_err());
    }
}
