//! What goes for every request: how many there may be, what is logged, which headers go with the answer.

use std::time::Duration;

use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use parlor_protocol::Problem;
use tracing::Instrument;

use super::{Shared, extract, origins};
use crate::failure::Failure;
use crate::guard::Wish;
use crate::hub::Hub;

/// A refusal that is no problem yet is a line at most.
const MOST_REFUSAL_BYTES: usize = 4096;

/// What goes for every request. All that is logged meanwhile has the request's number with it.
pub(super) async fn around(State(hub): Shared, request: Request, next: Next) -> Response {
    let number = format!("{:016x}", rand_id());
    // Whatever level is logged, the number goes with it.
    let span = tracing::error_span!("request", id = number);
    let mut response = counted(&hub, request, next).instrument(span).await;
    let headers = response.headers_mut();
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(value) = HeaderValue::from_str(&number) {
        headers.insert(HeaderName::from_static("x-request-id"), value);
    }
    response
}

/// Answers, and keeps count and log of it.
async fn counted(hub: &Hub, mut request: Request, next: Next) -> Response {
    let address = extract::address(hub, &request);
    request.extensions_mut().insert(extract::From(address));
    hub.metrics.requests.add(1);
    let method = request.method().clone();
    // The address as the list has it, not as it was asked: there may be the code of a room in it, and anybody can write
    // anything where nothing is.
    let path = request.extensions().get::<MatchedPath>();
    let path = path.map_or("nowhere".into(), |path| path.as_str().to_string());
    let origin = origins::listed(&hub.config.server.origins, &request);
    let now_ms = hub.time.server_ms();
    let mut response = match hub.guard.allow(Wish::Request, address, now_ms) {
        Ok(()) => match origin.as_ref().and_then(|_| origins::preflight(&request)) {
            Some(told) => told,
            None => in_time(hub, request, next).await,
        },
        Err(failure) => failure.into_response(),
    };
    if let Some(origin) = origin {
        origins::allow(origin, response.headers_mut());
    }
    // Neither a body, nor a query, nor a header is logged: there may be a secret in it.
    let status = response.status();
    if status.is_server_error() {
        hub.metrics.requests_failed.add(1);
        tracing::error!(%method, path, status = status.as_u16(), "a request failed");
    } else {
        tracing::debug!(%method, path, status = status.as_u16(), "request");
    }
    response
}

/// Answers, unless that takes too long.
async fn in_time(hub: &Hub, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let patience = Duration::from_secs(hub.config.limits.request_seconds.into());
    match tokio::time::timeout(patience, next.run(request)).await {
        Ok(response) if is_api && is_plain_refusal(&response) => typed(response).await,
        Ok(response) => response,
        Err(_) => Failure {
            status: StatusCode::REQUEST_TIMEOUT,
            problem: Problem::new("too_slow", "this request took too long"),
        }
        .into_response(),
    }
}

/// Whether a request was refused before any of the handlers has seen it: a path that cannot be read, a method that is none.
fn is_plain_refusal(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    response.status().is_client_error() && kind.is_none_or(|kind| kind != "application/json")
}

/// The same refusal as a problem like all others.
async fn typed(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let text = axum::body::to_bytes(body, MOST_REFUSAL_BYTES).await;
    let text = text.unwrap_or_default();
    let problem = match parts.status {
        StatusCode::METHOD_NOT_ALLOWED => {
            Problem::new("wrong_method", "this address does not accept this method")
        }
        _ => Problem::new("malformed", String::from_utf8_lossy(&text)),
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::CONTENT_TYPE);
    let problem = Json(problem.hint("/api/openapi.json says what there is"));
    (parts.status, parts.headers, problem).into_response()
}

/// Tells requests apart in the log; nobody has to be unable to guess it.
fn rand_id() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    RandomState::new().hash_one(NEXT.fetch_add(1, Ordering::Relaxed))
}
