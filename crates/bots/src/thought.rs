//! What a bot has found: [`Thought`], and each command that it has looked at.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a bot has found.
///
/// ```
/// use parlor_bots::{Bot, Spec};
/// use parlor_core::prelude::*;
/// use parlor_games::tic_tac_toe::TicTacToe;
/// let setup = Setup::new(&TicTacToe.info(), 2).unwrap();
/// let mut game = Match::new(TicTacToe, setup, Seed::Integer(1)).unwrap();
/// for (seat, square) in [(0, "a1"), (1, "b2"), (0, "c1")] {
///     game.play(Seat(seat), &square.parse().unwrap()).unwrap();
/// }
/// let mut bot = Bot::new("tree:500".parse().unwrap(), 7);
/// let thought = bot.think(game.rehearse(Seat(1)).unwrap()).unwrap();
/// assert_eq!(thought.text, "b1");
/// assert!(thought.moves.iter().all(|other| other.visits <= thought.moves[0].visits));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// The command to send.
    pub command: Value,
    /// The command as people read it.
    pub text: String,
    /// How likely the seat is to win with it, from 0 to 1, as far as the bot could see. A draw counts as half a win.
    pub value: f64,
    /// Whether the value is certain.
    pub proven: bool,
    /// How often the bot looked ahead.
    pub iterations: u64,
    /// What it looked at, the best first.
    pub moves: Vec<Considered>,
}

/// A command that a bot has looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Considered {
    /// The command.
    pub command: Value,
    /// The command as people read it.
    pub text: String,
    /// How often the bot looked there.
    pub visits: u64,
    /// How likely the seat is to win with it, from 0 to 1.
    pub value: f64,
    /// Whether the value is certain.
    pub proven: bool,
}
