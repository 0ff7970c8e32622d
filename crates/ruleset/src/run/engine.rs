//! What follows from a command: effects, the end of a turn, transitions, automatic phases.

use std::cell::Cell;

use parlor_core::{Rejection, Rng, Seat, SeatSet};
use parlor_table::{Change, End};
use parlor_tabletop::Sink;
use smallvec::SmallVec;

use super::apply::Pending;
use super::locate::Trail;
use super::{Choice, Coverage, Eval, Failure, Fault, Me, State, Status};
use crate::document::PhaseKind;
use crate::limits::{FUEL, MOST_PHASES_IN_A_ROW, MOST_STEPS};
use crate::program::*;
use crate::{Act, Event};

/// What a turn of a loop and a step of a phase cost: they may ask long questions.
pub(super) const TURN_COSTS: usize = 50;

/// Whether automatic phases that go in steps run through, or wait to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    Whole,
    Stepwise,
}

/// Whom an expression speaks of, and what was chosen.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'s> {
    pub me: Me,
    pub params: &'s [(TextNumber, Value)],
}

impl Scope<'_> {
    pub fn of(me: Me) -> Scope<'static> {
        Scope { me, params: &[] }
    }
}

/// The rules at work on a state.
pub(crate) struct Engine<'a, 'd> {
    pub program: &'a Program,
    pub state: &'a mut State,
    /// Where what happens is written down, and where chance comes from.
    pub sink: Sink<'a, 'd, Event>,
    /// Why no more could be written down.
    full: Option<Rejection>,
    pub coverage: Option<&'a Coverage>,
    pub pace: Pace,
    pub fuel: Cell<u32>,
    pub(super) pending: SmallVec<[Pending; 4]>,
    /// Texts that are not in the ruleset, for effects that were put aside.
    pub(super) texts: Vec<Box<str>>,
    pub(super) turn_ended: bool,
    /// Where things fail, for those who ask.
    pub(super) trail: Option<Box<Trail>>,
}

impl<'a, 'd> Engine<'a, 'd> {
    /// For those who keep no log.
    pub fn new(program: &'a Program, state: &'a mut State, rng: &'a mut Rng) -> Engine<'a, 'd> {
        Engine::into(program, state, Sink::Fast(rng))
    }

    pub fn into(
        program: &'a Program,
        state: &'a mut State,
        sink: Sink<'a, 'd, Event>,
    ) -> Engine<'a, 'd> {
        Engine {
            program,
            state,
            sink,
            full: None,
            coverage: None,
            pace: Pace::Whole,
            fuel: Cell::new(FUEL),
            pending: SmallVec::new(),
            texts: Vec::new(),
            turn_ended: false,
            trail: None,
        }
    }

    pub(super) fn eval<'e>(&'e self, scope: Scope<'e>) -> Eval<'e> {
        Eval {
            params: scope.params,
            coverage: self.coverage,
            ..Eval::new(self.program, self.state, scope.me, &self.fuel)
        }
    }

    /// Whether a condition holds.
    #[inline]
    pub(super) fn holds(&self, condition: Condition, scope: Scope<'_>) -> Result<bool, Fault> {
        match condition.first {
            TestId::HOLDS => Ok(true),
            TestId::FAILS => Ok(false),
            _ => self.test(condition, scope),
        }
    }

    fn test(&self, condition: Condition, scope: Scope<'_>) -> Result<bool, Fault> {
        let mut eval = self.eval(scope);
        let holds = eval.test(condition.first);
        eval.done(holds)
            .map_err(|fault| self.blame(Node::Bool(condition.tree), fault, scope))
    }

    /// A number.
    pub(super) fn number(&self, number: NumId, scope: Scope<'_>) -> Result<f64, Fault> {
        let mut eval = self.eval(scope);
        let worked = eval.num(number);
        eval.done(worked)
            .map_err(|fault| self.blame(Node::Num(number), fault, scope))
    }

    #[inline]
    pub(super) fn burn(&self, cards: usize) -> Result<(), Fault> {
        match self.fuel.get().checked_sub(cards as u32 + 1) {
            Some(left) => {
                self.fuel.set(left);
                Ok(())
            }
            None => Err(Fault::OutOfFuel),
        }
    }

    #[inline]
    pub(super) fn change(&mut self, change: Change) {
        let written = self.sink.change(self.state, &change, true);
        self.check(written);
    }

    /// Notes that no more could be written down.
    #[inline]
    pub(super) fn check(&mut self, written: Result<(), Rejection>) {
        if let Err(rejection) = written {
            self.full.get_or_insert(rejection);
        }
    }

    /// Whether all that has happened could be written down.
    pub fn written(self) -> Result<(), Rejection> {
        self.full.map_or(Ok(()), Err)
    }

