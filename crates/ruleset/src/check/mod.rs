//! Checks of meaning, beyond names and types: what can never happen, what never ends, what does not fit.

mod actions;
mod contradiction;
mod deal;
mod ends;
mod facts;
mod fold;
mod objectives;
mod opening;
mod range;
mod routes;
mod scores;
mod sight;
#[cfg(test)]
mod tests;
mod translations;

use crate::program::Program;
use crate::{Document, Problem, Severity};

/// Whoever made a thousand mistakes reads these first.
const MOST_WARNINGS: usize = 200;

/// Checks what a ruleset means that compiles without errors.
pub(crate) fn check(document: &Document, program: &Program) -> Vec<Problem> {
    let players = document.meta.players;
    let facts = facts::Facts::of(program, (players.min, players.max));
    let mut findings = Findings::default();
    let reached = routes::check(document, program, &facts, &mut findings);
    actions::check(document, program, &facts, &reached, &mut findings);
    deal::check(document, program, &facts, &mut findings);
    sight::check(program, &mut findings);
    objectives::check(document, program, &facts, &mut findings);
    translations::check(document, program, &mut findings);
    findings.problems
}

/// What was found so far.
#[derive(Default)]
struct Findings {
    problems: Vec<Problem>,
    warnings: usize,
}

impl Findings {
    fn report(&mut self, problem: Problem) {
        if problem.severity() == Severity::Warning {
            if self.is_full() {
                return;
            }
            self.warnings += 1;
        }
        self.problems.push(problem);
    }

    fn report_all(&mut self, problems: impl IntoIterator<Item = Problem>) {
        problems
            .into_iter()
            .for_each(|problem| self.report(problem));
    }

    /// Whether more warnings would help nobody.
    fn is_full(&self) -> bool {
        self.warnings >= MOST_WARNINGS
    }
}

/// An expression as messages quote it.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut short: String = text.chars().take(LONGEST).map(plain).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    format!("'{short}'")
}
