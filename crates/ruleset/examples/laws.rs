//! Laws.
use parlor_ruleset::*;
fn main() {
    for path in std::env::args().skip(1) {
        let doc = std::fs::read_to_string(&path).unwrap();

        let game = Ruleset::load(doc.as_bytes()).unwrap();
        let t = std::time::Instant::now();
        parlor_conformance::check(&game);
        println!("{path}: laws hold, {:?}", t.elapsed());
    }
}
