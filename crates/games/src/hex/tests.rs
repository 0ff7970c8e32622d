//! Positions as text, one behaviour a test.

use expect_test::{Expect, expect};
use parlor_core::Game;

use super::*;
use crate::testing;

fn check(position: &str, moves: &str, expect: Expect) {
    testing::check(&Hex, position.parse::<Board>().unwrap(), moves, expect);
}

#[test]
fn the_first_seat_connects_top_and_bottom() {
    check(
        "x.o/x.o/...",
        "a3",
        expect!["x.o/x.o/x.. — seat 0 wins: connected both sides"],
    );
    check(
        "xoo/x../...",
        "b3 a3",
        expect!["xoo/x../ox. — seat 0 to act: b2 c2 c3"],
    );
}

#[test]
fn the_second_seat_connects_left_and_right() {
    check(
        "x.x/oo./x..",
        "c2",
        expect!["x.x/ooo/x.. — seat 1 wins: connected both sides"],
    );
}

#[test]
fn six_neighbours_and_no_more() {
    // b1 and a2 touch, a1 and b2 do not.
    check(
        ".x./x.o/.o.",
        "a3",
        expect![".x./x.o/xo. — seat 0 wins: connected both sides"],
    );
    check(
        "x.o/.xo/...",
        "b3",
        expect!["x.o/.xo/.x. — seat 1 to act: a2 a3 b1 c3"],
    );
}

#[test]
fn chains_join_when_a_late_stone_links_them() {
    check(
        ".x.o/.x.o/...o/.x..",
        "b3",
        expect![".x.o/.x.o/.x.o/.x.. — seat 0 wins: connected both sides"],
    );
}

#[test]
fn a_taken_place_and_a_place_beside_the_board_are_refused() {
    check(
        "x../.../...",
        "a1",
        expect!["a1 is refused (occupied): a1 is taken"],
    );
    check(
        "x../.../...",
        "d1",
        expect!["d1 is refused (off_board): d1 is not on a board of 3 × 3"],
    );
    check(
        "x../.../...",
        "swap",
        expect![
            "swap is refused (no_swap): only the second player may swap, instead of a first stone"
        ],
    );
}

#[test]
fn swapping_takes_over_the_first_stone_mirrored() {
    testing::check(
        &Hex,
        Board::new(3, true),
        "c1 swap",
        expect![".../.../o.. — seat 0 to act: a1 a2 b1 b2 b3 c1 c2 c3"],
    );
    testing::check(
        &Hex,
        Board::new(3, true),
        "c1 swap b2",
        expect![".../.x./o.. — seat 1 to act: a1 a2 b1 b3 c1 c2 c3"],
    );
    testing::check(
        &Hex,
        Board::new(3, true),
        "c1 swap swap",
        expect![
            "swap is refused (no_swap): only the second player may swap, instead of a first stone"
        ],
    );
    testing::check(
        &Hex,
        Board::new(3, true),
        "swap",
        expect![
            "swap is refused (no_swap): only the second player may swap, instead of a first stone"
        ],
    );
}

#[test]
fn positions_read_and_print() {
    let text = "xo../.x.o/..../....";
    assert_eq!(text.parse::<Board>().unwrap().to_string(), text);
    let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
    expect!["a board has 3 to 19 rows, not 2"].assert_eq(&error("x./.."));
    expect!["a seat has connected its sides, and play went on"].assert_eq(&error("xo./xo./xo."));
}

/// A slow and obvious check of who has connected, to hold the clever one to.
fn connected(board: &Board, seat: Seat) -> bool {
    let size = i32::from(board.size());
    let stone = |column: i32, row: i32| {
        (0..size).contains(&column)
            && (0..size).contains(&row)
            && board.has_stone(seat, Square::new(column as u8, row as u8))
    };
    let along = |(column, row): (i32, i32)| if seat == Seat(0) { row } else { column };
    let mut seen: Vec<(i32, i32)> = (0..size)
        .map(|i| if seat == Seat(0) { (i, 0) } else { (0, i) })
        .filter(|(column, row)| stone(*column, *row))
        .collect();
    let mut next = 0;
    while let Some(&(column, row)) = seen.get(next) {
        next += 1;
        for (dc, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            let place = (column + dc, row + dr);
            if stone(place.0, place.1) && !seen.contains(&place) {
                seen.push(place);
            }
        }
    }
    seen.iter().any(|place| along(*place) == size - 1)
}

#[test]
fn the_linked_stones_agree_with_a_search() {
    for (size, seed) in (3..=19).zip(1..) {
        let mut rng = Rng::fast(seed, 0);
        let mut board = Board::new(size, false);
        while let Some(seat) = Hex.turn(&board) {
            let command = Hex.sample(&board, seat, &mut rng);
            Hex.play(&mut board, &command);
            assert_eq!(connected(&board, seat), board.won(), "seed {seed}: {board}");
            assert!(!connected(&board, seat.after(2)), "seed {seed}: {board}");
        }
    }
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&Hex);
}

#[test]
fn every_size_can_be_set_up() {
    for size in 3..=19 {
        let setup = Setup::new(&Hex.info(), 2)
            .unwrap()
            .option("size", size)
            .unwrap();
        assert_eq!(Hex.start(&setup).free().len() as i64, size * size);
    }
}

#[test]
fn what_is_tried_out_again_and_again_needs_no_new_memory() {
    let (start, mut board) = (Board::new(11, true), Board::new(11, true));
    let mut rng = Rng::fast(1, 0);
    let memory = allocation_counter::measure(|| {
        for _ in 0..500 {
            board.clone_from(&start);
            Hex.playout(&mut board, &mut rng, 1_000);
        }
    });
    assert_eq!(memory.count_total, 0);
}

#[test]
fn the_key_tells_the_swap_and_the_turn_apart() {
    let key = |text: &str| Hex.key(&text.parse().unwrap());
    assert_ne!(key("x../.../..."), key(".x./.../..."));
    assert_ne!(key("xo./.../..."), key("ox./.../..."));
    // One stone each way: it was swapped, or could be, or could not.
    let mut can_swap = Board::new(3, true);
    Hex.play(&mut can_swap, &Move::Place(Square::new(1, 1)));
    let mut swapped = can_swap.clone();
    Hex.play(&mut swapped, &Move::Swap);
    let mut keys =
        [&can_swap, &swapped, &".../.x./...".parse().unwrap()].map(|board| Hex.key(board));
    keys.sort_unstable();
    assert!(keys[0] < keys[1] && keys[1] < keys[2]);
}
