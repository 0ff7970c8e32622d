//! Positions of sea battle as text: both seas, and whose turn it is.

use parlor_core::Game;
use parlor_flow::State;
use parlor_flow::prelude::*;

use super::sea::Sea;
use crate::TextError;

/// Reads a position in which all ships are placed: the two seas, row by row from the top, with an empty line between them and
/// `turn: 0` at the end. A `#` is a part of a ship, `x` one that was hit, `@` one of a ship that has sunk, `o` a shot at the
/// water, and `.` water. The ships are not counted.
///
/// ```
/// use parlor_games::sea_battle::{parse, print, sea_battle};
/// let water = ".........\n".repeat(8);
/// let text = format!("##.......\n{water}\n@@o..x##.\n{water}turn: 1\n");
/// assert_eq!(print(&parse(&sea_battle(), &text).unwrap()), text);
/// assert!(parse(&sea_battle(), "##\n..\n\n..\n..\nturn: 0").is_err());
/// ```
pub fn parse(game: &FlowGame, text: &str) -> Result<State, TextError> {
    let rule = |problem: &dyn ToString| TextError::Rule(problem.to_string());
    let parts = text.trim().rsplit_once("turn:");
    let (seas, turn) =
        parts.ok_or_else(|| rule(&"the last line says whose turn it is: turn: 0"))?;
    let turn: u8 = turn.trim().parse().map_err(|_| rule(&"that is no seat"))?;
    let (one, other) = seas
        .trim()
        .split_once("\n\n")
        .ok_or_else(|| rule(&"there are two seas"))?;
    let seas = [one, other].map(|sea| sea.lines().map(str::trim).rev().collect::<Vec<&str>>());
    let size = seas[0].len();
    let square =
        |sea: &Vec<&str>| sea.len() == size && sea.iter().all(|row| row.chars().count() == size);
    if turn > 1 || !seas.iter().all(square) {
        return Err(rule(
            &"there are two squares of the same size, and two seats",
        ));
    }
    let setup = Setup::new(&game.info(), 2).and_then(|setup| setup.option("size", size as i64));
    let setup = setup.map_err(|error| rule(&error))?;
    let mut strange = None;
    let begun = game.begin_from(&setup, |dealer| {
        let sea = Sea::of_game();
        for (seat, rows) in Seat::all(2).zip(&seas) {
            let signs = (0..).zip(rows.iter().flat_map(|row| row.chars()));
            for (cell, sign) in signs.filter(|(_, sign)| *sign != '.') {
                if !sea.put(dealer, seat, Cell(cell), sign) {
                    strange = Some(sign);
                }
            }
            sea.count(dealer, seat);
        }
    });
    let mut state = begun.map_err(|error| rule(&error))?;
    if let Some(sign) = strange {
        return Err(rule(&format!("{sign} is nothing that lies in the sea")));
    }
    game.set_turn(&mut state, Seat(turn));
    Ok(state)
}

/// The position as [`parse`] reads it.
///
/// ```
/// use parlor_flow::Scenario;
/// use parlor_games::sea_battle::{print, sea_battle};
/// let game = sea_battle();
/// assert!(print(Scenario::new(&game, 2, 1).state()).starts_with("..........\n"));
/// ```
pub fn print(state: &State) -> String {
    let table = state.table();
    let sea = Sea::of_game();
    let seas = Seat::all(2).map(|seat| {
        let size = table.place_count(sea.of(seat)).isqrt();
        let row = |row: u16| {
            let cells = (row * size..(row + 1) * size).map(Cell);
            let signs: String = cells.map(|cell| sea.sign(table, seat, cell)).collect();
            signs + "\n"
        };
        (0..size).rev().map(row).collect::<String>()
    });
    let seas: Vec<String> = seas.collect();
    format!("{}turn: {}\n", seas.join("\n"), state.at.turn().0)
}
