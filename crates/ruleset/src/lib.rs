//! Card games as data: reads, checks, compiles and runs `.cardgame.json` files.
//!
//! | to do this | look at |
//! |---|---|
//! | play a file | [`Ruleset::load`]: a [`Game`](parlor_core::Game) like any other |
//! | say everything that is wrong with a file | [`Ruleset::check`], [`Problem`], [`Code`], [`render`] |
//! | play line by line, as the format's first engine does | [`Trace`] |
//! | know what random play never reaches | [`Ruleset::cover`] |
//! | tell the rules to people, and draw the phases | [`Ruleset::explain`], [`Ruleset::svg`], [`Ruleset::mermaid`] |
//! | play what comes with Parlor | [`bundled_games`] |
//! | let editors complete and underline | [`schemas`] |
//! | look at the file itself | [`document`], [`read`], [`shape`] |
//! | know the language, and its limits | [`builtins`], [`limits`] |
//!
//! ```
//! use parlor_core::{Game, Setup, simulate};
//! use parlor_ruleset::Ruleset;
//!
//! let file = parlor_ruleset::doc::HIGH_CARD;
//! let ruleset = Ruleset::load(file.as_bytes()).unwrap();
//! let setup = Setup::new(&ruleset.info(), 3).unwrap();
//! assert_eq!(simulate(&ruleset, &setup, 1, 0, 100).unwrap().unfinished, 0);
//!
//! let wrong = file.replace("shuffle(draw_pile)", "shuffle(drawpile)");
//! let error = Ruleset::load(wrong.as_bytes()).unwrap_err();
//! assert_eq!(error.problems[0].help.as_deref(), Some("did you mean 'draw_pile'?"));
//! ```

mod builtins;
mod bundled;
mod check;
mod choose;
mod command;
mod compile;
mod cover;
pub mod doc;
pub mod document;
mod explain;
mod game;
mod limits;
mod nodes;
mod numbers;
mod objective;
mod outcome;
mod program;
mod rounds;
mod ruleset;
mod run;
mod schema;
mod shape;
mod spans;
mod texts;
mod trace;
mod view;

pub use builtins::{Builtin, Gives, Takes, builtins};
pub use bundled::{Bundled, bundled, bundled_games};
pub use command::{Command, Given, Name};
pub use cover::{CoverageReport, Missed, Part, Trouble, TroubleKind};
pub use document::Document;
pub use explain::{Block, Page};
pub use game::{Act, Event, Said, Went};
pub use limits::{Limit, limits};
use parlor_language::expression;
pub use parlor_language::{
    Code, Place, Position, Problem, PublishedSchema, Severity, Tree, read, render,
};
pub use ruleset::{LoadError, Report, Ruleset};
pub use run::{Choice, Progress, State};
pub use schema::schemas;
pub use shape::shape;
pub use trace::{Trace, TraceError};
