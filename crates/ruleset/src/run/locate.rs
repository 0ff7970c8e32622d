//! Which part of an expression goes wrong: found by working it out again, part by part, once something has failed. What
//! runs well pays nothing for it.

use std::cell::Cell;

use smallvec::{SmallVec, smallvec};

use super::engine::{Engine, Scope};
use super::eval::Worked;
use super::{Eval, Fault};
use crate::limits::FUEL;
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

type Parts = SmallVec<[Node; 4]>;

impl Engine<'_> {
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
            let parts = self.parts(culprit);
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

    /// What a node is worked out from, in that order.
    fn parts(&mut self, node: Node) -> Parts {
        use Node as N;
        let program = self.program;
        match node {
            N::Num(id) => match program.nums[id.0 as usize] {
                Num::If(condition, a, b, _) => self.branch(condition, N::Num(a), N::Num(b)),
                Num::VarNamed(name) => smallvec![N::Text(name)],
                Num::Negative(a) | Num::Cumulative(a) => smallvec![N::Num(a)],
                Num::Plus(a, b)
                | Num::Minus(a, b)
                | Num::Times(a, b)
                | Num::Divided(a, b)
                | Num::Remainder(a, b) => smallvec![N::Num(a), N::Num(b)],
                Num::FromAny(any) => smallvec![N::Any(any)],
                Num::CardCount(zone)
                | Num::MaxCardRank(zone)
                | Num::MaxSetSize(zone)
                | Num::MaxRunLength(zone) => smallvec![N::Zone(zone)],
                Num::HandValue(zone, number)
                | Num::CardRank(zone, number)
                | Num::CountSets(zone, number)
                | Num::CountRuns(zone, number) => smallvec![N::Zone(zone), N::Num(number)],
                Num::CountRank(zone, text)
                | Num::CountSuit(zone, text)
                | Num::SumSuit(zone, text) => smallvec![N::Zone(zone), N::Text(text)],
                Num::PokerHand(a, b) => smallvec![N::Zone(a), N::Zone(b)],
                Num::Const(_)
                | Num::Var(_)
                | Num::TurnNumber
                | Num::PlayerCount
                | Num::PlayerIndex
                | Num::Direction
                | Num::PlayedIndex
                | Num::MyScore
                | Num::Score(_)
                | Num::TrickWinner(_)
                | Num::TrickCardCount(_)
                | Num::MaxCumulative
                | Num::MinCumulative => Parts::new(),
            },
            N::Bool(id) => match program.bools[id.0 as usize] {
                Bool::If(condition, a, b, _) => self.branch(condition, N::Bool(a), N::Bool(b)),
                Bool::Not(a) => smallvec![N::Bool(a)],
                Bool::And(a, b) | Bool::Or(a, b) | Bool::SameTruth(a, b) => {
                    smallvec![N::Bool(a), N::Bool(b)]
                }
                Bool::Less(a, b) | Bool::LessOrEqual(a, b) | Bool::NumEqual(a, b) => {
                    smallvec![N::Num(a), N::Num(b)]
                }
                Bool::TextEqual(a, b) => smallvec![N::Text(a), N::Text(b)],
                Bool::AnyEqual(a, b) => smallvec![N::Any(a), N::Any(b)],
                Bool::FromAny(any) => smallvec![N::Any(any)],
                Bool::CountIs(zone, _)
                | Bool::TopRankIs(zone, _)
                | Bool::TopSuitIs(zone, _)
                | Bool::PlayedMatchesTop(zone) => smallvec![N::Zone(zone)],
                Bool::PlayedSuitIs(text) => smallvec![N::Text(text)],
                Bool::HasSuit(zone, text) | Bool::HasRank(zone, text) => {
                    smallvec![N::Zone(zone), N::Text(text)]
                }
                Bool::HasCard(zone, a, b) => smallvec![N::Zone(zone), N::Text(a), N::Text(b)],
                Bool::CardMatchesTop(zone, index, target) => {
                    smallvec![N::Zone(zone), N::Num(index), N::Zone(target)]
                }
                Bool::HasPlayable(a, b) => smallvec![N::Zone(a), N::Zone(b)],
                Bool::HasFlush(zone, number) | Bool::HasStraight(zone, number) => {
                    smallvec![N::Zone(zone), N::Num(number)]
                }
                Bool::Const(_)
                | Bool::TextVarIs(..)
                | Bool::PlayedRankIs(_)
                | Bool::Mark(..)
                | Bool::AllPlayersDone
                | Bool::Dealt
                | Bool::Scored
                | Bool::Continue
                | Bool::IsAvailabilityCheck => Parts::new(),
            },
            N::Text(id) => match program.texts[id.0 as usize] {
                Text::If(condition, a, b, _) => self.branch(condition, N::Text(a), N::Text(b)),
                Text::VarNamed(name) => smallvec![N::Text(name)],
                Text::FromAny(any) => smallvec![N::Any(any)],
                Text::CardSuit(zone, index) | Text::CardRankName(zone, index) => {
                    smallvec![N::Zone(zone), N::Num(index)]
                }
                Text::Concat(a, b) => smallvec![N::Any(a), N::Any(b)],
                Text::PokerName(number) => smallvec![N::Num(number)],
                Text::ZoneName(zone) => smallvec![N::Zone(zone)],
                Text::Const(_) | Text::Var(_) | Text::LedSuit(_) => Parts::new(),
            },
            N::Any(id) => match program.anys[id.0 as usize] {
                Any::If(condition, a, b, _) => self.branch(condition, N::Any(a), N::Any(b)),
                Any::Num(number) => smallvec![N::Num(number)],
                Any::Bool(value) => smallvec![N::Bool(value)],
                Any::Text(text) | Any::Param(text) => smallvec![N::Text(text)],
            },
            N::Zone(id) => match program.zone_exprs[id.0 as usize] {
                ZoneExpr::OfSeat(_, seat) => smallvec![N::Num(seat)],
                ZoneExpr::Named(name) => smallvec![N::Text(name)],
                ZoneExpr::Fixed(_)
                | ZoneExpr::Seat(..)
                | ZoneExpr::Mine(_)
                | ZoneExpr::Current(_) => Parts::new(),
            },
            N::Act(id) => match program.acts[id.0 as usize] {
                Act::Do(effect) => effect_parts(effect),
                Act::Look(any) => smallvec![N::Any(any)],
                Act::If(..) | Act::While(..) | Act::Then(..) | Act::Else(..) => Parts::new(),
            },
        }
    }
}

