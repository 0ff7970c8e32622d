//! Effects: first all of a list are worked out, then they happen one after the other.

use std::sync::Arc;

use parlor_core::Seat;
use parlor_table::{Piece, Zone};
use smallvec::SmallVec;

use super::cards::ALL;
use super::engine::{Engine, Scope, TURN_COSTS};
use super::eval::{Worked, bounded};
use super::{Eval, Fault, Status};
use crate::Said;
use crate::command::Name;
use crate::document::TurnOrder;
use crate::limits::{MOST_MESSAGES, MOST_TURNS};
use crate::program::*;

/// An effect with everything worked out, small enough to be copied at no cost.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pending {
    Shuffle(Zone),
    DealAll(Zone, u8, u32),
    Move(Zone, Zone, u32),
    /// To the zone of whoever's turn it is when it happens.
    DrawCurrent(Zone, u8, u32),
    MoveRank(Zone, Zone, TextNumber),
    FlipTop(Zone, u32),
    /// A card that is there by its index, or nothing.
    SetFaceUp(Zone, Option<u16>, bool),
    CollectAllTo(Zone),
    CollectTrick(u8, Zone),
    EndTurn,
    Reverse,
    SkipNext,
    SetNext(Option<Seat>),
    SetLead(Option<Seat>),
    CalculateScores,
    DetermineWinners,
    AccumulateScores,
    ResetRound,
    EndGame,
    SetVar(u16, f64),
    IncVar(u16, f64),
    SetText(u16, TextNumber),
    /// A text that is not in the ruleset, by its number among those that were put aside.
    SetNewText(u16, u32),
    /// Something that is said of a player.
    Say(Seat, TextNumber),
    /// The same with a text that is not in the ruleset, by its number among those that were put aside.
    SayNew(Seat, u32),
}

/// Counts truncate, and negative ones are none.
fn count(number: f64) -> u32 {
    number.clamp(0.0, 1e6) as u32
}

impl Eval<'_> {
    pub(super) fn effect(&mut self, effect: Effect) -> Worked<Pending> {
        Ok(match effect {
            Effect::Shuffle(zone) => Pending::Shuffle(self.zone(zone)?),
            Effect::Deal(from, to, many) | Effect::MoveTop(from, to, many) => {
                Pending::Move(self.zone(from)?, self.zone(to)?, count(self.num(many)?))
            }
            Effect::Draw(from, to, many) => {
                let (from, many) = (self.zone(from)?, count(self.num(many)?));
                match self.program.zone_exprs[to.0 as usize] {
                    ZoneExpr::Current(kind) => Pending::DrawCurrent(from, kind, many),
                    _ => Pending::Move(from, self.zone(to)?, many),
                }
            }
            Effect::DealAll(from, kind, many) => {
                Pending::DealAll(self.zone(from)?, kind, count(self.num(many)?))
            }
            Effect::MoveAll(from, to) => Pending::Move(self.zone(from)?, self.zone(to)?, ALL),
            Effect::MoveRank(from, to, rank) => {
                Pending::MoveRank(self.zone(from)?, self.zone(to)?, self.text(rank)?)
            }
            Effect::FlipTop(zone, many) => {
                Pending::FlipTop(self.zone(zone)?, count(self.num(many)?))
            }
            Effect::SetFaceUp(zone, index, up) => {
                let (zone, index) = (self.zone(zone)?, self.num(index)?);
                let there = index.fract() == 0.0 && (0.0..1e4).contains(&index);
                Pending::SetFaceUp(zone, there.then_some(index as u16), self.bool(up)?)
            }
            Effect::RevealAll(zone) => Pending::FlipTop(self.zone(zone)?, ALL),
            Effect::CollectAllTo(zone) => Pending::CollectAllTo(self.zone(zone)?),
            Effect::CollectTrick(kind, zone) => Pending::CollectTrick(kind, self.zone(zone)?),
            Effect::EndTurn => Pending::EndTurn,
            Effect::Reverse => Pending::Reverse,
            Effect::SkipNext => Pending::SkipNext,
            Effect::SetNext(player) => {
                let player = self.num(player)?;
                Pending::SetNext(Eval::as_seat(player, self.state.seats()))
            }
            Effect::SetLead(player) => {
                let player = self.num(player)?;
                Pending::SetLead(Eval::as_seat(player, self.state.seats()))
            }
            Effect::CalculateScores => Pending::CalculateScores,
            Effect::DetermineWinners => Pending::DetermineWinners,
            Effect::AccumulateScores => Pending::AccumulateScores,
            Effect::ResetRound => Pending::ResetRound,
            Effect::EndGame => Pending::EndGame,
            Effect::SetVar(var, value) => Pending::SetVar(var, self.num(value)?),
            Effect::IncVar(var, value) => Pending::IncVar(var, self.num(value)?),
            Effect::SetVarNamed(name, value) => {
                Pending::SetVar(self.named_var(name)?, self.num(value)?)
            }
            Effect::IncVarNamed(name, value) => {
                Pending::IncVar(self.named_var(name)?, self.num(value)?)
            }
            Effect::SetText(var, text) => Pending::SetText(var, self.text(text)?),
            Effect::Say(text) => Pending::Say(self.player(), self.text(text)?),
            Effect::SetTextNamed(name, text) => {
                let (name, text) = (self.text(name)?, self.text(text)?);
                let var = self.or_stop(self.text_var_called(name), Fault::NoVariableNamed)?;
                Pending::SetText(var, text)
            }
        })
    }

    /// Where cards go from and to.
    fn route(&mut self, from: ZoneId, to: ZoneId) -> Worked<(Zone, Zone)> {
        Ok((self.zone(from)?, self.zone(to)?))
    }

    fn named_var(&mut self, name: TextId) -> Worked<u16> {
        let name = self.text(name)?;
        self.or_stop(self.var_called(name), Fault::NoVariableNamed)
    }
}

