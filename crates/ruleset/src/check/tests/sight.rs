//! Conditions and what players see.

use expect_test::expect;
use serde_json::json;

use super::{check, check_all};

const CONDITION: &str = "/phases/1/actions/1/condition";

#[test]
fn a_condition_must_not_read_the_draw_pile() {
    check(
        CONDITION,
        json!("top_card_suit(draw_pile) == \"hearts\""),
        expect![[r#"
            /phases/1/actions/1/condition warning[R604]: players do not see the cards of 'draw_pile', but whether 'draw' is possible tells about them
              expected: a condition on cards that the player sees; counting cards is fine
              help: ask in the effect with if(…), or let players see 'draw_pile' in the phase 'play'
        "#]],
    );
}

#[test]
fn a_condition_must_not_read_the_hands_of_others() {
    check(
        CONDITION,
        json!("has_card_matching_rank(\"hand:1\", \"8\")"),
        expect![[r#"
            /phases/1/actions/1/condition warning[R604]: players do not see the cards of 'hand', but whether 'draw' is possible tells about them
              expected: a condition on cards that the player sees; counting cards is fine
              help: ask in the effect with if(…), or let players see 'hand' in the phase 'play'
        "#]],
    );
}

#[test]
fn asking_who_acts_somewhere_is_no_leave_to_read_other_hands() {
    for condition in [
        // It is always true, or says nothing of whose hand it is.
        "has_card_matching_rank(\"hand:1\", \"8\") && current_player_index >= 0",
        "current_player_index == 0 && has_card_matching_rank(\"hand:1\", \"8\")",
        "current_player_index == 1 || has_card_matching_rank(\"hand:1\", \"8\")",
        "current_player_index != 1 && has_card_matching_rank(\"hand:1\", \"8\")",
        "if(current_player_index == 1, true, has_card_matching_rank(\"hand:1\", \"8\"))",
        // The name is put together.
        "has_card_matching_rank(concat(\"hand:\", 1 - current_player_index), \"8\")",
        "has_card_matching_rank(concat(concat(\"ha\", \"nd:\"), 1 - current_player_index), \"8\")",
        "has_card_matching_rank(concat(\"ha\", \"nd:1\"), \"8\")",
        "top_card_rank(concat(\"draw\", \"_pile\")) > 3",
        "top_card_rank(concat(\"draw_\", get_param(\"what\"))) > 3",
        "top_card_rank(get_param(\"what\")) > 3",
    ] {
        let found = super::found(CONDITION, json!(condition));
        assert!(found.contains("R604"), "{condition}: {found}");
    }
}

#[test]
fn a_condition_may_read_what_the_player_sees() {
    for condition in [
        "hand_value(current_player.hand) > 3",
        "count_rank(concat(\"hand:\", current_player_index), \"8\") > 1",
        "current_player_index == 1 && has_card_matching_rank(\"hand:1\", \"8\")",
        "has_card_matching_rank(\"hand:1\", \"8\") && 1 == current_player_index",
        "current_player_index != 1 || has_card_matching_rank(\"hand:1\", \"8\")",
        "if(current_player_index == 1, has_card_matching_rank(\"hand:1\", \"8\"), true)",
        "has_card_matching_rank(concat(concat(\"ha\", \"nd:\"), current_player_index), \"8\")",
        "has_playable_card(current_player.hand, discard)",
        "card_count(draw_pile) > 3 && card_count(\"hand:1\") > 2",
    ] {
        check(CONDITION, json!(condition), expect![[""]]);
    }
    // Whatever it is, it begins like a zone that everybody sees.
    let condition = "top_card_rank(concat(\"disc\", get_param(\"what\"))) > 3";
    let found = super::found(CONDITION, json!(condition));
    assert!(!found.contains("R604"), "{found}");
}

#[test]
fn effects_and_transitions_may_read_everything() {
    check_all(
        [
            (
                "/phases/1/actions/1/effect/1",
                json!("if(top_card_suit(draw_pile) == \"hearts\", end_turn())"),
            ),
            (
                "/phases/1/transitions/1/when",
                json!("top_card_suit(draw_pile) == \"hearts\""),
            ),
        ],
        expect![[""]],
    );
}

#[test]
fn what_a_zone_shows_depends_on_the_phase() {
    let reads = (CONDITION, json!("top_card_suit(draw_pile) == \"hearts\""));
    let open = |phase: &str| {
        (
            "/zones/0/phaseOverrides",
            json!([{ "phase": phase, "visibility": { "kind": "public" } }]),
        )
    };
    check_all([reads.clone(), open("play")], expect![[""]]);
    check_all(
        [reads, open("score")],
        expect![[r#"
        /phases/1/actions/1/condition warning[R604]: players do not see the cards of 'draw_pile', but whether 'draw' is possible tells about them
          expected: a condition on cards that the player sees; counting cards is fine
          help: ask in the effect with if(…), or let players see 'draw_pile' in the phase 'play'
    "#]],
    );
}

#[test]
fn of_a_zone_that_shows_its_first_card_the_first_card_may_be_read() {
    let first = (
        "/zones/2/visibility",
        json!({ "kind": "partial", "rule": "first_card_only" }),
    );
    check_all(
        [
            first.clone(),
            (CONDITION, json!("top_card_rank(discard) > 3")),
        ],
        expect![[r#"
            /phases/1/actions/1/condition warning[R406]: nobody can ever take the action 'draw': 'top_card_rank(discard) > 3' never holds
              expected: a condition that holds at some time
              help: change the condition, or remove the action
        "#]],
    );
    check_all(
        [first, (CONDITION, json!("card_rank(discard, 1) > 3"))],
        expect![[r#"
            /phases/1/actions/1/condition warning[R406]: nobody can ever take the action 'draw': 'card_rank(discard, 1) > 3' never holds
              expected: a condition that holds at some time
              help: change the condition, or remove the action
            /phases/1/actions/1/condition warning[R604]: players do not see the cards of 'discard', but whether 'draw' is possible tells about them
              expected: a condition on cards that the player sees; counting cards is fine
              help: ask in the effect with if(…), or let players see 'discard' in the phase 'play'
        "#]],
    );
}
