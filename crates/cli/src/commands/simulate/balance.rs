//! `parlor simulate --bots`: bots play, and a report says what the game is like.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;
use parlor_bots::{ArenaError, Balance, BalanceReport, BotError, Spec};
use parlor_core::AnyGame;
use serde_json::json;

use super::Simulate;
use super::report::bars;
use crate::failure::{Failure, printable};
use crate::numbers::{counted, grouped};
use crate::play::EVERY_GAME;
use crate::stop::Keys;
use crate::{progress, saves};

/// So many games unless somebody says otherwise: bots take their time, and games are recorded.
const GAMES: u64 = 100;
const RANDOM_GAMES: u64 = 1000;

/// So many actions are listed; the page has more.
const LISTED: usize = 12;

impl Simulate {
    /// Lets bots play and reports.
    pub(super) fn balance(self, game: &dyn AnyGame) -> Result<()> {
        let info = game.info();
        let few = self.bots.len().max(info.min_seats.into());
        let seats = self.seats.unwrap_or(few);
        let setup = self.options.set_up(game, seats)?;
        let bots = match &self.bots[..] {
            [] => vec![Spec::random(); seats],
            [one] => vec![one.clone(); seats],
            each if each.len() == seats => each.to_vec(),
            each => {
                let bots = counted(each.len() as u64, "bot");
                let seats = counted(seats as u64, "seat");
                let text = format!("there are {bots} for {seats}");
                let hint = "name one bot for all seats, or one for each";
                return Err(Failure::usage(text).hint(hint).into());
            }
        };
        let usual = match self.bots.is_empty() {
            true => RANDOM_GAMES,
            false => GAMES,
        };
        let games = self.games.unwrap_or(usual);
        let repeat = self.command_line(games);
        let balance = Balance {
            games,
            seed: self.seed,
            threads: self.threads.map(|threads| threads as usize),
            ..Balance::new(game, setup, bots)
        };
        if let Some(path) = &self.report {
            saves::check_page(path)?;
        }
        let bar = progress::bar(games, "games");
        let start = Instant::now();
        let keys = Keys::watch(&balance.stopper);
        let report = balance.run(&|games| bar.inc(games));
        drop(keys);
        bar.finish_and_clear();
        let report = report.map_err(|error| match error {
            ArenaError::Bot {
                error: BotError::Unfit { .. },
                ..
            } => Failure::usage(error).hint(EVERY_GAME),
            error => Failure::failed(error),
        })?;
        if report.games == 0 {
            return Err(Failure::failed("it was ended before the first game was over").into());
        }
        let seconds = start.elapsed().as_secs_f64();
        if let Some(path) = &self.report {
            saves::write_page(path, &report.page(&repeat))?;
        }
        let mut out = io::stdout().lock();
        if self.json {
            let mut json = serde_json::to_value(&report)?;
            json["command_line"] = json!(repeat);
            json["speed"] = json!({
                "games_at_a_time": balance.games_at_a_time(),
                "seconds": seconds,
            });
            writeln!(out, "{json}")?;
            return Ok(());
        }
        write!(out, "{}", text(&report))?;
        if let Some(path) = &self.report {
            writeln!(out, "\nThe report is in {}", path.display())?;
        }
        Ok(())
    }

    /// The command line that does the same again.
    fn command_line(&self, games: u64) -> String {
        let mut line = format!("parlor simulate {}", self.game);
        if !self.bots.is_empty() {
            let bots: Vec<String> = self.bots.iter().map(Spec::to_string).collect();
            let _ = write!(line, " --bots {}", bots.join(","));
        }
        let _ = write!(line, " --games {games} --seed {}", self.seed);
        if let Some(seats) = self.seats {
            let _ = write!(line, " --seats {seats}");
        }
        for option in &self.options.options {
            let _ = write!(line, " --option {option}");
        }
        if let Some(path) = &self.report {
            let _ = write!(line, " --report {}", path.display());
        }
        line
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// For people.
fn text(report: &BalanceReport) -> String {
    let mut text = format!(
        "{}: {}, seed {}\n\n",
        report.name,
        counted(report.games, "game"),
        report.seed
    );
    if let [seat] = &report.seats[..] {
        let name = format!("{}, {}", seat.seat, seat.bot);
        let _ = writeln!(text, "{name}: {:.2} ms a move\n", seat.thinking.ms);
        return text + &rest(report);
    }
    text.push_str(
        "seat                     wins  shared   points  95 % interval      time a move\n",
    );
    for seat in &report.seats {
        let name: String = format!("{}, {}", seat.seat, seat.bot)
            .chars()
            .take(22)
            .collect();
        let _ = writeln!(
            text,
            "{name:<22} {:>6}  {:>6}  {:>7}  {:<17}  {:>8.2} ms",
            grouped(seat.wins),
            grouped(seat.shared),
            percent(seat.share.value),
            format!(
                "{} to {}",
                percent(seat.share.low),
                percent(seat.share.high)
            ),
            seat.thinking.ms
        );
    }
    text.push('\n');
    text + &rest(report)
}

/// What is there for any number of seats.
fn rest(report: &BalanceReport) -> String {
    let mut text = String::new();
    for sentence in report.summary() {
        let _ = writeln!(text, "- {}", printable(&sentence));
    }
    // Scores below zero have no bars.
    let scores = report.score.iter().flat_map(|score| &score.counts);
    let scores = scores.map(|(score, count)| Some((u64::try_from(*score).ok()?, *count)));
    let scores: Option<BTreeMap<u64, u64>> = scores.collect();
    if let Some(scores) = scores.filter(|scores| !scores.is_empty()) {
        text.push_str("\nscores\n");
        text.extend(bars(&scores));
    }
    text.push_str("\nmoves in a game\n");
    for bar in bars(&report.length.counts) {
        text.push_str(&bar);
    }
    text.push_str("\naction                   offered  of positions     taken  when offered\n");
    for action in report.actions.iter().take(LISTED) {
        let name: String = printable(&action.action).chars().take(22).collect();
        let _ = writeln!(
            text,
            "{name:<22}  {:>8}  {:>12}  {:>8}  {:>12}",
            grouped(action.offered),
            percent(action.offered_share),
            grouped(action.taken),
            percent(action.taken_share.value)
        );
    }
    if report.actions.len() > LISTED {
        let more = report.actions.len() - LISTED;
        let _ = writeln!(text, "… and {more} more, offered less often");
    }
    text
}
