//! A load for a server: many matches at once over real sockets, and what they tell about it.
//!
//! It shares a machine with the server it measures, so it is light: it reads of each frame only what it needs, writes each
//! command at once, and everything happens on one thread.

mod actions;
mod frame;
mod idle;
mod latency;
mod metronome;
mod pair;
mod process;
mod report;
mod rooms;
mod server;
mod setup;
mod wire;

pub use idle::Idle;
pub use process::{Process, id_in_metrics};
pub use report::{IdleReport, Report};
pub use rooms::Wish;
pub use server::Server;
pub use setup::{Plan, play};
