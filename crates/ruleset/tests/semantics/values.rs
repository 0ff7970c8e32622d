//! What expressions come to, and in which order effects happen.

use expect_test::expect;
use serde_json::json;

use super::table::{declare, number, table, text};

#[test]
fn arithmetic_is_javascripts() {
    number(&[], "0.1 + 0.2", expect!["0.30000000000000004"]);
    number(&[], "-7 % 3", expect!["-1"]);
    number(&[], "0 * -1", expect!["0"]);
    number(&[], "7 / 2", expect!["3.5"]);
    number(&[], "2 + 3 * 4 - 1", expect!["13"]);
    number(
        &[],
        "1 / x",
        expect!["refused: a number is divided by zero; 0"],
    );
}

#[test]
fn texts_are_put_together_from_anything() {
    text("concat(\"a\", 1)", expect![[r#""a1""#]]);
    text(
        "concat(0.1 + 0.2, true)",
        expect![[r#""0.30000000000000004true""#]],
    );
    text("concat(\"x\", -0)", expect![[r#""x0""#]]);
    text(
        "if(player_count == 2, \"two\", \"more\")",
        expect![[r#""two""#]],
    );
}

#[test]
fn empty_zones_count_nothing_but_have_no_top() {
    for expression in [
        "hand_value(discard)",
        "card_count(discard)",
        "max_card_rank(discard)",
        "max_set_size(discard)",
        "max_run_length(discard)",
    ] {
        number(&[], expression, expect!["0"]);
    }
    number(
        &[],
        "if(has_playable_card(draw_pile, discard), 1, 2)",
        expect!["2"],
    );
    number(
        &[],
        "top_card_rank(discard)",
        expect!["refused: the zone discard is empty, so it has no top card; 0"],
    );
    number(
        &[],
        "card_rank(draw_pile, 6)",
        expect!["refused: the zone draw_pile has no card at 6; 0"],
    );
    number(
        &[],
        "card_rank(draw_pile, -1)",
        expect!["refused: the zone draw_pile has no card at -1; 0"],
    );
}

#[test]
fn cards_with_two_values_count_high_while_that_is_not_too_much() {
    // A♥ 2♥ A♠ 3♠ 4♣ 2♣, the ace of hearts on top.
    number(&[], "hand_value(draw_pile)", expect!["13"]);
    number(&[], "hand_value(draw_pile, 30)", expect!["23"]);
    number(&[], "hand_value(draw_pile, 99)", expect!["33"]);
    number(
        &[],
        "sum_card_values(draw_pile, prefer_high_under(21))",
        expect!["13"],
    );
    number(&[], "card_rank(draw_pile, 0)", expect!["11"]);
    number(&[], "max_run_length(draw_pile)", expect!["4"]);
    number(&[], "count_sets(draw_pile, 2)", expect!["2"]);
    number(&[], "count_runs(draw_pile, 1)", expect!["2"]);
    number(&[], "if(has_flush(draw_pile, 3), 1, 0)", expect!["0"]);
    number(&[], "if(has_straight(draw_pile, 4), 1, 0)", expect!["1"]);
    number(
        &[],
        "sum_zone_values_by_suit(draw_pile, \"hearts\")",
        expect!["13"],
    );
}

#[test]
fn counts_truncate_and_never_exceed_what_is_there() {
    let moved = |count: &str| {
        let effect = format!("move_top(draw_pile, discard, {count})");
        let lines = table()
            .action("go", None, &[&effect])
            .play(&[declare("go")], &["/state/zones/discard"]);
        lines[0].clone()
    };
    expect![[r#"["A|hearts"]"#]].assert_eq(&moved("1.9"));
    expect!["[]"].assert_eq(&moved("-3"));
    expect![[r#"["A|hearts","2|hearts","A|spades","3|spades","4|clubs","2|clubs"]"#]]
        .assert_eq(&moved("1000000"));
}

#[test]
fn a_list_is_worked_out_before_any_of_it_happens_but_a_loop_sees_what_came_before() {
    let table = table()
        .action(
            "list",
            None,
            &[
                "move_top(draw_pile, discard, 2)",
                "set_var(\"x\", card_count(discard))",
            ],
        )
        .action(
            "loop",
            None,
            &[
                "move_all(discard, draw_pile)",
                "while(card_count(discard) < 3, move_top(draw_pile, discard, 1))",
                "set_var(\"x\", card_count(discard))",
            ],
        )
        .action(
            "forever",
            None,
            &["while(card_count(draw_pile) >= 0, set_var(\"x\", 9))"],
        );
    let lines = table.play(
        &[declare("list"), declare("loop"), declare("forever")],
        &["/state/vars/x", "/state/zones/discard"],
    );
    expect![[r#"
        0 ["A|hearts","2|hearts"]
        3 ["A|spades","3|spades","4|clubs"]
        refused: a loop went round more than 100 times; 3 ["A|spades","3|spades","4|clubs"]"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn effects_happen_in_the_order_of_their_list() {
    let table = table()
        .action(
            "draw",
            None,
            &["if(x == 0, draw(draw_pile, hand, 1))", "end_turn()"],
        )
        .action(
            "skip",
            None,
            &[
                "set_var(\"x\", 7)",
                "end_turn()",
                "draw(draw_pile, hand, 1)",
            ],
        );
    let second = json!({ "kind": "declare", "player": 1, "declaration": "skip" });
    let hands = ["/state/zones/hand:0", "/state/zones/hand:1"];
    let lines = table.play(&[declare("draw"), second], &hands);
    expect![[r#"
        ["A|hearts"] []
        ["A|hearts","2|hearts"] []"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn deal_gives_one_player_after_the_other_and_draw_the_one_whose_turn_it_is() {
    let table = table()
        .players(3)
        .action("deal", None, &["deal(draw_pile, hand, 2)"])
        .action("draw", None, &["end_turn()", "draw(discard, hand, 1)"])
        .action("discard", None, &["move_all(\"hand:2\", discard)"]);
    let hands = [
        "/state/zones/hand:0",
        "/state/zones/hand:1",
        "/state/zones/hand:2",
        "/state/cur",
    ];
    let lines = table.play(
        &[declare("deal"), declare("discard"), declare("draw")],
        &hands,
    );
    expect![[r#"
        ["A|hearts","2|hearts"] ["A|spades","3|spades"] ["4|clubs","2|clubs"] 0
        ["A|hearts","2|hearts"] ["A|spades","3|spades"] [] 0
        ["A|hearts","2|hearts"] ["A|spades","3|spades","4|clubs"] [] 1"#]]
    .assert_eq(&lines.join("\n"));
}
