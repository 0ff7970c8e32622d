//! Connect four for simulation and search.

use parlor_core::prelude::*;

use super::{BOTTOM, Board, COLUMNS, ConnectFour, Drop};

impl Fast for ConnectFour {
    /// Tries columns until one has room: most have, for most of a match.
    #[inline]
    fn sample(&self, board: &Board, _: Seat, rng: &mut Rng) -> Drop {
        loop {
            let drop = Drop(rng.below(COLUMNS.into()) as u8);
            if board.fits(drop) {
                return drop;
            }
        }
    }

    #[inline]
    fn advance(&self, board: &mut Board, _: Seat, drop: &Drop, _: &mut Rng) {
        self.play(board, drop);
    }

    #[inline]
    fn winners(&self, board: &Board) -> SeatSet {
        match (board.won, self.turn(board)) {
            (true, _) => SeatSet::one(board.turn.after(2)),
            (false, Some(_)) => SeatSet::EMPTY,
            (false, None) => SeatSet::all(2),
        }
    }
}

impl Keyed for ConnectFour {
    /// Whose turn it is and whether somebody has won follow from the discs.
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        // The lowest empty place of each column says how high it is; the bits below are one's own discs.
        let places = board.mine + board.taken + BOTTOM;
        let mixed = places.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^ mixed >> 32
    }
}
