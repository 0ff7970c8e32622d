//! Decks that seats bring in secret: whoever cheats reads every byte that they are sent, and finds nothing of the other deck.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlor_core::{Contribution, Entropy, Header, Match, Message, Seat, SeriesLength, erase};
use parlor_flow::prelude::*;
use parlor_protocol::{Bring, Join, NewRoom, RoomStatus, Visibility};
use parlor_server::Games;
use parlor_store::Memory;
use serde_json::{Value, json};

use crate::house::{House, Log, Person, Socket, code, generous, request};

/// Each brings four words in secret and lays two of them open in turn; then it is over.
fn duel() -> FlowGame {
    let mut game = GameBuilder::new("words", "Duel of words", 2..=2);
    game.chance();
    let deck = game.zone("deck").hidden().stacked().each_seat();
    let hand = game.zone("hand").owner_sees().each_seat();
    let field = game.zone("field").each_seat();
    let mut words: Vec<String> = (0..8).map(|number| format!("word-{number}")).collect();
    words.extend((10..40).map(|number| format!("CANARY-{number}")));
    let cards: BTreeMap<String, Definition> = words
        .iter()
        .map(|word| (word.clone(), game.definition("card", word)))
        .collect();
    let known = cards.clone();
    game.brings("deck", "Deck")
        .describe("Four words.")
        .secret()
        .preset(
            "low",
            "Low",
            json!(["word-0", "word-1", "word-2", "word-3"]),
        )
        .preset(
            "high",
            "High",
            json!(["word-4", "word-5", "word-6", "word-7"]),
        )
        .check(move |_, value| {
            let words: Vec<&Value> = value.as_array().into_iter().flatten().collect();
            let mut faults = Vec::new();
            if words.len() != 4 {
                let text = "a deck has 4 words, not {size}";
                faults.push(Message::new("size", text).with("size", words.len() as u64));
            }
            let strange =
                |word: &&&Value| word.as_str().is_none_or(|word| !known.contains_key(word));
            faults.extend(words.iter().filter(strange).map(|word| {
                Message::new("unknown", "there is no word {word}").with("word", word.to_string())
            }));
            faults
        })
        .pieces(deck, move |value| {
            let words = value.as_array().into_iter().flatten();
            words
                .filter_map(|word| cards.get(word.as_str()?).copied())
                .collect()
        })
        .add();
    game.opening(move |play| {
        for seat in Seat::all(2) {
            play.shuffle(deck.of(seat));
        }
        for seat in Seat::all(2) {
            play.draw_many(deck.of(seat), hand.of(seat), 2);
        }
    });
    game.action("show").run(move |play, _| {
        let seat = play.seat();
        play.draw(hand.of(seat), field.of(seat));
    });
    game.flow(repeat(2, each_seat(step(["show"]))))
}

fn deck(first: u8) -> Value {
    (first..first + 4)
        .map(|number| format!("CANARY-{number}"))
        .collect()
}

fn brings(value: Value) -> BTreeMap<String, Bring> {
    BTreeMap::from([("deck".into(), Bring::Value(value))])
}

/// The words of a deck that are in a text.
fn found(text: &str, deck: &Value) -> Vec<String> {
    let words = deck
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    words
        .filter(|word| text.contains(word))
        .map(String::from)
        .collect()
}

async fn house() -> House {
    let mut games = Games::new();
    games.add(erase(duel()));
    House::with(generous(), games, Arc::new(Memory::new())).await
}

fn wish(value: Value) -> NewRoom {
    NewRoom {
        brings: brings(value),
        visibility: Visibility::Public,
        ..NewRoom::of("words")
    }
}

fn join(value: Value) -> Join {
    Join {
        brings: brings(value),
        ..Join::default()
    }
}

/// What somebody gets to see by asking for everything that can be asked for.
async fn asked(house: &House, person: &Person, id: &str) -> String {
    let mut heard = String::new();
    for path in [
        format!("/api/rooms/{id}"),
        format!("/api/matches/{id}/export"),
        format!("/api/matches/{id}/verify"),
        format!("/api/matches/{id}/history"),
        format!("/api/matches/{id}/history?viewer=0"),
        format!("/api/matches/{id}/history?viewer=referee"),
        format!("/api/matches/{id}/inside"),
        "/api/rooms".into(),
        "/api/mine".into(),
        "/api/games/words".into(),
    ] {
        let reply = request(house.address, "GET", &path, Some(&person.token), "").await;
        heard += &reply.body;
    }
    heard
}

