//! The store goes away in the middle of a match, and comes back: so does the match.

use std::sync::Arc;
use std::time::Duration;

use parlor_client::Client;
use parlor_core::{Seat, Viewer};
use parlor_protocol::{NewRoom, RoomStatus};
use parlor_store::{Postgres, Store};
use serde_json::Value;
use tokio::time::{sleep, timeout};

use crate::house::{
    Database, Fault, Faulty, House, LONG, Person, Socket, games, generous, play, request, seen,
    until,
};

/// Waits until the server says that it can do its work, or cannot.
async fn ready(house: &House, is: bool) {
    let wait = async {
        while (request(house.address, "GET", "/ready", None, "")
            .await
            .status
            == 200)
            != is
        {
            sleep(Duration::from_millis(10)).await;
        }
    };
    assert!(timeout(LONG, wait).await.is_ok(), "it never came");
}

/// A match of tic-tac-toe in which Ann has played a1 and Bob is to act.
struct Begun {
    house: House,
    ann: Person,
    bob: Person,
    id: String,
}

impl Begun {
    async fn over(store: Arc<dyn Store>, clock: &str) -> Begun {
        let house = House::with(generous(), games(), store).await;
        let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
        let wish = NewRoom {
            clock: clock.into(),
            ..NewRoom::of("tic-tac-toe")
        };
        let id = ann.plays(&bob, wish).await.id;
        let (one, _events) = house.look(&ann, &id, None).await;
        play(&one, &id, "a1").await;
        Begun {
            house,
            ann,
            bob,
            id,
        }
    }

    async fn socket(&self, person: &Person) -> Socket {
        Socket::welcomed(self.house.address, &person.token).await
    }

    /// Somebody who subscribes now sees this version, with a view.
    async fn shows(&self, person: &Person, version: u64) {
        let table = self.socket(person).await.subscribe(&self.id).await;
        assert_eq!(table["version"], version, "{table}");
        assert_eq!(table["views"].as_array().unwrap().len(), 1, "{table}");
    }

    fn sees(&self, client: &Client, seat: u8) -> bool {
        client.view(&self.id, Viewer::Seat(Seat(seat))).is_some()
    }
}

#[tokio::test]
async fn a_match_comes_back_with_the_store() {
    let store = Arc::new(Faulty::default());
    let begun = Begun::over(store.clone(), "none").await;
    let mut two = begun.socket(&begun.bob).await;
    two.subscribe(&begun.id).await;
    store.fails(Fault::Everything);
    two.submit(&begun.id, "b2", "one").await;
    two.until_closed().await;
    ready(&begun.house, false).await;
    store.fails(Fault::None);
    ready(&begun.house, true).await;
    begun.shows(&begun.ann, 2).await;
    begun.shows(&begun.bob, 2).await;
    let (one, _events) = begun.house.look(&begun.bob, &begun.id, None).await;
    assert_eq!(play(&one, &begun.id, "b2").await, 3);
}

#[tokio::test]
async fn what_was_kept_and_never_answered_is_there_when_the_store_is_back() {
    let store = Arc::new(Faulty::default());
    let begun = Begun::over(store.clone(), "none").await;
    let mut two = begun.socket(&begun.bob).await;
    two.subscribe(&begun.id).await;
    store.fails(Fault::LostAnswer);
    two.submit(&begun.id, "b2", "one").await;
    two.until_closed().await;
    store.fails(Fault::None);
    begun.shows(&begun.ann, 3).await;
    // The same key gets the true answer.
    let mut two = begun.socket(&begun.bob).await;
    two.subscribe(&begun.id).await;
    two.submit(&begun.id, "b2", "one").await;
    assert_eq!(two.frame("accepted").await["version"], 3);
    assert_eq!(begun.house.log(&begun.id).await.len(), 3);
}

