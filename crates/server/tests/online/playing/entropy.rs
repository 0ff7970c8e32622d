//! Players add to the seed: by themselves, without keeping anybody waiting who does not, and so that a server cannot cheat.

use std::time::{Duration, Instant};

use parlor_core::{Entropy, Header, Seat, SeatSet, VerifyError};
use parlor_protocol::{Join, NewRoom, RoomStatus, Visibility};
use serde_json::{Value, json};

use crate::house::{House, Person, Socket, code, status};

const ANN: Entropy = Entropy([1; 32]);
const BOB: Entropy = Entropy([2; 32]);

fn wish(entropy: Option<Entropy>) -> NewRoom {
    NewRoom {
        visibility: Visibility::Public,
        commitment: entropy.map(|entropy| entropy.commitment()),
        ..NewRoom::of("liars-dice")
    }
}

fn join(entropy: Option<Entropy>) -> Join {
    Join {
        commitment: entropy.map(|entropy| entropy.commitment()),
        ..Join::default()
    }
}

/// The header of a match that has ended because somebody left.
async fn ended(person: &Person, id: &str) -> (Header, String) {
    person.api.leave(id).await.unwrap();
    let file = person.api.export(id).await.unwrap();
    (Header::read(&file).unwrap(), file)
}

#[tokio::test]
async fn clients_add_to_the_seed_by_themselves_and_can_check_it() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.api.create_room(&wish(Some(ANN))).await.unwrap();
    let (of_ann, _events) = house.connect(&ann);
    of_ann.contribute(&room.id, ANN);
    of_ann.subscribe(&room.id, None);
    let (of_bob, _events) = house.connect(&bob);
    let joined = bob.api.join(&room.id, &join(Some(BOB))).await.unwrap();
    // It waits for what both have to tell.
    assert_eq!(joined.status, RoomStatus::Gathering);
    of_bob.contribute(&room.id, BOB);
    of_bob.subscribe(&room.id, None);
    let begun = Instant::now();
    status(&of_ann, &room.id, |status| {
        status.room.status == RoomStatus::Playing
    })
    .await;
    assert!(
        begun.elapsed() < Duration::from_secs(2),
        "nobody is waited for"
    );
    let (told_by_ann, heard) = of_ann.contributed(&room.id).unwrap();
    assert_eq!(told_by_ann, ANN);
    let (header, file) = ended(&ann, &room.id).await;
    let seats: Vec<Seat> = header.entropy.iter().map(|one| one.seat).collect();
    assert_eq!(seats, [Seat(0), Seat(1)]);
    assert_eq!(header.check(Some(&heard), Some(ANN)), Ok(()));
    assert_eq!(header.check(Some(&heard), Some(BOB)), Ok(()));
    assert_eq!(
        header.check(None, Some(Entropy([3; 32]))),
        Err(VerifyError::LeftOut)
    );
    let loaded = parlor_games::all()
        .get("liars-dice")
        .unwrap()
        .load(&file)
        .unwrap();
    let proof = loaded.verify().unwrap();
    assert_eq!(
        (proof.contributed, proof.proved),
        (SeatSet::all(2), proof.drawn)
    );
}

#[tokio::test]
async fn without_anybody_who_adds_to_the_seed_a_match_begins_at_once() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.api.create_room(&wish(None)).await.unwrap();
    let joined = bob.api.join(&room.id, &join(None)).await.unwrap();
    assert_eq!(joined.status, RoomStatus::Playing);
    let (header, file) = ended(&ann, &room.id).await;
    assert!(header.entropy.is_empty() && !file.contains("\"entropy\""));
}

#[tokio::test]
async fn who_does_not_tell_in_time_is_left_out_by_name() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.api.create_room(&wish(Some(ANN))).await.unwrap();
    // Ann has said a commitment and never comes; Bob adds nothing, and only looks.
    let (of_bob, _events) = house.connect(&bob);
    bob.api.join(&room.id, &join(None)).await.unwrap();
    of_bob.subscribe(&room.id, None);
    status(&of_bob, &room.id, |status| {
        let dealing = status.dealing.as_ref();
        dealing.is_some_and(|dealing| dealing.waits_for == [ann.account.id.clone()])
    })
    .await;
    status(&of_bob, &room.id, |status| {
        status.room.status == RoomStatus::Playing
    })
    .await;
    let (header, _) = ended(&bob, &room.id).await;
    assert_eq!(header.entropy.len(), 1);
    assert_eq!(
        (header.entropy[0].seat, header.entropy[0].revealed),
        (Seat(0), None)
    );
}

#[tokio::test]
async fn entropy_that_was_not_committed_to_is_refused() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wrong = NewRoom {
        commitment: Some("luck".into()),
        ..wish(None)
    };
    assert_eq!(code(ann.api.create_room(&wrong).await), "bad_commitment");
    let room = ann.api.create_room(&wish(Some(ANN))).await.unwrap();
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    socket.subscribe(&room.id).await;
    let tell = |entropy: Entropy| json!({"type": "entropy", "match": room.id, "entropy": entropy});
    // Nobody waits for it before the table is full: a server that has committed to nothing learns nothing.
    socket.send(tell(ANN)).await;
    assert_eq!(socket.frame("refused").await["code"], "not_asked");
    bob.api.join(&room.id, &join(None)).await.unwrap();
    socket
        .until(|frame| frame["dealing"]["commitment"].is_string())
        .await;
    socket.send(tell(BOB)).await;
    assert_eq!(socket.frame("refused").await["code"], "other_entropy");
    socket.send(tell(ANN)).await;
    socket
        .until(|frame| frame["status"]["room"]["status"] == "playing")
        .await;
}

#[tokio::test]
async fn when_somebody_leaves_meanwhile_another_seed_is_committed_to() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.api.create_room(&wish(Some(ANN))).await.unwrap();
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    socket.subscribe(&room.id).await;
    let dealing = |frame: &Value| frame["dealing"]["commitment"].is_string();
    bob.api.join(&room.id, &join(Some(BOB))).await.unwrap();
    let first = socket.until(dealing).await["dealing"]["commitment"].clone();
    bob.api.leave(&room.id).await.unwrap();
    socket
        .until(|frame| frame["type"] == "status" && frame["dealing"].is_null())
        .await;
    // Ann commits to something new, as she follows the room anyway.
    let commitment = Entropy([5; 32]).commitment();
    socket
        .send(json!({"type": "subscribe", "match": room.id, "commitment": commitment}))
        .await;
    socket.frame("table").await;
    bob.api.join(&room.id, &join(None)).await.unwrap();
    let second = socket.until(dealing).await["dealing"]["commitment"].clone();
    assert_ne!(first, second);
    let entropy = Entropy([5; 32]);
    socket
        .send(json!({"type": "entropy", "match": room.id, "entropy": entropy}))
        .await;
    socket
        .until(|frame| frame["status"]["room"]["status"] == "playing")
        .await;
    let (header, _) = ended(&bob, &room.id).await;
    assert_eq!(header.check(second.as_str(), Some(entropy)), Ok(()));
}
