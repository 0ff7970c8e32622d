//! The laws, on rulesets that are hard to keep them with: unseen hands, twins, partial zones, fractions, new texts, loops.

use parlor_conformance::Checker;
use parlor_core::{Game, Setup, simulate};
use parlor_ruleset::Ruleset;
use parlor_ruleset::doc::HIGH_CARD;
use serde_json::{Value, json};

/// The small game of the documentation, with other actions in its turns.
fn with_actions(actions: Value, changes: &[(&str, Value)]) -> Ruleset {
    let mut json: Value = serde_json::from_str(HIGH_CARD).unwrap();
    json["phases"][1]["actions"] = actions;
    json["phases"][1]["transitions"] =
        json!([{ "to": "scoring", "when": "turn_number > 1 || best >= 8" }]);
    json["variables"]["word"] = json!({ "initial": "", "public": true });
    for (pointer, value) in changes {
        *json.pointer_mut(pointer).unwrap() = value.clone();
    }
    Ruleset::load(json.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn hold(ruleset: &Ruleset) {
    let setups = [2, 3].map(|seats| Setup::new(&ruleset.info(), seats).unwrap());
    if let Err(violation) = Checker::new(ruleset).setups(setups).positions(40).run() {
        panic!("{violation}");
    }
}

/// Plays a card and counts the turns.
fn play(condition: Option<&str>) -> Value {
    let mut action = json!({
        "name": "play_card", "label": "Play", "from": ["hand"], "to": ["discard"],
        "effect": ["inc_var(\"best\", 1)", "draw(draw_pile, current_player.hand, 1)", "end_turn()"]
    });
    if let Some(condition) = condition {
        action["condition"] = condition.into();
    }
    action
}

#[test]
fn equal_cards_that_a_player_does_not_see_stay_apart() {
    let hidden =
        json!({ "name": "hand", "visibility": { "kind": "hidden" }, "owners": ["player"] });
    let deal = json!(["shuffle(draw_pile)", "deal(draw_pile, hand, 4)"]);
    let changes = [
        ("/zones/2", hidden),
        ("/deck/copies", json!(3)),
        ("/phases/0/onEnter", deal),
    ];
    hold(&with_actions(json!([play(None)]), &changes));
}

#[test]
fn equal_cards_in_a_hand_are_one_choice() {
    let deal = json!(["shuffle(draw_pile)", "deal(draw_pile, hand, 6)"]);
    let changes = [("/deck/copies", json!(6)), ("/phases/0/onEnter", deal)];
    hold(&with_actions(
        json!([play(Some("played_card_index != 1"))]),
        &changes,
    ));
}

#[test]
fn zones_of_which_some_cards_are_seen_keep_the_others_secret() {
    for rule in ["first_card_only", "face_up_only"] {
        let partial = json!({
            "name": "discard", "visibility": { "kind": "partial", "rule": rule }, "owners": [],
            "phaseOverrides": [{ "phase": "over", "visibility": { "kind": "public" } }]
        });
        let actions = json!([
            play(None),
            { "name": "flip", "label": "Flip", "effect": ["flip_top(discard, 1)", "inc_var(\"best\", 1)", "end_turn()"] },
            { "name": "mix", "label": "Mix", "effect": ["shuffle(discard)", "inc_var(\"best\", 1)", "end_turn()"] },
            { "name": "back", "label": "Back", "effect": ["move_all(discard, draw_pile)", "shuffle(draw_pile)", "inc_var(\"best\", 1)", "end_turn()"] }
        ]);
        hold(&with_actions(actions, &[("/zones/1", partial)]));
    }
}

#[test]
fn fractions_and_new_texts_survive_saving_and_patching() {
    let actions = json!([{
        "name": "grow", "label": "Grow",
        "effect": [
            "set_var(\"best\", 0.1 + best * 1.1)",
            "set_str_var(\"word\", concat(get_str_var(\"word\"), best))",
            "if(best > 0.7, set_str_var(\"word\", \"\"))",
            "end_turn()"
        ]
    }]);
    hold(&with_actions(actions, &[]));
}

#[test]
fn what_would_never_end_or_fail_is_not_offered() {
    let actions = json!([
        { "name": "forever", "label": "For ever", "effect": ["while(card_count(draw_pile) < 100, set_var(\"best\", 1))", "end_turn()"] },
        { "name": "empty", "label": "Empty", "effect": ["inc_var(\"best\", top_card_rank(discard))", "end_turn()"] },
        { "name": "large", "label": "Large", "effect": ["set_var(\"best\", 7 * 1000000000 * best * best * best + 1)", "end_turn()"] }
    ]);
    let ruleset = with_actions(actions, &[]);
    hold(&ruleset);
    let setup = Setup::new(&ruleset.info(), 2).unwrap();
    assert_eq!(simulate(&ruleset, &setup, 1, 0, 200).unwrap().unfinished, 0);
}
