//! What a seat can do: each way to take each action of the phase.

use std::cell::{Cell, RefCell};

use parlor_core::{Rng, Seat, Viewer};
use parlor_table::{Definition, Piece, Zone};
use smallvec::SmallVec;

use super::{Coverage, Engine, Eval, Me, Played, State, Status};
use crate::document::PhaseKind;
use crate::limits::FUEL;
use crate::program::*;

/// One way to take an action, in a few bytes. A [`Ruleset`](crate::Ruleset) knows its commands by these.
///
/// ```
/// fn is_copied<T: Copy>() {}
/// is_copied::<parlor_ruleset::Choice>();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action, by its number in the phase.
    pub(crate) action: u8,
    /// Of those that play a card: where to, by its number in the action's list.
    pub(crate) to: u8,
    /// The card.
    pub(crate) piece: Piece,
    /// The choices of all parameters as one number.
    pub(crate) params: u16,
}

impl Choice {
    fn of(action: u8) -> Choice {
        Choice {
            action,
            to: 0,
            piece: Piece(0),
            params: 0,
        }
    }

    /// The card that is played, and where to.
    #[inline]
    pub(crate) fn played(
        self,
        action: &ActionInfo,
        program: &Program,
        seat: Seat,
    ) -> Option<(Piece, Zone)> {
        let play = action.play.as_ref()?;
        let to = play.to[usize::from(self.to)];
        Some((self.piece, program.zones[usize::from(to)].of(seat.0)))
    }

    /// The values of the parameters.
    pub(crate) fn params(
        self,
        action: &ActionInfo,
        seats: u8,
        seat: Seat,
    ) -> SmallVec<[(TextNumber, Value); 2]> {
        let mut rest = self.params;
        action
            .params
            .iter()
            .map(|param| {
                let many = param.choices.count(seats);
                let chosen = rest % many.max(1);
                rest /= many.max(1);
                (param.text, param.choices.value(chosen, seat))
            })
            .collect()
    }
}

impl ParamChoices {
    /// How many there are.
    pub fn count(&self, seats: u8) -> u16 {
        match self {
            ParamChoices::Values(values) => values.len() as u16,
            ParamChoices::Player {
                including_self: true,
            } => seats.into(),
            ParamChoices::Player {
                including_self: false,
            } => u16::from(seats).saturating_sub(1),
        }
    }

    pub fn value(&self, chosen: u16, seat: Seat) -> Value {
        match self {
            ParamChoices::Values(values) => values[usize::from(chosen)],
            ParamChoices::Player { including_self } => {
                let skips = !including_self && chosen >= u16::from(seat.0);
                Value::Num((chosen + u16::from(skips)).into())
            }
        }
    }
}

/// What listing takes: a copy of a state to try things out on, and fuel. Whoever lists again and again keeps the memory.
pub(crate) struct Scratch {
    state: RefCell<Option<State>>,
    /// The state before something that may have to be taken back.
    pub before: RefCell<Option<State>>,
    fuel: Cell<u32>,
    hopeful: bool,
}

thread_local! {
    /// Memory that has been used before.
    static SPARE: Cell<Option<Scratch>> = const { Cell::new(None) };
}

impl Scratch {
    pub fn new() -> Scratch {
        Scratch {
            state: RefCell::new(None),
            before: RefCell::new(None),
            fuel: Cell::new(FUEL),
            hopeful: false,
        }
    }

    /// With memory that has been used before.
    pub fn spare() -> Scratch {
        let mut scratch = SPARE.take().unwrap_or_else(Scratch::new);
        scratch.hopeful = false;
        scratch.refuel();
        scratch
    }

    /// For those who can take an action back: loops are taken to end until they do not.
    pub fn hopeful() -> Scratch {
        Scratch {
            hopeful: true,
            ..Scratch::spare()
        }
    }

    /// Keeps the memory for the next one who needs it.
    pub fn put_away(self) {
        SPARE.set(Some(self));
    }

