//! Many at once, and readers who stop reading.

use std::collections::BTreeSet;

use parlor_protocol::{NewRoom, Room};
use serde_json::{Value, json};

use crate::house::{Folder, Heard, House, Person, Socket, generous, play, seen, status};

const RACERS: usize = 64;

/// Sockets of one person that all look at a match.
async fn racers(house: &House, person: &Person, room: &Room) -> Vec<Socket> {
    let open = (0..RACERS).map(|_| async {
        let mut socket = Socket::welcomed(house.address, &person.token).await;
        socket.look_on(room).await;
        socket
    });
    futures_util::future::join_all(open).await
}

/// All submit at the same moment; gives each one's answer.
async fn race(
    sockets: &mut [Socket],
    id: &str,
    submit: impl Fn(usize) -> (Value, String, u64),
) -> Vec<Value> {
    let runs = sockets.iter_mut().enumerate().map(|(number, socket)| {
        let (command, key, version) = submit(number);
        let frame = json!({"type": "submit", "match": id, "command": command, "key": key, "version": version});
        async move {
            socket.send(frame).await;
            socket.until(|frame| frame["key"] == *key).await
        }
    });
    futures_util::future::join_all(runs).await
}

#[tokio::test]
async fn one_key_is_played_once_however_often_it_comes() {
    let folder = Folder::new();
    let house = House::at(&folder, generous()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let mut sockets = racers(&house, &ann, &room).await;
    let answers = race(&mut sockets, &room.id, |_| ("b2".into(), "k".into(), 1)).await;
    let accepted = json!({"type": "accepted", "match": room.id, "key": "k", "version": 2});
    assert_eq!(answers, vec![accepted.clone(); RACERS]);
    assert_eq!(house.log(&room.id).await.len(), 2);

    // Also after the other side has moved, after a restart, and after a crash.
    let (two, _events) = house.look(&bob, &room.id, None).await;
    play(&two, &room.id, "a1").await;
    drop((two, sockets));
    house.close().await;
    let house = House::at(&folder, generous()).await;
    let mut sockets = racers(&house, &ann, &room).await;
    let answers = race(&mut sockets, &room.id, |_| ("b2".into(), "k".into(), 1)).await;
    assert_eq!(answers, vec![accepted.clone(); RACERS]);
    house.crash();
    let house = House::at(&folder, generous()).await;
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    socket.subscribe(&room.id).await;
    socket.submit(&room.id, "b2", "k").await;
    assert_eq!(socket.until(|frame| frame["key"] == "k").await, accepted);
    // The same key for something else is no command, and the same key of another seat is another.
    socket.submit(&room.id, "c3", "k").await;
    let reused = socket.until(|frame| frame["key"] == "k").await;
    assert_eq!(reused["rejection"]["code"], "key_reused");
    let log = house.log(&room.id).await;
    assert_eq!(log.len(), 3);
    assert_eq!(log.iter().filter(|line| line["key"] == "k").count(), 1);
    socket.submit(&room.id, "c3", "k2").await;
    socket.frame("accepted").await;
    let mut other = Socket::welcomed(house.address, &bob.token).await;
    other.subscribe(&room.id).await;
    other.submit(&room.id, "c1", "k").await;
    assert_eq!(other.frame("accepted").await["version"], 5);
}

#[tokio::test]
async fn of_many_at_one_version_one_wins() {
    let house = House::at(&Folder::new(), generous()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("hex")).await;
    let mut sockets = racers(&house, &ann, &room).await;
    let table: Value = serde_json::from_str(sockets[0].heard.last().unwrap()).unwrap();
    let actions = table["views"][0]["view"]["actions"]
        .as_array()
        .unwrap()
        .clone();
    let answers = race(&mut sockets, &room.id, |number| {
        let command = actions[number]["command"].clone();
        (command, format!("k{number}"), 1)
    })
    .await;
    let (won, lost): (Vec<&Value>, Vec<&Value>) =
        (answers.iter()).partition(|answer| answer["type"] == "accepted");
    assert_eq!((won.len(), lost.len()), (1, RACERS - 1));
    for answer in lost {
        assert_eq!(answer["type"], "rejected");
        let code = answer["rejection"]["code"].as_str().unwrap();
        assert_eq!(code, "stale_version", "{answer}");
    }
    let log = house.log(&room.id).await;
    assert_eq!(log.len(), 2);
    assert_eq!(log[1]["key"], won[0]["key"]);
    // A refused key stays refused.
    let loser = answers
        .iter()
        .position(|answer| answer["type"] == "rejected");
    let loser = loser.unwrap();
    let command = actions[loser]["command"].clone();
    let again = json!({"type": "submit", "match": room.id, "command": command, "key": format!("k{loser}"), "version": 1});
    sockets[0].send(again).await;
    let key = format!("k{loser}");
    let again = sockets[0].until(|frame| frame["key"] == *key).await;
    assert_eq!(again, answers[loser]);
}

#[tokio::test]
async fn everybody_is_told_each_version_once_and_in_order() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("hex")).await;
    let mut watching = racers(&house, &house.guest("Carol").await, &room).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    let mut version = 1;
    for number in 0..20 {
        let client = [&one, &two][number % 2];
        seen(client, &room.id, version).await;
        let view = client.view(
            &room.id,
            parlor_core::Viewer::Seat(parlor_core::Seat(number as u8 % 2)),
        );
        let command = view.unwrap().actions[0].command.clone();
        version = play(client, &room.id, command).await;
    }
    for socket in &mut watching {
        socket.until(|frame| frame["version"] == version).await;
        let versions = versions(&socket.heard);
        assert_eq!(versions, (1..=version).collect::<Vec<u64>>());
    }
}

