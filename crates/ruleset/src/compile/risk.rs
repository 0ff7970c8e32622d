//! Which actions may go wrong, so that they must be tried before they are offered.

use super::Compiler;
use crate::document::PhaseKind;
use crate::program::*;

impl Compiler<'_> {
    /// Notes for each action whether anything in what follows it may fail.
    pub(super) fn find_risks(&mut self) {
        let phases = &self.program.phases;
        let automatic = |to: usize| phases[to].kind == PhaseKind::Automatic;
        let follows = |phase: &PhaseInfo| {
            let all = phase.transitions.iter().chain(&self.program.global);
            let to = all.map(|transition| usize::from(transition.to));
            to.filter(|to| automatic(*to)).collect::<Vec<usize>>()
        };
        let follows: Vec<Vec<usize>> = phases.iter().map(follows).collect();
        // A phase is like those automatic phases that may follow it.
        let spread = |mut found: Vec<bool>| loop {
            let more: Vec<usize> = (0..phases.len())
                .filter(|phase| !found[*phase] && follows[*phase].iter().any(|to| found[*to]))
                .collect();
            if more.is_empty() {
                return found;
            }
            for phase in more {
                found[phase] = true;
            }
        };
        let risky = spread(phases.iter().map(|phase| self.phase_fails(phase)).collect());
        // Automatic phases that come round again may do so too often.
        let round = |phase: usize| automatic(phase) && comes_round(phase, &follows);
        let endless =
            (0..phases.len()).map(|phase| round(phase) || self.phase_loops(&phases[phase]));
        let endless = spread(endless.collect());
        let mut found = Vec::new();
        for ((phase, risky), endless) in phases.iter().zip(risky).zip(endless) {
            for action in &phase.actions {
                let play = action.play.as_ref();
                let own = action.effects.iter().any(|act| self.act_fails(*act, play));
                let ends = phase
                    .auto_end
                    .is_some_and(|auto| self.bool_fails(auto.tree, None));
                let loops = action.effects.iter().any(|act| self.act_loops(*act));
                found.push((own || ends || risky, loops || endless));
            }
        }
        let actions = self
            .program
            .phases
            .iter_mut()
            .flat_map(|phase| &mut phase.actions);
        for (action, (risky, endless)) in actions.zip(found) {
            action.risky = risky;
            action.endless = endless;
        }
    }

    /// Whether a phase has loops, or goes in steps: nobody knows how many it takes.
    fn phase_loops(&self, phase: &PhaseInfo) -> bool {
        !phase.step.is_empty() || phase.enter.iter().any(|act| self.act_loops(*act))
    }

    fn act_loops(&self, act: ActId) -> bool {
        match self.program.acts[act.0 as usize] {
            Act::While(..) => true,
            Act::Do(_) | Act::Look(_) => false,
            Act::If(_, then, other, _) => {
                self.act_loops(then) || other.is_some_and(|other| self.act_loops(other))
            }
            Act::Then(_, act) | Act::Else(_, act) => self.act_loops(act),
        }
    }

    fn phase_fails(&self, phase: &PhaseInfo) -> bool {
        let mut acts = phase.enter.iter().chain(&*phase.step);
        acts.any(|act| self.act_fails(*act, None))
    }

    /// Whether a score cannot be worked out, perhaps because a role that people do not play has no such zone.
    fn method_fails(&self) -> bool {
        let zones = &self.program.mine[self.scoring_zones..];
        let missing = zones.iter().any(|mine| {
            let mut roles = self.program.roles.iter().zip(&mine.roles);
            roles.any(|(role, zone)| !role.is_human && zone.is_none())
        });
        missing || self.num_fails(self.program.scoring.method, None)
    }

    /// Whether a score may be asked for before it has been worked out.
    fn scores_missing(&self) -> bool {
        let lists = self.program.phases.iter().flat_map(|phase| {
            let actions = phase.actions.iter().map(|action| &action.effects);
            actions.chain([&phase.enter, &phase.step])
        });
        let mut lists = lists;
        lists.any(|list| {
            let effects = list.iter().map(|act| self.program.acts[act.0 as usize]);
            let mut known = false;
            effects.into_iter().any(|act| match act {
                Act::Do(Effect::CalculateScores) => {
                    known = true;
                    false
                }
                Act::Do(Effect::DetermineWinners) => !known,
                Act::Do(_) | Act::Look(_) => false,
                // Who knows in which order things happen in there.
                Act::If(_, then, other, _) => {
                    self.determines(then) || other.is_some_and(|other| self.determines(other))
                }
                Act::While(_, act) | Act::Then(_, act) | Act::Else(_, act) => self.determines(act),
            })
        })
    }

    /// Whether winners are determined somewhere in an act.
    fn determines(&self, act: ActId) -> bool {
        match self.program.acts[act.0 as usize] {
            Act::Do(effect) => effect == Effect::DetermineWinners,
            Act::Look(_) => false,
            Act::If(_, then, other, _) => {
                self.determines(then) || other.is_some_and(|other| self.determines(other))
            }
            Act::While(_, act) | Act::Then(_, act) | Act::Else(_, act) => self.determines(act),
        }
    }

    fn winners_fail(&self) -> bool {
        let scoring = &self.program.scoring;
        let conditions = [Some(scoring.win), scoring.bust, scoring.tie];
        self.scores_missing()
            || conditions
                .iter()
                .flatten()
                .any(|condition| self.scored_fails(condition.tree))
    }

    /// Whether a condition can fail once all scores are known.
    fn scored_fails(&self, condition: BoolId) -> bool {
        match self.program.bools[condition.0 as usize] {
            Bool::Not(of) => self.scored_fails(of),
            Bool::And(a, b) | Bool::Or(a, b) => self.scored_fails(a) || self.scored_fails(b),
            Bool::Less(a, b) | Bool::LessOrEqual(a, b) | Bool::NumEqual(a, b) => {
                let known = |id: NumId| matches!(self.program.nums[id.0 as usize], Num::Score(_));
                let fails = |id: NumId| !known(id) && self.num_fails(id, None);
                fails(a) || fails(b)
            }
            _ => self.bool_fails(condition, None),
        }
    }

    fn act_fails(&self, act: ActId, play: Option<&PlayInfo>) -> bool {
        match self.program.acts[act.0 as usize] {
            Act::Do(effect) => self.effect_fails(effect, play),
            Act::If(condition, then, other, _) => {
                self.bool_fails(condition.tree, play)
                    || self.act_fails(then, play)
                    || other.is_some_and(|other| self.act_fails(other, play))
            }
            // A loop sees what happened before it: the card that was played may be gone.
            Act::While(condition, act) => {
                self.bool_fails(condition.tree, None) || self.act_fails(act, None)
            }
            Act::Then(condition, act) | Act::Else(condition, act) => {
                self.bool_fails(condition.tree, play) || self.act_fails(act, play)
            }
            Act::Look(any) => self.any_fails(any, play),
        }
    }

    fn effect_fails(&self, effect: Effect, play: Option<&PlayInfo>) -> bool {
        let zone = |zone| self.zone_fails(zone);
        let full = |to: ZoneId| match self.program.zone_exprs[to.0 as usize] {
            ZoneExpr::Fixed(zone) => self.program.zone_info(zone).max_cards.is_some(),
            ZoneExpr::Seat(kind, _) | ZoneExpr::Current(kind) => self.has_most(kind),
            ZoneExpr::Mine(mine) => self.program.mine[usize::from(mine)]
                .kind
                .is_none_or(|kind| self.has_most(kind)),
            ZoneExpr::OfSeat(..) | ZoneExpr::Named(_) => true,
        };
        // Two different ways to name a zone may name the same one.
        let same = |from: ZoneId, to: ZoneId| {
            let kind = |id: ZoneId| match self.program.zone_exprs[id.0 as usize] {
                ZoneExpr::Fixed(zone) => Some(zone.number() as u8 - 1),
                ZoneExpr::Seat(kind, _) | ZoneExpr::Current(kind) => Some(kind),
                ZoneExpr::Mine(mine) => self.program.mine[usize::from(mine)].kind,
                ZoneExpr::OfSeat(..) | ZoneExpr::Named(_) => None,
            };
            kind(from).is_none() || kind(to).is_none() || kind(from) == kind(to)
        };
        let num = |number| self.num_fails(number, play);
        match effect {
            Effect::Shuffle(at) | Effect::RevealAll(at) => zone(at),
            Effect::CollectAllTo(to) => zone(to) || full(to),
            Effect::Deal(from, to, count)
            | Effect::Draw(from, to, count)
            | Effect::MoveTop(from, to, count) => {
                zone(from) || zone(to) || full(to) || same(from, to) || num(count)
            }
            Effect::DealAll(from, kind, count) => zone(from) || self.has_most(kind) || num(count),
            Effect::MoveAll(from, to) => zone(from) || zone(to) || full(to) || same(from, to),
            Effect::MoveRank(from, to, rank) => {
                zone(from) || zone(to) || full(to) || same(from, to) || self.text_fails(rank, play)
            }
            Effect::FlipTop(at, count) => zone(at) || num(count),
            Effect::SetFaceUp(at, index, up) => zone(at) || num(index) || self.bool_fails(up, play),
            Effect::CollectTrick(_, to) => zone(to) || full(to),
            Effect::SetNext(number) | Effect::SetVar(_, number) | Effect::IncVar(_, number) => {
                num(number)
            }
            Effect::SetText(_, text) | Effect::Say(text) => self.text_fails(text, play),
            Effect::EndTurn
            | Effect::Reverse
            | Effect::SkipNext
            | Effect::AccumulateScores
            | Effect::ResetRound
            | Effect::EndGame => false,
            Effect::CalculateScores => self.method_fails(),
            Effect::DetermineWinners => self.winners_fail(),
            // Whoever may fail is tried on a copy: slower, and always right.
            _ => true,
        }
    }

    fn has_most(&self, kind: u8) -> bool {
        self.program.zones[usize::from(kind)].max_cards.is_some()
    }

    fn zone_fails(&self, zone: ZoneId) -> bool {
        match self.program.zone_exprs[zone.0 as usize] {
            ZoneExpr::Fixed(_) | ZoneExpr::Current(_) => false,
            ZoneExpr::Seat(_, seat) => seat >= self.document.meta.players.min,
            ZoneExpr::Mine(mine) => self.program.mine[usize::from(mine)].kind.is_none(),
            ZoneExpr::OfSeat(..) | ZoneExpr::Named(_) => true,
        }
    }

    /// Whether there may be no card at an index: there always is one where a card has just been played.
    fn index_fails(&self, zone: ZoneId, index: NumId, play: Option<&PlayInfo>) -> bool {
        let first = self.program.nums[index.0 as usize] == Num::Const(0.0);
        let kind = match self.program.zone_exprs[zone.0 as usize] {
            ZoneExpr::Fixed(zone) => Some(zone.number() as u8 - 1),
            ZoneExpr::Mine(mine) => self.program.mine[usize::from(mine)].kind,
            _ => None,
        };
        let played =
            play.is_some_and(|play| play.to.len() == 1 && play.to.first().copied() == kind);
        !(first && played)
    }

    fn num_fails(&self, number: NumId, play: Option<&PlayInfo>) -> bool {
        let num = |number| self.num_fails(number, play);
        match self.program.nums[number.0 as usize] {
            Num::Const(_)
            | Num::TurnNumber
            | Num::PlayerCount
            | Num::PlayerIndex
            | Num::Direction
            | Num::PlayedIndex
            | Num::MyScore
            | Num::MaxCumulative
            | Num::MinCumulative
            | Num::TrickCardCount(_)
            | Num::TrickWinner(_) => false,
            Num::Var(var) => self.program.vars[usize::from(var)].initial.is_none(),
            Num::Negative(of) | Num::Cumulative(of) => num(of),
            Num::Plus(a, b) | Num::Minus(a, b) | Num::Times(a, b) => num(a) || num(b),
            Num::Divided(a, b) | Num::Remainder(a, b) => {
                num(a)
                    || !matches!(self.program.nums[b.0 as usize], Num::Const(number) if number != 0.0)
            }
            Num::If(condition, a, b, _) => self.bool_fails(condition, play) || num(a) || num(b),
            Num::CardCount(zone)
            | Num::MaxCardRank(zone)
            | Num::MaxSetSize(zone)
            | Num::MaxRunLength(zone) => self.zone_fails(zone),
            Num::PokerHand(zone, other) => self.zone_fails(zone) || self.zone_fails(other),
            Num::HandValue(zone, number)
            | Num::CountSets(zone, number)
            | Num::CountRuns(zone, number) => self.zone_fails(zone) || num(number),
            Num::CardRank(zone, index) => {
                self.zone_fails(zone) || num(index) || self.index_fails(zone, index, play)
            }
            Num::CountRank(zone, text) | Num::CountSuit(zone, text) | Num::SumSuit(zone, text) => {
                self.zone_fails(zone) || self.text_fails(text, play)
            }
            _ => true,
        }
    }

    fn bool_fails(&self, condition: BoolId, play: Option<&PlayInfo>) -> bool {
        let bool = |condition| self.bool_fails(condition, play);
        let num = |number| self.num_fails(number, play);
        match self.program.bools[condition.0 as usize] {
            Bool::Const(_)
            | Bool::AllPlayersDone
            | Bool::Dealt
            | Bool::Scored
            | Bool::Continue
            | Bool::IsAvailabilityCheck => false,
            Bool::Not(of) => bool(of),
            Bool::TextVarIs(..) | Bool::Mark(..) | Bool::PlayedRankIs(_) => false,
            Bool::And(a, b) | Bool::Or(a, b) | Bool::SameTruth(a, b) => bool(a) || bool(b),
            Bool::If(condition, a, b, _) => bool(condition) || bool(a) || bool(b),
            Bool::Less(a, b) | Bool::LessOrEqual(a, b) | Bool::NumEqual(a, b) => num(a) || num(b),
            Bool::CountIs(zone, _) => self.zone_fails(zone),
            Bool::TextEqual(a, b) => self.text_fails(a, play) || self.text_fails(b, play),
            Bool::AnyEqual(a, b) => self.any_fails(a, play) || self.any_fails(b, play),
            Bool::HasSuit(zone, text) | Bool::HasRank(zone, text) => {
                self.zone_fails(zone) || self.text_fails(text, play)
            }
            Bool::HasCard(zone, a, b) => {
                self.zone_fails(zone) || self.text_fails(a, play) || self.text_fails(b, play)
            }
            Bool::HasPlayable(a, b) => self.zone_fails(a) || self.zone_fails(b),
            Bool::HasFlush(zone, number) | Bool::HasStraight(zone, number) => {
                self.zone_fails(zone) || num(number)
            }
            _ => true,
        }
    }

    fn text_fails(&self, text: TextId, play: Option<&PlayInfo>) -> bool {
        match self.program.texts[text.0 as usize] {
            Text::Const(_) | Text::Var(_) | Text::LedSuit(_) => false,
            Text::VarNamed(_) | Text::FromAny(_) => true,
            Text::If(condition, a, b, _) => {
                self.bool_fails(condition, play)
                    || self.text_fails(a, play)
                    || self.text_fails(b, play)
            }
            Text::CardSuit(zone, index) | Text::CardRankName(zone, index) => {
                self.zone_fails(zone)
                    || self.num_fails(index, play)
                    || self.index_fails(zone, index, play)
            }
            Text::PokerName(number) => self.num_fails(number, play),
            Text::Concat(a, b) => self.any_fails(a, play) || self.any_fails(b, play),
            Text::ZoneName(zone) => self.zone_fails(zone),
        }
    }

    fn any_fails(&self, any: AnyId, play: Option<&PlayInfo>) -> bool {
        match self.program.anys[any.0 as usize] {
            Any::Num(number) => self.num_fails(number, play),
            Any::Bool(condition) => self.bool_fails(condition, play),
            Any::Text(text) => self.text_fails(text, play),
            Any::Param(name) => self.text_fails(name, play),
            Any::If(condition, a, b, _) => {
                self.bool_fails(condition, play)
                    || self.any_fails(a, play)
                    || self.any_fails(b, play)
            }
        }
    }
}

/// Whether automatic phases lead from a phase back to it.
fn comes_round(phase: usize, follows: &[Vec<usize>]) -> bool {
    let mut seen = vec![false; follows.len()];
    let mut open = follows[phase].clone();
    while let Some(next) = open.pop() {
        if next == phase {
            return true;
        }
        if !std::mem::replace(&mut seen[next], true) {
            open.extend(&follows[next]);
        }
    }
    false
}
