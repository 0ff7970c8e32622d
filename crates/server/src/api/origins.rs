//! Pages of other sites: those that the host has listed may ask, by the rules of CORS.

use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The origin of the page that asks, if the host has listed it.
pub(super) fn listed<B>(origins: &[String], request: &Request<B>) -> Option<HeaderValue> {
    let origin = request.headers().get(header::ORIGIN)?;
    origins
        .iter()
        .any(|known| known.as_bytes() == origin.as_bytes())
        .then(|| origin.clone())
}

/// What a browser is told that asks whether it may ask. It asks no further for an hour.
pub(super) fn preflight<B>(request: &Request<B>) -> Option<Response> {
    let asks = request
        .headers()
        .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let told = [
        (
            header::ACCESS_CONTROL_ALLOW_METHODS,
            "GET, POST, PUT, DELETE",
        ),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "3600"),
    ];
    (asks && request.method() == Method::OPTIONS)
        .then(|| (StatusCode::NO_CONTENT, told).into_response())
}

/// Lets a listed page read the answer. Tokens are sent by hand and never by the browser, so there are no credentials.
pub(super) fn allow(origin: HeaderValue, headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.append(header::VARY, HeaderValue::from_static("origin"));
}
