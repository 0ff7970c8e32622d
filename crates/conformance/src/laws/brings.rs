//! What a seat brings in secret reaches nobody else, and nobody else's imagination.

use parlor_core::{DynHidden, Game, Match, Seat, Seed, Setup, Viewer};
use serde_json::Value;

use super::secrets::{difference, json};
use crate::position::{ByRef, Play, Position};

/// How many drawn values are tried for each seat.
const DRAWN: u64 = 2;

/// Matches that differ in nothing but what one seat brings in secret look the same to all others, and all others imagine the
/// same. Only their openings are compared: from then on it shows in what is played.
///
/// The other matches do not come from resampling, so that this finds out as well what resampling keeps and must not know.
pub(super) fn brings_stay_secret<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let setup = &position.bench.setup;
    let secret = setup.bring_specs().iter().any(|spec| spec.secret);
    if !secret || position.play.version() != 1 {
        return Ok(());
    }
    let hidden = position.game().capabilities().hidden;
    for seat in Seat::all(setup.seats()) {
        for (bring, other) in others(position, seat) {
            let game = std::sync::Arc::new(ByRef::new(position.game()));
            let seed = Seed::Integer(position.seed);
            // What the game does not take is not brought.
            let Ok(other) = Match::new_shared(game, other, seed, 0) else {
                continue;
            };
            let but = |viewer: &Viewer| !viewer.sees(seat);
            for viewer in position.players_and_spectator().filter(but) {
                looks_the_same(position, &other, viewer, seat, &bring)?;
                if let Some(hidden) = hidden {
                    imagines_the_same(position, hidden, &other, viewer, seat, &bring)?;
                }
            }
        }
    }
    Ok(())
}

/// The same set-up with something else that this seat brings in secret.
fn others<G: Game>(position: &Position<'_, '_, G>, seat: Seat) -> Vec<(String, Setup)> {
    let setup = &position.bench.setup;
    let mut others = Vec::new();
    for spec in setup.bring_specs().iter().filter(|spec| spec.secret) {
        let presets = spec.presets.iter().map(|preset| preset.value.clone());
        let mut values: Vec<Value> = presets.collect();
        for stream in 0..DRAWN {
            let mut rng = position.rng(300 + stream);
            let drawn = position
                .game()
                .random_bring(setup, seat, &spec.id, &mut rng);
            values.extend(drawn);
        }
        values.retain(|value| value != setup.of(seat, &spec.id));
        for value in values {
            if let Ok(other) = setup.clone().bring(seat, &spec.id, value) {
                others.push((spec.id.clone(), other));
            }
        }
    }
    others
}

fn looks_the_same<G: Game>(
    position: &Position<'_, '_, G>,
    other: &Play<'_, G>,
    viewer: Viewer,
    seat: Seat,
    bring: &str,
) -> Result<(), String> {
    let tells = |what: &str, one: &Value, two: &Value| {
        Err(format!(
            "{what} tells {viewer} which {bring} {seat} has brought: {}",
            difference("", one, two)
        ))
    };
    let (view, other_view) = (position.play.view(viewer), other.view(viewer));
    if view != other_view {
        return tells("the view", &json(&view), &json(&other_view));
    }
    let (told, other_told) = (position.play.told(1, viewer), other.told(1, viewer));
    if told != other_told {
        return tells("what is told", &json(&told), &json(&other_told));
    }
    let Some(own) = viewer.seat() else {
        return Ok(());
    };
    let (legal, other_legal) = (position.play.legal(own), other.legal(own));
    match legal == other_legal {
        true => Ok(()),
        false => tells("what is legal", &json(&legal), &json(&other_legal)),
    }
}

fn imagines_the_same<G: Game>(
    position: &Position<'_, '_, G>,
    hidden: &DynHidden<G>,
    other: &Play<'_, G>,
    viewer: Viewer,
    seat: Seat,
    bring: &str,
) -> Result<(), String> {
    let draw = |state: &G::State| hidden.resample(state, viewer, &mut position.rng(310));
    let (one, two) = (draw(position.state()), draw(other.state()));
    match one == two {
        true => Ok(()),
        false => Err(format!(
            "what {viewer} imagines depends on which {bring} {seat} has brought in secret: {}",
            difference("", &json(&one), &json(&two))
        )),
    }
}