#[tokio::test]
async fn nobody_reads_the_deck_of_somebody_else() {
    let log = Log::start();
    let house = house().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let carol = house.guest("Carol").await;
    let (of_ann, of_bob) = (deck(10), deck(20));
    let room = ann.api.create_room(&wish(of_ann.clone())).await.unwrap();
    let id = room.id.clone();
    // While they gather, too.
    let mut heard = asked(&house, &bob, &id).await;
    heard += &asked(&house, &carol, &id).await;
    heard += &serde_json::to_string(&room).unwrap();
    let joined = bob.api.join(&id, &join(of_bob.clone())).await.unwrap();
    heard += &serde_json::to_string(&joined).unwrap();

    let mut sockets = Vec::new();
    for person in [&ann, &bob, &carol] {
        let mut socket = Socket::welcomed(house.address, &person.token).await;
        socket.subscribe(&id).await;
        sockets.push(socket);
    }
    let command = json!({"action": "show"});
    for (turn, seat) in [0_usize, 1, 0].into_iter().enumerate() {
        let key = format!("k{turn}");
        let other = 1 - seat;
        sockets[other].submit(&id, command.clone(), &key).await;
        sockets[other].until(|frame| frame["key"] == *key).await;
        sockets[seat].submit(&id, command.clone(), &key).await;
        let answer = sockets[seat].until(|frame| frame["key"] == *key).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
        let version = answer["version"].clone();
        for socket in &mut sockets {
            let seen = |frame: &Value| frame["type"] == "update" && frame["version"] == version;
            socket.until(seen).await;
        }
        heard += &asked(&house, &carol, &id).await;
    }
    let by = |socket: usize| sockets[socket].heard.concat();
    // Ann has shown both words of her hand and Bob one: those are all that anybody else has heard of.
    let bob_asked = asked(&house, &bob, &id).await;
    for text in [by(2), heard, by(1) + &bob_asked] {
        assert_eq!(found(&text, &of_ann).len(), 2, "{text}");
        assert!(!text.contains("salt"), "{text}");
    }
    assert!(found(&by(2), &of_bob).len() == 1, "carol");
    assert!(
        found(&(by(0) + &asked(&house, &ann, &id).await), &of_bob).len() == 1,
        "ann"
    );
    // Bob sees his own hand, and not even he what is left in his deck.
    assert_eq!(found(&by(1), &of_bob).len(), 2);

    // When it is over, everybody may check it.
    sockets[1].submit(&id, command, "last").await;
    sockets[1].until(|frame| frame["key"] == "last").await;
    let file = carol.api.export(&id).await.unwrap();
    assert_eq!(
        (found(&file, &of_ann).len(), found(&file, &of_bob).len()),
        (4, 4)
    );
    let loaded = Match::load(duel(), &file).unwrap();
    assert!(loaded.verify().unwrap().seed_known);
    assert_eq!(loaded.setup().of(Seat(1), "deck"), &of_bob);
    let log = log.text();
    assert_eq!(
        (found(&log, &of_ann), found(&log, &of_bob)),
        (Vec::new(), Vec::new())
    );
}

#[tokio::test]
async fn all_that_is_wrong_with_a_deck_is_told_to_whoever_brings_it() {
    let house = house().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let bad = json!(["CANARY-10", "sword", "axe"]);
    let error = ann.api.create_room(&wish(bad.clone())).await.unwrap_err();
    let problem = error.problem().unwrap();
    assert_eq!(problem.code, "bad_bring");
    let faults: Vec<String> = problem
        .faults
        .iter()
        .map(|fault| fault.fault.to_string())
        .collect();
    assert_eq!(
        faults,
        [
            "a deck has 4 words, not 3",
            "there is no word \"sword\"",
            "there is no word \"axe\""
        ]
    );
    let room = ann.api.create_room(&wish(deck(10))).await.unwrap();
    // Who cannot bring that has no seat yet, and can try again.
    assert_eq!(code(bob.api.join(&room.id, &join(bad)).await), "bad_bring");
    let preset = |name: &str| BTreeMap::from([("deck".to_string(), Bring::Preset(name.into()))]);
    let unknown = Join {
        brings: preset("middle"),
        ..Join::default()
    };
    assert_eq!(
        code(bob.api.join(&room.id, &unknown).await),
        "no_such_preset"
    );
    let high = Join {
        brings: preset("high"),
        ..Join::default()
    };
    let joined = bob.api.join(&room.id, &high).await.unwrap();
    assert_eq!(joined.seats.len(), 2);
    assert_eq!(
        code(ann.api.bring(&room.id, Seat(0), &brings(deck(20))).await),
        "begun"
    );
}

