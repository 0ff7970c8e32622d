//! Everything at once, while two honest people play.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::SinkExt;
use parlor_client::Answer;
use parlor_core::{Seat, Viewer};
use parlor_protocol::{NewRoom, RoomStatus};
use parlor_store::Sqlite;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::house::{Folder, House, LONG, Socket, games};

/// How many attackers of each kind there are at once.
const EACH: usize = 4;
/// A board has no more squares than this.
const MOVES: usize = 121;

/// A connection from another address of this machine, so that honest people do not pay for what attackers do.
async fn from(last: u8, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(IpAddr::from([127, 0, 0, last]), 0))?;
    socket.connect(to).await
}

async fn socket(last: u8, to: SocketAddr, token: &str) -> Option<Socket> {
    let stream = from(last, to).await.ok()?;
    let url = format!("ws://{to}/api/socket");
    let (stream, _) = tokio_tungstenite::client_async(url, stream).await.ok()?;
    let mut socket = Socket {
        stream,
        heard: Vec::new(),
    };
    socket.hello(token).await;
    Some(socket)
}

/// One round of an attack. What becomes of it does not matter here: each has a test of its own.
async fn attack(kind: usize, to: SocketAddr, token: &str, id: &str) -> Option<()> {
    let last = 2 + kind as u8;
    match kind {
        // Nonsense, until it is closed.
        0 => {
            let mut socket = socket(last, to, token).await?;
            for text in ["{", "[[[[[[[[", "null", "{\"type\":\"submit\"}"]
                .iter()
                .cycle()
                .take(40)
            {
                socket.text(text).await;
            }
            socket.until_closed().await;
        }
        // Too long.
        1 => {
            let mut socket = socket(last, to, token).await?;
            socket.text(&"x".repeat(100_000)).await;
            socket.until_closed().await;
        }
        // Nobody we know.
        2 => {
            let mut socket = socket(last, to, "g1.forged.416e6e.00").await?;
            socket.until_closed().await;
        }
        // As much as it can send.
        3 => {
            let mut socket = socket(last, to, token).await?;
            for _ in 0..400 {
                let _ = socket
                    .stream
                    .feed(Message::text("{\"type\":\"ping\",\"at\":1}"))
                    .await;
            }
            let _ = socket.stream.flush().await;
            socket.until_closed().await;
        }
        // Looks at the honest match, meddles with it, and never reads what it is sent.
        4 => {
            let mut socket = socket(last, to, token).await?;
            socket.send(json!({"type": "subscribe", "match": id})).await;
            for number in 0..50 {
                let key = format!("k{number}");
                socket.send(json!({"type": "submit", "match": id, "seat": number % 2, "command": "a1", "key": key})).await;
                socket
                    .send(json!({"type": "ask", "match": id, "ask": "resign"}))
                    .await;
            }
            sleep(Duration::from_millis(300)).await;
        }
        // Comes and goes.
        5 => {
            for _ in 0..20 {
                let _open = from(last, to).await.ok()?;
            }
        }
        // Many connections that say nothing.
        6 => {
            let mut open = Vec::new();
            for _ in 0..100 {
                open.extend(from(last, to).await.ok());
            }
            sleep(Duration::from_millis(500)).await;
        }
        // Letter by letter.
        7 => {
            let mut stream = from(last, to).await.ok()?;
            for letter in b"GET / HTTP/1.1\r\nX: " {
                stream.write_all(&[*letter]).await.ok()?;
                sleep(Duration::from_millis(50)).await;
            }
        }
        // Bodies without end.
        8 => {
            let mut stream = from(last, to).await.ok()?;
            let head = "POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n";
            stream.write_all(head.as_bytes()).await.ok()?;
            while stream.write_all(&[b'x'; 4096]).await.is_ok() {}
        }
        // Passwords, one after the other: hashing them costs.
        9 => {
            let body = "{\"name\":\"Ann\",\"password\":\"a wrong guess\"}";
            let ask = format!(
                "POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            let mut stream = from(last, to).await.ok()?;
            stream.write_all(ask.repeat(20).as_bytes()).await.ok()?;
            let mut bytes = vec![0; 1 << 16];
            while timeout(Duration::from_millis(500), stream.read(&mut bytes))
                .await
                .ok()?
                .ok()?
                > 0
            {}
        }
        // All that the server has, and never reads it.
        10 => {
            let mut stream = from(last, to).await.ok()?;
            let ask = "GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(200);
            let _ = timeout(Duration::from_millis(500), stream.write_all(ask.as_bytes())).await;
        }
        _ => return None,
    }
    Some(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn honest_people_play_on_during_all_attacks_at_once() {
    let folder = Folder::new();
    // The settings that a server has by itself, but for waits that a test cannot wait for.
    let mut config = parlor_server::Config::default();
    config.limits.header_seconds = 1;
    config.limits.hello_seconds = 1;
    let store = Sqlite::open(&folder.path.join("parlor.db")).unwrap();
    let house = House::with(config, games(), Arc::new(store)).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let mallory = house.guest("Mallory").await;
    let room = ann.plays(&bob, NewRoom::of("hex")).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;

    let stop = Arc::new(AtomicBool::new(false));
    let mut attackers = Vec::new();
    for number in 0..11 * EACH {
        let (stop, token, id) = (stop.clone(), mallory.token.clone(), room.id.clone());
        let to = house.address;
        attackers.push(tokio::spawn(async move {
            let mut rounds = 0;
            while !stop.load(Ordering::Relaxed) {
                let _ = timeout(Duration::from_secs(5), attack(number % 11, to, &token, &id)).await;
                rounds += 1;
                sleep(Duration::from_millis(5)).await;
            }
            rounds
        }));
    }
    let mut taken = Vec::new();
    let mut moves = 0;
    loop {
        let seat = moves % 2;
        let client = [&one, &two][seat];
        let view = async {
            loop {
                let view = client
                    .view(&room.id, Viewer::Seat(Seat(seat as u8)))
                    .unwrap();
                if view.outcome.is_some() || !view.actions.is_empty() {
                    return view;
                }
                sleep(Duration::from_millis(1)).await;
            }
        };
        let view = timeout(LONG, view).await.expect("the match stands still");
        if view.outcome.is_some() {
            break;
        }
        // Row by row it takes nearly the whole board to connect two sides.
        let action = &view.actions[0].command;
        let begin = Instant::now();
        let answer = timeout(LONG, client.submit(&room.id, None, action.clone())).await;
        taken.push(begin.elapsed());
        assert!(matches!(answer.unwrap().unwrap(), Answer::Accepted { .. }));
        moves += 1;
        sleep(Duration::from_millis(30)).await;
        assert!(moves <= MOVES);
    }
    stop.store(true, Ordering::Relaxed);
    let mut rounds = 0;
    for attacker in attackers {
        rounds += attacker.await.unwrap();
    }
    taken.sort();
    let at = |hundredth: usize| taken[(taken.len() - 1) * hundredth / 100];
    println!(
        "{} moves during {rounds} attacks: p50 {:?}, p99 {:?}, longest {:?}",
        taken.len(),
        at(50),
        at(99),
        at(100)
    );
    let over = ann.api.room(&room.id).await.unwrap();
    assert_eq!(over.status, RoomStatus::Over);
    assert_eq!(house.log(&room.id).await.len(), moves + 1);
    assert!(rounds > 11 * EACH, "nobody attacked");
    assert!(moves > 60, "it was over too soon");
    assert!(house.metric("parlor_sockets_cut_total").await > 0);
}
