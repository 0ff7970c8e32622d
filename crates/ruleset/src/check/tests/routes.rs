//! Phases and transitions.

use expect_test::expect;
use serde_json::json;

use super::{check, check_all};

#[test]
fn a_phase_to_which_nothing_goes_is_never_reached() {
    check(
        "/phases/-",
        json!({ "name": "bonus", "kind": "automatic", "transitions": [{ "to": "over", "when": "true" }] }),
        expect![[r#"
            /phases/4/name warning[R401]: the game never gets to the phase 'bonus'
              expected: a way to it from the first phase
              help: no transition goes there: add { "to": "bonus", "when": … } to another phase, or remove it
        "#]],
    );
}

#[test]
fn a_phase_behind_a_transition_that_never_holds_is_never_reached() {
    check(
        "/phases/2/transitions/0/when",
        json!("card_count(discard) < 0"),
        expect![[r#"
            /phases/2/transitions/0/when warning[R407]: 'card_count(discard) < 0' never holds here
              expected: a condition that holds at some time
              help: change the condition, or remove the transition
            /phases/3/name warning[R401]: the game never gets to the phase 'over'
              expected: a way to it from the first phase
              help: the transitions to it are never taken, or begin in phases that are not reached
        "#]],
    );
}

#[test]
fn global_transitions_lead_to_phases_too() {
    check_all(
        [
            ("/phases/1/transitions", json!([])),
            (
                "/globalTransitions",
                json!([{ "to": "score", "when": "card_count(draw_pile) == 0" }]),
            ),
        ],
        expect![[""]],
    );
}

#[test]
fn transitions_after_one_that_always_holds_are_never_taken() {
    check(
        "/phases/0/transitions/-",
        json!({ "to": "score", "when": "true" }),
        expect![[r#"
            /phases/0/transitions/1 warning[R407]: the game never gets to this transition: 'all_hands_dealt' before it always holds
              expected: a condition that always holds in the last transition only
              help: move it before the one that always holds, or remove it
        "#]],
    );
    check(
        "/phases/1/transitions/0/when",
        json!("player_count > 1 || turn_number == 7"),
        expect![[r#"
            /phases/1/transitions/1 warning[R407]: the game never gets to this transition: 'player_count > 1 || turn_number == 7' before it always holds
              expected: a condition that always holds in the last transition only
              help: move it before the one that always holds, or remove it
        "#]],
    );
}

#[test]
fn conditions_that_no_game_can_meet_are_found() {
    for when in [
        "false",
        "1 > 2",
        "card_count(discard) > 0 && !true",
        "player_count == 5",
        "current_player_index > 3",
        "card_count(discard) > 52",
        "card_count(discard) == 0 && card_count(discard) > 3",
        "hand_value(discard) < 5 && hand_value(discard) >= 5",
        "card_count(discard) > 3 && !(card_count(discard) > 2)",
        "card_count(stash) > 0",
        "count_rank(discard, \"Joker\") > 0",
        "top_card_suit(discard) == \"stars\"",
        "top_card_suit(discard) == \"hearts\" && top_card_suit(discard) == \"spades\"",
        "player_count * 2 + 1 > 9",
    ] {
        let mut game = super::base();
        super::put(
            &mut game,
            "/phases/1/transitions/-",
            json!({ "to": "score", "when": when }),
        );
        let said = super::said(game);
        assert!(said.contains("[R407]"), "{when}: {said}");
    }
}

#[test]
fn conditions_that_a_game_may_meet_are_believed() {
    for when in [
        "card_count(discard) > 51",
        "player_count == 4",
        "card_count(discard) == 0 || card_count(discard) > 3",
        "hand_value(discard) < 5 && hand_value(draw_pile) >= 5",
        "!(card_count(draw_pile) == 4)",
        "card_count(discard) > 3 && !(card_count(discard) < 3)",
        "if(player_count > 3, card_count(\"hand:3\") == 0, false)",
        "top_card_suit(discard) == \"hearts\" || top_card_suit(discard) == \"spades\"",
        "52 % player_count == 1",
        "turn_direction() == -1",
        "all_players_done",
        "continue_game && !continue_game()",
    ] {
        let mut game = super::base();
        let transition = json!({ "to": "score", "when": when });
        super::put(&mut game, "/phases/1/transitions/-", transition);
        assert_eq!(super::said(game), "", "{when}");
    }
}

#[test]
fn variables_are_only_what_they_are_set_to() {
    let stage = |when: &str| {
        [
            ("/initialVariables", json!({ "stage": 0 })),
            (
                "/phases/1/actions/1/effect/-",
                json!("set_var(\"stage\", if(turn_number > 3, 2, 1))"),
            ),
            ("/phases/1/transitions/1/when", json!(when)),
        ]
    };
    check_all(stage("stage == 2"), expect![[""]]);
    check_all(
        stage("stage == 3"),
        expect![[r#"
        /phases/1/transitions/1/when warning[R407]: 'stage == 3' never holds here
          expected: a condition that holds at some time
          help: change the condition, or remove the transition
    "#]],
    );
    let suit = |when: &str| {
        [
            (
                "/variables",
                json!({ "active_suit": { "initial": "", "public": true } }),
            ),
            (
                "/phases/1/actions/1/effect/-",
                json!("set_str_var(\"active_suit\", \"hearts\")"),
            ),
            ("/phases/1/transitions/1/when", json!(when)),
        ]
    };
    check_all(suit("active_suit == \"hearts\""), expect![[""]]);
    check_all(
        suit("active_suit == \"heart\""),
        expect![[r#"
        /phases/1/transitions/1/when warning[R407]: 'active_suit == "heart"' never holds here
          expected: a condition that holds at some time
          help: change the condition, or remove the transition
    "#]],
    );
}

#[test]
fn a_variable_that_is_counted_up_may_be_anything() {
    check_all(
        [
            ("/initialVariables", json!({ "stage": 0 })),
            ("/phases/0/onEnter/-", json!("set_var(\"stage\", 0)")),
            (
                "/phases/1/actions/1/effect/-",
                json!("inc_var(\"stage\", 1)"),
            ),
            ("/phases/1/transitions/1/when", json!("stage == 3")),
        ],
        expect![[""]],
    );
}

#[test]
fn cards_that_may_be_dealt_are_not_dealt_yet() {
    check_all(
        [
            (
                "/phases/0/onEnter",
                json!(["if(turn_number > 1, deal(draw_pile, hand, 5))"]),
            ),
            (
                "/phases/0/transitions/-",
                json!({ "to": "score", "when": "true" }),
            ),
        ],
        expect![[""]],
    );
}

#[test]
fn a_number_with_a_name_is_there_to_be_changed() {
    check_all(
        [
            ("/initialVariables", json!({ "long_game": 0 })),
            ("/phases/1/transitions/1/when", json!("long_game == 1")),
        ],
        expect![[""]],
    );
}

#[test]
fn players_are_never_done_where_no_turn_ends() {
    check_all(
        [
            ("/phases/1/actions/0/effect", json!([])),
            (
                "/phases/1/actions/1/effect/1",
                json!("reverse_turn_order()"),
            ),
            ("/phases/1/transitions/1/when", json!("all_players_done")),
        ],
        expect![[r#"
            /phases/1/transitions/1/when warning[R407]: 'all_players_done' never holds here
              expected: a condition that holds at some time
              help: change the condition, or remove the transition
        "#]],
    );
}

#[test]
fn players_must_not_wait_for_ever() {
    check(
        "/phases/1/transitions",
        json!([]),
        expect![[r#"
        /phases/2/name warning[R401]: the game never gets to the phase 'score'
          expected: a way to it from the first phase
          help: no transition goes there: add { "to": "score", "when": … } to another phase, or remove it
        /phases/3/name warning[R401]: the game never gets to the phase 'over'
          expected: a way to it from the first phase
          help: the transitions to it are never taken, or begin in phases that are not reached
        /phases/1/transitions warning[R402]: players wait for ever in the phase 'play': no transition leads out of it
          expected: a transition that can hold, or end_game() among the effects
          help: add a transition to the phase that scores, or score the game and end it here
    "#]],
    );
}

#[test]
fn a_phase_whose_action_ends_the_game_needs_no_transition() {
    let mut game = super::base();
    let effect = json!("if(card_count(draw_pile) == 1, end_game())");
    super::put(&mut game, "/phases/1/actions/1/effect/1", effect);
    super::put(&mut game, "/phases/1/transitions", json!([]));
    let phases = game["phases"].as_array().map(|phases| json!(phases[..2]));
    super::put(&mut game, "/phases", json!(phases));
    expect![""].assert_eq(&super::said(game));
}

#[test]
fn a_game_must_not_stop_before_it_is_scored() {
    check(
        "/phases/1/transitions/1/to",
        json!("over"),
        expect![[r#"
        /phases/3/transitions warning[R402]: the game stops in the phase 'over' without being scored
          expected: a transition that can hold, or end_game() among the effects
          help: add a transition to the phase that scores, or score the game and end it here
    "#]],
    );
}

#[test]
fn phases_that_lead_only_to_each_other_are_a_trap() {
    check_all(
        [
            ("/phases/1/transitions/1/to", json!("pause")),
            (
                "/phases/-",
                json!({
                    "name": "pause", "kind": "all_players",
                    "actions": [{ "name": "wait", "label": "Wait", "effect": ["end_turn()"] }],
                    "transitions": [{ "to": "rest", "when": "turn_number > 4" }]
                }),
            ),
            (
                "/phases/-",
                json!({
                    "name": "rest", "kind": "all_players",
                    "actions": [{ "name": "wait", "label": "Wait", "effect": ["end_turn()"] }],
                    "transitions": [{ "to": "pause", "when": "true" }]
                }),
            ),
        ],
        expect![[r#"
            /phases/4/transitions warning[R402]: from the phase 'pause' on, the game never gets to its end: nothing that follows scores or ends it
              expected: a way to a phase that scores the game or ends it
              help: add a transition to the phase that scores
        "#]],
    );
}

#[test]
fn a_game_that_nothing_scores_has_no_winner() {
    check_all(
        [
            ("/phases/2/onEnter", json!(["collect_all_to(draw_pile)"])),
            ("/phases/2/transitions/0/when", json!("true")),
        ],
        expect![[r#"
            /phases warning[R409]: nothing ever scores or ends the game, so nobody can win it
              expected: calculate_scores(), determine_winners() or end_game() in some list of effects
              help: add an automatic phase with calculate_scores() and determine_winners() as the last one
        "#]],
    );
}

#[test]
fn automatic_phases_must_not_go_round_for_ever() {
    check(
        "/phases/2/transitions/0",
        json!({ "to": "score", "when": "true" }),
        expect![[r#"
            /phases/3/name warning[R401]: the game never gets to the phase 'over'
              expected: a way to it from the first phase
              help: no transition goes there: add { "to": "over", "when": … } to another phase, or remove it
            /phases/2/transitions error[R403]: these phases go round for ever, and nobody can do anything: score → score
              expected: a phase in which players act, or a transition that depends on the game
              help: let one of the transitions ask for something that changes
        "#]],
    );
    check_all(
        [
            ("/phases/2/transitions/0/when", json!("2 > 1")),
            (
                "/phases/3/transitions",
                json!([{ "to": "score", "when": "player_count >= 2" }]),
            ),
        ],
        expect![[r#"
            /phases/2/transitions error[R403]: these phases go round for ever, and nobody can do anything: score → over → score
              expected: a phase in which players act, or a transition that depends on the game
              help: let one of the transitions ask for something that changes
        "#]],
    );
}

#[test]
fn automatic_phases_that_ask_about_the_game_may_go_round() {
    check(
        "/phases/3/transitions",
        json!([{ "to": "deal", "when": "continue_game" }]),
        expect![[""]],
    );
    check(
        "/phases/3/transitions",
        json!([{ "to": "score", "when": "card_count(draw_pile) > 3" }]),
        expect![[""]],
    );
}

#[test]
fn steps_must_end() {
    check(
        "/phases/3/onStep",
        json!(["draw(draw_pile, discard, 1)"]),
        expect![[r#"
            /phases/3/onStep error[R403]: the steps of the phase 'over' never end: no transition leads out of it
              expected: a transition that holds after some steps
              help: add a transition, or do it once with onEnter
        "#]],
    );
}
