//! The bundled games, one folder each.
//!
//! | game | shows how to |
//! |---|---|
//! | [`tic_tac_toe`] | write a game in forty lines |
//! | [`connect_four`] | make one fast: a board in two words |
//! | [`hex`] | offer options, and keep what is expensive to find |
//! | [`liars_dice`] | keep secrets, roll dice, ask step by step, go on without a player who left |
//! | [`go_fish`] | write a card game that reads like its rule sheet |
//! | [`checkers`] | move pieces on a board: what is forced, chains, draws by what came before |
//! | [`nine_mens_morris`] | draw a board of points and lines, and act twice in a turn |
//! | [`hex_table`] | write hex once more, with zones, pieces and actions |
//! | [`cribbage`] | play in phases, choose in secret at the same time, count out in the right order |
//! | [`yacht_dice`] | keep a score sheet |
//! | [`potions`] | use tracks and abilities |
//! | [`sea_battle`] | hide where things lie, and let bots imagine it |
//!
//! The first four are written by hand, each folder with the same files: `mod` (rules), `draw` (picture), `fast` (simulation),
//! `text` (positions as text), `tests`. The others are made with a `GameBuilder`: `mod`, `text`, `tests`, and a file for what is
//! special about them.

pub mod checkers;
pub mod connect_four;
pub mod cribbage;
pub mod go_fish;
pub mod hex;
pub mod hex_table;
pub mod liars_dice;
pub mod nine_mens_morris;
#[cfg(test)]
mod objective_tests;
pub mod potions;
pub mod sea_battle;
#[cfg(test)]
mod seats_tests;
#[cfg(test)]
mod testing;
mod text;
pub mod tic_tac_toe;
pub mod yacht_dice;

pub use text::TextError;

/// All the bundled games.
///
/// ```
/// let games = parlor_games::all();
/// assert!(games.get("tic-tac-toe").is_ok());
/// ```
pub fn all() -> parlor_core::Registry {
    parlor_core::Registry::new()
        .with(checkers::checkers())
        .with(connect_four::ConnectFour)
        .with(cribbage::cribbage())
        .with(go_fish::go_fish())
        .with(hex::Hex)
        .with(hex_table::hex_table())
        .with(liars_dice::LiarsDice)
        .with(nine_mens_morris::nine_mens_morris())
        .with(potions::potions())
        .with(sea_battle::sea_battle())
        .with(tic_tac_toe::TicTacToe)
        .with(yacht_dice::yacht_dice())
}
