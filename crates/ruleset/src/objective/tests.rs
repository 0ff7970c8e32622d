//! The `ai` section: what is said of wrong ones, and who has reached what in play.

use expect_test::{Expect, expect};
use parlor_core::{Game, Match, Objectives, Seat, Seed, Setup};
use serde_json::{Value, json};

use crate::doc::HIGH_CARD;
use crate::{Ruleset, render};

/// The small ruleset with this `ai` section, which stands on a line of its own.
fn with_ai(ai: &str) -> String {
    let end = HIGH_CARD.rfind('}').unwrap();
    format!("{},\n  \"ai\": {ai}\n}}", HIGH_CARD[..end].trim_end())
}

/// What is said of an `ai` section.
fn check(ai: &str, expect: Expect) {
    let file = with_ai(ai);
    let report = Ruleset::check(file.as_bytes());
    expect.assert_eq(&render("game", file.as_bytes(), &report.problems, false));
}

/// A section with one objective.
fn one(objective: Value) -> String {
    json!({ "objectives": [objective] }).to_string()
}

fn aim(check: &str) -> Value {
    json!({ "name": "aim", "check": check, "weight": 0.3 })
}

/// The checks that each seat has reached: both have a card, the first acts, then the second.
fn reached(checks: &[&str], actions: &[&str]) -> String {
    let objectives = checks
        .iter()
        .map(|check| json!({ "name": check, "check": check, "weight": -0.5 }));
    let objectives: Vec<Value> = objectives.collect();
    let file = with_ai(&json!({ "objectives": objectives }).to_string());
    let ruleset = Ruleset::load(file.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let setup = Setup::new(&ruleset.info(), 2).unwrap();
    let mut play = Match::new(ruleset.clone(), setup, Seed::Integer(42)).unwrap();
    for action in actions {
        let seat = play.to_act().first().unwrap();
        let command = serde_json::from_value(json!({ "action": action })).unwrap();
        play.play(seat, &command).unwrap();
    }
    let seats = Seat::all(2).map(|seat| {
        let numbers = 0..ruleset.objectives().len();
        let reached = numbers.filter(|number| ruleset.holds(*number, play.state(), seat));
        let checks: Vec<&str> = reached.map(|number| checks[number]).collect();
        let checks = if checks.is_empty() {
            vec!["nothing"]
        } else {
            checks
        };
        format!("{seat}: {}", checks.join(", "))
    });
    seats.collect::<Vec<String>>().join("\n")
}

#[test]
fn a_good_section_is_nothing_to_speak_of() {
    check(
        &one(aim("max_card_rank(current_player.hand) > 9")),
        expect![""],
    );
    check("{}", expect![""]);
}

#[test]
fn fields_are_there_and_of_the_right_type() {
    check(
        r#"{ "objectivs": [] }"#,
        expect![[r#"
            error[R102]: there is no field 'objectivs' in ai
              --> game:59:11
               |
            59 |   "ai": { "objectivs": [] }
               |           ^^^^^^^^^^^
               = at ai.objectivs
               = expected: `horizon` or `objectives`
               = help: did you mean 'objectives'?

            1 error
        "#]],
    );
    check(
        r#"{ "objectives": [{ "name": "", "chek": "true", "weight": "much" }] }"#,
        expect![[r#"
            error[R101]: the field 'check' of ai.objectives[0] is missing
              --> game:59:26
               |
            59 |   "ai": { "objectives": [{ "name": "", "chek": "true", "weight": "much" }] }
               |                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = at ai.objectives[0]
               = expected: a text in quotes

            error[R106]: ai.objectives[0].name is empty
              --> game:59:36
               |
            59 |   "ai": { "objectives": [{ "name": "", "chek": "true", "weight": "much" }] }
               |                                    ^^
               = at ai.objectives[0].name
               = expected: a text that is not empty

            error[R102]: there is no field 'chek' in ai.objectives[0]
              --> game:59:40
               |
            59 |   "ai": { "objectives": [{ "name": "", "chek": "true", "weight": "much" }] }
               |                                        ^^^^^^
               = at ai.objectives[0].chek
               = expected: one of `check`, `name` or `weight`
               = help: did you mean 'check'?

            error[R103]: ai.objectives[0].weight is a text
              --> game:59:66
               |
            59 |   "ai": { "objectives": [{ "name": "", "chek": "true", "weight": "much" }] }
               |                                                                  ^^^^^^
               = at ai.objectives[0].weight
               = expected: a number

            4 errors
        "#]],
    );
    check(
        r#"[{ "name": "aim" }]"#,
        expect![[r#"
        error[R103]: ai is a list
          --> game:59:9
           |
        59 |   "ai": [{ "name": "aim" }]
           |         ^^^^^^^^^^^^^^^^^^^
           = at ai
           = expected: an object in `{` and `}`

        1 error
    "#]],
    );
}

#[test]
fn a_weight_is_a_number_within_reason_and_not_zero() {
    check(
        r#"{ "objectives": [{ "name": "rich", "check": "turn_number > 1", "weight": 0 }] }"#,
        expect![[r#"
            error[R105]: the objective 'rich' weighs nothing, so that no bot minds it
              --> game:59:82
               |
            59 |   "ai": { "objectives": [{ "name": "rich", "check": "turn_number > 1", "weight": 0 }] }
               |                                                                                  ^
               = at ai.objectives[0].weight
               = expected: a number above 0, or below 0 for what is to be avoided
               = help: 0.3 is a good beginning; or remove the objective

            1 error
        "#]],
    );
    check(
        r#"{ "objectives": [{ "name": "rich", "check": "turn_number > 1", "weight": -1e300 }] }"#,
        expect![[r#"
            error[R105]: ai.objectives[0].weight is -1e300
              --> game:59:82
               |
            59 |   "ai": { "objectives": [{ "name": "rich", "check": "turn_number > 1", "weight": -1e300 }] }
               |                                                                                  ^^^^^^
               = at ai.objectives[0].weight
               = expected: a number from -100 to 100

            1 error
        "#]],
    );
    check(
        r#"{ "objectives": [{ "name": "rich", "check": "turn_number > 1", "weight": 1e999 }] }"#,
        expect![[r#"
            error[R105]: the number 1e999 is too large
              --> game:59:82
               |
            59 |   "ai": { "objectives": [{ "name": "rich", "check": "turn_number > 1", "weight": 1e999 }] }
               |                                                                                  ^^^^^
               = at ai.objectives[0].weight
               = expected: a number below 1.8e308

            1 error
        "#]],
    );
}

#[test]
fn a_check_is_a_condition_like_any_other() {
    check(
        &one(aim("card_count(current_player.hnad) == 1")),
        expect![[r#"
            error[R201]: current_player has no zone 'hnad'
              --> game:59:45
               |
            59 |   "ai": {"objectives":[{"check":"card_count(current_player.hnad) == 1","name":"aim","weight":0.3}]}
               |                                             ^^^^^^^^^^^^^^^^^^^
               = at ai.objectives[0].check
               = help: did you mean 'hand'?

            1 error
        "#]],
    );
    check(
        &one(aim("card_count(hand) == 1")),
        expect![[r#"
        error[R210]: each player has a zone 'hand', and it is not said whose is meant
          --> game:59:45
           |
        59 |   "ai": {"objectives":[{"check":"card_count(hand) == 1","name":"aim","weight":0.3}]}
           |                                             ^^^^
           = at ai.objectives[0].check
           = help: say current_player.hand, or hand:0

        1 error
    "#]],
    );
    check(
        &one(aim("card_count(current_player.hand)")),
        expect![[r#"
        error[R302]: this is a number, but here should be true or false
          --> game:59:34
           |
        59 |   "ai": {"objectives":[{"check":"card_count(current_player.hand)","name":"aim","weight":0.3}]}
           |                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           = at ai.objectives[0].check

        1 error
    "#]],
    );
    check(
        &one(aim("shuffle(draw_pile)")),
        expect![[r#"
        error[R303]: shuffle changes the game, and a condition must not
          --> game:59:34
           |
        59 |   "ai": {"objectives":[{"check":"shuffle(draw_pile)","name":"aim","weight":0.3}]}
           |                                  ^^^^^^^^^^^^^^^^^^
           = at ai.objectives[0].check
           = help: put it into a list of effects

        1 error
    "#]],
    );
    check(
        &one(aim("my_score > best")),
        expect![[r#"
        error[R205]: 'my_score' means nothing here
          --> game:59:34
           |
        59 |   "ai": {"objectives":[{"check":"my_score > best","name":"aim","weight":0.3}]}
           |                                  ^^^^^^^^
           = at ai.objectives[0].check
           = help: it is known in winCondition, bustCondition and tieCondition

        1 error
    "#]],
    );
    check(
        &one(aim("card_count(\"hand:3\") > 0")),
        expect![[r#"
        warning[R211]: with 2 players there is no zone 'hand:3'
          --> game:59:45
           |
        59 |   "ai": {"objectives":[{"check":"card_count(\"hand:3\") > 0","name":"aim","weight":0.3}]}
           |                                             ^^^^^^^^^^
           = at ai.objectives[0].check
           = help: ask first: if(player_count > 3, …, …)

        1 warning
    "#]],
    );
    check(
        &one(aim("best > ")),
        expect![[r#"
        error[R301]: here should be a value, not the end
          --> game:59:41
           |
        59 |   "ai": {"objectives":[{"check":"best > ","name":"aim","weight":0.3}]}
           |                                         ^
           = at ai.objectives[0].check

        1 error
    "#]],
    );
}

#[test]
fn a_check_that_says_nothing_is_found() {
    check(
        &one(aim("player_count > 1")),
        expect![[r#"
            warning[R110]: 'player_count > 1' always holds, so that 'aim' guides no bot
              --> game:59:33
               |
            59 |   "ai": {"objectives":[{"check":"player_count > 1","name":"aim","weight":0.3}]}
               |                                 ^^^^^^^^^^^^^^^^^^
               = at ai.objectives[0].check
               = expected: a condition that holds at some time, and at some other does not
               = help: change the check, or remove the objective

            1 warning
        "#]],
    );
    check(
        &one(aim("card_count(draw_pile) > 52")),
        expect![[r#"
            warning[R110]: 'card_count(draw_pile) > 52' never holds, so that 'aim' guides no bot
              --> game:59:33
               |
            59 |   "ai": {"objectives":[{"check":"card_count(draw_pile) > 52","name":"aim","weight":0.3}]}
               |                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = at ai.objectives[0].check
               = expected: a condition that holds at some time, and at some other does not
               = help: change the check, or remove the objective

            1 warning
        "#]],
    );
    check(
        &one(aim("card_count(discard) > 3 && card_count(discard) < 2")),
        expect![[r#"
            warning[R110]: 'card_count(discard) > 3 && card_count(discard) < 2' never holds, so that 'aim' guides no bot
              --> game:59:33
               |
            59 |   "ai": {"objectives":[{"check":"card_count(discard) > 3 && card_count(discard) < 2","name":"aim","w…
               |                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = at ai.objectives[0].check
               = expected: a condition that holds at some time, and at some other does not
               = help: change the check, or remove the objective

            1 warning
        "#]],
    );
}

#[test]
fn names_are_there_once_and_can_be_read() {
    check(
        r#"{ "objectives": [
    { "name": "aim", "check": "best > 1", "weight": 0.3 },
    { "name": "aim", "check": "best > 2", "weight": 0.3 },
    { "name": "a\u001b[31m", "check": "best > 3", "weight": 0.3 }
  ] }"#,
        expect![[r#"
            error[R208]: there are two objectives called 'aim'
              --> game:61:15
               |
            61 |     { "name": "aim", "check": "best > 2", "weight": 0.3 },
               |               ^^^^^
               = at ai.objectives[1].name

            error[R106]: there is a character in here that cannot be seen: \u{1b}
              --> game:62:15
               |
            62 |     { "name": "a\u001b[31m", "check": "best > 3", "weight": 0.3 }
               |               ^^^^^^^^^^^^^
               = at ai.objectives[2].name
               = expected: a text in one line of characters that can be seen

            2 errors
        "#]],
    );
}

#[test]
fn there_are_not_too_many() {
    let objectives = |many| {
        let all = (0..many).map(
            |number| json!({ "name": format!("aim {number}"), "check": "best > 1", "weight": 0.1 }),
        );
        json!({ "objectives": all.collect::<Vec<Value>>() }).to_string()
    };
    check(&objectives(50), expect![""]);
    let file = with_ai(&objectives(51));
    let problems = Ruleset::check(file.as_bytes()).problems;
    expect!["error[R702]: there are at most 50 objectives"].assert_eq(&problems[0].to_string());
}

#[test]
fn the_current_player_is_the_seat_in_question() {
    expect![[r#"
        seat 0: card_count(concat("hand:", (current_player_index + 1) % player_count)) > 0
        seat 1: max_card_rank(current_player.hand) > max_card_rank("hand:0"), current_player_index == 1, card_count(concat("hand:", (current_player_index + 1) % player_count)) > 0"#]].assert_eq(&reached(
        &[
            "max_card_rank(current_player.hand) > max_card_rank(\"hand:1\")",
            "max_card_rank(current_player.hand) > max_card_rank(\"hand:0\")",
            "current_player_index == 1",
            "card_count(concat(\"hand:\", (current_player_index + 1) % player_count)) > 0",
            "best > 0",
        ],
        &[],
    ));
}

#[test]
fn objectives_follow_the_game() {
    let checks = ["best > 0", "card_count(discard) > 1", "all_players_done"];
    expect![[r#"
        seat 0: nothing
        seat 1: nothing"#]]
    .assert_eq(&reached(&checks, &[]));
    expect![[r#"
        seat 0: best > 0, card_count(discard) > 1
        seat 1: best > 0, card_count(discard) > 1"#]]
    .assert_eq(&reached(&checks, &["change", "change"]));
}

#[test]
fn a_check_that_goes_wrong_does_not_hold() {
    let checks = [
        "!(top_card_rank(discard) > 0)",
        "card_count(concat(\"hand:\", best + 7)) < 1",
        "1 / best > 0 || true",
    ];
    expect![[r#"
        seat 0: nothing
        seat 1: nothing"#]]
    .assert_eq(&reached(&checks, &[]));
}

#[test]
fn a_check_that_takes_too_long_does_not_hold() {
    // Each part looks through a pile of fifty cards: too many of them are more than a check may take.
    fn looks(doubled: u32) -> String {
        match doubled {
            0 => "count_rank(draw_pile, \"A\") >= 0".into(),
            _ => format!("({} && {})", looks(doubled - 1), looks(doubled - 1)),
        }
    }
    let (few, many) = (looks(4), looks(7));
    let nobody = "seat 0: nothing\nseat 1: nothing";
    assert_ne!(reached(&[&few], &[]), nobody);
    assert_eq!(reached(&[&many], &[]), nobody);
}

#[test]
fn there_is_no_such_objective_or_seat() {
    let ruleset = Ruleset::load(with_ai(&one(aim("best == 0"))).as_bytes()).unwrap();
    let setup = Setup::new(&ruleset.info(), 2).unwrap();
    let play = Match::new(ruleset.clone(), setup, Seed::Integer(1)).unwrap();
    assert!(ruleset.holds(0, play.state(), Seat(1)));
    assert!(!ruleset.holds(0, play.state(), Seat(2)));
    assert!(!ruleset.holds(1, play.state(), Seat(0)));
    assert!(ruleset.capabilities().objectives.is_some());
}
