//! Ways to a rank without playing for it.

use std::sync::Arc;

use parlor_core::Seat;
use parlor_protocol::{Ask, NewRoom, RatingShown, RoomStatus, Seek};
use parlor_store::{Memory, Put, Store};
use serde_json::Value;

use crate::house::{House, Person, code, games, play, proxied, seen, status};
use crate::playing::WIN;

fn rated() -> NewRoom {
    NewRoom {
        rated: true,
        ..NewRoom::of("tic-tac-toe")
    }
}

/// A rated match that the second of the two gives up after so many moves of both together.
async fn gives_up(house: &House, winner: &Person, loser: &Person, moves: usize) {
    let room = winner.plays(loser, rated()).await;
    let (one, _events) = house.look(winner, &room.id, None).await;
    let (two, _events) = house.look(loser, &room.id, None).await;
    let mut version = 1;
    for (number, square) in WIN.into_iter().take(moves).enumerate() {
        let client = [&one, &two][number % 2];
        seen(client, &room.id, version).await;
        version = play(client, &room.id, square).await;
    }
    two.ask(&room.id, None, Ask::Resign);
    status(&one, &room.id, |status| status.room.outcome.is_some()).await;
}

async fn rating(house: &House, person: &Person) -> Option<RatingShown> {
    let ratings = house.api.ratings_of(&person.account.id).await.unwrap();
    ratings.get("tic-tac-toe").copied()
}

#[tokio::test]
async fn guests_play_no_rated_matches() {
    let house = House::open().await;
    let (ann, bob) = (house.member("Ann").await, house.guest("Bob").await);
    let none = "guests_not_rated";
    assert_eq!(code(bob.api.create_room(&rated()).await), none);
    let seek = Seek {
        game: "tic-tac-toe".into(),
        clock: String::new(),
        rated: true,
    };
    assert_eq!(code(bob.api.seek(&seek).await), none);
    let room = ann.api.create_room(&rated()).await.unwrap();
    assert_eq!(
        code(
            bob.api
                .join(room.code.as_deref().unwrap(), &Default::default())
                .await
        ),
        none
    );
    // Nobody else at the device, either.
    let second = parlor_protocol::Join {
        name: Some("Kid".into()),
        ..Default::default()
    };
    assert_eq!(code(ann.api.join(&room.id, &second).await), "already_in");
    assert_eq!(
        ann.api.room(&room.id).await.unwrap().status,
        RoomStatus::Gathering
    );
}

#[tokio::test]
async fn a_win_without_a_game_is_worth_nothing_and_running_away_costs() {
    let house = House::open().await;
    let (ann, bob) = (house.member("Ann").await, house.member("Bob").await);
    for moves in [0, 1, 3] {
        gives_up(&house, &ann, &bob, moves).await;
    }
    assert_eq!(rating(&house, &ann).await, None);
    // Whoever has seen a bad hand does not get away with it.
    let lost = rating(&house, &bob).await.unwrap();
    assert!(lost.rating < 1500 && lost.matches == 3, "{lost:?}");
    gives_up(&house, &ann, &bob, 4).await;
    let won = rating(&house, &ann).await.unwrap();
    assert!(won.rating > 1500 && won.matches == 1, "{won:?}");
}

#[tokio::test]
async fn agreeing_on_a_draw_at_once_moves_no_rating() {
    let house = House::open().await;
    let (ann, bob) = (house.member("Ann").await, house.member("Bob").await);
    let room = ann.plays(&bob, rated()).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    one.ask(&room.id, None, Ask::Draw);
    status(&two, &room.id, |status| status.offer.is_some()).await;
    two.ask(&room.id, None, Ask::Agree);
    let over = status(&one, &room.id, |status| status.room.outcome.is_some()).await;
    assert!(over.room.outcome.unwrap().is_draw());
    assert_eq!(
        (rating(&house, &ann).await, rating(&house, &bob).await),
        (None, None)
    );
}

#[tokio::test]
async fn two_accounts_do_not_lift_each_other() {
    let house = House::open().await;
    let (ann, bob) = (house.member("Ann").await, house.member("Bob").await);
    let mut after = Vec::new();
    for _ in 0..20 {
        gives_up(&house, &ann, &bob, 4).await;
        after.push(rating(&house, &ann).await.unwrap());
    }
    // The first ones count; after that the same opponent is no news.
    assert!(after[2].rating > 1600, "{after:?}");
    assert!(after[19].rating - after[7].rating <= 10, "{after:?}");
    assert!(after[19].deviation > 150, "{after:?}");
    assert_eq!(house.api.leaderboard("tic-tac-toe").await.unwrap(), []);
}

