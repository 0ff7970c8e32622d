//! The page for browsers, which is part of the binary: built from `web/`, each file beside a compressed copy.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use crate::failure::Failure;

include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// Only what this server itself sends runs in the page, and the page asks nobody else: whatever gets into it by a mistake stays
/// text.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The page itself, at whatever address it shows.
pub(crate) async fn page(headers: HeaderMap) -> Result<Response, Failure> {
    let mut response = send("index.html", &headers)?;
    let policy = HeaderValue::from_static(POLICY);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// A file of the page. Its name changes with what is in it.
pub(crate) async fn asset(
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let mut response = send(&format!("assets/{name}"), &headers)?;
    let always = HeaderValue::from_static("public, max-age=31536000, immutable");
    response.headers_mut().insert(header::CACHE_CONTROL, always);
    Ok(response)
}

/// The picture in the browser's tab.
pub(crate) async fn icon(headers: HeaderMap) -> Result<Response, Failure> {
    send("icon.svg", &headers)
}

fn find(name: &str) -> Option<&'static [u8]> {
    let found = FILES.binary_search_by_key(&name, |(known, _)| known);
    Some(FILES.get(found.ok()?)?.1)
}

fn send(name: &str, headers: &HeaderMap) -> Result<Response, Failure> {
    let plain = find(name).ok_or_else(nothing_here)?;
    let takes = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|takes| takes.to_str().ok())
        .is_some_and(|takes| takes.split(',').any(|one| one.trim().starts_with("br")));
    let small = find(&format!("{name}.br")).filter(|_| takes);
    let mut response = small.unwrap_or(plain).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if small.is_some() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    Ok(response)
}

fn nothing_here() -> Failure {
    let problem = parlor_protocol::Problem::new("nothing_here", "there is no such file");
    Failure::not_found(problem)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_page_runs_only_its_own_script_and_has_all_files_that_it_names() {
        let response = page(HeaderMap::new()).await.unwrap();
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY]
            .to_str()
            .unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        let page = std::str::from_utf8(find("index.html").unwrap()).unwrap();
        assert!(
            !page.contains("<script>") && !page.contains("onclick"),
            "{page}"
        );
        let named: Vec<&str> = page
            .split('"')
            .filter_map(|part| part.strip_prefix("/assets/"))
            .collect();
        assert!(named.len() >= 2, "{page}");
        for name in named {
            assert!(find(&format!("assets/{name}")).is_some(), "{name}");
        }
    }

    #[tokio::test]
    async fn who_takes_it_small_gets_it_small() {
        let (name, plain) = FILES
            .iter()
            .find(|(name, _)| name.ends_with(".js"))
            .unwrap();
        let name = name.strip_prefix("assets/").unwrap();
        let mut headers = HeaderMap::new();
        let body = async |response: Response| {
            axum::body::to_bytes(response.into_body(), 1 << 24)
                .await
                .unwrap()
        };
        let whole = asset(Path(name.into()), headers.clone()).await.unwrap();
        assert!(whole.headers().get(header::CONTENT_ENCODING).is_none());
        assert_eq!(body(whole).await, *plain);
        headers.insert(
            header::ACCEPT_ENCODING,
            HeaderValue::from_static("gzip, br"),
        );
        let small = asset(Path(name.into()), headers.clone()).await.unwrap();
        assert_eq!(small.headers()[header::CONTENT_ENCODING], "br");
        assert!(body(small).await.len() * 2 < plain.len());
        assert!(asset(Path("../Cargo.toml".into()), headers).await.is_err());
    }
}
