//! Phases in which a game stops, or goes on for ever, without being scored.

use super::Findings;
use super::facts::Facts;
use super::routes::Routes;
use crate::document::PhaseKind;
use crate::program::{PhaseInfo, Program};
use crate::{Code, Place, Problem};

/// Phases from which the game never gets to an end.
pub(super) fn check(
    program: &Program,
    facts: &Facts,
    routes: &Routes,
    reached: &[bool],
    findings: &mut Findings,
) {
    let scores = |phase: usize| facts.phases[phase].scores;
    if !facts.scores {
        let message = "nothing ever scores or ends the game, so nobody can win it";
        let problem = Problem::new(Code::NeverScored, Place::of("/phases"), message).expected(
            "calculate_scores(), determine_winners() or end_game() in some list of effects",
        );
        findings.report(problem.help(
            "add an automatic phase with calculate_scores() and determine_winners() as the last one",
        ));
    }
    // Where a game can get without having been scored.
    let unscored = routes.reached(|phase| !scores(phase));
    let mut trapped = Vec::new();
    for (phase, info) in program.phases.iter().enumerate() {
        if !reached[phase] || scores(phase) || findings.is_full() {
            continue;
        }
        let automatic = info.kind == PhaseKind::Automatic;
        if !routes.is_end(phase) {
            trapped.push(phase);
        } else if !automatic {
            report_end(
                info,
                phase,
                "players wait for ever in the phase '{}': no transition leads out of it",
                findings,
            );
        } else if unscored[phase] && facts.scores {
            report_end(
                info,
                phase,
                "the game stops in the phase '{}' without being scored",
                findings,
            );
        }
    }
    if facts.scores {
        check_traps(program, facts, routes, &unscored, &trapped, findings);
    }
}

fn report_end(info: &PhaseInfo, phase: usize, message: &str, findings: &mut Findings) {
    let place = Place::of("/phases").index(phase).field("transitions");
    let message = message.replace("{}", &info.name);
    let problem = Problem::new(Code::PhaseNeverLeft, place, message)
        .expected("a transition that can hold, or end_game() among the effects");
    findings.report(
        problem
            .help("add a transition to the phase that scores, or score the game and end it here"),
    );
}

/// Phases that lead only to each other, and nothing there scores or ends the game.
fn check_traps(
    program: &Program,
    facts: &Facts,
    routes: &Routes,
    unscored: &[bool],
    candidates: &[usize],
    findings: &mut Findings,
) {
    let count = program.phases.len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (phase, next) in routes.next.iter().enumerate() {
        for next in next {
            before[*next].push(phase);
        }
    }
    // From where the game can still get to an end.
    let mut ends = vec![false; count];
    let is_end = |phase: &usize| facts.phases[*phase].scores || routes.is_end(*phase);
    let mut open: Vec<usize> = (0..count).filter(is_end).collect();
    while let Some(phase) = open.pop() {
        if !std::mem::replace(&mut ends[phase], true) {
            open.extend(&before[phase]);
        }
    }
    let mut trapped = candidates
        .iter()
        .filter(|phase| unscored[**phase] && !ends[**phase]);
    if let Some(phase) = trapped.next() {
        let place = Place::of("/phases").index(*phase).field("transitions");
        let message = format!(
            "from the phase '{}' on, the game never gets to its end: nothing that follows scores or ends it",
            program.phases[*phase].name
        );
        let problem = Problem::new(Code::PhaseNeverLeft, place, message)
            .expected("a way to a phase that scores the game or ends it");
        findings.report(problem.help("add a transition to the phase that scores"));
    }
}
