//! Bots that play any game on the core, strong without tuning, and fair: they get what their seat knows and nothing else.
//!
//! | to do this | look at |
//! |---|---|
//! | let a bot play | [`Bot`], which finds a [`Thought`] |
//! | say which bot | [`Spec`]: a [`Level`], or a [`Method`] with an [`Effort`] and perhaps [`Tuning`] |
//! | call it off | [`Stopper`] |
//! | let bots play each other | [`Arena`], which finds [`Results`] |
//! | draw what came of it | [`plot`] |

mod arena;
mod bot;
mod clock;
mod flat;
mod information;
mod judge;
mod math;
mod minimax;
pub mod plot;
mod random;
mod search;
mod spec;
mod thought;
mod tree;

pub use arena::{
    Arena, ArenaError, BotResult, Elo, PairResult, Played, Results, SeatResult, Share, Work,
};
pub use bot::{Bot, BotError};
pub use clock::Stopper;
pub use spec::{Effort, Level, Method, Spec, SpecError, Tuning};
pub use thought::{Considered, Thought};
