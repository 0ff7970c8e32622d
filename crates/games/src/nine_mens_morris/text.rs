//! Positions as text: the seven rows of points from the top, who is to act, and the men still to be placed.

use parlor_core::{Game, Seat, Setup};
use parlor_flow::{FlowGame, State};
use parlor_table::{Cell, Changes, Dealer, Schema};

use super::board::{NAMES, ROWS};
use super::set::{MEN, MOST_QUIET, Set};
use crate::text::TextError;

/// A position that was read: what stands where, and who is to act.
#[derive(Default)]
struct Position {
    men: Vec<(Cell, Seat)>,
    turn: Seat,
    /// By seat.
    left: [usize; 2],
    quiet: usize,
    taking: bool,
}

fn set() -> Set {
    Set::new(&mut Schema::new())
}

fn rule(text: impl Into<String>) -> TextError {
    TextError::Rule(text.into())
}

/// Reads a position: the rows of points from the top with `/` between them, `w` and `b` for men and `.` for free points;
/// then `w` or `b`, who is to act; then, if any are left, how many men White and Black have still to place. Last, if you
/// like, `take` when a mill was just closed and a man is to be taken, or how many moves ago the last mill was closed.
///
/// ```
/// use parlor_games::nine_mens_morris::{nine_mens_morris, parse, print};
/// let game = nine_mens_morris();
/// for text in [
///     ".../.../.../....../.../.../... w 9 9",
///     "www/.b./.../....../.b./.../... w 6 7 take",
///     "w../.w./.../..b..w/.b./.b./... b 12",
/// ] {
///     assert_eq!(print(&parse(&game, text).unwrap()), text);
/// }
/// ```
pub fn parse(game: &FlowGame, text: &str) -> Result<State, TextError> {
    let position = read(text)?;
    position.check()?;
    let broken = |error: &dyn ToString| rule(error.to_string());
    let setup = Setup::new(&game.info(), 2).map_err(|error| broken(&error))?;
    let state = game.begin_from(&setup, |dealer| position.lay(dealer));
    let state = state.map_err(|error| broken(&error))?;
    let (set, table, seat) = (set(), state.table(), position.turn);
    let beaten = Seat::all(2).any(|seat| set.is_beaten(table, seat));
    if beaten || !position.taking && set.is_blocked(table, seat) {
        return Err(rule("a side has lost already"));
    }
    let in_mill = |man| set.in_mill(table, table.cell_of(man));
    if position.taking && !set.placed(table, seat).any(in_mill) {
        return Err(rule("the side to act has closed no mill"));
    }
    Ok(state)
}

fn read(text: &str) -> Result<Position, TextError> {
    let mut position = Position::default();
    let mut fields = text.split_whitespace();
    let rows: Vec<&str> = fields.next().unwrap_or_default().split('/').collect();
    if rows.len() != ROWS.len() {
        return Err(TextError::Rows {
            found: rows.len(),
            expected: ROWS.len() as u8,
        });
    }
    let mut cells = (0..).map(Cell);
    for ((number, row), expected) in (1..).zip(rows).zip(ROWS) {
        if row.chars().count() != usize::from(expected) {
            return Err(TextError::Places {
                row: number,
                found: row.chars().count(),
                expected: expected as u8,
            });
        }
        for (sign, cell) in row.chars().zip(&mut cells) {
            match sign {
                '.' => {}
                'w' => position.men.push((cell, Seat(0))),
                'b' => position.men.push((cell, Seat(1))),
                _ => {
                    return Err(rule(format!(
                        "'{sign}' in row {number} is neither w, b nor ."
                    )));
                }
            }
        }
    }
    position.turn = match fields.next() {
        Some("w") => Seat(0),
        Some("b") => Seat(1),
        _ => return Err(rule("say w or b after the board: who is to act")),
    };
    let more: Vec<&str> = fields.collect();
    let number = |text: &str| {
        let wrong = |_| rule(format!("'{text}' is no number"));
        text.parse::<usize>().map_err(wrong)
    };
    let rest = match more.as_slice() {
        [white, black, rest @ ..] => {
            position.left = [number(white)?, number(black)?];
            rest
        }
        rest => rest,
    };
    match rest {
        [] => {}
        ["take"] => position.taking = true,
        [quiet] => position.quiet = number(quiet)?,
        [_, more, ..] => return Err(rule(format!("'{more}' comes after the end"))),
    }
    Ok(position)
}