/// The versions of tables and updates, in the order in which they were heard.
fn versions(heard: &[String]) -> Vec<u64> {
    let frames = heard
        .iter()
        .map(|text| serde_json::from_str::<Value>(text).unwrap());
    let views = frames.filter(|frame| frame["type"] == "table" || frame["type"] == "update");
    views
        .filter_map(|frame| frame["version"].as_u64())
        .collect()
}

#[tokio::test]
async fn who_stops_reading_is_cut_and_comes_back_without_a_gap() {
    let mut config = generous();
    config.limits.queue_frames = 8;
    let house = House::at(&Folder::new(), config).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("hex")).await;
    let carol = house.guest("Carol").await;
    // A small window, so that little is enough to fill it.
    let tcp = tokio::net::TcpSocket::new_v4().unwrap();
    tcp.set_recv_buffer_size(4096).unwrap();
    let tcp = tcp.connect(house.address).await.unwrap();
    let mut slow = Socket::over(house.address, tcp).await;
    slow.hello(&carol.token).await;
    let table = slow.look_on(&room).await;
    assert_eq!(table["version"], 1);
    // It reads no more, while much is said and two moves are played.
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    let first = action(&one, &room.id, 0);
    play(&one, &room.id, first).await;
    let line = "x".repeat(500);
    status(&one, &room.id, |status| status.spectators == 1).await;
    let cut = async {
        while one.status(&room.id).unwrap().spectators == 1 {
            for _ in 0..200 {
                one.chat(&room.id, &line);
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::house::LONG * 4, cut)
        .await
        .unwrap();
    assert!(house.metric("parlor_sockets_cut_total").await > 0);
    seen(&two, &room.id, 2).await;
    let second = action(&two, &room.id, 1);
    let version = play(&two, &room.id, second).await;
    // What it had not read ends somewhere; from there on it goes on.
    loop {
        if let Heard::Closed(_) = slow.hear().await {
            break;
        }
    }
    let before: BTreeSet<u64> = versions(&slow.heard).into_iter().collect();
    let latest = *before.last().unwrap();
    assert_eq!(before.len() as u64, latest, "no gap so far");
    let mut back = Socket::welcomed(house.address, &carol.token).await;
    back.send(json!({"type": "subscribe", "match": room.id, "code": room.code, "after": latest}))
        .await;
    back.frame("status").await;
    let missed = versions(&back.heard);
    assert_eq!(missed, (latest + 1..=version).collect::<Vec<u64>>());
    // The others have not noticed.
    seen(&one, &room.id, version).await;
}

fn action(client: &parlor_client::Client, id: &str, seat: u8) -> Value {
    let viewer = parlor_core::Viewer::Seat(parlor_core::Seat(seat));
    let view = client.view(id, viewer).unwrap();
    view.actions[0].command.clone()
}

#[tokio::test]
async fn who_comes_back_late_is_not_cut_by_what_was_missed() {
    let mut config = generous();
    config.limits.queue_frames = 8;
    let house = House::at(&Folder::new(), config).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("hex")).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    let mut version = 1;
    for number in 0..12 {
        let client = [&one, &two][number % 2];
        seen(client, &room.id, version).await;
        let command = action(client, &room.id, number as u8 % 2);
        version = play(client, &room.id, command).await;
    }
    let carol = house.guest("Carol").await;
    for after in 1..version {
        let mut back = Socket::welcomed(house.address, &carol.token).await;
        back.send(
            json!({"type": "subscribe", "match": room.id, "code": room.code, "after": after}),
        )
        .await;
        // Either the whole table or each version, and the line stays.
        back.until(|frame| frame["version"] == version).await;
        back.send(json!({"type": "ping", "at": 1})).await;
        assert_eq!(back.frame("pong").await["at"], 1);
    }
}
