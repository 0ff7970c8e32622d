//! `parlor`: play, simulate, replay and verify turn-based games from a terminal.

mod brings;
mod browser;
mod commands;
mod failure;
mod laws;
mod lines;
mod load;
mod matchfile;
mod numbers;
mod online;
mod play;
mod progress;
mod qr;
mod rulesets;
mod saves;
mod series;
mod setup;
mod speech;
mod stop;
mod table;
mod terminal;
mod trial;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let done = match commands::Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        // Help and version are asked for; everything else is a mistake.
        Err(error) if !error.use_stderr() => error.exit(),
        Err(error) => Err(failure::misunderstood(&error).into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
