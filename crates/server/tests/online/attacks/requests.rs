//! Requests that are too slow, too long, or lead nowhere.

use std::sync::Arc;
use std::time::Duration;

use parlor_store::Memory;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::house::{House, LONG, Reply, games, generous, request};

/// Twenty times what a server gives that is set to be strict, and less than what it would give by itself.
const PATIENCE: Duration = Duration::from_secs(20);

async fn strict() -> House {
    let mut config = generous();
    config.limits.header_seconds = 1;
    config.limits.request_seconds = 2;
    config.server.allow_uploads = true;
    House::with(config, games(), Arc::new(Memory::new())).await
}

/// Sends bytes as they are, and gives what comes back until the server closes.
async fn raw(house: &House, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let _ = stream.write_all(bytes).await;
    let mut back = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut back))
        .await
        .unwrap();
    String::from_utf8_lossy(&back).into()
}

#[tokio::test]
async fn who_is_slow_or_silent_before_the_request_is_closed() {
    let house = strict().await;
    // One letter at a time: each comes in time, and the whole never does.
    let mut slow = TcpStream::connect(house.address).await.unwrap();
    let drip = async {
        for letter in "GET /api/games HTTP/1.1\r\nHost: parlor\r\nX: "
            .bytes()
            .cycle()
        {
            if slow.write_all(&[letter]).await.is_err() {
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(PATIENCE, drip)
        .await
        .expect("the server takes it for ever");
    // Nothing at all.
    raw(&house, b"").await;
    // A first request, and then nothing more.
    let reply = raw(&house, b"GET /health HTTP/1.1\r\nHost: parlor\r\n\r\n").await;
    assert_eq!(Reply::read(&reply).unwrap().status, 200);
    // A header that never ends.
    let endless = format!(
        "GET / HTTP/1.1\r\nHost: parlor\r\nX: {}",
        "x".repeat(100_000)
    );
    let reply = raw(&house, endless.as_bytes()).await;
    assert!(
        reply.is_empty() || Reply::read(&reply).unwrap().status == 431,
        "{reply}"
    );
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let house = strict().await;
    let begun = "POST /api/guests HTTP/1.1\r\nHost: parlor\r\nConnection: close\r\nContent-Length: 20\r\n\r\n{\"name";
    let reply = Reply::read(&raw(&house, begun.as_bytes()).await).unwrap();
    assert_eq!((reply.status, &*reply.code()), (408, "too_slow"));
}

#[tokio::test]
async fn who_does_not_read_the_answers_is_closed() {
    let house = strict().await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(house.address).await.unwrap();
    // Much more is asked for than fits anywhere on the way.
    let ask = "GET /api/openapi.json HTTP/1.1\r\nHost: parlor\r\n\r\n".repeat(50);
    let flood = async { while stream.write_all(ask.as_bytes()).await.is_ok() {} };
    timeout(LONG, flood)
        .await
        .expect("the server waits for ever");
    house.api.games().await.unwrap();
}

#[tokio::test]
async fn a_body_that_is_too_long_is_refused() {
    let house = strict().await;
    let long = format!("{{\"name\":\"{}\"}}", "x".repeat(40_000));
    let reply = request(house.address, "POST", "/api/guests", None, &long).await;
    assert_eq!((reply.status, &*reply.code()), (413, "too_long"));
    // One that only claims to be, or never says how long it is.
    let claims = "POST /api/guests HTTP/1.1\r\nHost: parlor\r\nConnection: close\r\nContent-Length: 999999999999\r\n\r\n";
    let mut claiming = claims.to_string();
    claiming.push_str(&"x".repeat(40_000));
    assert_eq!(
        Reply::read(&raw(&house, claiming.as_bytes()).await)
            .unwrap()
            .status,
        413
    );
    let mut chunked = "POST /api/guests HTTP/1.1\r\nHost: parlor\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n".to_string();
    chunked.push_str(&format!("1000\r\n{}\r\n", "x".repeat(4096)).repeat(10));
    assert_eq!(
        Reply::read(&raw(&house, chunked.as_bytes()).await)
            .unwrap()
            .status,
        413
    );
    // Who must not bring anything has nothing read.
    let upload = format!("{{\"text\":\"{}\"}}", "x".repeat(600_000));
    let reply = request(house.address, "POST", "/api/games", None, &upload).await;
    assert!(matches!(reply.status, 401 | 413 | 0), "{reply:?}");
}

#[tokio::test]
async fn bodies_that_make_no_sense_are_refused() {
    let house = strict().await;
    let guest = house.guest("Mallory").await;
    let deep = "[".repeat(20_000);
    let bodies = [
        "{",
        "[]",
        "null",
        "\u{0}",
        "{\"game\":7}",
        &*deep,
        "{\"game\":\"hex\",\"host\":\"ann\"}",
    ];
    for body in bodies {
        let reply = request(
            house.address,
            "POST",
            "/api/rooms",
            Some(&guest.token),
            body,
        )
        .await;
        assert_eq!(
            (reply.status, &*reply.code()),
            (422, "malformed"),
            "{body:.40}"
        );
    }
    let wishes = [
        ("{\"game\":\"nonsense\"}", 404),
        ("{\"game\":\"hex\",\"seats\":[]}", 200),
        ("{\"game\":\"hex\",\"seats\":[\"me\"]}", 422),
        ("{\"game\":\"hex\",\"seats\":[\"me\",\"me\",\"me\"]}", 422),
        ("{\"game\":\"hex\",\"options\":{\"size\":100000}}", 422),
        ("{\"game\":\"hex\",\"options\":{\"sise\":5}}", 422),
        ("{\"game\":\"hex\",\"clock\":\"-1s\"}", 422),
        (
            "{\"game\":\"hex\",\"clock\":\"99999999999999999999s\"}",
            422,
        ),
        (
            "{\"game\":\"hex\",\"seats\":[\"me\",\"mcts:99999999ms\"]}",
            422,
        ),
        (
            "{\"game\":\"hex\",\"leavers\":{\"bot\":\"mcts:99999999ms\"}}",
            422,
        ),
        (
            "{\"game\":\"hex\",\"spectators\":{\"delay_seconds\":4000000000}}",
            422,
        ),
        ("{\"game\":\"hex\",\"seed\":\"42\"}", 403),
    ];
    for (body, status) in wishes {
        let reply = request(
            house.address,
            "POST",
            "/api/rooms",
            Some(&guest.token),
            body,
        )
        .await;
        assert_eq!(reply.status, status, "{body}: {reply:?}");
    }
    for name in ["", " ", "\u{202e}evil", "a\nb", &"x".repeat(1000)] {
        let body = serde_json::json!({"name": name}).to_string();
        let reply = request(house.address, "POST", "/api/guests", None, &body).await;
        assert_eq!(
            (reply.status, &*reply.code()),
            (422, "bad_name"),
            "{name:.40}"
        );
    }
}

#[tokio::test]
async fn paths_lead_nowhere_else() {
    let house = strict().await;
    let guest = house.guest("Mallory").await;
    let long = format!("/api/rooms/{}", "x".repeat(5000));
    let paths = [
        "/api/../../etc/passwd",
        "/../etc/passwd",
        "/api/rooms/..%2f..%2fetc%2fpasswd",
        "/api/rooms/%2e%2e",
        "/api/rooms/%00",
        "/api/rooms/%ff%fe",
        "/api/rooms/0000000000000000/",
        "/api/rooms//join",
        "//api/games",
        "/api/games/%2e%2e%2fhex",
        "/api/games/%F0%9F%98%80",
        "/api/matches/0000000000000000/export",
        "/api/matches/mine%3Aann/export",
        "/API/GAMES",
        "/api/rooms/0000000000000000/seats/300",
        "/api/leaderboards/..",
        &*long,
    ];
    for path in paths {
        for method in ["GET", "POST", "PUT", "DELETE", "TRACE", "BREW"] {
            let reply = request(house.address, method, path, Some(&guest.token), "{}").await;
            assert!(
                (400..500).contains(&reply.status),
                "{method} {path}: {reply:?}"
            );
        }
    }
    // What belongs to nobody is empty, not an error.
    for path in [
        "/api/accounts/..%2fserver/matches",
        "/api/accounts/x/ratings",
    ] {
        let reply = request(house.address, "GET", path, None, "").await;
        assert!(reply.status == 200 && reply.body.len() == 2, "{reply:?}");
    }
}

#[tokio::test]
async fn pages_of_other_sites_get_no_socket() {
    let mut config = generous();
    config.server.origins = vec!["https://friends.example".into()];
    let house = House::with(config, games(), Arc::new(Memory::new())).await;
    let open = async |origin: &str| {
        let request = format!(
            "GET /api/socket HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            house.address
        );
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut bytes = vec![0; 1000];
        let count = stream.read(&mut bytes).await.unwrap();
        let text = String::from_utf8_lossy(&bytes[..count]).to_string();
        Reply::read(&text).unwrap()
    };
    let own = format!("http://{}", house.address);
    assert_eq!(open(&own).await.status, 101);
    assert_eq!(open("https://friends.example").await.status, 101);
    let near = format!("http://{}.evil.example", house.address);
    for origin in ["https://evil.example", "null", "", "friends.example", &near] {
        let reply = open(origin).await;
        assert_eq!(
            (reply.status, &*reply.code()),
            (403, "bad_origin"),
            "{origin}"
        );
    }
    let plain = request(house.address, "GET", "/api/socket", None, "").await;
    assert_eq!(plain.code(), "no_socket");
}

#[tokio::test]
async fn requests_and_guesses_are_counted() {
    let mut config = generous();
    config.limits.requests_per_minute = 30;
    config.limits.logins_per_minute = 3;
    config.limits.guests_per_minute = 3;
    let house = House::with(config, games(), Arc::new(Memory::new())).await;
    let login = "{\"name\":\"Ann\",\"password\":\"a wrong guess\"}";
    let statuses = async |path: &str, body: &str, count: usize| {
        let mut statuses = Vec::new();
        for _ in 0..count {
            let reply = request(house.address, "POST", path, None, body).await;
            statuses.push(reply.status);
            if reply.status == 429 {
                assert_eq!(reply.code(), "too_many");
                assert!(reply.head.contains("retry-after: "), "{reply:?}");
            }
        }
        statuses
    };
    assert_eq!(
        statuses("/api/sessions", login, 5).await,
        [401, 401, 401, 429, 429]
    );
    let guest = "{\"name\":\"Ann\"}";
    assert_eq!(
        statuses("/api/guests", guest, 5).await,
        [200, 200, 200, 429, 429]
    );
    let all = statuses("/api/nowhere", "", 30).await;
    assert_eq!((all[0], all[29]), (404, 429));
}
