//! Rules change while matches are on: each is played on by those that it was begun with, or can at least be ended.

use std::sync::Arc;

use parlor_core::{Game, Match, Outcome, Seat, Viewer, erase};
use parlor_protocol::{Ask, History, NewRoom, RoomStatus, RulesetUpload};
use parlor_ruleset::{Ruleset, doc::HIGH_CARD};
use parlor_server::Games;
use parlor_store::{Memory, Put, Store};
use serde_json::{Value, json};

use crate::house::{House, Person, code, generous, play, request, seen, status};

/// The same game by other rules: the lower card wins.
fn low_card() -> String {
    HIGH_CARD.replace("my_score >= best", "my_score < best")
}

/// A server's games: this ruleset, as a bundled one, one of a folder or one that was brought before comes to be there.
fn games_with(text: &str) -> Games {
    let ruleset = Ruleset::load(text.as_bytes()).unwrap();
    let rules = serde_json::to_value(ruleset.document()).unwrap();
    let mut games = Games::of(parlor_games::all());
    games.add_ruleset(erase(ruleset), rules);
    games
}

/// A match of High Card that was begun under one server and is found by the next.
struct Moved {
    store: Arc<dyn Store>,
    ann: String,
    bob: String,
    id: String,
}

impl Moved {
    async fn begun() -> Moved {
        let store: Arc<dyn Store> = Arc::new(Memory::new());
        let house = House::with(generous(), games_with(HIGH_CARD), store.clone()).await;
        let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
        let wish = NewRoom {
            clock: "2m".into(),
            ..NewRoom::of("high-card")
        };
        let id = ann.plays(&bob, wish).await.id;
        house.close().await;
        Moved {
            store,
            ann: ann.token,
            bob: bob.token,
            id,
        }
    }

    /// The same people with other rules.
    async fn with(&self, games: Games) -> (House, Person, Person) {
        let house = House::with(generous(), games, self.store.clone()).await;
        let mut people = Vec::new();
        for token in [&self.ann, &self.bob] {
            let api = house.api.with_token(token);
            people.push(Person {
                account: api.me().await.unwrap(),
                token: token.clone(),
                api,
            });
        }
        let bob = people.pop().unwrap();
        (house, people.pop().unwrap(), bob)
    }

    /// As if nobody had ever kept the rules: a match of a game in Rust whose version has changed.
    async fn forget_rules(&self) {
        for document in self.store.list("rules", "", 1000).await.unwrap() {
            let remove = Put::remove("rules", document.id);
            self.store.put(vec![remove]).await.unwrap();
        }
    }

    async fn outcome(&self, house: &House) -> Outcome {
        let room = house.api.with_token(&self.ann).room(&self.id).await;
        room.unwrap().outcome.unwrap()
    }
}

fn stand() -> Value {
    json!({"action": "stand"})
}

#[tokio::test]
async fn a_match_is_played_on_by_the_rules_that_it_was_begun_with() {
    let moved = Moved::begun().await;
    // Twice, since a match that nobody follows is read again and again; then with no game of that name at all.
    for (games, seat) in [
        (games_with(&low_card()), 0),
        (Games::of(parlor_games::all()), 1),
    ] {
        let (house, ann, bob) = moved.with(games).await;
        let person = if seat == 0 { &ann } else { &bob };
        let (client, _events) = house.look(person, &moved.id, None).await;
        seen(&client, &moved.id, 1 + seat).await;
        let shown = client.status(&moved.id).unwrap();
        assert_eq!(shown.trouble, None);
        assert_eq!(shown.room.game_name, "High Card");
        play(&client, &moved.id, stand()).await;
        let path = format!("/api/matches/{}/history", moved.id);
        let history = request(house.address, "GET", &path, Some(&ann.token), "").await;
        let history: History = serde_json::from_str(&history.body).unwrap();
        assert_eq!(history.steps.len() as u64, 1 + seat);
        drop(client);
        house.close().await;
    }
    let (house, ann, _) = moved.with(games_with(&low_card())).await;
    let file = ann.api.export(&moved.id).await.unwrap();
    let by_the_book = Match::load(Ruleset::load(HIGH_CARD.as_bytes()).unwrap(), &file);
    let by_the_book = by_the_book.unwrap();
    assert_eq!(Some(moved.outcome(&house).await), by_the_book.outcome());
    let checked = ann.api.verify(&moved.id).await.unwrap();
    assert!(checked.sound);
}

