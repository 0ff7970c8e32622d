//! The bundled games, one folder each.
//!
//! | game | shows how to |
//! |---|---|
//! | [`tic_tac_toe`] | write a game in forty lines |
//! | [`checkers`] | move pieces on a board: what is forced, chains, draws by what came before |
//! | [`connect_four`] | make one fast: a board in two words |
//! | [`hex`] | offer options, and keep what is expensive to find |
//! | [`hex_table`] | write the same game with zones, pieces and actions |
//! | [`cribbage`] | play in phases, choose in secret at the same time, count out in the right order |
//! | [`liars_dice`] | keep secrets, roll dice, ask step by step, go on without a player who left |
//! | [`potions`] | keep score on tracks, earn abilities and use them up, play with dice of many shapes |
//! | [`yacht_dice`] | choose several pieces at once, say why an answer is refused, show a score sheet |
//!
//! Each folder has the same files: `mod` (rules), `draw` (picture), `fast` (simulation), `text` (positions as text), `tests`.

pub mod checkers;
pub mod connect_four;
pub mod cribbage;
pub mod go_fish;
pub mod hex;
pub mod hex_table;
pub mod liars_dice;
pub mod potions;
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
        .with(potions::potions())
        .with(tic_tac_toe::TicTacToe)
        .with(yacht_dice::yacht_dice())
}
