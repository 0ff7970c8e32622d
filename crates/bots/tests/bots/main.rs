//! Bots as players meet them: fair, punctual, repeatable, and good enough.

mod fair;
mod oracle;
mod punctual;
mod repeatable;
mod strong;
mod wide;

use parlor_bots::{Bot, Thought};
use parlor_core::prelude::*;

/// A match with as few seats as the game takes, but two.
fn begin<G: Game>(game: G, seed: u32) -> Match<G> {
    let info = game.info();
    let setup = Setup::new(
        &info,
        usize::from(info.min_seats.max(2).min(info.max_seats)),
    )
    .unwrap();
    Match::new(game, setup, Seed::Integer(seed)).unwrap()
}

/// Plays on at random for so many commands.
fn play_on<G: Game>(game: &mut Match<G>, commands: usize, rng: &mut Rng) {
    for _ in 0..commands {
        let Some(seat) = game.to_act().first() else {
            return;
        };
        let legal = game.legal(seat);
        let Some(command) = rng.pick(&legal).cloned() else {
            return;
        };
        game.play(seat, &command).unwrap();
    }
}

/// What a bot makes of a match, for the first seat that is to act.
fn think<G: Game + 'static>(game: &Match<G>, spec: &str, seed: u64) -> Thought {
    let seat = game.to_act().first().expect("somebody is to act");
    let mut bot = Bot::new(spec.parse().unwrap(), seed);
    bot.think(game.rehearse(seat).unwrap()).unwrap()
}
