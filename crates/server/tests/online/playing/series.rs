//! Series of games: one contest over several matches, each in a room of its own.

use std::sync::Arc;
use std::time::Duration;

use parlor_client::Client;
use parlor_core::{Header, Points, Seat, SeriesLength};
use parlor_protocol::{Ask, NewRoom, Room, RoomStatus, SeriesShown, Spectators, Visibility};
use parlor_store::{Memory, Put, Store};
use serde_json::{Value, json};

use crate::house::{
    Folder, House, Person, Socket, code, games, generous, play, request, seen, status, until,
};
use crate::playing::WIN;

fn best_of(games: u8) -> NewRoom {
    NewRoom {
        series: Some(SeriesLength::BestOf(games)),
        ..NewRoom::of("tic-tac-toe")
    }
}

/// Plays a whole game, in which the first seat wins, and gives the room of the next one.
async fn play_game(house: &House, people: [&Person; 2], room: &str) -> Option<String> {
    let known = people[0].api.room(room).await.unwrap();
    // Who comes is ready.
    let mut clients = Vec::new();
    for person in people {
        clients.push(house.look(person, room, None).await);
    }
    let first = known.seats[0].account().unwrap().id.clone();
    let begins = usize::from(people[0].account.id != first);
    let mut version = 1;
    for (number, square) in WIN.into_iter().enumerate() {
        let client = &clients[(begins + number) % 2].0;
        seen(client, room, version).await;
        version = play(client, room, square).await;
    }
    over(&clients[0].0, room).await.next
}

async fn over(client: &Client, room: &str) -> Room {
    status(client, room, |status| {
        status.room.status == RoomStatus::Over
    })
    .await
    .room
}

fn series(room: &Room) -> SeriesShown {
    room.series.clone().unwrap()
}

fn halves(points: [u16; 2]) -> Vec<Points> {
    points.map(Points).into()
}

#[tokio::test]
async fn the_next_game_comes_by_itself_and_the_series_ends_when_it_is_decided() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let first = ann.plays(&bob, best_of(3)).await;
    let shown = series(&first);
    assert_eq!((shown.number, shown.half_points), (1, halves([0, 0])));
    let second = play_game(&house, [&ann, &bob], &first.id).await.unwrap();
    let room = bob.api.room(&second).await.unwrap();
    // The other one begins, and has nothing yet.
    assert_eq!(room.seats[0].account().unwrap().id, bob.account.id);
    assert_eq!(
        (series(&room).number, series(&room).standing()),
        (2, "0–1".into())
    );
    assert_eq!(series(&room).waits_for.len(), 2);
    assert!(series(&room).begins_ms.is_some());
    let before = ann.api.room(&first.id).await.unwrap();
    assert_eq!(
        (series(&before).standing(), series(&before).outcome),
        ("1–0".into(), None)
    );
    // Both have it among their rooms, and the code leads there.
    for person in [&ann, &bob] {
        let mine = person.api.mine().await.unwrap();
        assert_eq!(
            mine.iter().map(|room| &room.id).collect::<Vec<_>>(),
            [&second]
        );
    }
    let by_code = bob.api.room(first.code.as_deref().unwrap()).await.unwrap();
    assert_eq!(by_code.id, second);

    let third = play_game(&house, [&ann, &bob], &second).await.unwrap();
    let last = play_game(&house, [&ann, &bob], &third).await;
    assert_eq!(last, None);
    let end = ann.api.room(&third).await.unwrap();
    assert_eq!(
        (series(&end).number, series(&end).standing()),
        (3, "2–1".into())
    );
    let winners = series(&end).outcome.unwrap().winners();
    assert_eq!(winners.first(), Some(Seat(0)));
    assert_eq!(ann.api.mine().await.unwrap(), []);
    // Each file stands for itself, and says what it is a part of.
    for (number, id) in [&first.id, &second, &third].into_iter().enumerate() {
        let file = ann.api.export(id).await.unwrap();
        let game = Header::read(&file).unwrap().series.unwrap();
        assert_eq!(
            (&game.id, usize::from(game.number)),
            (&first.id, number + 1)
        );
        let loaded = games().get("tic-tac-toe").unwrap().load(&file).unwrap();
        assert!(loaded.verify().is_ok());
    }
    // Once more is a series from its beginning.
    let again = ann.api.rematch(&third).await.unwrap();
    assert_eq!(
        (series(&again).number, series(&again).id),
        (1, again.id.clone())
    );
}

