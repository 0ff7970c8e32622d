//! Hex for simulation and search.

use parlor_core::prelude::*;

use super::{Board, Hex, Move};

impl Fast for Hex {
    #[inline]
    fn sample(&self, board: &Board, _: Seat, rng: &mut Rng) -> Move {
        let free = board.free();
        let swaps = usize::from(board.can_swap());
        match free.get(rng.below((free.len() + swaps) as u32) as usize) {
            Some(place) => *place,
            None => Move::Swap,
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

impl Keyed for Hex {
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        board.key()
    }
}
