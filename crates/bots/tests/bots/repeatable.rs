//! A seed and a number of iterations lead to the same command, always and everywhere.

use expect_test::{Expect, expect};
use parlor_bots::Bot;
use parlor_core::Game;
use parlor_games::connect_four::ConnectFour;
use parlor_games::{go_fish, hex::Hex, liars_dice::LiarsDice};

use super::{begin, think};

/// What a bot finds, pinned: these come out the same on every machine.
fn check<G: Game + 'static>(game: G, spec: &str, expected: Expect) {
    let game = begin(game, 3);
    let thought = think(&game, spec, 11);
    let text = format!(
        "{} {:.6} after {}",
        thought.text, thought.value, thought.iterations
    );
    expected.assert_eq(&text);
    assert_eq!(thought, think(&game, spec, 11));
}

#[test]
fn the_same_seed_finds_the_same() {
    check(ConnectFour, "tree:5000", expect!["d 0.565981 after 5000"]);
    check(
        ConnectFour,
        "tree:5000:threads=3",
        expect!["d 0.636543 after 5000"],
    );
    check(ConnectFour, "flat:700", expect!["d 0.700000 after 700"]);
    check(ConnectFour, "minimax:4", expect!["b 0.500000 after 4"]);
    check(Hex, "tree:3000", expect!["k2 0.634146 after 3000"]);
    check(
        go_fish::go_fish(),
        "information:300",
        expect!["ask 1 11 0.514362 after 300"],
    );
    check(
        LiarsDice,
        "information:500",
        expect!["6 x 5 0.554167 after 500"],
    );
    check(LiarsDice, "random", expect!["4 x 3 0.500000 after 1"]);
}

#[test]
fn another_seed_may_find_something_else() {
    let hex = begin(Hex, 3);
    let found = |seed| think(&hex, "tree:50", seed).text;
    assert!((0..20).any(|seed| found(seed) != found(100)));
}

#[test]
fn what_a_bot_thought_about_before_does_not_matter_where_iterations_are_counted() {
    let four = begin(ConnectFour, 1);
    let seat = four.to_act().first().unwrap();
    let mut bot = Bot::new("tree:2000".parse().unwrap(), 9);
    let first = bot.think(four.rehearse(seat).unwrap()).unwrap();
    let again = bot.think(four.rehearse(seat).unwrap()).unwrap();
    assert_eq!(first, again);
}
