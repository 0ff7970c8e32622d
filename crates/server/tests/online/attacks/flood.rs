//! Ways to take more than one's share, and doors that stand open.

use std::sync::Arc;

use parlor_protocol::{Ask, Leavers, NewRoom, Visibility};
use parlor_store::Memory;
use serde_json::json;

use crate::house::{
    House, Log, Person, Socket, code, games, generous, play, request, seen, status,
};

fn public(seats: &[&str]) -> NewRoom {
    NewRoom {
        visibility: Visibility::Public,
        seats: seats.iter().map(|seat| seat.to_string()).collect(),
        ..NewRoom::of("tic-tac-toe")
    }
}

/// A server that limits rooms as it does by itself, and nothing else.
async fn usual_rooms() -> House {
    let mut config = generous();
    let usual = parlor_server::Config::default();
    config.limits.rooms_per_account = usual.limits.rooms_per_account;
    House::with(config, games(), Arc::new(Memory::new())).await
}

#[tokio::test]
async fn one_address_does_not_fill_the_lobby() {
    let house = usual_rooms().await;
    let mut made = 0;
    let mut last = String::new();
    'flood: for number in 0..40 {
        let guest = house.guest(&format!("Flood {number}")).await;
        for _ in 0..10 {
            match guest.api.create_room(&public(&["me", "open"])).await {
                Ok(_) => made += 1,
                Err(error) => {
                    last = error.problem().unwrap().code.clone();
                    break 'flood;
                }
            }
        }
    }
    assert!((5..=50).contains(&made), "{made} rooms");
    assert_eq!(last, "too_many_public_rooms");
    assert_eq!(house.api.rooms(None).await.unwrap().len(), made);
    // Rooms by code are for those who know each other, and go on.
    let friend = house.guest("Friend").await;
    friend
        .api
        .create_room(&NewRoom::of("tic-tac-toe"))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_rematch_is_no_way_around_it() {
    let house = usual_rooms().await;
    let mut listed = 0;
    'flood: for number in 0..40 {
        let guest = house.guest(&format!("Flood {number}")).await;
        for _ in 0..10 {
            let Ok(room) = guest.api.create_room(&public(&["me", "easy"])).await else {
                break 'flood;
            };
            guest.api.leave(&room.id).await.unwrap();
            if guest.api.rematch(&room.id).await.is_err() {
                break 'flood;
            }
            listed += 1;
        }
    }
    assert!(listed <= 50, "{listed} rooms");
}

#[tokio::test]
async fn a_line_of_chat_costs_a_line() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    socket.subscribe(&room.id).await;
    for number in 0..120 {
        let text = format!("{number} {}", "\u{1F600}".repeat(490));
        socket
            .send(json!({"type": "chat", "match": room.id, "text": text}))
            .await;
        socket.frame("chat").await;
    }
    // What is kept for one line is as long as a line.
    let kind = format!("chat:{}", room.id);
    let kept = house.store.list(&kind, "", 1000).await.unwrap();
    assert_eq!(kept.len(), 100);
    assert!(kept.iter().all(|line| line.text.len() < 3000));
    assert!(house.store.get("chat", &room.id).await.unwrap().is_none());
    // Whoever comes gets the latest lines, and no more than a page of them.
    let mut late = Socket::welcomed(house.address, &bob.token).await;
    let table = late.subscribe(&room.id).await;
    let chat = table["chat"].as_array().unwrap();
    assert!(
        chat.last().unwrap()["text"]
            .as_str()
            .unwrap()
            .starts_with("119 ")
    );
    assert!(table["chat"].to_string().len() < 20_000);
    assert!(chat.len() >= 5);
}

#[tokio::test]
async fn chat_as_it_was_kept_before_is_still_there() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let old = json!([{"from": "Ann", "text": "one", "time_ms": 5}, {"from": "Bob", "text": "two", "time_ms": 6}]);
    let put = parlor_store::Put::new("chat", &room.id, old.to_string()).anyway();
    house.store.put(vec![put]).await.unwrap();
    let store = house.store.clone();
    house.close().await;
    let house = House::with(generous(), games(), store).await;
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    let table = socket.subscribe(&room.id).await;
    let texts = |table: &serde_json::Value| {
        let lines = table["chat"].as_array().unwrap().iter();
        lines
            .map(|line| line["text"].as_str().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(&table), ["one", "two"]);
    socket
        .send(json!({"type": "chat", "match": room.id, "text": "three"}))
        .await;
    socket.frame("chat").await;
    let store = house.store.clone();
    house.close().await;
    let house = House::with(generous(), games(), store).await;
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    let table = socket.subscribe(&room.id).await;
    assert_eq!(texts(&table), ["one", "two", "three"]);
}

