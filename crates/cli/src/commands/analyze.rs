//! `parlor analyze`: a bot judges the moves of a match.

mod report;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use parlor_bots::{AnalysisError, Level, Spec, Stopper, analyze};
use parlor_core::Registry;

use super::hint::ANOTHER_BOT;
use crate::failure::Failure;
use crate::play::unfit;
use crate::stop::Keys;
use crate::{matchfile, progress, rulesets, saves};

/// Says what each move of a match was worth, and who was ahead when
///
/// Each move is judged by what its player could know then. A move is an inaccuracy (?!) if it gives away 5 points of a hundred
/// of the chance to win, a mistake (?) from 10 on, a blunder (??) from 20 on. A move without a choice is forced, and not judged.
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor analyze match.jsonl
  parlor analyze match.jsonl --bot tree:1s --svg curve.svg
  parlor analyze match.jsonl --json

Values are chances to win in percent, as the bot sees them; 'certain' means that it has proved them. A draw counts as
half a win. 'unsure' is what a move gives away if one of two values is certain, the other is not, and they are not far
apart. Who plays alone has no chances to win: there the bot says what it would have played.

The stronger the bot, the better the judgement. 'q' ends it early and shows what was analyzed by then.")]
pub struct Analyze {
    /// A match file
    file: PathBuf,
    /// The bot that judges: easy, medium, hard, expert, a number, or a method with its limits
    #[arg(long, default_value_t = Level::Hard.into())]
    bot: Spec,
    /// The number that its chance comes from
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// Draws the chances to win over time into this file
    #[arg(long, value_name = "PATH")]
    svg: Option<PathBuf>,
    /// Also while a match with secrets is still being played, so that its players could learn something from it
    #[arg(long)]
    spoil: bool,
    /// The .cardgame.json file of its rules, where they are none of Parlor's own
    #[arg(long, value_name = "FILE")]
    game: Option<String>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

impl Analyze {
    /// Judges and reports.
    pub fn run(self, games: &Registry) -> Result<()> {
        let games = rulesets::with_file(games, self.game.as_deref())?;
        let current = matchfile::load(&games, &self.file)?.current;
        if current.info().hidden && current.outcome().is_none() && !self.spoil {
            let text = "this match has secrets and is not over";
            let hint = "judge it when it is over, or say --spoil to see it all the same";
            return Err(Failure::failed(text).hint(hint).into());
        }
        let total = current.played().len() as u64;
        if total == 0 {
            return Err(Failure::failed("nobody has played anything yet").into());
        }
        if let Some(path) = &self.svg {
            if current.header().seat_count() < 2 {
                let text = "there is no curve: a chance to win is for two seats or more";
                return Err(Failure::usage(text).hint("omit --svg").into());
            }
            saves::check_page(path)?;
        }
        let bar = progress::bar(total, "moves");
        let stopper = Stopper::default();
        let keys = Keys::watch(&stopper);
        let analysis = analyze(&*current, &self.bot, self.seed, &stopper, &mut |done, _| {
            bar.set_position(done);
        });
        drop(keys);
        bar.finish_and_clear();
        let analysis = analysis.map_err(|error| match error {
            AnalysisError::Bot(error) => unfit(error),
            AnalysisError::Random => Failure::usage(error).hint(ANOTHER_BOT),
            error => Failure::failed(error),
        })?;
        if analysis.moves.is_empty() {
            return Err(Failure::failed("it was ended before the first move was judged").into());
        }
        if let Some(path) = &self.svg {
            saves::write_page(path, &report::svg(&analysis, current.info()))?;
        }
        let mut out = io::stdout().lock();
        match self.json {
            true => writeln!(out, "{}", serde_json::to_string(&analysis)?)?,
            false => {
                write!(out, "{}", report::text(&analysis, current.info()))?;
                if let Some(path) = &self.svg {
                    writeln!(out, "\nThe curve is in {}", path.display())?;
                }
            }
        }
        Ok(())
    }
}
