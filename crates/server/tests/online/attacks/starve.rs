//! Ways to keep others waiting for a bot or for the server's memory of a match.

use std::sync::Arc;

use parlor_core::Seat;
use parlor_protocol::{Ask, NewRoom, Room};
use parlor_store::Memory;

use crate::house::{House, Person, Socket, games, generous, play, request, status, until};

/// So many watch bots that think for long.
const CROWD: usize = 16;

async fn house() -> House {
    let mut config = generous();
    config.bots.threads = 2;
    House::with(config, games(), Arc::new(Memory::new())).await
}

/// A guest of its own who watches two slow bots.
async fn watches(house: &House, number: usize) -> Socket {
    let guest = house.guest(&format!("Crowd {number}")).await;
    let wish = NewRoom {
        seats: vec!["tree:400ms:threads=1".into(), "tree:400ms:threads=1".into()],
        ..NewRoom::of("hex")
    };
    let room = guest.api.create_room(&wish).await.unwrap();
    let mut socket = Socket::welcomed(house.address, &guest.token).await;
    socket.subscribe(&room.id).await;
    socket
}

#[tokio::test]
async fn an_easy_bot_answers_at_once_while_a_crowd_watches_slow_ones() {
    let house = house().await;
    let mut crowd = Vec::new();
    for number in 0..CROWD {
        crowd.push(watches(&house, number).await);
    }
    let ann = house.guest("Ann").await;
    let wish = NewRoom {
        seats: vec!["me".into(), "easy".into()],
        ..NewRoom::of("tic-tac-toe")
    };
    let room = ann.api.create_room(&wish).await.unwrap();
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let moves = async || house.metric("parlor_bot_moves_total").await;
    let before = moves().await;
    play(&one, &room.id, "b2").await;
    until(|| one.version(&room.id) == Some(3)).await;
    // Those that think already come to their end; none of the crowd that waits comes first.
    let others = moves().await - before - 1;
    assert!(others <= 4, "{others} bots of the crowd have moved before");
}

/// A match that is over.
async fn played(house: &House, number: usize) -> (Person, Room) {
    let guest = house.guest(&format!("Crowd {number}")).await;
    let wish = NewRoom {
        seats: vec!["me".into(), "me".into()],
        ..NewRoom::of("hex")
    };
    let room = guest.api.create_room(&wish).await.unwrap();
    let (client, _events) = house.look(&guest, &room.id, None).await;
    for place in ["a1", "b1", "a2"] {
        let answer = client.submit(&room.id, None, place.into()).await.unwrap();
        assert!(matches!(answer, parlor_client::Answer::Accepted { .. }));
    }
    client.ask(&room.id, Some(Seat(0)), Ask::Resign);
    status(&client, &room.id, |status| status.room.outcome.is_some()).await;
    (guest, room)
}

#[tokio::test]
async fn looking_back_does_not_wait_for_the_analyses_of_others() {
    let house = house().await;
    let mut asking = Vec::new();
    for number in 0..10 {
        let (guest, room) = played(&house, number).await;
        let (address, path) = (house.address, format!("/api/matches/{}/analysis", room.id));
        asking.push(tokio::spawn(async move {
            request(address, "GET", &path, Some(&guest.token), "").await
        }));
    }
    let (ann, room) = played(&house, 99).await;
    let path = format!("/api/matches/{}/history", room.id);
    let reply = request(house.address, "GET", &path, Some(&ann.token), "").await;
    assert_eq!(reply.status, 200, "{reply:?}");
    let kept = house.store.list("analysis", "", 100).await.unwrap();
    assert!(kept.len() <= 3, "{} analyses were done before", kept.len());
    for one in asking {
        one.abort();
    }
}

#[tokio::test]
async fn who_asks_for_what_others_ask_for_waits_for_the_same_answer() {
    let house = house().await;
    let (guest, room) = played(&house, 0).await;
    let path = format!("/api/matches/{}/analysis", room.id);
    let mut asking = Vec::new();
    for _ in 0..40 {
        let (address, path, token) = (house.address, path.clone(), guest.token.clone());
        asking.push(tokio::spawn(async move {
            request(address, "GET", &path, Some(&token), "").await
        }));
    }
    // One after the other would take much longer than a request may take.
    let mut bodies = Vec::new();
    for one in asking {
        let reply = one.await.unwrap();
        assert_eq!(reply.status, 200, "{reply:?}");
        bodies.push(reply.body);
    }
    bodies.dedup();
    assert_eq!(bodies.len(), 1);
}
