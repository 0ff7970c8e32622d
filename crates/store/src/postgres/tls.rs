//! Encryption on the way to the database, and how sure to be of who is at its end: `sslmode` and `sslrootcert`.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

/// What is checked of the database's certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    /// Nothing: whoever only listens learns nothing, but an impostor would not be noticed.
    Nothing,
    /// That somebody who is trusted has signed it.
    Authority,
    /// That, and that it is for this host.
    Host,
}

/// What an address says about encryption, with the words of PostgreSQL's own programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wish {
    /// `sslmode`.
    pub mode: Option<String>,
    /// `sslrootcert`: a file with the certificates that are trusted.
    pub root: Option<String>,
}

impl Wish {
    /// What it comes to: whether to encrypt, and how to connect.
    pub fn read(&self) -> Result<(SslMode, Tls), String> {
        let root = self.root.as_deref().filter(|root| *root != "system");
        let (mode, check) = match (self.mode.as_deref().unwrap_or("prefer"), root) {
            ("disable", _) => (SslMode::Disable, Check::Nothing),
            ("prefer", _) => (SslMode::Prefer, Check::Nothing),
            // Whoever says whom to trust wants it checked.
            ("require", None) => (SslMode::Require, Check::Nothing),
            ("require", Some(_)) | ("verify-ca", _) => (SslMode::Require, Check::Authority),
            ("verify-full", _) => (SslMode::Require, Check::Host),
            (other, _) => {
                return Err(format!(
                    "sslmode '{other}' is unknown: use disable, prefer, require, verify-ca or verify-full"
                ));
            }
        };
        let roots = match root {
            Some(file) if check != Check::Nothing => roots_of(Path::new(file))?,
            _ => Vec::new(),
        };
        let tls = Tls::new(check, roots).map_err(|error| error.to_string())?;
        Ok((mode, tls))
    }
}

/// The certificates of a PEM file.
fn roots_of(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let unreadable =
        |error: String| format!("sslrootcert: cannot read {}: {error}", file.display());
    let read =
        CertificateDer::pem_file_iter(file).map_err(|error| unreadable(error.to_string()))?;
    let roots: Result<Vec<_>, _> = read.collect();
    let roots = roots.map_err(|error| unreadable(error.to_string()))?;
    match roots.is_empty() {
        true => Err(unreadable("it has no certificate in PEM form".into())),
        false => Ok(roots),
    }
}

/// Makes encrypted connections.
#[derive(Clone)]
pub(super) struct Tls {
    config: Arc<ClientConfig>,
}

impl Tls {
    /// With these certificates to trust; those that browsers trust if there are none.
    fn new(check: Check, own: Vec<CertificateDer<'static>>) -> Result<Tls, Error> {
        let provider = Arc::new(ring::default_provider());
        let mut roots = RootCertStore::empty();
        match own.is_empty() {
            true => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
            false => {
                for root in &own {
                    roots.add(root.clone())?;
                }
            }
        }
        let chains =
            WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build();
        let verifier = Verifier {
            check,
            chains: chains.map_err(|error| Error::General(error.to_string()))?,
            own,
            provider: provider.clone(),
        };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        Ok(Tls {
            config: Arc::new(config),
        })
    }
}

/// Checks as much of a certificate as was asked for, and always that the server has the key to it.
#[derive(Debug)]
struct Verifier {
    check: Check,
    chains: Arc<WebPkiServerVerifier>,
    /// The certificates that were given. One that a server has made for itself is among them.
    own: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

/// How one version of TLS checks a signature.
type CheckSignature = fn(
    &[u8],
    &CertificateDer<'_>,
    &DigitallySignedStruct,
    &WebPkiSupportedAlgorithms,
) -> Result<HandshakeSignatureValid, Error>;

impl Verifier {
    fn check_signature(
        &self,
        check: CheckSignature,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        check(message, certificate, signed, algorithms)
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.check == Check::Nothing {
            return Ok(ServerCertVerified::assertion());
        }
        let verified = match self.own.iter().any(|own| own == certificate) {
            true => ParsedCertificate::try_from(certificate)
                .and_then(|parsed| tokio_rustls::rustls::client::verify_server_name(&parsed, host))
                .map(|()| ServerCertVerified::assertion()),
            false => (self.chains).verify_server_cert(certificate, between, host, ocsp, now),
        };
        match verified {
            // The name is looked at last: all else is as it should be.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if self.check == Check::Authority => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.check_signature(verify_tls12_signature, message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.check_signature(verify_tls13_signature, message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let algorithms = &self.provider.signature_verification_algorithms;
        algorithms.supported_schemes()
    }
}

impl<S> MakeTlsConnect<S> for Tls
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Encrypted<S>;
    type TlsConnect = Connecting;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Connecting> {
        Ok(Connecting {
            config: self.config.clone(),
            host: host.into(),
        })
    }
}

/// A connection that is about to be encrypted.
pub(super) struct Connecting {
    config: Arc<ClientConfig>,
    /// Empty for a socket of this machine, which is never encrypted.
    host: String,
}

impl<S> TlsConnect<S> for Connecting
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let host = ServerName::try_from(self.host).map_err(io::Error::other)?;
            let connected = TlsConnector::from(self.config).connect(host, stream);
            Ok(Encrypted(connected.await?))
        })
    }
}

/// An encrypted connection.
pub(super) struct Encrypted<S>(tokio_rustls::client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Encrypted<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}
