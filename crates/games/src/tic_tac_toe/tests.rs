//! Positions as text, one behaviour a test.

use expect_test::{Expect, expect};
use parlor_core::Game;

use super::*;
use crate::testing;

fn check(position: &str, moves: &str, expect: Expect) {
    testing::check(
        &TicTacToe,
        position.parse::<Board>().unwrap(),
        moves,
        expect,
    );
}

#[test]
fn three_in_a_row_win() {
    check(
        "xx./oo./...",
        "c3",
        expect!["xxx/oo./... — seat 0 wins: three in a row"],
    );
    check(
        "xxo/.o./...",
        "a1",
        expect!["xxo/.o./x.. — seat 1 to act: a2 b1 c1 c2"],
    );
    check(
        "xxo/.o./x..",
        "b1 c2 a2",
        expect!["xxo/oox/xo. — seat 0 to act: c1"],
    );
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    check(
        "xox/xoo/ox.",
        "c1",
        expect!["xox/xoo/oxx — a draw: the board is full"],
    );
}

#[test]
fn a_taken_square_is_refused() {
    check(
        "x../.../...",
        "a3",
        expect!["a3 is refused (illegal): that is not possible now"],
    );
}

#[test]
fn nothing_can_be_played_after_the_end() {
    check(
        "xxx/oo./...",
        "a1",
        expect!["a1 is refused (match_over): the match is over"],
    );
}

#[test]
fn positions_read_and_print() {
    for text in [".../.../...", "x.o/.x./..o", "xox/xoo/oxx"] {
        assert_eq!(text.parse::<Board>().unwrap().to_string(), text);
    }
    let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
    expect!["the text has 2 rows, and the board 3"].assert_eq(&error("x.o/..."));
    expect!["row 2 has 2 places, and the board 3"].assert_eq(&error("x.o/../..."));
    expect!["'#' in row 1 is neither x, o nor ."].assert_eq(&error("x#o/.../..."));
    expect!["o cannot have 2 stones when x has 0"].assert_eq(&error("..o/..o/..."));
}

#[test]
fn the_rules_with_drawing_take_at_most_40_lines() {
    let source = include_str!("mod.rs");
    let extras = ["//", "use ", "mod ", "#[cfg"];
    let code = source
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !extras.iter().any(|extra| line.starts_with(extra)));
    assert!(code.clone().count() <= 40, "{} lines", code.count());
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&TicTacToe);
}

#[test]
fn random_games_have_the_known_results() {
    // Of all random games 58.5 % are won by the first player, 28.8 % by the second, 12.7 % are drawn.
    let setup = Setup::new(&TicTacToe.info(), 2).unwrap();
    let tally = parlor_core::simulate(&TicTacToe, &setup, 1, 0, 20_000).unwrap();
    assert!((11_400..12_000).contains(&tally.wins[0]), "{tally:?}");
    assert!((5_460..6_060).contains(&tally.wins[1]), "{tally:?}");
}
