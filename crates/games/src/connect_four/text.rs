//! Positions as text: the rows from the top, `x`, `o` or `.` each.

use std::fmt;

use parlor_core::prelude::*;

use super::{Board, COLUMNS, FULL, ROWS, bit, four_in_line};
use crate::text::{TextError, parse_rows, print_rows};

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_rows(f, COLUMNS, ROWS, |seat, square| self.has(seat, square))
    }
}

/// Reads a position. Whose turn it is follows from the number of discs.
impl std::str::FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Board, TextError> {
        let mut discs = [0; 2];
        let turn = parse_rows(text, COLUMNS, ROWS, |seat, square| {
            discs[seat.index()] |= bit(square.column(), square.row());
        })?;
        let taken = discs[0] | discs[1];
        // Each disc that is not in the bottom row has one below it.
        if taken & FULL & ((taken << 1) | super::BOTTOM) != taken {
            return Err(TextError::Rule("a disc hangs in the air".into()));
        }
        let last: Seat = turn.after(2);
        if four_in_line(discs[turn.index()]) {
            return Err(TextError::Rule("play went on after four in a line".into()));
        }
        Ok(Board {
            mine: discs[turn.index()],
            taken,
            turn,
            won: four_in_line(discs[last.index()]),
        })
    }
}
