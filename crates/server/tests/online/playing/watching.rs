//! Those who look on, what is said, and who is there.

use parlor_client::Event;
use parlor_core::Viewer;
use parlor_protocol::{NewRoom, Role, RoomStatus, Spectators};
use serde_json::json;

use super::WIN;
use crate::house::{Heard, House, Socket, code, play, seats, seen, status, until};

#[tokio::test]
async fn whoever_comes_is_there_in_the_first_thing_that_they_see() {
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    let room = ann.api.create_room(&NewRoom::of("tic-tac-toe")).await;
    let room = room.unwrap();
    let (client, _events) = house.look(&ann, &room.id, None).await;
    let here = client.status(&room.id).unwrap().here;
    assert!(here.iter().all(|one| !one.away), "{here:?}");
}

#[tokio::test]
async fn spectators_see_what_everybody_may_see() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let carol = house.guest("Carol").await;
    let (three, _events) = house.look(&carol, &room.id, None).await;
    assert_eq!(three.viewers(&room.id), [Viewer::Spectator]);
    status(&one, &room.id, |status| status.spectators == 1).await;
    let version = play(&one, &room.id, "b2").await;
    seen(&three, &room.id, version).await;
    let view = three.view(&room.id, Viewer::Spectator).unwrap();
    assert!(view.actions.is_empty());
    drop(three);
    status(&one, &room.id, |status| status.spectators == 0).await;
}

#[tokio::test]
async fn a_closed_table_has_no_spectators() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wish = NewRoom {
        spectators: Spectators {
            allowed: false,
            delay_seconds: 0,
        },
        ..NewRoom::of("tic-tac-toe")
    };
    let room = ann.plays(&bob, wish).await;
    let carol = house.guest("Carol").await;
    let mut socket = Socket::welcomed(house.address, &carol.token).await;
    socket
        .send(json!({"type": "subscribe", "match": room.id}))
        .await;
    assert_eq!(socket.hear().await.name(), "refused no_spectators");
    // What somebody sends who was turned away is not passed over in silence.
    socket.submit(&room.id, "a1", "k").await;
    assert_eq!(socket.hear().await.name(), "refused not_subscribed");
    socket
        .send(json!({"type": "chat", "match": room.id, "text": "hi"}))
        .await;
    assert_eq!(socket.hear().await.name(), "refused not_subscribed");
}

#[tokio::test]
async fn who_looks_on_later_learns_the_end_later() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wish = NewRoom {
        spectators: Spectators {
            allowed: true,
            delay_seconds: 3,
        },
        ..NewRoom::of("tic-tac-toe")
    };
    let room = ann.plays(&bob, wish).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    let carol = house.guest("Carol").await;
    let mut late = Socket::welcomed(house.address, &carol.token).await;
    assert_eq!(late.look_on(&room).await["version"], 1);
    let mut version = 1;
    for (number, square) in WIN.into_iter().enumerate() {
        let client = [&one, &two][number % 2];
        seen(client, &room.id, version).await;
        version = play(client, &room.id, square).await;
    }
    status(&two, &room.id, |status| status.room.outcome.is_some()).await;
    // Asking does not help either.
    let asked = carol.api.room(room.code.as_deref().unwrap()).await.unwrap();
    assert_eq!((asked.status, asked.outcome), (RoomStatus::Playing, None));
    let by_code = room.code.as_deref().unwrap();
    assert_eq!(code(carol.api.export(by_code).await), "not_over");
    assert_eq!(code(house.api.verify(by_code).await), "not_over");
    assert!(ann.api.export(&room.id).await.is_ok());
    // Somebody who comes now sees as little of it.
    let mut later = Socket::welcomed(house.address, &carol.token).await;
    later.look_on(&room).await;
    for socket in [&mut late, &mut later] {
        let mut seen = socket
            .heard
            .iter()
            .filter_map(|text| {
                serde_json::from_str::<serde_json::Value>(text).ok()?["version"].as_u64()
            })
            .max()
            .unwrap();
        assert!(seen < version, "this came at once");
        loop {
            let Heard::Frame(frame) = socket.hear().await else {
                panic!("closed");
            };
            if frame["type"] == "update" {
                assert_eq!(frame["version"], seen + 1);
                seen += 1;
            }
            let told = frame.to_string().contains("\"outcome\"");
            assert!(!told || seen == version, "{frame}");
            if frame["type"] == "status" && told {
                assert_eq!(frame["room"]["status"], "over");
                break;
            }
        }
        for text in &socket.heard[..socket.heard.len() - 3] {
            assert!(!text.contains("\"status\":\"over\""), "{text}");
        }
    }
}