#[tokio::test]
async fn a_lost_game_is_not_a_lost_series_and_a_series_can_be_given_up() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    // Who leaves loses this game, and is waited for in the next one.
    let first = ann.plays(&bob, best_of(3)).await;
    bob.api.leave(&first.id).await.unwrap();
    let left = ann.api.room(&first.id).await.unwrap();
    assert_eq!(
        (series(&left).standing(), series(&left).outcome),
        ("1–0".into(), None)
    );
    // Who leaves between two games gives up the series.
    let next = left.next.unwrap();
    let (client, _events) = house.look(&ann, &next, None).await;
    bob.api.leave(&next).await.unwrap();
    let end = over(&client, &next).await;
    let winners = series(&end).outcome.unwrap().winners();
    assert_eq!(end.seats[winners.first().unwrap().index()].name(), "Ann");
    assert_eq!(house.api.rooms(None).await.unwrap(), []);
    assert_eq!(bob.api.mine().await.unwrap(), []);

    // In the middle of a game it goes with the game.
    let first = ann.plays(&bob, best_of(5)).await;
    let (client, _events) = house.look(&ann, &first.id, None).await;
    client.ask(&first.id, None, Ask::ResignSeries);
    let end = over(&client, &first.id).await;
    assert_eq!(
        series(&end).outcome.unwrap().winners().first(),
        Some(Seat(1))
    );
    assert_eq!(end.next, None);

    // Whoever is behind cannot call off what both have begun.
    let first = ann.plays(&bob, best_of(3)).await;
    let second = play_game(&house, [&ann, &bob], &first.id).await.unwrap();
    let (one, _events) = house.look(&ann, &second, None).await;
    let (two, _events) = house.look(&bob, &second, None).await;
    seen(&two, &second, 1).await;
    two.ask(&second, None, Ask::Abort);
    let asked = status(&one, &second, |status| status.offer.is_some()).await;
    assert_eq!(asked.room.status, RoomStatus::Playing);
    one.ask(&second, None, Ask::Agree);
    let end = over(&one, &second).await;
    assert!(series(&end).outcome.unwrap().is_aborted());
    assert_eq!(series(&end).half_points, halves([0, 2]));
}

#[tokio::test]
async fn only_the_series_is_rated() {
    let house = House::open().await;
    let (ann, bob) = (house.member("Ann").await, house.member("Bob").await);
    let wish = NewRoom {
        rated: true,
        ..best_of(3)
    };
    let matches = async || {
        let ratings = house.api.ratings_of(&ann.account.id).await.unwrap();
        ratings
            .get("tic-tac-toe")
            .map_or(0, |rating| rating.matches)
    };
    let first = ann.plays(&bob, wish).await;
    let mut room = first.id;
    // Ann wins, loses and wins: one result for her.
    for _ in 0..2 {
        room = play_game(&house, [&ann, &bob], &room).await.unwrap();
        assert_eq!(matches().await, 0);
    }
    assert_eq!(play_game(&house, [&ann, &bob], &room).await, None);
    assert_eq!(matches().await, 1);
    let rating = async |person: &Person| {
        let ratings = house.api.ratings_of(&person.account.id).await.unwrap();
        ratings["tic-tac-toe"].rating
    };
    assert!(rating(&ann).await > rating(&bob).await);
}

/// The store of a server that is down, with a room in it changed.
async fn changed(file: &Folder, id: &str, change: impl FnOnce(&mut Value)) -> Arc<dyn Store> {
    let store = parlor_store::Sqlite::open(&file.path.join("parlor.db")).unwrap();
    let kept = store.get("room", id).await.unwrap().unwrap();
    let mut room: Value = serde_json::from_str(&kept.text).unwrap();
    change(&mut room);
    let put = Put::new("room", id, room.to_string()).over(kept.revision);
    store.put(vec![put]).await.unwrap();
    Arc::new(store)
}

