//! Card games as data: reads, checks, compiles and runs `.cardgame.json` files.

mod code;
pub mod document;
mod problem;
mod read;
mod render;
mod schema;
mod shape;

pub use code::{Code, Severity};
pub use document::Document;
pub use problem::{Place, Position, Problem};
pub use read::{Tree, read};
pub use render::render;
pub use schema::{PublishedSchema, schemas};
pub use shape::shape;
