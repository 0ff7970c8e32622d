//! Conditions of actions that give away cards which the player does not see (R604).

use super::Findings;
use super::facts::kind_of;
use crate::document::PhaseKind;
use crate::program::*;
use crate::{Code, Place, Problem};

pub(super) fn check(program: &Program, findings: &mut Findings) {
    for (phase, info) in program.phases.iter().enumerate() {
        for (index, action) in info.actions.iter().enumerate() {
            let Some(condition) = action.condition else {
                continue;
            };
            let mut reader = Reader {
                program,
                phase,
                secret: None,
                asks_who: false,
                from: action.play.as_ref().map_or(&[], |play| &play.from),
                own: None,
            };
            reader.bool(condition.tree);
            if let Some(kind) = reader.own.filter(|_| info.kind == PhaseKind::AllPlayers) {
                tells_others(program, findings, (phase, index), kind);
            }
            let Some((kind, by_seat)) = reader.secret else {
                continue;
            };
            // A condition that asks who acts may well look into that player's own zone.
            if by_seat && reader.asks_who {
                continue;
            }
            let zone = &program.zones[kind].name;
            let place = Place::of("/phases").index(phase).field("actions");
            let message = format!(
                "players do not see the cards of '{zone}', but whether '{}' is possible tells about them",
                action.name
            );
            let problem = Problem::new(
                Code::ReadsSecrets,
                place.index(index).field("condition"),
                message,
            )
            .expected("a condition on cards that the player sees; counting cards is fine");
            findings.report(problem.help(format!(
                "ask in the effect with if(…), or let players see '{zone}' in the phase '{}'",
                info.name
            )));
        }
    }
}

/// Where all act at once everybody sees who still can.
fn tells_others(program: &Program, findings: &mut Findings, at: (usize, usize), kind: usize) {
    let (phase, index) = at;
    let place = Place::of("/phases").index(phase).field("actions");
    let zone = &program.zones[kind].name;
    let message = format!(
        "who may act tells everybody about the cards of '{zone}', which only their owner sees"
    );
    let problem = Problem::new(
        Code::ReadsSecrets,
        place.index(index).field("condition"),
        message,
    );
    let help = "let players act one after the other (turn_based), or offer something to everybody";
    findings.report(problem.help(help));
}

struct Reader<'p> {
    program: &'p Program,
    phase: usize,
    /// The first zone whose cards are read and not seen, and whether it would be seen by its own player.
    secret: Option<(usize, bool)>,
    /// Whether it is asked whose turn it is.
    asks_who: bool,
    /// The zones from which a card is played.
    from: &'p [u8],
    /// The first zone of the player's own that only they see into, and that is read.
    own: Option<usize>,
}