/// Wins four matches against each of these, and says how strong that has made the winner, after each of them.
async fn feeds_on(house: &House, winner: &Person, losers: &[Person]) -> Vec<i32> {
    let mut after = Vec::new();
    for loser in losers {
        for _ in 0..4 {
            gives_up(house, winner, loser, 4).await;
        }
        after.push(rating(house, winner).await.unwrap().rating);
    }
    after
}

#[tokio::test]
async fn many_throw_away_accounts_are_worth_no_more_than_one() {
    let house = House::with(proxied(), games(), Arc::new(Memory::new())).await;
    let ann = house.member_from("Ann", "192.0.2.1").await;
    let mut throw_aways = Vec::new();
    for number in 0..9 {
        // Half of them from an address of their own.
        let from = format!("198.51.100.{}", number.max(4));
        throw_aways.push(house.member_from(&format!("Loser {number}"), &from).await);
    }
    let after = feeds_on(&house, &ann, &throw_aways).await;
    assert!(after[0] > 1600, "{after:?}");
    assert!(after[8] - after[0] <= 40, "{after:?}");
    assert_eq!(house.api.leaderboard("tic-tac-toe").await.unwrap(), []);
}

#[tokio::test]
async fn throw_away_accounts_of_one_address_do_not_vouch_for_each_other() {
    let store = Arc::new(Memory::new());
    let house = House::with(proxied(), games(), store.clone()).await;
    let ann = house.member_from("Ann", "192.0.2.1").await;
    let mut ring = Vec::new();
    for number in 0..4 {
        let name = format!("Loser {number}");
        ring.push(house.member_from(&name, "198.51.100.7").await);
    }
    for (one, other) in [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)] {
        gives_up(&house, &ring[one], &ring[other], 4).await;
    }
    let after = feeds_on(&house, &ann, &ring).await;
    assert!(after[3] - after[0] <= 40, "{after:?}");
    assert_eq!(house.api.leaderboard("tic-tac-toe").await.unwrap(), []);
    // People of one house or school who have had their accounts for a while are people like all others.
    for person in ring.iter() {
        let kept = store.get("account", &person.account.id).await.unwrap();
        let mut kept: Value = serde_json::from_str(&kept.unwrap().text).unwrap();
        kept["created_ms"] = 1.into();
        let older = Put::new("account", &person.account.id, kept.to_string()).anyway();
        store.put(vec![older]).await.unwrap();
    }
    for round in 0..6 {
        for (one, other) in [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)] {
            let [winner, loser] = match round % 2 {
                0 => [one, other],
                _ => [other, one],
            };
            gives_up(&house, &ring[winner], &ring[loser], 4).await;
        }
    }
    let board = house.api.leaderboard("tic-tac-toe").await.unwrap();
    assert!(!board.is_empty());
}

#[tokio::test]
async fn two_friends_who_play_each_other_alone_have_ratings_that_move() {
    let house = House::open().await;
    let (ann, bob) = (house.member("Ann").await, house.member("Bob").await);
    for number in 0..20 {
        let [winner, loser] = match number % 4 {
            3 => [&bob, &ann],
            _ => [&ann, &bob],
        };
        gives_up(&house, winner, loser, 4).await;
    }
    let (one, other) = (rating(&house, &ann).await, rating(&house, &bob).await);
    let (one, other) = (one.unwrap(), other.unwrap());
    assert!(
        one.rating > 1600 && other.rating < 1400,
        "{one:?} {other:?}"
    );
    assert_eq!((one.matches, other.matches), (20, 20));
}

#[tokio::test]
async fn a_rated_match_is_called_off_together_or_not_at_all() {
    let house = House::open().await;
    let (ann, bob) = (house.member("Ann").await, house.member("Bob").await);
    let wish = NewRoom {
        rated: true,
        ..NewRoom::of("go-fish")
    };
    let room = ann.plays(&bob, wish).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    // The hand is on the table already.
    one.ask(&room.id, None, Ask::Abort);
    let asked = status(&two, &room.id, |status| {
        status.offer.is_some() || status.room.status == RoomStatus::Over
    });
    let asked = asked.await;
    assert_eq!(asked.room.status, RoomStatus::Playing);
    assert_eq!(asked.offer.unwrap().needs.first(), Some(Seat(1)));
    two.ask(&room.id, None, Ask::Agree);
    let over = status(&one, &room.id, |status| status.room.outcome.is_some()).await;
    assert!(over.room.outcome.unwrap().is_aborted());
    assert!(
        house
            .api
            .ratings_of(&ann.account.id)
            .await
            .unwrap()
            .is_empty()
    );
}
