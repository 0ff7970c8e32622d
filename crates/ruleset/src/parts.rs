//! What each node of an expression is worked out from: the one list of it, for whoever walks through expressions.

use smallvec::{SmallVec, smallvec};

use crate::program::*;

/// The nodes that another one is worked out from.
pub(crate) type Parts = SmallVec<[Node; 4]>;

impl Program {
    /// Of an `if`, its condition and both branches.
    pub(crate) fn condition(&self, node: Node) -> Option<(BoolId, Node, Node)> {
        use Node as N;
        match node {
            N::Num(id) => match self.nums[id.0 as usize] {
                Num::If(condition, a, b, _) => Some((condition, N::Num(a), N::Num(b))),
                _ => None,
            },
            N::Bool(id) => match self.bools[id.0 as usize] {
                Bool::If(condition, a, b, _) => Some((condition, N::Bool(a), N::Bool(b))),
                _ => None,
            },
            N::Text(id) => match self.texts[id.0 as usize] {
                Text::If(condition, a, b, _) => Some((condition, N::Text(a), N::Text(b))),
                _ => None,
            },
            N::Any(id) => match self.anys[id.0 as usize] {
                Any::If(condition, a, b, _) => Some((condition, N::Any(a), N::Any(b))),
                _ => None,
            },
            N::Zone(_) | N::Act(_) => None,
        }
    }

    /// What a node is worked out from, in that order.
    pub(crate) fn parts(&self, node: Node) -> Parts {
        use Node as N;
        match node {
            N::Num(id) => match self.nums[id.0 as usize] {
                Num::If(condition, a, b, _) => {
                    smallvec![N::Bool(condition), N::Num(a), N::Num(b)]
                }
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
            N::Bool(id) => match self.bools[id.0 as usize] {
                Bool::If(condition, a, b, _) => {
                    smallvec![N::Bool(condition), N::Bool(a), N::Bool(b)]
                }
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
            N::Text(id) => match self.texts[id.0 as usize] {
                Text::If(condition, a, b, _) => {
                    smallvec![N::Bool(condition), N::Text(a), N::Text(b)]
                }
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
            N::Any(id) => match self.anys[id.0 as usize] {
                Any::If(condition, a, b, _) => {
                    smallvec![N::Bool(condition), N::Any(a), N::Any(b)]
                }
                Any::Num(number) => smallvec![N::Num(number)],
                Any::Bool(value) => smallvec![N::Bool(value)],
                Any::Text(text) | Any::Param(text) => smallvec![N::Text(text)],
            },
            N::Zone(id) => match self.zone_exprs[id.0 as usize] {
                ZoneExpr::OfSeat(_, seat) => smallvec![N::Num(seat)],
                ZoneExpr::Named(name) => smallvec![N::Text(name)],
                ZoneExpr::Fixed(_)
                | ZoneExpr::Seat(..)
                | ZoneExpr::Mine(_)
                | ZoneExpr::Current(_) => Parts::new(),
            },
            N::Act(id) => match self.acts[id.0 as usize] {
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