impl Engine<'_, '_> {
    fn work_out(&mut self, act: ActId, effect: Effect, scope: Scope<'_>) -> Result<Pending, Fault> {
        let mut eval = self.eval(scope);
        let pending = eval.effect(effect);
        let pending = eval
            .done(pending)
            .map_err(|fault| self.blame(Node::Act(act), fault, scope))?;
        if let Pending::Say(seat, text) = pending
            && text as usize >= self.program.words.len()
        {
            let text = eval.show_text(text).into();
            self.texts.push(text);
            return Ok(Pending::SayNew(seat, self.texts.len() as u32 - 1));
        }
        if let Pending::SetText(var, text) = pending {
            let known = self.program.words.len() + self.state.at.extra.len();
            if text as usize >= known {
                let text = eval.show_text(text).into();
                self.texts.push(text);
                return Ok(Pending::SetNewText(var, self.texts.len() as u32 - 1));
            }
        }
        Ok(pending)
    }

    /// Runs a list of effects: all are worked out before any happens, unless that makes no difference.
    pub(super) fn run(&mut self, effects: &Effects, scope: Scope<'_>) -> Result<(), Fault> {
        for act in &**effects {
            match effects.direct {
                true => self.perform_act(*act, scope)?,
                false => self.collect(*act, scope)?,
            }
        }
        self.flush()
    }

    /// Works an act out and lets it happen.
    fn perform_act(&mut self, act: ActId, scope: Scope<'_>) -> Result<(), Fault> {
        match self.program.acts[act.0 as usize] {
            Act::Do(effect) => self
                .perform(act, effect, scope)
                .map_err(|fault| self.blame_act(Some(act), fault)),
            Act::If(condition, then, other, branch) => {
                let holds = self.holds(condition, scope)?;
                if let Some(coverage) = self.coverage {
                    coverage.branch(branch, holds);
                }
                match (holds, other) {
                    (true, _) => self.perform_act(then, scope),
                    (false, Some(other)) => self.perform_act(other, scope),
                    (false, None) => Ok(()),
                }
            }
            // Loops let everything happen before they ask again.
            _ => {
                self.collect(act, scope)?;
                self.flush()
            }
        }
    }

