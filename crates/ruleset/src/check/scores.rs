//! Winners that are determined before there are scores to compare (R410).

use super::Findings;
use super::facts::visit;
use super::routes::Routes;
use crate::document::Document;
use crate::program::*;
use crate::{Code, Place, Problem};

pub(super) fn check(
    document: &Document,
    program: &Program,
    routes: &Routes,
    reached: &[bool],
    findings: &mut Findings,
) {
    let reads = |num: &Num| matches!(num, Num::MyScore | Num::Score(_));
    if !program.nums.iter().any(reads) {
        return;
    }
    let lists: Vec<Vec<List>> = (program.phases.iter().zip(&document.phases))
        .zip(0..)
        .map(|((info, phase), index)| {
            let place = Place::of("/phases").index(index);
            let enter = match phase.on_enter {
                Some(_) => "onEnter",
                None => "automaticSequence",
            };
            let actions = info.actions.iter().zip(&phase.actions).zip(0..);
            let mut lists = vec![
                List::of(program, &info.enter, place.field(enter)),
                List::of(program, &info.step, place.field("onStep")),
            ];
            lists.extend(actions.map(|((action, _), index)| {
                let place = place.field("actions").index(index).field("effect");
                List::of(program, &action.effects, place)
            }));
            lists
        })
        .collect();
    let calculates = |phase: usize| lists[phase].iter().any(|list| list.scores.is_some());
    // Where a game can get after scores were calculated.
    let mut scored = vec![false; lists.len()];
    let mut open: Vec<usize> = (0..lists.len())
        .filter(|phase| calculates(*phase))
        .flat_map(|phase| routes.next[phase].iter().copied())
        .collect();
    while let Some(phase) = open.pop() {
        if !std::mem::replace(&mut scored[phase], true) {
            open.extend(&routes.next[phase]);
        }
    }
    for (phase, of_phase) in lists
        .iter()
        .enumerate()
        .filter(|(phase, _)| reached[*phase])
    {
        for (number, list) in of_phase.iter().enumerate() {
            let Some(winners) = list.winners else {
                continue;
            };
            let elsewhere = || {
                let others = of_phase
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != number);
                scored[phase] || others.into_iter().any(|(_, other)| other.scores.is_some())
            };
            let early = match list.scores {
                Some(scores) => winners < scores,
                None => !elsewhere(),
            };
            if early {
                report(list.place.index(winners), list.scores.is_some(), findings);
            }
        }
    }
}

fn report(place: Place, later: bool, findings: &mut Findings) {
    let message = "determine_winners() compares scores that are not calculated yet";
    let problem = Problem::new(Code::WinnersBeforeScores, place, message);
    let problem = problem.expected("scores that are calculated before they are compared");
    findings.report(problem.help(match later {
        true => "put calculate_scores() before it",
        false => "call calculate_scores() first, here or in a phase before this one",
    }));
}

/// A list of effects: where scores are calculated and winners determined in it, for the first time each.
struct List {
    place: Place,
    scores: Option<usize>,
    winners: Option<usize>,
}

impl List {
    fn of(program: &Program, effects: &Effects, place: Place) -> List {
        let mut list = List {
            place,
            scores: None,
            winners: None,
        };
        for (index, act) in effects.iter().enumerate() {
            visit(program, *act, true, &mut |effect, _| {
                let slot = match effect {
                    Effect::CalculateScores => &mut list.scores,
                    Effect::DetermineWinners => &mut list.winners,
                    _ => return,
                };
                slot.get_or_insert(index);
            });
        }
        list
    }
}
