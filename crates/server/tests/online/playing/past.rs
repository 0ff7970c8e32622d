//! Looking back at matches: what everybody has seen, analysis boards, files, and what an author sees.

use std::sync::Arc;

use parlor_core::{Seat, View, Viewer};
use parlor_protocol::{Advice, Ask, History, Inside, NewRoom, Player, Room, RoomStatus};
use parlor_store::Memory;
use serde::de::DeserializeOwned;

use super::WIN;
use crate::house::{House, Person, Reply, games, generous, play, request, seen, status};

impl Person {
    async fn ask(&self, house: &House, method: &str, path: &str, body: &str) -> Reply {
        request(house.address, method, path, Some(&self.token), body).await
    }

    async fn get<T: DeserializeOwned>(&self, house: &House, path: &str) -> T {
        let reply = self.ask(house, "GET", path, "").await;
        serde_json::from_str(&reply.body).unwrap_or_else(|_| panic!("{reply:?}"))
    }

    async fn post<T: DeserializeOwned>(&self, house: &House, path: &str, body: &str) -> T {
        let reply = self.ask(house, "POST", path, body).await;
        serde_json::from_str(&reply.body).unwrap_or_else(|_| panic!("{reply:?}"))
    }
}

/// The last view of a history, by its patches.
fn last(history: &History) -> View {
    let mut view = history.view.clone();
    for step in &history.steps {
        view = step.patch.apply(&view).unwrap();
    }
    view
}

#[tokio::test]
async fn a_match_is_looked_back_at_by_everybody_with_their_own_eyes() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("go-fish")).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    let path = format!("/api/matches/{}/history", room.id);
    for _ in 0..4 {
        let version = one.version(&room.id).max(two.version(&room.id)).unwrap();
        seen(&one, &room.id, version).await;
        seen(&two, &room.id, version).await;
        let view = one.view(&room.id, Viewer::Seat(Seat(0))).unwrap();
        let client = if view.to_act.contains(Seat(0)) {
            &one
        } else {
            &two
        };
        let seat = Viewer::Seat(Seat(u8::from(!view.to_act.contains(Seat(0)))));
        let action = client.view(&room.id, seat).unwrap().actions[0].clone();
        play(client, &room.id, action.command).await;
    }
    let version = one.version(&room.id).max(two.version(&room.id)).unwrap();
    seen(&one, &room.id, version).await;
    let mine: History = ann.get(&house, &path).await;
    assert_eq!(mine.viewer, Viewer::Seat(Seat(0)));
    assert_eq!(mine.steps.last().unwrap().version, version);
    assert!(mine.steps.iter().any(|step| !step.told.is_empty()));
    let now = one.view(&room.id, Viewer::Seat(Seat(0))).unwrap();
    assert_eq!(last(&mine).zones, now.zones);
    // While it is on, nobody sees with the eyes of others, plays on from it or has it judged.
    for (method, path) in [
        ("GET", format!("{path}?viewer=1")),
        ("GET", format!("{path}?viewer=referee")),
        ("POST", format!("/api/matches/{}/fork", room.id)),
        ("GET", format!("/api/matches/{}/analysis", room.id)),
        ("POST", format!("/api/matches/{}/advice", room.id)),
        ("GET", format!("/api/matches/{}/inside", room.id)),
    ] {
        let reply = ann.ask(&house, method, &path, r#"{"version":1}"#).await;
        assert!(
            (400..500).contains(&reply.status),
            "{method} {path}: {reply:?}"
        );
    }
    let carol = house.guest("Carol").await;
    let code = room.code.as_deref().unwrap();
    let seen: History = carol.get(&house, &format!("{path}?code={code}")).await;
    assert_eq!(seen.viewer, Viewer::Spectator);
}

#[tokio::test]
async fn a_long_history_comes_in_pages_that_join() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    let path = |query: &str| format!("/api/matches/{}/history?{query}", room.id);
    // Nobody has won, and a move is taken back and played again for ever.
    let mut version = play(&one, &room.id, "a1").await;
    for _ in 0..255 {
        one.ask(&room.id, None, Ask::Undo);
        seen(&one, &room.id, version + 1).await;
        version = play(&one, &room.id, "a1").await;
    }
    seen(&two, &room.id, version).await;
    let all: History = ann.get(&house, &path("viewer=spectator")).await;
    assert_eq!((all.steps.len(), all.next), (500, Some(501)));
    let rest = format!("viewer=spectator&after={}", all.next.unwrap());
    let rest: History = ann.get(&house, &path(&rest)).await;
    assert_eq!(rest.view, last(&all));
    assert_eq!(rest.steps.last().unwrap().version, version);
    assert_eq!(rest.next, None);
    let mut small = History {
        steps: Vec::new(),
        next: Some(498),
        ..all.clone()
    };
    while let Some(next) = small.next {
        let query = format!("viewer=spectator&after={next}&limit=2");
        let page: History = ann.get(&house, &path(&query)).await;
        assert!(page.steps.len() <= 2);
        small.steps.extend(page.steps);
        small.next = page.next;
    }
    let whole = all.steps.iter().chain(&rest.steps);
    assert!(small.steps.iter().eq(whole.skip(497)));
    for (query, code) in [
        ("limit=0", "bad_limit"),
        ("limit=501", "bad_limit"),
        ("after=100000", "no_such_version"),
    ] {
        let refused = ann.ask(&house, "GET", &path(query), "").await;
        assert_eq!(refused.code(), code, "{query}");
    }
    let file = house.store.read(&room.id, 0).await.unwrap().text();
    let first: History = ann.post(&house, "/api/replay?limit=3", &file).await;
    assert_eq!((first.steps.len(), first.next), (3, Some(4)));
    assert!(first.checked.unwrap().sound);
    let second: History = ann.post(&house, "/api/replay?after=4", &file).await;
    assert_eq!((second.version, second.checked), (4, None));
}

