//! Conditions whose parts exclude each other: `card_count(discard) == 0 && card_count(discard) > 3`.

use crate::program::*;

/// Conditions with more parts than this are believed.
const MOST_PARTS: usize = 32;

/// Something that is the same wherever it is asked within one condition.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Subject {
    Var(u16),
    TextVar(u16),
    PlayerCount,
    PlayerIndex,
    TurnNumber,
    PlayedIndex,
    CardCount(Spot),
    HandValue(Spot, f64),
    CardRank(Spot, f64),
    CardSuit(Spot, f64),
    CardRankName(Spot, f64),
    CountRank(Spot, TextNumber),
    CountSuit(Spot, TextNumber),
}

/// A zone that is the same for whoever asks.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Spot {
    One(ZoneExpr),
    Mine(u8),
}

/// What must be so if all parts hold.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: f64,
    /// Whether the low end itself is excluded.
    above: bool,
    high: f64,
    below: bool,
    text: Option<TextNumber>,
}

impl Bounds {
    const ANY: Bounds = Bounds {
        low: f64::NEG_INFINITY,
        above: false,
        high: f64::INFINITY,
        below: false,
        text: None,
    };

    fn at_least(&mut self, low: f64, above: bool) {
        if low > self.low || low == self.low && above {
            (self.low, self.above) = (low, above);
        }
    }

    fn at_most(&mut self, high: f64, below: bool) {
        if high < self.high || high == self.high && below {
            (self.high, self.below) = (high, below);
        }
    }

    fn is_empty(self) -> bool {
        self.low > self.high || self.low == self.high && (self.above || self.below)
    }
}

/// Whether the parts of a condition that must all hold exclude each other.
pub(super) fn contradicts(program: &Program, condition: BoolId) -> bool {
    let mut parts = Parts {
        program,
        known: Vec::new(),
        seen: 0,
        excluded: false,
    };
    parts.add(condition);
    parts.excluded
}

struct Parts<'p> {
    program: &'p Program,
    known: Vec<(Subject, Bounds)>,
    seen: usize,
    excluded: bool,
}

impl Parts<'_> {
    fn add(&mut self, condition: BoolId) {
        let bool = |id: BoolId| self.program.bools[id.0 as usize];
        if let Bool::And(a, b) = bool(condition) {
            self.add(a);
            self.add(b);
            return;
        }
        self.seen += 1;
        if self.seen > MOST_PARTS || self.excluded {
            return;
        }
        match bool(condition) {
            Bool::Less(a, b) => self.order(a, b, true),
            Bool::LessOrEqual(a, b) => self.order(a, b, false),
            Bool::Not(of) => match bool(of) {
                Bool::Less(a, b) => self.order(b, a, false),
                Bool::LessOrEqual(a, b) => self.order(b, a, true),
                _ => {}
            },
            Bool::NumEqual(a, b) => {
                self.order(a, b, false);
                self.order(b, a, false);
            }
            Bool::CountIs(zone, count) => {
                if let Some(spot) = self.spot(zone) {
                    self.bound(Subject::CardCount(spot), |bounds| {
                        bounds.at_least(count.into(), false);
                        bounds.at_most(count.into(), false);
                    });
                }
            }
            Bool::TextEqual(a, b) => {
                self.text(a, b);
                self.text(b, a);
            }
            _ => {}
        }
    }

    fn bound(&mut self, subject: Subject, change: impl FnOnce(&mut Bounds)) {
        let known = self.known.iter().position(|(known, _)| *known == subject);
        let index = known.unwrap_or_else(|| {
            self.known.push((subject, Bounds::ANY));
            self.known.len() - 1
        });
        let bounds = &mut self.known[index].1;
        change(bounds);
        self.excluded |= bounds.is_empty();
    }

    /// The first is less than the second, or at most equal to it.
    fn order(&mut self, a: NumId, b: NumId, strictly: bool) {
        if let (Some(subject), Some(high)) = (self.subject(a), self.constant(b)) {
            self.bound(subject, |bounds| bounds.at_most(high, strictly));
        }
        if let (Some(low), Some(subject)) = (self.constant(a), self.subject(b)) {
            self.bound(subject, |bounds| bounds.at_least(low, strictly));
        }
    }

    fn text(&mut self, a: TextId, b: TextId) {
        let text = |id: TextId| self.program.texts[id.0 as usize];
        let Text::Const(word) = text(b) else {
            return;
        };
        let card = |zone, index| Some((self.spot(zone)?, self.constant(index)?));
        let subject = match text(a) {
            Text::Var(var) => Some(Subject::TextVar(var)),
            Text::CardSuit(zone, index) => {
                card(zone, index).map(|(zone, index)| Subject::CardSuit(zone, index))
            }
            Text::CardRankName(zone, index) => {
                card(zone, index).map(|(zone, index)| Subject::CardRankName(zone, index))
            }
            _ => None,
        };
        let mut other = false;
        if let Some(subject) = subject {
            self.bound(subject, |bounds| {
                other = bounds.text.replace(word).is_some_and(|known| known != word);
            });
        }
        self.excluded |= other;
    }

    fn constant(&self, number: NumId) -> Option<f64> {
        match self.program.nums[number.0 as usize] {
            Num::Const(number) => Some(number),
            Num::Negative(of) => self.constant(of).map(|number| -number),
            _ => None,
        }
    }

    fn spot(&self, zone: ZoneId) -> Option<Spot> {
        match self.program.zone_exprs[zone.0 as usize] {
            ZoneExpr::Mine(mine) => self.program.mine[usize::from(mine)].kind.map(Spot::Mine),
            zone @ (ZoneExpr::Fixed(_) | ZoneExpr::Seat(..)) => Some(Spot::One(zone)),
            ZoneExpr::Current(_) | ZoneExpr::OfSeat(..) | ZoneExpr::Named(_) => None,
        }
    }

    fn subject(&self, number: NumId) -> Option<Subject> {
        let word = |text: TextId| match self.program.texts[text.0 as usize] {
            Text::Const(word) => Some(word),
            _ => None,
        };
        Some(match self.program.nums[number.0 as usize] {
            Num::Var(var) => Subject::Var(var),
            Num::PlayerCount => Subject::PlayerCount,
            Num::PlayerIndex => Subject::PlayerIndex,
            Num::TurnNumber => Subject::TurnNumber,
            Num::PlayedIndex => Subject::PlayedIndex,
            Num::CardCount(zone) => Subject::CardCount(self.spot(zone)?),
            Num::HandValue(zone, target) => {
                Subject::HandValue(self.spot(zone)?, self.constant(target)?)
            }
            Num::CardRank(zone, index) => {
                Subject::CardRank(self.spot(zone)?, self.constant(index)?)
            }
            Num::CountRank(zone, rank) => Subject::CountRank(self.spot(zone)?, word(rank)?),
            Num::CountSuit(zone, suit) => Subject::CountSuit(self.spot(zone)?, word(suit)?),
            _ => return None,
        })
    }
}
