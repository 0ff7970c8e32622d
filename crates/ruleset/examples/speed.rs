//! Speed.
use parlor_core::*;
use parlor_ruleset::*;
fn main() {
    for path in std::env::args().skip(1) {
        let doc = std::fs::read_to_string(&path).unwrap();

        let t = std::time::Instant::now();
        for _ in 0..100 {
            let _ = Ruleset::load(doc.as_bytes());
        }
        println!("{path}: compile {:?}", t.elapsed() / 100);
        let game = match Ruleset::load(doc.as_bytes()) {
            Ok(g) => g,
            Err(p) => {
                println!("{p}");
                continue;
            }
        };
        let info = game.info();
        println!("  risky: {:?}", game.risky());
        for seats in info.min_seats..=info.max_seats {
            let setup = Setup::new(&info, seats.into()).unwrap();
            let t = std::time::Instant::now();
            let tally = simulate(&game, &setup, 1, 0, 3000).unwrap();
            let s = t.elapsed().as_secs_f64();
            println!(
                "  {seats} seats: {} commands/s, {} games/s, unfinished {}, wins {:?} shared {:?} mean {}",
                (tally.commands() as f64 / s) as u64,
                (3000.0 / s) as u64,
                tally.unfinished,
                tally.wins,
                tally.shared,
                tally.commands() / 3000
            );
        }
    }
}
