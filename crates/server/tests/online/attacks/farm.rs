//! Ways to a rank without playing for it.

use parlor_core::Seat;
use parlor_protocol::{Ask, NewRoom, RatingShown, RoomStatus, Seek};

use crate::house::{House, Person, code, play, seen, status};
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
