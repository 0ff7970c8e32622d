//! Positions as text: the rows from the top, `x`, `o` or `.` each, as in `x.o/.x./..o`.

use std::fmt;

use super::Board;
use crate::text::{TextError, parse_rows, print_rows};

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_rows(f, 3, 3, |seat, square| {
            self.stones[seat.index()] & square.bit(3) != 0
        })
    }
}

/// Reads a position. Whose turn it is follows from the number of stones.
impl std::str::FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Board, TextError> {
        let mut board = Board::default();
        let turn = parse_rows(text, 3, 3, |seat, square| {
            board.stones[seat.index()] |= square.bit(3);
        })?;
        Ok(Board { turn, ..board })
    }
}
