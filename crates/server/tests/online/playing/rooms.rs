//! Getting in, taking over, leaving and coming back.

use parlor_core::Seat;
use parlor_protocol::{
    Join, Leavers, NewRoom, Player, Room, RoomStatus, Seek, Spectators, Visibility,
};
use parlor_store::Put;

use crate::house::{Folder, House, code, generous, play, seats, seen, status, until};

fn with_bot(late_join: bool) -> NewRoom {
    NewRoom {
        seats: vec!["me".into(), "easy".into()],
        late_join,
        ..NewRoom::of("tic-tac-toe")
    }
}

#[tokio::test]
async fn a_private_room_is_entered_by_its_code() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.api.create_room(&NewRoom::of("tic-tac-toe")).await;
    let room = room.unwrap();
    let right = room.code.clone().unwrap();
    // Somebody who has come by the id alone does not learn the code, and does not get in.
    assert_eq!(code(bob.api.room(&room.id).await), "code_needed");
    assert_eq!(house.api.rooms(None).await.unwrap(), []);
    let without = bob.api.join(&room.id, &Join::default()).await;
    assert_eq!(code(without), "code_needed");
    let wrong = Join {
        code: Some("AAAAAA".into()),
        ..Join::default()
    };
    assert_eq!(code(bob.api.join(&room.id, &wrong).await), "code_needed");
    let nowhere = bob.api.join("AAAAAA", &Join::default()).await;
    assert_eq!(code(nowhere), "no_such_room");
    let typed = format!("{}-{}", right[..3].to_lowercase(), &right[3..]);
    let joined = bob.api.join(&typed, &Join::default()).await.unwrap();
    assert_eq!(joined.id, room.id);
    assert!(ann.api.qr_svg(&room.id).await.unwrap().contains("<svg"));
    assert_eq!(code(house.api.qr_svg(&room.id).await), "code_needed");
}

/// The names at a table, as the room and the match say them.
fn names(room: &Room) -> Vec<String> {
    room.seats.iter().map(Player::name).collect()
}

#[tokio::test]
async fn no_two_at_a_table_have_one_name() {
    let house = House::open().await;
    let (one, two) = (house.guest("Linden").await, house.guest("linden").await);
    let three = house.guest("Linden").await;
    let wish = NewRoom {
        seats: ["me", "open", "open", "easy", "easy", "open"]
            .map(String::from)
            .into(),
        ..NewRoom::of("crazy-eights")
    };
    let room = one.api.create_room(&wish).await.unwrap();
    let before = [
        "Linden",
        "nobody yet",
        "nobody yet",
        "Bot (easy)",
        "Bot (easy) #2",
    ];
    assert_eq!(names(&room)[..5], before);
    two.join(&room).await;
    // Who leaves and comes back is no third.
    three.join(&room).await;
    three.api.leave(&room.id).await.unwrap();
    let room = three.join(&room).await;
    assert_eq!(names(&room)[..3], ["Linden", "linden #2", "Linden #3"]);
    let (client, _events) = house.look(&two, &room.id, None).await;
    client.chat(&room.id, "hello");
    until(|| !client.chat_lines(&room.id).is_empty()).await;
    assert_eq!(client.chat_lines(&room.id)[0].from, "linden #2");
    // Whose name it is by password keeps it, and a guest gives way.
    let four = house.member("Linden").await;
    let room = four.join(&room).await;
    let all = [
        "Linden #4",
        "linden #2",
        "Linden #3",
        "Bot (easy)",
        "Bot (easy) #2",
        "Linden",
    ];
    assert_eq!(names(&room), all);
    let (client, _events) = house.look(&two, &room.id, None).await;
    let view = client
        .view(&room.id, parlor_core::Viewer::Seat(Seat(1)))
        .unwrap();
    let seats: Vec<&str> = view.seats.iter().map(|seat| &*seat.name).collect();
    assert_eq!(seats, all);
}

