//! Safety, turns, scores, parameters and phases.

use expect_test::expect;
use serde_json::{Value, json};

use super::table::{declare, number, table};

#[test]
fn nothing_is_lost_where_the_first_engine_lost_or_doubled_cards() {
    let table = table()
        .action(
            "itself",
            None,
            &["set_str_var(\"t\", concat(\"dis\", \"card\"))"],
        )
        .action(
            "onto",
            None,
            &["move_all(discard, concat(\"dis\", \"card\"))"],
        )
        .action(
            "nowhere",
            None,
            &["move_all(draw_pile, concat(\"no\", \"where\"))"],
        )
        .action(
            "stranger",
            None,
            &["move_all(draw_pile, concat(\"hand:\", 7))"],
        );
    let lines = table.play(
        &[
            declare("itself"),
            declare("onto"),
            declare("nowhere"),
            declare("stranger"),
        ],
        &["/state/zones/draw_pile"],
    );
    expect![[r#"
        ["A|hearts","2|hearts","A|spades","3|spades","4|clubs","2|clubs"]
        refused: the cards already lie in the zone discard; ["A|hearts","2|hearts","A|spades","3|spades","4|clubs","2|clubs"]
        refused: there is no zone of that name; ["A|hearts","2|hearts","A|spades","3|spades","4|clubs","2|clubs"]
        refused: there is no zone hand:7; ["A|hearts","2|hearts","A|spades","3|spades","4|clubs","2|clubs"]"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn a_zone_holds_no_more_than_it_can() {
    let table = table()
        .with("/zones/1", json!({ "name": "discard", "visibility": { "kind": "public" }, "owners": [], "maxCards": 2 }))
        .action("go", None, &["move_top(draw_pile, discard, 1)"]);
    let lines = table.play(
        &[declare("go"), declare("go"), declare("go")],
        &["/state/zones/discard"],
    );
    expect![[r#"
        ["A|hearts"]
        ["A|hearts","2|hearts"]
        refused: the zone discard is full; ["A|hearts","2|hearts"]"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn players_do_what_the_phase_offers_and_nothing_else() {
    let table = table().action("go", Some("x < 1"), &["inc_var(\"x\", 1)", "end_turn()"]);
    let lines = table.play(
        &[
            json!({ "kind": "draw_card", "player": 0 }),
            json!({ "kind": "end_turn", "player": 0 }),
            json!({ "kind": "play_card", "player": 0, "card": "A|hearts", "fromZone": "draw_pile", "toZone": "discard" }),
            json!({ "kind": "declare", "player": 1, "declaration": "go" }),
            json!({ "kind": "declare", "player": 9, "declaration": "go" }),
            json!({ "kind": "start_game" }),
            json!({ "kind": "fly" }),
            json!(7),
            declare("go"),
            json!({ "kind": "declare", "player": 1, "declaration": "go" }),
        ],
        &["/state/cur", "/state/taken", "/valid/1"],
    );
    expect![[r#"
        refused: the phase 'play' does not offer 'draw_card'; 0 0 []
        refused: the phase 'play' does not offer 'end_turn'; 0 0 []
        refused: the phase 'play' does not offer 'play_card'; 0 0 []
        refused: it is not player 1's turn; 0 0 []
        refused: there is no player 9; 0 0 []
        refused: the game has begun already; 0 0 []
        refused: there is no kind of action 'fly'; 0 0 []
        refused: this is no action: invalid type: integer `7`, expected struct Action at line 1 column 1; 0 0 []
        1 1 ["!go"]
        refused: 'go' is not possible now; 1 1 ["!go"]"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn turns_go_the_way_that_effects_say_and_fixed_orders_do_not_listen() {
    let acting = |order: &str| {
        let table = table()
            .players(4)
            .with("/phases/1", json!({ "name": "play", "kind": "all_players", "turnOrder": order, "actions": [], "transitions": [] }))
            .action("end", None, &["end_turn()"])
            .action("reverse", None, &["reverse_turn_order()"])
            .action("skip", None, &["skip_next_player()"])
            .action("jump", None, &["set_next_player(3)"])
            .action("nobody", None, &["set_next_player(9)"]);
        let actions = ["end", "reverse", "end", "skip", "jump", "nobody", "end"].map(declare);
        table
            .play(&actions, &["/state/cur", "/state/dir", "/state/taken"])
            .join(", ")
    };
    expect!["1 1 1, 1 -1 1, 0 -1 2, 3 -1 2, 3 -1 2, 3 -1 2, 2 -1 3"]
        .assert_eq(&acting("clockwise"));
    expect!["3 -1 1, 3 1 1, 0 1 2, 1 1 2, 3 1 2, 3 1 2, 0 1 3"]
        .assert_eq(&acting("counterclockwise"));
    expect!["1 1 1, 1 1 1, 2 1 2, 2 1 2, 2 1 2, 2 1 2, 3 1 3"].assert_eq(&acting("fixed"));
}

#[test]
fn scores_are_the_guides_and_a_round_begins_anew() {
    let table = table()
        .action(
            "deal",
            None,
            &[
                "deal(draw_pile, hand, 2)",
                "deal(draw_pile, dealer_hand, 1)",
                "set_var(\"x\", 5)",
            ],
        )
        .action(
            "score",
            None,
            &[
                "calculate_scores()",
                "determine_winners()",
                "accumulate_scores()",
            ],
        )
        .action(
            "again",
            None,
            &[
                "collect_all_to(draw_pile)",
                "reverse_turn_order()",
                "reset_round()",
            ],
        );
    let lines = table.play(
        &[declare("deal"), declare("score"), declare("again")],
        &[
            "/state/scores",
            "/state/vars",
            "/state/turn",
            "/state/dir",
            "/state/zones/draw_pile",
        ],
    );
    expect![[r#"
        {} {"x":5} 1 1 ["2|clubs"]
        {"dealer":4,"player:0":13,"player:1":14,"result:0":1,"result:1":1} {"cumulative_score_0":13,"cumulative_score_1":14,"x":5} 1 1 ["2|clubs"]
        {} {"cumulative_score_0":13,"cumulative_score_1":14,"x":0} 2 1 ["2|clubs","A|hearts","2|hearts","A|spades","3|spades","4|clubs"]"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn an_active_suit_stands_for_the_top_cards() {
    let before = [
        "move_top(draw_pile, discard, 1)",
        "set_str_var(\"active_suit\", \"clubs\")",
    ];
    // A♥ lies on the discard pile; 2♥ A♠ 3♠ 4♣ 2♣ are left.
    number(
        &before[..1],
        "if(card_matches_top(draw_pile, 0, discard), 1, 0)",
        expect!["1"],
    );
    number(
        &before,
        "if(card_matches_top(draw_pile, 0, discard), 1, 0)",
        expect!["0"],
    );
    number(
        &before,
        "if(card_matches_top(draw_pile, 1, discard), 1, 0)",
        expect!["1"],
    );
    number(
        &before,
        "if(card_matches_top(draw_pile, 3, discard), 1, 0)",
        expect!["1"],
    );
    number(
        &before,
        "if(has_playable_card(draw_pile, discard), 1, 0)",
        expect!["1"],
    );
}

#[test]
fn parameters_are_what_was_declared_and_0_without() {
    let table = table()
        .action("go", None, &["set_var(\"x\", get_param(\"n\"))"])
        .with(
            "/phases/1/actions/0",
            json!({
                "name": "go", "label": "Go", "effect": ["set_var(\"x\", get_param(\"n\"))"],
                "params": { "n": { "range": { "min": 0, "max": 3 } } }
            }),
        );
    let with = |n: Value| json!({ "kind": "declare", "player": 0, "declaration": "go", "params": { "n": n } });
    let lines = table.play(
        &[
            with(json!(3)),
            with(json!(true)),
            with(json!(4)),
            with(json!("a")),
            with(json!([])),
            declare("go"),
        ],
        &["/state/vars/x"],
    );
    expect![[r#"
        3
        1
        refused: choose one of 0, 1, 2, 3 as 'n'; 1
        refused: choose one of 0, 1, 2, 3 as 'n'; 1
        refused: the parameter 'n' should be a number or a text; 1
        0"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn an_action_ends_the_turn_by_itself_where_the_phase_says_so() {
    let table = table()
        .with("/phases/1", json!({
            "name": "play", "kind": "turn_based", "autoEndTurnCondition": "card_count(current_player.hand) >= 2",
            "actions": [], "transitions": []
        }))
        .action("draw", None, &["draw(draw_pile, current_player.hand, 1)"])
        .action("pass", None, &["draw(draw_pile, current_player.hand, 2)", "end_turn()"]);
    let lines = table.play(
        &[
            declare("draw"),
            declare("draw"),
            json!({ "kind": "declare", "player": 1, "declaration": "pass" }),
        ],
        &["/state/cur", "/state/taken"],
    );
    expect!["0 0 / 1 1 / 0 2"].assert_eq(&lines.join(" / "));
}

#[test]
fn automatic_phases_that_never_end_refuse_the_action() {
    let table = table()
        .with("/phases", json!([
            { "name": "setup", "kind": "automatic", "actions": [], "onEnter": ["set_var(\"x\", 1)"],
              "transitions": [{ "to": "play", "when": "x == 1" }, { "to": "setup", "when": "x == 2" }] },
            { "name": "play", "kind": "turn_based",
              "actions": [{ "name": "go", "label": "Go", "effect": ["set_var(\"x\", 2)"] }, { "name": "stay", "label": "Stay", "effect": ["end_turn()"] }],
              "transitions": [{ "to": "spin", "when": "x == 2" }] },
            { "name": "spin", "kind": "automatic", "actions": [], "onEnter": ["inc_var(\"x\", 0)"],
              "transitions": [{ "to": "spin", "when": "x == 2" }, { "to": "play", "when": "x == 1" }] }
        ]));
    let lines = table.play(
        &[declare("go"), declare("stay")],
        &["/state/phase", "/state/vars/x"],
    );
    expect![[r#"
        refused: more than 50 automatic phases followed each other; "play" 1
        "play" 1"#]]
    .assert_eq(&lines.join("\n"));
}