    /// Another position begins.
    pub fn refuel(&self) {
        self.fuel.set(FUEL);
    }
}

/// Calls `look` with each choice of a seat, until it says that this is enough.
#[inline]
pub(crate) fn each_choice(
    program: &Program,
    state: &State,
    seat: Seat,
    scratch: &Scratch,
    look: impl FnMut(Choice) -> bool,
) {
    each_choice_covered(program, state, seat, scratch, None, look);
}

/// The same, for those who count which ways the conditions went.
#[inline]
pub(crate) fn each_choice_covered(
    program: &Program,
    state: &State,
    seat: Seat,
    scratch: &Scratch,
    coverage: Option<&Coverage>,
    mut look: impl FnMut(Choice) -> bool,
) {
    if state.at.over || state.at.status != Status::Playing {
        return;
    }
    let phase = &program.phases[usize::from(state.at.phase)];
    let may_act = match phase.kind {
        PhaseKind::Automatic => state.at.looking.contains(seat),
        PhaseKind::TurnBased => state.at.current == seat.0,
        PhaseKind::AllPlayers => seat.0 < state.seats(),
    };
    if !may_act {
        return;
    }
    let fuel = &scratch.fuel;
    let continues = state.at.continues();
    for (number, action) in (0..).zip(&phase.actions) {
        // After the last round nobody begins another one.
        if action.resets && !continues {
            continue;
        }
        let lister = Lister {
            program,
            state,
            seat,
            action,
            fuel,
            scratch,
            coverage,
        };
        let enough = match &action.play {
            Some(play) => lister.cards(number, play, &mut look),
            None => lister.params(number, &mut look),
        };
        if enough {
            return;
        }
    }
}

struct Lister<'a> {
    program: &'a Program,
    state: &'a State,
    seat: Seat,
    action: &'a ActionInfo,
    fuel: &'a Cell<u32>,
    scratch: &'a Scratch,
    coverage: Option<&'a Coverage>,
}

