//! Names and passwords, ratings, history and opponents.

use parlor_client::Event;
use parlor_core::Seat;
use parlor_protocol::{Ask, Credentials, NewRoom, RulesetUpload, Seek};

use crate::house::{
    Heard, House, Person, Socket, code, games, generous, play, proxied, seen, status,
};

fn credentials(name: &str, password: &str) -> Credentials {
    Credentials {
        name: name.into(),
        password: password.into(),
    }
}

#[tokio::test]
async fn a_guest_takes_another_name_and_stays_who_they_are() {
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    let ask = async |body: &str| {
        crate::house::request(house.address, "PUT", "/api/me", Some(&ann.token), body).await
    };
    let session: parlor_protocol::Session =
        serde_json::from_str(&ask(r#"{"name":"Zoe"}"#).await.body).unwrap();
    assert_eq!(session.account.id, ann.account.id);
    assert_eq!(
        house
            .api
            .with_token(&session.token)
            .me()
            .await
            .unwrap()
            .name,
        "Zoe"
    );
    assert_eq!(ask(r#"{"name":"a/b"}"#).await.status, 422);
}

#[tokio::test]
async fn an_account_is_opened_by_its_password_alone() {
    let house = House::open().await;
    let right = credentials("Ann", "correct horse");
    let session = house.api.create_account(&right).await.unwrap();
    assert!(!session.account.guest);
    let ann = house.api.with_token(&session.token);
    assert_eq!(ann.me().await.unwrap(), session.account);
    // A name is taken however it is written.
    for (name, password, problem) in [
        ("aNN", "something else", "name_taken"),
        ("Bob", "short", "bad_password"),
        ("\u{1}", "correct horse", "bad_name"),
    ] {
        let wish = credentials(name, password);
        assert_eq!(code(house.api.create_account(&wish).await), problem);
    }
    for wrong in [
        credentials("Ann", "wrong horse"),
        credentials("Nobody", "correct horse"),
    ] {
        assert_eq!(code(house.api.log_in(&wrong).await), "wrong_password");
    }
    let second = house.api.log_in(&right).await.unwrap();
    assert_ne!(second.token, session.token);
    let mut socket = Socket::welcomed(house.address, &session.token).await;
    ann.log_out().await.unwrap();
    assert_eq!(code(ann.me().await), "unauthenticated");
    // Nobody stays at a table after that.
    while !matches!(socket.hear().await, Heard::Closed(_)) {}
    let mut again = Socket::open(house.address).await;
    again.hello(&session.token).await;
    assert!(matches!(again.hear().await, Heard::Frame(bye) if bye["code"] == "unauthenticated"));
    // Other sessions go on.
    let ann = house.api.with_token(&second.token);
    assert_eq!(ann.me().await.unwrap().name, "Ann");
}

/// A rated match that the second of the two gives up.
async fn beats(house: &House, winner: &Person, loser: &Person) -> String {
    let wish = NewRoom {
        rated: true,
        ..NewRoom::of("tic-tac-toe")
    };
    let room = winner.plays(loser, wish).await;
    let (one, _events) = house.look(winner, &room.id, None).await;
    let (two, _events) = house.look(loser, &room.id, None).await;
    // Nobody wins anything by somebody who does not play.
    let mut version = 1;
    for (number, square) in super::WIN.into_iter().take(4).enumerate() {
        let client = [&one, &two][number % 2];
        seen(client, &room.id, version).await;
        version = play(client, &room.id, square).await;
    }
    two.ask(&room.id, None, Ask::Resign);
    status(&two, &room.id, |status| status.room.outcome.is_some()).await;
    room.id
}

#[tokio::test]
async fn rated_matches_make_ratings_history_and_a_leaderboard() {
    let store = std::sync::Arc::new(parlor_store::Memory::new());
    let house = House::with(proxied(), games(), store).await;
    let ann = house.member_from("Ann", "192.0.2.1").await;
    let bob = house.member_from("Bob", "192.0.2.2").await;
    let carol = house.member_from("Carol", "192.0.2.3").await;
    let dan = house.member_from("Dan", "192.0.2.4").await;
    let with_bot = NewRoom {
        rated: true,
        seats: vec!["me".into(), "easy".into()],
        ..NewRoom::of("tic-tac-toe")
    };
    assert_eq!(code(ann.api.create_room(&with_bot).await), "not_rated");
    let (mut second, mut last) = (String::new(), String::new());
    // Only whose strength is known well enough is ranked.
    let people = [&ann, &bob, &carol, &dan];
    for round in 0..5 {
        for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 3), (1, 2), (2, 3)] {
            let [winner, loser] = match round {
                1 | 4 => [other, one],
                _ => [one, other],
            };
            second = std::mem::take(&mut last);
            last = beats(&house, people[winner], people[loser]).await;
        }
        let board = house.api.leaderboard("tic-tac-toe").await.unwrap();
        assert!(board.iter().all(|ranked| ranked.rating.deviation <= 150));
    }

    let rating = async |person: &Person| {
        let ratings = house.api.ratings_of(&person.account.id).await;
        ratings.unwrap()["tic-tac-toe"]
    };
    let ratings = [rating(&ann).await, rating(&bob).await, rating(&dan).await];
    assert!(ratings[0].rating > 1500 && ratings[2].rating < 1500);
    assert_eq!(ratings.map(|rating| rating.matches), [15, 15, 15]);
    assert!(ratings.iter().all(|rating| rating.deviation < 350));
    let board = house.api.leaderboard("tic-tac-toe").await.unwrap();
    let order: Vec<(u32, &str)> = (board.iter())
        .map(|ranked| (ranked.rank, &*ranked.account.name))
        .collect();
    assert_eq!(order, [(1, "Ann"), (2, "Bob"), (3, "Carol"), (4, "Dan")]);
    assert_eq!(house.api.leaderboard("hex").await.unwrap(), []);
    assert_eq!(
        code(house.api.leaderboard("nonsense").await),
        "no_such_game"
    );

    let past = house.api.matches_of(&carol.account.id).await.unwrap();
    let ids: Vec<&str> = past.iter().map(|past| &*past.id).collect();
    assert_eq!(ids[..2], [&*last, &*second], "the latest first");
    assert_eq!(ids.len(), 15);
    assert_eq!(past[0].seats, ["Dan", "Carol"]);
    assert!(past[0].rated);
    let outcome = past[0].outcome.as_ref().unwrap();
    assert_eq!(outcome.winners().first(), Some(Seat(0)));
}

#[tokio::test]
async fn two_who_look_for_an_opponent_are_paired() {
    let house = House::open().await;
    let (ann, bob) = (house.member("Ann").await, house.member("Bob").await);
    let (_one, mut first) = house.connect(&ann);
    let (_two, mut second) = house.connect(&bob);
    for events in [&mut first, &mut second] {
        assert!(matches!(events.next().await, Some(Event::Back { .. })));
    }
    let seek = |game: &str| Seek {
        game: game.into(),
        clock: String::new(),
        rated: true,
    };
    assert!(ann.api.seek(&seek("tic-tac-toe")).await.unwrap().waiting);
    // Whoever wants another game is no opponent, nor is oneself.
    assert!(bob.api.seek(&seek("hex")).await.unwrap().waiting);
    assert!(!bob.api.stop_seeking().await.unwrap().waiting);
    assert!(ann.api.seek(&seek("tic-tac-toe")).await.unwrap().waiting);
    assert!(!bob.api.sought().await.unwrap().waiting);
    let found = bob.api.seek(&seek("tic-tac-toe")).await.unwrap();
    let id = found.id.unwrap();
    for events in [&mut first, &mut second] {
        let Some(Event::Paired { id: told }) = events.next().await else {
            panic!("not paired");
        };
        assert_eq!(told, id);
    }
    assert_eq!(ann.api.sought().await.unwrap().id, Some(id.clone()));
    let room = ann.api.room(&id).await.unwrap();
    assert!(room.rated && room.clock == "10m+5s");
    assert_eq!(ann.api.mine().await.unwrap()[0].id, id);
}

#[tokio::test]
async fn rulesets_are_taken_where_the_host_allows_it() {
    let war = parlor_ruleset::bundled();
    let war = war.iter().find(|ruleset| ruleset.file.starts_with("war"));
    let own = war
        .unwrap()
        .text
        .replace("\"slug\": \"war\"", "\"slug\": \"my-war\"");
    let upload = RulesetUpload::Text(own.clone());
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    assert_eq!(code(ann.api.add_ruleset(&upload).await), "no_uploads");

    let mut config = generous();
    config.server.allow_uploads = true;
    let store = std::sync::Arc::new(parlor_store::Memory::new());
    let house = House::with(config.clone(), games(), store.clone()).await;
    assert_eq!(
        code(house.api.add_ruleset(&upload).await),
        "unauthenticated"
    );
    let ann = house.guest("Ann").await;
    let card = ann.api.add_ruleset(&upload).await.unwrap();
    assert_eq!(card.id, "my-war");
    // Once more is no harm; other rules under its name are.
    ann.api.add_ruleset(&upload).await.unwrap();
    let other = RulesetUpload::Text(own.replace("\"version\": \"", "\"version\": \"9"));
    assert_eq!(code(ann.api.add_ruleset(&other).await), "game_exists");
    for bad in ["", "{}", "[[[[", &own[..own.len() / 2]] {
        let upload = RulesetUpload::Text(bad.into());
        assert_eq!(code(ann.api.add_ruleset(&upload).await), "bad_ruleset");
    }
    let long = RulesetUpload::Text(" ".repeat(262_145));
    assert_eq!(code(ann.api.add_ruleset(&long).await), "too_long");
    let wish = NewRoom {
        seats: vec!["me".into(), "easy".into()],
        ..NewRoom::of("my-war")
    };
    ann.api.create_room(&wish).await.unwrap();
    // It is there after a restart.
    house.close().await;
    let house = House::with(config, games(), store).await;
    assert_eq!(house.api.game("my-war").await.unwrap().info.id, "my-war");
}

#[tokio::test]
async fn whoever_brought_a_ruleset_changes_its_labels_and_nobody_else_does() {
    let war = parlor_ruleset::bundled();
    let war = war.iter().find(|ruleset| ruleset.file.starts_with("war"));
    let war = war.unwrap().text;
    let own = |name: &str| {
        let text = war.replace("\"slug\": \"war\"", "\"slug\": \"my-war\"");
        let named = text.replacen("\"name\": \"War\"", &format!("\"name\": \"{name}\""), 1);
        assert_ne!(text, named);
        RulesetUpload::Text(named)
    };
    let mut config = generous();
    config.server.allow_uploads = true;
    let store = std::sync::Arc::new(parlor_store::Memory::new());
    let house = House::with(config.clone(), games(), store.clone()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    assert_eq!(ann.api.add_ruleset(&own("One")).await.unwrap().name, "One");
    let wish = NewRoom {
        seats: vec!["me".into(), "easy".into()],
        ..NewRoom::of("my-war")
    };
    let room = ann.api.create_room(&wish).await.unwrap();
    let (client, _events) = house.look(&ann, &room.id, None).await;
    assert_eq!(ann.api.add_ruleset(&own("Two")).await.unwrap().name, "Two");
    let shown = async |house: &House| house.api.game("my-war").await.unwrap().info.name;
    assert_eq!(shown(&house).await, "Two");
    assert_eq!(ann.api.room(&room.id).await.unwrap().game_name, "Two");
    // At a table where it is played, too.
    status(&client, &room.id, |status| status.room.game_name == "Two").await;
    drop(client);
    // The same once more is no harm, whoever brings it.
    assert_eq!(bob.api.add_ruleset(&own("Two")).await.unwrap().name, "Two");
    let refused = bob.api.add_ruleset(&own("Mine")).await.unwrap_err();
    let problem = refused.problem().unwrap();
    assert_eq!(problem.code, "game_exists");
    assert!(problem.text.contains("labels"), "{}", problem.text);
    // Nor does anybody rename a game of the house.
    let text = war.replacen("\"name\": \"War\"", "\"name\": \"Peace\"", 1);
    let renamed = ann.api.add_ruleset(&RulesetUpload::Text(text)).await;
    assert_eq!(code(renamed), "game_exists");
    assert_eq!(shown(&house).await, "Two");
    // It is so after a restart, too.
    house.close().await;
    let house = House::with(config, games(), store).await;
    assert_eq!(shown(&house).await, "Two");
}

#[tokio::test]
async fn nobody_brings_more_rulesets_than_the_host_allows() {
    let war = parlor_ruleset::bundled();
    let war = war.iter().find(|ruleset| ruleset.file.starts_with("war"));
    let war = war.unwrap().text;
    let own = |name: &str| {
        let slug = format!("\"slug\": \"{name}\"");
        RulesetUpload::Text(war.replace("\"slug\": \"war\"", &slug))
    };
    let mut config = generous();
    config.server.allow_uploads = true;
    config.limits.rulesets_per_account = 3;
    config.limits.rulesets = 5;
    let store = std::sync::Arc::new(parlor_store::Memory::new());
    let house = House::with(config.clone(), games(), store.clone()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    // All at once are no more than one after the other.
    let at_once = (0..8).map(|number| {
        let (api, upload) = (ann.api.clone(), own(&format!("ann-{number}")));
        tokio::spawn(async move {
            api.add_ruleset(&upload)
                .await
                .map_err(|e| code::<()>(Err(e)))
        })
    });
    let mut taken = Vec::new();
    for upload in at_once.collect::<Vec<_>>() {
        match upload.await.unwrap() {
            Ok(card) => taken.push(card.id),
            Err(code) => assert_eq!(code, "too_many_rulesets"),
        }
    }
    assert_eq!(taken.len(), 3);
    // What is there already is no more.
    ann.api.add_ruleset(&own(&taken[0])).await.unwrap();
    house.close().await;
    // After a restart they still count.
    let house = House::with(config, games(), store.clone()).await;
    let ann = house.api.with_token(&ann.token);
    let bob = house.api.with_token(&bob.token);
    assert_eq!(
        code(ann.add_ruleset(&own("ann-more")).await),
        "too_many_rulesets"
    );
    for number in 0..2 {
        bob.add_ruleset(&own(&format!("bob-{number}")))
            .await
            .unwrap();
    }
    let refused = bob.add_ruleset(&own("bob-more")).await.unwrap_err();
    let problem = refused.problem().unwrap();
    assert_eq!(
        (&*problem.code, problem.hint.as_deref()),
        (
            "too_many_rulesets",
            Some("the host can allow more: limits.rulesets")
        )
    );
    use parlor_store::Store;
    assert_eq!(store.list("ruleset", "", 100).await.unwrap().len(), 5);
}
