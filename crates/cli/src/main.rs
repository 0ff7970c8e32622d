//! `parlor`: play, simulate, replay and verify turn-based games from a terminal.

mod commands;
mod failure;
mod lines;
mod matchfile;
mod play;
mod saves;
mod setup;
mod table;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match commands::run(commands::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
