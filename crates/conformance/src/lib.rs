//! The laws that every game must keep, as one call: `parlor_conformance::check(&game)`.
//!
//! | to do this | look at |
//! |---|---|
//! | hold a game to the laws in a test | [`check`] |
//! | choose seeds, set-ups and effort, or get the violation as data | [`Checker`], [`Violation`], [`Report`] |
//! | read what a law says | [`Law`] and the files of `laws` |
//!
//! The checker plays seeded random games with every declared option at its extremes and holds the laws at every step. A
//! violation names the law, the seed, and the shortest script of commands that was found to show it.

mod checker;
mod laws;
mod position;
mod shrink;
mod tries;
mod violation;

pub use checker::Checker;
pub use laws::Law;
pub use violation::{Report, Violation};

use parlor_core::Game;

/// Holds a game to all the laws.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// parlor_conformance::check(&Sticks);
/// ```
///
/// # Panics
/// When the game breaks a law, with the law, the seed and a script that repeats it.
pub fn check<G: Game>(game: &G) {
    if let Err(violation) = Checker::new(game).run() {
        panic!("{violation}");
    }
}
