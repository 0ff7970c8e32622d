//! A game on a table, whatever its rules are written in: what all of them need is here once.
//!
//! | to do this | look at |
//! |---|---|
//! | say what seats can choose and what that leads to | [`TableGame`], which gives [`legal`], [`reach`], [`apply`], [`sample`], [`advance`] |
//! | keep a position | [`State`]: the table, how far the rules are, and what was told since the latest command |
//! | write down what happens, or play on without | [`Sink`], [`Event`] |
//! | show and tell it | [`Looks`], which gives [`view`] and [`tell`] |
//! | keep secrets | [`Secrets`], which gives [`resample`] and [`renumbered`] |
//! | lead to commands by questions | [`Asks`], which gives [`guide`] |
//! | give commands numbers for search | [`Coded`], which gives [`numbers`], [`numbered`] and [`advance_number`] |
//!
//! A game implements the traits of the core by one line for each method, each a call of a function of this crate:
//! [`doc::Draft`] is a whole one. Builders and interpreters do the same; what is theirs is the language of their rules.

pub mod doc;
mod event;
mod fast;
mod game;
mod guide;
mod looks;
mod numbers;
mod secrets;
mod sink;
mod state;

pub use event::Event;
pub use fast::{advance, sample};
pub use game::{EventOf, StateOf, TableGame, apply, decided, legal, reach};
pub use guide::{Asked, Asks, guide, no_answer, which_action};
pub use looks::{Looks, tell, view};
pub use numbers::{Coded, advance_number, mix, numbered, numbers, piece_code, unmix};
pub use secrets::{Secrets, renumbered, resample};
pub use sink::Sink;
pub use state::State;