    /// Works an effect out and lets it happen.
    fn perform(&mut self, act: ActId, effect: Effect, scope: Scope<'_>) -> Result<(), Fault> {
        match effect {
            Effect::MoveTop(from, to, many) => {
                let mut eval = self.eval(scope);
                let places = eval.route(from, to);
                let (from, to) = eval
                    .done(places)
                    .map_err(|fault| self.blame(Node::Act(act), fault, scope))?;
                let many = self.number(many, scope)?;
                self.move_cards(from, to, count(many))
            }
            Effect::MoveAll(from, to) => {
                let mut eval = self.eval(scope);
                let places = eval.route(from, to);
                let (from, to) = eval
                    .done(places)
                    .map_err(|fault| self.blame(Node::Act(act), fault, scope))?;
                self.move_cards(from, to, ALL)
            }
            Effect::EndTurn => {
                self.end_turn();
                Ok(())
            }
            Effect::SetText(var, text) => match self.program.texts[text.0 as usize] {
                Text::Const(word) => {
                    self.state.at.texts[usize::from(var)] = word;
                    Ok(())
                }
                _ => self.work_out_now(act, effect, scope),
            },
            effect => self.work_out_now(act, effect, scope),
        }
    }

    fn work_out_now(&mut self, act: ActId, effect: Effect, scope: Scope<'_>) -> Result<(), Fault> {
        let pending = self.work_out(act, effect, scope)?;
        self.happen(pending)
    }

    /// Works out an act of a list and puts what is to happen aside.
    pub(super) fn collect(&mut self, act: ActId, scope: Scope<'_>) -> Result<(), Fault> {
        match self.program.acts[act.0 as usize] {
            Act::Do(effect) => {
                let pending = self.work_out(act, effect, scope)?;
                self.pending.push(pending);
                if let Some(trail) = &mut self.trail {
                    trail.acts.push(act);
                }
                Ok(())
            }
            Act::If(condition, then, other, branch) => {
                let holds = self.holds(condition, scope)?;
                if let Some(coverage) = self.coverage {
                    coverage.branch(branch, holds);
                }
                match (holds, other) {
                    (true, _) => self.collect(then, scope),
                    (false, Some(other)) => self.collect(other, scope),
                    (false, None) => Ok(()),
                }
            }
            Act::While(condition, body) => {
                // A loop sees the effects before it.
                self.flush()?;
                for _ in 0..=MOST_TURNS {
                    if !self.holds(condition, scope)? {
                        return Ok(());
                    }
                    self.burn(TURN_COSTS)?;
                    self.collect(body, scope)?;
                    self.flush()?;
                }
                Err(self.blame_act(Some(act), Fault::LoopTooLong))
            }
            Act::Then(condition, then) => match self.holds(condition, scope)? {
                true => self.collect(then, scope),
                false => Ok(()),
            },
            Act::Else(condition, other) => match self.holds(condition, scope)? {
                true => Ok(()),
                false => self.collect(other, scope),
            },
            Act::Look(any) => {
                let mut eval = self.eval(scope);
                let looked = eval.any(any);
                match eval.done(looked) {
                    Ok(_) => Ok(()),
                    Err(fault) => Err(self.blame(Node::Any(any), fault, scope)),
                }
            }
        }
    }

    /// Lets everything that was put aside happen.
    pub(super) fn flush(&mut self) -> Result<(), Fault> {
        if self.pending.is_empty() {
            return Ok(());
        }
        for index in 0..self.pending.len() {
            if let Err(fault) = self.happen(self.pending[index]) {
                let acts = self.trail.as_ref().map(|trail| &trail.acts);
                let act = acts.and_then(|acts| acts.get(index)).copied();
                return Err(self.blame_act(act, fault));
            }
        }
        if let Some(trail) = &mut self.trail {
            trail.acts.clear();
        }
        self.pending.clear();
        self.texts.clear();
        Ok(())
    }

