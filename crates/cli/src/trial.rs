//! Rulesets that are tried out with random play: what is never reached, and what fails, with the line that it stands in.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use anyhow::Result;
use parlor_core::Game;
use parlor_ruleset::{CoverageReport, Problem, Ruleset, Trouble, TroubleKind, read, render};

use crate::failure::Failure;
use crate::rulesets::{Found, Source};
use crate::setup;

/// How many games are played, at least one at each size of the table.
const GAMES: u64 = 300;

/// For how long a ruleset is tried out before somebody plays it.
const BRIEF: Duration = Duration::from_millis(500);

/// What came of a trial.
pub struct Trial {
    /// All tables together.
    pub report: CoverageReport,
    /// Whether time was over before all games were played.
    pub stopped: bool,
}

impl Trial {
    /// Plays at tables of these sizes, for as long as there is time.
    pub fn run(
        ruleset: &Ruleset,
        seats: RangeInclusive<usize>,
        options: &[String],
        seed: u64,
        time: Duration,
    ) -> Result<Trial> {
        let (start, info) = (Instant::now(), ruleset.info());
        let tables = seats.clone().count() as u32;
        let mut whole: Option<CoverageReport> = None;
        for (table, seats) in (1..).zip(seats) {
            let setup = setup::set_up(&info, seats, options)?;
            // Time that the tables before did not need is for those that come.
            let go_on = || start.elapsed() < time * table / tables;
            let games = GAMES.div_ceil(tables.into());
            let report = ruleset.cover_while(&setup, seed, games, &go_on);
            match &mut whole {
                Some(whole) => whole.merge(&report),
                None => whole = Some(report),
            }
        }
        let report = whole.ok_or_else(|| anyhow::anyhow!("{} takes no seats", info.name))?;
        let stopped = start.elapsed() >= time;
        Ok(Trial { report, stopped })
    }

    /// A short one with all sizes of the table, for authors who are about to play.
    pub fn brief(ruleset: &Ruleset) -> Result<Trial> {
        let info = ruleset.info();
        let seats = usize::from(info.min_seats)..=usize::from(info.max_seats);
        Trial::run(ruleset, seats, &[], 0, BRIEF)
    }

    /// What failed.
    pub fn troubles(&self) -> impl Iterator<Item = &Trouble> {
        self.report.refused.iter().chain(&self.report.faults)
    }
}

/// What failed, as problems of a file.
pub fn problems<'t>(
    source: &Source,
    troubles: impl IntoIterator<Item = &'t Trouble>,
) -> Vec<Problem> {
    let mut problems: Vec<Problem> = troubles.into_iter().map(Trouble::problem).collect();
    if let Ok(tree) = read(&source.bytes) {
        tree.locate_all(&mut problems);
    }
    problems
}

/// A match that could not begin, for the author of its rules: with the line that failed, if it was the rules.
pub fn explained(found: &Found, error: anyhow::Error) -> anyhow::Error {
    let Some((ruleset, source)) = &found.ruleset else {
        return error;
    };
    let Ok(trial) = Trial::brief(ruleset) else {
        return error;
    };
    let opening = |trouble: &&Trouble| trouble.kind == TroubleKind::Opening;
    let problems = problems(source, trial.troubles().filter(opening));
    if problems.is_empty() {
        return error;
    }
    let colours =
        crate::terminal::has_colours(std::io::IsTerminal::is_terminal(&std::io::stderr()));
    let shown = render(&source.file, &source.bytes, &problems, colours) + "\n";
    Failure::failed(format!("{error:#}")).shown(shown).into()
}
