//! What the whole ruleset says about zones, variables and phases: where cards can get, what can be set, who can end a turn.

use std::cell::Cell;

use super::fold::Fold;
use super::range::{Range, Truth};
use crate::document::PhaseKind;
use crate::program::*;

/// What holds in every match of a ruleset.
pub(super) struct Facts {
    /// By the number of a zone: whether a card can ever lie there.
    pub filled: Vec<bool>,
    /// What a variable may be; anything for most.
    pub vars: Vec<Range>,
    /// What a text may be; nothing for those that may be anything.
    pub texts: Vec<Option<Vec<TextNumber>>>,
    /// How many cards of a rank and of a suit the deck has, by word.
    pub ranks: Vec<u16>,
    pub suits: Vec<u16>,
    /// The lowest and highest value of a card.
    pub value: Range,
    /// The lowest and highest value of cards together.
    pub sum: Range,
    pub phases: Vec<PhaseFacts>,
    /// Whether anything scores or ends the game at all.
    pub scores: bool,
    /// How many parts of expressions were worked out so far.
    pub work: Cell<u32>,
}

/// What holds in a phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct PhaseFacts {
    /// Whether it scores or ends the game, or may do so.
    pub scores: bool,
    pub moods: Moods,
}

/// What the builtins without arguments say when the transitions of a phase are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moods {
    pub done: Truth,
    pub dealt: Truth,
    pub scored: Truth,
    pub goes_on: Truth,
}

impl Moods {
    pub const OPEN: Moods = Moods {
        done: Truth::SOMETIMES,
        dealt: Truth::SOMETIMES,
        scored: Truth::SOMETIMES,
        goes_on: Truth::SOMETIMES,
    };
}

impl Facts {
    pub fn of(program: &Program, players: (u8, u8)) -> Facts {
        let values = || program.cards.iter().flat_map(|card| [card.value, card.low]);
        let value = values()
            .map(Range::only)
            .reduce(Range::or)
            .unwrap_or(Range::only(0.0));
        let words = program.words.len();
        let (mut ranks, mut suits, mut sum) = (vec![0; words], vec![0; words], Range::only(0.0));
        let deck = program.deck.iter();
        for card in deck.filter_map(|card| program.cards.get(usize::from(*card))) {
            let (low, high) = (card.value.min(card.low), card.value.max(card.low));
            sum = sum.plus(Range::of(low.min(0.0), high.max(0.0)));
            ranks[card.rank as usize] += 1;
            suits[card.suit as usize] += 1;
        }
        let mut facts = Facts {
            filled: filled(program),
            vars: vec![Range::ANY.or_fails(true); program.vars.len()],
            texts: vec![None; program.text_vars.len()],
            ranks,
            suits,
            value,
            sum,
            phases: Vec::new(),
            scores: false,
            work: Cell::new(0),
        };
        facts.texts = texts(program);
        facts.vars = vars(program, &Fold::new(program, &facts, players));
        facts.phases = phases(program);
        facts.scores = facts.phases.iter().any(|phase| phase.scores);
        facts
    }
}

/// Calls `look` with every effect of a list, and whether it happens for certain.
pub(super) fn each_effect(program: &Program, acts: &[ActId], look: &mut impl FnMut(Effect, bool)) {
    for act in acts {
        visit(program, *act, true, look);
    }
}

pub(super) fn visit(
    program: &Program,
    act: ActId,
    certain: bool,
    look: &mut impl FnMut(Effect, bool),
) {
    match program.acts[act.0 as usize] {
        Act::Do(effect) => look(effect, certain),
        Act::If(_, then, other, _) => {
            visit(program, then, false, look);
            if let Some(other) = other {
                visit(program, other, false, look);
            }
        }
        Act::While(_, act) | Act::Then(_, act) | Act::Else(_, act) => {
            visit(program, act, false, look);
        }
        Act::Look(_) => {}
    }
}

/// Calls `look` with every effect of the ruleset.
fn everywhere(program: &Program, mut look: impl FnMut(Effect)) {
    for phase in &program.phases {
        let actions = phase.actions.iter().map(|action| &action.effects);
        for acts in [&phase.enter, &phase.step].into_iter().chain(actions) {
            each_effect(program, acts, &mut |effect, _| look(effect));
        }
    }
}

/// The number of a zone among those of the ruleset, if it is known.
pub(super) fn kind_of(program: &Program, zone: ZoneId) -> Option<usize> {
    match program.zone_exprs[zone.0 as usize] {
        ZoneExpr::Fixed(zone) => zone.number().checked_sub(1),
        ZoneExpr::Seat(kind, _) | ZoneExpr::Current(kind) | ZoneExpr::OfSeat(kind, _) => {
            Some(kind.into())
        }
        ZoneExpr::Mine(mine) => program.mine[usize::from(mine)].kind.map(usize::from),
        ZoneExpr::Named(_) => None,
    }
}

/// From where to where an effect can move cards; nothing stands for any zone.
type Way = (Option<usize>, Option<usize>);

