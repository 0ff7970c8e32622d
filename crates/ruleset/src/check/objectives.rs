//! Objectives that say nothing: what always holds, or never, guides no bot.

use super::facts::Facts;
use super::fold::Fold;
use super::{Findings, quoted};
use crate::document::Document;
use crate::program::Program;
use crate::{Code, Place, Problem};

pub(super) fn check(
    document: &Document,
    program: &Program,
    facts: &Facts,
    findings: &mut Findings,
) {
    let players = (document.meta.players.min, document.meta.players.max);
    let fold = Fold::new(program, facts, players);
    let written = document.ai.iter().flat_map(|ai| &ai.objectives);
    for ((objective, aim), index) in written.zip(&program.aims).zip(0..) {
        let truth = fold.condition(aim.check.tree);
        let when = if truth.is_never() {
            "never"
        } else if truth.is_always() {
            "always"
        } else {
            continue;
        };
        let message = format!(
            "{} {when} holds, so that '{}' guides no bot",
            quoted(&objective.check),
            objective.name
        );
        let place = Place::of("/ai/objectives").index(index).field("check");
        let problem = Problem::new(Code::NothingHappens, place, message)
            .expected("a condition that holds at some time, and at some other does not");
        findings.report(problem.help("change the check, or remove the objective"));
    }
}
