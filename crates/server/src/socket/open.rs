//! How a socket is opened: who is let in, and who it is.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use parlor_protocol::{Account, PROTOCOL, Problem, ToClient, ToServer};
use tokio::time::timeout;

use super::{End, WRITE_TIMEOUT, broken, serve, written};
use crate::api::From;
use crate::failure::Failure;
use crate::hub::Hub;
use crate::serve::Peer;

/// What a socket reads at once. Frames are small, and there may be ten thousand sockets.
const READ_BYTES: usize = 1024;
/// Frames that are sent together are gathered up to about this much.
const WRITE_BYTES: usize = 8 * 1024;
const MOST_WRITE_BYTES: usize = 8 * 1024 * 1024;
/// Whoever has too many sockets may come back after so long.
const RETRY_MS: u64 = 5000;

/// Opens a socket.
pub(crate) async fn open(
    State(hub): State<Arc<Hub>>,
    peer: Option<Extension<Peer>>,
    From(address): From,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    if let Err(failure) = check_origin(&hub, &headers) {
        return failure.into_response();
    }
    let Ok(upgrade) = upgrade else {
        return Failure::bad("no_socket", "this address is for WebSockets").into_response();
    };
    if hub.metrics.sockets.get() >= i64::from(hub.config.limits.sockets) {
        let failure = Failure::unavailable();
        return failure
            .hint("too many are connected: try again in a while")
            .into_response();
    }
    // All connections come from the proxy: its people are counted here. All others are when they connect.
    let counted = match hub.config.server.behind_proxy {
        true => match hub.guard.connect(address) {
            Some(counted) => Some(counted),
            None => {
                let text = "too many sockets from your address";
                return Failure::too_many(text, RETRY_MS).into_response();
            }
        },
        false => None,
    };
    let most = hub.config.limits.frame_bytes as usize;
    upgrade
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(WRITE_BYTES)
        .max_write_buffer_size(MOST_WRITE_BYTES)
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(async move |socket| {
            serve(hub, address, socket).await;
            // Until now this connection has counted.
            drop((peer, counted));
        })
}

/// A page of another site must not speak for whoever looks at it. Programs send no origin.
fn check_origin(hub: &Hub, headers: &HeaderMap) -> Result<(), Failure> {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return Ok(());
    };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let own = origin
        .split_once("://")
        .is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(host));
    let server = &hub.config.server;
    let public = server.public_url.as_deref();
    let public = public.is_some_and(|url| url.trim_end_matches('/') == origin);
    match own || public || server.origins.iter().any(|known| known == origin) {
        true => Ok(()),
        false => Err(Failure::forbidden(
            "bad_origin",
            "pages of this site may not use this server",
        )
        .hint("the host can allow it: server.origins")),
    }
}

/// Finds out who it is, and by which token.
pub(super) async fn hello(
    hub: &Hub,
    socket: &mut WebSocket,
) -> Result<(Arc<Account>, String), End> {
    let policy = |code: &str, text: &str| End::Closed(close_code::POLICY, Problem::new(code, text));
    let patience = Duration::from_secs(hub.config.limits.hello_seconds.into());
    let first = match timeout(patience, socket.next()).await {
        Err(_) => return Err(policy("no_hello", "you have not said who you are")),
        Ok(Some(Ok(Message::Text(text)))) => text,
        Ok(Some(Ok(_))) => return Err(policy("no_hello", "the first frame says hello, as text")),
        Ok(Some(Err(error))) => return Err(broken(&error)),
        Ok(None) => return Err(End::Gone),
    };
    let Ok(ToServer::Hello { token, protocol }) = serde_json::from_str(&first) else {
        return Err(policy("no_hello", "the first frame says hello"));
    };
    if protocol != PROTOCOL {
        let text = format!("this server speaks version {PROTOCOL}, not {protocol}");
        return Err(policy("other_protocol", &text));
    }
    let account = who(hub, &token).await?;
    Ok((account, token))
}

/// Answers a hello.
pub(super) async fn welcome(
    hub: &Hub,
    socket: &mut WebSocket,
    account: &Account,
) -> Result<(), End> {
    let welcome = ToClient::Welcome {
        account: account.clone(),
        protocol: PROTOCOL,
        server: env!("CARGO_PKG_VERSION").into(),
        time_ms: hub.time.wall_ms(),
    };
    let sent = timeout(WRITE_TIMEOUT, socket.send(Message::Text(written(&welcome)))).await;
    match sent {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}

/// Whose token this is; a socket with any other is closed.
pub(super) async fn who(hub: &Hub, token: &str) -> Result<Arc<Account>, End> {
    let account = hub.who(token).await;
    account.map_err(|failure| End::Closed(close_code::POLICY, failure.problem))
}
