//! What is never gone through is found, and what goes wrong is told.

use expect_test::{Expect, expect};
use parlor_core::{Game, Match, Seat, Seed, Setup};

use crate::doc::HIGH_CARD;
use crate::{Part, Ruleset};

fn check(changes: &[(&str, &str)], expected: Expect) {
    let mut text = HIGH_CARD.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let ruleset = Ruleset::load(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let setup = Setup::new(&ruleset.info(), 2).unwrap();
    let report = ruleset.cover(&setup, 1, 60);
    let mut lines: Vec<String> = Part::ALL
        .iter()
        .map(|part| {
            let (reached, all) = (report.reached(*part), report.all(*part));
            format!("{}: {reached} of {all}", part.plural())
        })
        .collect();
    for missed in &report.missed {
        let way = missed
            .way
            .map_or("", |way| if way { "yes " } else { "no " });
        let text = missed.text.as_deref().unwrap_or("");
        lines.push(format!("{:?} {way}at {}: {text}", missed.part, missed.at));
    }
    for fault in report.faults.iter().chain(&report.refused) {
        lines.push(format!("{}: {}", fault.at, fault.reason));
    }
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn all_parts_of_a_simple_game_are_gone_through() {
    check(
        &[],
        expect![[r#"
            phases: 5 of 5
            actions: 2 of 2
            transitions: 4 of 4
            objectives: 0 of 0
            branches: 2 of 2
        "#]],
    );
}

#[test]
fn the_reasons_of_an_outcome_are_gone_through_at_the_end() {
    check(
        &[(
            r#""winCondition": "my_score >= best" }"#,
            r#""winCondition": "my_score >= best", "reason": "if(my_score >= best, if(best > 99, \"by far\", \"the highest card\"), \"a lower card\")" }"#,
        )],
        expect![[r#"
            phases: 5 of 5
            actions: 2 of 2
            transitions: 4 of 4
            objectives: 0 of 0
            branches: 5 of 6
            Branch yes at scoring.reason: if(best > 99, "by far", "the highest card")
        "#]],
    );
}

#[test]
fn what_is_never_gone_through_is_listed() {
    check(
        &[
            (
                r#""label": "Stand","#,
                r#""label": "Stand", "condition": "if(turn_number < 5, turn_number > 3, true)","#,
            ),
            (
                r#"[{ "to": "over", "when": "true" }]"#,
                r#"[{ "to": "deal", "when": "best == 0" }, { "to": "over", "when": "true" }]"#,
            ),
        ],
        expect![[r#"
            phases: 5 of 5
            actions: 1 of 2
            transitions: 4 of 5
            objectives: 0 of 0
            branches: 3 of 4
            Action at phase 'turns', action 'stand': 
            Transition at phase 'show', transition to 'deal': best == 0
            Branch no at phase 'turns', action 'stand', condition: if(turn_number < 5, turn_number > 3, true)
        "#]],
    );
}

#[test]
fn conditions_that_go_wrong_are_told_with_the_reason() {
    check(
        &[(
            r#"[{ "to": "scoring", "when": "all_players_done" }]"#,
            r#"[{ "to": "over", "when": "top_card_rank(discard) > 99" }, { "to": "scoring", "when": "all_players_done" }]"#,
        )],
        expect![[r#"
            phases: 5 of 5
            actions: 2 of 2
            transitions: 4 of 5
            objectives: 0 of 0
            branches: 2 of 2
            Transition at phase 'turns', transition to 'over': top_card_rank(discard) > 99
            phase 'turns', transition to 'over': the zone discard is empty, so it has no top card
        "#]],
    );
}

#[test]
fn reports_on_several_tables_are_put_together() {
    let text = HIGH_CARD.replacen(
        "\"when\": \"true\"",
        "\"when\": \"if(player_count == 2, true, best > 0)\"",
        1,
    );
    let ruleset = Ruleset::load(text.as_bytes()).unwrap();
    let cover = |seats| {
        let setup = Setup::new(&ruleset.info(), seats).unwrap();
        ruleset.cover(&setup, 1, 20)
    };
    let (mut two, three) = (cover(2), cover(3));
    assert_eq!((two.missed.len(), three.missed.len()), (1, 1));
    assert_eq!(cover(2), two, "the same seed gives the same report");
    two.merge(&three);
    assert_eq!((two.games, two.missed.len()), (40, 0));
}

#[test]
fn objectives_that_nobody_reaches_or_that_go_wrong_are_listed() {
    let ai = r#""tableColor": "felt_green" },
  "ai": { "objectives": [
    { "name": "a high card", "check": "max_card_rank(current_player.hand) > 9", "weight": 0.3 },
    { "name": "three cards", "check": "card_count(current_player.hand) == 3", "weight": 0.3 },
    { "name": "on top", "check": "top_card_rank(discard) > 9", "weight": 0.3 },
    { "name": "by turns", "check": "if(turn_number > 0, best > 9, best > 8)", "weight": -0.3 }
  ] }"#;
    check(
        &[(r#""tableColor": "felt_green" }"#, ai)],
        expect![[r#"
            phases: 5 of 5
            actions: 2 of 2
            transitions: 4 of 4
            objectives: 3 of 4
            branches: 3 of 4
            Objective at objective 'three cards': card_count(current_player.hand) == 3
            Branch no at objective 'by turns': if(turn_number > 0, best > 9, best > 8)
            objective 'on top': the zone discard is empty, so it has no top card
        "#]],
    );
}

/// What goes wrong, as its author reads it.
#[track_caller]
fn troubles(changes: &[(&str, &str)], expected: Expect) {
    let mut text = HIGH_CARD.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let ruleset = Ruleset::load(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let setup = Setup::new(&ruleset.info(), 2).unwrap();
    let report = ruleset.cover(&setup, 1, 20);
    let all = report.faults.iter().chain(&report.refused);
    let mut problems: Vec<_> = all.map(|trouble| trouble.problem()).collect();
    crate::read(text.as_bytes())
        .unwrap()
        .locate_all(&mut problems);
    expected.assert_eq(&crate::render(
        "high.cardgame.json",
        text.as_bytes(),
        &problems,
        false,
    ));
}

const STAND: &str = r#""label": "Stand", "effect": ["end_turn()"]"#;

#[test]
fn an_opening_that_fails_names_the_part_the_phase_and_the_line() {
    troubles(
        &[(
            r#""shuffle(draw_pile)""#,
            r#""set_var('best', if(player_count > 9, best + 1, 7 + top_card_rank(discard)))""#,
        )],
        expect![[r#"
            error[R801]: the match cannot begin: the zone discard is empty, so it has no top card (in phase 'deal')
              --> high.cardgame.json:24:71
               |
            24 |       "onEnter": ["set_var('best', if(player_count > 9, best + 1, 7 + top_card_rank(discard)))", "de…
               |                                                                       ^^^^^^^^^^^^^^^^^^^^^^
               = at phases[0].onEnter[0]
               = help: ask first: if(card_count(…) > 0, …) with the zone discard

            1 error
        "#]],
    );
}

#[test]
fn an_action_that_fails_names_the_part_of_its_effect() {
    troubles(
        &[(
            STAND,
            r#""label": "Stand", "effect": ["end_turn()", "if(best >= 0, set_var('best', 1 / (best - best)), end_turn())"]"#,
        )],
        expect![[r#"
            error[R801]: phase 'turns', action 'stand' cannot be taken: a number is divided by zero
              --> high.cardgame.json:34:102
               |
            34 | …if(best >= 0, set_var('best', 1 / (best - best)), end_turn())"] }
               |                                ^^^^^^^^^^^^^^^^^
               = at phases[1].actions[1].effect[1]
               = help: ask first whether the divisor is 0: if(… != 0, …, …)

            1 error
        "#]],
    );
}

#[test]
fn an_effect_that_fails_while_it_happens_is_named_among_the_others() {
    // All of them are worked out before the first of them happens.
    troubles(
        &[(
            STAND,
            r#""label": "Stand", "effect": ["inc_var('best', card_count(discard))", "set_lead_player(best + 7)", "inc_var('best', card_count(discard))"]"#,
        )],
        expect![[r#"
            error[R801]: phase 'turns', action 'stand' cannot be taken: there is no player with that number
              --> high.cardgame.json:34:98
               |
            34 | …est', card_count(discard))", "set_lead_player(best + 7)", "inc_var('best', card_count(discard))"] }
               |                                ^^^^^^^^^^^^^^^^^^^^^^^^^
               = at phases[1].actions[1].effect[1]
               = help: players are numbered from 0 to player_count - 1; trick_winner is -1 if nobody leads

            1 error
        "#]],
    );
}

#[test]
fn what_fails_in_the_scoring_is_found_there() {
    troubles(
        &[(r#""method": ""#, r#""method": "1 % (best - best) + "#)],
        expect![[r#"
            error[R801]: phase 'turns', action 'change' cannot be taken: a number is divided by zero (in phase 'scoring')
              --> high.cardgame.json:57:27
               |
            57 |   "scoring": { "method": "1 % (best - best) + max_card_rank(hand)", "winCondition": "my_score >= bes…
               |                           ^^^^^^^^^^^^^^^^^
               = at scoring.method
               = help: ask first whether the divisor is 0: if(… != 0, …, …)

            error[R801]: phase 'turns', action 'stand' cannot be taken: a number is divided by zero (in phase 'scoring')
              --> high.cardgame.json:57:27
               |
            57 |   "scoring": { "method": "1 % (best - best) + max_card_rank(hand)", "winCondition": "my_score >= bes…
               |                           ^^^^^^^^^^^^^^^^^
               = at scoring.method
               = help: ask first whether the divisor is 0: if(… != 0, …, …)

            2 errors
        "#]],
    );
}

#[test]
fn a_loop_that_does_not_end_is_called_a_loop() {
    troubles(
        &[(
            STAND,
            r#""label": "Stand", "effect": ["while(best < 1000, inc_var('best', 1))", "end_turn()"]"#,
        )],
        expect![[r#"
            error[R801]: phase 'turns', action 'stand' cannot be taken: a loop went round more than 100 times
              --> high.cardgame.json:34:58
               |
            34 |         { "name": "stand", "label": "Stand", "effect": ["while(best < 1000, inc_var('best', 1))", "e…
               |                                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = at phases[1].actions[1].effect[0]
               = help: make the condition of while false sooner

            1 error
        "#]],
    );
}

#[test]
fn a_phase_that_does_not_end_is_not_called_a_loop() {
    troubles(
        &[(
            r#""onEnter": ["calculate_scores()"],"#,
            r#""onStep": ["inc_var('best', 1)"],"#,
        )],
        expect![[r#"
            error[R801]: phase 'turns', action 'change' cannot be taken: the phase did not end within 200 runs of its onStep effects (in phase 'scoring')
              --> high.cardgame.json:40:17
               |
            40 |       "onStep": ["inc_var('best', 1)"],
               |                 ^^^^^^^^^^^^^^^^^^^^^^
               = at phases[2].onStep
               = help: let a transition of the phase become true sooner

            error[R801]: phase 'turns', action 'stand' cannot be taken: the phase did not end within 200 runs of its onStep effects (in phase 'scoring')
              --> high.cardgame.json:40:17
               |
            40 |       "onStep": ["inc_var('best', 1)"],
               |                 ^^^^^^^^^^^^^^^^^^^^^^
               = at phases[2].onStep
               = help: let a transition of the phase become true sooner

            2 errors
        "#]],
    );
}

#[test]
fn a_text_that_is_too_long_is_not_called_a_number() {
    troubles(
        &[
            (
                r#""variables": {"#,
                r#""variables": { "word": { "initial": "abcdefgh", "public": true },"#,
            ),
            (
                STAND,
                r#""label": "Stand", "effect": ["while(best < 9, set_str_var('word', concat(word, word)))", "end_turn()"]"#,
            ),
        ],
        expect![[r#"
            error[R801]: phase 'turns', action 'stand' cannot be taken: a text became longer than 200 bytes
              --> high.cardgame.json:34:94
               |
            34 | …best < 9, set_str_var('word', concat(word, word)))", "end_turn()"] }
               |                                ^^^^^^^^^^^^^^^^^^
               = at phases[1].actions[1].effect[0]
               = help: concat in a loop makes texts longer and longer: build them from short parts

            1 error
        "#]],
    );
}

#[test]
fn players_read_only_that_the_rules_have_an_error() {
    let rules = |from: &str, to: &str| {
        assert!(HIGH_CARD.contains(from), "{from}");
        Ruleset::load(HIGH_CARD.replacen(from, to, 1).as_bytes()).unwrap()
    };
    // Whether it fails hangs on a card that nobody sees: neither its rank nor the cause may be told.
    let failing =
        r#""label": "Stand", "effect": ["set_lead_player(100 + top_card_rank(draw_pile))"]"#;
    let ruleset = rules(STAND, failing);
    let setup = Setup::new(&ruleset.info(), 2).unwrap();
    let mut play = Match::new(ruleset, setup.clone(), Seed::Integer(1)).unwrap();
    let stand = serde_json::from_str(r#"{"action":"stand"}"#).unwrap();
    let refused = play.play(Seat(0), &stand).unwrap_err();
    expect!["rules_failed: The rules of this game have an error here. Choose something else."]
        .assert_eq(&format!("{}: {refused}", refused.code()));
    let ruleset = rules(
        r#""shuffle(draw_pile)""#,
        r#""set_var('best', top_card_rank(discard))""#,
    );
    let error = Match::new(ruleset, setup, Seed::Integer(1)).err().unwrap();
    expect!["the opening was refused: the rules of this game have an error"]
        .assert_eq(&error.to_string());
}
