//! Canaries: words that nobody may ever hear, in hidden cards, in the seed and in tokens.

use std::collections::BTreeSet;
use std::sync::Arc;

use parlor_core::{AnyMatch, Seat, Viewer, erase};
use parlor_protocol::{NewRoom, Session, Visibility};
use parlor_ruleset::Ruleset;
use parlor_server::Games;
use parlor_store::Memory;
use serde_json::{Value, json};

use crate::house::{House, Log, Socket, generous, request};

const SEED: &str = "c0ffee00c0ffee11c0ffee22c0ffee33c0ffee44c0ffee55c0ffee66c0ffee77";
const PASSWORD: &str = "CANARY-password-of-ann";

/// A game in which every card has a name that can be found: play one or swap one, until a hand is empty. Most of the
/// deck is never seen by anybody.
fn ruleset() -> Ruleset {
    let names = || (0..40).map(|number| format!("CANARY-{number:02}"));
    let cards: Vec<Value> = names()
        .map(|name| json!({"suit": "birds", "rank": name}))
        .collect();
    let values: serde_json::Map<String, Value> = names().map(|name| (name, json!(1))).collect();
    // A translation names all of them.
    let german: serde_json::Map<String, Value> = names()
        .flat_map(|name| {
            let id = name.to_lowercase().replace('-', "_");
            let text = |group: &str| (format!("{group}.{id}"), json!(format!("{name} (gelb)")));
            [text("word"), text("face")]
        })
        .chain([("zone.discard".into(), json!("Freiheit"))])
        .collect();
    let rules = json!({
        "translations": {"de": german},
        "meta": {
            "name": "Aviary", "slug": "aviary", "version": "1.0.0", "author": "Parlor",
            "players": {"min": 2, "max": 2}, "description": "Let all birds go.",
            "tags": ["test"], "license": "MIT"
        },
        "deck": {"preset": "custom", "copies": 1, "cards": cards, "cardValues": values},
        "roles": [{"name": "player", "isHuman": true, "count": "per_player"}],
        "zones": [
            {"name": "draw_pile", "visibility": {"kind": "hidden"}, "owners": []},
            {"name": "discard", "visibility": {"kind": "public"}, "owners": []},
            {"name": "hand", "visibility": {"kind": "owner_only"}, "owners": ["player"]}
        ],
        "phases": [
            {
                "name": "deal", "kind": "automatic",
                "onEnter": ["shuffle(draw_pile)", "deal(draw_pile, hand, 6)"],
                "transitions": [{"to": "play", "when": "true"}]
            },
            {
                "name": "play", "kind": "turn_based",
                "actions": [
                    {
                        "name": "play_card", "label": "Let it go", "from": ["hand"], "to": ["discard"],
                        "effect": ["if(card_count(current_player.hand) > 0, end_turn())"]
                    },
                    {
                        "name": "swap", "label": "Take another", "from": ["hand"], "to": ["draw_pile"],
                        "condition": "card_count(draw_pile) > 20",
                        "effect": ["draw(draw_pile, current_player.hand, 1)", "shuffle(draw_pile)", "end_turn()"]
                    }
                ],
                "transitions": [{"to": "over", "when": "card_count(current_player.hand) == 0"}]
            },
            {
                "name": "over", "kind": "automatic",
                "onEnter": ["calculate_scores()", "accumulate_scores()", "determine_winners()", "end_game()"],
                "transitions": []
            }
        ],
        "scoring": {
            "method": "hand_value(hand)",
            "winCondition": "get_cumulative_score(current_player_index) == min_cumulative_score()"
        },
        "ui": {"layout": "circle", "tableColor": "felt_green"}
    });
    let report = Ruleset::check(rules.to_string().as_bytes());
    let problems: Vec<String> = report
        .problems
        .iter()
        .map(|problem| problem.to_string())
        .collect();
    report.ruleset.unwrap_or_else(|| panic!("{problems:#?}"))
}

/// The canaries in a text.
fn canaries(text: &str) -> BTreeSet<String> {
    let found = text.match_indices("CANARY-").map(|(at, _)| &text[at..]);
    found.map(|rest| rest.chars().take(9).collect()).collect()
}

