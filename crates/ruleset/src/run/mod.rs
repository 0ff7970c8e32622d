//! Running a program: expressions are worked out, effects happen, phases follow each other.

mod apply;
mod cards;
mod choices;
mod coverage;
mod engine;
mod eval;
mod fault;
mod locate;
mod number;
mod poker;
mod query;
mod rare;
mod score;
mod sight;
mod state;

pub use choices::Choice;
pub(crate) use choices::{
    Scratch, condition_holds, each_choice, each_choice_covered, is_available, is_available_covered,
};
pub(crate) use coverage::Coverage;
pub(crate) use engine::{Engine, Pace};
pub(crate) use eval::{Eval, MOST_ONCE, Me, Played};
pub(crate) use fault::Fault;
pub(crate) use locate::Failure;
pub(crate) use number::{js_number, json_number, shown_number};
pub(crate) use sight::may_rest;
pub(crate) use state::{NO_TEXT, Status, lay};
pub use state::{Progress, State};