#[tokio::test]
async fn other_words_reach_the_matches_that_are_on() {
    let moved = Moved::begun().await;
    let relabelled = HIGH_CARD.replace("\"Stand\"", "\"Keep it\"");
    let (house, ann, _) = moved.with(games_with(&relabelled)).await;
    let (one, _events) = house.look(&ann, &moved.id, None).await;
    seen(&one, &moved.id, 1).await;
    let view = one.view(&moved.id, Viewer::Seat(Seat(0))).unwrap();
    assert!(
        view.actions
            .iter()
            .any(|action| action.text.contains("Keep it"))
    );
    play(&one, &moved.id, stand()).await;
}

#[tokio::test]
async fn a_match_whose_rules_are_gone_can_be_left_and_exported() {
    let moved = Moved::begun().await;
    moved.forget_rules().await;
    // Whether the game has other rules by now or is gone, too.
    let (house, ann, bob) = moved.with(games_with(&low_card())).await;
    moved.forget_rules().await;
    let (one, _events) = house.look(&ann, &moved.id, None).await;
    let shown = status(&one, &moved.id, |status| status.trouble.is_some()).await;
    assert_eq!(shown.trouble.unwrap().code, "rules_changed");
    let refused = one.submit(&moved.id, None, stand()).await.unwrap();
    assert!(
        matches!(&refused, parlor_client::Answer::Rejected(no) if no.code() == "rules_changed"),
        "{refused:?}"
    );
    assert_eq!(code(ann.api.export(&moved.id).await), "not_over");
    bob.api.leave(&moved.id).await.unwrap();
    let over = status(&one, &moved.id, |status| {
        status.room.status == RoomStatus::Over
    });
    assert!(over.await.room.outcome.unwrap().is_aborted());
    let file = ann.api.export(&moved.id).await.unwrap();
    let rules = Ruleset::load(HIGH_CARD.as_bytes()).unwrap();
    let id = rules.info().id;
    let loaded = Match::load(rules, &file).unwrap();
    assert_eq!(id, "high-card");
    assert!(loaded.outcome().unwrap().is_aborted());
    assert!(loaded.verify().is_ok());
    assert!(ann.api.mine().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_match_whose_game_is_gone_can_be_aborted() {
    let moved = Moved::begun().await;
    moved.forget_rules().await;
    let (house, ann, _) = moved.with(Games::of(parlor_games::all())).await;
    let (one, _events) = house.look(&ann, &moved.id, None).await;
    one.ask(&moved.id, None, Ask::Abort);
    let over = status(&one, &moved.id, |status| {
        status.room.status == RoomStatus::Over
    });
    assert!(over.await.room.outcome.unwrap().is_aborted());
    // When the rules are there again, so is the match.
    drop(one);
    house.close().await;
    let (house, ann, _) = moved.with(games_with(HIGH_CARD)).await;
    let (one, _events) = house.look(&ann, &moved.id, None).await;
    seen(&one, &moved.id, 2).await;
    assert!(ann.api.verify(&moved.id).await.unwrap().sound);
}

#[tokio::test]
async fn rules_that_a_player_brought_outlive_a_game_of_the_same_name() {
    let store: Arc<dyn Store> = Arc::new(Memory::new());
    let mut config = generous();
    config.server.allow_uploads = true;
    let house = House::with(config, Games::of(parlor_games::all()), store.clone()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let upload = RulesetUpload::Text(HIGH_CARD.into());
    ann.api.add_ruleset(&upload).await.unwrap();
    let id = ann.plays(&bob, NewRoom::of("high-card")).await.id;
    house.close().await;
    // Earlier versions of Parlor have kept the ruleset itself, and nothing by its hash.
    for document in store.list("rules", "", 1000).await.unwrap() {
        let remove = Put::remove("rules", document.id);
        store.put(vec![remove]).await.unwrap();
    }
    let house = House::with(generous(), games_with(&low_card()), store).await;
    let ann = Person {
        api: house.api.with_token(&ann.token),
        ..ann
    };
    let (one, _events) = house.look(&ann, &id, None).await;
    seen(&one, &id, 1).await;
    play(&one, &id, stand()).await;
}
