//! Working out expressions against a state. Nothing changes here.

use std::cell::Cell;

use parlor_core::Seat;
use parlor_table::{Piece, Zone};

use super::state::NO_TEXT;
use super::{Coverage, Fault, State, js_number};
use crate::limits::LONGEST_TEXT;
use crate::program::*;

/// Who is meant by `current_player`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Me {
    /// Whoever's turn it is.
    Current,
    /// Whoever acts or is scored.
    Seat(u8),
    /// A role that people do not play, while it is scored.
    Role(u8),
}

/// The card that is about to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// Its position in its zone.
    pub index: u16,
    pub zone: Zone,
    pub piece: Piece,
}

/// Working something out has stopped: what went wrong is in [`Eval::fault`]. So results fit into registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The most conditions of one action that are worked out once for all cards.
pub(crate) const MOST_ONCE: usize = 16;

/// An expression at work.
pub(crate) struct Eval<'a> {
    pub program: &'a Program,
    pub state: &'a State,
    pub me: Me,
    /// Nothing while it is only asked whether any card could be played.
    pub played: Option<Played>,
    pub params: &'a [(TextNumber, Value)],
    /// Whether it is only asked if an action is possible at all.
    pub asking: bool,
    pub my_score: f64,
    pub fuel: &'a Cell<u32>,
    pub coverage: Option<&'a Coverage>,
    /// Texts that were put together here.
    pub texts: Vec<Box<str>>,
    /// What is the same for all cards, once it has been worked out.
    pub once: [Option<bool>; MOST_ONCE],
    /// What went wrong.
    pub(super) fault: Cell<Fault>,
}

pub(super) type Worked<T> = Result<T, Stopped>;

