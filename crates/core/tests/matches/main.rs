//! What a match promises: nothing lost, nothing changed by a refusal, nothing forged, the same cost at any length.

mod brings;
mod cards;
mod entropy;
mod files;
mod migrating;
mod series;
mod sides;
mod submitting;
mod undoing;

use parlor_core::doc::Sticks;
use parlor_core::prelude::*;

/// A match of Sticks between Ann and Bob.
fn sticks() -> Match<Sticks> {
    let setup = Setup::new(&Sticks.info(), 2).unwrap();
    let setup = setup.named(["Ann", "Bob"]).unwrap();
    Match::new(Sticks, setup, Seed::Integer(42)).unwrap()
}

/// A match of Sticks in which these have been taken in turn.
fn played(takes: &[u8]) -> Match<Sticks> {
    let mut game = sticks();
    for take in takes {
        let seat = game.to_act().first().unwrap();
        game.play(seat, take).unwrap();
    }
    game
}
