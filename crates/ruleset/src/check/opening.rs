//! How the cards lie before anybody has acted, and what happens to them for certain.

use super::facts::Moods;
use super::fold::Fold;
use super::range::Truth;
use crate::program::*;

/// How the cards lie while nobody has acted yet.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// By the number of the zone, then of the seat.
    counts: Vec<u32>,
    pub seats: usize,
    /// Nothing for variables that are not there, or not known.
    pub vars: Vec<Option<f64>>,
    /// Whose turn it is, if that is known.
    pub current: Option<u8>,
    pub moods: Moods,
}

/// A zone by its number, and a seat.
pub(super) type Spot = (usize, usize);

impl Position {
    pub fn first(program: &Program, players: u8) -> Position {
        let seats = usize::from(players.max(1));
        let mut counts = vec![0; program.zones.len() * seats];
        let deck = program.deck_zone.number().checked_sub(1);
        if let Some(pile) = deck.and_then(|deck| counts.get_mut(deck * seats)) {
            *pile = program.deck.len() as u32;
        }
        Position {
            counts,
            seats,
            vars: program.vars.iter().map(|var| var.initial).collect(),
            current: Some(0),
            moods: Moods {
                done: Truth::NEVER,
                dealt: Truth::NEVER,
                scored: Truth::NEVER,
                goes_on: Truth::SOMETIMES,
            },
        }
    }

    pub fn count(&self, kind: usize, seat: usize) -> u32 {
        self.counts[kind * self.seats + seat]
    }

    /// Moves cards; there are as many.
    pub fn shift(&mut self, from: Spot, to: Spot, many: u32) {
        self.counts[from.0 * self.seats + from.1] -= many;
        self.counts[to.0 * self.seats + to.1] += many;
    }

    pub fn seats_of(&self, program: &Program, kind: usize) -> usize {
        if program.zones[kind].is_each() {
            self.seats
        } else {
            1
        }
    }

    /// The zone that an expression means, if that is known and it is there.
    pub fn spot(&self, fold: &Fold<'_>, zone: ZoneId) -> Option<Spot> {
        let program = fold.program;
        let (kind, seat) = match program.zone_exprs[zone.0 as usize] {
            ZoneExpr::Fixed(zone) => (zone.number().checked_sub(1)?, 0),
            ZoneExpr::Seat(kind, seat) => (kind.into(), seat.into()),
            ZoneExpr::Mine(mine) => {
                let kind = program.mine[usize::from(mine)].kind?;
                (kind.into(), self.current?.into())
            }
            ZoneExpr::Current(kind) => (kind.into(), self.current?.into()),
            ZoneExpr::OfSeat(kind, seat) => (kind.into(), fold.num(seat).number()? as usize),
            ZoneExpr::Named(_) => return None,
        };
        (seat < self.seats_of(program, kind)).then_some((kind, seat))
    }
}

/// Something that happens in the opening, with everything worked out.
pub(super) enum Step {
    /// So many cards from one zone to each of these.
    Move(Spot, Vec<Spot>, u32),
    MoveAll(Spot, Spot),
    CollectAll(Spot),
    CollectTrick(usize, Spot),
    SetVar(u16, Option<f64>),
    IncVar(u16, Option<f64>),
    ResetRound,
    Current(Option<u8>),
    Lead(Option<u8>),
    EndTurn,
    Scored,
    EndGame,
    Nothing,
}

impl Step {
    fn changes_turn(&self) -> bool {
        matches!(
            self,
            Step::Current(_) | Step::Lead(_) | Step::EndTurn | Step::ResetRound
        )
    }
}

/// Works out an act of a list, by its number there. Nothing if that is not possible.
pub(super) fn collect(
    fold: &Fold<'_>,
    act: ActId,
    index: usize,
    steps: &mut Vec<(usize, Step)>,
) -> Option<()> {
    let chosen = |condition: Condition| match fold.bool(condition.tree) {
        truth if truth.is_always() => Some(true),
        truth if truth.is_never() && !truth.fails => Some(false),
        _ => None,
    };
    match fold.program.acts[act.0 as usize] {
        Act::Do(effect) => {
            let by_turn = |zone: ZoneId| {
                matches!(
                    fold.program.zone_exprs[zone.0 as usize],
                    ZoneExpr::Current(_)
                )
            };
            // It goes to whoever's turn it is by then.
            if matches!(effect, Effect::Draw(_, to, _) if by_turn(to))
                && steps.iter().any(|(_, step)| step.changes_turn())
            {
                return None;
            }
            steps.push((index, step(fold, effect)?));
        }
        Act::If(condition, then, other, _) => match (chosen(condition)?, other) {
            (true, _) => collect(fold, then, index, steps)?,
            (false, Some(other)) => collect(fold, other, index, steps)?,
            (false, None) => {}
        },
        Act::Then(condition, act) if chosen(condition)? => collect(fold, act, index, steps)?,
        Act::Else(condition, act) if !chosen(condition)? => collect(fold, act, index, steps)?,
        Act::Then(..) | Act::Else(..) | Act::Look(_) => {}
        // How often it goes round is for the match to find out.
        Act::While(..) => return None,
    }
    Some(())
}

/// An effect with everything worked out; nothing if that is not possible.
fn step(fold: &Fold<'_>, effect: Effect) -> Option<Step> {
    let position = fold.position?;
    let spot = |zone| position.spot(fold, zone);
    let seat = |player| {
        let (seat, seats) = (fold.num(player).number()?, f64::from(fold.players.1));
        (seat.fract() == 0.0 && (0.0..seats).contains(&seat)).then_some(seat as u8)
    };
    let count = |number| Some(fold.num(number).number()?.clamp(0.0, 1e6) as u32);
    Some(match effect {
        Effect::Deal(from, to, many)
        | Effect::Draw(from, to, many)
        | Effect::MoveTop(from, to, many) => Step::Move(spot(from)?, vec![spot(to)?], count(many)?),
        Effect::DealAll(from, kind, many) => {
            let kind = usize::from(kind);
            let seats = 0..position.seats;
            Step::Move(
                spot(from)?,
                seats.map(|seat| (kind, seat)).collect(),
                count(many)?,
            )
        }
        Effect::MoveAll(from, to) => Step::MoveAll(spot(from)?, spot(to)?),
        Effect::CollectAllTo(to) => Step::CollectAll(spot(to)?),
        Effect::CollectTrick(kind, to) => Step::CollectTrick(kind.into(), spot(to)?),
        Effect::SetVar(var, value) => Step::SetVar(var, fold.num(value).number()),
        Effect::IncVar(var, value) => Step::IncVar(var, fold.num(value).number()),
        Effect::ResetRound => Step::ResetRound,
        Effect::SetNext(player) => Step::Current(seat(player)),
        Effect::SetLead(player) => Step::Lead(seat(player)),
        Effect::SkipNext => Step::Current(None),
        Effect::EndTurn => Step::EndTurn,
        Effect::CalculateScores | Effect::DetermineWinners => Step::Scored,
        Effect::EndGame => Step::EndGame,
        Effect::Shuffle(_)
        | Effect::FlipTop(..)
        | Effect::SetFaceUp(..)
        | Effect::RevealAll(_)
        | Effect::Reverse
        | Effect::Say(_)
        | Effect::SetText(..)
        | Effect::SetTextNamed(..) => Step::Nothing,
        // Chance or a name decides, or nobody has said.
        _ => return None,
    })
}
