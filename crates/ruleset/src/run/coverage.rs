//! Which phases, actions, transitions and branches of a ruleset were ever gone through.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::Fault;
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
    /// Transitions whose condition went wrong, with what was said of it.
    faults: RefCell<BTreeSet<(u16, String)>>,
    /// Objectives whose check went wrong.
    checks: RefCell<BTreeSet<(u16, String)>>,
    /// Actions that were refused although they were offered.
    refused: RefCell<BTreeSet<(u16, String)>>,
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
            faults: RefCell::default(),
            checks: RefCell::default(),
            refused: RefCell::default(),
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

    pub fn fault(&self, program: &Program, transition: u16, fault: Fault) {
        let message = fault.message(program);
        self.faults.borrow_mut().insert((transition, message));
    }

    /// What came of the check of an objective.
    pub fn objective(&self, program: &Program, number: usize, holds: Result<bool, Fault>) {
        match holds {
            Ok(true) => self.objectives[number].set(true),
            Ok(false) => {}
            Err(fault) => {
                let message = fault.message(program);
                self.checks.borrow_mut().insert((number as u16, message));
            }
        }
    }

    pub fn refuse(&self, program: &Program, action: u16, fault: Fault) {
        let message = fault.message(program);
        self.refused.borrow_mut().insert((action, message));
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

    pub fn faults(&self) -> Vec<(u16, String)> {
        self.faults.borrow().iter().cloned().collect()
    }

    pub fn check_faults(&self) -> Vec<(u16, String)> {
        self.checks.borrow().iter().cloned().collect()
    }

    pub fn refusals(&self) -> Vec<(u16, String)> {
        self.refused.borrow().iter().cloned().collect()
    }
}
