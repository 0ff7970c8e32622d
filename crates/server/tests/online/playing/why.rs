//! Asking why something is not possible: it plays nothing, tells nobody, and says what sending it would have said.

use parlor_protocol::NewRoom;
use serde_json::{Value, json};

use crate::house::{House, Socket};

fn why(id: &str, command: &str, key: &str) -> Value {
    json!({"type": "why", "match": id, "command": command, "key": key})
}

#[tokio::test]
async fn thousands_of_questions_leave_the_match_as_it_is() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let mut other = Socket::welcomed(house.address, &bob.token).await;
    other.subscribe(&room.id).await;
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    socket.subscribe(&room.id).await;
    // Several at a time, as somebody might who wants to play by asking.
    for round in 0..300 {
        for place in ["a1", "b2", "c3", "nowhere"] {
            socket
                .send(why(&room.id, place, &format!("{place} {round}")))
                .await;
        }
        for place in ["a1", "b2", "c3", "nowhere"] {
            let key = format!("{place} {round}");
            let answer = socket.until(|frame| frame["key"] == *key).await;
            assert_eq!(answer["type"], "why", "{answer}");
            assert_eq!(
                answer["rejection"].is_null(),
                place != "nowhere",
                "{answer}"
            );
        }
    }
    assert_eq!(house.log(&room.id).await.len(), 1);
    // A legal one is still there to be played, and the other side has heard of nothing else.
    socket.submit(&room.id, "b2", "k").await;
    assert_eq!(socket.frame("accepted").await["version"], 2);
    assert_eq!(other.frame("update").await["version"], 2);
    let heard = |kind: &str| {
        other
            .heard
            .iter()
            .filter(|text| text.contains(kind))
            .count()
    };
    assert_eq!((heard("\"why\""), heard("\"update\"")), (0, 1));
}

#[tokio::test]
async fn the_answer_is_the_refusal() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    socket.subscribe(&room.id).await;
    socket.submit(&room.id, "b2", "first").await;
    socket.frame("accepted").await;
    // It is Bob's turn, the place is taken, and some things are no places.
    for (number, place) in ["a1", "b2", "z9"].into_iter().enumerate() {
        socket
            .send(why(&room.id, place, &format!("why {number}")))
            .await;
        let asked = socket.frame("why").await;
        socket
            .submit(&room.id, place, &format!("sent {number}"))
            .await;
        let sent = socket.frame("rejected").await;
        assert_eq!(asked["rejection"], sent["rejection"]);
        assert!(asked["rejection"]["text"].is_string());
    }
    // Of the seats of others, and from where there is none, nothing is said.
    let mut frame = why(&room.id, "a1", "theirs");
    frame["seat"] = 1.into();
    socket.send(frame).await;
    assert_eq!(
        socket.frame("why").await["rejection"]["code"],
        "not_your_seat"
    );
    let carol = house.guest("Carol").await;
    let mut watcher = Socket::welcomed(house.address, &carol.token).await;
    watcher.look_on(&room).await;
    watcher.send(why(&room.id, "a1", "watching")).await;
    assert_eq!(watcher.frame("why").await["rejection"]["code"], "no_seat");
}

#[tokio::test]
async fn a_client_asks_and_is_told() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let (client, _events) = house.look(&ann, &room.id, None).await;
    assert_eq!(client.why(&room.id, None, "b2".into()).await.unwrap(), None);
    let no = client.why(&room.id, None, "nowhere".into()).await.unwrap();
    assert_eq!(no.unwrap().code(), "malformed");
    assert_eq!(client.version(&room.id), Some(1));
}
