//! Slips that play all the same, each found where it stands: the page of each code says more.

use serde_json::{Value, json};

use super::{base, put};
use crate::{Ruleset, bundled};

/// What is said about the game with some changes: the code, the part of the file that it is about, and the help.
fn slips<const N: usize>(changes: [(&str, Value); N]) -> Vec<String> {
    let mut document = base();
    for (pointer, value) in changes {
        put(&mut document, pointer, value);
    }
    said_of(&serde_json::to_string_pretty(&document).expect("a document is JSON"))
}

fn said_of(file: &str) -> Vec<String> {
    let report = Ruleset::check(file.as_bytes());
    let said = report.problems.iter().map(|problem| {
        let position = problem.place.position.expect("a position");
        let part = &file[position.start..position.end];
        let help = problem.help.as_deref().unwrap_or("no help");
        format!("{} at {part} ({help})", problem.code)
    });
    said.collect()
}

const EFFECTS: &str = "/phases/0/onEnter";

fn with_effect(effect: &str) -> Vec<String> {
    let effects = json!(["shuffle(draw_pile)", "deal(draw_pile, hand, 5)", effect]);
    slips([
        (EFFECTS, effects),
        (
            "/variables",
            json!({ "score": { "initial": 0 }, "bet_total": { "initial": 0 } }),
        ),
    ])
}

#[test]
fn a_misspelled_variable_is_found_where_it_is_set() {
    let help = "did you mean 'score'?";
    for effect in ["set_var(\"scroe\", 1)", "inc_var(\"scroe\", 1)"] {
        assert_eq!(
            with_effect(effect),
            [format!("R214 at \\\"scroe\\\" ({help})")],
            "{effect}"
        );
    }
    assert_eq!(
        with_effect("set_str_var(\"mood\", \"good\")"),
        ["R214 at \\\"mood\\\" (declare it in 'variables', or leave the effect out)"]
    );
}

#[test]
fn variables_that_are_read_or_known_may_be_set_without_being_declared() {
    for effect in [
        "set_var(\"score\", 1)",
        "set_var(\"cumulative_score_0\", 1)",
        "set_str_var(\"active_suit\", \"hearts\")",
        "if(player_count > 5, set_var(\"x\", get_var(\"x\")))",
        "if(player_count > 5, set_var(\"bet_0\", get_var(concat(\"bet_\", player_count))))",
        "if(player_count > 5, set_var(\"bet_0\", get_var(concat(concat(\"bet_\", player_count), \"\"))))",
    ] {
        assert_eq!(with_effect(effect), [""; 0], "{effect}");
    }
}

#[test]
fn a_suit_or_rank_that_no_card_has_is_found() {
    let condition = |text: &str| slips([("/phases/1/actions/1/condition", json!(text))]);
    let hand = "current_player.hand";
    assert_eq!(
        condition(&format!(
            "has_card_matching_suit({hand}, \"heart\") || card_count({hand}) > 0"
        )),
        ["R508 at \\\"heart\\\" (did you mean 'hearts'?)"]
    );
    assert_eq!(
        condition(&format!(
            "count_rank({hand}, \"Queen\") > 0 || card_count({hand}) > 0"
        )),
        ["R508 at \\\"Queen\\\" (there are A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K)"]
    );
    let compared = condition("\"spade\" == top_card_suit(discard) || card_count(draw_pile) > 0");
    assert_eq!(compared, ["R508 at \\\"spade\\\" (did you mean 'spades'?)"]);
    let right =
        format!("has_card_with({hand}, \"10\", \"hearts\") || top_card_suit(discard) != \"\"");
    assert_eq!(condition(&right), [""; 0]);
}

