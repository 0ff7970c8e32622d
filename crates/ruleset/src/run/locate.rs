//! Which part of an expression goes wrong: found by working it out again, part by part, once something has failed. What
//! runs well pays nothing for it.

use std::cell::Cell;

use smallvec::smallvec;

use super::engine::{Engine, Scope};
use super::eval::Worked;
use super::{Eval, Fault};
use crate::limits::FUEL;
use crate::nodes::Parts;
use crate::program::*;

/// What failed, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Failure {
    pub fault: Fault,
    /// The phase that was running.
    pub phase: u16,
    /// The part of the file, if it is one; otherwise it is the phase or the action as a whole.
    pub node: Option<Node>,
}

/// What an engine notes for whoever asks where something failed.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    /// The effects that were put aside, in their order.
    pub(super) acts: Vec<ActId>,
    found: Cell<Option<Node>>,
}

impl Engine<'_, '_> {
    /// Notes from now on where something fails.
    pub fn locate(&mut self) {
        self.trail = Some(Box::default());
    }

    /// Where something has just failed.
    pub fn failure(&self, fault: Fault) -> Failure {
        Failure {
            fault,
            phase: self.state.at.phase,
            node: self.trail.as_ref().and_then(|trail| trail.found.get()),
        }
    }

    /// A part of an expression has failed. The innermost one is noted, if anybody wants to know.
    #[cold]
    pub(super) fn blame(&self, node: Node, fault: Fault, scope: Scope<'_>) -> Fault {
        self.blame_scored(node, fault, scope, 0.0)
    }

    /// The same, where a score is known.
    #[cold]
    pub(super) fn blame_scored(
        &self,
        node: Node,
        fault: Fault,
        scope: Scope<'_>,
        my_score: f64,
    ) -> Fault {
        if let Some(trail) = &self.trail
            && trail.found.get().is_none()
        {
            let fuel = Cell::new(FUEL);
            let mut eval = Eval {
                params: scope.params,
                my_score,
                ..Eval::new(self.program, self.state, scope.me, &fuel)
            };
            trail.found.set(Some(eval.culprit(node, fault)));
        }
        fault
    }

    /// An effect has failed while it happened.
    #[cold]
    pub(super) fn blame_act(&self, act: Option<ActId>, fault: Fault) -> Fault {
        if let (Some(trail), Some(act)) = (&self.trail, act)
            && trail.found.get().is_none()
        {
            trail.found.set(Some(Node::Act(act)));
        }
        fault
    }
}

impl Eval<'_> {
    /// The innermost part that fails as the whole does.
    pub(crate) fn culprit(&mut self, node: Node, fault: Fault) -> Node {
        // Fuel runs out somewhere: no part of it is to blame.
        if fault == Fault::OutOfFuel {
            return node;
        }
        let mut culprit = node;
        loop {
            let parts = match self.program.condition(culprit) {
                Some((condition, yes, no)) => self.branch(condition, yes, no),
                None => self.program.parts(culprit),
            };
            let failing = parts.into_iter().find(|part| self.fails(*part, fault));
            match failing {
                Some(part) => culprit = part,
                None => return culprit,
            }
        }
    }

    fn fails(&mut self, node: Node, fault: Fault) -> bool {
        let worked: Worked<()> = match node {
            Node::Num(id) => self.num(id).map(drop),
            Node::Bool(id) => self.bool(id).map(drop),
            Node::Text(id) => self.text(id).map(drop),
            Node::Any(id) => self.any(id).map(drop),
            Node::Zone(id) => self.zone(id).map(drop),
            Node::Act(_) => Ok(()),
        };
        self.done(worked) == Err(fault)
    }

    /// The branch of an `if` that is worked out, after its condition.
    fn branch(&mut self, condition: BoolId, yes: Node, no: Node) -> Parts {
        match self.bool(condition) {
            Ok(true) => smallvec![yes],
            Ok(false) => smallvec![no],
            Err(_) => smallvec![Node::Bool(condition)],
        }
    }
}