impl Reader<'_> {
    /// The cards of a zone are read: all of them, or the one at an index.
    fn reads(&mut self, zone: ZoneId, index: Option<NumId>) {
        let program = self.program;
        let Some(kind) = kind_of(program, zone) else {
            return;
        };
        let top = index.is_some_and(|index| program.nums[index.0 as usize] == Num::Const(0.0));
        let own = match program.zone_exprs[zone.0 as usize] {
            ZoneExpr::Mine(_) | ZoneExpr::Current(_) => true,
            ZoneExpr::OfSeat(_, seat) => {
                self.num(seat);
                program.nums[seat.0 as usize] == Num::PlayerIndex
            }
            ZoneExpr::Fixed(_) | ZoneExpr::Seat(..) | ZoneExpr::Named(_) => false,
        };
        self.note(kind, own, top);
    }

    fn note(&mut self, kind: usize, own: bool, top: bool) {
        let Some(shows) = self.program.zones[kind].shows.get(self.phase) else {
            return;
        };
        let secret = match shows {
            Shows::Public => false,
            Shows::Owner => !own,
            Shows::FaceUp => true,
            Shows::FirstCard => !top,
            Shows::Hidden => true,
        };
        if own && *shows == Shows::Owner {
            self.own.get_or_insert(kind);
        }
        // What nobody sees counts for more than what somebody sees.
        let by_seat = *shows == Shows::Owner;
        if secret && self.secret.is_none_or(|(_, before)| before && !by_seat) {
            self.secret = Some((kind, by_seat));
        }
    }

    fn num(&mut self, id: NumId) {
        match self.program.nums[id.0 as usize] {
            Num::Negative(a) | Num::Cumulative(a) => self.num(a),
            Num::Plus(a, b)
            | Num::Minus(a, b)
            | Num::Times(a, b)
            | Num::Divided(a, b)
            | Num::Remainder(a, b) => {
                self.num(a);
                self.num(b);
            }
            Num::If(condition, a, b, _) => {
                self.bool(condition);
                self.num(a);
                self.num(b);
            }
            Num::FromAny(any) => self.any(any),
            Num::PlayerIndex => self.asks_who = true,
            Num::HandValue(zone, number)
            | Num::CountSets(zone, number)
            | Num::CountRuns(zone, number) => {
                self.reads(zone, None);
                self.num(number);
            }
            Num::CardRank(zone, index) => self.card(zone, index),
            Num::CountRank(zone, text) | Num::CountSuit(zone, text) | Num::SumSuit(zone, text) => {
                self.reads(zone, None);
                self.text(text);
            }
            Num::MaxCardRank(zone) | Num::MaxSetSize(zone) | Num::MaxRunLength(zone) => {
                self.reads(zone, None);
            }
            Num::PokerHand(zone, other) => {
                self.reads(zone, None);
                self.reads(other, None);
            }
            Num::TrickWinner(kind) => self.note(kind.into(), false, true),
            Num::VarNamed(name) => self.text(name),
            Num::Const(_)
            | Num::Var(_)
            | Num::TurnNumber
            | Num::PlayerCount
            | Num::Direction
            | Num::PlayedIndex
            | Num::MyScore
            | Num::Score(_)
            | Num::CardCount(_)
            | Num::TrickCardCount(_)
            | Num::MaxCumulative
            | Num::MinCumulative => {}
        }
    }

    fn card(&mut self, zone: ZoneId, index: NumId) {
        self.reads(zone, Some(index));
        self.num(index);
    }

    fn bool(&mut self, id: BoolId) {
        match self.program.bools[id.0 as usize] {
            Bool::Not(a) => self.bool(a),
            Bool::And(a, b) | Bool::Or(a, b) | Bool::SameTruth(a, b) => {
                self.bool(a);
                self.bool(b);
            }
            Bool::If(condition, a, b, _) => {
                self.bool(condition);
                self.bool(a);
                self.bool(b);
            }
            Bool::Less(a, b) | Bool::LessOrEqual(a, b) | Bool::NumEqual(a, b) => {
                self.num(a);
                self.num(b);
            }
            Bool::TextEqual(a, b) => {
                self.text(a);
                self.text(b);
            }
            Bool::AnyEqual(a, b) => {
                self.any(a);
                self.any(b);
            }
            Bool::FromAny(any) => self.any(any),
            Bool::HasSuit(zone, text) | Bool::HasRank(zone, text) => {
                self.reads(zone, None);
                self.text(text);
            }
            Bool::HasCard(zone, a, b) => {
                self.reads(zone, None);
                self.text(a);
                self.text(b);
            }
            Bool::CardMatchesTop(zone, index, target) => {
                self.card(zone, index);
                self.top(target);
            }
            Bool::PlayedMatchesTop(target) => {
                for from in self.from {
                    self.note(usize::from(*from), true, false);
                }
                self.top(target);
            }
            Bool::HasPlayable(zone, target) => {
                self.reads(zone, None);
                self.top(target);
            }
            Bool::HasFlush(zone, number) | Bool::HasStraight(zone, number) => {
                self.reads(zone, None);
                self.num(number);
            }
            Bool::TopRankIs(zone, _) | Bool::TopSuitIs(zone, _) => self.top(zone),
            Bool::PlayedSuitIs(text) => self.text(text),
            Bool::Const(_)
            | Bool::CountIs(..)
            | Bool::TextVarIs(..)
            | Bool::PlayedRankIs(_)
            | Bool::Mark(..)
            | Bool::AllPlayersDone
            | Bool::Dealt
            | Bool::Scored
            | Bool::Continue
            | Bool::IsAvailabilityCheck => {}
        }
    }

    /// The top card of a zone is read.
    fn top(&mut self, zone: ZoneId) {
        if let Some(kind) = kind_of(self.program, zone) {
            let mine = matches!(
                self.program.zone_exprs[zone.0 as usize],
                ZoneExpr::Mine(_) | ZoneExpr::Current(_)
            );
            self.note(kind, mine, true);
        }
    }

    fn text(&mut self, id: TextId) {
        match self.program.texts[id.0 as usize] {
            Text::If(condition, a, b, _) => {
                self.bool(condition);
                self.text(a);
                self.text(b);
            }
            Text::FromAny(any) => self.any(any),
            Text::CardSuit(zone, index) | Text::CardRankName(zone, index) => self.card(zone, index),
            Text::LedSuit(kind) => self.note(kind.into(), false, true),
            Text::Concat(a, b) => {
                self.any(a);
                self.any(b);
            }
            Text::VarNamed(name) => self.text(name),
            Text::PokerName(number) => self.num(number),
            Text::Const(_) | Text::Var(_) | Text::ZoneName(_) => {}
        }
    }

    fn any(&mut self, id: AnyId) {
        match self.program.anys[id.0 as usize] {
            Any::Num(number) => self.num(number),
            Any::Bool(condition) => self.bool(condition),
            Any::Text(text) | Any::Param(text) => self.text(text),
            Any::If(condition, a, b, _) => {
                self.bool(condition);
                self.any(a);
                self.any(b);
            }
        }
    }
}
