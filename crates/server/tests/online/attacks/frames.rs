//! Frames that make no sense, are too long, too many, or not theirs to send.

use std::sync::Arc;

use futures_util::SinkExt;
use parlor_protocol::NewRoom;
use parlor_store::Memory;
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::house::{House, Socket, games, generous};

/// A server that is strict, as far as a test can wait for it.
async fn strict() -> House {
    let mut config = generous();
    config.limits.hello_seconds = 1;
    config.limits.header_seconds = 1;
    config.limits.socket_idle_seconds = 10;
    config.limits.frames_burst = 50;
    config.limits.frames_per_minute = 60;
    House::with(config, games(), Arc::new(Memory::new())).await
}

/// What a socket hears that has said this before anything else.
async fn check_first(frames: &[Message], expected: &str) {
    let house = strict().await;
    let mut socket = Socket::open(house.address).await;
    for frame in frames {
        let _ = socket.stream.send(frame.clone()).await;
    }
    assert_eq!(socket.until_closed().await.join(", "), expected);
}

/// What a socket that was welcomed hears after it has said this, until its ping is answered or it is closed.
async fn check(frames: &[Message], expected: &str) {
    let house = strict().await;
    let guest = house.guest("Mallory").await;
    let mut socket = Socket::welcomed(house.address, &guest.token).await;
    for frame in frames {
        let _ = socket.stream.send(frame.clone()).await;
    }
    let ping = json!({"type": "ping", "at": 7}).to_string();
    let _ = socket.stream.send(Message::text(ping)).await;
    let mut heard = Vec::new();
    loop {
        let name = socket.hear().await.name();
        heard.push(name.clone());
        if name == "pong" || name.starts_with("closed") {
            break;
        }
    }
    assert_eq!(heard.join(", "), expected);
}

fn text(text: impl Into<String>) -> Message {
    Message::text(text.into())
}

fn hello(token: &str, protocol: u32) -> Message {
    text(json!({"type": "hello", "token": token, "protocol": protocol}).to_string())
}

#[tokio::test]
async fn the_first_frame_says_hello() {
    let no_hello = "bye no_hello, closed no_hello";
    let subscribe = json!({"type": "subscribe", "match": "0000000000000000"});
    check_first(&[text(subscribe.to_string())], no_hello).await;
    check_first(&[text("")], no_hello).await;
    check_first(&[text("{")], no_hello).await;
    check_first(&[Message::binary(vec![0, 1, 2])], no_hello).await;
    // Whoever says nothing is not waited for.
    check_first(&[], no_hello).await;
    check_first(
        &[hello("g1.x.y.z", 2)],
        "bye other_protocol, closed other_protocol",
    )
    .await;
}

#[tokio::test]
async fn a_token_that_was_not_handed_out_opens_nothing() {
    let house = strict().await;
    let guest = house.guest("Mallory").await.token;
    let member = house.member("Ann").await.token;
    let flipped = |token: &str| {
        let last = if token.ends_with('0') { "1" } else { "0" };
        format!("{}{last}", &token[..token.len() - 1])
    };
    let parts: Vec<&str> = guest.split('.').collect();
    let renamed = format!("g1.{}.416e6e.{}.{}", parts[1], parts[3], parts[4]);
    let other = format!("g1.{}x.{}.{}.{}", parts[1], parts[2], parts[3], parts[4]);
    let longer = format!("g1.{}.{}.9{}.{}", parts[1], parts[2], parts[3], parts[4]);
    let forged = [
        String::new(),
        "x".into(),
        "g1...".into(),
        longer,
        flipped(&guest),
        flipped(&member),
        renamed,
        other,
        guest.to_uppercase(),
        format!("{guest}\n"),
        "s1.".to_string() + &"0".repeat(64),
        "\u{0}".repeat(1000),
    ];
    for token in forged {
        let mut socket = Socket::open(house.address).await;
        socket.hello(&token).await;
        let heard = socket.until_closed().await;
        assert_eq!(
            heard,
            ["bye unauthenticated", "closed unauthenticated"],
            "{token}"
        );
    }
}

#[tokio::test]
async fn frames_that_make_no_sense_are_refused() {
    check(&[text("{")], "refused malformed, pong").await;
    check(&[text("[]")], "refused malformed, pong").await;
    check(&[text("")], "refused malformed, pong").await;
    check(&[text("{\"type\":\"crash\"}")], "refused malformed, pong").await;
    let more = json!({"type": "ping", "at": 1, "as": "Ann"});
    check(&[text(more.to_string())], "refused malformed, pong").await;
    check(&[text("[".repeat(8000))], "refused malformed, pong").await;
    let deep = format!(
        "{{\"type\":\"submit\",\"match\":\"0000000000000000\",\"key\":\"k\",\"command\":{}{}}}",
        "[".repeat(100),
        "]".repeat(100)
    );
    check(&[text(deep)], "refused not_subscribed, pong").await;
    check(&[Message::binary(vec![1; 100])], "refused not_text, pong").await;
    check(&[hello("g1.x", 1)], "refused said_hello, pong").await;
    for id in ["", "x", "../../etc/passwd", "\u{1F600}"] {
        let subscribe = json!({"type": "subscribe", "match": id}).to_string();
        check(&[text(subscribe)], "refused no_such_room, pong").await;
    }
    let house = strict().await;
    let guest = house.guest("Mallory").await;
    let mut socket = Socket::welcomed(house.address, &guest.token).await;
    let nowhere = json!({"type": "subscribe", "match": "0000000000000000"});
    socket.send(nowhere).await;
    assert_eq!(socket.hear().await.name(), "refused no_such_room");
    // Whoever goes on like this is closed.
    let nonsense = vec![text("nonsense"); 17];
    let refused = "refused malformed, ".repeat(16);
    check(
        &nonsense,
        &format!("{refused}bye nonsense, closed nonsense"),
    )
    .await;
}