impl Lister<'_> {
    fn eval(&self) -> Eval<'_> {
        Eval {
            coverage: self.coverage,
            ..Eval::new(self.program, self.state, Me::Seat(self.seat.0), self.fuel)
        }
    }

    /// Whether the condition holds; one that goes wrong does not.
    #[inline]
    fn holds(&self, eval: &mut Eval<'_>) -> bool {
        let condition = match &self.action.play {
            Some(play) => play.card,
            None => self.action.condition.map(|condition| condition.first),
        };
        let holds = |condition| {
            let fuel = eval.burn(self.action.cost.into());
            fuel.is_ok() && eval.test(condition).unwrap_or(false)
        };
        condition.is_none_or(holds)
    }

    /// Whether what follows goes well, where that is not certain.
    #[inline]
    fn goes_well(&self, choice: Choice) -> bool {
        let certain = !self.action.risky && (self.scratch.hopeful || !self.action.endless);
        certain || self.tried(choice)
    }

    /// Whether it goes well on a copy.
    fn tried(&self, choice: Choice) -> bool {
        let Some(left) = self
            .fuel
            .get()
            .checked_sub(self.program.deck.len() as u32 / 8)
        else {
            return false;
        };
        let mut scratch = self.scratch.state.borrow_mut();
        let state = match &mut *scratch {
            Some(state) => {
                state.clone_from(self.state);
                state
            }
            None => scratch.insert(self.state.clone()),
        };
        let mut rng = Rng::fast(0, 0);
        let mut engine = Engine::new(self.program, state, &mut rng);
        engine.fuel.set(left);
        if self.coverage.is_some() {
            engine.locate();
        }
        let done = engine.act(self.seat, choice);
        self.fuel.set(engine.fuel.get());
        if let (Err(fault), Some(coverage)) = (done, self.coverage) {
            coverage.refuse(self.action.number, engine.failure(fault));
        }
        done.is_ok()
    }

    /// The ways to play a card. Says whether that is enough.
    fn cards(&self, number: u8, play: &PlayInfo, look: &mut impl FnMut(Choice) -> bool) -> bool {
        let table = &self.state.table;
        // Where the condition does not ask which card it is, one answer is for all.
        let for_all = !play.by_card;
        let mut eval = self.eval();
        if for_all && !self.holds(&mut eval) {
            return false;
        }
        for from in &play.from {
            let from = self.program.zones[usize::from(*from)].of(self.seat.0);
            for (to, kind) in (0..).zip(&play.to) {
                let zone = &self.program.zones[usize::from(*kind)];
                let target = zone.of(self.seat.0);
                let full = zone
                    .max_cards
                    .is_some_and(|most| table.count_at(target) >= usize::from(most));
                if full || target == from {
                    continue;
                }
                let mut twins = SmallVec::<[Definition; 16]>::new();
                for (index, piece) in (0..).zip(table.zone(from).downwards()) {
                    // Playing either of two equal cards is the same, if the player sees that they are.
                    let definition = table.definition(piece);
                    let has_twin = self.program.twins && twins.contains(&definition);
                    if has_twin && table.sees(Viewer::Seat(self.seat), piece) {
                        continue;
                    }
                    if eval.burn(0).is_err() {
                        return false;
                    }
                    eval.played = Some(Played {
                        index,
                        zone: from,
                        piece,
                    });
                    let choice = Choice {
                        to,
                        piece,
                        ..Choice::of(number)
                    };
                    if (for_all || self.holds(&mut eval)) && self.goes_well(choice) {
                        if self.program.twins && table.sees(Viewer::Seat(self.seat), piece) {
                            twins.push(definition);
                        }
                        if look(choice) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// The ways to choose the parameters. Says whether that is enough.
    fn params(&self, number: u8, look: &mut impl FnMut(Choice) -> bool) -> bool {
        if self.action.params.is_empty() {
            let choice = Choice::of(number);
            let holds = self.action.condition.is_none() || self.holds(&mut self.eval());
            return holds && self.goes_well(choice) && look(choice);
        }
        let seats = self.state.seats();
        for params in 0..self.action.combinations(seats) {
            let choice = Choice {
                params,
                ..Choice::of(number)
            };
            let values = choice.params(self.action, seats, self.seat);
            let mut eval = self.eval();
            eval.params = &values;
            if self.holds(&mut eval) && self.goes_well(choice) && look(choice) {
                return true;
            }
        }
        false
    }
}

/// Whether the condition of an action that plays no card holds for a choice.
pub(crate) fn condition_holds(
    program: &Program,
    state: &State,
    seat: Seat,
    action: &ActionInfo,
    choice: Choice,
) -> bool {
    let fuel = Cell::new(FUEL);
    let lister = Lister {
        program,
        state,
        seat,
        action,
        fuel: &fuel,
        scratch: &Scratch::new(),
        coverage: None,
    };
    let values = choice.params(action, state.seats(), seat);
    let mut eval = lister.eval();
    eval.params = &values;
    lister.holds(&mut eval)
}

/// Whether an action is offered at all, before anything is chosen: what the guide's engine lists.
pub(crate) fn is_available(
    program: &Program,
    state: &State,
    seat: Seat,
    action: &ActionInfo,
) -> bool {
    is_available_covered(program, state, seat, action, None)
}

/// The same, for those who count which ways the conditions went.
pub(crate) fn is_available_covered(
    program: &Program,
    state: &State,
    seat: Seat,
    action: &ActionInfo,
    coverage: Option<&Coverage>,
) -> bool {
    let Some(condition) = action.condition else {
        return true;
    };
    let fuel = Cell::new(FUEL);
    let mut eval = Eval::new(program, state, Me::Seat(seat.0), &fuel);
    eval.coverage = coverage;
    eval.asking = true;
    eval.test(condition.first).unwrap_or(false)
}
