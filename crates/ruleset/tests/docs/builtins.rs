//! The reference of builtins is written from the table of builtins, and every example in it compiles.

use parlor_ruleset::{Builtin, Gives, Ruleset, Severity, Takes, builtins, render};
use serde_json::json;

use crate::blocks::folder;

const COMMAND: &str = "UPDATE_EXPECT=1 cargo test -p parlor-ruleset --test docs";

const HEAD: &str = "\
# Builtins

Everything that an expression can call, by what it is about. Arguments in `[…]` are optional. A builtin without arguments
may be written without parentheses: `all_players_done`. `if` and `while` are no builtins but part of the language: see
[chapter 4](4-expressions.md#if-and-while).

This page is written by a test from the table in `crates/ruleset/src/builtins.rs`, and every example compiles.

";

/// The parts of the page: a heading, a sentence, and which builtins belong there.
type Part = (&'static str, &'static str, fn(&Builtin) -> bool);

const PARTS: &[Part] = &[
    (
        "Questions about cards",
        "They read a zone and change nothing. Index 0 is the top.",
        |builtin| asks(builtin) && first_is(builtin, &[Takes::Zone]),
    ),
    (
        "Questions about tricks",
        "They look at all players' zones of a name. See the cookbook for [a whole game of tricks](cookbook.md#trick-taking).",
        |builtin| asks(builtin) && first_is(builtin, &[Takes::EachZone]),
    ),
    (
        "Other questions",
        "About turns, rounds, variables, scores and choices.",
        |builtin| asks(builtin) && !first_is(builtin, &[Takes::Zone, Takes::EachZone]),
    ),
    (
        "Effects on cards",
        "They stand in lists of effects. Cards leave a zone from its top and arrive at the bottom of the other one.",
        |builtin| !asks(builtin) && first_is(builtin, &[Takes::Zone, Takes::EachZone]),
    ),
    (
        "Other effects",
        "On turns, variables, scores and rounds.",
        |builtin| !asks(builtin) && !first_is(builtin, &[Takes::Zone, Takes::EachZone]),
    ),
];

fn asks(builtin: &Builtin) -> bool {
    builtin.gives != Gives::Effect
}

fn first_is(builtin: &Builtin, takes: &[Takes]) -> bool {
    builtin
        .takes
        .first()
        .is_some_and(|first| takes.contains(first))
}

/// The page as it should be.
fn page() -> String {
    let mut page = HEAD.to_owned();
    for (heading, _, belongs) in PARTS {
        let names = builtins().iter().filter(|builtin| belongs(builtin));
        let links: Vec<String> = names.map(|one| format!("[{0}](#{0})", one.name)).collect();
        page += &format!("- {heading}: {}\n", links.join(", "));
    }
    for (heading, about, belongs) in PARTS {
        page += &format!("\n## {heading}\n\n{about}\n");
        for builtin in builtins().iter().filter(|builtin| belongs(builtin)) {
            let gives = match builtin.gives {
                Gives::Effect => String::new(),
                gives => format!(" gives {}", gives.word()),
            };
            page += &format!(
                "\n### {}\n\n`{}`{gives}. {}\nFor example: `{}`\n",
                builtin.name,
                builtin.signature(),
                builtin.about,
                builtin.example
            );
        }
    }
    page
}

#[test]
fn the_reference_of_builtins_is_fresh() {
    let file = folder().join("builtins.md");
    let page = page();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, &page).expect("the page can be written");
    }
    let there = std::fs::read_to_string(&file).unwrap_or_default();
    let first = page
        .lines()
        .zip(there.lines())
        .zip(1..)
        .find(|((a, b), _)| a != b);
    let line = first.map_or(1, |(_, line)| line);
    assert!(
        there == page,
        "docs/rulesets/builtins.md:{line} is not what the builtins say; write it anew:\n{COMMAND}"
    );
}

#[test]
fn every_builtin_has_one_place_in_the_reference() {
    for builtin in builtins() {
        let parts = PARTS.iter().filter(|(_, _, belongs)| belongs(builtin));
        assert_eq!(parts.count(), 1, "{}", builtin.name);
    }
}

#[test]
fn every_example_of_a_builtin_compiles() {
    for builtin in builtins() {
        let Builtin { name, example, .. } = builtin;
        assert!(example.contains(&format!("{name}(")), "{name}: {example}");
        let text = game_with(builtin);
        let report = Ruleset::check(text.as_bytes());
        let errors = report
            .problems
            .iter()
            .filter(|one| one.severity() == Severity::Error);
        let shown = render(name, text.as_bytes(), &report.problems, false);
        assert_eq!(errors.count(), 0, "the example of {name}:\n{shown}");
    }
}

/// A game in which an example stands: as a question in the condition of `play_card`, or among its effects.
fn game_with(builtin: &Builtin) -> String {
    // Whatever a question gives, it can be made a text.
    let condition = match asks(builtin) {
        true => format!("concat({}, \"\") != \"nothing\"", builtin.example),
        false => "true".into(),
    };
    let effects: Vec<&str> = match asks(builtin) {
        true => vec!["end_turn()"],
        false => vec![builtin.example],
    };
    let shared = |name| json!({ "name": name, "visibility": { "kind": "public" }, "owners": [] });
    let each =
        |name| json!({ "name": name, "visibility": { "kind": "public" }, "owners": ["player"] });
    let ranks = [
        "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
    ];
    let values: serde_json::Map<_, _> = ranks
        .iter()
        .zip(1..)
        .map(|(rank, value)| (rank.to_string(), json!(value)))
        .collect();
    let game = json!({
        "meta": { "name": "Test", "slug": "test", "version": "1.0.0", "author": "Parlor", "players": { "min": 2, "max": 4 } },
        "deck": { "preset": "standard_52", "copies": 1, "cardValues": values },
        "roles": [
            { "name": "player", "isHuman": true, "count": "per_player" },
            { "name": "dealer", "isHuman": false, "count": 1 }
        ],
        "zones": [
            shared("draw_pile"), shared("discard"), shared("board"), each("hand"), each("trick"), each("won"),
            { "name": "dealer_hand", "visibility": { "kind": "public" }, "owners": ["dealer"] }
        ],
        "variables": { "running_total": { "initial": 0 }, "best": { "initial": 0 }, "active_suit": { "initial": "" } },
        "phases": [
            {
                "name": "deal", "kind": "automatic", "onEnter": ["shuffle(draw_pile)", "deal(draw_pile, hand, 5)"],
                "transitions": [{ "to": "play", "when": "all_hands_dealt" }]
            },
            {
                "name": "play", "kind": "turn_based",
                "actions": [
                    { "name": "play_card", "label": "Play", "from": ["hand"], "to": ["discard"], "condition": condition, "effect": effects },
                    { "name": "stop", "label": "Stop", "effect": ["calculate_scores()", "determine_winners()", "end_game()"] }
                ],
                "transitions": []
            }
        ],
        "scoring": { "method": "card_count(hand)", "winCondition": "my_score > 0" },
        "ui": { "layout": "circle", "tableColor": "wood" }
    });
    serde_json::to_string_pretty(&game).expect("JSON can be written")
}
