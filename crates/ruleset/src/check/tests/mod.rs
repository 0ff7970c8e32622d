//! A small game in which each test changes one thing, and what is said about it then.

mod actions;
mod deal;
mod games;
mod routes;
mod sight;
mod slips;
mod translations;
mod truth;

use expect_test::Expect;
use serde_json::{Value, json};

use crate::Document;
use crate::compile::compile;

/// Whoever is rid of all cards first has won: a game about which there is nothing to say.
fn base() -> Value {
    let values: serde_json::Map<String, Value> = "A 2 3 4 5 6 7 8 9 10 J Q K"
        .split(' ')
        .map(|rank| (rank.to_owned(), json!(1)))
        .collect();
    json!({
        "meta": { "name": "Shed", "slug": "shed", "version": "1.0.0", "author": "us", "players": { "min": 2, "max": 4 } },
        "deck": { "preset": "standard_52", "copies": 1, "cardValues": values },
        "roles": [{ "name": "player", "isHuman": true, "count": "per_player" }],
        "zones": [
            { "name": "draw_pile", "visibility": { "kind": "hidden" }, "owners": [] },
            { "name": "hand", "visibility": { "kind": "owner_only" }, "owners": ["player"] },
            { "name": "discard", "visibility": { "kind": "public" }, "owners": [] },
            { "name": "stash", "visibility": { "kind": "hidden" }, "owners": [] }
        ],
        "phases": [
            {
                "name": "deal", "kind": "automatic", "actions": [],
                "onEnter": ["shuffle(draw_pile)", "deal(draw_pile, hand, 5)", "move_top(draw_pile, discard, 1)"],
                "transitions": [{ "to": "play", "when": "all_hands_dealt" }]
            },
            {
                "name": "play", "kind": "turn_based",
                "actions": [
                    { "name": "play_card", "label": "Play", "condition": "played_card_matches_top(discard)", "effect": ["end_turn()"] },
                    { "name": "draw", "label": "Draw", "condition": "card_count(draw_pile) > 0", "effect": ["draw(draw_pile, current_player.hand, 1)", "end_turn()"] }
                ],
                "transitions": [
                    { "to": "score", "when": "card_count(\"hand:0\") == 0 || card_count(\"hand:1\") == 0" },
                    { "to": "score", "when": "card_count(draw_pile) == 0" }
                ]
            },
            {
                "name": "score", "kind": "automatic", "actions": [],
                "onEnter": ["calculate_scores()", "determine_winners()"],
                "transitions": [{ "to": "over", "when": "scores_calculated" }]
            },
            { "name": "over", "kind": "automatic", "actions": [], "transitions": [] }
        ],
        "scoring": { "method": "card_count(current_player.hand)", "winCondition": "my_score == 0" },
        "ui": { "layout": "circle", "tableColor": "wood" }
    })
}

/// Puts a value there; `-` stands for the end of a list.
fn put(document: &mut Value, pointer: &str, value: Value) {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    match document.pointer_mut(parent).expect("a parent") {
        Value::Array(list) if key == "-" => list.push(value),
        Value::Array(list) => list[key.parse::<usize>().expect("an index")] = value,
        Value::Object(map) => {
            map.insert(key.into(), value);
        }
        other => panic!("{other} has no parts"),
    }
}

/// The game with one change.
#[track_caller]
fn check(pointer: &str, value: Value, expect: Expect) {
    check_all([(pointer, value)], expect);
}

/// The game with some changes.
#[track_caller]
fn check_all<const N: usize>(changes: [(&str, Value); N], expect: Expect) {
    let mut document = base();
    for (pointer, value) in changes {
        put(&mut document, pointer, value);
    }
    expect.assert_eq(&said(document));
}

/// What is said about the game with one change.
#[track_caller]
fn found(pointer: &str, value: Value) -> String {
    let mut document = base();
    put(&mut document, pointer, value);
    said(document)
}

/// What the checks say about a game.
#[track_caller]
fn said(document: Value) -> String {
    let document: Document = serde_json::from_value(document).expect("the shape of a ruleset");
    let (program, problems) = compile(&document);
    let program = program.unwrap_or_else(|| panic!("it does not compile: {problems:#?}"));
    let mut text = String::new();
    for problem in super::check(&document, &program) {
        text += &format!("{} {problem}\n", problem.place.pointer);
        let value = serde_json::to_value(&document).expect("a document is JSON");
        assert!(
            value.pointer(&problem.place.pointer).is_some(),
            "nothing is at {}",
            problem.place.pointer
        );
        for (word, more) in [("expected", &problem.expected), ("help", &problem.help)] {
            let more = more.as_ref().expect("more than a message");
            text += &format!("  {word}: {more}\n");
        }
    }
    text
}

#[test]
fn there_is_nothing_to_say_about_a_good_game() {
    expect_test::expect![""].assert_eq(&said(base()));
}
