//! Scores, results, and the end of a round.

use super::engine::Scope;
use super::eval::bounded;
use super::state::NO_TEXT;
use super::{Engine, Fault, Me, Progress, Status};
use crate::document::TurnOrder;
use crate::program::*;

impl Engine<'_, '_> {
    pub(super) fn calculate_scores(&mut self) -> Result<(), Fault> {
        let method = self.program.scoring.method;
        let seats = self.state.seats();
        for (number, role) in (0..).zip(&self.program.roles) {
            if role.is_human {
                for seat in 0..seats {
                    let score = self.number(method, Scope::of(Me::Seat(seat)))?;
                    self.state.at.scores.set(seat.into(), Some(score));
                }
            } else {
                let score = self.number(method, Scope::of(Me::Role(number)))?;
                let index = usize::from(seats) + usize::from(number);
                self.state.at.scores.set(index, Some(score));
            }
        }
        self.state.at.scored = true;
        self.state.at.round_scored = true;
        Ok(())
    }

    pub(super) fn determine_winners(&mut self) -> Result<(), Fault> {
        let scoring = &self.program.scoring;
        for seat in 0..self.state.seats() {
            let my_score = self.state.at.scores.get(seat.into()).unwrap_or(0.0);
            let scope = Scope::of(Me::Seat(seat));
            let mut eval = self.eval(scope);
            eval.my_score = my_score;
            let mut holds = |condition: Option<Condition>| match condition {
                Some(condition) => {
                    let holds = eval.test(condition.first);
                    let node = Node::Bool(condition.tree);
                    eval.done(holds)
                        .map_err(|fault| self.blame_scored(node, fault, scope, my_score))
                }
                None => Ok(false),
            };
            let result = if holds(scoring.bust)? {
                -1
            } else if holds(Some(scoring.win))? {
                1
            } else if holds(scoring.tie)? {
                0
            } else {
                -1
            };
            self.state.at.results[usize::from(seat)] = Some(result);
        }
        self.state.at.scored = true;
        self.state.at.round_scored = true;
        Ok(())
    }

    pub(super) fn accumulate_scores(&mut self) -> Result<(), Fault> {
        let Some(first) = self.program.cumulative else {
            return Ok(());
        };
        for seat in 0..usize::from(self.state.seats()) {
            let index = usize::from(first) + seat;
            let at = &mut self.state.at;
            let sum = at.vars.get(index).unwrap_or(0.0) + at.scores.get(seat).unwrap_or(0.0);
            at.vars.set(index, Some(bounded(sum)));
        }
        Ok(())
    }

    pub(super) fn reset_round(&mut self) {
        let program = self.program;
        let at = &mut self.state.at;
        for (total, result) in at.totals.iter_mut().zip(&mut at.results) {
            *total += i32::from(result.take().unwrap_or(0));
        }
        at.rounds_over += 1;
        at.round_scored = false;
        at.current = 0;
        at.turn += 1;
        at.taken = 0;
        at.direction = 1;
        at.scores.clear();
        at.begin_variables(program);
    }
}

impl Progress {
    /// Whether there is to be another round.
    pub(crate) fn continues(&self) -> bool {
        let over = self.rounds_over + u32::from(self.round_scored);
        self.status != Status::Finished && (self.rounds == 0 || over < self.rounds)
    }

    /// 1 for clockwise, -1 for the other way: what effects said, seen from the phase.
    pub(crate) fn effective_direction(&self, program: &Program) -> i8 {
        match program.phases[usize::from(self.phase)].order {
            TurnOrder::Clockwise => self.direction,
            TurnOrder::Counterclockwise => -self.direction,
            TurnOrder::Fixed => 1,
        }
    }

    /// Drops the texts that are not in the ruleset and that no variable has.
    pub(super) fn forget_texts(&mut self, program: &Program) {
        let words = program.words.len();
        let kept: Vec<(usize, Box<str>)> = self
            .texts
            .iter()
            .enumerate()
            .filter(|(_, text)| **text != NO_TEXT && **text as usize >= words)
            .map(|(index, text)| (index, self.extra[*text as usize - words].clone()))
            .collect();
        self.extra.clear();
        for (index, text) in kept {
            self.texts[index] = self.extra_text(program, &text);
        }
    }
}
