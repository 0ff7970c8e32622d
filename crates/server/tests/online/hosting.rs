//! What a host sets up and looks at: a proxy in front, other sites, the log, readiness.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use parlor_server::{Config, Server};
use parlor_store::Memory;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::house::{Fault, Faulty, House, LONG, Log, Reply, games, generous, request};

async fn house(config: Config) -> House {
    House::with(config, games(), Arc::new(Memory::new())).await
}

/// Sends the head of a request, and gives back what comes first, with the connection.
async fn send(house: &House, head: &str) -> (Reply, TcpStream) {
    let request = format!("{head}\r\nHost: {}\r\n\r\n", house.address);
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = vec![0; 4000];
    let count = stream.read(&mut bytes).await.unwrap();
    let text = String::from_utf8_lossy(&bytes[..count]);
    let reply = Reply::read(&text).expect("no answer");
    (reply, stream)
}

/// Opens a socket through a proxy that says who asks.
async fn forwarded(house: &House, from: &str) -> (Reply, TcpStream) {
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    let head = format!("GET /api/socket HTTP/1.1\r\nX-Forwarded-For: {from}\r\n{upgrade}");
    send(house, &head).await
}

#[tokio::test]
async fn behind_a_proxy_sockets_are_counted_by_who_is_behind_it() {
    let mut config = generous();
    config.server.behind_proxy = true;
    config.limits.sockets_per_address = 2;
    let house = house(config).await;
    let mut open = Vec::new();
    for person in 1..=5 {
        for _ in 0..2 {
            let (reply, stream) = forwarded(&house, &format!("198.51.100.{person}")).await;
            assert_eq!(reply.status, 101, "{reply:?}");
            open.push(stream);
        }
    }
    // What somebody writes before the proxy's own word makes nobody else of them.
    for from in ["198.51.100.3", "203.0.113.9, 198.51.100.3"] {
        let (reply, _) = forwarded(&house, from).await;
        assert_eq!((reply.status, &*reply.code()), (429, "too_many"));
    }
    drop(open);
    let metrics = async || house.metric("parlor_sockets ").await;
    while metrics().await > 0 {
        sleep(Duration::from_millis(10)).await;
    }
    let (reply, _) = forwarded(&house, "198.51.100.3").await;
    assert_eq!(reply.status, 101);
}

#[tokio::test]
async fn pages_of_listed_sites_may_ask_and_others_may_not() {
    let mut config = generous();
    config.server.origins = vec!["https://friends.example".into()];
    let house = house(config).await;
    let ask = async |method: &str, path: &str, origin: &str, more: &str| {
        let head = format!("{method} {path} HTTP/1.1\r\nOrigin: {origin}{more}");
        send(&house, &head).await.0
    };
    let allowed = "access-control-allow-origin: https://friends.example";
    let reply = ask("GET", "/api/games", "https://friends.example", "").await;
    assert_eq!(reply.status, 200);
    for header in [allowed, "vary: origin"] {
        assert!(reply.head.contains(header), "{}", reply.head);
    }
    assert!(!reply.head.contains("credentials"));
    // A refusal can be read as well.
    let reply = ask("GET", "/api/me", "https://friends.example", "").await;
    assert!(
        reply.status == 401 && reply.head.contains(allowed),
        "{reply:?}"
    );
    let may =
        "\r\nAccess-Control-Request-Method: PUT\r\nAccess-Control-Request-Headers: authorization";
    let path = "/api/rooms/some-room/seats/1";
    let reply = ask("OPTIONS", path, "https://friends.example", may).await;
    assert_eq!((reply.status, &*reply.body), (204, ""));
    for header in [
        allowed,
        "vary: origin",
        "access-control-allow-methods: GET, POST, PUT, DELETE",
        "access-control-allow-headers: authorization, content-type",
        "access-control-max-age: ",
    ] {
        assert!(reply.head.contains(header), "{header}: {}", reply.head);
    }
    for origin in [
        "https://evil.example",
        "null",
        "https://friends.example.evil",
    ] {
        for (method, status) in [("GET", 200), ("OPTIONS", 405)] {
            let reply = ask(method, "/api/games", origin, may).await;
            assert_eq!(reply.status, status, "{origin}");
            assert!(!reply.head.contains("access-control"), "{}", reply.head);
        }
    }
}

#[tokio::test]
async fn a_server_that_cannot_write_is_not_ready() {
    let store = Arc::new(Faulty::default());
    let house = House::with(generous(), games(), store.clone()).await;
    let becomes = async |status: u16| {
        let wait = async {
            while request(house.address, "GET", "/ready", None, "")
                .await
                .status
                != status
            {
                sleep(Duration::from_millis(20)).await;
            }
        };
        assert!(
            timeout(LONG, wait).await.is_ok(),
            "it never became {status}"
        );
    };
    becomes(200).await;
    store.fails(Fault::Writes);
    becomes(503).await;
    store.fails(Fault::None);
    becomes(200).await;
}

#[tokio::test]
async fn each_line_of_the_log_says_which_request_it_is_about() {
    let store = Arc::new(Faulty::default());
    let server = Server::begin(generous(), games(), store.clone())
        .await
        .unwrap();
    store.fails(Fault::Writes);
    // With the one for the whole process, no other test decides what is of interest to this one.
    Log::start();
    let log = Log::default();
    let lines = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::ERROR)
        .with_ansi(false)
        .with_writer(log.clone())
        .finish();
    let _logging = tracing::subscriber::set_default(lines);
    let request = Request::post("/api/accounts").body(Body::from(
        "{\"name\":\"Ann\",\"password\":\"a long password\"}",
    ));
    let response = server.app().oneshot(request.unwrap()).await.unwrap();
    assert_eq!(response.status(), 503);
    let number = response.headers()["x-request-id"].to_str().unwrap();
    let log = log.text();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 2, "{log}");
    assert!(lines[0].contains("the store failed"), "{log}");
    assert!(
        lines[1].contains("a request failed") && lines[1].contains("503"),
        "{log}"
    );
    for line in lines {
        assert!(line.contains(number) && line.contains("ERROR"), "{line}");
    }
}
