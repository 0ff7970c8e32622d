//! Positions of Go Fish as text: what lies where, and whose turn it is.

use parlor_flow::State;
use parlor_flow::prelude::*;

use crate::TextError;

/// Reads a position: a line for each zone that is not empty (`pond`, `hand-0`, `books-0` and so on), the cards from the
/// first to the last, and `turn: 1`. Cards that are not named are not in play.
///
/// ```
/// use parlor_games::go_fish::{go_fish, parse, print};
/// let game = go_fish();
/// let text = "pond: 2♣ 3♣\nhand-0: 7♠ K♦\nhand-1: 7♥\nturn: 1\n";
/// let state = parse(&game, text).unwrap();
/// assert_eq!(print(&state), text);
/// assert!(parse(&game, "hand-0: 7♠ 7♠\nturn: 0").is_err());
/// ```
pub fn parse(game: &FlowGame, text: &str) -> Result<State, TextError> {
    let rule = |problem: String| TextError::Rule(problem);
    let (table, turn) = text
        .trim_end()
        .rsplit_once("turn:")
        .ok_or_else(|| rule("the last line says whose turn it is: turn: 0".into()))?;
    let seats = table.lines().filter_map(|line| {
        let (zone, _) = line.split_once(':')?;
        zone.rsplit_once('-')?.1.parse::<usize>().ok()
    });
    let seats = seats.max().map_or(2, |seat| (seat + 1).max(2));
    let turn: u8 = turn
        .trim()
        .parse()
        .map_err(|_| rule("that is no seat".into()))?;
    if usize::from(turn) >= seats {
        return Err(rule(format!("there is no seat {turn}")));
    }
    let mut scenario = match Setup::new(&parlor_core::Game::info(game), seats) {
        Ok(setup) => Scenario::with(game, &setup, 1),
        Err(error) => return Err(rule(error.to_string())),
    };
    scenario.set_turn(Seat(turn));
    let mut state = scenario.state().clone();
    let table = format!("rest: removed\n{table}");
    let arranged = state.table_mut().arrange(&table);
    arranged.map_err(|error| rule(error.to_string()))?;
    Ok(state)
}

/// The position as [`parse`] reads it.
///
/// ```
/// use parlor_flow::Scenario;
/// use parlor_games::go_fish::{go_fish, print};
/// let game = go_fish();
/// assert!(print(Scenario::new(&game, 2, 1).state()).ends_with("turn: 0\n"));
/// ```
pub fn print(state: &State) -> String {
    let text = state.table().text();
    let lines = text.lines().filter(|line| !line.starts_with("removed"));
    let mut text: String = lines.flat_map(|line| [line, "\n"]).collect();
    text.push_str(&format!("turn: {}\n", state.at.turn().0));
    text
}
