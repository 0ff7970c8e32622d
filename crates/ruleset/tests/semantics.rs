//! What expressions and effects mean at their edges, played line by line.

use expect_test::{Expect, expect};
use parlor_ruleset::{Ruleset, Trace};
use serde_json::{Value, json};

/// A ruleset of one waiting phase `play` after a set-up, to try things in.
struct Table {
    json: Value,
    players: u8,
}

fn table() -> Table {
    Table {
        json: json!({
            "meta": {
                "name": "Test", "slug": "test", "version": "1.0.0", "author": "Parlor",
                "players": { "min": 2, "max": 4 }
            },
            "deck": {
                "preset": "custom", "copies": 1,
                "cards": [
                    { "suit": "hearts", "rank": "A" }, { "suit": "hearts", "rank": "2" },
                    { "suit": "spades", "rank": "A" }, { "suit": "spades", "rank": "3" },
                    { "suit": "clubs", "rank": "4" }, { "suit": "clubs", "rank": "2" }
                ],
                "cardValues": { "A": { "kind": "dual", "low": 1, "high": 11 }, "2": 2, "3": 3, "4": 4 }
            },
            "roles": [
                { "name": "player", "isHuman": true, "count": "per_player" },
                { "name": "dealer", "isHuman": false, "count": 1 }
            ],
            "zones": [
                { "name": "draw_pile", "visibility": { "kind": "hidden" }, "owners": [] },
                { "name": "discard", "visibility": { "kind": "public" }, "owners": [] },
                { "name": "hand", "visibility": { "kind": "owner_only" }, "owners": ["player"] },
                { "name": "dealer_hand", "visibility": { "kind": "public" }, "owners": ["dealer"] }
            ],
            "variables": { "x": { "initial": 0 }, "t": { "initial": "" }, "active_suit": { "initial": "" } },
            "phases": [
                {
                    "name": "setup", "kind": "automatic", "actions": [], "onEnter": ["draw(draw_pile, discard, 0)"],
                    "transitions": [{ "to": "play", "when": "all_hands_dealt" }]
                },
                { "name": "play", "kind": "turn_based", "actions": [], "transitions": [] }
            ],
            "scoring": { "method": "hand_value(hand)", "winCondition": "my_score > dealer_value" },
            "ui": { "layout": "circle", "tableColor": "wood" }
        }),
        players: 2,
    }
}

impl Table {
    /// With something else at a JSON pointer.
    fn with(mut self, pointer: &str, value: Value) -> Table {
        *self.json.pointer_mut(pointer).expect("the place is there") = value;
        self
    }

    /// With an action that does this.
    fn action(mut self, name: &str, condition: Option<&str>, effects: &[&str]) -> Table {
        let actions = self
            .json
            .pointer_mut("/phases/1/actions")
            .and_then(Value::as_array_mut);
        let mut action = json!({ "name": name, "label": name, "effect": effects });
        if let Some(condition) = condition {
            action["condition"] = condition.into();
        }
        actions.expect("there are actions").push(action);
        self
    }

    fn players(mut self, players: u8) -> Table {
        self.players = players;
        self
    }

    /// What the parts of the position at these pointers are after each of some actions.
    fn play(&self, actions: &[Value], show: &[&str]) -> Vec<String> {
        let ruleset = match Ruleset::load(self.json.to_string().as_bytes()) {
            Ok(ruleset) => ruleset,
            Err(error) => panic!("{error}"),
        };
        let mut trace = Trace::new(&ruleset, self.players, 1).expect("the number of players fits");
        trace.act(r#"{"kind":"start_game"}"#);
        let lines = actions.iter().map(|action| {
            let line = trace.act(&action.to_string());
            let shown: Vec<String> = show
                .iter()
                .map(|pointer| line.pointer(pointer).map_or("-".into(), Value::to_string))
                .collect();
            match line.get("rejected") {
                Some(reason) => format!(
                    "refused: {}; {}",
                    reason.as_str().unwrap_or(""),
                    shown.join(" ")
                ),
                None => shown.join(" "),
            }
        });
        lines.collect()
    }
}

fn declare(name: &str) -> Value {
    json!({ "kind": "declare", "player": 0, "declaration": name })
}

/// What a number comes to, after some effects have happened.
fn number(before: &[&str], expression: &str, expected: Expect) {
    let set = format!("set_var(\"x\", {expression})");
    let table = table()
        .action("before", None, before)
        .action("go", None, &[&set]);
    let lines = table.play(&[declare("before"), declare("go")], &["/state/vars/x"]);
    expected.assert_eq(&lines[1]);
}

/// What a text comes to.
fn text(expression: &str, expected: Expect) {
    let set = format!("set_str_var(\"t\", {expression})");
    let lines = table()
        .action("go", None, &[&set])
        .play(&[declare("go")], &["/state/svars/t"]);
    expected.assert_eq(&lines[0]);
}

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
        expect!["refused: nothing can be divided by zero; 0"],
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
        expect!["refused: the zone discard has no card at 0; 0"],
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
        refused: 'go' is taken with one of 0, 1, 2, 3 as 'n'; 1
        refused: 'go' is taken with one of 0, 1, 2, 3 as 'n'; 1
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
