//! `parlor check`: everything that is wrong with rulesets, at once.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use parlor_conformance::Law;
use parlor_ruleset::{Report, Ruleset, Severity, render};
use serde_json::{Value, json};

use crate::failure::{Failure, printable};
use crate::laws::{Trial, Verdict};
use crate::rulesets::{self, Source, count, many};
use crate::terminal::has_colours;
use crate::trial;

/// Checks rulesets: what is wrong, where, and how to fix it
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor check my.cardgame.json
  parlor check rulesets/ --deny-warnings     all .cardgame.json files of a folder
  parlor check my.cardgame.json --json       for editors and scripts
  parlor check my.cardgame.json --laws       also plays it, and looks for secrets that are told
  parlor check my.cardgame.json --laws --games 200 --seconds 600 --seed 7

With --laws random games are played with each number of players. They show what fails in play (R801, R802), and each
position is held to the laws of all games: hidden cards are re-dealt, and nothing that reaches a player may change.
If a law is broken, the shortest script of commands that shows it is printed, and who learns which secret by what.

Exit codes: 0 all can be played; 1 some cannot, break a law, or have warnings where those are denied. With --laws also 1 if
no game was played to its end with some number of players: then nothing was shown, and --seconds gives it more time.")]
pub struct Check {
    /// Rulesets, and folders of rulesets
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Warnings are as bad as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Prints one JSON array, with an entry for each file
    #[arg(long)]
    json: bool,
    /// Plays random games, and holds the rules to the laws that all games must keep
    #[arg(long)]
    laws: bool,
    /// With --laws: the most games with each number of players
    #[arg(short = 'n', long, default_value_t = 20, requires = "laws",
          value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// With --laws: the seed of the first game
    #[arg(short, long, default_value_t = 1, requires = "laws")]
    seed: u32,
    /// With --laws: the most seconds for each file
    #[arg(long, default_value_t = 60, requires = "laws",
          value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
}

/// What came of one file.
enum Checked {
    Read(Source, Box<Report>, Option<Verdict>),
    Unreadable(String, anyhow::Error),
}

impl Check {
    /// Checks each file.
    pub fn run(self) -> Result<()> {
        let checked: Vec<Checked> = self
            .files
            .iter()
            .flat_map(|file| self.check(file))
            .collect();
        let mut out = io::stdout().lock();
        if self.json {
            let all: Vec<Value> = checked.iter().map(Checked::json).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
        } else {
            let colours = has_colours(io::stdout().is_terminal());
            for one in &checked {
                write!(out, "{}", one.text(colours))?;
            }
        }
        out.flush()?;
        self.verdict(&checked, &mut out)
    }

    /// How it went altogether.
    fn verdict(&self, checked: &[Checked], out: &mut dyn Write) -> Result<()> {
        let of = |severity| -> usize { checked.iter().map(|one| one.count(severity)).sum() };
        let (errors, warnings) = (of(Severity::Error), of(Severity::Warning));
        let bad = checked.iter().filter(|one| {
            one.count(Severity::Error) > 0
                || self.deny_warnings && one.count(Severity::Warning) > 0
                || one.breaks_a_law()
                || one.shows_nothing()
        });
        let broken = checked.iter().filter(|one| one.breaks_a_law()).count();
        let nothing = checked.iter().filter(|one| one.shows_nothing()).count();
        let (bad, all) = (bad.count(), many(checked.len(), "file"));
        if bad > 0 {
            let hint = match (errors, broken) {
                (0, 0) if nothing > 0 => "give --laws more time with --seconds",
                (0, 0) => "without --deny-warnings it can be played",
                (0, _) => "chapter 9 of docs/rulesets says how to read a broken law",
                _ => "each code, like R201, has a page in docs/errors",
            };
            let laws = match broken {
                0 => String::new(),
                _ => format!(", and {}", many(broken, "broken law")),
            };
            let unknown = match nothing {
                0 => String::new(),
                _ => format!("; the laws were not checked in {}", many(nothing, "file")),
            };
            let text = format!(
                "{bad} of {all} not fine: {} and {}{laws}{unknown}",
                many(errors, "error"),
                many(warnings, "warning")
            );
            return Err(Failure::failed(text).hint(hint).into());
        }
        if checked.len() > 1 && !self.json {
            writeln!(
                out,
                "{all}, {}: all can be played",
                many(warnings, "warning")
            )?;
        }
        Ok(())
    }
}

