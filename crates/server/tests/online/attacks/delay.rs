//! Ways around the spectators' delay: who is to see a match later learns nothing of it earlier, wherever they ask.

use parlor_protocol::{NewRoom, Room, RoomStatus, Spectators, Visibility};
use serde_json::json;

use crate::house::{Heard, House, Person, Socket, play, request, seen, status, until};
use crate::playing::WIN;

fn delayed(seconds: u32, rated: bool) -> NewRoom {
    NewRoom {
        visibility: Visibility::Public,
        spectators: Spectators {
            allowed: true,
            delay_seconds: seconds,
        },
        rated,
        ..NewRoom::of("tic-tac-toe")
    }
}

/// Plays a whole match; the first seat wins.
async fn play_all(house: &House, people: [&Person; 2], room: &Room) {
    let (one, _events) = house.look(people[0], &room.id, None).await;
    let (two, _events) = house.look(people[1], &room.id, None).await;
    let mut version = 1;
    for (number, square) in WIN.into_iter().enumerate() {
        let client = [&one, &two][number % 2];
        seen(client, &room.id, version).await;
        version = play(client, &room.id, square).await;
    }
    status(&two, &room.id, |status| status.room.outcome.is_some()).await;
}

#[tokio::test]
async fn a_screen_with_the_code_of_a_public_room_is_as_late_as_a_spectator() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, delayed(60, false)).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let carol = house.guest("Carol").await;
    // Everybody finds the code in the list of public rooms.
    let code = house.api.rooms(None).await.unwrap()[0].code.clone();
    let mut spies = Vec::new();
    for role in ["display", "spectator", "player"] {
        let mut spy = Socket::welcomed(house.address, &carol.token).await;
        spy.send(json!({"type": "subscribe", "match": room.id, "role": role, "code": code}))
            .await;
        assert_eq!(spy.frame("table").await["version"], 1, "{role}");
        spies.push(spy);
    }
    play(&one, &room.id, "b2").await;
    for spy in &mut spies {
        spy.settle(&room.id).await;
        let early: Vec<&String> = (spy.heard.iter())
            .filter(|text| text.contains("\"b2\"") || text.contains("\"update\""))
            .collect();
        assert!(early.is_empty(), "{early:?}");
        // Nor does asking for what was missed bring it.
        spy.send(json!({"type": "subscribe", "match": room.id, "role": "display", "code": code, "after": 1}))
            .await;
        spy.settle(&room.id).await;
        assert!(spy.heard.iter().all(|text| !text.contains("\"version\":2")));
    }
}

#[tokio::test]
async fn what_players_say_is_as_late_as_what_they_do() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, delayed(60, false)).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let carol = house.guest("Carol").await;
    let mut spy = Socket::welcomed(house.address, &carol.token).await;
    spy.subscribe(&room.id).await;
    one.chat(&room.id, "I hold the queen of spades");
    until(|| !one.chat_lines(&room.id).is_empty()).await;
    spy.settle(&room.id).await;
    // Neither on the line, nor for whoever comes just now.
    let mut late = Socket::welcomed(house.address, &house.guest("Dan").await.token).await;
    late.subscribe(&room.id).await;
    for socket in [&spy, &late] {
        assert!(socket.heard.iter().all(|text| !text.contains("queen")));
    }
    // Those who are late talk among themselves at once, and the players hear them.
    late.send(json!({"type": "chat", "match": room.id, "text": "what a match"}))
        .await;
    let line = spy.frame("chat").await;
    assert_eq!(line["line"]["text"], "what a match");
    until(|| one.chat_lines(&room.id).len() == 2).await;
}

