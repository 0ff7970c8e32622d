//! Which secret a viewer can learn at a position, and by what: found by dealing anew again and again, and looking for the
//! hidden place on which it hangs what reaches the viewer.

use std::collections::{BTreeMap, BTreeSet};

use parlor_core::{Game, Layout, Outcome, SeatSet, View, Viewer};
use serde_json::Value;

use super::secrets::{difference, json};
use super::unseen::hidden;
use crate::position::Position;

/// How many deals are compared. A deck has 52 cards: each lies at a certain place in about eight of them.
const SAMPLES: u64 = 400;

/// So many deals with the same cards at a place must agree before it is said that it hangs on this place.
const ENOUGH: usize = 2;

/// All that reaches a viewer at a position.
#[derive(PartialEq)]
struct Reached {
    view: View,
    to_act: SeatSet,
    outcome: Option<Outcome>,
    legal: Vec<String>,
    answers: Vec<(String, Value)>,
}

/// A deal that the viewer cannot tell from the real one: what reaches it there, and what is hidden from it.
struct Deal {
    /// The number of the first deal in which the same reaches it.
    reached: usize,
    hidden: BTreeMap<String, Vec<String>>,
}

/// Who learns what here, in a sentence; nothing where no single viewer learns anything from what it sees and may do, or where
/// there is no time left to compare all deals: with a few of them the wrong place would be named.
pub(crate) fn learned<G: Game>(
    position: &Position<'_, '_, G>,
    go_on: &dyn Fn() -> bool,
) -> Option<String> {
    let hidden_from = position.game().capabilities().hidden?;
    for viewer in position.players_and_spectator() {
        let mut kinds: Vec<Reached> = Vec::new();
        let mut deals = Vec::new();
        for sample in 0..SAMPLES {
            if !go_on() {
                return None;
            }
            let mut rng = position.rng(1_000 + sample);
            let state = match sample {
                0 => position.state().clone(),
                _ => hidden_from.resample(position.state(), viewer, &mut rng),
            };
            let reached = reached(position, viewer, &state);
            let referee = position.game().view(&state, Viewer::Referee);
            let hidden = hidden(&reached.view, &referee);
            let known = kinds.iter().position(|kind| *kind == reached);
            let reached = known.unwrap_or_else(|| {
                kinds.push(reached);
                kinds.len() - 1
            });
            deals.push(Deal { reached, hidden });
        }
        if let [first, second, ..] = &kinds[..] {
            let what = told_apart(first, second);
            let place = place(&deals, &piles(position));
            return Some(format!("{viewer} learns about {place}: {what}"));
        }
    }
    None
}

fn reached<G: Game>(position: &Position<'_, '_, G>, viewer: Viewer, state: &G::State) -> Reached {
    let game = position.game();
    let (mut legal, mut answers) = (Vec::new(), Vec::new());
    if let Some(seat) = viewer.seat() {
        legal.extend(position.legal(state, seat).iter().map(ToString::to_string));
        if game.to_act(state).contains(seat) {
            for command in &position.bench.pool {
                let answer = position.decide(state, seat, command, &mut position.rng(0));
                answers.push((command.to_string(), json(&answer.err())));
            }
        }
    }
    Reached {
        view: game.view(state, viewer),
        to_act: game.to_act(state),
        outcome: game.outcome(state),
        legal,
        answers,
    }
}

/// Zones whose pieces lie upon each other.
fn piles<G: Game>(position: &Position<'_, '_, G>) -> Vec<String> {
    let view = position.game().view(position.state(), Viewer::Referee);
    let zones = view.zones.into_iter();
    let piles = zones.filter(|zone| zone.layout == Layout::Pile);
    piles.map(|zone| zone.id.to_string()).collect()
}

