//! Phases, actions, transitions and scoring.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Compiler, Context};
use crate::document::{Action, Phase, PhaseKind, Transition, TurnOrder};
use crate::limits::MOST_ACTIONS;
use crate::program::*;
use crate::run::may_rest;
use crate::{Code, Place, Problem};

/// The action that plays a card.
pub(crate) const PLAY_CARD: &str = "play_card";

impl Compiler<'_> {
    pub(super) fn compile_phases(&mut self) {
        let document = self.document;
        let (mut actions, mut transitions) = (0, 0);
        let general = self.auto_end_of_scoring();
        for (index, phase) in document.phases.iter().enumerate() {
            let place = Place::of("/phases").index(index);
            if phase.actions.len() > MOST_ACTIONS || phase.transitions.len() > MOST_ACTIONS {
                let message = format!("a phase has at most {MOST_ACTIONS} actions and transitions");
                self.report(Problem::new(Code::TooMuch, place, message));
                continue;
            }
            let info = self.compile_phase(phase, &place, general, &mut actions, &mut transitions);
            self.program.phases.push(info);
        }
        let place = Place::of("/globalTransitions");
        let global = document.global_transitions.as_deref().unwrap_or(&[]);
        if global.len() > MOST_ACTIONS {
            let message = format!("there are at most {MOST_ACTIONS} global transitions");
            self.report(Problem::new(Code::TooMuch, place, message));
            return;
        }
        self.program.global = self.compile_transitions(global, &place, &mut transitions);
    }

    /// The older dialect has one condition for all phases.
    fn auto_end_of_scoring(&mut self) -> Option<Condition> {
        self.document.scoring.auto_end_turn_condition.as_ref()?;
        let place = Place::of("/scoring/autoEndTurnCondition");
        Some(self.condition(place, self.everywhere()))
    }

    fn compile_phase(
        &mut self,
        phase: &Phase,
        place: &Place,
        general: Option<Condition>,
        actions: &mut u16,
        transitions: &mut u16,
    ) -> PhaseInfo {
        let automatic = phase.kind == PhaseKind::Automatic;
        let (enter, name) = match &phase.on_enter {
            Some(enter) => (Some(enter), "onEnter"),
            None => (phase.automatic_sequence.as_ref(), "automaticSequence"),
        };
        let count = enter.map_or(0, Vec::len);
        let enter = self.effects(&place.field(name), count, self.everywhere());
        let count = phase.on_step.as_ref().map_or(0, Vec::len);
        let step = self.effects(&place.field("onStep"), count, self.everywhere());
        let count = phase.on_exit.as_ref().map_or(0, Vec::len);
        self.effects(&place.field("onExit"), count, self.everywhere());
        let auto_end = phase
            .auto_end_turn_condition
            .as_ref()
            .map(|_| self.condition(place.field("autoEndTurnCondition"), self.everywhere()));
        let mut names = HashSet::new();
        let mut infos = Vec::new();
        for (action, index) in phase.actions.iter().zip(0..) {
            let at = place.field("actions").index(index);
            if !names.insert(&action.name) {
                let message = format!(
                    "the phase has two actions called '{}'",
                    action.name.escape_debug()
                );
                self.report(Problem::new(Code::NameTwice, at.field("name"), message));
            }
            infos.push(self.compile_action(action, phase, &at, *actions));
            // Those of automatic phases are never taken.
            *actions += u16::from(!automatic);
        }
        PhaseInfo {
            name: Arc::from(&*phase.name),
            kind: phase.kind,
            order: phase.turn_order.unwrap_or(TurnOrder::Clockwise),
            // The others do nothing when they begin; the shape check says so.
            enter: if automatic { enter } else { Effects::default() },
            step: if automatic { step } else { Effects::default() },
            actions: if automatic { Vec::new() } else { infos },
            transitions: self.compile_transitions(
                &phase.transitions,
                &place.field("transitions"),
                transitions,
            ),
            auto_end: auto_end.or(general),
        }
    }

    fn compile_action(
        &mut self,
        action: &Action,
        phase: &Phase,
        place: &Place,
        number: u16,
    ) -> ActionInfo {
        let plays = action.name == PLAY_CARD;
        let context = Context {
            played: plays,
            ..self.everywhere()
        };
        let condition = action
            .condition
            .as_ref()
            .map(|_| self.condition(place.field("condition"), context));
        let acting = Context {
            acting: true,
            ..self.everywhere()
        };
        let effects = self.effects(&place.field("effect"), action.effect.len(), acting);
        let resets = effects.iter().any(|act| self.contains_reset(*act));
        ActionInfo {
            name: Arc::from(&*action.name),
            label: Arc::from(&*action.label),
            condition,
            effects,
            // A card is all that is chosen with play_card.
            params: if plays {
                Vec::new()
            } else {
                self.params(action, place)
            },
            play: plays.then(|| self.play(action, phase, place, condition)),
            resets,
            risky: true,
            endless: true,
            number,
            cost: self.parts_of(&place.field("condition")),
        }
    }

    /// How many parts the expression at a place has.
    pub(super) fn parts_of(&self, place: &Place) -> u16 {
        let mut parts = 0;
        if let Some(expr) = self.parsed.get(&place.pointer) {
            expr.walk(&mut |_| parts += 1);
        }
        parts
    }

    fn contains_reset(&self, act: ActId) -> bool {
        match self.program.acts[act.0 as usize] {
            Act::Do(effect) => effect == Effect::ResetRound,
            Act::If(_, then, other, _) => {
                self.contains_reset(then) || other.is_some_and(|other| self.contains_reset(other))
            }
            Act::While(_, body) | Act::Then(_, body) | Act::Else(_, body) => {
                self.contains_reset(body)
            }
            Act::Look(_) => false,
        }
    }

    fn compile_transitions(
        &mut self,
        transitions: &[Transition],
        place: &Place,
        number: &mut u16,
    ) -> Vec<TransitionInfo> {
        let mut infos = Vec::with_capacity(transitions.len());
        for (transition, index) in transitions.iter().zip(0..) {
            let at = place.index(index);
            let to = self
                .phase_called(&transition.to, at.field("to"))
                .unwrap_or(0);
            let when = self.condition(at.field("when"), self.everywhere());
            infos.push(TransitionInfo {
                to,
                when,
                number: *number,
            });
            *number += 1;
        }
        infos
    }

    /// Automatic phases that show more than others rest until everybody has seen it.
    pub(super) fn compile_rests(&mut self) {
        let actions = self.program.phases.iter().map(|phase| phase.actions.len());
        let mut number = actions.sum::<usize>() as u16;
        for phase in 0..self.program.phases.len() {
            if may_rest(&self.program, phase) {
                self.program.phases[phase].actions.push(go_on(number));
                number += 1;
            }
        }
    }

    pub(super) fn compile_scoring(&mut self) {
        let scoring = &self.document.scoring;
        let place = Place::of("/scoring");
        let players = self.document.meta.players.max;
        let method = Context {
            scoring: true,
            pure: true,
            players,
            ..Context::default()
        };
        let scored = Context {
            scored: true,
            ..method
        };
        self.context = method;
        self.scoring_zones = self.program.mine.len();
        let number = match self.expression_at(place.field("method")) {
            Some(expr) => self.num(&expr),
            None => self.add_num(Num::Const(0.0)),
        };
        let win = self.condition(place.field("winCondition"), scored);
        let mut optional =
            |name: &str, there: bool| there.then(|| self.condition(place.field(name), scored));
        let bust = optional("bustCondition", scoring.bust_condition.is_some());
        let tie = optional("tieCondition", scoring.tie_condition.is_some());
        self.context = scored;
        let reason = scoring.reason.as_ref().and_then(|_| {
            let expr = self.expression_at(place.field("reason"))?;
            Some(self.text(&expr))
        });
        self.program.scoring = ScoringInfo {
            method: number,
            win,
            bust,
            tie,
            reason,
            ranking: scoring.ranking,
        };
    }
}

/// What players do in an automatic phase that rests.
fn go_on(number: u16) -> ActionInfo {
    ActionInfo {
        name: "continue".into(),
        label: "Continue".into(),
        condition: None,
        effects: Effects::default(),
        params: Vec::new(),
        play: None,
        resets: false,
        risky: true,
        endless: true,
        number,
        cost: 0,
    }
}