#[tokio::test]
async fn what_players_say_comes_when_what_they_do_comes() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, delayed(1, false)).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let carol = house.guest("Carol").await;
    let mut late = Socket::welcomed(house.address, &carol.token).await;
    late.subscribe(&room.id).await;
    one.chat(&room.id, "first");
    until(|| !one.chat_lines(&room.id).is_empty()).await;
    play(&one, &room.id, "b2").await;
    let line = late.frame("chat").await;
    assert_eq!(
        (&line["line"]["from"], &line["line"]["text"]),
        (&"Ann".into(), &"first".into())
    );
    assert_eq!(late.frame("update").await["version"], 2);
    // It is told once, also to whoever comes later.
    let table = late.subscribe(&room.id).await;
    assert_eq!(table["chat"].as_array().unwrap().len(), 1);
    late.settle(&room.id).await;
    let told = late
        .heard
        .iter()
        .filter(|text| text.contains("\"type\":\"chat\""));
    assert_eq!(told.count(), 1);
}

#[tokio::test]
async fn nothing_else_tells_the_end_before_it_is_seen() {
    let house = House::open().await;
    let (ann, bob) = (house.member("Ann").await, house.member("Bob").await);
    let room = ann.plays(&bob, delayed(60, true)).await;
    let code = room.code.clone().unwrap();
    let carol = house.guest("Carol").await;
    let carol_token = Some(&*carol.token);
    let paths = [
        ("GET", "/api/rooms".to_string()),
        ("GET", format!("/api/rooms/{}", room.id)),
        ("GET", format!("/api/rooms/{code}")),
        ("GET", format!("/api/rooms/{code}/qr.svg")),
        ("POST", format!("/api/rooms/{}/join", room.id)),
        ("POST", format!("/api/rooms/{code}/join")),
        ("POST", format!("/api/rooms/{}/leave", room.id)),
        ("POST", format!("/api/rooms/{}/start", room.id)),
        ("POST", format!("/api/rooms/{}/rematch", room.id)),
        ("GET", format!("/api/matches/{}/export", room.id)),
        ("GET", format!("/api/matches/{code}/export")),
        ("GET", format!("/api/matches/{}/verify", room.id)),
        ("GET", format!("/api/matches/{}/history", room.id)),
        (
            "GET",
            format!("/api/matches/{}/history?viewer=referee", room.id),
        ),
        ("GET", format!("/api/matches/{}/analysis", room.id)),
        ("GET", format!("/api/matches/{}/inside", room.id)),
        ("POST", format!("/api/matches/{}/fork", room.id)),
        ("POST", format!("/api/matches/{}/advice", room.id)),
        ("GET", "/api/accounts/ann/matches".into()),
        ("GET", "/api/accounts/bob/matches".into()),
        ("GET", "/api/accounts/ann/ratings".into()),
        ("GET", "/api/accounts/bob/ratings".into()),
        ("GET", "/api/leaderboards/tic-tac-toe".into()),
    ];
    let all = async |token: Option<&str>| {
        let mut answers = Vec::new();
        for (method, path) in &paths {
            let body = if path.ends_with("fork") {
                "{\"version\":1}"
            } else {
                "{}"
            };
            let reply = request(house.address, method, path, token, body).await;
            answers.push(format!("{method} {path}: {} {}", reply.status, reply.body));
        }
        answers
    };
    let before = [all(carol_token).await, all(None).await];
    let mut spy = Socket::welcomed(house.address, &carol.token).await;
    spy.subscribe(&room.id).await;
    play_all(&house, [&ann, &bob], &room).await;
    // Byte for byte what it was before the first move.
    let after = [all(carol_token).await, all(None).await];
    for (before, after) in before.iter().flatten().zip(after.iter().flatten()) {
        assert_eq!(after, before);
    }
    spy.settle(&room.id).await;
    let table = spy.subscribe(&room.id).await;
    assert_eq!(table["status"]["room"]["status"], "playing");
    assert!(spy.heard.iter().all(|text| !text.contains("outcome")));
    // Nor do they learn it from the seats of a room that is made meanwhile.
    let wish = NewRoom {
        rated: true,
        visibility: Visibility::Public,
        ..NewRoom::of("tic-tac-toe")
    };
    let next = ann.api.create_room(&wish).await.unwrap();
    let path = format!("/api/rooms/{}", next.id);
    let shown = request(house.address, "GET", &path, carol_token, "").await;
    assert!(shown.body.contains("\"rating\":1500"));
    // Those who played know all of it.
    assert_eq!(
        ann.api.room(&room.id).await.unwrap().status,
        RoomStatus::Over
    );
    assert!(ann.api.export(&room.id).await.is_ok());
}

