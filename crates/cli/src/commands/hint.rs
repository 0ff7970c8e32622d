//! `parlor hint`: what a bot would play in a saved match.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use parlor_bots::{Bot, Method, Spec};
use parlor_core::{Registry, Seat, Viewer};
use serde_json::json;

use crate::failure::Failure;
use crate::play::{hint, unfit};
use crate::setup::{self, Player};
use crate::{matchfile, rulesets};

/// What to say instead of a bot that does not think.
pub const ANOTHER_BOT: &str = "say hard, or tree:200ms";

/// Suggests a command in a saved match, and says what it is worth
///
/// The bot sees what the seat may see, and nothing else. Still it tells something of it: in a match with secrets, name the seat
/// that you play, unless it is the only one that a person plays.
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor hint match.jsonl
  parlor hint match.jsonl --bot tree:5s
  parlor hint match.jsonl --seat 1 --json

While you play, 'h' gives a hint too.")]
pub struct Hint {
    /// A match file
    file: PathBuf,
    /// Who wants to know, counted from 0 [default: who is to act]
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// The bot that thinks: easy, medium, hard, expert, a number, or a method with its limits [default: hard, for a second]
    #[arg(long)]
    bot: Option<Spec>,
    /// The number that its chance comes from
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// The .cardgame.json file of its rules, where they are none of Parlor's own
    #[arg(long, value_name = "FILE")]
    game: Option<String>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

impl Hint {
    /// Thinks and says.
    pub fn run(self, games: &Registry) -> Result<()> {
        let games = rulesets::with_file(games, self.game.as_deref())?;
        let current = matchfile::load(&games, &self.file)?.current;
        let seat = who(&*current, self.seat)?;
        let spec = self.bot.unwrap_or_else(hint::usual_bot);
        if spec.method == Method::Random {
            let text = "a bot that plays at random gives no hints";
            return Err(Failure::usage(text).hint(ANOTHER_BOT).into());
        }
        let rehearsal = current.rehearse(seat).ok_or_else(|| {
            let name = &current.info().name;
            Failure::failed(format!("there is no fair way to think about {name}"))
        })?;
        let thought = Bot::new(spec.clone(), self.seed)
            .think(rehearsal)
            .map_err(unfit)?;
        let view = crate::speech::view(&*current, Viewer::Seat(seat));
        let seats = current.header().seats.len();
        let hint = hint::Hint::new(&thought, &view.actions, seats);
        let hint = match spec.method {
            Method::Minimax => hint.with_few_looks(),
            _ => hint,
        };
        let mut out = io::stdout().lock();
        if self.json {
            let json = json!({
                "seat": seat,
                "version": current.version(),
                "bot": spec.to_string(),
                "seed": self.seed,
                "iterations": thought.iterations,
                "moves": hint.json(),
                "text": hint.lines(),
            });
            writeln!(out, "{json}")?;
            return Ok(());
        }
        if seats > 1 {
            writeln!(out, "For {}:", current.header().seats[seat.index()])?;
        }
        for line in hint.lines() {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// The seat that a hint is for: it must be to act.
fn who(current: &dyn parlor_core::AnyMatch, wanted: Option<u8>) -> Result<Seat> {
    let to_act = current.to_act();
    let Some(first) = to_act.first() else {
        let hint = "'parlor analyze' judges the moves of a match that is over";
        return Err(Failure::failed("this match is over").hint(hint).into());
    };
    let seats = current.header().seat_count();
    match wanted.map(Seat) {
        None if current.info().hidden && !plays_only(&current.header().seats, first) => {
            let text = "this match has secrets, and a hint tells something of what a seat holds";
            let hint = format!("say whose you may see: --seat {} is to act", first.0);
            Err(Failure::usage(text).hint(hint).into())
        }
        None => Ok(first),
        Some(seat) if seat.0 >= seats => {
            let hint = format!("this match has seats 0 to {}", seats - 1);
            Err(Failure::usage(format!("there is no {seat}"))
                .hint(hint)
                .into())
        }
        Some(seat) if !to_act.contains(seat) => {
            let acting: Vec<String> = to_act.iter().map(|seat| seat.to_string()).collect();
            let text = format!("{seat} is not to act now, but {}", acting.join(", "));
            Err(Failure::failed(text).into())
        }
        Some(seat) => Ok(seat),
    }
}

/// Whether this seat is the only one that a person plays: then it is that person who asks.
fn plays_only(names: &[String], seat: Seat) -> bool {
    setup::humans(&Player::by_names(names, None)) == [seat]
}
