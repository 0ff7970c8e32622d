//! Positions as text, one behaviour a test.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use parlor_core::Game;

use super::board::{NAMES, mills_through};
use super::set::MOST_QUIET;
use super::*;

/// Plays commands, and compares the position, and what can be played in it or how it ended.
fn check(position: &str, commands: &str, expect: Expect) {
    let game = nine_mens_morris();
    let state = parse(&game, position).unwrap();
    let mut scenario = Scenario::at(&game, state, 1);
    for text in commands.split(", ").filter(|text| !text.is_empty()) {
        if let Err(rejection) = scenario.play(text) {
            let code = rejection.code();
            return expect.assert_eq(&format!("{text} is refused ({code}): {rejection}"));
        }
    }
    let state = scenario.state();
    let what = match game.outcome(state) {
        Some(outcome) => {
            let reason = &outcome.standings()[0].reason;
            match (outcome.is_draw(), outcome.winners().first()) {
                (false, Some(seat)) => format!("{seat} wins: {reason}"),
                _ => format!("a draw: {reason}"),
            }
        }
        None => scenario.legal().join(" "),
    };
    expect.assert_eq(&format!("{} — {what}", print(state)));
}

#[test]
fn the_board_has_24_points_32_lines_and_16_mills() {
    let graph = super::board::graph();
    assert_eq!((graph.len(), graph.edges().len()), (24, 32));
    let degrees = |degree| {
        let cells = graph.cells();
        cells
            .filter(|cell| graph.neighbours(*cell).len() == degree)
            .count()
    };
    // Corners, the middles of the outer and inner sides, those of the middle square.
    assert_eq!([2, 3, 4].map(degrees), [12, 8, 4]);
    let mills: BTreeSet<Vec<u16>> = graph
        .cells()
        .flat_map(|cell| {
            mills_through(cell).map(move |[a, b]| {
                let mut mill = vec![cell.0, a.0, b.0];
                mill.sort_unstable();
                mill
            })
        })
        .collect();
    assert_eq!(mills.len(), 16);
    // A mill is straight: it keeps its row or its column, and nothing lies between its points but lines.
    for mill in mills {
        let names = [0, 1, 2].map(|index| NAMES[usize::from(mill[index])].as_bytes());
        let same = |part: usize| names.iter().all(|name| name[part] == names[0][part]);
        assert!(same(0) || same(1), "{mill:?}");
        let ways = [(0, 1), (1, 2)].map(|(a, b)| graph.distance(Cell(mill[a]), Cell(mill[b])));
        assert_eq!(ways, [Some(1), Some(1)], "{mill:?}");
    }
}

#[test]
fn men_are_placed_on_free_points_in_turn() {
    let start = ".../.../.../....../.../.../... w 9 9";
    check(
        start,
        "d6, a1",
        expect![
            ".../.w./.../....../.../.../b.. w 8 8 — d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 c5 d5 e5 b6 f6 a7 d7 g7"
        ],
    );
    check(
        start,
        "d6, place d6",
        expect!["place d6 is refused (not_a_choice): d6 cannot be chosen as to now"],
    );
    check(
        start,
        "move 0 a1",
        expect!["move 0 a1 is refused (place_first): place all your men before you move one"],
    );
}

#[test]
fn who_closes_a_mill_takes_a_man() {
    check(
        "ww./.b./b../....../.../.../... w 7 7",
        "g7",
        expect!["www/.b./b../....../.../.../... w 6 7 take — take c5 take d6"],
    );
    check(
        "ww./.b./b../....../.../.../... w 7 7",
        "g7, take d6",
        expect![
            "www/.../b../....../.../.../... b 6 7 — a1 d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 d5 e5 b6 d6 f6"
        ],
    );
}

#[test]
fn a_man_in_a_mill_is_safe_while_another_is_not() {
    check(
        "bbb/ww./b../....../.../.../... w 4 4",
        "f6",
        expect!["bbb/www/b../....../.../.../... w 3 4 take — take c5"],
    );
    check(
        "bbb/ww./.../....../.../.../... w 5 5",
        "f6",
        expect!["bbb/www/.../....../.../.../... w 4 5 take — take a7 take d7 take g7"],
    );
}