#[tokio::test]
async fn whoever_looks_on_during_an_outage_sees_the_match_as_soon_as_it_is_over() {
    let store = Arc::new(Faulty::default());
    let begun = Begun::over(store.clone(), "none").await;
    let mut two = begun.socket(&begun.bob).await;
    two.subscribe(&begun.id).await;
    store.fails(Fault::Everything);
    two.submit(&begun.id, "b2", "one").await;
    two.until_closed().await;
    // Nobody asks again: the room itself finds out that the store is back.
    let mut one = begun.socket(&begun.ann).await;
    let table = one.subscribe(&begun.id).await;
    assert_eq!(table["status"]["trouble"]["code"], "unavailable", "{table}");
    // Whoever has views keeps them for as long as there are no others.
    let mut back = begun.socket(&begun.bob).await;
    let again = serde_json::json!({"type": "subscribe", "match": begun.id, "after": 2});
    back.send(again).await;
    let status = back.until(|frame| frame["type"] != "welcome").await;
    assert_eq!(status["type"], "status", "{status}");
    assert_eq!(status["trouble"]["code"], "unavailable", "{status}");
    store.fails(Fault::None);
    for socket in [&mut one, &mut back] {
        let table = socket.frame("table").await;
        assert_eq!(table["version"], 2, "{table}");
        assert_eq!(table["status"]["trouble"], Value::Null, "{table}");
    }
}

#[tokio::test]
async fn a_room_that_sleeps_while_the_store_is_away_is_woken_for_whoever_waits() {
    let store = Arc::new(Faulty::default());
    let begun = Begun::over(store.clone(), "none").await;
    let Begun {
        house,
        ann,
        bob,
        id,
    } = begun;
    house.crash();
    let house = House::with(generous(), games(), store.clone()).await;
    store.fails(Fault::Everything);
    let (one, _events) = {
        let (client, events) = house.connect(&ann);
        client.subscribe(&id, None);
        (client, events)
    };
    until(|| one.is_connected()).await;
    // Requests are answered at once.
    let bob = house.api.with_token(&bob.token);
    assert_eq!(crate::house::code(bob.leave(&id).await), "unavailable");
    assert_eq!(one.version(&id), None);
    store.fails(Fault::None);
    seen(&one, &id, 2).await;
}

#[tokio::test]
async fn a_time_that_runs_out_during_an_outage_is_out_afterwards() {
    let store = Arc::new(Faulty::default());
    let begun = Begun::over(store.clone(), "1s").await;
    let mut two = begun.socket(&begun.bob).await;
    two.subscribe(&begun.id).await;
    store.fails(Fault::Everything);
    two.submit(&begun.id, "b2", "one").await;
    two.until_closed().await;
    sleep(Duration::from_millis(1100)).await;
    store.fails(Fault::None);
    let over = async {
        while begun.ann.api.room(&begun.id).await.unwrap().status != RoomStatus::Over {
            sleep(Duration::from_millis(10)).await;
        }
    };
    assert!(timeout(LONG, over).await.is_ok(), "its time is never out");
    begun.shows(&begun.ann, 3).await;
}

#[tokio::test]
async fn a_room_that_could_not_be_changed_is_as_it_was_kept() {
    let store = Arc::new(Faulty::default());
    let house = House::with(generous(), games(), store.clone()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.api.create_room(&NewRoom::of("tic-tac-toe")).await;
    let room = room.unwrap();
    let (one, _events) = house.look(&ann, &room.id, None).await;
    store.fails(Fault::Everything);
    let join = parlor_protocol::Join {
        code: room.code.clone(),
        ..Default::default()
    };
    let refused = bob.api.join(&room.id, &join).await;
    assert_eq!(crate::house::code(refused), "unavailable");
    store.fails(Fault::None);
    bob.join(&room).await;
    seen(&one, &room.id, 1).await;
    play(&one, &room.id, "a1").await;
}

/// The same with a real database, killed like a process whose machine loses power.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_outlives_a_database_that_is_killed() {
    let Some(database) = Database::start() else {
        return;
    };
    let store = Postgres::connect(&database.address).await.unwrap();
    let begun = Begun::over(Arc::new(store), "none").await;
    // One whose room is awake, and reads on.
    let (one, _events) = begun.house.look(&begun.ann, &begun.id, None).await;
    let mut two = begun.socket(&begun.bob).await;
    two.subscribe(&begun.id).await;
    database.kill();
    two.submit(&begun.id, "b2", "one").await;
    two.until_closed().await;
    ready(&begun.house, false).await;
    database.start_again();
    ready(&begun.house, true).await;
    begun.shows(&begun.bob, 2).await;
    until(|| begun.sees(&one, 0)).await;
    let (two, _events) = begun.house.look(&begun.bob, &begun.id, None).await;
    assert_eq!(play(&two, &begun.id, "b2").await, 3);
    seen(&one, &begun.id, 3).await;
}
