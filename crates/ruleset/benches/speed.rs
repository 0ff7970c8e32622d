//! Random play and loading of the bundled rulesets, on one thread: `cargo bench -p parlor-ruleset --bench speed`.

use std::time::{Duration, Instant};

use parlor_core::{Game, Setup, simulate};
use parlor_ruleset::{Ruleset, bundled};

/// Actions a second that must be reached.
const GOALS: [(&str, f64); 2] = [("crazy-eights", 2_000_000.0), ("war", 3_000_000.0)];
/// How long loading may take.
const LOAD_MS: f64 = 2.0;
const SLICE: Duration = Duration::from_millis(200);
const SLICES: usize = 15;

fn main() {
    println!("random play, one thread                 actions/s        of the goal   games/s");
    for file in bundled() {
        let Ok(ruleset) = Ruleset::load(file.text.as_bytes()) else {
            println!("{} cannot be loaded", file.file);
            continue;
        };
        let info = ruleset.info();
        let Ok(setup) = Setup::new(&info, info.min_seats.into()) else {
            continue;
        };
        let mut stream = 0;
        let mut speeds: Vec<(f64, f64)> = (0..SLICES)
            .map(|_| slice(&ruleset, &setup, &mut stream))
            .collect();
        speeds.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (actions, games) = speeds[SLICES / 2];
        let goal = GOALS
            .iter()
            .find(|(slug, _)| *slug == info.id)
            .map(|(_, goal)| actions / goal);
        let goal = goal.map_or("-".into(), |ratio| format!("{ratio:.2}"));
        let seats = info.min_seats;
        println!(
            "  {:<20} {seats} seats {actions:>16.0} {goal:>16} {games:>10.0}",
            info.name
        );
    }
    println!("\nread, check, compile                   milliseconds   of the limit of {LOAD_MS}");
    for file in bundled() {
        let mut times: Vec<f64> = (0..50).map(|_| load(file.text)).collect();
        times.sort_by(f64::total_cmp);
        println!(
            "  {:<32} {:>16.3} {:>16.2}",
            file.file,
            times[25],
            times[25] / LOAD_MS
        );
    }
}

/// Actions and games a second in a slice of time.
fn slice(ruleset: &Ruleset, setup: &Setup, stream: &mut u64) -> (f64, f64) {
    let (start, mut actions, mut games) = (Instant::now(), 0, 0);
    while start.elapsed() < SLICE {
        *stream += 1;
        if let Ok(tally) = simulate(ruleset, setup, 1, *stream, 20) {
            actions += tally.commands();
            games += tally.games;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    (actions as f64 / seconds, games as f64 / seconds)
}

fn load(text: &str) -> f64 {
    let start = Instant::now();
    let ruleset = Ruleset::load(text.as_bytes());
    let time = start.elapsed().as_secs_f64() * 1000.0;
    assert!(ruleset.is_ok());
    time
}