#[test]
fn two_mills_at_once_take_one_man() {
    check(
        ".ww/.../.../w...../.../.../w.b w 3 3",
        "a7, take g1",
        expect![
            "www/.../.../w...../.../.../w.. b 2 3 — d1 g1 b2 d2 f2 c3 d3 e3 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6"
        ],
    );
}

#[test]
fn all_men_must_be_placed_before_one_moves() {
    check(
        "ww./ww./b.b/....../.../.../b.. w 1 1",
        "g1, g7",
        expect!["wwb/ww./b.b/....../.../.../b.w w — g1-g4 g1-d1 b6-b4 d6-f6 d6-d5 a7-a4"],
    );
}

#[test]
fn men_move_along_lines_to_free_points() {
    let position = "ww./.b./.../b.b.b./.../.../w.w w";
    check(
        position,
        "",
        expect!["ww./.b./.../b.b.b./.../.../w.w w — a1-d1 g1-g4 g1-d1 d7-g7"],
    );
    check(
        position,
        "d7-g7",
        expect![
            "w.w/.b./.../b.b.b./.../.../w.w b 1 — a4-b4 c4-c5 c4-b4 c4-c3 f4-f6 f4-e4 f4-g4 f4-f2 d6-d7 d6-b6 d6-f6 d6-d5"
        ],
    );
    check(
        position,
        "d7-e5",
        expect!["d7-e5 is refused (not_legal): 'd7-e5' is not legal now"],
    );
}

#[test]
fn a_mill_that_is_opened_and_closed_takes_again() {
    check(
        "www/.../.../....../b.b/b.b/b.w w",
        "d7-d6, b2-d2, d6-d7, take d2",
        expect![
            "www/.../.../....../b.b/..b/b.w b — a1-a4 a1-d1 f2-f4 f2-d2 c3-c4 c3-d3 e3-e4 e3-d3"
        ],
    );
}

#[test]
fn three_men_fly() {
    check(
        "w.w/.../.../w...../b.b/b.b/b.. w",
        "g7-d1",
        expect![
            "w../.../.../w...../b.b/b.b/bw. b 1 — b2-b4 b2-d2 f2-f4 f2-d2 c3-c4 c3-d3 e3-e4 e3-d3"
        ],
    );
    check(
        "w.w/.../.../w...../b.b/b.b/b.. b",
        "b2-g7",
        expect!["b2-g7 is refused (not_legal): 'b2-g7' is not legal now"],
    );
}

#[test]
fn who_has_two_men_left_has_lost() {
    check(
        "ww./..w/b../....../.../.b./..b w",
        "f6-g7, take c5",
        expect!["www/.../.../....../.../.b./..b w — seat 0 wins: the other has two men"],
    );
}

#[test]
fn who_cannot_move_has_lost() {
    // White's four men stand in the corners of the outer square, and Black closes the last way out.
    check(
        "wbw/.../.../b...../.../.b./w.. b",
        "d2-d1, a1-b6",
        expect![
            "wbw/w../.../b...../.../.../.b. b 2 — d1-d6 d1-f6 d1-c5 d1-d5 d1-e5 d1-b4 d1-c4 d1-e4 d1-f4 d1-g4 d1-c3 d1-d3 d1-e3 d1-b2 d1-d2 d1-f2 d1-a1 d1-g1 a4-d6 a4-f6 a4-c5 a4-d5 a4-e5 a4-b4 a4-c4 a4-e4 a4-f4 a4-g4 a4-c3 a4-d3 a4-e3 a4-b2 a4-d2 a4-f2 a4-a1 a4-g1 d7-d6 d7-f6 d7-c5 d7-d5 d7-e5 d7-b4 d7-c4 d7-e4 d7-f4 d7-g4 d7-c3 d7-d3 d7-e3 d7-b2 d7-d2 d7-f2 d7-a1 d7-g1"
        ],
    );
    // Three men could fly.
    check(
        "wbw/.../.../b...../.../.b./w.. b",
        "d2-d1, a1-b6",
        expect![
            "wbw/w../.../b...../.../.../.b. b 2 — d1-d6 d1-f6 d1-c5 d1-d5 d1-e5 d1-b4 d1-c4 d1-e4 d1-f4 d1-g4 d1-c3 d1-d3 d1-e3 d1-b2 d1-d2 d1-f2 d1-a1 d1-g1 a4-d6 a4-f6 a4-c5 a4-d5 a4-e5 a4-b4 a4-c4 a4-e4 a4-f4 a4-g4 a4-c3 a4-d3 a4-e3 a4-b2 a4-d2 a4-f2 a4-a1 a4-g1 d7-d6 d7-f6 d7-c5 d7-d5 d7-e5 d7-b4 d7-c4 d7-e4 d7-f4 d7-g4 d7-c3 d7-d3 d7-e3 d7-b2 d7-d2 d7-f2 d7-a1 d7-g1"
        ],
    );
}

