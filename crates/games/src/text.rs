//! The text form of boards with the stones of two seats, row by row from the top.

use std::fmt;

use parlor_core::{Seat, Square};

/// A text that is no position of the game.
///
/// ```
/// use parlor_games::tic_tac_toe::Board;
/// let error = "x.o/...".parse::<Board>().unwrap_err();
/// assert_eq!(error.to_string(), "the text has 2 rows, and the board 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Too few or too many rows.
    #[error("the text has {found} rows, and the board {expected}")]
    Rows {
        /// Rows in the text.
        found: usize,
        /// Rows of the board.
        expected: u8,
    },
    /// A row that is too short or too long.
    #[error("row {row} has {found} places, and the board {expected}")]
    Places {
        /// The row, counted from 1 at the top.
        row: usize,
        /// Places in that row.
        found: usize,
        /// Places in a row of the board.
        expected: u8,
    },
    /// A character that is no place.
    #[error("'{found}' in row {row} is neither x, o nor .")]
    Character {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The character.
        found: char,
    },
    /// Numbers of stones that no match leads to.
    #[error("o cannot have {second} stones when x has {first}")]
    Stones {
        /// Stones of the first seat.
        first: u32,
        /// Stones of the second seat.
        second: u32,
    },
    /// A position that breaks a rule of its game.
    #[error("{0}")]
    Rule(String),
}

/// Prints `x`, `o` and `.`, with `/` between rows.
pub(crate) fn print_rows(
    f: &mut fmt::Formatter<'_>,
    columns: u8,
    rows: u8,
    has: impl Fn(Seat, Square) -> bool,
) -> fmt::Result {
    for row in (0..rows).rev() {
        for column in 0..columns {
            let square = Square::new(column, row);
            f.write_str(match Seat::all(2).find(|seat| has(*seat, square)) {
                Some(Seat(0)) => "x",
                Some(_) => "o",
                None => ".",
            })?;
        }
        if row > 0 {
            f.write_str("/")?;
        }
    }
    Ok(())
}

/// Reads what [`print_rows`] prints, and says whose turn it is: the first seat's when both have as many stones.
pub(crate) fn parse_rows(
    text: &str,
    columns: u8,
    rows: u8,
    mut put: impl FnMut(Seat, Square),
) -> Result<Seat, TextError> {
    let lines: Vec<&str> = text.trim().split('/').collect();
    if lines.len() != usize::from(rows) {
        return Err(TextError::Rows {
            found: lines.len(),
            expected: rows,
        });
    }
    let mut stones = [0; 2];
    for (number, line) in lines.iter().enumerate() {
        if line.chars().count() != usize::from(columns) {
            return Err(TextError::Places {
                row: number + 1,
                found: line.chars().count(),
                expected: columns,
            });
        }
        for (column, found) in (0..columns).zip(line.chars()) {
            let seat = match found {
                'x' | 'X' => Seat(0),
                'o' | 'O' => Seat(1),
                '.' => continue,
                _ => {
                    return Err(TextError::Character {
                        row: number + 1,
                        found,
                    });
                }
            };
            stones[seat.index()] += 1;
            put(seat, Square::new(column, rows - 1 - number as u8));
        }
    }
    match stones {
        [first, second] if first == second => Ok(Seat(0)),
        [first, second] if first == second + 1 => Ok(Seat(1)),
        [first, second] => Err(TextError::Stones { first, second }),
    }
}
