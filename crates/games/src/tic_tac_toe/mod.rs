//! Tic-tac-toe: on a board of 3 × 3, place a stone in turn; three of yours in a row, a column or a diagonal win.
//!
//! The shortest way to write a game, and the one to copy from: rules and picture are here; `fast`, `text` and `words` are extras.

mod fast;
#[cfg(test)]
mod tests;
mod text;
mod words;

use parlor_core::prelude::*;

/// The rules.
///
/// ```
/// use parlor_core::prelude::*;
/// use parlor_games::tic_tac_toe::TicTacToe;
/// let setup = Setup::new(&TicTacToe.info(), 2).unwrap();
/// let mut game = Match::new(TicTacToe, setup, Seed::Integer(1)).unwrap();
/// game.play(Seat(0), &"b2".parse().unwrap()).unwrap();
/// assert_eq!(game.to_act().first(), Some(Seat(1)));
/// ```
pub struct TicTacToe;

/// The stones of each seat, a bit for each square, and whose turn it is.
///
/// ```
/// use parlor_games::tic_tac_toe::Board;
/// let board: Board = "x.o/.x./..o".parse().unwrap();
/// assert_eq!(board.to_string(), "x.o/.x./..o");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Board {
    stones: [u64; 2],
    turn: Seat,
}

const LINES: [u64; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl PlainGame for TicTacToe {
    type State = Board;
    type Command = Square;

    fn about(&self) -> GameInfo {
        words::of(GameInfo::new("tic-tac-toe", "Tic-tac-toe", 2..=2)).summary("Three in a row win.")
    }

    fn start(&self, _: &Setup) -> Board {
        Board::default()
    }

    fn turn(&self, board: &Board) -> Option<Seat> {
        self.result(board).is_none().then_some(board.turn)
    }

    fn moves(&self, board: &Board, out: &mut Vec<Square>) {
        let free = !(board.stones[0] | board.stones[1]) & 0o777;
        out.extend(Square::of_bits(3, free));
    }

    fn play(&self, board: &mut Board, square: &Square) {
        board.stones[board.turn.index()] |= square.bit(3);
        board.turn = board.turn.after(2);
    }

    fn result(&self, board: &Board) -> Option<Outcome> {
        let lined = |seat: &Seat| LINES.iter().any(|l| board.stones[seat.index()] & l == *l);
        let full = board.stones[0] | board.stones[1] == 0o777;
        Outcome::win_or_full(2, Seat::all(2).find(lined), full, "three in a row")
    }

    fn scene(&self, board: &Board) -> View {
        let has = |seat: Seat, square: Square| board.stones[seat.index()] & square.bit(3) != 0;
        View::stones(3, 3, has)
    }

    fn abilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().fast(self).keyed(self)
    }
}
