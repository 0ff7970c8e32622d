//! Objectives of the `ai` section: what is worth having on the way to the end, so that bots need not look that far.

#[cfg(test)]
mod tests;

use std::cell::Cell;

use parlor_core::{Objective, Objectives, Seat};

use crate::Ruleset;
use crate::limits::CHECK_FUEL;
use crate::nodes::Node;
use crate::run::{Coverage, Eval, Failure, Me, State};

impl Objectives for Ruleset {
    fn objectives(&self) -> &[Objective] {
        &self.program().objectives
    }

    fn horizon(&self) -> u64 {
        self.program().horizon
    }

    fn holds(&self, number: usize, state: &State, seat: Seat) -> bool {
        self.has_reached(number, state, seat, None)
    }
}

impl Ruleset {
    /// Whether a seat has reached an objective, for those who count which ways the checks went. A check that goes wrong or
    /// takes too long does not hold.
    pub(crate) fn has_reached(
        &self,
        number: usize,
        state: &State,
        seat: Seat,
        coverage: Option<&Coverage>,
    ) -> bool {
        let Some(aim) = self.program().aims.get(number) else {
            return false;
        };
        if seat.0 >= state.seats() {
            return false;
        }
        let fuel = Cell::new(CHECK_FUEL);
        let mut eval = Eval::new(self.program(), state, Me::Seat(seat.0), &fuel);
        eval.coverage = coverage;
        let enough = eval.burn(aim.cost.into());
        let holds = enough.and_then(|()| eval.test(aim.check.first));
        if let Some(coverage) = coverage {
            let holds = eval.done(holds).map_err(|fault| Failure {
                fault,
                phase: state.at.phase,
                node: Some(eval.culprit(Node::Bool(aim.check.tree), fault)),
            });
            coverage.objective(number, holds);
        }
        holds.unwrap_or(false)
    }
}