#[tokio::test]
async fn a_match_goes_on_on_an_analysis_board() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    for (number, square) in WIN.into_iter().enumerate() {
        let (client, other) = if number % 2 == 0 {
            (&one, &two)
        } else {
            (&two, &one)
        };
        let version = play(client, &room.id, square).await;
        seen(other, &room.id, version).await;
    }
    status(&one, &room.id, |status| status.room.outcome.is_some()).await;
    let path = |what: &str| format!("/api/matches/{}/{what}", room.id);
    let all: History = ann.get(&house, &path("history?viewer=referee")).await;
    assert_eq!(all.steps.len(), WIN.len());
    let analysis: parlor_bots::Analysis = ann.get(&house, &path("analysis")).await;
    assert_eq!((analysis.moves.len(), analysis.curves.len()), (5, 1));

    let over = ann
        .ask(&house, "POST", &path("fork"), r#"{"version":6}"#)
        .await;
    assert_eq!(over.code(), "over_there");
    let none = ann
        .ask(&house, "POST", &path("fork"), r#"{"version":60}"#)
        .await;
    assert_eq!(none.code(), "no_such_version");
    let board: Room = ann.post(&house, &path("fork"), r#"{"version":3}"#).await;
    assert_eq!(board.analysis_of, Some(room.id.clone()));
    assert_eq!(board.status, RoomStatus::Playing);
    let names: Vec<String> = board.seats.iter().map(Player::name).collect();
    assert_eq!(names, ["Ann", "Bob"]);
    let (client, _events) = house.look(&ann, &board.id, None).await;
    seen(&client, &board.id, 4).await;
    let advice: Advice = ann
        .post(&house, &format!("/api/matches/{}/advice", board.id), "{}")
        .await;
    assert_eq!(advice.seat, Seat(0));
    // Another way it could have gone, and back again without asking anybody.
    let version = play(&client, &board.id, "c3").await;
    client.ask(&board.id, None, Ask::Undo);
    seen(&client, &board.id, version + 1).await;
    play(&client, &board.id, advice.command).await;
    // Whoever has no seat there is not advised.
    let path = format!("/api/matches/{}/advice", board.id);
    assert_eq!(
        bob.ask(&house, "POST", &path, "{}").await.code(),
        "code_needed"
    );
}

#[tokio::test]
async fn a_file_is_replayed_and_checked() {
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    let wish = NewRoom {
        seats: vec!["me".into(), "easy".into()],
        ..NewRoom::of("yacht-dice")
    };
    let room = ann.api.create_room(&wish).await.unwrap();
    let (client, _events) = house.look(&ann, &room.id, None).await;
    client.ask(&room.id, None, Ask::Resign);
    status(&client, &room.id, |status| status.room.outcome.is_some()).await;
    let file = ann.api.export(&room.id).await.unwrap();
    let history: History = ann.post(&house, "/api/replay", &file).await;
    assert_eq!(history.viewer, Viewer::Referee);
    assert!(history.checked.as_ref().unwrap().sound);
    let seat: History = ann.post(&house, "/api/replay?viewer=0", &file).await;
    assert_eq!(seat.viewer, Viewer::Seat(Seat(0)));
    for (text, code) in [
        ("hello".to_string(), "bad_match"),
        (file.replace("yacht-dice", "chess"), "no_such_game"),
        (file.replace("\"version\":1", "\"version\":7"), "bad_match"),
    ] {
        let reply = ann.ask(&house, "POST", "/api/replay", &text).await;
        assert_eq!(reply.code(), code, "{reply:?}");
    }
}

#[tokio::test]
async fn an_author_looks_inside_their_own_rooms() {
    let mut config = generous();
    config.server.author_tools = true;
    let house = House::with(config, games(), Arc::new(Memory::new())).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("go-fish")).await;
    let path = |what: &str| format!("/api/matches/{}/{what}", room.id);
    let inside: Inside = ann.get(&house, &path("inside")).await;
    assert!(inside.state.is_object() && inside.seed.is_some());
    assert!(!inside.legal.is_empty());
    let referee: History = ann.get(&house, &path("history?viewer=referee")).await;
    assert_eq!(referee.viewer, Viewer::Referee);
    let _: Advice = ann.post(&house, &path("advice"), "{}").await;
    // Whoever plays with them sees what players see.
    for what in ["inside", "history?viewer=referee"] {
        let reply = bob.ask(&house, "GET", &path(what), "").await;
        assert_eq!(reply.status, 403, "{what}: {reply:?}");
    }
}