#[tokio::test]
async fn a_deck_can_be_changed_until_the_match_begins_and_goes_along_to_the_rematch() {
    let house = house().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.api.create_room(&wish(deck(10))).await.unwrap();
    assert_eq!(
        code(bob.api.bring(&room.id, Seat(0), &brings(deck(30))).await),
        "not_your_seat"
    );
    ann.api
        .bring(&room.id, Seat(0), &brings(deck(20)))
        .await
        .unwrap();
    bob.api.join(&room.id, &join(deck(30))).await.unwrap();
    let ended = async |id: &str| {
        ann.api.leave(id).await.unwrap();
        let file = ann.api.export(id).await.unwrap();
        let loaded = Match::load(duel(), &file).unwrap();
        [0, 1].map(|seat| loaded.setup().of(Seat(seat), "deck").clone())
    };
    assert_eq!(ended(&room.id).await, [deck(20), deck(30)]);
    // The seats have moved on by one, and each has kept what is theirs.
    let again = ann.api.rematch(&room.id).await.unwrap();
    let mut socket = Socket::welcomed(house.address, &bob.token).await;
    socket.subscribe(&again.id).await;
    socket
        .until(|frame| {
            frame["room"]["status"] == "playing" || frame["status"]["room"]["status"] == "playing"
        })
        .await;
    assert_eq!(ended(&again.id).await, [deck(30), deck(20)]);
}

#[tokio::test]
async fn nobody_changes_a_deck_to_keep_the_others_from_adding_to_the_seed() {
    let house = house().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.api.create_room(&wish(deck(10))).await.unwrap();
    let entropy = Entropy([7; 32]);
    let mut socket = Socket::welcomed(house.address, &bob.token).await;
    socket.subscribe(&room.id).await;
    let joins = Join {
        commitment: Some(entropy.commitment()),
        ..join(deck(20))
    };
    bob.api.join(&room.id, &joins).await.unwrap();
    socket
        .until(|frame| frame["dealing"]["commitment"].is_string())
        .await;
    // The match begins in a moment, and Bob is about to tell what he adds.
    let late = ann.api.bring(&room.id, Seat(0), &brings(deck(30))).await;
    assert_eq!(code(late), "begun");
    socket
        .send(json!({"type": "entropy", "match": room.id, "entropy": entropy}))
        .await;
    socket
        .until(|frame| frame["status"]["room"]["status"] == "playing")
        .await;
    ann.api.leave(&room.id).await.unwrap();
    let header = Header::read(&ann.api.export(&room.id).await.unwrap()).unwrap();
    assert_eq!(header.entropy, [Contribution::revealed(Seat(1), entropy)]);
}

#[tokio::test]
async fn between_the_games_of_a_series_decks_change_and_stay_secret() {
    let house = house().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let (of_ann, of_bob) = (deck(10), deck(20));
    let wish = NewRoom {
        series: Some(SeriesLength::Games(2)),
        ..wish(of_ann.clone())
    };
    let room = ann.api.create_room(&wish).await.unwrap();
    bob.api.join(&room.id, &join(of_bob.clone())).await.unwrap();
    bob.api.leave(&room.id).await.unwrap();
    let next = ann.api.room(&room.id).await.unwrap().next.unwrap();
    // The first game is over, and what nobody has drawn in it may still come in the second.
    for (person, other) in [(&ann, &of_bob), (&bob, &of_ann)] {
        let heard = asked(&house, person, &room.id).await;
        assert!(heard.contains("series_not_over"), "{heard}");
        assert_eq!(found(&heard, other), Vec::<String>::new());
    }
    // Who only comes may still be choosing.
    let (client, _events) = house.look(&ann, &next, None).await;
    let (_client, _events) = house.look(&bob, &next, None).await;
    assert_eq!(
        client.status(&next).unwrap().room.status,
        RoomStatus::Gathering
    );
    // Ann has the second seat now. Her deck came with her, and she brings another one.
    let others = deck(30);
    ann.api
        .bring(&next, Seat(1), &brings(others.clone()))
        .await
        .unwrap();
    assert_eq!(
        code(ann.api.bring(&next, Seat(0), &brings(others.clone())).await),
        "not_your_seat"
    );
    ann.api.ready(&next).await.unwrap();
    let begun = bob.api.ready(&next).await.unwrap();
    assert_eq!(begun.status, RoomStatus::Playing);
    let heard = asked(&house, &bob, &next).await;
    assert_eq!(found(&heard, &others), Vec::<String>::new());
    bob.api.leave(&next).await.unwrap();
    // Now that the series is over, both files open what was brought to them.
    let (first, second) = (
        ann.api.export(&room.id).await.unwrap(),
        ann.api.export(&next).await.unwrap(),
    );
    for (file, decks) in [(first, [&of_ann, &of_bob]), (second, [&of_bob, &others])] {
        Match::load(duel(), &file).unwrap().verify().unwrap();
        assert!(decks.iter().all(|deck| found(&file, deck).len() == 4));
    }
}
