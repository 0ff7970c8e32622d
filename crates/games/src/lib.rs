//! The bundled games, one folder each.
//!
//! | game | shows how to |
//! |---|---|
//! | [`tic_tac_toe`] | write a game in forty lines |

#[cfg(test)]
mod testing;
mod text;
pub mod tic_tac_toe;

pub use text::TextError;

/// All the bundled games.
///
/// ```
/// let games = parlor_games::all();
/// assert!(games.get("tic-tac-toe").is_ok());
/// ```
pub fn all() -> parlor_core::Registry {
    parlor_core::Registry::new().with(tic_tac_toe::TicTacToe)
}