impl Check {
    /// A file, or all files of a folder.
    fn check(&self, file: &str) -> Vec<Checked> {
        let one = |file: &str| match self.check_one(file) {
            Ok(checked) => checked,
            Err(error) => Checked::Unreadable(file.into(), error),
        };
        if !Path::new(file).is_dir() {
            return vec![one(file)];
        }
        match rulesets::in_folder(Path::new(file)) {
            Ok(files) if files.is_empty() => {
                let text = format!("there is no {} file in {file}", rulesets::ENDING);
                vec![Checked::Unreadable(
                    file.into(),
                    Failure::failed(text).into(),
                )]
            }
            Ok(files) => files.iter().map(|file| one(file)).collect(),
            Err(error) => vec![Checked::Unreadable(file.into(), error)],
        }
    }

    fn check_one(&self, file: &str) -> Result<Checked> {
        let source = rulesets::read(file)?;
        let mut report = Box::new(Ruleset::check(&source.bytes));
        let ruleset = report.ruleset.take().filter(|_| self.laws);
        let Some(ruleset) = ruleset else {
            return Ok(Checked::Read(source, report, None));
        };
        let tried = crate::trial::Trial::brief(&ruleset)?;
        let failing = trial::problems(&source, tried.troubles());
        let begins = failing.is_empty() || tried.report.commands > 0;
        report.problems.extend(failing);
        // What cannot begin has no positions to hold to a law.
        let verdict = begins.then(|| {
            let trial = Trial {
                laws: &Law::ALL,
                games: self.games,
                seed: self.seed,
                time: Duration::from_secs(self.seconds),
            };
            trial.run(&ruleset, None, &[])
        });
        Ok(Checked::Read(source, report, verdict.transpose()?))
    }
}

impl Checked {
    fn count(&self, severity: Severity) -> usize {
        match self {
            Checked::Read(_, report, _) => count(report, severity),
            Checked::Unreadable(..) => usize::from(severity == Severity::Error),
        }
    }

    fn breaks_a_law(&self) -> bool {
        match self {
            Checked::Read(_, _, verdict) => verdict
                .as_ref()
                .is_some_and(|verdict| verdict.broken.is_some()),
            Checked::Unreadable(..) => false,
        }
    }

    /// Whether there was too little time to say anything about the laws.
    fn shows_nothing(&self) -> bool {
        match self {
            Checked::Read(_, _, Some(verdict)) => !verdict.holds() && verdict.broken.is_none(),
            _ => false,
        }
    }

    /// For people.
    fn text(&self, colours: bool) -> String {
        match self {
            Checked::Unreadable(_, error) => {
                format!("error: {}\n\n", printable(&format!("{error:#}")))
            }
            Checked::Read(source, report, verdict) => {
                let laws = verdict.as_ref().map(|verdict| {
                    let file = printable(&source.file);
                    let more_time = format!("parlor check {file} --laws --seconds");
                    verdict.text(&source.file, &more_time)
                });
                let problems = match report.problems.is_empty() {
                    true if laws.is_some() => String::new(),
                    true => format!("{}: fine\n", printable(&source.file)),
                    false => render(&source.file, &source.bytes, &report.problems, colours) + "\n",
                };
                problems + &laws.unwrap_or_default()
            }
        }
    }

    /// For programs.
    fn json(&self) -> Value {
        let (errors, warnings) = (self.count(Severity::Error), self.count(Severity::Warning));
        match self {
            Checked::Unreadable(file, error) => json!({
                "file": file, "ok": false, "errors": errors, "warnings": warnings,
                "unreadable": error.to_string(), "problems": [],
            }),
            Checked::Read(source, report, verdict) => {
                let mut json = json!({
                    "file": source.file, "ok": errors == 0 && !self.breaks_a_law() && !self.shows_nothing(),
                    "errors": errors, "warnings": warnings, "problems": report.problems,
                });
                if let Some(verdict) = verdict {
                    json["laws"] = verdict.json();
                }
                json
            }
        }
    }
}
