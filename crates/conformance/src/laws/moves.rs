//! Where something hides is a secret like what it is.

use parlor_core::{Game, View, Viewer};

use super::naive::{whose_turn, worlds};
use crate::position::Position;

/// How many samples of each viewer are taken at each position.
const SAMPLES: u64 = 3;

/// Each piece that a viewer cannot see lies elsewhere in some of what it imagines, and wherever it could lie for all that the
/// viewer knows, it does in some sample. Only a whole run can tell: here it is noted.
pub(super) fn unseen_moves<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let game = position.game();
    let Some(hidden) = game.capabilities().hidden else {
        return Ok(());
    };
    if !position.bench.info.hidden {
        return Ok(());
    }
    for viewer in position.players_and_spectator() {
        note_samples(position, viewer);
    }
    let viewer = whose_turn(position);
    let as_referee = |state: &G::State| game.view(state, Viewer::Referee);
    let possible: Vec<View> = worlds(position, hidden, viewer, 600)
        .iter()
        .map(as_referee)
        .collect();
    if !possible.is_empty() {
        let sample = |sample| hidden.resample(position.state(), viewer, &mut position.rng(sample));
        let samples: Vec<View> = (610..610 + 2 * SAMPLES)
            .map(|stream| as_referee(&sample(stream)))
            .collect();
        let view = game.view(position.state(), viewer);
        position
            .bench
            .unseen
            .compare(viewer, &view, &possible, &samples);
    }
    Ok(())
}

/// Takes note of what a viewer imagines here, once, whichever law asks first.
pub(super) fn note_samples<G: Game>(position: &Position<'_, '_, G>, viewer: Viewer) {
    let (game, state) = (position.game(), position.state());
    let Some(hidden) = game.capabilities().hidden else {
        return;
    };
    let at = (position.seed, position.play.version());
    if !position.bench.unseen.is_new(at, viewer) {
        return;
    }
    let sample = |stream| hidden.resample(state, viewer, &mut position.rng(stream));
    let samples: Vec<View> = (0..SAMPLES)
        .map(|stream| game.view(&sample(stream), Viewer::Referee))
        .collect();
    let (view, referee) = (game.view(state, viewer), game.view(state, Viewer::Referee));
    position
        .bench
        .unseen
        .note(at, viewer, &view, &referee, &samples);
}