/// All that by the book a viewer has seen and heard up to a version.
fn by_the_book(book: &dyn AnyMatch, viewer: Viewer, version: u64) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for version in 1..=version {
        let view = book.view_at(version, viewer).unwrap();
        known.extend(canaries(&serde_json::to_string(&view).unwrap()));
        let told = book.told(version, viewer);
        known.extend(canaries(&serde_json::to_string(&told).unwrap()));
    }
    known
}

/// Every frame of a socket says no more than the book.
fn check(socket: &Socket, viewer: Viewer, book: &dyn AnyMatch) -> usize {
    let (mut version, mut checked) = (0, 0);
    let mut known = BTreeSet::new();
    for text in &socket.heard {
        let frame: Value = serde_json::from_str(text).unwrap();
        if let Some(now) = frame["version"].as_u64().filter(|now| *now > version) {
            version = now;
            known = by_the_book(book, viewer, version);
        }
        let heard = canaries(text);
        assert!(heard.is_subset(&known), "{viewer:?} at {version}: {text}");
        checked += heard.len();
    }
    checked
}

#[tokio::test]
async fn no_canary_is_heard_where_it_must_not_be() {
    let log = Log::start();
    let mut config = generous();
    config.server.allow_seeds = true;
    let mut games = Games::new();
    let game = erase(ruleset());
    games.add(game.clone());
    let house = House::with(config, games, Arc::new(Memory::new())).await;
    let mut answers: Vec<String> = Vec::new();
    let mut secrets = vec![SEED.to_string(), PASSWORD.to_string()];

    // Two guests and one with a password; each answer that hands out a token is the only one that may.
    let mut sessions = Vec::new();
    for (path, body) in [
        (
            "/api/accounts",
            json!({"name": "Ann", "password": PASSWORD}),
        ),
        ("/api/guests", json!({"name": "Bob"})),
        ("/api/guests", json!({"name": "Carol"})),
        (
            "/api/sessions",
            json!({"name": "Ann", "password": PASSWORD}),
        ),
    ] {
        let reply = request(house.address, "POST", path, None, &body.to_string()).await;
        let session: Session = serde_json::from_str(&reply.body).unwrap();
        // The signature is the secret; the rest of a guest's token is its public id and name.
        secrets.push(session.token.rsplit('.').next().unwrap().into());
        sessions.push(session);
    }
    let token = |number: usize| Some(&*sessions[number].token);
    let ask = async |method: &str, path: &str, who: Option<&str>, body: &str| {
        let reply = request(house.address, method, path, who, body).await;
        reply.head + &reply.body
    };
    let wish = NewRoom {
        seed: Some(SEED.into()),
        visibility: Visibility::Public,
        ..NewRoom::of("aviary")
    };
    let wish = serde_json::to_string(&wish).unwrap();
    let made = ask("POST", "/api/rooms", token(0), &wish).await;
    let at = made.find('{').unwrap();
    let room: Value = serde_json::from_str(&made[at..]).unwrap();
    let id = room["id"].as_str().unwrap().to_string();
    answers.push(made);
    answers.push(ask("POST", &format!("/api/rooms/{id}/join"), token(1), "{}").await);

    let mut sockets = Vec::new();
    for session in &sessions[..3] {
        let mut socket = Socket::welcomed(house.address, &session.token).await;
        socket.subscribe(&id).await;
        sockets.push(socket);
    }
    // A second socket of the same player, and one that says its secrets where they do not belong.
    let mut second = Socket::welcomed(house.address, &sessions[3].token).await;
    second.subscribe(&id).await;
    second
        .text(&format!(
            "{{\"type\":\"hello\",\"token\":\"{}\"",
            sessions[3].token
        ))
        .await;
    second.hello(&sessions[3].token).await;
    second.frame("refused").await;

    let viewers = [
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(1)),
        Viewer::Spectator,
    ];
    let mut version = 1;
    for number in 0..400 {
        let heard: Vec<Value> = {
            let mut views = Vec::new();
            for (seat, socket) in sockets.iter_mut().enumerate().take(2) {
                let mut fresh = Socket::welcomed(house.address, &sessions[seat].token).await;
                views.push(fresh.subscribe(&id).await["views"][0]["view"].clone());
                socket.heard.append(&mut fresh.heard);
            }
            views
        };
        if number % 10 == 0 {
            // All that can be asked while the match is on.
            let paths = [
                format!("/api/rooms/{id}"),
                format!("/api/rooms/{id}/qr.svg"),
                format!("/api/matches/{id}/export"),
                format!("/api/matches/{id}/verify"),
                "/api/rooms".into(),
                "/api/mine".into(),
                "/api/me".into(),
                "/api/games".into(),
                "/api/games/aviary".into(),
                "/api/games/aviary/words/en".into(),
                "/api/games/aviary/words/de".into(),
                "/metrics".into(),
                format!("/api/accounts/{}/matches", sessions[0].account.id),
                format!("/api/rooms?token={}", sessions[0].token),
            ];
            for path in paths {
                for who in [token(0), token(2), Some("s1.CANARY-no-token"), None] {
                    answers.push(ask("GET", &path, who, "").await);
                }
            }
            let wrong = json!({"name": "Ann", "password": format!("{PASSWORD}!")});
            answers.push(ask("POST", "/api/sessions", None, &wrong.to_string()).await);
            answers.push(
                ask(
                    "POST",
                    "/api/sessions",
                    None,
                    &format!("{{\"name\":\"Ann\",\"password\":\"{PASSWORD}"),
                )
                .await,
            );
        }
        let Some(seat) = heard[0]["to_act"][0].as_u64() else {
            break;
        };
        let actions = heard[seat as usize]["actions"].as_array().unwrap().clone();
        let command = actions[number % actions.len()]["command"].clone();
        let key = format!("k{number}");
        // The other seat tries first, and is refused.
        sockets[1 - seat as usize]
            .submit(&id, command.clone(), &key)
            .await;
        sockets[1 - seat as usize]
            .until(|frame| frame["key"] == *key)
            .await;
        sockets[seat as usize].submit(&id, command, &key).await;
        let answer = sockets[seat as usize]
            .until(|frame| frame["key"] == *key)
            .await;
        assert_eq!(answer["type"], "accepted", "{answer}");
        version = answer["version"].as_u64().unwrap();
        for socket in &mut sockets {
            socket
                .until(|frame| frame["type"] == "update" && frame["version"] == version)
                .await;
        }
    }
    answers.push(ask("GET", "/metrics", None, "").await);
    let german = ask("GET", "/api/games/aviary/words/de", token(0), "").await;
    assert!(german.contains("Freiheit"), "{german}");

    let book = game
        .load(
            &house
                .api
                .export(&id)
                .await
                .unwrap_or_else(|_| panic!("not over at {version}")),
        )
        .unwrap();
    let mut checked = 0;
    for (socket, viewer) in sockets.iter().zip(viewers) {
        checked += check(socket, viewer, &*book);
    }
    check(&second, Viewer::Seat(Seat(0)), &*book);
    assert!(checked > 100, "{checked}");
    // At first nobody has seen all cards: so there was something to find.
    let first = by_the_book(&*book, Viewer::Seat(Seat(0)), 1);
    assert_eq!(first.len(), 6, "{first:?}");
    let last = by_the_book(&*book, Viewer::Spectator, version);
    assert!((6..30).contains(&last.len()), "{last:?}");

    let log = log.text();
    assert!(log.contains("request"), "the log was not caught");
    let everything = sockets
        .iter()
        .chain([&second])
        .flat_map(|socket| &socket.heard);
    for text in everything.chain(&answers).chain([&log]) {
        for secret in &secrets {
            assert!(!text.contains(secret.as_str()), "{secret}: {text}");
        }
    }
    for text in answers.iter().chain([&log]) {
        let found = canaries(text);
        assert!(found.is_empty(), "{found:?}: {text}");
    }
}

#[tokio::test]
async fn neither_file_nor_hash_is_had_before_the_end() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("liars-dice")).await;
    // The hash rests on what is hidden: whoever can guess that few ways well enough could try them all.
    for answer in [
        ann.api.export(&room.id).await.map(|_| ()),
        ann.api.verify(&room.id).await.map(|_| ()),
    ] {
        assert_eq!(crate::house::code(answer), "not_over");
    }
    bob.api.leave(&room.id).await.unwrap();
    let file = ann.api.export(&room.id).await.unwrap();
    let book = crate::house::games().get("liars-dice").unwrap();
    let book = book.load(&file).unwrap();
    assert!(book.events(1)[0].to_string().contains("dice"));
    let checked = ann.api.verify(&room.id).await.unwrap();
    assert!(checked.sound);
    assert_eq!(checked.hash, book.hash());
}
