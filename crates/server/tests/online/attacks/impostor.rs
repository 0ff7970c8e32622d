//! Ways to speak as somebody else.

use std::sync::Arc;

use parlor_protocol::{Join, NewRoom, Player};
use serde_json::json;

use crate::house::{Faulty, House, Person, Socket, code, games, generous, request};

async fn rename(house: &House, person: &Person, name: &str) -> (u16, String) {
    let body = json!({"name": name}).to_string();
    let reply = request(house.address, "PUT", "/api/me", Some(&person.token), &body).await;
    (reply.status, reply.code())
}

/// Names that look like Magnus, or are read as Magnus.
const LIKE_MAGNUS: [&str; 6] = ["Magnus", "magnus", "MAGNUS", "Mágnus", "Magnus_", "Mag nus"];

#[tokio::test]
async fn nobody_takes_the_name_of_an_account_or_one_that_looks_like_it() {
    let house = House::open().await;
    house.member("Magnus").await;
    let guest = house.guest("Ann").await;
    for name in LIKE_MAGNUS {
        assert_eq!(code(house.api.guest(name).await), "name_taken", "{name}");
        let renamed = rename(&house, &guest, name).await;
        assert_eq!(renamed, (409, "name_taken".into()), "{name}");
        let wish = parlor_protocol::Credentials {
            name: name.into(),
            password: "correct horse".into(),
        };
        assert_eq!(
            code(house.api.create_account(&wish).await),
            "name_taken",
            "{name}"
        );
    }
    for name in [
        "Мagnus",
        "Magnus\u{202e}",
        "Magnus\u{200b}",
        "Ｍagnus",
        "Маgnus",
    ] {
        assert_eq!(code(house.api.guest(name).await), "bad_name", "{name:?}");
    }
    // Names of one script: each letter looks like another one.
    house.member("Cope").await;
    house.member("Olli").await;
    for name in ["Соре", "0lli", "O11i", "OIli"] {
        assert_eq!(code(house.api.guest(name).await), "name_taken", "{name}");
    }
    for name in ["Server", "admin", "Moderator", "nobody yet"] {
        assert_eq!(code(house.api.guest(name).await), "name_taken", "{name}");
    }
}

#[tokio::test]
async fn a_guest_who_had_the_name_first_does_not_speak_for_the_account() {
    let house = House::open().await;
    let early = house.guest("Magnus").await;
    let ann = house.guest("Ann").await;
    let room = ann
        .api
        .create_room(&NewRoom::of("tic-tac-toe"))
        .await
        .unwrap();
    house.member("Magnus").await;
    let mut socket = Socket::welcomed(house.address, &early.token).await;
    let subscribe = json!({"type": "subscribe", "match": room.id, "code": room.code});
    socket.send(subscribe).await;
    socket.frame("table").await;
    socket
        .send(json!({"type": "chat", "match": room.id, "text": "send me your password"}))
        .await;
    let heard = socket
        .until(|frame| frame["type"] == "chat" || frame["type"] == "refused")
        .await;
    assert_eq!(heard["code"], "name_taken");
    let join = Join {
        code: room.code.clone(),
        ..Join::default()
    };
    assert_eq!(code(early.api.join(&room.id, &join).await), "name_taken");
    let wish = NewRoom::of("tic-tac-toe");
    assert_eq!(code(early.api.create_room(&wish).await), "name_taken");
    // With another name they go on.
    assert_eq!(rename(&house, &early, "Magpie").await.0, 200);
}