/// By what the viewer tells two deals apart.
fn told_apart(one: &Reached, other: &Reached) -> String {
    let only = |one: &Reached, other: &Reached| {
        let more = one
            .legal
            .iter()
            .find(|command| !other.legal.contains(command));
        more.cloned()
    };
    if let Some(command) = only(one, other).or_else(|| only(other, one)) {
        return format!("'{command}' is possible with some cards there and not with others");
    }
    if one.to_act != other.to_act {
        return "who can act depends on it".into();
    }
    if one.outcome != other.outcome {
        return "how the match ended depends on it".into();
    }
    if one.view != other.view {
        let difference = difference("", &json(&one.view), &json(&other.view));
        return format!("the view shows it: {difference}");
    }
    let answers = one.answers.iter().zip(&other.answers);
    let differs = answers
        .filter(|(one, other)| one != other)
        .map(|(one, _)| &one.0)
        .next();
    match differs {
        Some(command) => format!("the answer to '{command}' depends on it"),
        None => "the order of the legal commands depends on it".into(),
    }
}

/// The hidden place on which it hangs what reaches the viewer, as far as that is clear.
fn place(deals: &[Deal], piles: &[String]) -> String {
    let names: Vec<&String> = deals[0].hidden.keys().collect();
    for name in &names {
        let count = deals[0].hidden[*name].len();
        let (last, first) = match piles.contains(name) {
            true => ("the top card", "the bottom card"),
            false => ("the last card", "the first card"),
        };
        for (index, what) in [(count.saturating_sub(1), last), (0, first)] {
            if decides(deals, |deal| deal.hidden.get(*name)?.get(index).cloned()) {
                return match count {
                    1 if !piles.contains(name) => format!("the card in {name}"),
                    _ => format!("{what} of {name}"),
                };
            }
        }
        let all = |deal: &Deal| {
            let mut all = deal.hidden.get(*name)?.clone();
            all.sort();
            Some(all.join(" "))
        };
        if decides(deals, all) {
            return format!("the cards of {name}");
        }
    }
    let mut weights: Vec<(usize, &String)> = names
        .iter()
        .map(|name| (weight(deals, name), *name))
        .collect();
    weights.sort_by(|a, b| b.cmp(a));
    match weights[..] {
        // A fifth is more than chance makes of so many deals.
        [(most, name), (next, _), ..] if most >= 200 && most >= 2 * next => {
            format!("the cards of {name}")
        }
        _ => "cards that it does not see".into(),
    }
}

/// Whether deals that agree about a place agree about what reaches the viewer, and others do not.
fn decides(deals: &[Deal], at: impl Fn(&Deal) -> Option<String>) -> bool {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for deal in deals {
        let Some(content) = at(deal) else {
            return false;
        };
        groups.entry(content).or_default().push(deal.reached);
    }
    let agree = |group: &Vec<usize>| group.iter().all(|reached| *reached == group[0]);
    let large: Vec<&Vec<usize>> = groups
        .values()
        .filter(|group| group.len() >= ENOUGH)
        .collect();
    let covered: usize = large.iter().map(|group| group.len()).sum();
    large.iter().all(|group| agree(group))
        && large.iter().any(|group| group[0] != large[0][0])
        && 2 * covered >= deals.len()
}

/// How much it changes what reaches the viewer whether a certain card is at a place, in thousandths: the most that any card does.
fn weight(deals: &[Deal], name: &str) -> usize {
    let mut cards: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let changed = |deal: &Deal| usize::from(deal.reached != deals[0].reached);
    for deal in deals {
        // Several alike may lie there.
        let cards_there: BTreeSet<&String> = deal.hidden.get(name).into_iter().flatten().collect();
        for card in cards_there {
            let entry = cards.entry(card).or_default();
            entry[0] += 1;
            entry[1] += changed(deal);
        }
    }
    let all: usize = deals.iter().map(changed).sum();
    let share = |part: usize, whole: usize| 1000 * part / whole.max(1);
    let weights = cards
        .values()
        .filter(|[with, _]| *with >= 10 && deals.len() - with >= 10);
    let weights = weights.map(|[with, changed]| {
        share(*changed, *with).abs_diff(share(all - changed, deals.len() - with))
    });
    weights.max().unwrap_or(0)
}
