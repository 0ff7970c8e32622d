//! Positions and moves as text: a picture of the board, or the squares by number as PDN files have them.

use parlor_core::{Fast, Game, Rng, Seat, Setup, Viewer};
use parlor_flow::{Command, FlowGame, Input, State};
use parlor_table::{Cell, Changes, Dealer, Handle, Schema, Table};

use super::set::{FAR, MOST_QUIET, Set, is_dark};
use crate::text::TextError;

/// A position that was read: what stands where, and who is to move.
#[derive(Default)]
struct Position {
    /// Squares, whose piece stands there, and whether it is a king.
    pieces: Vec<(Cell, Seat, bool)>,
    turn: Seat,
    quiet: usize,
    /// Where the piece stands that has jumped and must jump on.
    jumping: Option<Cell>,
}

fn set() -> Set {
    Set::new(&mut Schema::new())
}

fn rule(text: impl Into<String>) -> TextError {
    TextError::Rule(text.into())
}

/// Reads a position: a picture with White at the top, or the squares by number.
///
/// A picture has eight rows from the top, each on a line of its own or with `/` between them: `b` and `w` are men, `B`
/// and `W` kings, `.` is an empty square. Then `b` or `w`: who is to move. Then, if you like, how many moves ago something
/// was taken or a man moved; or the square of the piece that has jumped and must jump on.
///
/// By number it is `B:W21,22,K30:B1,2`: who is to move, then the squares of White and of Black, kings with a `K`. Square
/// 1 is Black's g1 and 32 is White's b8.
///
/// ```
/// use parlor_games::checkers::{checkers, moves, parse, print};
/// let game = checkers();
/// let state = parse(&game, "......../......../...w..../......../.w....../b......./......../........ b").unwrap();
/// assert_eq!(moves(&game, &state), ["a3xc5xe7"]);
/// let state = parse(&game, "W:W21,K32:B12").unwrap();
/// assert_eq!(print(&state), ".W....../......../.......w/......../......../b......./......../........ w");
/// ```
pub fn parse(game: &FlowGame, text: &str) -> Result<State, TextError> {
    let position = match text.contains(':') {
        true => read_pdn(text)?,
        false => read_picture(text)?,
    };
    position.check()?;
    let broken = |error: &dyn ToString| rule(error.to_string());
    let setup = Setup::new(&game.info(), 2).map_err(|error| broken(&error))?;
    let state = game.begin_from(&setup, |dealer| position.lay(dealer));
    let state = state.map_err(|error| broken(&error))?;
    match position.jumping {
        Some(cell) if set().jumpers(state.table(), position.turn).next().is_none() => {
            Err(rule(format!("the piece on {} cannot jump on", name(cell))))
        }
        _ => Ok(state),
    }
}

impl Position {
    fn check(&self) -> Result<(), TextError> {
        for seat in Seat::all(2) {
            let count = self.pieces.iter().filter(|(_, owner, _)| *owner == seat);
            let count = count.count();
            if count > 12 {
                return Err(rule(format!("{count} pieces on a side of 12")));
            }
        }
        let mut taken = [false; 64];
        for (cell, seat, king) in &self.pieces {
            let name = name(*cell);
            if !is_dark(*cell) {
                return Err(rule(format!("{name} is a light square")));
            }
            if std::mem::replace(&mut taken[cell.index()], true) {
                return Err(rule(format!("there are two pieces on {name}")));
            }
            if !king && set().is_last_row(*seat, *cell) {
                return Err(rule(format!("a man on {name} would be a king")));
            }
        }
        let own = |cell: Cell| {
            let mut pieces = self.pieces.iter();
            pieces.any(|(other, seat, _)| (*other, *seat) == (cell, self.turn))
        };
        match self.jumping.filter(|cell| !own(*cell)) {
            Some(cell) => Err(rule(format!(
                "no piece of the side to move is on {}",
                name(cell)
            ))),
            None => Ok(()),
        }
    }

    /// Makes the table of a new match that of this position.
    fn lay(&self, dealer: &mut Dealer<'_>) {
        let set = set();
        let men: Vec<_> = dealer.table().pieces().collect();
        for man in men {
            dealer.remove(man);
        }
        for (cell, seat, king) in &self.pieces {
            let definitions = if *king { set.kings } else { set.men };
            let place = set.board.at(*cell);
            let piece = dealer.create(definitions[seat.index()], place, Some(*seat));
            if self.jumping == Some(*cell) {
                dealer.set_value(set.moved, Some(piece));
            }
        }
        dealer.set_value(set.first, self.turn);
        dealer.set_value(set.quiet, self.quiet);
        if self.quiet > 0 {
            dealer.set_value(set.since[self.quiet], FAR);
        }
    }
}

