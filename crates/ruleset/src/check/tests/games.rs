//! Whole games.

use expect_test::expect;
use serde_json::{Value, json};

use super::{base, put, said};

#[test]
fn round_after_round_without_end_is_fine() {
    let mut game = base();
    put(
        &mut game,
        "/phases/3",
        json!({
            "name": "over", "kind": "all_players",
            "actions": [{ "name": "again", "label": "Again", "effect": ["collect_all_to(draw_pile)", "reset_round()"] }],
            "transitions": [{ "to": "deal", "when": "continue_game" }]
        }),
    );
    expect![""].assert_eq(&said(game));
}

#[test]
fn whoever_made_twenty_thousand_mistakes_reads_two_hundred() {
    let transitions: Vec<Value> = (0..100)
        .map(|to| json!({ "to": format!("p{to}"), "when": "false" }))
        .collect();
    let phase = |index: usize| {
        json!({
            "name": format!("p{index}"), "kind": "automatic", "transitions": transitions
        })
    };
    let mut game = base();
    put(&mut game, "/phases", (0..149).map(phase).collect());
    let said = said(game);
    let warnings = said
        .lines()
        .filter(|line| line.contains("warning["))
        .count();
    assert_eq!(warnings, 200);
}
