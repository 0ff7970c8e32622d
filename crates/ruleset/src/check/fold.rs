//! Works out expressions as far as that is possible before anybody plays.

use super::contradiction::contradicts;
use super::facts::{Facts, Moods, kind_of};
use super::opening::Position;
use super::range::{Range, Truth};
use crate::program::*;

/// How many parts of expressions are worked out at most for a ruleset: far more than any game needs.
const MOST_WORK: u32 = 400_000;

/// What is known where an expression stands.
pub(super) struct Fold<'f> {
    pub program: &'f Program,
    pub facts: &'f Facts,
    /// The fewest and the most players.
    pub players: (u8, u8),
    pub moods: Moods,
    /// Whether a card is about to be played.
    pub playing: bool,
    /// How the cards lie, while nobody has acted yet.
    pub position: Option<&'f Position>,
}

impl<'f> Fold<'f> {
    pub fn new(program: &'f Program, facts: &'f Facts, players: (u8, u8)) -> Fold<'f> {
        Fold {
            program,
            facts,
            players,
            moods: Moods::OPEN,
            playing: false,
            position: None,
        }
    }

    /// Whether a condition ever holds, with a look at parts that exclude each other.
    pub fn condition(&self, id: BoolId) -> Truth {
        let truth = self.bool(id);
        match truth.yes && self.is_excluded(id) {
            true => Truth {
                yes: false,
                ..truth
            },
            false => truth,
        }
    }

    fn is_excluded(&self, id: BoolId) -> bool {
        match self.program.bools[id.0 as usize] {
            Bool::Or(a, b) => self.is_excluded(a) && self.is_excluded(b),
            Bool::And(..) => contradicts(self.program, id) || self.bool(id).is_never(),
            _ => self.bool(id).is_never(),
        }
    }

    /// Whether enough was worked out. Then nothing more is known, and nothing more is said.
    fn tired(&self) -> bool {
        let work = self.facts.work.get().saturating_add(1);
        self.facts.work.set(work);
        work > MOST_WORK
    }

    fn deck(&self) -> usize {
        self.program.deck.len()
    }

    /// How many cards a zone may hold.
    fn count(&self, zone: ZoneId) -> Range {
        let fails = self.zone_fails(zone);
        if let Some(position) = self.position
            && let Some((kind, seat)) = position.spot(self, zone)
        {
            return Range::only(position.count(kind, seat).into());
        }
        let Some(kind) = kind_of(self.program, zone) else {
            return Range::up_to(self.deck()).or_fails(fails);
        };
        let most = match (self.facts.filled[kind], self.program.zones[kind].max_cards) {
            (false, _) => 0,
            // The deck lies in its zone, whatever that zone may hold.
            (true, Some(most)) if self.program.deck_zone.number() != kind + 1 => {
                self.deck().min(most.into())
            }
            (true, _) => self.deck(),
        };
        Range::up_to(most).or_fails(fails)
    }

    fn zone_fails(&self, zone: ZoneId) -> bool {
        match self.program.zone_exprs[zone.0 as usize] {
            ZoneExpr::Fixed(_) | ZoneExpr::Current(_) => false,
            ZoneExpr::Mine(mine) => self.program.mine[usize::from(mine)].kind.is_none(),
            ZoneExpr::Seat(_, seat) => seat >= self.players.0,
            ZoneExpr::OfSeat(..) | ZoneExpr::Named(_) => true,
        }
    }

    /// How many cards of a zone may be of this kind.
    fn some(&self, zone: ZoneId, text: TextId, known: &[u16]) -> Range {
        let count = self.count(zone);
        let (most, open) = match self.constant_text(text) {
            Some(word) => (known[word as usize].into(), false),
            None => (self.deck() as f64, true),
        };
        Range::of(0.0, count.high.min(most)).or_fails(count.fails || open)
    }

    pub fn num(&self, id: NumId) -> Range {
        if self.tired() {
            return Range::ANY.or_fails(true);
        }
        let seats = |least: f64| Range::of(least, f64::from(self.players.1) - 1.0);
        match self.program.nums[id.0 as usize] {
            Num::Const(number) => Range::only(number),
            Num::Var(var) => match self.position {
                Some(position) => match position.vars[usize::from(var)] {
                    Some(number) => Range::only(number),
                    None => Range::ANY.or_fails(true),
                },
                None => self.facts.vars[usize::from(var)],
            },
            Num::Negative(of) => self.num(of).negative(),
            Num::Plus(a, b) => self.num(a).plus(self.num(b)),
            Num::Minus(a, b) => self.num(a).minus(self.num(b)),
            Num::Times(a, b) => self.num(a).times(self.num(b)),
            Num::Divided(a, b) => self.num(a).divided(self.num(b)),
            Num::Remainder(a, b) => self.num(a).remainder(self.num(b)),
            Num::If(condition, then, other, _) => {
                let truth = self.bool(condition);
                match (truth.yes, truth.no) {
                    (true, false) => self.num(then).or_fails(truth.fails),
                    (false, true) => self.num(other).or_fails(truth.fails),
                    _ => self.num(then).or(self.num(other)).or_fails(truth.fails),
                }
            }
            Num::TurnNumber => Range::of(0.0, f64::INFINITY),
            Num::PlayerCount => Range::of(self.players.0.into(), self.players.1.into()),
            Num::PlayerIndex => match self.position.and_then(|position| position.current) {
                Some(seat) => Range::only(seat.into()),
                None => seats(0.0),
            },
            Num::Direction => Range::of(-1.0, 1.0),
            Num::PlayedIndex if self.playing => Range::of(0.0, self.deck() as f64 - 1.0),
            Num::PlayedIndex => Range::of(-1.0, self.deck() as f64 - 1.0),
            Num::CardCount(zone) => self.count(zone),
            Num::HandValue(zone, _) => self.facts.sum.or_fails(self.zone_fails(zone)),
            Num::CardRank(..) => self.facts.value.or_fails(true),
            Num::MaxCardRank(zone) => {
                let value = self.facts.value.or(Range::only(0.0));
                value.or_fails(self.zone_fails(zone))
            }
            Num::CountRank(zone, rank) => self.some(zone, rank, &self.facts.ranks),
            Num::CountSuit(zone, suit) => self.some(zone, suit, &self.facts.suits),
            Num::SumSuit(..) => self.facts.sum.or_fails(true),
            Num::CountSets(zone, _) | Num::MaxSetSize(zone) => {
                Range::of(0.0, self.count(zone).high).or_fails(true)
            }
            // A card with two values counts as both.
            Num::CountRuns(zone, _) | Num::MaxRunLength(zone) => {
                Range::of(0.0, self.count(zone).high * 2.0).or_fails(true)
            }
            // At most a straight flush, then the values that decide, two digits each.
            Num::PokerHand(..) => Range::of(0.0, 9e10).or_fails(true),
            Num::TrickWinner(_) => seats(-1.0),
            Num::TrickCardCount(_) => Range::up_to(self.deck()),
            _ => Range::ANY.or_fails(true),
        }
    }

    pub fn bool(&self, id: BoolId) -> Truth {
        if self.tired() {
            return Truth::UNKNOWN;
        }
        match self.program.bools[id.0 as usize] {
            Bool::Const(value) => Truth::is(value),
            Bool::Not(of) => self.bool(of).not(),
            Bool::And(a, b) => self.bool(a).and(self.bool(b)),
            Bool::Or(a, b) => self.bool(a).or(self.bool(b)),
            Bool::If(condition, then, other, _) => {
                let (then, other) = (self.bool(then), self.bool(other));
                self.bool(condition).choose(then, other)
            }
            Bool::Less(a, b) => self.num(a).less(self.num(b)),
            Bool::LessOrEqual(a, b) => self.num(a).less_or_equal(self.num(b)),
            Bool::NumEqual(a, b) => self.num(a).equal(self.num(b)),
            Bool::CountIs(zone, count) => self.count(zone).equal(Range::only(count.into())),
            Bool::TextEqual(a, b) => self.text_equal(a, b),
            Bool::SameTruth(a, b) => self.bool(a).same(self.bool(b)),
            Bool::AllPlayersDone => self.moods.done,
            Bool::Dealt => self.moods.dealt,
            Bool::Scored => self.moods.scored,
            Bool::Continue => self.moods.goes_on,
            // Nobody acts while it is only asked.
            Bool::IsAvailabilityCheck => Truth::NEVER,
            Bool::HasSuit(zone, suit) => self.has(self.some(zone, suit, &self.facts.suits)),
            Bool::HasRank(zone, rank) => self.has(self.some(zone, rank, &self.facts.ranks)),
            Bool::HasCard(zone, rank, suit) => {
                let ranks = self.has(self.some(zone, rank, &self.facts.ranks));
                let suits = self.has(self.some(zone, suit, &self.facts.suits));
                Truth::possible(ranks.yes && suits.yes).or_fails(ranks.fails || suits.fails)
            }
            _ => Truth::UNKNOWN,
        }
    }

    fn has(&self, count: Range) -> Truth {
        Truth::possible(count.high > 0.0).or_fails(count.fails)
    }

    /// The text that an expression is for certain.
    fn constant_text(&self, id: TextId) -> Option<TextNumber> {
        match self.program.texts[id.0 as usize] {
            Text::Const(word) => Some(word),
            _ => None,
        }
    }

    fn text_equal(&self, a: TextId, b: TextId) -> Truth {
        match (self.constant_text(a), self.constant_text(b)) {
            (Some(a), Some(b)) => Truth::is(a == b),
            (None, Some(word)) => Truth::possible(self.may_be(a, word)).or_fails(true),
            (Some(word), None) => Truth::possible(self.may_be(b, word)).or_fails(true),
            (None, None) => Truth::UNKNOWN,
        }
    }

    fn may_be(&self, text: TextId, word: TextNumber) -> bool {
        let there = |known: &[u16]| known[word as usize] > 0;
        match self.program.texts[text.0 as usize] {
            Text::Const(other) => other == word,
            Text::If(condition, then, other, _) => {
                let truth = self.bool(condition);
                truth.yes && self.may_be(then, word) || truth.no && self.may_be(other, word)
            }
            Text::CardRankName(..) => there(&self.facts.ranks),
            Text::CardSuit(..) => there(&self.facts.suits),
            Text::LedSuit(_) => word == 0 || there(&self.facts.suits),
            Text::Var(var) => match &self.facts.texts[usize::from(var)] {
                Some(words) => words.contains(&word),
                None => true,
            },
            Text::PokerName(_) => true,
            Text::VarNamed(_) | Text::FromAny(_) | Text::Concat(..) | Text::ZoneName(_) => true,
        }
    }
}
