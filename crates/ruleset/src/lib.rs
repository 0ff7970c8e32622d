//! Card games as data: reads, checks, compiles and runs `.cardgame.json` files.

mod builtins;
mod check;
mod choose;
mod code;
mod command;
mod compile;
pub mod doc;
pub mod document;
mod expression;
mod game;
mod problem;
mod program;
mod read;
mod render;
mod ruleset;
mod run;
mod schema;
mod shape;
mod trace;
mod view;

pub use builtins::{Builtin, Gives, Takes, builtins};
pub use code::{Code, Severity};
pub use command::{Command, Given, Name};
pub use document::Document;
pub use game::Event;
pub use problem::{Place, Position, Problem};
pub use read::{Tree, read};
pub use render::render;
pub use ruleset::{LoadError, Report, Ruleset};
pub use run::{Coverage, Progress, State};
pub use schema::{PublishedSchema, schemas};
pub use shape::shape;
pub use trace::{Trace, TraceError};
