//! Connect four for simulation and search.

use parlor_core::prelude::*;

use super::{Board, COLUMNS, ConnectFour, Drop};

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
