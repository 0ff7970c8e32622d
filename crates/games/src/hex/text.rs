//! Positions as text: the rows from the top, `x`, `o` or `.` each; the number of rows is the size of the board.

use std::fmt;

use parlor_core::prelude::*;

use super::Board;
use crate::text::{TextError, parse_rows};

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all(self.size(), self.size()) {
            if square.column() == 0 && square.row() > 0 {
                f.write_str("/")?;
            }
            f.write_str(
                match Seat::all(2).find(|seat| self.has_stone(*seat, square)) {
                    Some(Seat(0)) => "x",
                    Some(_) => "o",
                    None => ".",
                },
            )?;
        }
        Ok(())
    }
}

/// Reads a position, without the swap rule. Whose turn it is follows from the number of stones.
impl std::str::FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Board, TextError> {
        let size = text.trim().split('/').count();
        let size = u8::try_from(size)
            .ok()
            .filter(|size| (3..=19).contains(size))
            .ok_or_else(|| TextError::Rule(format!("a board has 3 to 19 rows, not {size}")))?;
        let mut stones = [Vec::new(), Vec::new()];
        parse_rows(text, size, size, |seat, square| {
            // Rows of text come from the top, and so do the rows of Hex.
            let row = size - 1 - square.row();
            stones[seat.index()].push(Square::new(square.column(), row));
        })?;
        let mut board = Board::new(size, false);
        let [first, mut second] = stones.map(Vec::into_iter);
        for square in first {
            for square in [Some(square), second.next()].into_iter().flatten() {
                if board.won() {
                    let problem = "a seat has connected its sides, and play went on";
                    return Err(TextError::Rule(problem.into()));
                }
                board.place(square);
            }
        }
        Ok(board)
    }
}
