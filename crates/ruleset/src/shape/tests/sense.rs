//! What the schema cannot say.

use expect_test::expect;

use super::{NEWER, OLDER, check, problems};
use crate::Code;

#[test]
fn players_and_cards_that_do_not_fit() {
    check(
        NEWER,
        &[("\"min\": 2", "\"min\": 5")],
        expect![[r#"
        error[R109]: the fewest players are 5, the most are 4
          at 8:5 /meta/players: "players"
          expected: `min` not above `max`
          help: exchange the two numbers
    "#]],
    );
    check(
        NEWER,
        &[("\"custom\"", "\"standard_52\"")],
        expect![[r#"
        error[R505]: the preset 'standard_52' has its own cards, but cards are listed
          at 14:5 /deck/cards: "cards"
          help: remove 'cards', or set the preset to `custom`
    "#]],
    );
    check(
        OLDER,
        &[("\"standard_52\"", "\"custom\"")],
        expect![[r#"
        error[R505]: a custom deck has no cards
          at 5:5 /deck/preset: "preset"
          help: list them in the field 'cards' of deck, or choose another preset
    "#]],
    );
}

#[test]
fn what_is_said_in_both_dialects() {
    check(
        OLDER,
        &[(
            "\"kind\": \"automatic\"",
            "\"kind\": \"automatic\", \"onEnter\": []",
        )],
        expect![[r#"
            error[R107]: what happens in this phase is said twice, in 'automaticSequence' and in 'onEnter'
              at 18:28 /phases/0/onEnter: "onEnter"
              help: keep one of the two
        "#]],
    );
    check(
        OLDER,
        &[("\"phases\"", "\"variables\": {}, \"phases\"")],
        expect![[r#"
            error[R107]: the variables are said twice, in 'initialVariables' and in 'variables'
              at 15:3 /variables: "variables"
              help: keep one of the two
        "#]],
    );
    check(
        OLDER,
        &[("\"actions\": []", "\"autoEndTurnCondition\": \"true\"")],
        expect![[r#"
            error[R107]: when a turn ends by itself is said twice, in 'scoring.autoEndTurnCondition' and in 'autoEndTurnCondition'
              at 19:7 /phases/0/autoEndTurnCondition: "autoEndTurnCondition"
              help: keep one of the two
        "#]],
    );
    check(
        OLDER,
        &[("[\"player\"]", "[\"player\"], \"phaseOverrides\": []")],
        expect![[r#"
            error[R107]: who sees the cards of this zone in a phase is said twice, in 'phaseOverride' and in 'phaseOverrides'
              at 12:85 /zones/1/phaseOverrides: "phaseOverrides"
              help: keep one of the two
        "#]],
    );
    // For another zone it is a mixture, but no contradiction.
    check(
        OLDER,
        &[("\"owners\": []", "\"owners\": [], \"phaseOverrides\": []")],
        expect![[r#"
            warning[R108]: 'initialVariables' is of the older dialect, 'phaseOverrides' of the newer one
              at 11:78 /zones/0/phaseOverrides: "phaseOverrides"
              expected: one dialect in a file
              help: the newer dialect says it in 'variables'
        "#]],
    );
}

#[test]
fn mixed_dialects_are_one_warning() {
    check(
        OLDER,
        &[("\"value\": 2 }", "\"value\": 2 }, \"3\": 3")],
        expect![[r#"
            warning[R108]: 'initialVariables' is of the older dialect, the bare number as value of '3' of the newer one
              at 7:106 /deck/cardValues/3: "3"
              expected: one dialect in a file
              help: the newer dialect says it in 'variables'
        "#]],
    );
    check(
        NEWER,
        &[("\"ui\"", "\"visibility\": [], \"ui\"")],
        expect![[r#"
            warning[R108]: 'visibility' is of the older dialect, 'variables' of the newer one
              at 28:3 /variables: "variables"
              expected: one dialect in a file
              help: the newer dialect says it in the zones, with 'visibility' and 'phaseOverrides'
        "#]],
    );
    let one = |source: &str| {
        problems(source)
            .iter()
            .map(|problem| problem.code)
            .collect::<Vec<_>>()
    };
    let scoring =
        "{ \"method\": \"0\", \"winCondition\": \"true\", \"autoEndTurnCondition\": \"true\" }";
    let without = OLDER.replace(scoring, "{ \"method\": \"0\", \"winCondition\": \"true\" }");
    for (old, new) in [
        ("\"actions\": []", "\"onStep\": []"),
        ("\"actions\": []", "\"autoEndTurnCondition\": \"true\""),
        ("\"ui\"", "\"globalTransitions\": [], \"ui\""),
    ] {
        assert_eq!(
            one(&without.replace(old, new)),
            [Code::MixedDialects],
            "{new}"
        );
    }
}

#[test]
fn fields_without_effect() {
    check(
        NEWER,
        &[
            ("\"onStep\"", "\"onExit\""),
            (
                "\"transitions\": []",
                "\"onEnter\": [\"end_turn()\"], \"onStep\": [], \"onExit\": [], \"transitions\": []",
            ),
        ],
        expect![[r#"
            warning[R110]: 'onExit' is reserved: nothing happens when a phase is left
              at 35:7 /phases/0/onExit: "onExit"
              help: do it in an automatic phase before or after this one
            warning[R110]: 'onEnter' does nothing in a phase that is not automatic
              at 56:7 /phases/1/onEnter: "onEnter"
              help: do it in an automatic phase before or after this one
        "#]],
    );
}
