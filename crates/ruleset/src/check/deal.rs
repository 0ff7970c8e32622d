//! Follows the opening of a match, for each number of players, up to where somebody acts or chance decides: are there
//! enough cards, and do the zones hold them?

use super::Findings;
use super::facts::Facts;
use super::fold::Fold;
use super::opening::{Position, Spot, Step, collect};
use super::range::Truth;
use crate::document::{Document, PhaseKind};
use crate::program::*;
use crate::{Code, Place, Problem};

pub(super) fn check(
    document: &Document,
    program: &Program,
    facts: &Facts,
    findings: &mut Findings,
) {
    check_deck_zone(program, findings);
    let players = document.meta.players;
    let (mut short, mut full) = (None, None);
    for seats in players.min..=players.max {
        let mut opening = Opening {
            document,
            fold: Fold::new(program, facts, (seats, seats)),
            seats,
            at: Position::first(program, seats),
            short: None,
            full: None,
        };
        opening.run();
        short = short.or(opening.short);
        full = full.or(opening.full);
        if short.is_some() && full.is_some() {
            break;
        }
    }
    for problem in [short, full].into_iter().flatten() {
        findings.report(problem);
    }
}

/// The deck itself must find room.
fn check_deck_zone(program: &Program, findings: &mut Findings) {
    let Some(kind) = program.deck_zone.number().checked_sub(1) else {
        return;
    };
    let (zone, cards) = (&program.zones[kind], program.deck.len());
    let Some(most) = zone.max_cards.filter(|most| usize::from(*most) < cards) else {
        return;
    };
    let place = Place::of("/zones").index(kind).field("maxCards");
    let message = format!(
        "the {cards} cards of the deck lie in '{}', which holds {most}",
        zone.name
    );
    let problem = Problem::new(Code::TooManyForZone, place, message)
        .expected(format!("at least {cards}, or no maxCards at all"));
    findings.report(
        problem.help("the deck lies in 'draw_pile', or else in the first zone without owner"),
    );
}

struct Opening<'f> {
    document: &'f Document,
    fold: Fold<'f>,
    seats: u8,
    at: Position,
    short: Option<Problem>,
    full: Option<Problem>,
}