#[tokio::test]
async fn whoever_finds_an_opponent_of_the_same_name_can_tell_who_is_who() {
    let house = House::open().await;
    let (one, two) = (house.guest("Linden").await, house.guest("Linden").await);
    let seek = Seek {
        game: "tic-tac-toe".into(),
        clock: "none".into(),
        rated: false,
    };
    one.api.seek(&seek).await.unwrap();
    let found = two.api.seek(&seek).await.unwrap();
    let room = two.api.room(&found.id.unwrap()).await.unwrap();
    assert_eq!(names(&room), ["Linden", "Linden #2"]);
}

#[tokio::test]
async fn a_public_room_is_listed_while_it_lasts() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wish = NewRoom {
        visibility: Visibility::Public,
        ..NewRoom::of("tic-tac-toe")
    };
    let room = ann.api.create_room(&wish).await.unwrap();
    let listed = house.api.rooms(Some("tic-tac-toe")).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(house.api.rooms(Some("hex")).await.unwrap(), []);
    let room = bob.api.join(&room.id, &Join::default()).await.unwrap();
    assert_eq!(room.status, RoomStatus::Playing);
    assert_eq!(ann.api.mine().await.unwrap().len(), 1);
    // Who leaves a match gives up.
    let left = bob.api.leave(&room.id).await.unwrap();
    assert_eq!(left.status, RoomStatus::Over);
    assert_eq!(left.outcome.unwrap().winners().first(), Some(Seat(0)));
    assert_eq!(house.api.rooms(None).await.unwrap(), []);
    assert_eq!(ann.api.mine().await.unwrap(), []);
}

#[tokio::test]
async fn the_host_fills_seats_and_begins() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wish = NewRoom {
        start_when_full: false,
        ..NewRoom::of("tic-tac-toe")
    };
    let room = ann.api.create_room(&wish).await.unwrap();
    assert_eq!(code(ann.api.start(&room.id).await), "not_full");
    assert_eq!(
        code(bob.api.set_seat(&room.id, Seat(1), "easy").await),
        "not_host"
    );
    assert_eq!(
        code(ann.api.set_seat(&room.id, Seat(7), "easy").await),
        "no_such_seat"
    );
    assert_eq!(
        code(ann.api.set_seat(&room.id, Seat(1), "genius").await),
        "bad_seat"
    );
    ann.api.set_seat(&room.id, Seat(1), "easy").await.unwrap();
    assert_eq!(code(bob.api.start(&room.id).await), "not_host");
    let room = ann.api.start(&room.id).await.unwrap();
    assert_eq!(room.status, RoomStatus::Playing);
    assert_eq!(
        code(ann.api.set_seat(&room.id, Seat(1), "open").await),
        "begun"
    );
}

#[tokio::test]
async fn somebody_takes_over_a_bots_seat() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let closed = ann.api.create_room(&with_bot(false)).await.unwrap();
    let join = Join {
        code: closed.code.clone(),
        ..Join::default()
    };
    assert_eq!(code(bob.api.join(&closed.id, &join).await), "no_free_seat");

    let room = ann.api.create_room(&with_bot(true)).await.unwrap();
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    assert!(seats(&two, &room.id).is_empty());
    bob.join(&room).await;
    // The one who looked on sits at the table now.
    until(|| seats(&two, &room.id) == [1]).await;
    play(&one, &room.id, "b2").await;
    // It is not the bot that answers.
    let version = play(&two, &room.id, "a1").await;
    assert_eq!(version, 3);
}

