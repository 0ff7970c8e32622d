//! `parlor check`: everything that is wrong with rulesets, at once.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::Result;
use clap::Args;
use parlor_ruleset::{Report, Ruleset, Severity, render};
use serde_json::{Value, json};

use crate::failure::{Failure, printable};
use crate::rulesets::{self, Source, count, many};
use crate::terminal::has_colours;

/// Says all that is wrong with rulesets: where, why, and what to do about it
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor check my.cardgame.json
  parlor check rulesets/ --deny-warnings     all .cardgame.json files of a folder
  parlor check my.cardgame.json --json       for editors and scripts

Exit codes: 0 all can be played, 1 some cannot, or have warnings where those are denied.")]
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
}

/// What came of one file.
enum Checked {
    Read(Source, Box<Report>),
    Unreadable(String, anyhow::Error),
}

impl Check {
    /// Checks each file.
    pub fn run(self) -> Result<()> {
        let checked: Vec<Checked> = self.files.iter().flat_map(|file| check(file)).collect();
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
            one.count(Severity::Error) > 0 || self.deny_warnings && one.count(Severity::Warning) > 0
        });
        let (bad, all) = (bad.count(), many(checked.len(), "file"));
        if bad > 0 {
            let hint = match errors {
                0 => "without --deny-warnings it can be played",
                _ => "each code, like R201, has a page in docs/errors",
            };
            let text = format!(
                "{bad} of {all} not fine: {} and {}",
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

/// A file, or all files of a folder.
fn check(file: &str) -> Vec<Checked> {
    let one = |file: &str| match rulesets::read(file) {
        Ok(source) => {
            let report = Box::new(Ruleset::check(&source.bytes));
            Checked::Read(source, report)
        }
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

impl Checked {
    fn count(&self, severity: Severity) -> usize {
        match self {
            Checked::Read(_, report) => count(report, severity),
            Checked::Unreadable(..) => usize::from(severity == Severity::Error),
        }
    }

    /// For people.
    fn text(&self, colours: bool) -> String {
        match self {
            Checked::Unreadable(_, error) => {
                format!("error: {}\n\n", printable(&format!("{error:#}")))
            }
            Checked::Read(source, report) if report.problems.is_empty() => {
                format!("{}: fine\n", printable(&source.file))
            }
            Checked::Read(source, report) => {
                render(&source.file, &source.bytes, &report.problems, colours) + "\n"
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
            Checked::Read(source, report) => json!({
                "file": source.file, "ok": errors == 0, "errors": errors, "warnings": warnings,
                "problems": report.problems,
            }),
        }
    }
}