    fn happen(&mut self, pending: Pending) -> Result<(), Fault> {
        match pending {
            Pending::Shuffle(zone) => self.shuffle(zone)?,
            Pending::Move(from, to, many) => self.move_cards(from, to, many)?,
            Pending::DrawCurrent(from, kind, many) => {
                let to = self.program.zones[usize::from(kind)].of(self.state.at.current);
                self.move_cards(from, to, many)?;
            }
            Pending::DealAll(from, kind, many) => {
                for seat in 0..self.state.seats() {
                    let to = self.program.zones[usize::from(kind)].of(seat);
                    self.move_cards(from, to, many)?;
                }
            }
            Pending::MoveRank(from, to, rank) => self.move_rank(from, to, rank)?,
            Pending::FlipTop(zone, many) => {
                let cards: SmallVec<[Piece; 64]> = self
                    .state
                    .table
                    .zone(zone)
                    .downwards()
                    .take(many as usize)
                    .collect();
                self.burn(cards.len())?;
                for card in cards {
                    self.state.at.turn_face(card, true);
                }
                self.sync(zone);
            }
            Pending::SetFaceUp(zone, index, up) => {
                let cards = self.state.table.zone(zone);
                let card = index.and_then(|index| cards.downwards().nth(index.into()));
                if let Some(card) = card {
                    self.state.at.turn_face(card, up);
                    self.sync(zone);
                }
            }
            Pending::CollectAllTo(zone) => self.collect_all(zone)?,
            Pending::CollectTrick(kind, to) => {
                for seat in 0..self.state.seats() {
                    let from = self.program.zones[usize::from(kind)].of(seat);
                    self.gather(from, to)?;
                }
            }
            Pending::EndTurn => self.end_turn(),
            Pending::Reverse if self.is_fixed() => {}
            Pending::Reverse => self.state.at.direction = -self.state.at.direction,
            Pending::SkipNext | Pending::SetNext(_) if self.is_fixed() => {}
            Pending::SkipNext => self.next_player(),
            Pending::SetNext(player) => {
                if let Some(seat) = player {
                    self.state.at.current = seat.0;
                }
            }
            Pending::SetLead(player) => {
                let seat = player.ok_or(Fault::NoPlayer)?;
                self.state.at.current = seat.0;
                if let Some(lead) = self.program.lead {
                    self.state.at.vars.set(lead.into(), Some(seat.0.into()));
                }
            }
            Pending::CalculateScores => self.calculate_scores()?,
            Pending::DetermineWinners => self.determine_winners()?,
            Pending::AccumulateScores => self.accumulate_scores()?,
            Pending::ResetRound => self.reset_round(),
            Pending::EndGame => self.state.at.status = Status::Finished,
            Pending::SetVar(var, value) => self.state.at.vars.set(var.into(), Some(value)),
            Pending::IncVar(var, more) => {
                let sum = self.state.at.vars.get(var.into()).unwrap_or(0.0) + more;
                self.state.at.vars.set(var.into(), Some(bounded(sum)));
            }
            Pending::SetText(var, text) => self.state.at.texts[usize::from(var)] = text,
            Pending::Say(seat, text) => {
                let word = Arc::clone(&self.program.words[text as usize]);
                self.say(seat, Name(word));
            }
            Pending::SayNew(seat, text) => {
                let text = Arc::from(&*self.texts[text as usize]);
                self.say(seat, Name(text));
            }
            Pending::SetNewText(var, text) => {
                let text = self.texts[text as usize].clone();
                let text = self.state.at.extra_text(self.program, &text);
                self.state.at.texts[usize::from(var)] = text;
            }
        }
        Ok(())
    }

    fn say(&mut self, seat: Seat, text: Name) {
        if text.as_str().is_empty() || self.state.said().count() >= MOST_MESSAGES {
            return;
        }
        let written = self.sink.say(self.state, Said { seat, text });
        self.check(written);
    }

    fn is_fixed(&self) -> bool {
        self.program.phases[usize::from(self.state.at.phase)].order == TurnOrder::Fixed
    }

    fn next_player(&mut self) {
        let seats = i16::from(self.state.seats());
        let direction = self.state.at.effective_direction(self.program);
        let next = i16::from(self.state.at.current) + i16::from(direction);
        self.state.at.current = next.rem_euclid(seats) as u8;
    }

    pub(super) fn end_turn(&mut self) {
        self.next_player();
        self.state.at.taken += 1;
        self.turn_ended = true;
    }
}