#[test]
fn fifty_moves_each_without_a_mill_are_a_draw() {
    let near = MOST_QUIET - 1;
    let position = format!("ww./.b./.../b.b.b./.../.../w.w w {near}");
    check(
        &position,
        "d7-g7",
        expect!["w.w/.b./.../b.b.b./.../.../w.w w 100 — a draw: 50 moves each without a mill"],
    );
    // A mill in the last of them counts more.
    let position = format!("ww./.../.../b.b.bw/.../.../w.w w {near}");
    check(
        &position,
        "g4-g7",
        expect!["www/.../.../b.b.b./.../.../w.w w take — take a4 take c4 take f4"],
    );
}

#[test]
fn the_third_time_of_a_position_is_a_draw() {
    let position = "ww./.b./.../b.b.b./.../.../w.w w";
    let around = "d7-g7, d6-f6, g7-d7, f6-d6";
    check(
        position,
        around,
        expect!["ww./.b./.../b.b.b./.../.../w.w w 4 — a1-d1 g1-g4 g1-d1 d7-g7"],
    );
    check(
        position,
        &format!("{around}, {around}"),
        expect![
            "ww./.b./.../b.b.b./.../.../w.w b 8 — a draw: the same position for the third time"
        ],
    );
}

#[test]
fn what_is_no_position_is_refused() {
    let game = nine_mens_morris();
    let refused = |text: &str| parse(&game, text).unwrap_err().to_string();
    let rows = |more: &str| refused(&format!("www/.b./.../b..b../.../.../...{more}"));
    expect!["the text has 2 rows, and the board 7"].assert_eq(&refused("www/b"));
    expect!["row 1 has 4 places, and the board 3"]
        .assert_eq(&refused("wwww/.../.../....../.../.../... w"));
    expect!["'x' in row 1 is neither w, b nor ."]
        .assert_eq(&refused("wxw/.../.../....../.../.../... w"));
    expect!["say w or b after the board: who is to act"].assert_eq(&rows(""));
    expect!["White has 10 men and not 9 at most"].assert_eq(&rows(" w 7 6"));
    expect!["Black has 5 men to place and not 4"].assert_eq(&rows(" w 4 5"));
    expect!["moves count only once all men are placed"].assert_eq(&rows(" w 3 3 7"));
    expect!["100 moves without a mill are a draw"].assert_eq(&rows(" w 100"));
    expect!["'more' comes after the end"].assert_eq(&rows(" w 1 2 take more"));
    expect!["the side to act has closed no mill"].assert_eq(&rows(" b take"));
    expect!["a side has lost already"].assert_eq(&refused("w.w/.b./.../b..b../.../.../... w"));
}

#[test]
fn positions_read_what_they_print() {
    let game = nine_mens_morris();
    let mut rng = parlor_core::Rng::fast(3, 0);
    for seed in 0..20 {
        let mut scenario = Scenario::new(&game, 2, seed);
        while game.outcome(scenario.state()).is_none() {
            let text = print(scenario.state());
            assert_eq!(print(&parse(&game, &text).unwrap()), text);
            let legal = scenario.legal();
            let again = Scenario::at(&game, parse(&game, &text).unwrap(), 1);
            assert_eq!(again.legal(), legal, "{text}");
            let command = rng.pick(&legal).unwrap().clone();
            scenario.play(&command).unwrap();
        }
    }
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&nine_mens_morris());
}
