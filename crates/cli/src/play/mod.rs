//! Playing at this terminal: a [`Session`] is the match and its players; `plain` speaks lines, `screen` draws a table.

mod app;
pub mod around;
pub mod choices;
pub mod chooser;
mod choosing;
mod cursor;
mod draw;
pub mod frame;
pub mod hint;
mod keys;
pub mod plain;
pub mod screen;
mod session;
#[cfg(test)]
pub mod tests;
mod thinking;

pub use session::Session;
pub use thinking::{EVERY_GAME, unfit};
