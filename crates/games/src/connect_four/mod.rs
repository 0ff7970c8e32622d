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
///
/// ```
/// use parlor_core::prelude::*;
/// use parlor_games::connect_four::ConnectFour;
/// let setup = Setup::new(&ConnectFour.info(), 2).unwrap();
/// let four = Match::new(ConnectFour, setup, Seed::Integer(1)).unwrap();
/// assert_eq!(four.legal(Seat(0)).len(), 7);
/// ```
pub struct ConnectFour;

/// A position: a bit for each place, column by column from the bottom, with an empty bit above each column. That gap lets
/// a line be found by shifting the whole board.
///
/// It is kept from the view of the seat to move, so that nothing needs to be looked up by seat while playing.
///
/// ```
/// use parlor_games::connect_four::Board;
/// let text = "......./......./......./......./...o.../...x...";
/// assert_eq!(text.parse::<Board>().unwrap().to_string(), text);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Board {
    /// The discs of the seat to move.
    mine: u64,
    /// All discs.
    taken: u64,
    turn: Seat,
    /// Whether the seat that moved last has four in a line.
    won: bool,
}

/// Dropping a disc into a column, written as its letter.
///
/// ```
/// use parlor_games::connect_four::Drop;
/// let drop: Drop = serde_json::from_str("\"d\"").unwrap();
/// assert_eq!(drop.to_string(), "d");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Drop(u8);

const GAP: u32 = ROWS as u32 + 1;
const BOTTOM: u64 = 0b1000000_1000000_1000000_1000000_1000000_1000000_1000000 >> 6;
const TOP: u64 = BOTTOM << (ROWS - 1);
const FULL: u64 = BOTTOM * 0b111111;

impl PlainGame for ConnectFour {
    type State = Board;
    type Command = Drop;

    fn about(&self) -> GameInfo {
        GameInfo::new("connect-four", "Connect four", 2..=2)
            .summary("Drop discs; four in a line win.")
            .manifest(
                Manifest::new()
                    .minutes(5, 10)
                    .complexity(1)
                    .age(6)
                    .best_for([2])
                    .picture("●")
                    .source("traditional")
                    .license("MIT OR Apache-2.0"),
            )
            .words_json("de", include_str!("de.json"))
            .tags(["board", "family"])
            .longest(42)
    }

    fn start(&self, _: &Setup) -> Board {
        Board::default()
    }

    #[inline]
    fn turn(&self, board: &Board) -> Option<Seat> {
        (!board.won && board.taken != FULL).then_some(board.turn)
    }

    #[inline]
    fn moves(&self, board: &Board, out: &mut Vec<Drop>) {
        // For most of a match no column is full.
        const ALL: [Drop; 7] = [
            Drop(0),
            Drop(1),
            Drop(2),
            Drop(3),
            Drop(4),
            Drop(5),
            Drop(6),
        ];
        match board.taken & TOP {
            0 => out.extend_from_slice(&ALL),
            _ => out.extend(ALL.into_iter().filter(|drop| board.fits(*drop))),
        }
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
        let landed = (board.taken + (1 << (u32::from(drop.0) * GAP))) & !board.taken & FULL;
        board.won = four_in_line(board.mine | landed);
        board.mine ^= board.taken;
        board.taken |= landed;
        board.turn = Seat(1 - board.turn.0);
    }

    fn result(&self, board: &Board) -> Option<Outcome> {
        let winner = board.won.then_some(board.turn.after(2));
        Outcome::win_or_full(
            2,
            winner,
            board.taken == FULL,
            ("reason.line", "four in a line"),
        )
    }

    fn scene(&self, board: &Board) -> View {
        draw::draw(board)
    }

    fn touch(&self, board: &Board, drop: &Drop) -> Vec<String> {
        vec![board.landing(*drop).to_string()]
    }

    fn abilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().fast(self).keyed(self)
    }
}

impl Board {
    #[inline]
    fn fits(&self, drop: Drop) -> bool {
        self.taken & bit(drop.0, ROWS - 1) == 0
    }

    /// Where a disc comes to lie.
    fn landing(&self, drop: Drop) -> Square {
        let row = (0..ROWS - 1).find(|row| self.taken & bit(drop.0, *row) == 0);
        Square::new(drop.0, row.unwrap_or(ROWS - 1))
    }

    fn has(&self, seat: Seat, square: Square) -> bool {
        let discs = match seat == self.turn {
            true => self.mine,
            false => self.mine ^ self.taken,
        };
        discs & bit(square.column(), square.row()) != 0
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
