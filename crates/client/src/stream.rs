//! A connection to a server, with or without encryption.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::{Address, Error};

/// A connection.
///
/// ```no_run
/// # async fn ask() -> Result<(), Box<dyn std::error::Error>> {
/// use tokio::io::AsyncWriteExt;
/// let mut stream = parlor_client::stream::open(&"localhost:8080".parse()?).await?;
/// stream.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").await?;
/// # Ok(()) }
/// ```
pub enum Stream {
    /// Anybody on the way can read along.
    Plain(TcpStream),
    /// Nobody can.
    #[cfg(feature = "tls")]
    Tls(Box<tokio_rustls::client::TlsStream<TcpStream>>),
}

/// Connects.
pub async fn open(address: &Address) -> Result<Stream, Error> {
    open_where(address, |_| true).await
}

/// Connects, if the host is at an address that is allowed: what is looked up is what is checked and what is connected to.
pub async fn open_where(address: &Address, allow: fn(IpAddr) -> bool) -> Result<Stream, Error> {
    let unreachable = |source| Error::Unreachable {
        address: address.to_string(),
        source,
    };
    let found = tokio::net::lookup_host((address.host(), address.port)).await;
    let found = found.map_err(unreachable)?;
    let allowed: Vec<SocketAddr> = found.filter(|found| allow(found.ip())).collect();
    let stream = TcpStream::connect(&*allowed).await.map_err(unreachable)?;
    // A move is a small message that somebody waits for.
    stream.set_nodelay(true).map_err(unreachable)?;
    match address.tls {
        false => Ok(Stream::Plain(stream)),
        true => encrypted(address, stream).await,
    }
}

#[cfg(feature = "tls")]
async fn encrypted(address: &Address, stream: TcpStream) -> Result<Stream, Error> {
    use std::sync::Arc;
    use tokio_rustls::TlsConnector;
    use tokio_rustls::rustls::crypto::ring;
    use tokio_rustls::rustls::pki_types::ServerName;
    use tokio_rustls::rustls::{ClientConfig, RootCertStore};

    let not_safe = |why: String| Error::Unsafe {
        address: address.to_string(),
        why,
    };
    let roots: RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| not_safe(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(address.host().to_string())
        .map_err(|error| not_safe(error.to_string()))?;
    let connected = TlsConnector::from(Arc::new(config))
        .connect(name, stream)
        .await;
    match connected {
        Ok(stream) => Ok(Stream::Tls(Box::new(stream))),
        // What rustls has to say comes as invalid data; all else is the network.
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(not_safe(error.to_string()))
        }
        Err(source) => Err(Error::Unreachable {
            address: address.to_string(),
            source,
        }),
    }
}

#[cfg(not(feature = "tls"))]
async fn encrypted(address: &Address, _: TcpStream) -> Result<Stream, Error> {
    Err(Error::Unsafe {
        address: address.to_string(),
        why: "this program was built without encryption".into(),
    })
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Stream::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
            #[cfg(feature = "tls")]
            Stream::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Stream::Plain(stream) => Pin::new(stream).poll_write(context, bytes),
            #[cfg(feature = "tls")]
            Stream::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Stream::Plain(stream) => Pin::new(stream).poll_flush(context),
            #[cfg(feature = "tls")]
            Stream::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Stream::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            #[cfg(feature = "tls")]
            Stream::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
