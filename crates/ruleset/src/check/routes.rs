//! Which way a game can go from phase to phase: where it never gets, where it never gets out, where it goes round.

use super::facts::{Facts, Moods};
use super::fold::Fold;
use super::range::Truth;
use super::{Findings, ends, quoted, scores};
use crate::document::{Document, PhaseKind};
use crate::program::*;
use crate::{Code, Place, Problem};

/// Where each phase can go.
pub(super) struct Routes {
    /// The phases that may follow a phase, each once.
    pub next: Vec<Vec<usize>>,
    /// The phase that follows in any case.
    certain: Vec<Option<usize>>,
}

/// Reports what is wrong with the ways through the game, and says which phases it can get to.
pub(super) fn check(
    document: &Document,
    program: &Program,
    facts: &Facts,
    findings: &mut Findings,
) -> Vec<bool> {
    let players = (document.meta.players.min, document.meta.players.max);
    let mut fold = Fold::new(program, facts, players);
    let routes = Routes::find(document, &mut fold, findings);
    let reached = routes.reached(|_| true);
    check_reached(document, &reached, findings);
    check_rounds(program, &routes, &reached, findings);
    ends::check(program, facts, &routes, &reached, findings);
    scores::check(document, program, &routes, &reached, findings);
    reached
}

impl Routes {
    /// Finds them, and reports transitions that can never be taken.
    fn find(document: &Document, fold: &mut Fold<'_>, findings: &mut Findings) -> Routes {
        let program = fold.program;
        let mut routes = Routes {
            next: Vec::new(),
            certain: Vec::new(),
        };
        // Global transitions mean the same in phases in which the same is known.
        let mut global: Vec<(Moods, Ways)> = Vec::new();
        let place = Place::of("/phases");
        for (index, info) in program.phases.iter().enumerate() {
            fold.moods = fold.facts.phases[index].moods;
            let texts = |number: usize| &*document.phases[index].transitions[number].when;
            let mut ways = Ways::new(program);
            let never = ways.add(fold, &info.transitions);
            if !never.is_empty() && !findings.is_full() {
                let place = place.index(index).field("transitions");
                report_never(&never, &place, texts, findings);
            }
            if !ways.closed {
                let known = global.iter().position(|(moods, _)| *moods == fold.moods);
                let known = known.unwrap_or_else(|| {
                    let mut ways = Ways::new(program);
                    ways.add(fold, &program.global);
                    global.push((fold.moods, ways));
                    global.len() - 1
                });
                ways.append(&global[known].1);
            }
            routes.certain.push(ways.certain());
            routes.next.push(ways.to);
        }
        fold.moods = Moods::OPEN;
        let mut ways = Ways::new(program);
        let never = ways.add(fold, &program.global);
        let texts = |number: usize| match &document.global_transitions {
            Some(transitions) => &*transitions[number].when,
            None => "",
        };
        report_never(&never, &Place::of("/globalTransitions"), texts, findings);
        routes
    }

    /// The phases that can be reached from the first one by way of phases that let us through.
    pub fn reached(&self, through: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.next.len()];
        let mut open = vec![0];
        while let Some(phase) = open.pop() {
            if std::mem::replace(&mut reached[phase], true) || !through(phase) {
                continue;
            }
            open.extend(self.next[phase].iter().filter(|next| !reached[**next]));
        }
        reached
    }

    /// Whether a phase leads nowhere but to itself.
    pub fn is_end(&self, phase: usize) -> bool {
        self.next[phase].iter().all(|next| *next == phase)
    }
}

/// The transitions of a phase that may be taken, in order.
struct Ways {
    to: Vec<usize>,
    there: Vec<bool>,
    /// Whether the first one holds in any case.
    first: Truth,
    /// Whether one holds in any case, so that later ones do not matter.
    closed: bool,
}

/// A transition that is never taken, by its number, and the one before it that always is.
type Never = (usize, Option<usize>);

impl Ways {
    fn new(program: &Program) -> Ways {
        Ways {
            to: Vec::new(),
            there: vec![false; program.phases.len()],
            first: Truth::NEVER,
            closed: false,
        }
    }

    fn put(&mut self, to: usize, truth: Truth) {
        if self.to.is_empty() {
            self.first = truth;
        }
        if !std::mem::replace(&mut self.there[to], true) {
            self.to.push(to);
        }
        self.closed |= truth.is_always();
    }

    /// Adds transitions, and says which of them can never be taken.
    fn add(&mut self, fold: &Fold<'_>, transitions: &[TransitionInfo]) -> Vec<Never> {
        let mut never = Vec::new();
        for (index, transition) in transitions.iter().enumerate() {
            if self.closed {
                // One is enough to see it.
                never.push((index, Some(index - 1)));
                break;
            }
            match fold.condition(transition.when.tree) {
                truth if truth.is_never() => never.push((index, None)),
                truth => self.put(transition.to.into(), truth),
            }
        }
        never
    }

