//! Search keeps to its memory: few bytes for each move, and no allocation for a look ahead once it is warm.

use allocation_counter::measure;
use parlor_core::{Game, Match, Seed, Setup};
use parlor_games::connect_four::ConnectFour;
use parlor_games::hex::Hex;
use parlor_games::tic_tac_toe::TicTacToe;

use crate::clock::{Clock, Stopper};
use crate::search::Search;
use crate::{Method, Tuning};

/// How often memory is asked for in so many looks ahead, after as many to get warm.
fn allocations<G: Game + 'static>(game: G, method: Method, looks: u64) -> u64 {
    let setup = Setup::new(&game.info(), 2).unwrap();
    let current = Match::new(game, setup, Seed::Integer(2)).unwrap();
    let seat = current.to_act().first().unwrap();
    let rehearsal = current.rehearse(seat).unwrap();
    let tuning = Tuning {
        solver: false,
        ..Tuning::default()
    };
    let mut search = Search::begin(
        method,
        &tuning,
        rehearsal,
        None,
        parlor_core::Rng::fast(1, 0),
    );
    let mut look = |looks| {
        let mut clock = Clock::new(None, Stopper::default());
        (0..looks).for_each(|_| {
            search.look(&mut clock);
        });
    };
    look(looks);
    measure(|| look(looks)).count_total
}

/// The lists of a growing tree get twice as long now and then: that is a few, however many looks there are.
const A_FEW: u64 = 40;

#[test]
fn a_look_ahead_allocates_nothing() {
    for (name, allocations) in [
        ("tic-tac-toe", allocations(TicTacToe, Method::Tree, 20_000)),
        (
            "connect four",
            allocations(ConnectFour, Method::Tree, 20_000),
        ),
        ("hex", allocations(Hex, Method::Tree, 5_000)),
        ("hex, flat", allocations(Hex, Method::Flat, 1_000)),
        (
            "crazy eights",
            allocations(crazy_eights(), Method::Information, 1_000),
        ),
    ] {
        assert!(allocations <= A_FEW, "{name}: {allocations}");
    }
}

fn crazy_eights() -> parlor_ruleset::Ruleset {
    let mut rulesets = parlor_ruleset::bundled_games().into_iter();
    rulesets
        .find(|ruleset| ruleset.info().id == "crazy-eights")
        .unwrap()
}
