//! Which parts of a condition ask which card is played: the others are the same for every card.

use super::Compiler;
use crate::program::*;

impl Compiler<'_> {
    /// Whether a condition asks which card it is.
    pub(super) fn bool_asks(&self, id: BoolId) -> bool {
        self.question_asks(self.program.bools[id.0 as usize])
    }

    /// Whether a question asks which card it is.
    pub(super) fn question_asks(&self, question: Bool) -> bool {
        match question {
            Bool::Const(_)
            | Bool::AllPlayersDone
            | Bool::Dealt
            | Bool::Scored
            | Bool::Continue
            | Bool::IsAvailabilityCheck
            | Bool::TextVarIs(..)
            | Bool::Mark(..) => false,
            Bool::PlayedMatchesTop(_) | Bool::PlayedRankIs(_) | Bool::PlayedSuitIs(_) => true,
            Bool::TopRankIs(zone, _) | Bool::TopSuitIs(zone, _) => self.zone_asks(zone),
            Bool::Not(of) => self.bool_asks(of),
            Bool::And(a, b) | Bool::Or(a, b) | Bool::SameTruth(a, b) => {
                self.bool_asks(a) || self.bool_asks(b)
            }
            Bool::If(condition, a, b, _) => {
                self.bool_asks(condition) || self.bool_asks(a) || self.bool_asks(b)
            }
            Bool::Less(a, b) | Bool::LessOrEqual(a, b) | Bool::NumEqual(a, b) => {
                self.num_asks(a) || self.num_asks(b)
            }
            Bool::CountIs(zone, _) => self.zone_asks(zone),
            Bool::TextEqual(a, b) => self.text_asks(a) || self.text_asks(b),
            Bool::AnyEqual(a, b) => self.any_asks(a) || self.any_asks(b),
            Bool::FromAny(any) => self.any_asks(any),
            Bool::HasSuit(zone, text) | Bool::HasRank(zone, text) => {
                self.zone_asks(zone) || self.text_asks(text)
            }
            Bool::HasCard(zone, a, b) => {
                self.zone_asks(zone) || self.text_asks(a) || self.text_asks(b)
            }
            Bool::CardMatchesTop(zone, index, target) => {
                self.zone_asks(zone) || self.num_asks(index) || self.zone_asks(target)
            }
            Bool::HasPlayable(a, b) => self.zone_asks(a) || self.zone_asks(b),
            Bool::HasFlush(zone, number) | Bool::HasStraight(zone, number) => {
                self.zone_asks(zone) || self.num_asks(number)
            }
        }
    }

    fn num_asks(&self, id: NumId) -> bool {
        match self.program.nums[id.0 as usize] {
            Num::PlayedIndex => true,
            Num::Const(_)
            | Num::Var(_)
            | Num::TurnNumber
            | Num::PlayerCount
            | Num::PlayerIndex
            | Num::Direction
            | Num::MyScore
            | Num::Score(_)
            | Num::TrickWinner(_)
            | Num::TrickCardCount(_)
            | Num::MaxCumulative
            | Num::MinCumulative => false,
            Num::VarNamed(text) => self.text_asks(text),
            Num::Negative(of) | Num::Cumulative(of) => self.num_asks(of),
            Num::Plus(a, b)
            | Num::Minus(a, b)
            | Num::Times(a, b)
            | Num::Divided(a, b)
            | Num::Remainder(a, b) => self.num_asks(a) || self.num_asks(b),
            Num::If(condition, a, b, _) => {
                self.bool_asks(condition) || self.num_asks(a) || self.num_asks(b)
            }
            Num::FromAny(any) => self.any_asks(any),
            Num::CardCount(zone)
            | Num::MaxCardRank(zone)
            | Num::MaxSetSize(zone)
            | Num::MaxRunLength(zone) => self.zone_asks(zone),
            Num::PokerHand(zone, other) => self.zone_asks(zone) || self.zone_asks(other),
            Num::HandValue(zone, number)
            | Num::CardRank(zone, number)
            | Num::CountSets(zone, number)
            | Num::CountRuns(zone, number) => self.zone_asks(zone) || self.num_asks(number),
            Num::CountRank(zone, text) | Num::CountSuit(zone, text) | Num::SumSuit(zone, text) => {
                self.zone_asks(zone) || self.text_asks(text)
            }
        }
    }

    fn text_asks(&self, id: TextId) -> bool {
        match self.program.texts[id.0 as usize] {
            Text::Const(_) | Text::Var(_) | Text::LedSuit(_) => false,
            Text::VarNamed(text) => self.text_asks(text),
            Text::If(condition, a, b, _) => {
                self.bool_asks(condition) || self.text_asks(a) || self.text_asks(b)
            }
            Text::FromAny(any) => self.any_asks(any),
            Text::CardSuit(zone, index) | Text::CardRankName(zone, index) => {
                self.zone_asks(zone) || self.num_asks(index)
            }
            Text::Concat(a, b) => self.any_asks(a) || self.any_asks(b),
            Text::PokerName(number) => self.num_asks(number),
            Text::ZoneName(zone) => self.zone_asks(zone),
        }
    }

    fn any_asks(&self, id: AnyId) -> bool {
        match self.program.anys[id.0 as usize] {
            Any::Num(number) => self.num_asks(number),
            Any::Bool(condition) => self.bool_asks(condition),
            Any::Text(text) | Any::Param(text) => self.text_asks(text),
            Any::If(condition, a, b, _) => {
                self.bool_asks(condition) || self.any_asks(a) || self.any_asks(b)
            }
        }
    }

    fn zone_asks(&self, id: ZoneId) -> bool {
        match self.program.zone_exprs[id.0 as usize] {
            ZoneExpr::Fixed(_) | ZoneExpr::Seat(..) | ZoneExpr::Mine(_) | ZoneExpr::Current(_) => {
                false
            }
            ZoneExpr::OfSeat(_, number) => self.num_asks(number),
            ZoneExpr::Named(text) => self.text_asks(text),
        }
    }
}