fn filled(program: &Program) -> Vec<bool> {
    let mut ways: Vec<Way> = Vec::new();
    let kind = |zone| kind_of(program, zone);
    everywhere(program, |effect| match effect {
        Effect::Deal(from, to, _)
        | Effect::Draw(from, to, _)
        | Effect::MoveTop(from, to, _)
        | Effect::MoveAll(from, to)
        | Effect::MoveRank(from, to, _) => ways.push((kind(from), kind(to))),
        Effect::DealAll(from, to, _) => ways.push((kind(from), Some(to.into()))),
        Effect::CollectAllTo(to) => ways.push((None, kind(to))),
        Effect::CollectTrick(from, to) => ways.push((Some(from.into()), kind(to))),
        _ => {}
    });
    let actions = program.phases.iter().flat_map(|phase| &phase.actions);
    for play in actions.filter_map(|action| action.play.as_ref()) {
        for from in &play.from {
            let to = play.to.iter();
            ways.extend(to.map(|to| (Some(usize::from(*from)), Some(usize::from(*to)))));
        }
    }
    ways.sort_unstable();
    ways.dedup();
    let mut filled = vec![false; program.zones.len()];
    if let Some(first) = program.deck_zone.number().checked_sub(1) {
        filled[first] = true;
    }
    loop {
        let mut changed = false;
        for (from, to) in &ways {
            if from.is_some_and(|from| !filled[from]) {
                continue;
            }
            match to {
                Some(to) => changed |= !std::mem::replace(&mut filled[*to], true),
                None => return vec![true; filled.len()],
            }
        }
        if !changed {
            return filled;
        }
    }
}

/// What variables can be: of those that are only ever set, what they are set to.
fn vars(program: &Program, fold: &Fold<'_>) -> Vec<Range> {
    let mut set: Vec<Option<Range>> = vec![None; program.vars.len()];
    let mut named = false;
    everywhere(program, |effect| match effect {
        Effect::SetVar(var, value) => {
            let (slot, range) = (&mut set[usize::from(var)], fold.num(value));
            *slot = Some(slot.map_or(range, |known| known.or(range)));
        }
        Effect::IncVar(var, _) => set[usize::from(var)] = Some(Range::ANY),
        Effect::SetVarNamed(..) | Effect::IncVarNamed(..) => named = true,
        _ => {}
    });
    let ranges = program.vars.iter().zip(set).zip(0..);
    ranges
        .map(|((var, set), number)| match (var.initial, set) {
            // One that nothing sets is a number with a name, there to be changed by whoever edits the file.
            (initial, None) => Range::ANY.or_fails(initial.is_none()),
            (initial, _) if named || var.lasts || program.lead == Some(number) => {
                Range::ANY.or_fails(initial.is_none())
            }
            (Some(initial), Some(set)) => Range::only(initial).or(Range {
                fails: false,
                ..set
            }),
            (None, Some(set)) => set.or_fails(true),
        })
        .collect()
}

/// What texts can be: of those that are only ever set to texts of the ruleset, these.
fn texts(program: &Program) -> Vec<Option<Vec<TextNumber>>> {
    let initial = |var: &TextVarInfo| Some(vec![var.initial.unwrap_or(0)]);
    let mut texts: Vec<_> = program.text_vars.iter().map(initial).collect();
    let mut named = false;
    everywhere(program, |effect| match effect {
        Effect::SetText(var, text) => {
            let slot = &mut texts[usize::from(var)];
            let mut words = slot.take();
            let known = words
                .as_mut()
                .is_some_and(|words| constants(program, text, words));
            *slot = words.filter(|words| known && words.len() <= 50);
        }
        Effect::SetTextNamed(..) => named = true,
        _ => {}
    });
    if named {
        texts.fill(None);
    }
    texts
}

/// Adds the texts that an expression may be. Says whether these are all.
fn constants(program: &Program, text: TextId, words: &mut Vec<TextNumber>) -> bool {
    match program.texts[text.0 as usize] {
        Text::Const(word) => {
            if !words.contains(&word) {
                words.push(word);
            }
            true
        }
        Text::If(_, then, other, _) => {
            constants(program, then, words) && constants(program, other, words)
        }
        _ => false,
    }
}

fn phases(program: &Program) -> Vec<PhaseFacts> {
    let (mut deals, mut scores) = (false, false);
    everywhere(program, |effect| {
        deals |= is_deal(effect);
        scores |= is_score(effect);
    });
    let phases = program.phases.iter().map(|phase| {
        let mut turn_ends = phase.kind != PhaseKind::Automatic && phase.auto_end.is_some();
        let mut facts = PhaseFacts {
            scores: false,
            moods: Moods {
                dealt: Truth::possible(deals),
                scored: Truth::possible(scores),
                ..Moods::OPEN
            },
        };
        let mut note = |effect: Effect, certain: bool| {
            turn_ends |= effect == Effect::EndTurn;
            facts.scores |= is_score(effect) || effect == Effect::EndGame;
            if certain && is_deal(effect) {
                facts.moods.dealt = Truth::ALWAYS;
            }
            if certain && is_score(effect) {
                facts.moods.scored = Truth::ALWAYS;
            }
            if certain && effect == Effect::EndGame {
                facts.moods.goes_on = Truth::NEVER;
            }
        };
        each_effect(program, &phase.enter, &mut note);
        // Steps and actions come later, if at all.
        each_effect(program, &phase.step, &mut |effect, _| note(effect, false));
        for action in &phase.actions {
            each_effect(program, &action.effects, &mut |effect, _| {
                note(effect, false)
            });
        }
        facts.moods.done = Truth::possible(turn_ends);
        facts
    });
    phases.collect()
}

/// Whether cards count as dealt after it.
fn is_deal(effect: Effect) -> bool {
    matches!(
        effect,
        Effect::Deal(..)
            | Effect::DealAll(..)
            | Effect::Draw(..)
            | Effect::MoveTop(..)
            | Effect::MoveAll(..)
    )
}

fn is_score(effect: Effect) -> bool {
    matches!(effect, Effect::CalculateScores | Effect::DetermineWinners)
}
