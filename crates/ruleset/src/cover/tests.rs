//! What is never gone through is found, and what goes wrong is told.

use expect_test::{Expect, expect};
use parlor_core::{Game, Setup};

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
            phase 'turns', transition to 'over': the zone discard has no card at 0
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
        objective 'on top': the zone discard has no card at 0
    "#]],
    );
}
