//! What a state keeps of what follows from the rest of it is what the rules say when they are asked afresh.

use parlor_core::{Game, Viewer};

use crate::position::Position;

/// Holds in play, and in what each viewer imagines.
pub(super) fn sight_is_true<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let Some(hidden) = position.game().capabilities().hidden else {
        return Ok(());
    };
    if let Some(problem) = hidden.mistake(position.state()) {
        return Err(problem);
    }
    for (stream, viewer) in (0..).zip(Viewer::all(position.seats())) {
        let sample = hidden.resample(position.state(), viewer, &mut position.rng(stream));
        if let Some(problem) = hidden.mistake(&sample) {
            return Err(format!("in what {viewer} imagines, {problem}"));
        }
    }
    Ok(())
}
