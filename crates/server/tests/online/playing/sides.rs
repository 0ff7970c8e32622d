//! Sides that the rules play: each of their commands is kept, told and shown by itself.

use std::sync::Arc;

use parlor_client::Event;
use parlor_core::{Seat, Viewer, doc::Tide, erase};
use parlor_protocol::NewRoom;

use crate::house::{Fault, Faulty, House, LONG, Socket, games, generous, play, seen};

async fn house(store: Arc<Faulty>) -> House {
    let mut games = games();
    games.add(erase(Tide));
    House::with(generous(), games, store).await
}

#[tokio::test]
async fn a_side_acts_after_a_seat_in_a_record_of_its_own() {
    let house = house(Arc::default()).await;
    let ann = house.guest("Ann").await;
    let room = ann.api.create_room(&NewRoom::of("tide")).await.unwrap();
    let (client, mut events) = house.look(&ann, &room.id, None).await;
    assert_eq!(play(&client, &room.id, 2).await, 2);
    seen(&client, &room.id, 3).await;
    let log = house.log(&room.id).await;
    assert_eq!(
        (&log[1]["actor"], &log[2]["actor"]),
        (&0.into(), &"system".into())
    );
    assert!(log[2]["command"].is_number(), "{}", log[2]);
    let view = client.view(&room.id, Viewer::Seat(Seat(0))).unwrap();
    assert!(view.side.is_none() && view.to_act.contains(Seat(0)));
    // It is told with the side's name, version by version.
    let told = loop {
        let event = tokio::time::timeout(LONG, events.next())
            .await
            .unwrap()
            .unwrap();
        if let Event::Update {
            version: 3, told, ..
        } = event
        {
            break told;
        }
    };
    assert!(
        told[0].message.to_string().starts_with("The sea plays "),
        "{told:?}"
    );
}

#[tokio::test]
async fn a_side_goes_on_when_the_store_comes_back() {
    let store = Arc::new(Faulty::default());
    let house = house(store.clone()).await;
    let ann = house.guest("Ann").await;
    let room = ann.api.create_room(&NewRoom::of("tide")).await.unwrap();
    let mut one = Socket::welcomed(house.address, &ann.token).await;
    one.subscribe(&room.id).await;
    // The seat's command is kept; nobody hears of it, and the side's is not.
    store.fails(Fault::LostAnswer);
    one.submit(&room.id, 2, "one").await;
    one.until_closed().await;
    store.fails(Fault::None);
    let (client, _events) = house.look(&ann, &room.id, None).await;
    seen(&client, &room.id, 3).await;
    assert_eq!(house.log(&room.id).await[2]["actor"], "system");
}