#[tokio::test]
async fn a_frame_that_is_too_long_closes_the_socket() {
    let too_long = "bye too_long, closed too_long";
    check(&[text("x".repeat(8193))], too_long).await;
    check(&[Message::binary(vec![0; 100_000])], too_long).await;
    check_first(&[text("x".repeat(8193))], too_long).await;
    // In pieces it is as long.
    let piece =
        |kind: OpCode, last: bool| Message::Frame(Frame::message(vec![b'x'; 3000], kind, last));
    let pieces = [
        piece(OpCode::Data(Data::Text), false),
        piece(OpCode::Data(Data::Continue), false),
        piece(OpCode::Data(Data::Continue), true),
    ];
    check(&pieces, too_long).await;
    // The longest that is not too long.
    let filled = format!(
        "{{\"type\":\"chat\",\"match\":\"m\",\"text\":\"{}\"}}",
        "x".repeat(8192 - 42)
    );
    check(&[text(filled)], "refused not_subscribed, pong").await;
}

#[tokio::test]
async fn a_flood_of_frames_closes_the_socket() {
    let ping = json!({"type": "ping", "at": 1}).to_string();
    let house = strict().await;
    let guest = house.guest("Mallory").await;
    for flood in [text(ping), Message::Ping(Default::default())] {
        let mut socket = Socket::welcomed(house.address, &guest.token).await;
        for _ in 0..200 {
            let _ = socket.stream.feed(flood.clone()).await;
        }
        let _ = socket.stream.flush().await;
        // What was sent in vain may reset the connection before the reason is read.
        let heard = socket.until_closed().await;
        let pongs = heard.iter().filter(|name| *name == "pong").count();
        assert!(pongs <= 52, "{pongs}");
        assert!(heard.last().unwrap().starts_with("closed"));
    }
    // Sockets of one account share what it may send, so that many are no way around it.
    let mut socket = Socket::welcomed(house.address, &guest.token).await;
    for _ in 0..20 {
        socket.text("{\"type\":\"ping\",\"at\":1}").await;
    }
    let heard = socket.until_closed().await;
    assert!(heard.len() < 20 && heard.last().unwrap().starts_with("closed"));
    // Others are not meant.
    let other = house.guest("Ann").await;
    Socket::welcomed(house.address, &other.token).await;
}

#[tokio::test]
async fn a_socket_that_neither_speaks_nor_reads_is_closed() {
    let house = strict().await;
    let guest = house.guest("Mallory").await;
    // Pings of the server are answered only by who reads.
    let mut socket = Socket::welcomed(house.address, &guest.token).await;
    let mut honest = Socket::welcomed(house.address, &guest.token).await;
    let silent = async {
        while house.metric("parlor_sockets").await > 1 {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    tokio::select! {
        () = silent => {}
        closed = honest.until_closed() => panic!("who reads is not silent: {closed:?}"),
    }
    let heard = socket.until_closed().await;
    assert!(heard.last().unwrap().starts_with("closed"), "{heard:?}");
}

#[tokio::test]
async fn a_match_that_one_does_not_follow_is_out_of_reach() {
    let house = strict().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    let frames = [
        json!({"type": "submit", "match": room.id, "command": "a1", "key": "k"}),
        json!({"type": "guide", "match": room.id, "key": "k"}),
        json!({"type": "why", "match": room.id, "command": "a1", "key": "k"}),
        json!({"type": "ask", "match": room.id, "ask": "resign"}),
        json!({"type": "chat", "match": room.id, "text": "hi"}),
    ];
    for frame in frames.clone() {
        socket.send(frame).await;
        assert_eq!(socket.hear().await.name(), "refused not_subscribed");
    }
    // Nor can one go on after having looked away.
    socket.subscribe(&room.id).await;
    socket
        .send(json!({"type": "unsubscribe", "match": room.id}))
        .await;
    for frame in frames {
        socket.send(frame).await;
        assert_eq!(socket.frame("refused").await["code"], "not_subscribed");
    }
    // Keys have a length.
    socket.subscribe(&room.id).await;
    for key in [String::new(), "k".repeat(65)] {
        socket.submit(&room.id, "a1", &key).await;
        let rejected = socket.frame("rejected").await;
        assert_eq!(rejected["rejection"]["code"], "bad_key");
    }
    assert_eq!(house.log(&room.id).await.len(), 1);
}

#[tokio::test]
async fn one_address_has_so_many_connections() {
    let mut config = generous();
    config.limits.sockets_per_address = 5;
    config.limits.header_seconds = 60;
    let house = House::with(config, games(), Arc::new(Memory::new())).await;
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(TcpStream::connect(house.address).await.unwrap());
    }
    // One more is closed without a word.
    let mut more = TcpStream::connect(house.address).await.unwrap();
    let mut bytes = Vec::new();
    assert!(matches!(more.read_to_end(&mut bytes).await, Ok(0) | Err(_)));
    drop(open);
    let back = async {
        while house.api.games().await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(crate::house::LONG, back)
        .await
        .unwrap();
}
