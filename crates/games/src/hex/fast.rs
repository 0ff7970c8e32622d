//! Hex for simulation and search.

use parlor_core::prelude::*;

use super::{Board, Hex, Move};

impl Fast for Hex {
    /// Tries places until one is free: random games end with a good part of the board empty. Where the second seat may
    /// swap, the one taken place stands for that.
    #[inline]
    fn sample(&self, board: &Board, _: Seat, rng: &mut Rng) -> Move {
        let size = u32::from(board.size());
        loop {
            let square = Square::new(rng.below(size) as u8, rng.below(size) as u8);
            if board.is_free(square) {
                return Move::Place(square);
            }
            if board.can_swap() {
                return Move::Swap;
            }
        }
    }

    #[inline]
    fn advance(&self, board: &mut Board, _: Seat, command: &Move, _: &mut Rng) {
        self.play(board, command);
    }

    #[inline]
    fn winners(&self, board: &Board) -> SeatSet {
        match board.won() {
            true => SeatSet::one(board.turn().after(2)),
            false => SeatSet::EMPTY,
        }
    }
}
