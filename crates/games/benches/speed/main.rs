//! How fast it is, as ratios measured in one run: `cargo bench`.
//!
//! Beside each fast game stands a hand-written program of the same game that knows nothing of Parlor. Both play in turns,
//! a slice of time each, so that a busy machine slows both alike; the medians of the slices are compared.

mod by_hand;
mod games;
mod matches;
mod measure;
mod tables;

fn main() {
    // `cargo test --benches` asks for a list or a quick run; a benchmark has neither.
    if std::env::args().any(|arg| arg == "--list" || arg == "--test") {
        return;
    }
    games::run();
    tables::run(vec![(
        parlor_games::go_fish::go_fish(),
        2,
        50_000.0,
        "of 50,000, what OpenSpiel reaches",
    )]);
    matches::run();
}
