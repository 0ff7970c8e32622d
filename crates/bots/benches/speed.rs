//! Iterations a second, one thread, one random playout each, beside what is asked for.

use std::time::Instant;

use parlor_bots::{Bot, Spec};
use parlor_core::{AnyGame, Registry, Seed, Setup, erase};

/// Game, options, bot, iterations a second that are asked for.
const CASES: [(&str, &str, f64); 8] = [
    ("tic-tac-toe", "tree:1000000:solver=off", 2_000_000.0),
    ("connect-four", "tree:1000000:solver=off", 1_500_000.0),
    ("hex", "tree:200000:solver=off", 200_000.0),
    // With random play to the end, and then as bots play: up to the horizon, where objectives judge.
    ("checkers", "tree:10000:horizon=1000000", 3_000.0),
    ("checkers", "tree:10000", 3_000.0),
    // A match to a hundred points takes 1,700 random commands, a single hand about a tenth of that.
    (
        "crazy-eights",
        "information:20000:horizon=1000000",
        20_000.0,
    ),
    (ONE_HAND, "information:20000:horizon=1000000", 20_000.0),
    ("crazy-eights", "information:20000", 20_000.0),
];

const ONE_HAND: &str = "one-crazy-eights-hand";

/// Crazy eights that is over after one hand.
fn one_hand() -> parlor_ruleset::Ruleset {
    let mut all = parlor_ruleset::bundled().iter();
    let file = all
        .find(|file| file.file.starts_with("crazy-eights"))
        .expect("it is bundled");
    let text = file
        .text
        .replace("max_cumulative_score() >= 100", "true")
        .replace("\"crazy-eights\"", "\"one-crazy-eights-hand\"");
    parlor_ruleset::Ruleset::load(text.as_bytes()).expect("it is sound")
}

fn main() {
    let mut games: Registry = parlor_games::all();
    for ruleset in parlor_ruleset::bundled_games() {
        let ruleset = erase(ruleset);
        if games.get(&ruleset.info().id).is_err() {
            games.add(ruleset);
        }
    }
    games.add(erase(one_hand()));
    let only = std::env::args()
        .nth(1)
        .filter(|name| !name.starts_with('-'));
    println!(
        "{:<14} {:>14} {:>12} {:>8}",
        "game", "iterations/s", "asked for", "ratio"
    );
    for (id, spec, asked) in CASES {
        if only.as_ref().is_some_and(|only| only != id) {
            continue;
        }
        let game = games.get(id).expect("a game of this id");
        let reached = (0..3)
            .map(|seed| speed(&**game, spec, seed))
            .fold(0.0, f64::max);
        println!(
            "{id:<14} {reached:>14.0} {asked:>12.0} {:>8.2}",
            reached / asked
        );
    }
}

fn speed(game: &dyn AnyGame, spec: &str, seed: u64) -> f64 {
    let spec: Spec = spec.parse().expect("a bot");
    let setup = Setup::new(game.info(), game.info().min_seats.max(2).into()).expect("a set-up");
    let current = game
        .begin(setup, Seed::Integer(seed as u32 + 1), 0)
        .expect("a match");
    let seat = current.to_act().first().expect("somebody is to act");
    let mut bot = Bot::new(spec, seed);
    let rehearsal = current.rehearse(seat).expect("a fair way to think");
    let start = Instant::now();
    let thought = bot.think(rehearsal).expect("a command");
    thought.iterations as f64 / start.elapsed().as_secs_f64()
}
