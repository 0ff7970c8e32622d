//! [`Square`]: a place on a board of columns and rows, written `b2` as people do.

use std::fmt;
use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

/// A place on a board: columns from `a` at the left, rows from 1 at the bottom.
///
/// ```
/// use parlor_core::Square;
/// let square: Square = "b3".parse().unwrap();
/// assert_eq!(square, Square::new(1, 2));
/// assert_eq!(square.to_string(), "b3");
/// assert_eq!(Square::all(3, 3).count(), 9);
/// assert!("z99".parse::<Square>().is_ok() && "3b".parse::<Square>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Square {
    // Row first, so that squares sort row by row; one more than the row, so that an `Option` takes no more room.
    line: NonZeroU8,
    column: u8,
}

/// A text that names no square.
///
/// ```
/// use parlor_core::Square;
/// let error = "3b".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "'3b' is no square: say a letter and a number, as in b2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no square: say a letter and a number, as in b2")]
pub struct SquareError(String);

impl Square {
    /// The square in this column and row, both counted from 0.
    ///
    /// # Panics
    /// When the column is not within 0 to 25 or the row not within 0 to 98.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Square {
        assert!(column < 26 && row < 99, "columns are a to z, rows 1 to 99");
        let line = NonZeroU8::MIN.saturating_add(row);
        Square { line, column }
    }

    /// The column, counted from 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, counted from 0 at the bottom.
    #[inline]
    pub const fn row(self) -> u8 {
        self.line.get() - 1
    }

    /// The square's bit in a word, row by row from the bottom left, on a board with so many columns.
    ///
    /// ```
    /// use parlor_core::Square;
    /// assert_eq!(Square::new(1, 2).bit(3), 0b010_000_000);
    /// ```
    #[inline]
    pub const fn bit(self, columns: u8) -> u64 {
        1 << (self.row() as u32 * columns as u32 + self.column as u32)
    }

    /// The squares whose [bits](Square::bit) are set, from the lowest up.
    ///
    /// ```
    /// use parlor_core::Square;
    /// let corners: Vec<Square> = Square::of_bits(3, 0b101_000_101).collect();
    /// assert_eq!(corners[3].to_string(), "c3");
    /// ```
    #[inline]
    pub fn of_bits(columns: u8, bits: u64) -> impl Iterator<Item = Square> {
        let mut rest = bits;
        std::iter::from_fn(move || {
            let index = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(Square::new(index % columns, index / columns))
        })
    }

    /// All the squares of a board, row by row from the bottom left.
    pub fn all(columns: u8, rows: u8) -> impl Iterator<Item = Square> {
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Square::new(column, row)))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Boards are drawn often, and this takes a third of the time that `write!` would.
        let (letter, tens, ones) = (
            b'a' + self.column,
            self.line.get() / 10,
            self.line.get() % 10,
        );
        let name = [letter, b'0' + tens, b'0' + ones];
        let name = std::str::from_utf8(&name).map_err(|_| fmt::Error)?;
        match tens {
            0 => {
                f.write_str(&name[..1])?;
                f.write_str(&name[2..])
            }
            _ => f.write_str(name),
        }
    }
}

impl std::str::FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let error = || SquareError(text.chars().take(20).collect());
        let (&column, row) = text.as_bytes().split_first().ok_or_else(error)?;
        let column = column.to_ascii_lowercase();
        let digits = !row.is_empty() && row.len() <= 2 && row.iter().all(u8::is_ascii_digit);
        if !column.is_ascii_lowercase() || !digits || row[0] == b'0' {
            return Err(error());
        }
        let row = row.iter().fold(0, |row, digit| row * 10 + (digit - b'0'));
        Ok(Square::new(column - b'a', row - 1))
    }
}

impl TryFrom<String> for Square {
    type Error = SquareError;

    fn try_from(text: String) -> Result<Square, SquareError> {
        text.parse()
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.to_string()
    }
}