#[tokio::test]
async fn a_line_of_chat_says_whose_it_is() {
    let house = House::open().await;
    let (ann, bob) = (house.member("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let mut one = Socket::welcomed(house.address, &ann.token).await;
    one.subscribe(&room.id).await;
    let mut two = Socket::welcomed(house.address, &bob.token).await;
    two.subscribe(&room.id).await;
    let chat = |text: &str| json!({"type": "chat", "match": room.id, "text": text});
    one.send(chat("hello")).await;
    let line = two.frame("chat").await["line"].clone();
    assert_eq!(
        (&line["account"], &line["guest"]),
        (&json!(ann.account.id), &json!(false))
    );
    two.send(chat("hi")).await;
    let line = one.until(|frame| frame["line"]["text"] == "hi").await["line"].clone();
    assert_eq!(
        (&line["account"], &line["guest"]),
        (&json!(bob.account.id), &json!(true))
    );
    let table = one.subscribe(&room.id).await;
    assert_eq!(table["chat"][0]["account"], json!(ann.account.id));
    // What turns the rest of the line around, or cannot be seen, is left out. What breaks the line is a space.
    two.send(chat("a\u{202e}b\u{2066}c\u{200b}d\u{2028}e"))
        .await;
    one.until(|frame| frame["line"]["text"] == "abcd e").await;
}

#[tokio::test]
async fn a_spectator_with_the_name_of_a_player_is_not_heard_as_them() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let mallory = house.guest("Mallory").await;
    let body = json!({"name": "Änn"}).to_string();
    let reply = request(house.address, "PUT", "/api/me", Some(&mallory.token), &body).await;
    let session: parlor_protocol::Session = serde_json::from_str(&reply.body).unwrap();
    let mut socket = Socket::welcomed(house.address, &session.token).await;
    socket
        .send(json!({"type": "subscribe", "match": room.id, "code": room.code}))
        .await;
    socket.frame("table").await;
    socket
        .send(json!({"type": "chat", "match": room.id, "text": "I resign"}))
        .await;
    let heard = socket
        .until(|frame| frame["type"] == "chat" || frame["type"] == "refused")
        .await;
    assert_eq!(heard["code"], "name_in_use");
    // The player is heard.
    let mut one = Socket::welcomed(house.address, &ann.token).await;
    one.subscribe(&room.id).await;
    one.send(json!({"type": "chat", "match": room.id, "text": "I do not"}))
        .await;
    assert_eq!(one.frame("chat").await["line"]["from"], "Ann");
}

#[tokio::test]
async fn no_two_at_a_table_have_one_name_and_no_seat_has_the_name_of_an_account() {
    let house = House::open().await;
    house.member("Magnus").await;
    let (ann, other) = (house.guest("Ann").await, house.guest("ann").await);
    let wish = NewRoom {
        seats: vec!["me".into(), "open".into(), "open".into()],
        start_when_full: false,
        ..NewRoom::of("liars-dice")
    };
    let room = ann.api.create_room(&wish).await.unwrap();
    let joined = other.join(&room).await;
    let names: Vec<String> = joined.seats.iter().map(Player::name).collect();
    assert_eq!(names[..2], ["Ann", "ann #2"]);
    // What people call themselves at a shared device is nobody else's name.
    for (name, problem) in [("Magnus", "name_taken"), ("mаgnus", "bad_name")] {
        let join = Join {
            name: Some(name.into()),
            ..Join::default()
        };
        assert_eq!(code(ann.api.join(&room.id, &join).await), problem, "{name}");
    }
}

#[tokio::test]
async fn names_of_one_script_stay_possible() {
    let house = House::open().await;
    for name in [
        "Ольга",
        "Ελένη",
        "太郎",
        "Ken 太郎",
        "محمد",
        "한글",
        "अर्जुन",
        "கண்ணன்",
        "ก้อง",
        "דָּוִד",
        "Zoë",
        "Երևան",
        "ლუკა",
        "Jürgen",
        "Łukasz",
        "Nguyễn",
    ] {
        assert!(house.api.guest(name).await.is_ok(), "{name}");
    }
}

#[tokio::test]
async fn who_says_hello_while_they_log_out_does_not_stay() {
    let store = Arc::new(Faulty::default());
    let house = House::with(generous(), games(), store.clone()).await;
    let people = [house.guest("Ann").await, house.member("Bob").await];
    for (person, kind) in people.iter().zip(["ended_guest", "session"]) {
        let mut socket = Socket::open(house.address).await;
        // What says that they are still there is on its way, when they log out.
        let (was_read, tell) = store.holds_back(kind);
        socket.hello(&person.token).await;
        was_read.await.unwrap();
        person.api.log_out().await.unwrap();
        tell.send(()).unwrap();
        let heard = socket.until_closed().await;
        assert_eq!(heard.last().unwrap(), "closed unauthenticated", "{heard:?}");
    }
}

#[tokio::test]
async fn nobody_is_numbered_into_the_name_of_an_account() {
    let house = House::open().await;
    house.member("Linden 2").await;
    let (one, two) = (house.guest("Linden").await, house.guest("Linden").await);
    let room = one.plays(&two, NewRoom::of("tic-tac-toe")).await;
    let taken = "name_taken";
    for name in room.seats.iter().map(Player::name).skip(1) {
        let alone = house.api.guest(&name).await;
        assert_ne!(code(alone), taken, "a guest is called {name}");
    }
}

#[tokio::test]
async fn nobody_is_called_what_the_page_calls_others() {
    let house = House::open().await;
    for name in [
        "Dealer",
        "Host",
        "Computer",
        "You",
        "yOu",
        "Y0u",
        "Easy bot",
        "Hard-Bot",
        "Bot easy",
        "Spectator",
        "Everybody",
        "Nobody",
        "Du",
        "Gastgeber",
        "Bot leicht",
    ] {
        assert_eq!(code(house.api.guest(name).await), "name_taken", "{name}");
    }
    for name in ["Yours", "Hostess", "Dealer Dan", "Player 2", "Guest"] {
        house.guest(name).await;
    }
}