fn read_picture(text: &str) -> Result<Position, TextError> {
    let mut position = Position::default();
    let mut fields = text.split(|c: char| c == '/' || c.is_whitespace());
    let mut fields = fields.by_ref().filter(|field| !field.is_empty());
    for number in 0..8 {
        let row = fields.next().ok_or(TextError::Rows {
            found: number,
            expected: 8,
        })?;
        if row.chars().count() != 8 {
            return Err(TextError::Places {
                row: number + 1,
                found: row.chars().count(),
                expected: 8,
            });
        }
        for (column, sign) in (0..).zip(row.chars()) {
            let seat = match sign {
                '.' => continue,
                'b' | 'B' => Seat(0),
                'w' | 'W' => Seat(1),
                _ => {
                    let row = number + 1;
                    return Err(rule(format!(
                        "'{sign}' in row {row} is none of b, w, B, W and ."
                    )));
                }
            };
            let cell = Cell((7 - number as u16) * 8 + column);
            position.pieces.push((cell, seat, sign.is_uppercase()));
        }
    }
    position.turn = side(fields.next().unwrap_or_default())?;
    if let Some(field) = fields.next() {
        match (field.parse::<usize>(), cell_called(field)) {
            (Ok(quiet), _) if quiet < MOST_QUIET => position.quiet = quiet,
            (Ok(_), _) => return Err(rule(format!("{MOST_QUIET} quiet moves are a draw"))),
            (Err(_), Some(cell)) => position.jumping = Some(cell),
            (Err(_), None) => {
                return Err(rule(format!("'{field}' is neither a number nor a square")));
            }
        }
    }
    match fields.next() {
        Some(more) => Err(rule(format!("'{more}' comes after the end"))),
        None => Ok(position),
    }
}

fn side(text: &str) -> Result<Seat, TextError> {
    match text {
        "b" | "B" => Ok(Seat(0)),
        "w" | "W" => Ok(Seat(1)),
        _ => Err(rule("say b or w after the board: who is to move")),
    }
}

fn read_pdn(text: &str) -> Result<Position, TextError> {
    let mut position = Position::default();
    let mut fields = text.trim().trim_end_matches('.').split(':');
    position.turn = side(fields.next().unwrap_or_default())?;
    for field in fields {
        let mut signs = field.trim().chars();
        let seat = side(signs.next().map_or(String::new(), String::from).as_str())
            .map_err(|_| rule(format!("'{field}' does not begin with B or W")))?;
        for square in signs
            .as_str()
            .split(',')
            .filter(|square| !square.is_empty())
        {
            let (king, number) = match square.trim().strip_prefix('K') {
                Some(number) => (true, number),
                None => (false, square.trim()),
            };
            let number = number.parse::<u16>().ok();
            let Some(number) = number.filter(|number| (1..=32).contains(number)) else {
                return Err(rule(format!("'{square}' is no square from 1 to 32")));
            };
            position.pieces.push((numbered(number), seat, king));
        }
    }
    Ok(position)
}

/// The square with this number, from 1 at Black's right hand.
fn numbered(number: u16) -> Cell {
    let (row, from_right) = ((number - 1) / 4, (number - 1) % 4);
    Cell(row * 8 + (3 - from_right) * 2 + row % 2)
}

fn number(cell: Cell) -> u16 {
    let (row, column) = (cell.0 / 8, cell.0 % 8);
    row * 4 + (3 - column / 2) + 1
}

fn name(cell: Cell) -> String {
    let (row, column) = (cell.0 / 8, (b'a' + (cell.0 % 8) as u8) as char);
    format!("{column}{}", row + 1)
}

fn cell_called(text: &str) -> Option<Cell> {
    (0..64).map(Cell).find(|cell| name(*cell) == text)
}

