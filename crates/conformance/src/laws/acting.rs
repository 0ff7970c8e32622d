//! Until the match is over, somebody can act; after it, nobody.

use parlor_core::{Entry, Game, Seat, SystemCommand};

use crate::position::Position;

pub(super) fn someone_acts_until_over<G: Game>(
    position: &Position<'_, '_, G>,
) -> Result<(), String> {
    let game = position.game();
    let state = position.state();
    let to_act = game.to_act(state);
    let outcome = game.outcome(state);
    let sided = game.capabilities().sided;
    let side = sided.and_then(|sided| sided.side(state));
    match (&outcome, to_act.is_empty()) {
        (None, true) if side.is_none() => {
            return Err("the match is not over, and nobody is to act".into());
        }
        (Some(_), false) => return Err("the match is over, and somebody is to act".into()),
        _ => {}
    }
    if side.is_some() && (outcome.is_some() || !to_act.is_empty()) {
        return Err("a side is to act, and so is a seat, or the match is over".into());
    }
    if let Some(outcome) = outcome {
        if outcome.standings().len() != usize::from(position.seats()) {
            return Err("the outcome has not one standing for each seat".into());
        }
        // Against the rules all can lose: second of one, or of a side.
        if outcome.winners().is_empty() && position.seats() > 1 && sided.is_none() {
            return Err("nobody is in first place".into());
        }
        let last = position.seats().max(2);
        let places = outcome.standings().iter().map(|standing| standing.place);
        if let Some(place) = places.into_iter().find(|place| !(1..=last).contains(place)) {
            return Err(format!("place {place} is none: the last is {last}"));
        }
    }
    for seat in Seat::all(Seat::MAX).filter(|seat| seat.0 >= position.seats()) {
        if to_act.contains(seat) {
            return Err(format!("{seat} is to act, and there is no such seat"));
        }
    }
    let left = position
        .play
        .records()
        .filter_map(|record| match record.entry {
            Entry::System {
                // Whose time ran out may be played for, and stay.
                command: SystemCommand::Resign { seat },
                ends: false,
                ..
            } => Some(seat),
            _ => None,
        });
    if let Some(seat) = left.into_iter().find(|seat| to_act.contains(*seat)) {
        return Err(format!("{seat} has left the match, and is to act"));
    }
    for seat in to_act.iter() {
        if position.legal(state, seat).is_empty() {
            return Err(format!("{seat} is to act and has no legal command"));
        }
    }
    Ok(())
}
