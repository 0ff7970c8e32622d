//! Connect four: drop a disc into one of seven columns; four of yours in a line, upright, level or slanting, win.
//!
//! Six rows, seven columns. A full board without a line is a draw.

mod draw;
mod fast;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;

use parlor_core::prelude::*;

/// How many columns the board has.
pub const COLUMNS: u8 = 7;
/// How many rows the board has.
pub const ROWS: u8 = 6;

/// The rules.
pub struct ConnectFour;

/// The discs of each seat: a bit for each place, column by column from the bottom, with an empty bit above each
/// column. That gap lets a line be found by shifting the whole board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Board {
    discs: [u64; 2],
    turn: Seat,
    won: bool,
}

/// Dropping a disc into a column, written as its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Drop(u8);

const GAP: u32 = ROWS as u32 + 1;
const BOTTOM: u64 = 0b1000000_1000000_1000000_1000000_1000000_1000000_1000000 >> 6;
const FULL: u64 = BOTTOM * 0b111111;

impl PlainGame for ConnectFour {
    type State = Board;
    type Command = Drop;

    fn about(&self) -> GameInfo {
        GameInfo::new("connect-four", "Connect four", 2..=2)
            .summary("Drop discs; four in a line win.")
            .longest(42)
    }

    fn start(&self, _: &Setup) -> Board {
        Board::default()
    }

    #[inline]
    fn turn(&self, board: &Board) -> Option<Seat> {
        (!board.won && board.taken() != FULL).then_some(board.turn)
    }

    #[inline]
    fn moves(&self, board: &Board, out: &mut Vec<Drop>) {
        out.extend((0..COLUMNS).map(Drop).filter(|drop| board.fits(*drop)));
    }

    fn check(&self, board: &Board, drop: &Drop) -> Result<(), Rejection> {
        match board.fits(*drop) {
            true => Ok(()),
            false => Err(Rejection::new("column_full", "column {column} is full")
                .with("column", drop.to_string())),
        }
    }

    #[inline]
    fn play(&self, board: &mut Board, drop: &Drop) {
        // Adding the column's lowest bit carries to its first empty place.
        let landed = (board.taken() + (1 << (u32::from(drop.0) * GAP))) & !board.taken();
        let mine = &mut board.discs[board.turn.index() & 1];
        *mine |= landed & FULL;
        board.won = four_in_line(*mine);
        board.turn = Seat(1 - board.turn.0);
    }

    fn result(&self, board: &Board) -> Option<Outcome> {
        let winner = board.won.then_some(board.turn.after(2));
        Outcome::win_or_full(2, winner, board.taken() == FULL, "four in a line")
    }

    fn scene(&self, board: &Board) -> View {
        draw::draw(board)
    }

    fn touch(&self, board: &Board, drop: &Drop) -> Vec<String> {
        vec![board.landing(*drop).to_string()]
    }

    fn abilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().fast(self)
    }
}

impl Board {
    #[inline]
    fn taken(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    #[inline]
    fn fits(&self, drop: Drop) -> bool {
        self.taken() & bit(drop.0, ROWS - 1) == 0
    }

    /// Where a disc comes to lie.
    fn landing(&self, drop: Drop) -> Square {
        let row = (0..ROWS - 1).find(|row| self.taken() & bit(drop.0, *row) == 0);
        Square::new(drop.0, row.unwrap_or(ROWS - 1))
    }

    fn has(&self, seat: Seat, square: Square) -> bool {
        self.discs[seat.index()] & bit(square.column(), square.row()) != 0
    }
}

#[inline]
fn bit(column: u8, row: u8) -> u64 {
    1 << (u32::from(column) * GAP + u32::from(row))
}

/// Whether four of these discs lie in a line: upright, level, or slanting either way.
#[inline]
fn four_in_line(discs: u64) -> bool {
    let line = |step: u32| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step))
    };
    line(1) | line(GAP) | line(GAP - 1) | line(GAP + 1) != 0
}

impl fmt::Display for Drop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (b'a' + self.0) as char)
    }
}

impl TryFrom<String> for Drop {
    type Error = String;

    fn try_from(text: String) -> Result<Drop, String> {
        match text.as_bytes() {
            [column @ b'a'..=b'g'] => Ok(Drop(column - b'a')),
            _ => Err("a column is a letter from a to g".into()),
        }
    }
}

impl From<Drop> for String {
    fn from(drop: Drop) -> String {
        drop.to_string()
    }
}
