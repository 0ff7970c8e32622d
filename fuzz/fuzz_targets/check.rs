//! Any file: the checker says what is wrong, and what it lets through can be opened.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_core::{Game, Match, Seed, Setup};
use parlor_ruleset::{Ruleset, render};

fuzz_target!(|bytes: &[u8]| {
    let report = Ruleset::check(bytes);
    drop(render("fuzz", bytes, &report.problems, false));
    if let Some(ruleset) = report.ruleset {
        let info = ruleset.info();
        if let Ok(setup) = Setup::new(&info, info.max_seats.into()) {
            drop(Match::new(ruleset, setup, Seed::Integer(1)));
        }
    }
});