impl<'a> Eval<'a> {
    pub fn new(program: &'a Program, state: &'a State, me: Me, fuel: &'a Cell<u32>) -> Eval<'a> {
        Eval {
            program,
            state,
            me,
            played: None,
            params: &[],
            asking: false,
            my_score: 0.0,
            fuel,
            coverage: None,
            texts: Vec::new(),
            once: [None; MOST_ONCE],
            fault: Cell::new(Fault::OutOfFuel),
        }
    }

    /// Something goes wrong.
    #[cold]
    pub(super) fn stop<T>(&self, fault: Fault) -> Worked<T> {
        self.fault.set(fault);
        Err(Stopped)
    }

    #[inline]
    pub(super) fn or_stop<T>(&self, found: Option<T>, fault: Fault) -> Worked<T> {
        match found {
            Some(found) => Ok(found),
            None => self.stop(fault),
        }
    }

    /// What came of it, or what went wrong.
    pub fn done<T>(&self, worked: Worked<T>) -> Result<T, Fault> {
        worked.map_err(|Stopped| self.fault.get())
    }

    /// The player who is meant.
    #[inline]
    pub fn seat(&self) -> u8 {
        match self.me {
            Me::Seat(seat) => seat,
            Me::Current | Me::Role(_) => self.state.at.current,
        }
    }

    /// Looking through so many cards costs something.
    #[inline]
    pub fn burn(&self, cards: usize) -> Worked<()> {
        match self.fuel.get().checked_sub(cards as u32 + 1) {
            Some(left) => {
                self.fuel.set(left);
                Ok(())
            }
            None => self.stop(Fault::OutOfFuel),
        }
    }

    #[inline]
    pub(super) fn choose(&mut self, condition: BoolId, branch: Branch) -> Worked<bool> {
        let holds = self.bool(condition)?;
        if let Some(coverage) = self.coverage {
            coverage.branch(branch, holds);
        }
        Ok(holds)
    }

    /// A number. What is asked most is here; the rest is kept apart, so that this stays small.
    pub fn num(&mut self, id: NumId) -> Worked<f64> {
        Ok(match self.program.nums[id.0 as usize] {
            Num::Const(number) => number,
            Num::Var(var) => match self.state.at.vars.get(var.into()) {
                Some(number) => number,
                None => return self.stop(Fault::NoVariable(var)),
            },
            Num::CardCount(zone) => {
                let zone = self.zone(zone)?;
                self.state.table.count_at(zone) as f64
            }
            Num::PlayedIndex => self.played.map_or(-1.0, |played| played.index.into()),
            Num::PlayerCount => self.state.seats().into(),
            Num::PlayerIndex => self.seat().into(),
            Num::CardRank(zone, index) => self.card(zone, index)?.value,
            other => return self.rare_num(other),
        })
    }

    /// Whether a condition holds: one question leads to the next, until one is the last.
    pub fn test(&mut self, first: TestId) -> Worked<bool> {
        let mut next = first;
        while let Some(test) = self.program.tests.get(usize::from(next.0)) {
            let holds = match test.once {
                None => self.question(test.ask)?,
                Some(slot) => match self.once[usize::from(slot)] {
                    Some(holds) => holds,
                    None => {
                        let holds = self.question(test.ask)?;
                        self.once[usize::from(slot)] = Some(holds);
                        holds
                    }
                },
            };
            next = if holds { test.yes } else { test.no };
        }
        Ok(next == TestId::HOLDS)
    }

    /// True or false, within an expression.
    pub fn bool(&mut self, id: BoolId) -> Worked<bool> {
        self.question(self.program.bools[id.0 as usize])
    }

    /// What is asked most is here; the rest is kept apart, so that this stays small.
    #[inline]
    pub(super) fn question(&mut self, question: Bool) -> Worked<bool> {
        Ok(match question {
            Bool::PlayedRankIs(rank) => match self.played {
                Some(played) => self.card_of(played.piece).rank == rank,
                None => false,
            },
            Bool::TextVarIs(var, text) => self.text_var(var) == text,
            Bool::PlayedMatchesTop(target) => {
                let Some(played) = self.played else {
                    return Ok(true);
                };
                let card = self.card_of(played.piece);
                let target = self.zone(target)?;
                self.matches_top(card, target)?
            }
            Bool::PlayedSuitIs(suit) => {
                let suit = self.text(suit)?;
                match self.played {
                    Some(played) => self.card_of(played.piece).suit == suit,
                    None => false,
                }
            }
            Bool::CountIs(zone, count) => {
                let zone = self.zone(zone)?;
                self.state.table.count_at(zone) == usize::from(count)
            }
            Bool::TopRankIs(zone, rank) => {
                let zone = self.zone(zone)?;
                self.card_at(zone, 0.0)?.rank == rank
            }
            Bool::TopSuitIs(zone, suit) => {
                let zone = self.zone(zone)?;
                self.card_at(zone, 0.0)?.suit == suit
            }
            Bool::Less(a, b) => self.num(a)? < self.num(b)?,
            Bool::LessOrEqual(a, b) => self.num(a)? <= self.num(b)?,
            Bool::NumEqual(a, b) => self.num(a)? == self.num(b)?,
            other => return self.rare_bool(other),
        })
    }

    pub fn text(&mut self, id: TextId) -> Worked<TextNumber> {
        Ok(match self.program.texts[id.0 as usize] {
            Text::Const(word) => word,
            Text::Var(var) => self.text_var(var),
            Text::CardSuit(zone, index) => self.card(zone, index)?.suit,
            Text::CardRankName(zone, index) => self.card(zone, index)?.rank,
            other => return self.rare_text(other),
        })
    }

    pub fn any(&mut self, id: AnyId) -> Worked<Value> {
        Ok(match self.program.anys[id.0 as usize] {
            Any::Num(number) => Value::Num(self.num(number)?),
            Any::Bool(value) => Value::Bool(self.bool(value)?),
            Any::Text(text) => Value::Text(self.text(text)?),
            Any::Param(name) => {
                let name = self.text(name)?;
                let mut params = self.params.iter();
                let value = params.find(|(known, _)| *known == name);
                match value.map(|(_, value)| *value) {
                    Some(Value::Bool(value)) => Value::Num(value.into()),
                    Some(value) => value,
                    None => Value::Num(0.0),
                }
            }
            Any::If(condition, then, other, branch) => match self.choose(condition, branch)? {
                true => self.any(then)?,
                false => self.any(other)?,
            },
        })
    }

    #[inline]
    pub fn zone(&mut self, id: ZoneId) -> Worked<Zone> {
        match self.program.zone_exprs[id.0 as usize] {
            ZoneExpr::Fixed(zone) => Ok(zone),
            ZoneExpr::Mine(mine) => self.mine(mine),
            ZoneExpr::Seat(kind, seat) => self.zone_of(kind, seat.into()),
            other => self.rare_zone(other),
        }
    }

    #[inline]
    pub(super) fn zone_of(&self, kind: u8, seat: u16) -> Worked<Zone> {
        match seat < self.state.seats().into() {
            true => Ok(self.program.zones[usize::from(kind)].of(seat as u8)),
            false => self.stop(Fault::NoSeat {
                kind,
                seat: seat as i16,
            }),
        }
    }

    #[inline]
    fn mine(&self, mine: u16) -> Worked<Zone> {
        let info = &self.program.mine[usize::from(mine)];
        let zone = match self.me {
            Me::Role(role) => info.roles[usize::from(role)],
            _ => info
                .kind
                .map(|kind| self.program.zones[usize::from(kind)].of(self.seat())),
        };
        self.or_stop(zone, Fault::NoZone)
    }

    /// The zone whose name was put together in play.
    pub(super) fn zone_called(&self, name: TextNumber) -> Worked<Zone> {
        self.burn(self.program.zones.len())?;
        let text = self.show_text(name);
        let (base, seat) = match text.split_once(':') {
            Some((base, seat)) => (base, Some(seat)),
            None => (text, None),
        };
        let zone = self.program.zones.iter().find(|zone| &*zone.name == base);
        match (zone, seat) {
            (Some(zone), None) if !zone.is_each() => Ok(zone.of(0)),
            (Some(zone), Some(seat)) if zone.is_each() => {
                let seat = seat
                    .parse::<u8>()
                    .ok()
                    .filter(|seat| *seat < self.state.seats());
                self.or_stop(seat.map(|seat| zone.of(seat)), Fault::NoZone)
            }
            _ => self.stop(Fault::NoZone),
        }
    }

    pub fn var_called(&self, name: TextNumber) -> Option<u16> {
        let text = self.show_text(name);
        let index = self
            .program
            .vars
            .iter()
            .position(|var| &*var.name == text)?;
        Some(index as u16)
    }

    pub fn text_var_called(&self, name: TextNumber) -> Option<u16> {
        let text = self.show_text(name);
        let mut vars = self.program.text_vars.iter();
        Some(vars.position(|var| &*var.name == text)? as u16)
    }

    #[inline]
    pub fn text_var(&self, var: u16) -> TextNumber {
        match self.state.at.texts[usize::from(var)] {
            NO_TEXT => 0,
            text => text,
        }
    }

    /// The player whom an expression speaks of: who acts or is scored, or else whose turn it is.
    pub(super) fn player(&self) -> Seat {
        match self.me {
            Me::Seat(seat) => Seat(seat),
            _ => Seat(self.state.at.current),
        }
    }

    /// The number of a text that was put together.
    pub(super) fn made(&mut self, text: &str) -> Worked<TextNumber> {
        self.burn(text.len())?;
        if text.len() > LONGEST_TEXT {
            return self.stop(Fault::TextTooLong);
        }
        if let Some(word) = self.program.word_number(text) {
            return Ok(word);
        }
        let words = self.program.words.len();
        let extra = &self.state.at.extra;
        if let Some(index) = extra.iter().position(|known| &**known == text) {
            return Ok((words + index) as TextNumber);
        }
        let known = self.texts.iter().position(|known| &**known == text);
        let index = known.unwrap_or_else(|| {
            self.texts.push(text.into());
            self.texts.len() - 1
        });
        Ok((words + extra.len() + index) as TextNumber)
    }

    /// A text by its number.
    pub fn show_text(&self, text: TextNumber) -> &str {
        let (text, words) = (text as usize, self.program.words.len());
        let extra = &self.state.at.extra;
        if text < words {
            &self.program.words[text]
        } else if text < words + extra.len() {
            &extra[text - words]
        } else {
            self.texts
                .get(text - words - extra.len())
                .map_or("", |text| text)
        }
    }

    pub(super) fn show(&self, value: Value) -> String {
        match value {
            Value::Num(number) => js_number(number),
            Value::Bool(value) => value.to_string(),
            Value::Text(text) => self.show_text(text).into(),
        }
    }

    /// 1 for clockwise, -1 for the other way.
    pub(super) fn direction(&self) -> i8 {
        self.state.at.effective_direction(self.program)
    }

    pub(super) fn score(&self, key: ScoreKey) -> Option<f64> {
        let at = &self.state.at;
        let seats = usize::from(self.state.seats());
        match key {
            ScoreKey::Player(seat) if usize::from(seat) < seats => at.scores.get(seat.into()),
            ScoreKey::Result(seat) => {
                let result = at.results.get(usize::from(seat)).copied().flatten();
                result.map(Into::into)
            }
            ScoreKey::Role(role) => at.scores.get(seats + usize::from(role)),
            ScoreKey::Player(_) => None,
        }
    }

    #[inline]
    pub fn card_of(&self, piece: Piece) -> &'a Card {
        &self.program.cards[usize::from(self.state.table.definition(piece).0)]
    }

    /// The seat of a player.
    pub fn as_seat(number: f64, seats: u8) -> Option<Seat> {
        let whole = number.fract() == 0.0 && (0.0..f64::from(seats)).contains(&number);
        whole.then_some(Seat(number as u8))
    }
}

/// What is too large for a number stays the largest one: a ruleset cannot be brought to a stop by counting.
pub(super) fn bounded(number: f64) -> f64 {
    number.clamp(f64::MIN, f64::MAX)
}
