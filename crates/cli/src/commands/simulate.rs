//! `parlor simulate`: many games on all cores, at random or between bots, and what came of them.

mod balance;
mod coverage;
mod report;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use parlor_bots::Spec;
use parlor_conformance::Law;
use parlor_core::{AnyGame, Registry, Setup, SetupError, Tally};

use crate::failure::Failure;
use crate::laws::Trial;
use crate::setup::{self, OptionArgs};
use crate::terminal::has_colours;
use crate::{progress, rulesets, trial};
use coverage::Coverage;
use report::Report;

/// The fewest and the most games per stream of chance. Streams go to whichever thread is free, so the result is the same
/// for any number of threads. A short stream costs its beginning; with few of them threads wait for the last one.
const SHORTEST: u64 = 4;
const LONGEST: u64 = 1024;

/// So many streams are enough to keep all cores busy to the end.
const STREAMS: u64 = 640;

/// So many games unless somebody says otherwise.
const GAMES: u64 = 10_000;

/// In so many games with each number of players, secrets of a ruleset are looked for that somebody is told.
const SECRETS_GAMES: u64 = 3;

const MOST_GAMES: u64 = 1_000_000_000_000;

/// Plays many games, at random or between bots, and counts wins, lengths and choices
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor simulate tic-tac-toe
  parlor simulate hex --option size=7 --games 1_000_000 --threads 4
  parlor simulate hex --games 10000 --seed 7 --json
  parlor simulate hex --bots hard                   strong bots on all seats: is the game fair?
  parlor simulate connect-four --bots hard,easy --games 50 --report balance.html
  parlor simulate crazy-eights --seats 4 --report balance.html
  parlor simulate my.cardgame.json                  also: which parts of the ruleset were never exercised

With --bots or --report it measures how balanced the game is: points by seat with intervals, the first player's
advantage, draws, how often the lead changes, lengths, choices, and how often each action is offered and taken.
'q' ends it early; the games that are over by then count.

