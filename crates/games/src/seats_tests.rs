//! The laws, at length, with every number of seats: only where `PARLOR_LONG` is set, since it takes minutes. Each game's own
//! tests touch every number of seats, too, with a thousand positions shared out between them.

use parlor_conformance::Checker;
use parlor_core::{Game, Setup};

/// So many positions for each number of seats.
const POSITIONS: u64 = 500;

fn check<G: Game>(game: G) {
    let info = game.info();
    let setups = info.min_seats..=info.max_seats;
    let setups = setups.map(|seats| Setup::new(&info, seats.into()).unwrap());
    let setups: Vec<Setup> = setups.collect();
    let positions = POSITIONS * setups.len() as u64;
    let checker = Checker::new(&game).setups(setups).seed(1_000);
    if let Err(violation) = checker.positions(positions).run() {
        panic!("{violation}");
    }
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "whether to take minutes is no rule"
)]
fn the_laws_hold_at_length_with_every_number_of_seats() {
    if std::env::var("PARLOR_LONG").is_err() {
        return;
    }
    check(crate::checkers::checkers());
    check(crate::connect_four::ConnectFour);
    check(crate::cribbage::cribbage());
    check(crate::go_fish::go_fish());
    check(crate::hex::Hex);
    check(crate::hex_table::hex_table());
    check(crate::liars_dice::LiarsDice);
    check(crate::nine_mens_morris::nine_mens_morris());
    check(crate::potions::potions());
    check(crate::tic_tac_toe::TicTacToe);
    check(crate::yacht_dice::yacht_dice());
}
