//! What people do, from the first guest to the last rating.

mod accounts;
mod entropy;
mod offers;
mod past;
mod paths;
mod rooms;
mod series;
mod sides;
mod watching;
mod why;

use parlor_client::Answer;
use parlor_core::{Seat, Seed, Setup, Submission, Viewer};
use parlor_protocol::{NewRoom, Player, RoomStatus};

use crate::house::{House, games, play, seats, seen, status};

/// The first seat wins with these.
pub const WIN: [&str; 5] = ["a1", "a2", "b1", "b2", "c1"];

#[tokio::test]
async fn two_guests_play_a_whole_match_and_once_more() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.api.create_room(&NewRoom::of("tic-tac-toe")).await;
    let room = room.unwrap();
    // Both look before there is a match, and get it when it begins.
    let (one, _events) = house.look(&ann, &room.id, None).await;
    assert_eq!(one.version(&room.id), None);
    let room = bob.join(&room).await;
    assert_eq!(room.status, RoomStatus::Playing);
    let (two, _events) = house.look(&bob, &room.id, None).await;
    seen(&one, &room.id, 1).await;

    let game = games().get("tic-tac-toe").unwrap();
    let setup = Setup::new(game.info(), 2).unwrap();
    let setup = setup.named(["Ann", "Bob"].map(String::from)).unwrap();
    let mut by_the_book = game.begin(setup, Seed::Integer(1), 0).unwrap();
    for (number, square) in WIN.into_iter().enumerate() {
        let (client, other, seat) = match number % 2 {
            0 => (&one, &two, Seat(0)),
            _ => (&two, &one, Seat(1)),
        };
        let refused = other.submit(&room.id, None, square.into()).await.unwrap();
        assert!(matches!(refused, Answer::Rejected(no) if no.code() == "not_your_turn"));
        let version = play(client, &room.id, square).await;
        seen(other, &room.id, version).await;
        let submission = Submission::new(seat, square.into());
        assert_eq!(by_the_book.submit(submission).unwrap().version, version);
        for (client, seat) in [(&one, Seat(0)), (&two, Seat(1))] {
            let view = client.view(&room.id, Viewer::Seat(seat)).unwrap();
            assert_eq!(*view, by_the_book.view(Viewer::Seat(seat)));
        }
    }
    let over = status(&two, &room.id, |status| status.room.outcome.is_some()).await;
    assert_eq!(over.room.outcome, by_the_book.outcome());
    assert_eq!(over.room.status, RoomStatus::Over);

    let file = ann.api.export(&room.id).await.unwrap();
    let loaded = game.load(&file).unwrap();
    assert_eq!(loaded.verify().unwrap().drawn, 0);
    assert_eq!(loaded.outcome(), over.room.outcome);
    let checked = ann.api.verify(&room.id).await.unwrap();
    assert!(checked.sound);
    assert_eq!(checked.hash, loaded.hash());

    let again = bob.api.rematch(&room.id).await.unwrap();
    assert_eq!(ann.api.rematch(&room.id).await.unwrap().id, again.id);
    // It begins when both have come: nobody loses a match that they know nothing of.
    assert_eq!(again.status, RoomStatus::Gathering);
    let names: Vec<String> = again.seats.iter().map(Player::name).collect();
    assert_eq!(names, ["Bob", "Ann"]);
    status(&one, &room.id, |status| {
        status.room.next == Some(again.id.clone())
    })
    .await;
    let (first, _events) = house.look(&bob, &again.id, None).await;
    let waiting = bob.api.room(&again.id).await.unwrap();
    assert_eq!(waiting.status, RoomStatus::Gathering);
    let (_second, _events) = house.look(&ann, &again.id, None).await;
    status(&first, &again.id, |status| {
        status.room.status == RoomStatus::Playing
    })
    .await;
    seen(&first, &again.id, 1).await;
    play(&first, &again.id, "b2").await;
}

#[tokio::test]
async fn several_people_share_a_device() {
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    let wish = NewRoom {
        seats: vec!["me".into(), "me".into()],
        ..NewRoom::of("tic-tac-toe")
    };
    let room = ann.api.create_room(&wish).await.unwrap();
    assert_eq!(room.status, RoomStatus::Playing);
    let (client, _events) = house.look(&ann, &room.id, None).await;
    assert_eq!(seats(&client, &room.id), [0, 1]);
    for square in WIN {
        // Whose turn it is says for which seat.
        let version = play(&client, &room.id, square).await;
        for seat in 0..2 {
            let view = client.view(&room.id, Viewer::Seat(Seat(seat))).unwrap();
            assert_eq!(view.viewer, Some(Viewer::Seat(Seat(seat))));
            assert_eq!(view.to_act.is_empty(), version == 6);
        }
    }
}

#[tokio::test]
async fn a_second_seat_is_for_somebody_with_a_name() {
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    let room = ann.api.create_room(&NewRoom::of("tic-tac-toe")).await;
    let room = room.unwrap();
    let join = |name: Option<&str>| parlor_protocol::Join {
        name: name.map(String::from),
        ..Default::default()
    };
    let again = ann.api.join(&room.id, &join(None)).await;
    assert_eq!(crate::house::code(again), "already_in");
    let full = ann.api.join(&room.id, &join(Some("Kid"))).await.unwrap();
    assert_eq!(full.status, RoomStatus::Playing);
    let (client, _events) = house.look(&ann, &room.id, None).await;
    let view = client.view(&room.id, Viewer::Seat(Seat(0))).unwrap();
    assert_eq!(view.seats[1].name, "Kid");
}

#[tokio::test]
async fn a_command_is_for_a_seat_of_ones_own() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    let answer = two.submit(&room.id, Some(Seat(0)), "a1".into()).await;
    assert!(matches!(answer, Ok(Answer::Rejected(no)) if no.code() == "not_your_seat"));
    let carol = house.guest("Carol").await;
    let (three, _events) = house.look(&carol, &room.id, None).await;
    for seat in [None, Some(Seat(0))] {
        let answer = three.submit(&room.id, seat, "a1".into()).await;
        assert!(matches!(answer, Ok(Answer::Rejected(_))));
    }
    assert_eq!(house.log(&room.id).await.len(), 1);
}
