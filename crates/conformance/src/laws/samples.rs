//! What a viewer imagines depends on what it knows and on chance, and on nothing else.

use parlor_core::{DynHidden, Game, Rng, Viewer};

use super::moves::note_samples;
use super::secrets::{cannot_tell_apart, difference, json};
use crate::position::Position;

/// How many samples of each viewer are taken at each position.
const SAMPLES: u64 = 3;

pub(super) fn samples_tell_no_secrets<G: Game>(
    position: &Position<'_, '_, G>,
) -> Result<(), String> {
    // Whether it should have been there is for another law.
    let Some(hidden) = position.game().capabilities().hidden else {
        return Ok(());
    };
    let viewers: Vec<Viewer> = position.players_and_spectator().collect();
    if !position.bench.info.hidden {
        return nothing_is_drawn(position, hidden, &viewers);
    }
    for (number, viewer) in (0..).zip(&viewers) {
        // Writing states out takes long: each viewer in its turn.
        let in_full = position.play.version() % viewers.len() as u64 == number;
        for sample in 0..SAMPLES {
            let other = hidden.resample(position.state(), *viewer, &mut position.rng(sample));
            blind(position, hidden, *viewer, &other, sample, in_full)?;
            redraws(position, hidden, *viewer, &other, sample)?;
        }
        // Whatever resampling forgets is the same on both sides above, so it takes the referee to see it.
        note_samples(position, *viewer);
    }
    Ok(())
}

fn nothing_is_drawn<G: Game>(
    position: &Position<'_, '_, G>,
    hidden: &DynHidden<G>,
    viewers: &[Viewer],
) -> Result<(), String> {
    let state = position.state();
    let changes =
        |viewer: &&Viewer| hidden.resample(state, **viewer, &mut position.rng(0)) != *state;
    match viewers.iter().find(changes) {
        Some(viewer) => Err(format!(
            "the game says that it has no secrets, but resampling for {viewer} changes something"
        )),
        None => Ok(()),
    }
}

/// From a state and from its sample the same is drawn with the same chance.
fn blind<G: Game>(
    position: &Position<'_, '_, G>,
    hidden: &DynHidden<G>,
    viewer: Viewer,
    other: &G::State,
    sample: u64,
    in_full: bool,
) -> Result<(), String> {
    let draw = |from: &G::State| -> (G::State, Rng) {
        let mut rng = position.rng(100 + sample);
        (hidden.resample(from, viewer, &mut rng), rng)
    };
    let ((one, mut chance), (two, mut other_chance)) = (draw(position.state()), draw(other));
    if one != two || (in_full && json(&one) != json(&two)) {
        return Err(format!(
            "what {viewer} imagines tells what it must not know: {}",
            difference("", &json(&one), &json(&two))
        ));
    }
    if chance.word() != other_chance.word() {
        return Err(format!(
            "how much chance is drawn for what {viewer} imagines tells what it must not know"
        ));
    }
    Ok(())
}

/// A sample that is drawn again in place is a sample as well, and the same with the same chance.
fn redraws<G: Game>(
    position: &Position<'_, '_, G>,
    hidden: &DynHidden<G>,
    viewer: Viewer,
    sample: &G::State,
    stream: u64,
) -> Result<(), String> {
    let mut again = sample.clone();
    hidden.redraw(&mut again, viewer, &mut position.rng(200 + stream));
    let drawn = again.clone();
    // What was there before must not matter: whoever thinks ahead copies over it.
    again.clone_from(sample);
    if again != *sample {
        return Err(format!(
            "a state that is copied over another is not the same: {}",
            difference("", &json(sample), &json(&again))
        ));
    }
    hidden.redraw(&mut again, viewer, &mut position.rng(200 + stream));
    if again != drawn {
        return Err(format!(
            "what is drawn again for {viewer} is not the same with the same chance: {}",
            difference("", &json(&drawn), &json(&again))
        ));
    }
    let view = position.game().view(position.state(), viewer);
    cannot_tell_apart(position, viewer, &view, &drawn)
        .map_err(|problem| format!("drawn again, {problem}"))?;
    blind(position, hidden, viewer, &drawn, stream, false)
}