#[tokio::test]
async fn a_bot_keeps_the_seat_of_a_leaver_who_comes_back() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wish = NewRoom {
        leavers: Leavers::Bot("easy".into()),
        ..NewRoom::of("tic-tac-toe")
    };
    let room = ann.plays(&bob, wish).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    play(&one, &room.id, "b2").await;
    let left = bob.api.leave(&room.id).await.unwrap();
    assert_eq!(
        left.seats[1],
        Player::Bot {
            level: "easy".into(),
            name: None,
            instead_of: Some(bob.account.clone())
        }
    );
    until(|| seats(&two, &room.id).is_empty()).await;
    // The bot plays at once, since it is its turn.
    seen(&one, &room.id, 3).await;
    // A stranger gets no such seat; whose it was needs no code.
    let carol = house.guest("Carol").await;
    let join = Join {
        code: room.code.clone(),
        ..Join::default()
    };
    assert_eq!(code(carol.api.join(&room.id, &join).await), "no_free_seat");
    let back = bob.api.join(&room.id, &Join::default()).await.unwrap();
    assert_eq!(back.seats[1].account(), Some(&bob.account));
    until(|| seats(&two, &room.id) == [1]).await;
    let view = one.view(&room.id, parlor_core::Viewer::Seat(Seat(0)));
    let free = view.unwrap().actions[0].command.clone();
    play(&one, &room.id, free).await;
    let view = two.view(&room.id, parlor_core::Viewer::Seat(Seat(1)));
    assert!(view.is_some());
    seen(&two, &room.id, 4).await;
    let view = two.view(&room.id, parlor_core::Viewer::Seat(Seat(1)));
    let free = view.unwrap().actions[0].command.clone();
    assert_eq!(play(&two, &room.id, free).await, 5);
}

#[tokio::test]
async fn nobody_has_more_rooms_than_the_host_allows() {
    let mut config = crate::house::generous();
    config.limits.rooms_per_account = 3;
    let store = std::sync::Arc::new(parlor_store::Memory::new());
    let house = House::with(config, crate::house::games(), store).await;
    // Also who has no seat in them: bots that play for nobody cost as much.
    let wishes = [
        vec!["me", "open"],
        vec!["open", "open"],
        vec!["easy", "easy"],
    ];
    for seats in wishes {
        let ann = house.guest("Ann").await;
        let wish = NewRoom {
            seats: seats.into_iter().map(String::from).collect(),
            ..NewRoom::of("hex")
        };
        for _ in 0..3 {
            ann.api.create_room(&wish).await.unwrap();
        }
        assert_eq!(code(ann.api.create_room(&wish).await), "too_many_rooms");
        let mine = ann.api.mine().await.unwrap();
        assert_eq!(mine.len(), 3);
    }
    // A room that is left, or whose match is over, no longer counts.
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let display = NewRoom {
        seats: vec!["open".into(), "open".into()],
        ..NewRoom::of("tic-tac-toe")
    };
    for _ in 0..5 {
        let room = ann.api.create_room(&display).await.unwrap();
        ann.api.leave(&room.id).await.unwrap();
    }
    for _ in 0..5 {
        let room = ann.api.create_room(&display).await.unwrap();
        bob.join(&room).await;
        house.guest("Carol").await.join(&room).await;
        bob.api.leave(&room.id).await.unwrap();
    }
}

