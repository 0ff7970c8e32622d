//! Bots that play any game on the core, strong without tuning, and fair: they get what their seat knows and nothing else.
//!
//! | to do this | look at |
//! |---|---|
//! | let a bot play | [`Bot`], which finds a [`Thought`] |
//! | say which bot | [`Spec`]: a [`Level`], or a [`Method`] with an [`Effort`] and perhaps [`Tuning`] |
//! | call it off | [`Stopper`] |
//! | let bots play each other | [`Arena`], which finds [`Results`] |
//! | find out what a game is like | [`Balance`], which finds a [`BalanceReport`] |
//! | draw what came of it | [`plot`] |
//! | judge the moves of a match | [`analyze`] |

mod analysis;
mod arena;
mod balance;
mod bot;
mod clock;
mod cores;
mod flat;
mod information;
mod judge;
mod math;
#[cfg(test)]
mod memory_tests;
mod minimax;
mod only;
pub mod plot;
mod random;
mod search;
mod series;
mod spec;
mod team;
mod thought;
mod tree;

pub use analysis::{
    Alternative, Analysis, AnalysisError, Curve, Judged, Judgement, Point, SideMove, Summary,
    analyze,
};
pub use arena::{
    Arena, ArenaError, BotResult, Elo, PairResult, Played, Results, SeatResult, Share, Work,
};
pub use balance::{
    ActionBalance, Balance, BalanceReport, Branching, FirstPlayer, Lead, SeatBalance, Spread,
    Thinking, Verdict,
};
pub use bot::{Bot, BotError};
pub use clock::Stopper;
pub use spec::{Effort, Level, Method, Spec, SpecError, Tuning};
pub use thought::{Considered, Thought};
