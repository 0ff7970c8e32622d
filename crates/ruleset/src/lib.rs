//! Card games as data: reads, checks, compiles and runs `.cardgame.json` files.

mod builtins;
mod code;
mod compile;
pub mod document;
mod expression;
mod problem;
mod program;
mod ruleset;
mod run;
mod trace;

pub use builtins::{Builtin, Gives, Takes, builtins};
pub use code::{Code, Severity};
pub use document::Document;
pub use problem::{Place, Position, Problem};
pub use ruleset::Ruleset;
pub use run::{Coverage, State};
pub use trace::{Trace, TraceError};
