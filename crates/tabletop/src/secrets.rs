//! [`Secrets`]: what a viewer was not told, forgotten; positions that a viewer cannot tell apart.

use parlor_core::{Hidden, Rng, Viewer};
use parlor_table::{Piece, Schema};

use crate::TableGame;
use crate::state::Recent;

/// What a game on a table keeps beside the table that a viewer may not know of.
///
/// ```
/// use parlor_core::{Game, Hidden, Match, Rng, Seat, Seed, Setup, Viewer};
/// use parlor_tabletop::doc::Draft;
/// let setup = Setup::new(&Draft.info(), 2).unwrap();
/// let draft = Match::new(Draft, setup, Seed::Integer(1)).unwrap();
/// let mut rng = Rng::fast(1, 0);
/// let decks = (0..20).map(|_| Draft.resample(draft.state(), Viewer::Spectator, &mut rng).table);
/// assert!(decks.into_iter().any(|table| table != draft.state().table));
/// ```
pub trait Secrets: TableGame + Hidden {
    /// Keeps of how far the rules are no more than what a viewer may know.
    fn hide_progress(&self, at: &mut Self::Progress, viewer: Viewer) {
        let _ = (at, viewer);
    }

    /// Keeps of what was said no more than what a viewer was told.
    fn hide_said(&self, said: &mut Self::Said, schema: &Schema, viewer: Viewer) {
        let _ = (said, schema, viewer);
    }

    /// The pieces that the rules name have other numbers.
    fn renumber(&self, at: &mut Self::Progress, number: &[Piece]) {
        let _ = (at, number);
    }
}

/// [`Hidden::resample`]: forgets what the viewer cannot know, and imagines it anew.
pub fn resample<G: Secrets>(game: &G, state: &G::State, viewer: Viewer, rng: &mut Rng) -> G::State {
    let mut sample = state.clone();
    if viewer == Viewer::Referee {
        return sample;
    }
    // An order that tells nothing of how things lay, and of what has just happened only what the viewer was told.
    sample.table.forget(viewer);
    sample.traces.hide_from(viewer);
    for recent in &mut sample.recent {
        if let Recent::Said(said) = recent {
            game.hide_said(said, sample.table.schema(), viewer);
        }
    }
    game.hide_progress(&mut sample.at, viewer);
    game.redraw(&mut sample, viewer, rng);
    sample
}

/// [`Hidden::renumbered`]: the same state with other numbers inside.
pub fn renumbered<G: Secrets>(game: &G, state: &G::State, rng: &mut Rng) -> G::State {
    let number = state.table.other_numbers(rng);
    let mut other = state.clone();
    other.table = state.table.with_numbers(&number);
    game.renumber(&mut other.at, &number);
    other
}
