//! The phases of a ruleset and how they follow each other, in the words of a diagram.

use super::capital;
use super::english::{English, Who, spoken};
use crate::document::{Document, PhaseKind, Transition};

/// The phases, those that come first first.
pub(super) struct Graph {
    pub nodes: Vec<Node>,
}

pub(super) struct Node {
    pub name: String,
    pub kind: PhaseKind,
    /// The numbers of the nodes that follow, and when.
    pub edges: Vec<Edge>,
    /// Whether the game ends here.
    pub ends: bool,
}

pub(super) struct Edge {
    pub to: usize,
    /// Nothing if always.
    pub when: Option<String>,
    /// Whether it holds in every phase.
    pub global: bool,
}

impl Graph {
    pub fn of(document: &Document) -> Graph {
        let order = order(document);
        let position = |name: &str| {
            let phase = document
                .phases
                .iter()
                .position(|phase| phase.name == name)?;
            order.iter().position(|other| *other == phase)
        };
        let english = English::new(document, Who::Current);
        let edge = |transition: &Transition, global| {
            Some(Edge {
                to: position(&transition.to)?,
                when: english.when(&transition.when),
                global,
            })
        };
        let node = |phase: &usize| {
            let phase = &document.phases[*phase];
            let own = phase.transitions.iter().filter_map(|one| edge(one, false));
            let global = document.global_transitions.iter().flatten();
            let global = global.filter_map(|one| edge(one, true));
            let effects = [&phase.automatic_sequence, &phase.on_enter, &phase.on_step];
            let mut effects = effects.into_iter().flatten().flatten();
            let actions = phase.actions.iter().flat_map(|action| &action.effect);
            let ends = |text: &String| text.contains("end_game");
            Node {
                name: capital(&spoken(&phase.name)),
                kind: phase.kind,
                ends: effects.any(ends) || actions.into_iter().any(ends),
                edges: own.chain(global).collect(),
            }
        };
        Graph {
            nodes: order.iter().map(node).collect(),
        }
    }
}

/// The phases so that as many transitions as possible lead forward: a walk in depth, those left last first.
fn order(document: &Document) -> Vec<usize> {
    fn walk(document: &Document, phase: usize, seen: &mut [bool], left: &mut Vec<usize>) {
        seen[phase] = true;
        // The last transition is walked first, so that the first one comes right below.
        for transition in document.phases[phase].transitions.iter().rev() {
            let to = document
                .phases
                .iter()
                .position(|other| other.name == transition.to);
            if let Some(to) = to.filter(|to| !seen[*to]) {
                walk(document, to, seen, left);
            }
        }
        left.push(phase);
    }
    let mut seen = vec![false; document.phases.len()];
    let mut left = Vec::new();
    let mut starts = Vec::new();
    for phase in 0..document.phases.len() {
        if !seen[phase] {
            let mut part = Vec::new();
            walk(document, phase, &mut seen, &mut part);
            part.reverse();
            starts.push(part);
        }
    }
    for part in starts {
        left.extend(part);
    }
    left
}