impl Position {
    fn check(&self) -> Result<(), TextError> {
        for (seat, name) in Seat::all(2).zip(["White", "Black"]) {
            let placed = self.men.iter().filter(|(_, owner)| *owner == seat).count();
            let men = placed + self.left[seat.index()];
            if men > MEN {
                return Err(rule(format!("{name} has {men} men and not {MEN} at most")));
            }
        }
        // White places first, so Black has as many left, or one more after a man of White's.
        let [white, black] = self.left;
        let ahead = usize::from((self.turn == Seat(1)) != self.taking);
        if self.left != [0, 0] && black != white + ahead {
            let expected = white + ahead;
            let problem = format!("Black has {black} men to place and not {expected}");
            return Err(rule(problem));
        }
        if self.quiet > 0 && self.left != [0, 0] {
            return Err(rule("moves count only once all men are placed"));
        }
        if self.quiet >= MOST_QUIET {
            return Err(rule(format!(
                "{MOST_QUIET} moves without a mill are a draw"
            )));
        }
        Ok(())
    }

    /// Makes the table of a new match that of this position.
    fn lay(&self, dealer: &mut Dealer<'_>) {
        let set = set();
        for seat in Seat::all(2) {
            let supply = set.supply.of(seat);
            let mut men = dealer.table().zone(supply).pieces().collect::<Vec<_>>();
            for (cell, _) in self.men.iter().filter(|(_, owner)| *owner == seat) {
                if let Some(man) = men.pop() {
                    dealer.put(man, set.board.at(*cell));
                }
            }
            for man in men.into_iter().skip(self.left[seat.index()]) {
                dealer.remove(man);
            }
        }
        dealer.set_value(set.first, self.turn);
        dealer.set_value(set.taking, self.taking);
        dealer.set_value(set.quiet, self.quiet);
        // What is on the board counts as one occurrence of this position.
        if !self.taking {
            set.remember(dealer);
        }
    }
}

/// The position as [`parse`] reads it; after the end of a match, with the side that moved last.
///
/// ```
/// use parlor_flow::Scenario;
/// use parlor_games::nine_mens_morris::{nine_mens_morris, print};
/// let game = nine_mens_morris();
/// let mut scenario = Scenario::new(&game, 2, 1);
/// scenario.play_all(["d6", "a1"]).unwrap();
/// assert_eq!(print(scenario.state()), ".../.w./.../....../.../.../b.. w 8 8");
/// ```
pub fn print(state: &State) -> String {
    let (set, table) = (set(), state.table());
    let sign = |cell: Cell| {
        let piece = table.zone(set.board.at(cell)).top();
        match piece.and_then(|piece| table.owner(piece)) {
            Some(Seat(0)) => 'w',
            Some(_) => 'b',
            None => '.',
        }
    };
    let mut cells = (0..NAMES.len() as u16).map(Cell);
    let rows = ROWS.map(|points| {
        let cells = cells.by_ref().take(points.into());
        cells.map(sign).collect::<String>()
    });
    let mut text = format!("{} {}", rows.join("/"), ["w", "b"][state.at.turn().index()]);
    let left = [0, 1].map(|seat| set.left(table, Seat(seat)));
    if left != [0, 0] {
        text.push_str(&format!(" {} {}", left[0], left[1]));
    }
    match (table.value(set.taking), table.value(set.quiet)) {
        (true, _) => text.push_str(" take"),
        (false, 0) => {}
        (false, quiet) => text.push_str(&format!(" {quiet}")),
    }
    text
}