#[tokio::test]
async fn codes_of_rooms_are_not_in_the_log() {
    let log = Log::start();
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    let room = ann
        .api
        .create_room(&NewRoom::of("tic-tac-toe"))
        .await
        .unwrap();
    let code = room.code.unwrap();
    for path in [
        format!("/join/{code}"),
        format!("/screen/{code}"),
        format!("/screen/{}/{code}", room.id),
        format!("/match/{code}"),
        format!("/replay/{code}"),
        format!("/api/rooms/{code}"),
        format!("/api/rooms/{code}/qr.svg"),
        format!("/api/matches/{code}/export"),
        format!("/api/matches/{code}/history"),
        format!("/api/matches/{code}/verify"),
        format!("/api//rooms/{code}"),
        format!("/API/rooms/{code}"),
        format!("//join/{code}"),
        format!("/{code}"),
        format!("/api/rooms/{}?code={code}", room.id),
    ] {
        request(house.address, "GET", &path, Some(&ann.token), "").await;
        request(house.address, "POST", &path, Some(&ann.token), "{}").await;
    }
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    socket
        .send(json!({"type": "subscribe", "match": room.id, "role": "display", "code": code}))
        .await;
    socket.frame("table").await;
    let text = log.text();
    assert!(text.contains("GET"), "nothing is logged");
    // What a test itself writes down is no line of the server's.
    let lines = text
        .lines()
        .filter(|line| line.contains(&code) && line.contains("parlor"));
    assert_eq!(lines.collect::<Vec<_>>(), [""; 0]);
}

#[tokio::test]
async fn a_table_by_code_is_closed_to_those_without_it() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    play(&one, &room.id, "b2").await;
    let carol = house.guest("Carol").await;
    let mut stranger = Socket::welcomed(house.address, &carol.token).await;
    let wrong = [json!(null), json!("AAAAAA"), json!("")];
    for (role, wrong) in ["spectator", "player", "spectator"].into_iter().zip(wrong) {
        let mut frame = json!({"type": "subscribe", "match": room.id, "role": role});
        if !wrong.is_null() {
            frame["code"] = wrong;
        }
        stranger.send(frame).await;
        assert_eq!(stranger.hear().await.name(), "refused code_needed");
    }
    let closed = async |token: Option<&str>, query: &str| {
        let mut codes = Vec::new();
        for (method, path) in [
            ("GET", format!("/api/rooms/{}{query}", room.id)),
            ("GET", format!("/api/matches/{}/history{query}", room.id)),
            ("GET", format!("/api/matches/{}/export{query}", room.id)),
            ("GET", format!("/api/matches/{}/verify{query}", room.id)),
            ("GET", format!("/api/matches/{}/analysis{query}", room.id)),
            ("POST", format!("/api/matches/{}/fork{query}", room.id)),
        ] {
            let reply = request(house.address, method, &path, token, "{\"version\":1}").await;
            codes.push(reply.code());
        }
        codes
    };
    let all = ["code_needed"; 6];
    assert_eq!(closed(Some(&carol.token), "").await, all);
    assert_eq!(closed(Some(&carol.token), "?code=AAAAAA").await, all);
    // With the code it opens, on the line as by request.
    let code = room.code.clone().unwrap();
    stranger
        .send(json!({"type": "subscribe", "match": room.id, "code": code.to_lowercase()}))
        .await;
    assert_eq!(stranger.frame("table").await["version"], 2);
    let opened = closed(Some(&carol.token), &format!("?code={code}")).await;
    assert!(
        opened.iter().all(|code| code != "code_needed"),
        "{opened:?}"
    );
    // Also when the match is over, for those who had it.
    bob.api.leave(&room.id).await.unwrap();
    assert_eq!(closed(Some(&carol.token), "").await, all);
    assert_eq!(closed(None, "").await[2..4], all[2..4]);
    let opened = closed(Some(&carol.token), &format!("?code={code}")).await;
    assert!(
        opened.iter().all(|code| code != "code_needed"),
        "{opened:?}"
    );
    assert!(ann.api.export(&room.id).await.is_ok());
}

#[tokio::test]
async fn who_has_left_their_seat_to_a_bot_may_still_look_on() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wish = NewRoom {
        leavers: Leavers::Bot("easy".into()),
        ..NewRoom::of("tic-tac-toe")
    };
    let room = ann.plays(&bob, wish).await;
    let mut two = Socket::welcomed(house.address, &bob.token).await;
    two.subscribe(&room.id).await;
    bob.api.leave(&room.id).await.unwrap();
    let (one, _events) = house.look(&ann, &room.id, None).await;
    play(&one, &room.id, "b2").await;
    two.frame("update").await;
    let mut again = Socket::welcomed(house.address, &bob.token).await;
    again.subscribe(&room.id).await;
}

