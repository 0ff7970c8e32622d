//! Card games as data: reads, checks, compiles and runs `.cardgame.json` files.

mod code;
pub mod document;
mod problem;

pub use code::{Code, Severity};
pub use document::Document;
pub use problem::{Place, Position, Problem};
