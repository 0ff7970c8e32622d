//! Requests to a server: JSON in, JSON out, with limits.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use parlor_protocol::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::stream::{self, Stream};
use crate::{Address, Error};

/// So many connections are kept for later requests.
const MOST_IDLE: usize = 16;

/// Sends requests. Connections are used again while the server keeps them open.
///
/// ```no_run
/// # async fn ask() -> Result<(), parlor_client::Error> {
/// use parlor_client::http::{Http, nothing};
/// let http = Http::new("localhost:8080".parse()?);
/// let games: serde_json::Value = http.send("GET", "/api/games", nothing()).await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct Http {
    address: Address,
    token: Option<HeaderValue>,
    /// How long a request may take.
    pub timeout: Duration,
    /// The largest answer that is taken, in bytes.
    pub most_bytes: usize,
    /// The addresses that may be connected to, wherever a name leads.
    pub allow: fn(IpAddr) -> bool,
    idle: Arc<Mutex<Vec<SendRequest<Full<Bytes>>>>>,
}

/// No body.
pub fn nothing() -> Option<&'static ()> {
    None
}

impl Http {
    /// Requests to this server, by nobody yet.
    pub fn new(address: Address) -> Http {
        Http {
            address,
            token: None,
            timeout: Duration::from_secs(20),
            most_bytes: 16 << 20,
            allow: |_| true,
            idle: Arc::default(),
        }
    }

    /// The same as whoever this token belongs to.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Http {
        let value = HeaderValue::try_from(format!("Bearer {token}"));
        let token = value.ok().map(|mut value| {
            value.set_sensitive(true);
            value
        });
        Http {
            token,
            ..self.clone()
        }
    }

    /// Where the server is.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Sends a request and reads the answer as JSON. An answer without a body reads as null.
    pub async fn send<B: Serialize, A: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: Option<&B>,
    ) -> Result<A, Error> {
        let bytes = self.bytes(method, path, body).await?;
        let json: &[u8] = if bytes.is_empty() { b"null" } else { &bytes };
        serde_json::from_slice(json).map_err(|error| unreadable(method, path, error))
    }

    /// Sends a request without a body and reads the answer as text.
    pub async fn text(&self, method: &str, path: &str) -> Result<String, Error> {
        let bytes = self.bytes(method, path, nothing()).await?;
        String::from_utf8(bytes.into()).map_err(|error| unreadable(method, path, error))
    }

    async fn bytes<B: Serialize>(
        &self,
        method: &str,
        path: &str,
        body: Option<&B>,
    ) -> Result<Bytes, Error> {
        let request = self.request(method, path, body)?;
        match tokio::time::timeout(self.timeout, self.answer(request)).await {
            Ok(answer) => answer,
            Err(_) => Err(Error::TooSlow(self.timeout)),
        }
    }

    fn request<B: Serialize>(
        &self,
        method: &str,
        path: &str,
        body: Option<&B>,
    ) -> Result<Request<Full<Bytes>>, Error> {
        let wrong = |why: String| Error::Unreadable {
            what: format!("{method} {path}"),
            why,
        };
        let method =
            Method::from_bytes(method.as_bytes()).map_err(|error| wrong(error.to_string()))?;
        let mut request = Request::builder()
            .method(method)
            .uri(self.address.path(path))
            .header(HOST, self.address.authority())
            .header(ACCEPT, "application/json, text/plain, */*");
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, token);
        }
        let bytes = match body {
            Some(body) => {
                request = request.header(CONTENT_TYPE, "application/json");
                serde_json::to_vec(body).map_err(|error| wrong(error.to_string()))?
            }
            None => Vec::new(),
        };
        request
            .body(Full::from(bytes))
            .map_err(|error| wrong(error.to_string()))
    }

    async fn answer(&self, mut request: Request<Full<Bytes>>) -> Result<Bytes, Error> {
        while let Some(mut sender) = self.take_idle() {
            if sender.ready().await.is_err() {
                continue;
            }
            match sender.try_send_request(request).await {
                Ok(response) => return self.read(response, sender).await,
                // Only what has not left this machine is sent again: the server may have done the rest already.
                Err(mut error) => match error.take_message() {
                    Some(unsent) => request = unsent,
                    None => return Err(error.into_error().into()),
                },
            }
        }
        let mut sender = connect(&self.address, self.allow).await?;
        let response = sender.send_request(request).await?;
        self.read(response, sender).await
    }

    fn take_idle(&self) -> Option<SendRequest<Full<Bytes>>> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop()
    }

    fn keep_idle(&self, sender: SendRequest<Full<Bytes>>) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MOST_IDLE {
            idle.push(sender);
        }
    }

    async fn read(
        &self,
        response: Response<Incoming>,
        sender: SendRequest<Full<Bytes>>,
    ) -> Result<Bytes, Error> {
        let status = response.status();
        let body = Limited::new(response.into_body(), self.most_bytes);
        let bytes = match body.collect().await {
            Ok(body) => body.to_bytes(),
            Err(error) if error.is::<LengthLimitError>() => {
                return Err(Error::TooLarge {
                    most_bytes: self.most_bytes,
                });
            }
            Err(error) => {
                return Err(match error.downcast::<hyper::Error>() {
                    Ok(error) => Error::Broken(*error),
                    Err(error) => Error::Unreadable {
                        what: "a request".into(),
                        why: error.to_string(),
                    },
                });
            }
        };
        self.keep_idle(sender);
        if status.is_success() {
            return Ok(bytes);
        }
        // Whatever stands between us and the server may answer in words of its own.
        let problem = serde_json::from_slice(&bytes).unwrap_or_else(|_| {
            let text = format!("the server answered with status {status}");
            Problem::new(format!("status_{}", status.as_u16()), text)
        });
        Err(Error::Problem {
            status: status.as_u16(),
            problem,
        })
    }
}

fn unreadable(method: &str, path: &str, error: impl std::error::Error) -> Error {
    Error::Unreadable {
        what: format!("{method} {path}"),
        why: error.to_string(),
    }
}

async fn connect(
    address: &Address,
    allow: fn(IpAddr) -> bool,
) -> Result<SendRequest<Full<Bytes>>, Error> {
    let stream: Stream = stream::open_where(address, allow).await?;
    let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // What goes wrong with it is told to whoever waits for an answer.
    tokio::spawn(async move {
        let _ = connection.await;
    });
    Ok(sender)
}
