//! How fast it is, as ratios measured in one run: `cargo bench`.
//!
//! Beside each fast game stands a hand-written program of the same game that knows nothing of Parlor. Both play in turns,
//! a slice of time each, so that a busy machine slows both alike; the medians of the slices are compared.
//! `cargo bench -- tables` measures only the games on the table; `games` and `matches` the others.

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
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let wanted = |name: &str| named.is_empty() || named.iter().any(|other| other == name);
    if wanted("games") {
        games::run();
    }
    if wanted("tables") {
        run_tables();
    }
    if wanted("matches") {
        matches::run();
    }
}

fn run_tables() {
    let of = |number| format!("of the {number} that OpenSpiel reaches");
    tables::run(vec![
        (parlor_games::go_fish::go_fish(), 2, 50_000.0, of("50,000")),
        (parlor_games::go_fish::go_fish(), 3, 50_000.0, of("50,000")),
        (parlor_games::checkers::checkers(), 2, 6_000.0, of("6,000")),
        (
            parlor_games::hex_table::hex_table(),
            2,
            18_000.0,
            of("18,000"),
        ),
        (
            parlor_games::cribbage::cribbage(),
            2,
            3_000.0,
            "of the goal of 3,000".into(),
        ),
    ]);
}
