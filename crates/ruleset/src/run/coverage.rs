//! Which phases, actions, transitions and branches of a ruleset were ever gone through.

use std::cell::{Cell, RefCell};

use super::Failure;
use crate::program::{Branch, Program};

/// What was gone through in some games, and what went wrong on the way.
#[derive(Debug)]
pub(crate) struct Coverage {
    phases: Vec<Cell<bool>>,
    actions: Vec<Cell<bool>>,
    transitions: Vec<Cell<bool>>,
    /// Objectives that somebody reached.
    objectives: Vec<Cell<bool>>,
    /// Whether each choice was ever made one way, and the other.
    branches: Vec<[Cell<bool>; 2]>,
    /// Transitions whose condition went wrong.
    faults: Failures,
    /// Objectives whose check went wrong.
    checks: Failures,
    /// Actions that were refused although they were offered.
    refused: Failures,
    /// Matches that could not begin.
    openings: Failures,
}

/// What failed, each once, with the number of the part of the ruleset in which it did.
#[derive(Debug, Default)]
struct Failures(RefCell<Vec<(u16, Failure)>>);

impl Failures {
    fn add(&self, number: u16, failure: Failure) {
        // A ruleset that fails everywhere is told of the first of it.
        const MOST: usize = 200;
        let mut all = self.0.borrow_mut();
        let same = |(other, known): &(u16, Failure)| {
            *other == number && (known.fault, known.node) == (failure.fault, failure.node)
        };
        if all.len() < MOST && !all.iter().any(same) {
            all.push((number, failure));
        }
    }

    fn all(&self) -> Vec<(u16, Failure)> {
        let mut all = self.0.borrow().clone();
        // In the order of the file; what failed first in the same part stays first.
        all.sort_by_key(|(number, _)| *number);
        all
    }
}

impl Coverage {
    pub fn new(program: &Program) -> Coverage {
        let many = |count: usize| vec![Cell::new(false); count];
        let actions = program.phases.iter().map(|phase| phase.actions.len());
        let transitions = program.phases.iter().map(|phase| phase.transitions.len());
        Coverage {
            phases: many(program.phases.len()),
            actions: many(actions.sum()),
            transitions: many(transitions.sum::<usize>() + program.global.len()),
            objectives: many(program.aims.len()),
            branches: vec![[Cell::new(false), Cell::new(false)]; program.branches.len()],
            faults: Failures::default(),
            checks: Failures::default(),
            refused: Failures::default(),
            openings: Failures::default(),
        }
    }

    pub fn phase(&self, phase: u16) {
        self.phases[usize::from(phase)].set(true);
    }

    pub fn transition(&self, number: u16) {
        self.transitions[usize::from(number)].set(true);
    }

    pub fn action(&self, number: u16) {
        if let Some(action) = self.actions.get(usize::from(number)) {
            action.set(true);
        }
    }

    pub fn branch(&self, branch: Branch, holds: bool) {
        self.branches[usize::from(branch.0)][usize::from(!holds)].set(true);
    }

    pub fn fault(&self, transition: u16, failure: Failure) {
        self.faults.add(transition, failure);
    }

    /// What came of the check of an objective.
    pub fn objective(&self, number: usize, holds: Result<bool, Failure>) {
        match holds {
            Ok(true) => self.objectives[number].set(true),
            Ok(false) => {}
            Err(failure) => self.checks.add(number as u16, failure),
        }
    }

    pub fn refuse(&self, action: u16, failure: Failure) {
        self.refused.add(action, failure);
    }

    pub fn cannot_open(&self, failure: Failure) {
        self.openings.add(0, failure);
    }

    pub fn reached_phase(&self, phase: usize) -> bool {
        self.phases[phase].get()
    }

    pub fn took_action(&self, number: u16) -> bool {
        self.actions[usize::from(number)].get()
    }

    pub fn took_transition(&self, number: u16) -> bool {
        self.transitions[usize::from(number)].get()
    }

    pub fn reached_objective(&self, number: usize) -> bool {
        self.objectives[number].get()
    }

    /// Whether a choice was made one way, and the other.
    pub fn ways(&self, branch: usize) -> [bool; 2] {
        [0, 1].map(|way| self.branches[branch][way].get())
    }

    pub fn faults(&self) -> Vec<(u16, Failure)> {
        self.faults.all()
    }

    pub fn check_faults(&self) -> Vec<(u16, Failure)> {
        self.checks.all()
    }

    pub fn refusals(&self) -> Vec<(u16, Failure)> {
        self.refused.all()
    }

    pub fn openings(&self) -> Vec<Failure> {
        let all = self.openings.all();
        all.into_iter().map(|(_, failure)| failure).collect()
    }
}
