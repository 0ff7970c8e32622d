//! The laws, at length, with every number of seats: only where `PARLOR_LONG` is set, since it takes minutes. Each game's own
//! tests touch every number of seats, too, with a thousand positions shared out between them.

use parlor_conformance::Checker;
use parlor_core::{Game, Setup};

/// So many positions for each number of seats.
const MANY: u64 = 500;

/// The most positions for all seats together, where more matches are needed to be sure of something. A look at a position
/// takes the longer the more seats look at it.
const MOST: u64 = 6_000;

fn check<G: Game>(game: G) {
    let info = game.info();
    for seats in info.min_seats..=info.max_seats {
        let setup = Setup::new(&info, seats.into()).unwrap();
        let checker = Checker::new(&game).setups([setup]).seed(1_000);
        let most = MOST / u64::from(seats);
        let checked = checker
            .positions(MANY)
            .run_while(&|so_far| so_far.positions < most);
        let report = checked.unwrap_or_else(|violation| panic!("{violation}"));
        println!("{} with {seats}: {} positions", info.id, report.positions);
    }
}

/// A test for each game, so that one of them can be held to the laws alone, and all of them side by side.
macro_rules! at_length {
    ($($name:ident $game:expr;)*) => {
        $(#[test]
        #[expect(
            clippy::disallowed_methods,
            reason = "whether to take minutes is no rule"
        )]
        fn $name() {
            if std::env::var("PARLOR_LONG").is_ok() {
                check($game);
            }
        })*
    };
}

at_length! {
    checkers crate::checkers::checkers();
    connect_four crate::connect_four::ConnectFour;
    cribbage crate::cribbage::cribbage();
    go_fish crate::go_fish::go_fish();
    hex crate::hex::Hex;
    hex_table crate::hex_table::hex_table();
    liars_dice crate::liars_dice::LiarsDice;
    nine_mens_morris crate::nine_mens_morris::nine_mens_morris();
    potions crate::potions::potions();
    sea_battle crate::sea_battle::sea_battle();
    tic_tac_toe crate::tic_tac_toe::TicTacToe;
    yacht_dice crate::yacht_dice::yacht_dice();
}
