//! Questions that are asked less often, apart from the others so that those stay small and fast.

use parlor_table::Zone;

use super::eval::{Worked, bounded};
use super::poker::hand_name;
use super::{Eval, Fault};
use crate::program::*;

impl Eval<'_> {
    #[inline(never)]
    pub(super) fn rare_num(&mut self, num: Num) -> Worked<f64> {
        Ok(match num {
            Num::Const(_)
            | Num::Var(_)
            | Num::CardCount(_)
            | Num::PlayedIndex
            | Num::PlayerCount
            | Num::PlayerIndex
            | Num::CardRank(..) => return self.stop(Fault::OutOfFuel),
            Num::TurnNumber => self.state.at.turn.into(),
            Num::Direction => self.direction().into(),
            Num::MyScore => self.my_score,
            Num::Negative(of) => -self.num(of)?,
            Num::Plus(a, b) => {
                let (a, b) = (self.num(a)?, self.num(b)?);
                bounded(a + b)
            }
            Num::Minus(a, b) => {
                let (a, b) = (self.num(a)?, self.num(b)?);
                bounded(a - b)
            }
            Num::Times(a, b) => {
                let (a, b) = (self.num(a)?, self.num(b)?);
                bounded(a * b)
            }
            Num::Divided(a, b) => {
                let (a, b) = (self.num(a)?, self.divisor(b)?);
                bounded(a / b)
            }
            Num::Remainder(a, b) => {
                let (a, b) = (self.num(a)?, self.divisor(b)?);
                a % b
            }
            Num::If(condition, then, other, branch) => match self.choose(condition, branch)? {
                true => self.num(then)?,
                false => self.num(other)?,
            },
            Num::FromAny(any) => match self.any(any)? {
                Value::Num(number) => number,
                _ => return self.stop(Fault::WrongType("a number")),
            },
            Num::VarNamed(name) => {
                let name = self.text(name)?;
                let var = self.or_stop(self.var_called(name), Fault::NoVariableNamed)?;
                let number = self.state.at.vars.get(var.into());
                self.or_stop(number, Fault::NoVariable(var))?
            }
            Num::Score(key) => self.or_stop(self.score(key), Fault::NoScore)?,
            Num::HandValue(zone, target) => {
                let (zone, target) = (self.zone(zone)?, self.num(target)?);
                self.hand_value(zone, target)?
            }
            Num::MaxCardRank(zone) => {
                let zone = self.zone(zone)?;
                let values = self.cards(zone)?.map(|card| card.value);
                values.reduce(f64::max).unwrap_or(0.0)
            }
            Num::CountRank(zone, rank) => {
                let (zone, rank) = (self.zone(zone)?, self.text(rank)?);
                self.cards(zone)?.filter(|card| card.rank == rank).count() as f64
            }
            Num::CountSuit(zone, suit) => {
                let (zone, suit) = (self.zone(zone)?, self.text(suit)?);
                self.cards(zone)?.filter(|card| card.suit == suit).count() as f64
            }
            Num::SumSuit(zone, suit) => {
                let (zone, suit) = (self.zone(zone)?, self.text(suit)?);
                let cards = self.cards(zone)?.filter(|card| card.suit == suit);
                cards.map(|card| card.value).sum()
            }
            Num::CountSets(zone, least) => {
                let (zone, least) = (self.zone(zone)?, self.num(least)?);
                let sets = self.ranks(zone)?;
                sets.iter()
                    .filter(|(_, size)| f64::from(*size) >= least)
                    .count() as f64
            }
            Num::MaxSetSize(zone) => {
                let zone = self.zone(zone)?;
                let sizes = self.ranks(zone)?;
                sizes
                    .iter()
                    .map(|(_, size)| *size)
                    .max()
                    .unwrap_or(0)
                    .into()
            }
            Num::CountRuns(zone, least) => {
                let (zone, least) = (self.zone(zone)?, self.num(least)?);
                let runs = self.runs(zone)?;
                runs.iter()
                    .filter(|length| f64::from(**length) >= least)
                    .count() as f64
            }
            Num::MaxRunLength(zone) => {
                let zone = self.zone(zone)?;
                self.runs(zone)?.iter().copied().max().unwrap_or(0).into()
            }
            Num::PokerHand(zone, other) => {
                let (zone, other) = (self.zone(zone)?, self.zone(other)?);
                self.poker_hand(zone, other)?
            }
            Num::TrickWinner(kind) => self.trick_winner(kind),
            Num::TrickCardCount(kind) => self.trick_card_count(kind),
            Num::Cumulative(player) => {
                let player = self.num(player)?;
                self.cumulative(player)
            }
            Num::MaxCumulative => self.all_cumulative().fold(0.0, f64::max),
            Num::MinCumulative => self.all_cumulative().reduce(f64::min).unwrap_or(0.0),
        })
    }

    fn divisor(&mut self, id: NumId) -> Worked<f64> {
        match self.num(id)? {
            0.0 => self.stop(Fault::DivisionByZero),
            number => Ok(number),
        }
    }

    #[inline(never)]
    pub(super) fn rare_bool(&mut self, bool: Bool) -> Worked<bool> {
        Ok(match bool {
            Bool::Const(value) => value,
            Bool::Not(of) => !self.bool(of)?,
            Bool::And(a, b) => self.bool(a)? && self.bool(b)?,
            Bool::Or(a, b) => self.bool(a)? || self.bool(b)?,
            Bool::TextEqual(a, b) => self.text(a)? == self.text(b)?,
            Bool::Mark(branch, holds) => {
                if let Some(coverage) = self.coverage {
                    coverage.branch(branch, holds);
                }
                true
            }
            Bool::Less(..)
            | Bool::LessOrEqual(..)
            | Bool::NumEqual(..)
            | Bool::CountIs(..)
            | Bool::TextVarIs(..)
            | Bool::TopRankIs(..)
            | Bool::TopSuitIs(..)
            | Bool::PlayedRankIs(_)
            | Bool::PlayedSuitIs(_)
            | Bool::PlayedMatchesTop(_) => return self.question(bool),
            Bool::If(condition, then, other, branch) => match self.choose(condition, branch)? {
                true => self.bool(then)?,
                false => self.bool(other)?,
            },
            Bool::SameTruth(a, b) => self.bool(a)? == self.bool(b)?,
            Bool::AnyEqual(a, b) => self.any(a)? == self.any(b)?,
            Bool::FromAny(any) => match self.any(any)? {
                Value::Bool(value) => value,
                _ => return self.stop(Fault::WrongType("true or false")),
            },
            Bool::AllPlayersDone => self.state.at.taken >= self.state.seats().into(),
            Bool::Dealt => self.state.at.dealt,
            Bool::Scored => self.state.at.scored,
            Bool::Continue => self.state.at.continues(),
            Bool::IsAvailabilityCheck => self.asking,
            Bool::HasSuit(zone, suit) => {
                let (zone, suit) = (self.zone(zone)?, self.text(suit)?);
                self.cards(zone)?.any(|card| card.suit == suit)
            }
            Bool::HasRank(zone, rank) => {
                let (zone, rank) = (self.zone(zone)?, self.text(rank)?);
                self.cards(zone)?.any(|card| card.rank == rank)
            }
            Bool::HasCard(zone, rank, suit) => {
                let (zone, rank, suit) = (self.zone(zone)?, self.text(rank)?, self.text(suit)?);
                self.cards(zone)?
                    .any(|card| card.rank == rank && card.suit == suit)
            }
            Bool::CardMatchesTop(zone, index, target) => {
                let card = self.card(zone, index)?;
                let target = self.zone(target)?;
                self.matches_top(card, target)?
            }
            Bool::HasPlayable(zone, target) => {
                let (zone, target) = (self.zone(zone)?, self.zone(target)?);
                let Some((rank, suit)) = self.wanted(target) else {
                    return Ok(false);
                };
                self.cards(zone)?
                    .any(|card| card.suit == suit || card.rank == rank)
            }
            Bool::HasFlush(zone, least) => {
                let (zone, least) = (self.zone(zone)?, self.num(least)?);
                let suits = self.suits(zone)?;
                suits.iter().any(|(_, size)| f64::from(*size) >= least)
            }
            Bool::HasStraight(zone, length) => {
                let (zone, length) = (self.zone(zone)?, self.num(length)?);
                self.runs(zone)?.iter().any(|run| f64::from(*run) >= length)
            }
        })
    }

    #[inline(never)]
    pub(super) fn rare_text(&mut self, text: Text) -> Worked<TextNumber> {
        Ok(match text {
            Text::Const(_) | Text::Var(_) | Text::CardSuit(..) | Text::CardRankName(..) => {
                return self.stop(Fault::OutOfFuel);
            }
            Text::VarNamed(name) => {
                let name = self.text(name)?;
                match self.text_var_called(name) {
                    Some(var) => self.text_var(var),
                    None => 0,
                }
            }
            Text::If(condition, then, other, branch) => match self.choose(condition, branch)? {
                true => self.text(then)?,
                false => self.text(other)?,
            },
            Text::FromAny(any) => match self.any(any)? {
                Value::Text(text) => text,
                _ => return self.stop(Fault::WrongType("a text")),
            },
            Text::PokerName(number) => {
                let number = self.num(number)?;
                self.made(hand_name(number))?
            }
            Text::LedSuit(kind) => self.led(kind).map_or(0, |card| card.suit),
            Text::Concat(a, b) => {
                let (a, b) = (self.any(a)?, self.any(b)?);
                let text = format!("{}{}", self.show(a), self.show(b));
                self.made(&text)?
            }
            Text::ZoneName(zone) => {
                let zone = self.zone(zone)?;
                let name = self.program.zone_name(zone);
                self.made(&name)?
            }
        })
    }

    #[inline(never)]
    pub(super) fn rare_zone(&mut self, zone: ZoneExpr) -> Worked<Zone> {
        match zone {
            ZoneExpr::Fixed(_) | ZoneExpr::Mine(_) | ZoneExpr::Seat(..) => self.stop(Fault::NoZone),
            ZoneExpr::Current(kind) => self.zone_of(kind, self.state.at.current.into()),
            ZoneExpr::OfSeat(kind, seat) => {
                let seat = self.num(seat)?;
                match seat.fract() == 0.0 && (0.0..256.0).contains(&seat) {
                    true => self.zone_of(kind, seat as u16),
                    false => self.stop(Fault::NoSeat {
                        kind,
                        seat: seat as i16,
                    }),
                }
            }
            ZoneExpr::Named(name) => {
                let name = self.text(name)?;
                self.zone_called(name)
            }
        }
    }
}