#[tokio::test]
async fn a_series_outlives_the_server_and_begins_by_itself_after_the_pause() {
    let file = Folder::new();
    let house = House::at(&file, generous()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let first = ann.plays(&bob, best_of(3)).await;
    let second = play_game(&house, [&ann, &bob], &first.id).await.unwrap();
    house.close().await;
    // Nobody comes, and the pause is over when the server begins again.
    let store = changed(&file, &second, |room| {
        assert!(room["series"]["begins_ms"].is_u64());
        room["series"]["begins_ms"] = json!(1);
    })
    .await;
    let house = House::with(generous(), games(), store).await;
    let api = house.api.with_token(&ann.token);
    for _ in 0..2000 {
        if api.room(&second).await.unwrap().status == RoomStatus::Playing {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let room = api.room(&second).await.unwrap();
    assert_eq!(
        (room.status, series(&room).standing()),
        (RoomStatus::Playing, "0–1".into())
    );
    let people = [ann, bob].map(|person| Person {
        api: house.api.with_token(&person.token),
        ..person
    });
    let third = play_game(&house, [&people[0], &people[1]], &second).await;
    let room = people[0].api.room(&third.unwrap()).await.unwrap();
    assert_eq!(series(&room).half_points, halves([2, 2]));
}

#[tokio::test]
async fn whoever_sees_it_later_learns_nothing_of_the_standing_early() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let carol = house.guest("Carol").await;
    let wish = NewRoom {
        visibility: Visibility::Public,
        spectators: Spectators {
            allowed: true,
            delay_seconds: 60,
        },
        ..best_of(3)
    };
    let first = ann.plays(&bob, wish).await;
    let mut spy = Socket::welcomed(house.address, &carol.token).await;
    spy.subscribe(&first.id).await;
    let counts = async || {
        let begun = house.metric("parlor_matches_begun_total").await;
        (begun, house.metric("parlor_rooms_awake").await)
    };
    let before = counts().await;
    let second = play_game(&house, [&ann, &bob], &first.id).await.unwrap();
    let code_of = first.code.clone().unwrap();
    spy.settle(&first.id).await;
    let mut players = Vec::new();
    for person in [&ann, &bob] {
        players.push(house.look(person, &second, None).await);
    }
    seen(&players[1].0, &second, 1).await;
    assert_eq!(
        counts().await,
        before,
        "the second game tells that the first is over"
    );
    // Whoever is late asks everywhere, and even knows what the next room is called.
    let mut heard = spy.heard.join("\n");
    for path in [
        "/api/rooms".to_string(),
        format!("/api/rooms/{}", first.id),
        format!("/api/rooms/{code_of}"),
        format!("/api/rooms/{second}?code={code_of}"),
        format!("/api/matches/{second}/history?code={code_of}"),
        format!("/api/matches/{}/export", first.id),
        format!("/api/accounts/{}/matches", ann.account.id),
    ] {
        let reply = request(house.address, "GET", &path, Some(&carol.token), "").await;
        heard += &reply.body;
    }
    for role in ["display", "spectator", "player"] {
        let mut late = Socket::welcomed(house.address, &carol.token).await;
        late.send(json!({"type": "subscribe", "match": second, "role": role, "code": code_of}))
            .await;
        assert_eq!(late.frame("refused").await["match"], second);
    }
    assert!(heard.contains("\"half_points\":[0,0]"), "{heard}");
    for told in ["\"half_points\":[2,0]", "\"half_points\":[0,2]", &*second] {
        assert!(!heard.contains(told), "{told}: {heard}");
    }
    // The players themselves go on.
    let room = ann.api.room(&second).await.unwrap();
    assert_eq!(series(&room).half_points, halves([0, 2]));
    let _ = code(carol.api.room(&second).await);
}

#[tokio::test]
async fn the_code_leads_to_the_latest_game_whoever_looks_back_at_the_first() {
    let mut config = generous();
    config.limits.match_idle_seconds = 1;
    let house = House::with(config, games(), Arc::new(Memory::new())).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let wish = NewRoom {
        spectators: Spectators {
            allowed: true,
            delay_seconds: 1,
        },
        ..best_of(3)
    };
    let first = ann.plays(&bob, wish).await;
    let code_of = first.code.clone().unwrap();
    let led_to = async || ann.api.room(&code_of).await.unwrap().id;
    let mut latest = first.id.clone();
    for _ in 0..2 {
        latest = play_game(&house, [&ann, &bob], &latest).await.unwrap();
        while led_to().await != latest {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    // The room of the first game falls asleep, is woken, and falls asleep again.
    for _ in 0..2 {
        while house.metric("parlor_rooms_awake").await > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(led_to().await, latest);
        ann.api.export(&first.id).await.unwrap();
    }
}

#[tokio::test]
async fn whoever_only_looks_on_cannot_call_off_a_series() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let carol = house.guest("Carol").await;
    let wish = NewRoom {
        seats: vec!["open".into(), "open".into()],
        ..best_of(3)
    };
    let room = carol.api.create_room(&wish).await.unwrap();
    ann.join(&room).await;
    bob.join(&room).await;
    let next = play_game(&house, [&ann, &bob], &room.id).await.unwrap();
    assert_eq!(code(carol.api.leave(&next).await), "not_in");
    let waits = ann.api.room(&next).await.unwrap();
    assert_eq!(waits.status, RoomStatus::Gathering);
    assert_eq!(series(&waits).outcome, None);
}

#[tokio::test]
async fn a_series_that_cannot_go_on_is_called_off_and_says_so() {
    let file = Folder::new();
    let house = House::at(&file, generous()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let first = ann.plays(&bob, best_of(3)).await;
    let next = play_game(&house, [&ann, &bob], &first.id).await.unwrap();
    house.close().await;
    // The rules have changed meanwhile, and what was agreed on is not possible any more.
    let store = changed(&file, &next, |room| {
        room["series"]["begins_ms"] = json!(1);
        room["options"] = json!({"gone": 1});
    })
    .await;
    let house = House::with(generous(), games(), store).await;
    let api = house.api.with_token(&ann.token);
    while api.room(&next).await.unwrap().status != RoomStatus::Over {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let room = api.room(&next).await.unwrap();
    assert!(series(&room).outcome.unwrap().is_aborted());
    assert_eq!(
        (
            room.next,
            series(&api.room(&next).await.unwrap()).half_points
        ),
        (None, halves([0, 2]))
    );
    // Another one begins from nothing.
    let again = api.rematch(&next).await.unwrap();
    assert_eq!((series(&again).number, series(&again).outcome), (1, None));
}

#[tokio::test]
async fn a_series_against_a_bot_goes_on_when_the_player_is_ready() {
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    let wish = NewRoom {
        seats: vec!["me".into(), "random".into()],
        ..best_of(3)
    };
    let room = ann.api.create_room(&wish).await.unwrap();
    let (client, _events) = house.look(&ann, &room.id, None).await;
    client.ask(&room.id, None, Ask::Resign);
    let next = over(&client, &room.id).await.next.unwrap();
    let waiting = ann.api.room(&next).await.unwrap();
    assert_eq!(waiting.status, RoomStatus::Gathering);
    assert_eq!(
        code(ann.api.set_seat(&next, Seat(0), "easy").await),
        "begun"
    );
    let ready = ann.api.ready(&next).await.unwrap();
    assert_eq!(ready.status, RoomStatus::Playing);
    let (client, _events) = house.look(&ann, &next, None).await;
    until(|| client.version(&next).is_some_and(|version| version >= 2)).await;
}

#[tokio::test]
async fn a_length_that_no_series_has_is_refused() {
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    assert_eq!(code(ann.api.create_room(&best_of(1)).await), "bad_series");
    let alone = ann
        .api
        .create_room(&NewRoom::of("tic-tac-toe"))
        .await
        .unwrap();
    assert_eq!(alone.series, None);
    assert_eq!(code(ann.api.ready(&alone.id).await), "begun");
}
