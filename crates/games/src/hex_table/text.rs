//! Positions as text, the same as those of [`hex`](crate::hex): rows from the top, `x`, `o` or `.` each.

use parlor_core::{Fast, Game, Rng, Seat, Setup, Square};
use parlor_flow::{Command, FlowGame, State};
use parlor_table::Table;

use crate::text::{TextError, parse_rows};

/// Reads a position, without the swap rule. Whose turn it is follows from the number of stones.
///
/// ```
/// use parlor_games::hex_table::{hex_table, parse, print};
/// let state = parse(&hex_table(), "x.o/xo./...").unwrap();
/// assert_eq!(print(&state), "x.o/xo./...");
/// ```
pub fn parse(game: &FlowGame, text: &str) -> Result<State, TextError> {
    let broken = |error: &dyn ToString| TextError::Rule(error.to_string());
    let size = text.trim().split('/').count();
    let rows = u8::try_from(size).unwrap_or(u8::MAX);
    let setup = Setup::new(&game.info(), 2)
        .and_then(|setup| setup.option("size", size as i64))
        .and_then(|setup| setup.option("swap", false))
        .map_err(|error| broken(&error))?;
    let mut stones = [Vec::new(), Vec::new()];
    parse_rows(text, rows, rows, |seat, square| {
        // Rows of text come from the top, and so do the rows of Hex.
        let row = rows - 1 - square.row();
        stones[seat.index()].push(Square::new(square.column(), row));
    })?;
    let mut rng = Rng::fast(0, 0);
    let state = game.begin_from(&setup, |_| {});
    let mut state = state.map_err(|error| broken(&error))?;
    let [first, mut second] = stones.map(Vec::into_iter);
    for square in first {
        for square in [Some(square), second.next()].into_iter().flatten() {
            let Some(seat) = game.to_act(&state).first() else {
                let problem = "a seat has connected its sides, and play went on";
                return Err(TextError::Rule(problem.into()));
            };
            let command = Command::new("place").with(square.to_string().as_str());
            game.advance(&mut state, seat, &command, &mut rng);
        }
    }
    Ok(state)
}

/// The position as [`parse`] reads it.
///
/// ```
/// use parlor_flow::Scenario;
/// let game = parlor_games::hex_table::hex_table();
/// let mut scenario = Scenario::new(&game, 2, 1);
/// scenario.play("a1").unwrap();
/// assert!(parlor_games::hex_table::print(scenario.state()).starts_with("x.........."));
/// ```
pub fn print(state: &State) -> String {
    let table = state.table();
    let Some(board) = table.schema().zones().find(|zone| table.has_board(*zone)) else {
        return String::new();
    };
    let sign = |table: &Table, cell: u16| {
        let stone = table.zone(board.at(parlor_table::Cell(cell))).top();
        match stone.and_then(|stone| table.owner(stone)) {
            Some(Seat(0)) => "x",
            Some(_) => "o",
            None => ".",
        }
    };
    let cells = table.place_count(board);
    let size = cells.isqrt().max(1);
    let row = |row: u16| (row * size..(row + 1) * size).map(|cell| sign(table, cell));
    let rows = (0..size).map(|number| row(number).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}