#[tokio::test]
async fn a_match_begins_even_if_the_server_died_just_before() {
    let folder = crate::house::Folder::new();
    let house = House::at(&folder, crate::house::generous()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.api.create_room(&NewRoom::of("tic-tac-toe")).await;
    let room = room.unwrap();
    // Both seats are taken, as the store has it, and there the server died.
    let found = house.store.get("room", &room.id).await.unwrap().unwrap();
    let mut state: serde_json::Value = serde_json::from_str(&found.text).unwrap();
    state["seats"][1] = serde_json::json!({"kind": "human", "account": bob.account});
    house.crash();
    let store = parlor_store::Sqlite::open(&folder.path.join("parlor.db")).unwrap();
    let put = parlor_store::Put::new("room", &room.id, state.to_string()).anyway();
    parlor_store::Store::put(&store, vec![put]).await.unwrap();
    drop(store);
    let house = House::at(&folder, crate::house::generous()).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    until(|| seats(&one, &room.id) == [0]).await;
    play(&one, &room.id, "b2").await;
}

#[tokio::test]
async fn a_room_to_which_nobody_comes_is_closed_after_a_day() {
    let folder = Folder::new();
    let house = House::at(&folder, generous()).await;
    let ann = house.guest("Ann").await;
    let public = NewRoom {
        visibility: Visibility::Public,
        ..NewRoom::of("tic-tac-toe")
    };
    let old = ann.api.create_room(&public).await.unwrap();
    let new = ann.api.create_room(&public).await.unwrap();
    let kept = house.store.get("room", &old.id).await.unwrap().unwrap();
    let mut text: serde_json::Value = serde_json::from_str(&kept.text).unwrap();
    text["created_ms"] = (old.created_ms - 25 * 3_600_000).into();
    let put = Put::new("room", &old.id, text.to_string()).over(kept.revision);
    house.store.put(vec![put]).await.unwrap();
    house.close().await;
    let house = House::at(&folder, generous()).await;
    let ann = house.api.with_token(&ann.token);
    while ann.room(&old.id).await.unwrap().status == RoomStatus::Gathering {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let open = |rooms: Vec<Room>| rooms.into_iter().map(|room| room.id).collect::<Vec<_>>();
    assert_eq!(open(ann.rooms(None).await.unwrap()), [&*new.id]);
    assert_eq!(open(ann.mine().await.unwrap()), [&*new.id]);
    assert_eq!(code(ann.join(&old.id, &Join::default()).await), "over");
}

#[tokio::test]
async fn the_server_binds_itself_to_the_seed_before_the_first_move() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wish = NewRoom::of("liars-dice");
    let room = ann.api.create_room(&wish).await.unwrap();
    let (client, _events) = house.look(&ann, &room.id, None).await;
    assert_eq!(client.status(&room.id).unwrap().commitment, None);
    bob.join(&room).await;
    let begun = status(&client, &room.id, |status| status.commitment.is_some()).await;
    bob.api.leave(&room.id).await.unwrap();
    let file = ann.api.export(&room.id).await.unwrap();
    let played = crate::house::games().get("liars-dice").unwrap();
    let played = played.load(&file).unwrap();
    assert_eq!(begun.commitment.as_deref(), Some(played.commitment()));
    assert!(played.verify().is_ok());
}

#[tokio::test]
async fn whoever_plays_takes_no_second_seat_in_the_middle() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wish = NewRoom {
        seats: vec!["me".into(), "open".into(), "easy".into()],
        late_join: true,
        leavers: Leavers::Bot("easy".into()),
        ..NewRoom::of("go-fish")
    };
    let room = ann.api.create_room(&wish).await.unwrap();
    bob.join(&room).await;
    bob.api.leave(&room.id).await.unwrap();
    for seat in [1, 2] {
        let join = Join {
            seat: Some(Seat(seat)),
            name: Some("Ann again".into()),
            ..Join::default()
        };
        assert_eq!(code(ann.api.join(&room.id, &join).await), "no_free_seat");
    }
    // The seat of whoever has left is theirs.
    let carol = house.guest("Carol").await;
    let join = Join {
        code: room.code.clone(),
        ..Join::default()
    };
    let carols = carol.api.join(&room.id, &join).await.unwrap();
    assert!(matches!(&carols.seats[2], Player::Human { account, .. } if account.name == "Carol"));
    let bobs = bob.join(&room).await;
    assert!(matches!(&bobs.seats[1], Player::Human { account, .. } if account.name == "Bob"));
}

#[tokio::test]
async fn a_private_match_is_found_only_by_those_who_played_it() {
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
    bob.api.leave(&room.id).await.unwrap();
    let again = ann.api.rematch(&room.id).await.unwrap();
    let id = &ann.account.id;
    assert_eq!(ann.api.matches_of(id).await.unwrap().len(), 1);
    let carol = house.guest("Carol").await;
    assert!(carol.api.matches_of(id).await.unwrap().is_empty());
    assert!(house.api.matches_of(id).await.unwrap().is_empty());
    assert_eq!(code(carol.api.room(&room.id).await), "no_spectators");
    assert_eq!(
        bob.api.room(&room.id).await.unwrap().next,
        Some(again.id.clone())
    );
    assert_eq!(code(carol.api.export(&room.id).await), "no_spectators");
    assert_eq!(code(house.api.verify(&room.id).await), "no_spectators");
    assert!(bob.api.export(&room.id).await.is_ok());
}
