//! Playing without a log.

use parlor_core::{Rng, Seat};

use crate::{Sink, TableGame};

/// [`Fast::sample`](parlor_core::Fast::sample): a random legal command; nothing if there is none.
pub fn sample<G: TableGame>(
    game: &G,
    state: &G::State,
    seat: Seat,
    rng: &mut Rng,
) -> Option<G::Command> {
    let at = game.at(state, seat);
    let choice = game.draw_choice(&at, rng)?;
    Some(game.command_of(&at, &choice))
}

/// [`Fast::advance`](parlor_core::Fast::advance): plays a legal command in place.
pub fn advance<G: TableGame>(
    game: &G,
    state: &mut G::State,
    seat: Seat,
    command: &G::Command,
    rng: &mut Rng,
) {
    let choice = game.choice_of(&game.at(state, seat), command);
    if let Ok(choice) = choice {
        // What is legal goes well, as far as anybody can tell.
        let _ = game.play_choice(state, seat, &choice, Some(command), Sink::Fast(rng));
    }
}
