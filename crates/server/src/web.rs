//! The page for browsers, which is part of the binary: built from `web/`, each file beside a compressed copy.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use parlor_protocol::{About, Brand};

use crate::config::{BrandConfig, Config};
use crate::failure::Failure;
use crate::hub::Hub;

include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// Only what this server itself sends runs in the page, and the page asks nobody else: whatever gets into it by a mistake stays
/// text.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The page itself, at whatever address it shows.
pub(crate) async fn page(State(hub): State<Arc<Hub>>) -> Response {
    let mut response = hub.page.clone().into_response();
    let headers = response.headers_mut();
    let mut insert = |name, value| headers.insert(name, HeaderValue::from_static(value));
    insert(header::CONTENT_SECURITY_POLICY, POLICY);
    insert(header::CONTENT_TYPE, kind("index.html"));
    insert(header::CACHE_CONTROL, "no-cache");
    response
}

/// Where the page has what it should know before it begins.
const ABOUT: &str = r#"name="parlor" content="""#;

/// The page of a server with these settings: how it looks stands in the page itself, so that nothing changes before one's eyes.
pub(crate) fn page_of(config: &Config) -> String {
    let BrandConfig {
        name,
        theme,
        accent,
        table,
    } = config.brand.clone();
    let about = About {
        brand: Brand {
            name,
            theme,
            accent,
            table,
        },
        author_tools: config.server.author_tools,
    };
    let about = serde_json::to_string(&about)
        .unwrap_or_default()
        .replace('&', "&amp;")
        .replace('"', "&quot;");
    let page = String::from_utf8_lossy(find("index.html").unwrap_or_default());
    page.replace(ABOUT, &format!(r#"name="parlor" content="{about}""#))
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

/// A picture of the host's, where there are any.
pub(crate) async fn image(
    State(hub): State<Arc<Hub>>,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    let folder = &hub.config.server.images;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    // A name and no path: what lies elsewhere is nobody's business.
    if folder.is_empty()
        || name.starts_with('.')
        || !name.chars().all(plain)
        || kind(&name) == UNKNOWN
    {
        return Err(nothing_here());
    }
    let path = std::path::Path::new(folder).join(&name);
    let read = tokio::task::spawn_blocking(move || std::fs::read(path)).await;
    let bytes = read.ok().and_then(Result::ok).ok_or_else(nothing_here)?;
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    let mut insert = |name, value| headers.insert(name, HeaderValue::from_static(value));
    insert(header::CONTENT_TYPE, kind(&name));
    insert(header::CACHE_CONTROL, "public, max-age=300");
    // A picture that is opened by itself is a page: nothing runs in it.
    insert(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    insert(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    Ok(response)
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

const UNKNOWN: &str = "application/octet-stream";

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("avif") => "image/avif",
        Some("gif") => "image/gif",
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_runs_only_its_own_script_and_has_all_files_that_it_names() {
        assert!(
            POLICY.starts_with("default-src 'none'; script-src 'self'"),
            "{POLICY}"
        );
        assert!(!POLICY.contains("unsafe"), "{POLICY}");
        let page = page_of(&Config::default());
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

    #[test]
    fn the_page_knows_its_brand_and_a_brand_cannot_write_the_page() {
        let mut config = Config::default();
        config.brand.name = "Ann's \"><script>&".into();
        let page = page_of(&config);
        let name = "&quot;name&quot;:&quot;Ann's \\&quot;><script>&amp;&quot;";
        assert!(page.contains(name), "{page}");
        assert!(!page.contains("\"><script>"), "{page}");
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