The same seed gives the same numbers, whatever the number of threads; only the speed differs. For bots that goes as long as
their effort is counted (tree:1000), and for the levels easy, medium and hard unless a game is so slow that time runs out.")]
pub struct Simulate {
    /// The game's id, as 'parlor games' lists it, or a .cardgame.json file
    game: String,
    /// How many games [default: 10000; 100 with --bots, 1000 with --report alone]
    #[arg(short = 'n', long, value_parser = games_number)]
    games: Option<u64>,
    /// The bots that play, by seat; one alone plays all seats [default: random play]
    #[arg(long, value_name = "BOTS", value_delimiter = ',')]
    bots: Vec<Spec>,
    /// Writes a page on how balanced the game is into this file
    #[arg(long, value_name = "out.html")]
    report: Option<PathBuf>,
    /// How many games at a time [default: one for each core that the bots leave free]
    #[arg(short, long, value_parser = setup::threads_number)]
    threads: Option<u64>,
    /// The number that all chance comes from
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// How many seats [default: as few as the game takes]
    #[arg(long)]
    seats: Option<usize>,
    /// For a ruleset: the most seconds spent on finding parts that are never exercised, and half as many on finding secrets
    /// that are told; 0 for none
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    coverage_seconds: u64,
    #[command(flatten)]
    options: OptionArgs,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

impl Simulate {
    /// Plays and reports.
    pub fn run(self, games: &Registry) -> Result<()> {
        let found = rulesets::find(games, &self.game)?;
        let own = rulesets::is_file(games, &self.game);
        let game = &found.game;
        if !self.bots.is_empty() || self.report.is_some() {
            return self.balance(&**game);
        }
        let games = self.games.unwrap_or(GAMES);
        let seats = self.seats.unwrap_or(game.info().min_seats.into());
        let setup = self.options.set_up(&**game, seats)?;
        let threads = self.threads.unwrap_or_else(cores);
        let bar = progress::bar(games, "games");
        let start = Instant::now();
        let tally = simulate(&**game, &setup, self.seed, games, threads, &|games| {
            bar.inc(games);
        })
        .map_err(|error| trial::explained(&found, Failure::failed(error).into()))?;
        let seconds = start.elapsed().as_secs_f64();
        bar.finish_and_clear();
        let report = Report::new(game.info(), &setup, self.seed, tally, threads, seconds);
        let ruleset = found.ruleset.as_ref();
        let options = &self.options.options;
        let time = Duration::from_secs(self.coverage_seconds);
        let coverage = ruleset.filter(|_| !time.is_zero());
        let coverage =
            coverage.map(|ruleset| Coverage::of(ruleset, self.seats, options, self.seed, time));
        let coverage = coverage.transpose()?;
        // The bundled rulesets have been held to the laws at length.
        let own = own && !time.is_zero();
        let verdict = ruleset.filter(|_| own).map(|(ruleset, _)| {
            let trial = Trial {
                laws: &[Law::ViewHidesSecrets],
                games: SECRETS_GAMES,
                seed: 1,
                time: time / 2,
            };
            trial.run(ruleset, self.seats.map(|seats| seats as u8), options)
        });
        let verdict = verdict.transpose()?;
        let mut out = io::stdout().lock();
        if self.json {
            let mut json = report.json();
            if let Some(coverage) = coverage {
                json["coverage"] = coverage.json();
            }
            if let Some(verdict) = verdict {
                json["secrets"] = verdict.json();
            }
            writeln!(out, "{json}")?;
        } else {
            write!(out, "{}", report.text())?;
            if let Some(coverage) = coverage {
                let colours = has_colours(io::stdout().is_terminal());
                write!(
                    out,
                    "{}{}",
                    coverage.text(),
                    coverage.troubles_text(colours)
                )?;
            }
            if let (Some(verdict), Some((_, source))) = (verdict, ruleset)
                && !verdict.holds()
            {
                let more_time = "--coverage-seconds";
                write!(out, "\n{}", verdict.text(&source.file, more_time))?;
            }
        }
        Ok(())
    }
}

/// Plays `games`, chunk by chunk, on so many threads.
fn simulate(
    game: &dyn AnyGame,
    setup: &Setup,
    seed: u64,
    games: u64,
    threads: u64,
    played: &(dyn Fn(u64) + Sync),
) -> Result<Tally, SetupError> {
    let length = stream_length(games);
    let chunks = games.div_ceil(length);
    let next = AtomicU64::new(0);
    let total = Mutex::new(Ok(Tally::default()));
    let work = || {
        let mut tally = Tally::default();
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= chunks {
                break;
            }
            let count = length.min(games - chunk * length);
            match game.simulate(setup, seed, chunk, count) {
                Ok(part) => tally.merge(&part),
                Err(error) => {
                    next.store(chunks, Ordering::Relaxed);
                    *total.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
                    return;
                }
            }
            played(count);
        }
        // Sums do not depend on the order in which the threads arrive here.
        if let Ok(total) = &mut *total.lock().unwrap_or_else(PoisonError::into_inner) {
            total.merge(&tally);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.min(chunks) {
            scope.spawn(work);
        }
    });
    total.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// How many games each stream has. It depends on nothing but the number of games.
fn stream_length(games: u64) -> u64 {
    games.div_ceil(STREAMS).clamp(SHORTEST, LONGEST)
}

fn cores() -> u64 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}

fn games_number(text: &str) -> Result<u64, String> {
    setup::number(text, MOST_GAMES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_are_enough_for_all_threads() {
        // Whoever is done first waits for the last stream: with two threads that may cost a tenth at most.
        for games in [100, 1_000, 3_000, 10_000, 1_000_000] {
            let length = stream_length(games);
            let streams = games.div_ceil(length);
            let busiest = streams.div_ceil(2) * length;
            assert!(
                busiest * 20 <= games * 11,
                "{games} games: {streams} streams of {length}"
            );
        }
        assert_eq!(stream_length(1), SHORTEST);
    }

    #[test]
    fn the_number_of_threads_does_not_change_the_result() {
        let games = parlor_games::all();
        let game = games.get("tic-tac-toe").unwrap();
        let setup = Setup::new(game.info(), 2).unwrap();
        let play = |threads| simulate(&**game, &setup, 7, 5000, threads, &|_| {}).unwrap();
        let one = play(1);
        assert_eq!(one.games, 5000);
        assert_eq!(one, play(3));
        assert_ne!(one, simulate(&**game, &setup, 8, 5000, 1, &|_| {}).unwrap());
    }
}
