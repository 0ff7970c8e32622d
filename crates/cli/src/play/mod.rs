//! Playing at this terminal: a [`Session`] is the match and its players; `plain` speaks lines, `screen` draws a table.

mod app;
mod choices;
mod cursor;
mod draw;
pub mod frame;
mod keys;
pub mod plain;
pub mod screen;
mod session;
#[cfg(test)]
mod tests;

pub use session::Session;
