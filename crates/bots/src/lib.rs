//! Bots that play any game on the core, strong without tuning, and fair: they get what their seat knows and nothing else.
//!
//! | to do this | look at |
//! |---|---|
//! | let a bot play | [`Bot`], which finds a [`Thought`] |
//! | say which bot | [`Spec`]: a [`Level`], or a [`Method`] with an [`Effort`] |
//! | call it off | [`Stopper`] |
//! | draw what came of it | [`plot`] |
//! | judge the moves of a match | [`analyze`] |

mod analysis;
mod bot;
mod clock;
mod flat;
mod information;
mod judge;
mod math;
mod minimax;
mod only;
pub mod plot;
mod random;
mod search;
mod spec;
pub mod statistics;
mod thought;
mod tree;

pub use analysis::{
    Alternative, Analysis, AnalysisError, Curve, Judged, Judgement, Point, Summary, analyze,
};
pub use bot::{Bot, BotError};
pub use clock::Stopper;
pub use spec::{Effort, Level, Method, Spec, SpecError};
pub use thought::{Considered, Thought};
