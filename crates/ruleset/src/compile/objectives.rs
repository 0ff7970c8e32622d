//! What guides bots: the checks of the `ai` section.

use std::collections::HashSet;

use super::Compiler;
use crate::document::Objective;
use crate::limits::MOST_OBJECTIVES;
use crate::program::AimInfo;
use crate::{Code, Place, Problem};

impl Compiler<'_> {
    pub(super) fn compile_objectives(&mut self) {
        let Some(ai) = &self.document.ai else {
            return;
        };
        self.program.horizon = ai.horizon.map_or(parlor_core::HORIZON, u64::from);
        let place = Place::of("/ai/objectives");
        if ai.objectives.len() > MOST_OBJECTIVES {
            let message = format!("there are at most {MOST_OBJECTIVES} objectives");
            self.report(Problem::new(Code::TooMuch, place, message));
            return;
        }
        let mut names = HashSet::new();
        for (objective, index) in ai.objectives.iter().zip(0..) {
            let at = place.index(index);
            if !names.insert(&objective.name) {
                let name = objective.name.escape_debug();
                let message = format!("there are two objectives called '{name}'");
                self.report(Problem::new(Code::NameTwice, at.field("name"), message));
            }
            self.compile_objective(objective, &at);
        }
    }

    fn compile_objective(&mut self, objective: &Objective, place: &Place) {
        if objective.weight == 0.0 {
            let message = format!(
                "the objective '{}' weighs nothing, so that no bot minds it",
                objective.name.escape_debug()
            );
            let problem = Problem::new(Code::OutOfRange, place.field("weight"), message)
                .expected("a number above 0, or below 0 for what is to be avoided");
            self.report(problem.help("0.3 is a good beginning; or remove the objective"));
        }
        // The same as in the condition of an action: `current_player` is the player in question.
        let at = place.field("check");
        let aim = AimInfo {
            cost: self.parts_of(&at),
            check: self.condition(at, self.everywhere()),
        };
        self.program.aims.push(aim);
        self.program.objectives.push(parlor_core::Objective {
            name: objective.name.clone().into(),
            weight: objective.weight,
        });
    }
}
