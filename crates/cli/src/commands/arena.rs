//! `parlor arena`: bots play each other, and what came of it.

mod report;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use parlor_bots::{ArenaError, BotError, Played, Spec};
use parlor_core::Registry;

use crate::failure::Failure;
use crate::play::EVERY_GAME;
use crate::setup::{self, OptionArgs};
use crate::stop::Keys;
use crate::{progress, rulesets, saves};
use report::Report;

const MOST_GAMES: u64 = 10_000_000;
const MOST_BOTS: usize = 64;

/// Plays bots against each other and rates them
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor arena connect-four --bots hard,easy,random --games 100
  parlor arena hex --option size=7 --bots tree:50ms,flat:50ms --svg elo.svg
  parlor arena tic-tac-toe --bots tree:1000,tree:1000:threads=2,minimax:100ms
  parlor arena go-fish --bots information:500,single:500 --seats 4 --json
  parlor arena my.cardgame.json --bots medium,random

BOTS: a level (easy, medium, hard, expert), a number of iterations (500), or a method (auto, random, flat, tree,
information, single, minimax) with limits: iterations (flat:1000), a time (tree:50ms, information:2s), threads
(tree:2s:threads=2). To try out: horizon=24, explore=70 and urgency=100 (in hundredths), solver=off, as in 500:horizon=10.

Every two bots meet. Each deal is played twice, with the same chance and the seats swapped, so that luck evens out; with more
than two seats the two take turns around the table. As many bots as there are seats sit at one table instead, and each deal
is played until everybody has had every seat.

Elo: 100 points more mean 64 % of the points. 'random' is 0 if it plays, else the mean of all. One draw between every two bots
is added to what happened, so that who wins everything is not infinitely strong.

Bots whose iterations are counted play the same games for the same seed. A bot with several threads has the machine for itself:
then one game is played at a time. In a terminal, q or Ctrl-C ends it early and reports what was played.")]
pub struct Arena {
    /// The game's id, as 'parlor games' lists it, or a .cardgame.json file
    game: String,
    /// The bots, two or more, with commas between them
    #[arg(short, long, value_delimiter = ',', required = true, value_parser = bot)]
    bots: Vec<Spec>,
    /// How many games for each two bots, or altogether at one table; rounded up to whole deals
    #[arg(short = 'n', long, default_value = "100", value_parser = games_number)]
    games: u64,
    /// How many games at a time [default: one for each core that the bots leave free]
    #[arg(short, long, value_parser = setup::threads_number)]
    threads: Option<u64>,
    /// The number that all chance comes from
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// How many seats [default: as few as the game takes, two at least]
    #[arg(long)]
    seats: Option<usize>,
    #[command(flatten)]
    options: OptionArgs,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
    /// Writes a picture of the ratings to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Arena {
    /// Plays and reports.
    pub fn run(self, games: &Registry) -> Result<()> {
        let game = rulesets::find(games, &self.game)?.game;
        let info = game.info();
        let fewest = info.min_seats.max(2).min(info.max_seats);
        let seats = self.seats.unwrap_or(fewest.into());
        let setup = self.options.set_up(&*game, seats)?;
        if self.bots.len() > MOST_BOTS {
            let text = format!("an arena takes at most {MOST_BOTS} bots");
            return Err(Failure::usage(text).into());
        }
        if let Some(file) = &self.svg {
            saves::check_page(file)?;
        }
        let arena = parlor_bots::Arena {
            games: self.games,
            seed: self.seed,
            threads: self.threads.map(|threads| threads as usize),
            ..parlor_bots::Arena::new(&*game, setup.clone(), self.bots)
        };
        let bar = progress::bar(arena.total(), "games");
        let score = Score::new(&arena.bots);
        let start = Instant::now();
        let keys = Keys::watch(&arena.stopper);
        let results = arena.run(&|played| {
            score.show(played, &bar);
            bar.inc(1);
        });
        drop(keys);
        bar.finish_and_clear();
        let report = Report {
            info,
            setup: &setup,
            seed: self.seed,
            results: results.map_err(failure)?,
            games_at_a_time: arena.games_at_a_time(),
            seconds: start.elapsed().as_secs_f64(),
        };
        if let Some(file) = &self.svg {
            saves::write_page(file, &report.svg())?;
        }
        let mut out = io::stdout().lock();
        match self.json {
            true => writeln!(out, "{}", report.json())?,
            false => write!(out, "{}", report.text())?,
        }
        Ok(())
    }
}

/// What a user can do about it.
fn failure(error: ArenaError) -> Failure {
    let hint = match &error {
        ArenaError::TooFewBots => "name two or more, as in --bots hard,random",
        ArenaError::TooFewSeats => "'parlor simulate' plays games for one",
        ArenaError::Bot {
            error: BotError::Unfit { .. },
            ..
        } => EVERY_GAME,
        _ => return Failure::failed(error),
    };
    Failure::usage(error).hint(hint)
}

/// The points so far, for the progress bar.
struct Score {
    names: Vec<String>,
    points: Mutex<[f64; 2]>,
}

impl Score {
    fn new(bots: &[Spec]) -> Score {
        Score {
            names: bots.iter().map(ToString::to_string).collect(),
            points: Mutex::default(),
        }
    }

    /// Between two bots it goes on one line; with more there is no room for it.
    fn show(&self, played: &Played, bar: &ProgressBar) {
        if let [one, other] = &self.names[..] {
            let mut points = self.points.lock().unwrap_or_else(PoisonError::into_inner);
            points[0] += played.points(0);
            points[1] += played.points(1);
            bar.set_message(format!("{one} {:.1} : {:.1} {other}", points[0], points[1]));
        }
    }
}

fn bot(text: &str) -> Result<Spec, String> {
    text.parse::<Spec>().map_err(|error| error.to_string())
}

fn games_number(text: &str) -> Result<u64, String> {
    setup::number(text, MOST_GAMES)
}
