//! Reading a position: what names, numbers and conditions are worth now.

use std::cmp::Ordering;

use parlor_core::Seat;
use parlor_flow::{At, Target};
use parlor_table::{Packed, Piece, Zone};

use crate::code::{Base, Fits, Num, Ref, Slot, Test, Via, Whereto, Work};
use crate::registers::{self, THIS, YOU};

/// A position as an effect sees it.
#[derive(Clone, Copy)]
pub(crate) struct Look<'a> {
    pub at: &'a At<'a>,
    pub locals: &'a [i64],
    /// The kinds of definitions, by kind and definition.
    pub kinds: &'a [Vec<bool>],
    /// What a filter looks at.
    pub candidate: Option<Target>,
}

impl Look<'_> {
    /// All that a name stands for, each once, in order.
    pub fn targets(&self, of: &Ref) -> Vec<Target> {
        let mut found: Vec<Target> = match of.base {
            Base::Register(register) => {
                let entries = registers::get(self.locals, register).iter();
                entries.map(|entry| Target::unpack(*entry)).collect()
            }
            Base::Candidate => self.candidate.into_iter().collect(),
            Base::Everyone => self.at.players().map(Target::Seat).collect(),
            Base::Opponents => {
                let you = self.you();
                let around = std::iter::successors(Some(self.at.next(you)), |seat| {
                    Some(self.at.next(*seat))
                });
                let others = around.take_while(|seat| *seat != you);
                others
                    .take(self.at.seats().len())
                    .map(Target::Seat)
                    .collect()
            }
        };
        for via in &of.via {
            let before = std::mem::take(&mut found);
            for target in before {
                let Target::Piece(piece) = target else {
                    continue;
                };
                match via {
                    Via::Owner => found.extend(self.at.owner(piece).map(Target::Seat)),
                    Via::Controller => found.extend(self.at.controller(piece).map(Target::Seat)),
                    Via::Host => found.extend(self.at.host(piece).map(Target::Piece)),
                    Via::Attached => found.extend(self.at.attached(piece).map(Target::Piece)),
                }
            }
        }
        let mut once = Vec::with_capacity(found.len());
        found.into_iter().for_each(|target| {
            if !once.contains(&target) {
                once.push(target);
            }
        });
        once
    }

    pub fn pieces(&self, of: &Ref) -> Vec<Piece> {
        let pieces = self
            .targets(of)
            .into_iter()
            .filter_map(|target| match target {
                Target::Piece(piece) => Some(piece),
                Target::Seat(_) => None,
            });
        pieces.collect()
    }

    pub fn seats(&self, of: &Ref) -> Vec<Seat> {
        let seats = self
            .targets(of)
            .into_iter()
            .filter_map(|target| match target {
                Target::Seat(seat) => Some(seat),
                Target::Piece(_) => None,
            });
        seats.collect()
    }

    /// Who controls what this is an effect of.
    pub fn you(&self) -> Seat {
        match registers::get(self.locals, YOU)
            .first()
            .map(|entry| Target::unpack(*entry))
        {
            Some(Target::Seat(seat)) => seat,
            Some(Target::Piece(_)) | None => self.at.seat(),
        }
    }

    /// The zones of these seats.
    pub fn zones(&self, zone: Whereto, of: &Ref) -> Vec<Zone> {
        match zone {
            Whereto::One(zone) => vec![zone],
            Whereto::Each(each) => self
                .seats(of)
                .into_iter()
                .map(|seat| each.of(seat))
                .collect(),
        }
    }

    /// The pieces that fit, in the order in which they lie.
    pub fn fitting(&self, fits: &Fits) -> Vec<Piece> {
        let by = fits.by.as_ref().map(|by| self.seats(by));
        let this = registers::get(self.locals, THIS)
            .first()
            .map(|entry| Target::unpack(*entry));
        let zones = self.zones(fits.zone, &fits.of);
        let pieces = zones
            .into_iter()
            .flat_map(|zone| self.at.zone(zone).pieces());
        let fitting = pieces.filter(|piece| {
            let target = Target::Piece(*piece);
            let controlled = |seats: &Vec<Seat>| {
                self.at
                    .controller(*piece)
                    .is_some_and(|seat| seats.contains(&seat))
            };
            !(fits.other && this == Some(target))
                && fits.kind.is_none_or(|kind| self.is_kind(*piece, kind))
                && by.as_ref().is_none_or(controlled)
                && fits.filter.as_ref().is_none_or(|filter| {
                    let look = Look {
                        candidate: Some(target),
                        ..*self
                    };
                    look.holds(filter)
                })
        });
        fitting.collect()
    }

    fn is_kind(&self, piece: Piece, kind: usize) -> bool {
        let definition = self.at.definition(piece);
        let kind = &self.kinds[kind];
        kind.get(usize::from(definition.0))
            .copied()
            .unwrap_or(false)
    }

    /// What a number is: those of several pieces or seats together; nothing is 0.
    pub fn number(&self, number: &Num) -> i64 {
        match number {
            Num::Const(number) => *number,
            Num::Register(register) => registers::get(self.locals, *register)
                .first()
                .copied()
                .unwrap_or(0),
            Num::Slot(slot) => match &**slot {
                Slot::Table(value) => self.at.value(*value),
                Slot::Seats(of, value) => sum(self
                    .seats(of)
                    .into_iter()
                    .map(|seat| self.at.of(seat, *value))),
                Slot::Pieces(of, stat) => sum(self
                    .pieces(of)
                    .into_iter()
                    .map(|piece| self.at.get(piece, *stat))),
            },
            Num::Size(of) => self.targets(of).len() as i64,
            Num::Count(fits) => self.fitting(fits).len() as i64,
            Num::Sum(fits, stat) => sum(self
                .fitting(fits)
                .into_iter()
                .map(|piece| self.at.get(piece, *stat))),
            Num::Least(all) => all.iter().map(|one| self.number(one)).min().unwrap_or(0),
            Num::Most(all) => all.iter().map(|one| self.number(one)).max().unwrap_or(0),
            Num::Work(work, both) => {
                let (left, right) = (self.number(&both.0), self.number(&both.1));
                match work {
                    Work::Plus => left.saturating_add(right),
                    Work::Minus => left.saturating_sub(right),
                    Work::Times => left.saturating_mul(right),
                    Work::Divided => left.checked_div_euclid(right).unwrap_or(0),
                    Work::Remainder => left.checked_rem_euclid(right).unwrap_or(0),
                }
            }
        }
    }

    /// Whether something holds.
    pub fn holds(&self, test: &Test) -> bool {
        match test {
            Test::Const(holds) => *holds,
            Test::Compare(wanted, equal_too, both) => {
                let found = self.number(&both.0).cmp(&self.number(&both.1));
                found == *wanted || (*equal_too && found == Ordering::Equal)
            }
            Test::Same(one, other) => self.targets(one) == self.targets(other),
            Test::Is(of, kind) => {
                let pieces = self.pieces(of);
                !pieces.is_empty() && pieces.into_iter().all(|piece| self.is_kind(piece, *kind))
            }
            Test::In(of, zone) => {
                let pieces = self.pieces(of);
                let lies = |piece: Piece| match zone {
                    Whereto::One(zone) => self.at.zone_of(piece) == *zone,
                    Whereto::Each(each) => self.at.zone_of(piece).is_kind_of((*each).into()),
                };
                !pieces.is_empty() && pieces.into_iter().all(lies)
            }
            Test::Any(of) => !self.targets(of).is_empty(),
            Test::And(both) => self.holds(&both.0) && self.holds(&both.1),
            Test::Or(both) => self.holds(&both.0) || self.holds(&both.1),
            Test::Not(test) => !self.holds(test),
        }
    }
}

fn sum(numbers: impl Iterator<Item = i64>) -> i64 {
    numbers.fold(0, i64::saturating_add)
}
