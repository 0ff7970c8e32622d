//! Hex: place a stone in turn on a rhombus of hexagons; who connects the own two opposite sides wins. There are no draws.
//!
//! The first seat connects top and bottom, the second left and right. Options: the board's `size` (3 to 19), and the
//! `swap` rule: instead of a first stone, the second seat may take over the one that is there, mirrored.

mod board;
mod draw;
mod fast;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;

pub use board::Board;
use parlor_core::prelude::*;

/// The rules.
///
/// ```
/// use parlor_core::prelude::*;
/// use parlor_games::hex::Hex;
/// let setup = Setup::new(&Hex.info(), 2).unwrap().option("size", 7).unwrap();
/// let hex = Match::new(Hex, setup, Seed::Integer(1)).unwrap();
/// assert_eq!(hex.legal(Seat(0)).len(), 49);
/// ```
pub struct Hex;

/// Placing a stone, or taking over the first one.
///
/// ```
/// use parlor_core::Square;
/// use parlor_games::hex::Move;
/// assert_eq!(Move::Place(Square::new(5, 5)).to_string(), "f6");
/// assert_eq!(serde_json::to_string(&Move::Swap).unwrap(), "\"swap\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Move {
    /// A stone here.
    Place(Square),
    /// The first stone becomes the second seat's, mirrored.
    Swap,
}

impl PlainGame for Hex {
    type State = Board;
    type Command = Move;

    fn about(&self) -> GameInfo {
        GameInfo::new("hex", "Hex", 2..=2)
            .summary("Connect your two sides.")
            .manifest(
                Manifest::new()
                    .minutes(10, 40)
                    .complexity(2)
                    .age(8)
                    .best_for([2])
                    .picture("⬡")
                    .source("Piet Hein, 1942; John Nash, 1948")
                    .license("MIT OR Apache-2.0"),
            )
            .words_json("de", include_str!("de.json"))
            .tags(["board", "strategy"])
            .option(OptionSpec::int("size", "Board size", 3..=19, 11))
            .option(OptionSpec::bool("swap", "Swap rule", true))
            .longest(19 * 19 + 1)
    }

    fn start(&self, setup: &Setup) -> Board {
        Board::new(setup.int("size") as u8, setup.bool("swap"))
    }

    #[inline]
    fn turn(&self, board: &Board) -> Option<Seat> {
        (!board.won()).then_some(board.turn())
    }

    #[inline]
    fn moves(&self, board: &Board, out: &mut Vec<Move>) {
        out.extend_from_slice(board.free());
        if board.can_swap() {
            out.push(Move::Swap);
        }
    }

    fn check(&self, board: &Board, command: &Move) -> Result<(), Rejection> {
        match command {
            Move::Place(square) if board.is_free(*square) => Ok(()),
            Move::Place(square) if board.contains(*square) => {
                Err(Rejection::new("occupied", "{place} is taken")
                    .with("place", square.to_string()))
            }
            Move::Place(square) => Err(Rejection::new(
                "off_board",
                "{place} is not on a board of {size} × {size}",
            )
            .with("place", square.to_string())
            .with("size", board.size())),
            Move::Swap if board.can_swap() => Ok(()),
            Move::Swap => Err(Rejection::new(
                "no_swap",
                "only the second player may swap, instead of a first stone",
            )),
        }
    }

    #[inline]
    fn play(&self, board: &mut Board, command: &Move) {
        match command {
            Move::Place(square) => board.place(*square),
            Move::Swap => board.swap(),
        }
    }

    fn result(&self, board: &Board) -> Option<Outcome> {
        let winner = board.turn().after(2);
        board
            .won()
            .then(|| Outcome::win(2, winner, ("reason.connected", "connected both sides")))
    }

    fn scene(&self, board: &Board) -> View {
        draw::draw(board)
    }

    fn say(&self, command: &Move) -> Message {
        match command {
            Move::Place(square) => square.to_string().into(),
            Move::Swap => Message::new("action.swap", "swap"),
        }
    }

    fn touch(&self, board: &Board, command: &Move) -> Vec<String> {
        match command {
            Move::Place(square) => vec![square.to_string()],
            Move::Swap => board
                .first_stone()
                .map(|stone| stone.to_string())
                .into_iter()
                .collect(),
        }
    }

    fn abilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().fast(self).keyed(self)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Swap => f.write_str("swap"),
        }
    }
}

impl TryFrom<String> for Move {
    type Error = String;

    fn try_from(text: String) -> Result<Move, String> {
        match text.as_str() {
            "swap" => Ok(Move::Swap),
            place => match place.parse() {
                Ok(square) => Ok(Move::Place(square)),
                Err(error) => Err(format!("{error}, or swap")),
            },
        }
    }
}

impl From<Move> for String {
    fn from(command: Move) -> String {
        command.to_string()
    }
}