    fn phase(&self) -> &'a PhaseInfo {
        &self.program.phases[usize::from(self.state.at.phase)]
    }

    /// The match begins.
    pub fn start(&mut self) -> Result<(), Fault> {
        self.state.at.status = Status::Playing;
        if let Some(coverage) = self.coverage {
            coverage.phase(self.state.at.phase);
        }
        self.run_automatic()
    }

    /// A seat does what it chose.
    pub fn act(&mut self, seat: Seat, choice: Choice) -> Result<(), Fault> {
        let action = &self.phase().actions[usize::from(choice.action)];
        let params = choice.params(action, self.state.seats(), seat);
        self.act_with(seat, choice, &params)
    }

    /// A seat does what it chose, with these values of the parameters.
    pub fn act_with(
        &mut self,
        seat: Seat,
        choice: Choice,
        params: &[(TextNumber, Value)],
    ) -> Result<(), Fault> {
        const MOST_TEXTS: usize = 64;
        let action = &self.phase().actions[usize::from(choice.action)];
        // Texts that no variable has any more make room.
        let words = self.program.words.len();
        let new = |value: &Value| matches!(value, Value::Text(text) if *text as usize >= words);
        let given = params.iter().any(|(_, value)| new(value));
        if self.state.at.extra.len() > MOST_TEXTS && !given {
            self.state.at.forget_texts(self.program);
        }
        let before = self.state.at.current;
        self.turn_ended = false;
        self.state.at.commands += 1;
        let act = || Act {
            seat,
            action: action.number,
            params: choice.params,
            played: choice.played(action, self.program, seat),
        };
        let written = self.sink.begin(self.state, Act::kept, act);
        self.check(written);
        if let Some(coverage) = self.coverage {
            coverage.action(action.number);
        }
        if !self.state.at.looking.is_empty() {
            return self.looked(seat);
        }
        if let Some((piece, to)) = choice.played(action, self.program, seat) {
            let from = self.state.table.zone_of(piece);
            if from == to {
                return Err(Fault::OntoItself(to));
            }
            self.put(piece, to, End::Top)?;
            self.sync(from);
            self.sync(to);
        }
        let scope = Scope {
            me: Me::Seat(seat.0),
            params,
        };
        let auto_end = self.phase().auto_end;
        self.run(&action.effects, scope)?;
        if let Some(condition) = auto_end
            && !self.turn_ended
            && self.state.at.current == before
            && self.holds(condition, Scope::of(Me::Seat(seat.0)))?
        {
            self.end_turn();
        }
        if let Some(next) = self.next_phase()? {
            self.enter(next);
            self.run_automatic()?;
        }
        Ok(())
    }

    /// One step of an automatic phase that goes in steps. Says whether there was one.
    pub fn step(&mut self) -> Result<bool, Fault> {
        let phase = self.phase();
        if self.state.at.status == Status::Waiting || phase.step.is_empty() {
            return Ok(false);
        }
        self.run(&phase.step, Scope::of(Me::Current))?;
        if let Some(next) = self.next_phase()? {
            self.enter(next);
            self.run_automatic()?;
        }
        Ok(true)
    }

    /// Automatic phases one after the other, until one waits.
    fn run_automatic(&mut self) -> Result<(), Fault> {
        let mut phases = 0;
        while self.phase().kind == PhaseKind::Automatic {
            if phases == MOST_PHASES_IN_A_ROW {
                return Err(Fault::TooManyPhases);
            }
            phases += 1;
            let phase = self.phase();
            self.run(&phase.enter, Scope::of(Me::Current))?;
            let mut next = self.next_phase()?;
            if self.pace == Pace::Whole && !phase.step.is_empty() {
                let mut steps = 0;
                while next.is_none() {
                    if steps == MOST_STEPS {
                        return Err(Fault::TooManySteps);
                    }
                    steps += 1;
                    self.burn(TURN_COSTS)?;
                    self.run(&phase.step, Scope::of(Me::Current))?;
                    next = self.next_phase()?;
                }
            }
            match next {
                Some(next) if self.rests_before(next) => {
                    self.state.at.looking = SeatSet::all(self.state.seats());
                    return Ok(());
                }
                Some(next) => self.enter(next),
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// A player has seen what the phase shows. Once all have, the game goes on.
    fn looked(&mut self, seat: Seat) -> Result<(), Fault> {
        let looking = &mut self.state.at.looking;
        *looking = looking.without(seat);
        if !looking.is_empty() {
            return Ok(());
        }
        if let Some(next) = self.next_phase()? {
            self.enter(next);
            self.run_automatic()?;
        }
        Ok(())
    }

    /// The phase that follows: the first transition whose condition holds. One that goes wrong does not hold.
    fn next_phase(&mut self) -> Result<Option<u16>, Fault> {
        let transitions = self.phase().transitions.iter().chain(&self.program.global);
        let mut eval = self.eval(Scope::of(Me::Current));
        for transition in transitions {
            let holds = eval.test(transition.when.first);
            match eval.done(holds) {
                Ok(true) => {
                    if let Some(coverage) = self.coverage {
                        coverage.transition(transition.number);
                    }
                    return Ok(Some(transition.to));
                }
                Ok(false) => {}
                Err(Fault::OutOfFuel) => return Err(Fault::OutOfFuel),
                Err(fault) => {
                    if let Some(coverage) = self.coverage {
                        let node = Node::Bool(transition.when.tree);
                        let failure = Failure {
                            fault,
                            phase: self.state.at.phase,
                            node: Some(eval.culprit(node, fault)),
                        };
                        coverage.fault(transition.number, failure);
                    }
                }
            }
        }
        Ok(None)
    }

    fn enter(&mut self, phase: u16) {
        let before = self.state.at.phase;
        self.state.at.phase = phase;
        self.state.at.taken = 0;
        if let Some(coverage) = self.coverage {
            coverage.phase(phase);
        }
        if before != phase {
            self.look(before);
        }
    }
}
