//! Who asks, and what they send.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header;
use axum::http::request::Parts;
use parlor_protocol::{Account, Problem};
use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::hub::Hub;
use crate::serve::Peer;

/// So much may be sent, but for rulesets.
const MOST_BYTES: usize = 32 * 1024;
/// A match as a file may have so much.
const MOST_FILE_BYTES: usize = 4 * 1024 * 1024;

/// The address that a request comes from.
#[derive(Clone, Copy)]
pub(crate) struct From(pub IpAddr);

/// The address that a request comes from: the connection's, or what the proxy in front says.
pub(super) fn address(hub: &Hub, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>();
    let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.address.ip());
    if !hub.config.server.behind_proxy {
        return peer;
    }
    // Only the last entry is the proxy's own; whatever stands before it anybody can write.
    let forwarded = request
        .headers()
        .get_all("x-forwarded-for")
        .iter()
        .next_back();
    let forwarded = forwarded.and_then(|value| value.to_str().ok());
    let last = forwarded.and_then(|value| value.rsplit(',').next());
    last.and_then(written_address).unwrap_or(peer)
}

/// An address as proxies write it: some put the port behind it, and IPv6 into brackets; some name the network that it is
/// reached by.
fn written_address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = match text.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        // Only IPv4 has a port without brackets: one colon.
        None => match text.split_once(':') {
            Some((address, port)) if !port.contains(':') => address,
            _ => text,
        },
    };
    let bare = bare.split_once('%').map_or(bare, |(bare, _)| bare);
    bare.parse().ok()
}

impl FromRequestParts<Arc<Hub>> for From {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Hub>) -> Result<From, Failure> {
        parts
            .extensions
            .get::<From>()
            .copied()
            .ok_or_else(Failure::internal)
    }
}

/// Whoever asks, known by their token.
pub(super) struct Who(pub Arc<Account>);

/// The token of whoever asks.
pub(super) struct Bearer(pub Option<String>);

impl FromRequestParts<Arc<Hub>> for Bearer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Hub>) -> Result<Bearer, Failure> {
        let value = parts.headers.get(header::AUTHORIZATION);
        let value = value.and_then(|value| value.to_str().ok());
        Ok(Bearer(
            value
                .and_then(|value| value.strip_prefix("Bearer "))
                .map(String::from),
        ))
    }
}

impl FromRequestParts<Arc<Hub>> for Who {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Who, Failure> {
        let Bearer(token) = Bearer::from_request_parts(parts, hub).await?;
        let token = token.ok_or_else(Failure::unauthenticated)?;
        Ok(Who(hub.who(&token).await?))
    }
}

/// What is sent, as JSON.
pub(super) struct Body<T>(pub T);

/// A match as a file, as text.
pub(super) struct MatchFile(pub String);

impl FromRequest<Arc<Hub>> for MatchFile {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &Arc<Hub>) -> Result<MatchFile, Failure> {
        let bytes = axum::body::to_bytes(request.into_body(), MOST_FILE_BYTES).await;
        let bytes = bytes.map_err(|_| too_long(MOST_FILE_BYTES))?;
        let text = String::from_utf8(bytes.into());
        let text = text.map_err(|_| Failure::bad("bad_match", "a match file is text"))?;
        Ok(MatchFile(text))
    }
}

fn too_long(most: usize) -> Failure {
    Failure {
        status: axum::http::StatusCode::PAYLOAD_TOO_LARGE,
        problem: Problem::new("too_long", format!("{most} bytes at most can be sent here")),
    }
}

impl<T: DeserializeOwned> FromRequest<Arc<Hub>> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, hub: &Arc<Hub>) -> Result<Body<T>, Failure> {
        let upload = request.uri().path() == "/api/games";
        let most = match upload {
            // A text in JSON may be twice as long as what it says.
            true => hub.config.server.upload_bytes as usize * 2 + 1024,
            false => MOST_BYTES,
        };
        let bytes = axum::body::to_bytes(request.into_body(), most).await;
        let bytes = bytes.map_err(|_| too_long(most))?;
        let bytes = if bytes.is_empty() {
            (&b"{}"[..]).into()
        } else {
            bytes
        };
        match serde_json::from_slice(&bytes) {
            Ok(body) => Ok(Body(body)),
            // Serde's texts name fields and types, and may quote a value: none that a header or log would get to see.
            Err(error) => Err(Failure::bad("malformed", error.to_string())),
        }
    }
}

/// The code of a room, for somebody who has come by it and asks by the room's id.
#[derive(serde::Deserialize)]
pub(super) struct WithCode {
    pub code: Option<String>,
}

/// Who asks, where nobody has to say it.
pub(super) struct MayBe(pub Option<Arc<Account>>);

impl MayBe {
    pub fn id(&self) -> Option<&str> {
        self.0.as_ref().map(|account| &*account.id)
    }
}

impl FromRequestParts<Arc<Hub>> for MayBe {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<MayBe, Failure> {
        let Bearer(token) = Bearer::from_request_parts(parts, hub).await?;
        match token {
            Some(token) => Ok(MayBe(Some(hub.who(&token).await?))),
            None => Ok(MayBe(None)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_however_proxies_write_them() {
        for (text, address) in [
            ("198.51.100.7", Some("198.51.100.7")),
            (" 198.51.100.7:4711 ", Some("198.51.100.7")),
            ("\"198.51.100.7:4711\"", Some("198.51.100.7")),
            ("2001:db8::7", Some("2001:db8::7")),
            ("[2001:db8::7]", Some("2001:db8::7")),
            ("\"[2001:db8::7]:443\"", Some("2001:db8::7")),
            ("::ffff:198.51.100.7", Some("::ffff:198.51.100.7")),
            ("[::ffff:198.51.100.7]:80", Some("::ffff:198.51.100.7")),
            ("fe80::1%eth0", Some("fe80::1")),
            ("[fe80::1%25eth0]:80", Some("fe80::1")),
            ("", None),
            ("unknown", None),
            ("_hidden:80", None),
            ("[2001:db8::7", None),
            ("198.51.100.7.9:80", None),
        ] {
            let address = address.map(|address| address.parse().unwrap());
            assert_eq!(written_address(text), address, "{text}");
        }
    }
}
