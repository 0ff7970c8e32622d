//! Other positions that a viewer cannot tell from the true one, found without resampling: whoever checks what is imagined
//! must not go by imagination alone.
//!
//! Small things are changed one after the other, whoever sees them, and a change stays when the viewer's view and what it has
//! been shown before are the same as they were. What it may do is not looked at: that it does not depend on secrets is for
//! laws to find out.

use parlor_core::{DynHidden, Game, View, Viewer};

use crate::position::Position;

/// So many small changes are tried at a position.
const STEPS: u64 = 12;

/// Positions that the viewer cannot tell from this one. None where the game does not say what could be changed.
pub(super) fn worlds<G: Game>(
    position: &Position<'_, '_, G>,
    hidden: &DynHidden<G>,
    viewer: Viewer,
    stream: u64,
) -> Vec<G::State> {
    let (game, unseen) = (position.game(), &position.bench.unseen);
    let mut rng = position.rng(stream);
    let view = game.view(position.state(), viewer);
    let known = |state: &G::State| unseen.known(viewer, &view, &game.view(state, Viewer::Referee));
    let truth = known(position.state());
    let mut current = position.state().clone();
    let mut worlds = Vec::new();
    for _ in 0..STEPS {
        let Some(other) = hidden.scrambled(&current, viewer, &mut rng) else {
            continue;
        };
        if other != current
            && shows_the_same(&game.view(&other, viewer), &view)
            && known(&other) == truth
        {
            worlds.push(other.clone());
            current = other;
        }
    }
    worlds
}

/// Whether the table looks the same, and what has just happened.
fn shows_the_same(one: &View, other: &View) -> bool {
    one.zones == other.zones
        && one.seats == other.seats
        && one.values == other.values
        && one.recent == other.recent
}

/// Which viewer's worlds are looked for at this position: finding them takes long, so each viewer has its turn.
pub(super) fn whose_turn<G: Game>(position: &Position<'_, '_, G>) -> Viewer {
    let viewers: Vec<Viewer> = position.players_and_spectator().collect();
    viewers[position.play.version() as usize % viewers.len()]
}
