//! Positions as text, one behaviour a test.

use expect_test::{Expect, expect};

use super::*;
use crate::testing;

const EMPTY: &str = "......./......./......./......./......./.......";

fn check(position: &str, moves: &str, expect: Expect) {
    testing::check(
        &ConnectFour,
        position.parse::<Board>().unwrap(),
        moves,
        expect,
    );
}

#[test]
fn discs_fall_to_the_lowest_free_place() {
    check(
        EMPTY,
        "d d d a",
        expect!["......./......./......./...x.../...o.../o..x... — seat 0 to act: a b c d e f g"],
    );
}

#[test]
fn four_in_a_line_win_in_every_direction() {
    check(
        EMPTY,
        "a b a b a b a",
        expect!["......./......./x....../xo...../xo...../xo..... — seat 0 wins: four in a line"],
    );
    check(
        EMPTY,
        "a a b b c c d",
        expect!["......./......./......./......./ooo..../xxxx... — seat 0 wins: four in a line"],
    );
    check(
        EMPTY,
        "a b b c c d c d d g d",
        expect!["......./......./...x.../..xx.../.xxo.../xooo..o — seat 0 wins: four in a line"],
    );
    check(
        EMPTY,
        "g f f e e d e d d a d",
        expect!["......./......./...x.../...xx../...oxx./o..ooox — seat 0 wins: four in a line"],
    );
}

#[test]
fn a_line_does_not_go_around_the_edge() {
    // Three on top of column a and one at the bottom of b are neighbours in the bits only.
    check(
        EMPTY,
        "b a c a c a a d a d a",
        expect!["x....../x....../x....../o....../o.xo.../oxxo... — seat 1 to act: b c d e f g"],
    );
}

#[test]
fn a_full_column_is_refused() {
    check(
        EMPTY,
        "a a a a a a a",
        expect!["a is refused (column_full): column a is full"],
    );
    check(
        EMPTY,
        "h",
        expect![
            "h is refused (malformed): that is no command of this game: a column is a letter from a to g"
        ],
    );
}

#[test]
fn a_full_board_is_a_draw() {
    check(
        "oxooxx./xoxxoxx/oxoooxo/xoxxxox/xoooxoo/xooxxxo",
        "g",
        expect!["oxooxxo/xoxxoxx/oxoooxo/xoxxxox/xoooxoo/xooxxxo — a draw: the board is full"],
    );
}

#[test]
fn positions_read_and_print() {
    let text = "......./......./......./...o.../..xxo../.oxxox.";
    assert_eq!(text.parse::<Board>().unwrap().to_string(), text);
    let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
    expect!["a disc hangs in the air"]
        .assert_eq(&error("......./......./......./......./..x..../......."));
    expect!["play went on after four in a line"]
        .assert_eq(&error("......./......./......./......./oooo.../xxxx..."));
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&ConnectFour);
}

#[test]
fn random_games_have_the_known_results() {
    // Measured with an independent program over millions of games: 55.6 % first, 44.1 % second, 0.3 % drawn.
    let setup = Setup::new(&ConnectFour.info(), 2).unwrap();
    let tally = parlor_core::simulate(&ConnectFour, &setup, 1, 0, 20_000).unwrap();
    assert!((10_800..11_440).contains(&tally.wins[0]), "{tally:?}");
}