/// What an effect is worked out from.
fn effect_parts(effect: Effect) -> Parts {
    use Node as N;
    match effect {
        Effect::Shuffle(zone)
        | Effect::RevealAll(zone)
        | Effect::CollectAllTo(zone)
        | Effect::CollectTrick(_, zone) => smallvec![N::Zone(zone)],
        Effect::Deal(from, to, many)
        | Effect::MoveTop(from, to, many)
        | Effect::Draw(from, to, many) => smallvec![N::Zone(from), N::Zone(to), N::Num(many)],
        Effect::DealAll(from, _, many) => smallvec![N::Zone(from), N::Num(many)],
        Effect::MoveAll(from, to) => smallvec![N::Zone(from), N::Zone(to)],
        Effect::MoveRank(from, to, rank) => smallvec![N::Zone(from), N::Zone(to), N::Text(rank)],
        Effect::FlipTop(zone, many) => smallvec![N::Zone(zone), N::Num(many)],
        Effect::SetFaceUp(zone, index, up) => {
            smallvec![N::Zone(zone), N::Num(index), N::Bool(up)]
        }
        Effect::SetNext(number)
        | Effect::SetLead(number)
        | Effect::SetVar(_, number)
        | Effect::IncVar(_, number) => smallvec![N::Num(number)],
        Effect::SetVarNamed(name, value) | Effect::IncVarNamed(name, value) => {
            smallvec![N::Text(name), N::Num(value)]
        }
        Effect::SetText(_, text) | Effect::Say(text) => smallvec![N::Text(text)],
        Effect::SetTextNamed(name, text) => smallvec![N::Text(name), N::Text(text)],
        Effect::EndTurn
        | Effect::Reverse
        | Effect::SkipNext
        | Effect::CalculateScores
        | Effect::DetermineWinners
        | Effect::AccumulateScores
        | Effect::ResetRound
        | Effect::EndGame => Parts::new(),
    }
}
