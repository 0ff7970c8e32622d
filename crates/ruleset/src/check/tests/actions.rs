//! What players can do.

use expect_test::expect;
use serde_json::json;

use super::{check, check_all};

#[test]
fn automatic_phases_have_no_actions() {
    check(
        "/phases/2/actions",
        json!([{ "name": "wait", "label": "Wait", "effect": ["end_turn()"] }]),
        expect![[r#"
            /phases/2/actions warning[R404]: the phase 'score' is automatic, so nobody can take its actions
              expected: no actions, or the kind 'turn_based' or 'all_players'
              help: put what happens by itself into onEnter or automaticSequence
        "#]],
    );
}

#[test]
fn phases_that_wait_have_actions() {
    check(
        "/phases/1/actions",
        json!([]),
        expect![[r#"
        /phases/1 error[R405]: the phase 'play' waits for players, but has no actions
          expected: at least one action, or the kind 'automatic'
          help: add an action, like { "name": "pass", "label": "Pass", "effect": ["end_turn()"] }
    "#]],
    );
}

#[test]
fn an_action_whose_condition_never_holds_is_never_taken() {
    check(
        "/phases/1/actions/1/condition",
        json!("card_count(draw_pile) < 0"),
        expect![[r#"
            /phases/1/actions/1/condition warning[R406]: nobody can ever take the action 'draw': 'card_count(draw_pile) < 0' never holds
              expected: a condition that holds at some time
              help: change the condition, or remove the action
        "#]],
    );
    check(
        "/phases/1/actions/0/condition",
        json!("played_card_index == -1"),
        expect![[r#"
            /phases/1/actions/0/condition warning[R406]: nobody can ever take the action 'play_card': 'played_card_index == -1' never holds
              expected: a condition that holds at some time
              help: change the condition, or remove the action
        "#]],
    );
}

#[test]
fn somebody_must_be_able_to_do_something() {
    check_all(
        [
            ("/phases/1/actions/0/condition", json!("1 > 2")),
            ("/phases/1/actions/1/condition", json!("false")),
        ],
        expect![[r#"
            /phases/1/actions/0/condition warning[R406]: nobody can ever take the action 'play_card': '1 > 2' never holds
              expected: a condition that holds at some time
              help: change the condition, or remove the action
            /phases/1/actions/1/condition warning[R406]: nobody can ever take the action 'draw': 'false' never holds
              expected: a condition that holds at some time
              help: change the condition, or remove the action
            /phases/1/actions error[R405]: no action of the phase 'play' can ever be taken
              expected: an action that is possible at some time
              help: change the conditions of its actions, or make it automatic
        "#]],
    );
}

#[test]
fn long_conditions_are_quoted_in_part() {
    check(
        "/phases/1/actions/1/condition",
        json!(format!("false {}", "&& turn_number > 3 ".repeat(20))),
        expect![[r#"
            /phases/1/actions/1/condition warning[R406]: nobody can ever take the action 'draw': 'false && turn_number > 3 && turn_number > 3 && turn_number >…' never holds
              expected: a condition that holds at some time
              help: change the condition, or remove the action
        "#]],
    );
}

#[test]
fn cards_are_played_from_where_cards_can_be() {
    check(
        "/phases/1/actions/0/from",
        json!(["stash"]),
        expect![[r#"
            /phases/1/actions/0 warning[R406]: nobody can ever take the action 'play_card': no card ever gets into 'stash', so none can be played
              expected: cards to play
              help: deal cards first: deal(draw_pile, stash, 5)
            /phases/1/actions/0/condition warning[R604]: players do not see the cards of 'stash', but whether 'play_card' is possible tells about them
              expected: a condition on cards that the player sees; counting cards is fine
              help: ask in the effect with if(…), or let players see 'stash' in the phase 'play'
        "#]],
    );
    check(
        "/phases/1/actions/0/to",
        json!(["hand"]),
        expect![[r#"
        /phases/1/actions/0 warning[R406]: nobody can ever take the action 'play_card': the cards of 'hand' are played onto themselves
          expected: two different zones
          help: say where cards go: "to": ["discard"]
    "#]],
    );
}

#[test]
fn cards_that_come_by_a_detour_can_be_played() {
    check_all(
        [
            ("/phases/1/actions/0/from", json!(["stash"])),
            (
                "/phases/1/actions/1/effect/0",
                json!("move_top(hand:0, stash, 1)"),
            ),
        ],
        expect![[r#"
            /phases/1/actions/0/condition warning[R604]: players do not see the cards of 'stash', but whether 'play_card' is possible tells about them
              expected: a condition on cards that the player sees; counting cards is fine
              help: ask in the effect with if(…), or let players see 'stash' in the phase 'play'
        "#]],
    );
}

#[test]
fn one_player_alone_can_choose_no_other() {
    check_all(
        [
            ("/meta/players", json!({ "min": 1, "max": 1 })),
            (
                "/phases/1/transitions/0/when",
                json!("card_count(\"hand:0\") == 0"),
            ),
            (
                "/phases/1/actions/1",
                json!({
                    "name": "ask", "label": "Ask", "params": { "whom": { "player": {} } },
                    "effect": ["set_next_player(get_param(\"whom\"))"]
                }),
            ),
        ],
        expect![[r#"
            /phases/1/actions/1 warning[R406]: nobody can ever take the action 'ask': there is nothing to choose for 'whom'
              expected: at least one choice
              help: with one player there is no other: let more play, or say "including_self": true
        "#]],
    );
}
