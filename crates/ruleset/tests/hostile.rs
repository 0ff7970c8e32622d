//! Hostile files are refused, or stopped while they are played, and nothing panics.

#[path = "hostile/files.rs"]
mod files;

use files::hostile_files;
use parlor_core::{Game, Match, Objectives, Rng, Seed, Setup, Viewer};
use parlor_ruleset::{Ruleset, render};

/// Reads and checks a file, and if it can be played, plays some of it.
fn meet(bytes: &[u8]) -> &'static str {
    let report = Ruleset::check(bytes);
    let text = render("hostile", bytes, &report.problems, false);
    assert!(
        !text.chars().any(|c| c.is_control() && c != '\n'),
        "control characters reach the terminal"
    );
    let Some(ruleset) = report.ruleset else {
        assert!(!report.problems.is_empty(), "a refusal says why");
        return "refused";
    };
    let info = ruleset.info();
    let setup = Setup::new(&info, info.max_seats.into()).expect("the most seats are allowed");
    let Ok(mut play) = Match::new(ruleset.clone(), setup, Seed::Integer(1)) else {
        return "does not open";
    };
    let mut rng = Rng::fast(1, 0);
    for _ in 0..5 {
        let Some(seat) = play.to_act().first() else {
            break;
        };
        let version = play.version();
        let commands = play.legal(seat);
        if let Some(command) = rng.pick(&commands)
            && play.play(seat, command).is_err()
        {
            assert_eq!(
                play.version(),
                version,
                "a refused command leaves the match as it was"
            );
        }
        play.view(Viewer::Seat(seat));
        for number in 0..ruleset.objectives().len() {
            ruleset.holds(number, play.state(), seat);
        }
    }
    "played"
}

#[test]
fn hostile_files_are_refused_or_stopped_and_nothing_panics() {
    let files = hostile_files();
    assert!(files.len() >= 200, "there are {} files", files.len());
    let mut refused = 0;
    for file in &files {
        let met = std::panic::catch_unwind(|| meet(&file.bytes));
        match met {
            Ok("refused") => refused += 1,
            Ok(_) => {}
            Err(_) => panic!("'{}' makes it panic", file.what),
        }
    }
    assert!(refused > files.len() / 2, "only {refused} are refused");
}