#[tokio::test]
async fn neither_counts_nor_presence_nor_the_rhythm_of_news_tell_how_a_match_goes() {
    const COUNTS: [&str; 4] = [
        "parlor_moves_accepted_total ",
        "parlor_moves_rejected_total ",
        "parlor_bot_moves_total ",
        "parlor_matches_ended_total ",
    ];
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let counts = async || {
        let mut counts = Vec::new();
        for name in COUNTS {
            counts.push(house.metric(name).await);
        }
        counts
    };
    let room = ann.plays(&bob, delayed(60, false)).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    let carol = house.guest("Carol").await;
    let mut spy = Socket::welcomed(house.address, &carol.token).await;
    spy.subscribe(&room.id).await;
    spy.settle(&room.id).await;
    let (before, heard) = (counts().await, spy.heard.len());
    assert!(one.submit(&room.id, None, "z9".into()).await.is_ok());
    let mut version = 1;
    for (number, square) in WIN.into_iter().enumerate() {
        let client = [&one, &two][number % 2];
        seen(client, &room.id, version).await;
        version = play(client, &room.id, square).await;
    }
    status(&two, &room.id, |status| status.room.outcome.is_some()).await;
    // They go, and come back.
    drop((one, two));
    let (one, _events) = house.look(&ann, &room.id, None).await;
    one.chat(&room.id, "well played");
    until(|| !one.chat_lines(&room.id).is_empty()).await;
    assert_eq!(counts().await, before);
    spy.settle(&room.id).await;
    // The answer to what the spy has asked, and nothing else.
    assert_eq!(&spy.heard[heard + 1..], &[] as &[String]);
    // Without a delay all of it counts at once.
    let open = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    play_all(&house, [&ann, &bob], &open).await;
    let after = counts().await;
    assert_eq!((after[0] - before[0], after[3] - before[3]), (5, 1));
}

#[tokio::test]
async fn what_happened_counts_when_it_may_be_seen() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, delayed(1, false)).await;
    let carol = house.guest("Carol").await;
    let mut late = Socket::welcomed(house.address, &carol.token).await;
    late.subscribe(&room.id).await;
    play_all(&house, [&ann, &bob], &room).await;
    late.until(|frame| frame["room"]["status"] == "over").await;
    for (name, many) in [
        ("parlor_moves_accepted_total ", 5),
        ("parlor_matches_ended_total ", 1),
    ] {
        while house.metric(name).await != many {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn the_end_is_told_when_it_may_be_seen() {
    let house = House::open().await;
    let (ann, bob) = (house.member("Ann").await, house.member("Bob").await);
    let room = ann.plays(&bob, delayed(1, true)).await;
    let carol = house.guest("Carol").await;
    let mut late = Socket::welcomed(house.address, &carol.token).await;
    late.subscribe(&room.id).await;
    play_all(&house, [&ann, &bob], &room).await;
    loop {
        let Heard::Frame(frame) = late.hear().await else {
            panic!("closed");
        };
        let status = frame.get("status").unwrap_or(&frame);
        if status["room"]["status"] == "over" {
            break;
        }
    }
    assert_eq!(house.api.rooms(None).await.unwrap(), []);
    let ratings = house.api.ratings_of(&ann.account.id).await.unwrap();
    assert!(ratings["tic-tac-toe"].rating > 1500);
    assert_eq!(
        house.api.matches_of(&ann.account.id).await.unwrap().len(),
        1
    );
    assert!(carol.api.export(&room.id).await.is_ok());
}