    fn append(&mut self, other: &Ways) {
        for (index, to) in other.to.iter().enumerate() {
            let truth = match index {
                0 => other.first,
                _ => Truth::SOMETIMES,
            };
            self.put(*to, truth);
        }
    }

    fn certain(&self) -> Option<usize> {
        let first = self.to.first().copied();
        first.filter(|_| self.first.is_always())
    }
}

fn report_never<'t>(
    never: &[Never],
    place: &Place,
    text: impl Fn(usize) -> &'t str,
    findings: &mut Findings,
) {
    for (index, before) in never {
        if findings.is_full() {
            return;
        }
        let at = place.index(*index);
        findings.report(match before {
            None => {
                let message = format!("{} never holds here", quoted(text(*index)));
                Problem::new(Code::TransitionNeverTaken, at.field("when"), message)
                    .expected("a condition that holds at some time")
                    .help("change the condition, or remove the transition")
            }
            Some(before) => {
                let message = format!(
                    "the game never gets to this transition: {} before it always holds",
                    quoted(text(*before))
                );
                Problem::new(Code::TransitionNeverTaken, at, message)
                    .expected("a condition that always holds in the last transition only")
                    .help("move it before the one that always holds, or remove it")
            }
        });
    }
}

fn check_reached(document: &Document, reached: &[bool], findings: &mut Findings) {
    for (index, phase) in document.phases.iter().enumerate() {
        if reached[index] || findings.is_full() {
            continue;
        }
        let own = document.phases.iter().flat_map(|phase| &phase.transitions);
        let mut all = own.chain(document.global_transitions.iter().flatten());
        let help = match all.any(|transition| transition.to == phase.name) {
            true => {
                "the transitions to it are never taken, or begin in phases that are not reached"
                    .into()
            }
            false => format!(
                "no transition goes there: add {{ \"to\": \"{}\", \"when\": … }} to another phase, or remove it",
                phase.name
            ),
        };
        let place = Place::of("/phases").index(index).field("name");
        let message = format!("the game never gets to the phase '{}'", phase.name);
        let problem = Problem::new(Code::PhaseNeverReached, place, message);
        findings.report(
            problem
                .expected("a way to it from the first phase")
                .help(help),
        );
    }
}

/// Automatic phases that follow each other in any case, round and round.
fn check_rounds(program: &Program, routes: &Routes, reached: &[bool], findings: &mut Findings) {
    let automatic = |phase: usize| program.phases[phase].kind == PhaseKind::Automatic;
    // By whom a phase was visited: each phase is looked at once.
    let mut visited = vec![usize::MAX; program.phases.len()];
    for start in (0..program.phases.len()).filter(|phase| reached[*phase]) {
        let mut phase = start;
        while automatic(phase) && visited[phase] == usize::MAX {
            visited[phase] = start;
            match routes.certain[phase] {
                Some(next) => phase = next,
                None => break,
            }
        }
        let meets_itself =
            automatic(phase) && visited[phase] == start && routes.certain[phase].is_some();
        if meets_itself {
            report_round(program, routes, phase, findings);
        }
        if automatic(start) && routes.next[start].is_empty() {
            check_steps(&program.phases[start], start, findings);
        }
    }
}

/// Steps that go on until a transition holds, and none ever does.
fn check_steps(info: &PhaseInfo, phase: usize, findings: &mut Findings) {
    if info.step.is_empty() {
        return;
    }
    let place = Place::of("/phases").index(phase).field("onStep");
    let message = format!(
        "the steps of the phase '{}' never end: no transition leads out of it",
        info.name
    );
    let problem = Problem::new(Code::AutomaticLoop, place, message)
        .expected("a transition that holds after some steps");
    findings.report(problem.help("add a transition, or do it once with onEnter"));
}

fn report_round(program: &Program, routes: &Routes, first: usize, findings: &mut Findings) {
    let mut names = vec![&*program.phases[first].name];
    let mut phase = first;
    while let Some(next) = routes.certain[phase]
        && next != first
    {
        names.push(&program.phases[next].name);
        phase = next;
    }
    names.push(&program.phases[first].name);
    if names.len() > 8 {
        names.splice(4..names.len() - 2, ["…"]);
    }
    let place = Place::of("/phases").index(first).field("transitions");
    let message = format!(
        "these phases go round for ever, and nobody can do anything: {}",
        names.join(" → ")
    );
    let problem = Problem::new(Code::AutomaticLoop, place, message)
        .expected("a phase in which players act, or a transition that depends on the game");
    findings.report(problem.help("let one of the transitions ask for something that changes"));
}