/// Who is to move; after the end of a match, who would be. And the piece that must jump on.
fn turn(state: &State) -> (Seat, Option<Cell>) {
    let (set, table) = (set(), state.table());
    let moved = table
        .value(set.moved)
        .filter(|_| set.moved_last(table, state.at.turn()));
    match moved {
        // A match that is drawn stops at the turn of the side that moved last.
        Some(_) if set.drawn(table).is_some() => (state.at.turn().after(2), None),
        Some(piece) => (state.at.turn(), Some(table.cell_of(piece))),
        None => (state.at.turn(), None),
    }
}

/// The position as a picture, as [`parse`] reads it.
///
/// ```
/// use parlor_games::checkers::{checkers, parse, print};
/// let text = "......../......../.......w/......../......../b......./......../..W..... b 12";
/// assert_eq!(print(&parse(&checkers(), text).unwrap()), text);
/// ```
pub fn print(state: &State) -> String {
    let (set, table) = (set(), state.table());
    let sign = |cell: u16| match set.piece_at(table, Cell(cell)) {
        Some(piece) => table.name(piece),
        None => ".",
    };
    let row = |row: u16| (row * 8..row * 8 + 8).map(sign).collect::<String>();
    let rows: Vec<String> = (0..8).rev().map(row).collect();
    let (turn, jumping) = turn(state);
    let turn = ["b", "w"][turn.index()];
    let more = match (jumping, table.value(set.quiet)) {
        (Some(cell), _) => format!(" {}", name(cell)),
        (None, 0) => String::new(),
        (None, quiet) => format!(" {quiet}"),
    };
    format!("{} {turn}{more}", rows.join("/"))
}

/// The position by the numbers of the squares, as [`parse`] reads it and as PDN files have it.
///
/// ```
/// use parlor_games::checkers::{checkers, parse, pdn};
/// let text = "W:W21,K32:B12";
/// assert_eq!(pdn(&parse(&checkers(), text).unwrap()), text);
/// ```
pub fn pdn(state: &State) -> String {
    let (set, table) = (set(), state.table());
    let side = |seat: Seat| {
        let pieces = table.pieces().owned_by(seat);
        let mut squares: Vec<(u16, bool)> = pieces
            .map(|piece| (number(table.cell_of(piece)), set.is_king(table, piece)))
            .collect();
        squares.sort_unstable();
        let texts = squares
            .iter()
            .map(|(number, king)| format!("{}{number}", if *king { "K" } else { "" }));
        texts.collect::<Vec<_>>().join(",")
    };
    let turn = ["B", "W"][turn(state).0.index()];
    format!("{turn}:W{}:B{}", side(Seat(1)), side(Seat(0)))
}

/// Everything that the side to move can play, with chains of jumps written out: `c3-d4`, `a3xc5xe7`.
///
/// ```
/// use parlor_games::checkers::{checkers, moves, parse};
/// let game = checkers();
/// let start = parse(&game, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12").unwrap();
/// assert_eq!(moves(&game, &start), ["a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"]);
/// ```
pub fn moves(game: &FlowGame, state: &State) -> Vec<String> {
    let mut texts = Vec::new();
    each_move(game, state, "", &mut |text, _| texts.push(text.into()));
    texts.sort();
    texts
}

/// Visits every move, chains of jumps as one, with the position that it leads to.
pub(super) fn each_move(
    game: &FlowGame,
    state: &State,
    so_far: &str,
    visit: &mut impl FnMut(&str, &State),
) {
    let Some(seat) = game.to_act(state).first() else {
        return;
    };
    let mut commands = Vec::new();
    game.legal(state, seat, &mut commands);
    for command in commands {
        let text = match so_far {
            "" => text(state.table(), &command),
            text => format!("{text}x{}", to(&command)),
        };
        let mut after = state.clone();
        game.advance(&mut after, seat, &command, &mut Rng::fast(0, 0));
        match game.to_act(&after).contains(seat) {
            true => each_move(game, &after, &text, visit),
            false => visit(&text, &after),
        }
    }
}

fn to(command: &Command) -> String {
    command.args.last().map_or(String::new(), Input::to_string)
}

fn text(table: &Table, command: &Command) -> String {
    let from = match command.args.first() {
        Some(Input::Number(handle)) => table.by_handle(Handle(*handle as u32), Viewer::Spectator),
        _ => None,
    };
    let from = from.map_or(String::new(), |piece| name(table.cell_of(piece)));
    let sign = if command.action.as_str() == "jump" {
        "x"
    } else {
        "-"
    };
    format!("{from}{sign}{}", to(command))
}