#[test]
fn winners_come_after_scores() {
    let effects = |list: Value| slips([("/phases/2/onEnter", list)]);
    assert_eq!(
        effects(json!(["determine_winners()", "calculate_scores()"])),
        ["R410 at \"determine_winners()\" (put calculate_scores() before it)"]
    );
    assert_eq!(
        effects(json!(["determine_winners()"])),
        [
            "R410 at \"determine_winners()\" (call calculate_scores() first, here or in a phase before this one)"
        ]
    );
    assert_eq!(
        effects(json!(["calculate_scores()", "determine_winners()"])),
        [""; 0]
    );
    // In a phase before this one, or where nothing compares scores, it may stand alone.
    let before = json!([
        "shuffle(draw_pile)",
        "deal(draw_pile, hand, 5)",
        "move_top(draw_pile, discard, 1)",
        "calculate_scores()"
    ]);
    let alone = ("/phases/2/onEnter", json!(["determine_winners()"]));
    assert_eq!(slips([(EFFECTS, before), alone.clone()]), [""; 0]);
    let by_cards = json!("card_count(hand) == 0");
    assert_eq!(slips([alone, ("/scoring/winCondition", by_cards)]), [""; 0]);
}

#[test]
fn a_zone_is_not_named_like_a_zone_of_one_player() {
    let zone =
        |name: &str| json!({ "name": name, "visibility": { "kind": "public" }, "owners": [] });
    assert_eq!(
        slips([("/zones/-", zone("stash:0"))]),
        ["R215 at \"stash:0\" (call it 'stash_0')"]
    );
    // Two zones of one name lose cards.
    assert_eq!(
        slips([("/zones/-", zone("hand:0"))]),
        ["R208 at \"hand:0\" (call it 'hand_0')"]
    );
}

#[test]
fn a_blank_name_is_found() {
    let help = "give it a name of letters";
    assert_eq!(
        slips([("/phases/1/actions/1/label", json!(" "))]),
        [format!("R112 at \" \" ({help})")]
    );
    assert_eq!(
        slips([("/variables", json!({ "": { "initial": 0 } }))]),
        [format!("R112 at \"\" ({help})")]
    );
}

#[test]
fn a_role_that_is_there_once_says_so() {
    let dealers = json!({ "name": "dealer", "isHuman": false, "count": 2 });
    let method = json!("card_count(hand)");
    let dealt =
        json!({ "name": "dealer_hand", "visibility": { "kind": "public" }, "owners": ["dealer"] });
    let changes = [
        ("/roles/-", dealers),
        ("/scoring/method", method),
        ("/zones/-", dealt),
    ];
    assert_eq!(
        slips(changes),
        ["R216 at 2 (write 1, and declare a role of its own for each of the others)"]
    );
}

#[test]
fn a_text_is_not_put_into_a_number() {
    assert_eq!(
        with_effect("set_str_var(\"score\", \"ten\")"),
        [
            "R217 at \\\"score\\\" (declare it with a text as its 'initial', or use set_var with a number)"
        ]
    );
    let ask = json!({
        "name": "ask", "label": "Ask", "params": { "rank": { "rank": {} } },
        "effect": ["set_var(\"score\", get_param(\"rank\"))", "end_turn()"]
    });
    let score = ("/variables", json!({ "score": { "initial": 0 } }));
    assert_eq!(
        slips([("/phases/1/actions/-", ask), score]),
        ["R217 at get_param(\\\"rank\\\") (use set_str_var, and get_str_var to read it)"]
    );
}

#[test]
fn a_custom_color_is_said_where_it_is_used() {
    assert_eq!(
        slips([("/ui/tableColor", json!("custom"))]),
        ["R111 at \"custom\" (add \"customColor\": \"#1f5f7a\", or choose another color)"]
    );
    assert_eq!(
        slips([("/ui/customColor", json!("#1f5f7a"))]),
        ["R110 at \"#1f5f7a\" (write \"tableColor\": \"custom\")"]
    );
    let both = [
        ("/ui/tableColor", json!("custom")),
        ("/ui/customColor", json!("#1f5f7a")),
    ];
    assert_eq!(slips(both), [""; 0]);
}

#[test]
fn nothing_is_said_about_what_is_right() {
    assert_eq!(slips([]), [""; 0]);
    for file in bundled() {
        assert_eq!(said_of(file.text), [""; 0], "{}", file.file);
    }
}