impl Opening<'_> {
    /// Phase after phase, until something is not certain.
    fn run(&mut self) {
        let program = self.fold.program;
        let mut seen = vec![false; program.phases.len()];
        let mut phase = 0;
        while let Some(info) = program.phases.get(phase)
            && info.kind == PhaseKind::Automatic
            && !std::mem::replace(&mut seen[phase], true)
        {
            self.at.moods.done = Truth::NEVER;
            if self.enter(phase, &info.enter).is_none() || !info.step.is_empty() {
                return;
            }
            let Some(next) = self.next(info) else {
                return;
            };
            phase = next;
        }
    }

    fn next(&self, info: &PhaseInfo) -> Option<usize> {
        let fold = self.here(&self.at);
        for transition in info.transitions.iter().chain(&self.fold.program.global) {
            let truth = fold.bool(transition.when.tree);
            if truth.is_always() {
                return Some(transition.to.into());
            }
            if !truth.is_never() {
                return None;
            }
        }
        None
    }

    /// What is known in a position.
    fn here<'p>(&self, position: &'p Position) -> Fold<'p>
    where
        Self: 'p,
    {
        let fold = Fold::new(self.fold.program, self.fold.facts, self.fold.players);
        Fold {
            moods: position.moods,
            position: Some(position),
            ..fold
        }
    }

    /// All effects of a list are worked out before any happens. Nothing if one of them is not certain.
    fn enter(&mut self, phase: usize, acts: &[ActId]) -> Option<()> {
        if acts.is_empty() {
            return Some(());
        }
        let before = self.at.clone();
        let fold = self.here(&before);
        let mut steps = Vec::new();
        let mut acts = acts.iter().enumerate();
        let certain = acts.try_for_each(|(index, act)| collect(&fold, *act, index, &mut steps));
        for (index, step) in steps {
            self.happen(step, phase, index)?;
        }
        certain
    }

    /// Lets a step happen. Nothing if the match would stop there.
    fn happen(&mut self, step: Step, phase: usize, index: usize) -> Option<()> {
        let program = self.fold.program;
        match step {
            Step::Move(from, to, many) => {
                self.ask(from, to.len(), many, phase, index);
                for to in to {
                    let there = self.at.count(from.0, from.1);
                    self.shift(from, to, many.min(there), phase, index)?;
                }
                self.at.moods.dealt = Truth::ALWAYS;
            }
            Step::MoveAll(from, to) => {
                self.shift(from, to, self.at.count(from.0, from.1), phase, index)?;
                self.at.moods.dealt = Truth::ALWAYS;
            }
            Step::CollectAll(to) => {
                for kind in 0..program.zones.len() {
                    for seat in 0..self.at.seats_of(program, kind) {
                        self.gather((kind, seat), to, phase, index)?;
                    }
                }
            }
            Step::CollectTrick(kind, to) => {
                for seat in 0..self.at.seats {
                    self.gather((kind, seat), to, phase, index)?;
                }
            }
            Step::SetVar(var, value) => self.at.vars[usize::from(var)] = value,
            Step::IncVar(var, value) => {
                let slot = &mut self.at.vars[usize::from(var)];
                *slot = slot.zip(value).map(|(known, more)| known + more);
            }
            Step::ResetRound => {
                self.at.current = Some(0);
                self.at.vars = program.vars.iter().map(|var| var.initial).collect();
            }
            Step::Current(seat) => self.at.current = seat,
            Step::Lead(seat) => {
                self.at.current = seat;
                if let Some(lead) = program.lead {
                    self.at.vars[usize::from(lead)] = seat.map(f64::from);
                }
            }
            Step::EndTurn => (self.at.current, self.at.moods.done) = (None, Truth::SOMETIMES),
            Step::Scored => self.at.moods.scored = Truth::ALWAYS,
            Step::EndGame => self.at.moods.goes_on = Truth::NEVER,
            Step::Nothing => {}
        }
        Some(())
    }

    fn gather(&mut self, from: Spot, to: Spot, phase: usize, index: usize) -> Option<()> {
        match from == to {
            true => Some(()),
            false => self.shift(from, to, self.at.count(from.0, from.1), phase, index),
        }
    }

    /// Notes if the deck has fewer cards than are dealt from it.
    fn ask(&mut self, from: Spot, targets: usize, many: u32, phase: usize, index: usize) {
        let program = self.fold.program;
        if program.deck_zone.number() != from.0 + 1 || self.short.is_some() {
            return;
        }
        // More than there are altogether, to one place: that is how people write "the rest".
        if targets == 1 && many as usize >= program.deck.len() {
            return;
        }
        let wanted = u64::from(many) * targets as u64;
        let there = u64::from(self.at.count(from.0, from.1));
        if wanted <= there {
            return;
        }
        let (cards, zone) = (program.deck.len(), &program.zones[from.0].name);
        let rest = match there {
            0 => format!("'{zone}' is empty by then"),
            _ if there == cards as u64 => format!("there are only {cards}"),
            _ => format!("'{zone}' has only {there} of {cards} left"),
        };
        let dealt = match wanted {
            1 => "1 card is".into(),
            _ => format!("{wanted} cards are"),
        };
        let message = format!(
            "with {} {dealt} dealt here, but {rest}",
            players(self.seats)
        );
        let most = there / targets.max(1) as u64;
        let expected = match (most, targets) {
            (0, _) => "cards that are left for it".into(),
            (_, 1) => format!("at most {most}"),
            _ => format!("at most {most} for each"),
        };
        let help = match self.seats > self.document.meta.players.min {
            true => "deal fewer cards, allow fewer players, or let the deck have more copies",
            false => "deal fewer cards, or let the deck have more copies",
        };
        let problem = Problem::new(Code::DeckTooSmall, self.place(phase, index), message);
        self.short = Some(problem.expected(expected).help(help));
    }

    /// Moves cards, if there is room.
    fn shift(&mut self, from: Spot, to: Spot, many: u32, phase: usize, index: usize) -> Option<()> {
        if from == to {
            return None;
        }
        let zone = &self.fold.program.zones[to.0];
        let after = self.at.count(to.0, to.1) + many;
        if let Some(most) = zone.max_cards.filter(|most| u32::from(*most) < after) {
            let message = format!(
                "with {} '{}' gets {after} cards here, but holds {most}",
                players(self.seats),
                zone.name
            );
            let problem = Problem::new(Code::TooManyForZone, self.place(phase, index), message)
                .expected(format!("at most {most} cards"))
                .help(format!(
                    "move fewer cards, or let '{}' hold more by its maxCards",
                    zone.name
                ));
            self.full = Some(problem);
            return None;
        }
        self.at.shift(from, to, many);
        Some(())
    }

    /// Where an effect of an automatic phase stands.
    fn place(&self, phase: usize, index: usize) -> Place {
        let name = match self.document.phases.get(phase).map(|phase| &phase.on_enter) {
            Some(Some(_)) => "onEnter",
            _ => "automaticSequence",
        };
        Place::of("/phases").index(phase).field(name).index(index)
    }
}

fn players(seats: u8) -> String {
    match seats {
        1 => "1 player".into(),
        _ => format!("{seats} players"),
    }
}