#[tokio::test]
async fn a_draw_is_not_offered_again_and_again() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("hex")).await;
    let (one, _one) = house.look(&ann, &room.id, None).await;
    let (two, _two) = house.look(&bob, &room.id, None).await;
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    socket.subscribe(&room.id).await;
    let ask = |what: &str| json!({"type": "ask", "match": room.id, "ask": what});
    socket.send(ask("draw")).await;
    status(&two, &room.id, |status| status.offer.is_some()).await;
    two.ask(&room.id, None, Ask::Refuse);
    status(&one, &room.id, |status| status.offer.is_none()).await;
    for _ in 0..3 {
        socket.send(ask("draw")).await;
        let heard = socket.frame("rejected").await;
        assert_eq!(heard["rejection"]["code"], "asked_before");
    }
    // The other side may ask, and taking one's own question back is no way around it.
    two.ask(&room.id, None, Ask::Draw);
    status(&one, &room.id, |status| status.offer.is_some()).await;
    two.ask(&room.id, None, Ask::Refuse);
    status(&one, &room.id, |status| status.offer.is_none()).await;
    two.ask(&room.id, None, Ask::Draw);
    let mut version = 1;
    for (number, place) in ["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4"]
        .into_iter()
        .enumerate()
    {
        let client = [&one, &two][number % 2];
        seen(client, &room.id, version).await;
        assert!(client.status(&room.id).unwrap().offer.is_none());
        version = play(client, &room.id, place).await;
    }
    seen(&one, &room.id, version).await;
    socket.send(ask("draw")).await;
    status(&two, &room.id, |status| status.offer.is_some()).await;
}

#[tokio::test]
async fn the_token_of_a_guest_ends_when_they_say_so() {
    let house = House::open().await;
    let ann: Person = house.guest("Ann").await;
    let body = json!({"name": "Anna"}).to_string();
    let reply = request(house.address, "PUT", "/api/me", Some(&ann.token), &body).await;
    let renamed: parlor_protocol::Session = serde_json::from_str(&reply.body).unwrap();
    let room = ann
        .api
        .create_room(&NewRoom::of("tic-tac-toe"))
        .await
        .unwrap();
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    socket.subscribe(&room.id).await;
    ann.api.log_out().await.unwrap();
    socket.until_closed().await;
    // None of its tokens opens anything, on any line, also after a restart.
    let store = house.store.clone();
    house.close().await;
    let house = House::with(generous(), games(), store).await;
    for token in [&ann.token, &renamed.token] {
        assert_eq!(
            code(house.api.with_token(token).me().await),
            "unauthenticated"
        );
        let mut socket = Socket::open(house.address).await;
        socket.hello(token).await;
        assert_eq!(socket.until_closed().await[0], "bye unauthenticated");
        let path = format!("/api/rooms/{}", room.id);
        let reply = request(house.address, "GET", &path, Some(token), "").await;
        assert_eq!(reply.code(), "unauthenticated");
        let reply = request(house.address, "PUT", "/api/me", Some(token), &body).await;
        assert_eq!(reply.code(), "unauthenticated");
    }
}

#[tokio::test]
async fn behind_a_proxy_everybody_is_counted_by_their_own_address_however_it_is_written() {
    let mut config = generous();
    config.server.behind_proxy = true;
    config.limits.guests_per_minute = 2;
    let house = House::with(config, games(), Arc::new(Memory::new())).await;
    // Each way of writing an address, with two guests for each of the three that are meant.
    for (first, second) in [
        ("198.51.100.1:4711", "198.51.100.1"),
        ("[2001:db8:1::1]:443", "2001:db8:1::2"),
        ("\"[2001:db8:2::1]\"", "[2001:db8:2::9]"),
        ("203.0.113.9, 198.51.100.2:99", "198.51.100.2:1"),
        ("fe80::1%eth0", "[fe80::2%25eth0]:80"),
    ] {
        assert_eq!(guest_from(&house, first).await, 200, "{first}");
        assert_eq!(guest_from(&house, second).await, 200, "{second}");
        assert_eq!(guest_from(&house, first).await, 429, "{first}");
    }
}

/// A new guest, asked for through a proxy.
async fn guest_from(house: &House, from: &str) -> u16 {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let body = "{\"name\":\"Somebody\"}";
    let ask = format!(
        "POST /api/guests HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {from}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = tokio::net::TcpStream::connect(house.address).await.unwrap();
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    let reply = crate::house::Reply::read(&String::from_utf8_lossy(&bytes)).unwrap();
    reply.status
}
