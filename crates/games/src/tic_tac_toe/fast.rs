//! Tic-tac-toe for simulation and search.

use parlor_core::prelude::*;

use super::{Board, LINES, TicTacToe};

impl Fast for TicTacToe {
    #[inline]
    fn sample(&self, board: &Board, _: Seat, rng: &mut Rng) -> Square {
        let taken = board.stones[0] | board.stones[1];
        let mut free = !taken & 0o777;
        for _ in 0..rng.below(free.count_ones()) {
            free &= free - 1;
        }
        let index = free.trailing_zeros() as u8;
        Square::new(index % 3, index / 3)
    }

    #[inline]
    fn advance(&self, board: &mut Board, _: Seat, square: &Square, _: &mut Rng) {
        self.play(board, square);
    }

    /// The rules ask for the whole outcome to see whose turn it is; looking for a line is enough here.
    #[inline]
    fn acting(&self, board: &Board) -> SeatSet {
        match self.winners(board).is_empty() {
            true => SeatSet::one(board.turn),
            false => SeatSet::EMPTY,
        }
    }

    #[inline]
    fn winners(&self, board: &Board) -> SeatSet {
        let lined = |seat: &Seat| LINES.iter().any(|l| board.stones[seat.index()] & l == *l);
        match Seat::all(2).find(lined) {
            Some(seat) => SeatSet::one(seat),
            None if board.stones[0] | board.stones[1] == 0o777 => SeatSet::all(2),
            None => SeatSet::EMPTY,
        }
    }
}

impl Keyed for TicTacToe {
    /// Whose turn it is follows from the stones.
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        let places = board.stones[0] << 9 | board.stones[1];
        let mixed = (places + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 29
    }
}