#[tokio::test]
async fn a_room_that_has_slept_shows_no_more_to_those_behind() {
    let folder = crate::house::Folder::new();
    let house = House::at(&folder, crate::house::generous()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wish = NewRoom {
        spectators: Spectators {
            allowed: true,
            delay_seconds: 3600,
        },
        ..NewRoom::of("tic-tac-toe")
    };
    let room = ann.plays(&bob, wish).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    play(&one, &room.id, "b2").await;
    house.close().await;
    let house = House::at(&folder, crate::house::generous()).await;
    let carol = house.guest("Carol").await;
    let mut late = Socket::welcomed(house.address, &carol.token).await;
    assert_eq!(late.look_on(&room).await["version"], 1);
    // Nor does the code bring a stranger's screen any further.
    let code = room.code.as_deref();
    let frame = json!({"type": "subscribe", "match": room.id, "role": "display", "code": code});
    late.send(frame).await;
    assert_eq!(late.frame("table").await["version"], 1);
    // Players see all of it.
    let mut player = Socket::welcomed(house.address, &ann.token).await;
    assert_eq!(player.subscribe(&room.id).await["version"], 2);
}

#[tokio::test]
async fn the_screen_in_the_middle_shows_the_code_and_others_do_not() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    // The host has no seat: the room is made by the screen itself.
    let wish = NewRoom {
        seats: vec!["open".into(), "open".into()],
        ..NewRoom::of("tic-tac-toe")
    };
    let room = ann.api.create_room(&wish).await.unwrap();
    let secret = room.code.clone().unwrap();
    let (screen, _events) = house.look(&ann, &room.id, Some(Role::Display)).await;
    let shown = screen.status(&room.id).unwrap().room;
    assert_eq!(shown.code.as_deref(), Some(&*secret));
    assert_eq!(
        shown.link,
        Some(format!("{}/join/{secret}", house.handle.base_url()))
    );
    let carol = house.guest("Carol").await;
    let mut socket = Socket::welcomed(house.address, &carol.token).await;
    socket.look_on(&room).await;
    bob.join(&room).await;
    house.guest("Dan").await.join(&room).await;
    until(|| screen.version(&room.id) == Some(1)).await;
    assert_eq!(screen.viewers(&room.id), [Viewer::Spectator]);
    assert_eq!(screen.status(&room.id).unwrap().spectators, 1);
    socket.until(|frame| frame["version"] == 1).await;
    socket.settle(&room.id).await;
    assert!(socket.heard.iter().all(|text| !text.contains(&secret)));
    let frame = json!({"type": "subscribe", "match": room.id, "role": "display"});
    socket.send(frame).await;
    let refused = socket.frame("refused").await;
    assert_eq!(refused["code"], "not_yours");
    // A screen that is nobody's is let in by the code, as people type it.
    let typed = secret.to_lowercase();
    let frame = json!({"type": "subscribe", "match": room.id, "role": "display", "code": typed});
    socket.send(frame).await;
    let table = socket.frame("table").await;
    assert_eq!(table["status"]["room"]["code"], secret);
    assert_eq!(table["status"]["screen"], true);
    assert_eq!(table["views"][0]["viewer"], "spectator");
}

#[tokio::test]
async fn a_player_who_looks_on_as_a_spectator_stays_one() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wish = NewRoom {
        leavers: parlor_protocol::Leavers::Bot("easy".into()),
        ..NewRoom::of("tic-tac-toe")
    };
    let room = ann.plays(&bob, wish).await;
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    socket
        .send(json!({"type": "subscribe", "match": room.id, "role": "spectator"}))
        .await;
    socket.frame("table").await;
    bob.api.leave(&room.id).await.unwrap();
    let (one, _events) = house.look(&ann, &room.id, None).await;
    play(&one, &room.id, "b2").await;
    // No update comes for a view that was never shown.
    let update = socket.frame("update").await;
    assert_eq!(update["viewer"], "spectator");
}

#[tokio::test]
async fn what_is_said_is_heard_by_all_and_kept() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let (one, mut events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    two.chat(&room.id, "  hello\u{7} there ");
    until(|| !one.chat_lines(&room.id).is_empty()).await;
    let line = &one.chat_lines(&room.id)[0];
    assert_eq!((&*line.from, &*line.text), ("Bob", "hello there"));
    one.chat(&room.id, &"x".repeat(501));
    loop {
        if let Event::Refused { problem, .. } = events.next().await.unwrap() {
            assert_eq!(problem.code, "bad_chat");
            break;
        }
    }
    let carol = house.guest("Carol").await;
    let (three, _events) = house.look(&carol, &room.id, None).await;
    assert_eq!(three.chat_lines(&room.id).len(), 1);
}

#[tokio::test]
async fn everybody_knows_who_is_there() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let away = |who: &str| {
        let who = who.to_string();
        move |status: &parlor_protocol::Status| {
            let mut here = status.here.iter();
            here.find(|here| here.account == who).unwrap().away
        }
    };
    let bob_away = away(&bob.account.id);
    status(&one, &room.id, &bob_away).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    status(&one, &room.id, |status| !bob_away(status)).await;
    // A second window is the same person.
    let (second, _events) = house.look(&bob, &room.id, None).await;
    assert_eq!(seats(&second, &room.id), [1]);
    drop(two);
    play(&one, &room.id, "a1").await;
    assert!(!bob_away(&one.status(&room.id).unwrap()));
    second.close();
    status(&one, &room.id, &bob_away).await;
}
