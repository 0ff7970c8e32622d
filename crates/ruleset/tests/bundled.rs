//! The bundled rulesets: no problems, all laws, and random games that come to a sane end.

use std::collections::BTreeSet;
use std::path::PathBuf;

use parlor_conformance::{Checker, Law};
use parlor_core::{
    Fast, Game, Layout, Match, Objectives, Outcome, Rng, Seat, Seed, Setup, Tally, Viewer, simulate,
};
use parlor_ruleset::{Ruleset, render};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rulesets")
}

/// A bundled ruleset, which must have no problems at all.
fn load(slug: &str) -> Ruleset {
    let path = folder().join(format!("{slug}.cardgame.json"));
    let bytes = std::fs::read(path).unwrap();
    let report = Ruleset::check(&bytes);
    let problems = render(slug, &bytes, &report.problems, false);
    assert!(report.problems.is_empty(), "{problems}");
    report.ruleset.unwrap()
}

fn seats(ruleset: &Ruleset) -> std::ops::RangeInclusive<usize> {
    let players = ruleset.document().meta.players;
    players.min.into()..=players.max.into()
}

fn setup(ruleset: &Ruleset, seats: usize) -> Setup {
    Setup::new(&ruleset.info(), seats).unwrap()
}

/// Random games until there were so many commands, or so many games.
fn games(ruleset: &Ruleset, seats: usize, commands: u64, most: u64) -> Tally {
    let setup = setup(ruleset, seats);
    let mut tally = Tally::default();
    for stream in 0.. {
        tally.merge(&simulate(ruleset, &setup, 1, stream, 20).unwrap());
        if tally.commands() >= commands || tally.games >= most {
            break;
        }
    }
    tally
}

/// Whoever touches a pile means the action that takes from it; a player's own pile is theirs.
#[test]
fn piles_are_touched_for_what_takes_from_them() {
    let touched = |slug: &str, label: &str| {
        let ruleset = load(slug);
        let setup = setup(&ruleset, 2);
        let game = Match::new(ruleset, setup, Seed::Integer(1)).unwrap();
        let acting = game.to_act().iter().next().unwrap();
        let view = game.view(Viewer::Seat(acting));
        let mut actions = view.actions.into_iter();
        let found = actions.find(|action| &*action.text == label).unwrap();
        (acting, found.touches)
    };
    assert_eq!(touched("crazy-eights", "Draw a card").1, ["draw_pile"]);
    let (acting, stack) = touched("war", "Turn over a card");
    assert_eq!(stack, [format!("stack-{}", acting.0)]);
}

/// The zone into which somebody has just played a card that all could see, and that card.
fn played(game: &Match<Ruleset>, viewer: Viewer) -> Option<(String, String)> {
    let told = game.told(game.version(), viewer);
    told.iter().find(|told| told.message.id == "plays_card")?;
    let text = |data: &serde_json::Value, key: &str| Some(data[key].as_str()?.to_owned());
    let moves = told.iter().filter_map(|told| {
        let move_ = (told.data["change"] == "move").then_some(&told.data)?;
        Some((text(move_, "to")?, text(move_, "face")?))
    });
    moves.into_iter().next()
}

/// What players match, beat or take lies on top: for whoever looks at it, at any time.
#[test]
fn the_card_on_top_of_a_discard_pile_is_the_card_played_last() {
    let piles = [
        ("crazy-eights", "discard"),
        ("hue-and-cry", "discard"),
        ("ninety-nine", "discard"),
        ("rummy", "discard"),
    ];
    for slug in SLUGS {
        let ruleset = load(slug);
        let seats = *seats(&ruleset).start();
        let game = setup(&ruleset, seats);
        let mut game = Match::new(ruleset, game, Seed::Integer(11)).unwrap();
        let mut rng = Rng::fast(11, 0);
        let mut high = 0;
        let viewers = Seat::all(seats as u8).map(Viewer::Seat);
        let viewers: Vec<Viewer> = viewers
            .chain([Viewer::Spectator, Viewer::Referee])
            .collect();
        for _ in 0..300 {
            if game.outcome().is_some() {
                break;
            }
            let to_act: Vec<Seat> = game.to_act().iter().collect();
            let seat = *rng.pick(&to_act).unwrap();
            let command = rng.pick(&game.legal(seat)).cloned().unwrap();
            game.play(seat, &command).unwrap();
            for viewer in &viewers {
                let view = game.view(*viewer);
                let Some((to, card)) = played(&game, *viewer) else {
                    continue;
                };
                let zone = view.zones.iter().find(|zone| zone.id == to).unwrap();
                // Unless the same record has cleared it away.
                if !zone
                    .pieces
                    .iter()
                    .any(|piece| piece.face.as_deref() == Some(&card))
                {
                    continue;
                }
                let top = zone.pieces.last().and_then(|piece| piece.face.as_deref());
                assert_eq!(top, Some(&*card), "{slug}: {to}, {viewer:?}");
                let is_pile = piles.contains(&(slug, &to));
                assert_eq!(zone.layout == Layout::Pile, is_pile, "{slug}: {to}");
                high = high.max(if is_pile { zone.pieces.len() } else { 0 });
            }
        }
        if piles.iter().any(|(pile, _)| pile == slug) {
            assert!(
                high > 5,
                "{slug}: no pile was high enough to tell its ends apart"
            );
        }
    }
}

/// All games end, and whoever plays by chance has a chance to win, wherever the seat is.
fn check_games(slug: &str, commands: u64, most: u64) {
    let ruleset = load(slug);
    for seats in seats(&ruleset) {
        let tally = games(&ruleset, seats, commands, most);
        assert_eq!(tally.unfinished, 0, "{slug} with {seats}");
        for seat in 0..seats {
            let won = tally.wins[seat] + tally.shared[seat];
            // Whoever plays alone, and at random, mostly loses against the rules.
            let least = match seats {
                1 => tally.games / 10,
                seats => tally.games / (4 * seats as u64),
            };
            assert!(
                won >= least,
                "{slug} with {seats}: {seat} wins {won} of {}",
                tally.games
            );
        }
    }
}

/// Holds all laws in one long game, with this many players if the game allows it.
fn check_laws(slug: &str, wanted: usize) {
    let ruleset = load(slug);
    assert_eq!(ruleset.document().meta.slug, slug);
    let seats = seats(&ruleset);
    let wanted = wanted.clamp(*seats.start(), *seats.end());
    let checker = Checker::new(&ruleset).setups([setup(&ruleset, wanted)]);
    if let Err(violation) = checker.positions(1).run() {
        panic!("{violation}");
    }
}

/// Laws of which a whole game takes seconds and more: they look at what each player sees of every position.
const SLOW: [Law; 5] = [
    Law::ViewHidesSecrets,
    Law::SamplesTellNoSecrets,
    Law::UndoRestoresEveryView,
    Law::NumbersAreCommands,
    Law::IllegalIsRefusedAndChangesNothing,
];

/// So many positions with each number of players are looked at for them all the same.
const SOME: u64 = 60;

/// With `PARLOR_LONG`, so many positions with each number of players are looked at under all laws, which takes minutes.
const MANY: u64 = 500;

/// With `PARLOR_LONG`, the most positions for all players together: several matches with two, a part of one with eight. A look
/// at a position takes the longer the more players look at it, so without a bound some rulesets would take days.
const MOST: u64 = 3_000;

/// Holds the laws with every number of players: those that are quick for a whole game, the others for a part of one. With
/// `PARLOR_LONG` it holds all of them for much longer, up to a bound.
fn check_laws_with_all_seats(slug: &str) {
    let ruleset = load(slug);
    let long = std::env::var_os("PARLOR_LONG").is_some();
    let quick = Law::ALL.into_iter().filter(|law| !SLOW.contains(law));
    let quick: Vec<Law> = quick.collect();
    for seats in seats(&ruleset) {
        let checker = Checker::new(&ruleset).setups([setup(&ruleset, seats)]);
        if let Err(violation) = checker.laws(quick.clone()).positions(1).run() {
            panic!("{violation}");
        }
        let checker = Checker::new(&ruleset).setups([setup(&ruleset, seats)]);
        if long {
            let most = MOST / seats as u64;
            let checked = checker
                .positions(MANY)
                .run_while(&|so_far| so_far.positions < most);
            let report = checked.unwrap_or_else(|violation| panic!("{violation}"));
            println!("{slug} with {seats}: {} positions", report.positions);
            continue;
        }
        let some = checker.laws(SLOW).positions(u64::MAX);
        if let Err(violation) = some.run_while(&|so_far| so_far.positions < SOME) {
            panic!("{violation}");
        }
    }
}

macro_rules! bundled {
    ($($name:ident $slug:literal)*) => {
        $(mod $name {
            #[test]
            fn keeps_the_laws() {
                super::check_laws($slug, 3);
            }

            #[test]
            fn comes_to_a_sane_end() {
                super::check_games($slug, 10_000, 1_000);
            }

            #[test]
            fn keeps_the_laws_with_any_number_of_players() {
                super::check_laws_with_all_seats($slug);
            }

            #[test]
            #[ignore = "thousands of games take minutes"]
            fn comes_to_a_sane_end_thousands_of_times() {
                super::check_games($slug, u64::MAX, 2_000);
            }
        })*

        const SLUGS: &[&str] = &[$($slug),*];
    };
}

bundled! {
    blackjack "blackjack"
    crazy_eights "crazy-eights"
    go_fish "go-fish"
    hearts "hearts"
    holdem "holdem"
    hue_and_cry "hue-and-cry"
    ninety_nine "ninety-nine"
    old_maid "old-maid"
    rummy "rummy"
    war "war"
}

#[test]
fn every_file_of_the_folder_is_tested() {
    let files: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let tested = SLUGS.iter().map(|slug| format!("{slug}.cardgame.json"));
    assert_eq!(files, tested.collect());
}

/// A random match by the long way.
fn outcome(ruleset: &Ruleset, seats: usize, seed: u32) -> Outcome {
    let seed_of_deck = Seed::Integer(seed);
    let mut game = Match::new(ruleset.clone(), setup(ruleset, seats), seed_of_deck).unwrap();
    let mut rng = Rng::fast(seed.into(), 0);
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let to_act: Vec<Seat> = game.to_act().iter().collect();
        let seat = *rng.pick(&to_act).unwrap();
        let command = rng.pick(&game.legal(seat)).cloned().unwrap();
        game.play(seat, &command).unwrap();
    }
}

/// The scores of some matches, by seat.
fn scores(slug: &str, matches: u32) -> Vec<(Vec<i64>, Outcome)> {
    let ruleset = load(slug);
    let most = *seats(&ruleset).end();
    let outcomes = (0..matches).map(|seed| outcome(&ruleset, most, seed));
    let with_scores = |outcome: Outcome| {
        let standings = outcome.standings().iter();
        let scores = standings.map(|standing| standing.score.unwrap()).collect();
        (scores, outcome)
    };
    outcomes.map(with_scores).collect()
}

/// Those with the best score, and no others, must have won.
fn check_winners(outcome: &Outcome, scores: &[i64], best: i64) {
    for (seat, score) in scores.iter().enumerate() {
        let seat = Seat(seat as u8);
        assert_eq!(
            outcome.winners().contains(seat),
            *score == best,
            "{scores:?}"
        );
    }
}

#[test]
fn hearts_are_26_points_a_deal_or_78_and_the_fewest_win() {
    for (scores, outcome) in scores("hearts", 3) {
        assert_eq!(scores.iter().sum::<i64>() % 26, 0, "{scores:?}");
        assert!(*scores.iter().max().unwrap() >= 100, "{scores:?}");
        check_winners(&outcome, &scores, *scores.iter().min().unwrap());
    }
}

#[test]
fn chips_are_never_made_nor_lost() {
    for (scores, outcome) in scores("holdem", 20) {
        // A few may be left in the pot, because they could not be shared.
        let sum = scores.iter().sum::<i64>();
        assert!((2990..=3000).contains(&sum), "{scores:?}");
        check_winners(&outcome, &scores, *scores.iter().max().unwrap());
    }
}

#[test]
fn there_are_thirteen_books() {
    for (scores, outcome) in scores("go-fish", 5) {
        assert_eq!(scores.iter().sum::<i64>(), 13);
        check_winners(&outcome, &scores, *scores.iter().max().unwrap());
    }
}

#[test]
fn one_player_is_left_with_the_old_maid() {
    for (scores, outcome) in scores("old-maid", 20) {
        assert_eq!(scores.iter().sum::<i64>(), 1);
        check_winners(&outcome, &scores, 0);
    }
}

#[test]
fn the_last_one_with_a_life_wins_at_ninety_nine() {
    for (scores, outcome) in scores("ninety-nine", 10) {
        assert_eq!(scores.iter().filter(|lost| **lost < 3).count(), 1);
        check_winners(&outcome, &scores, *scores.iter().min().unwrap());
    }
}

/// How often the seat that has reached most somewhere in a random game wins it.
fn leader_wins(ruleset: &Ruleset, seats: usize, games: u32) -> f64 {
    let setup = setup(ruleset, seats);
    let mut rng = Rng::fast(7, 0);
    let (mut won, mut all) = (0.0, 0.0);
    for seed in 0..games {
        let begun = Match::new(ruleset.clone(), setup.clone(), Seed::Integer(seed)).unwrap();
        let mut state = begun.state().clone();
        let length = ruleset.playout(&mut begun.state().clone(), &mut rng, u64::MAX);
        let some = rng.below(length as u32).into();
        ruleset.playout(&mut state, &mut rng, some);
        let weight = |seat: Seat| {
            let objectives = ruleset.objectives().iter().enumerate();
            let reached = objectives.filter(|(number, _)| ruleset.holds(*number, &state, seat));
            reached.map(|(_, objective)| objective.weight).sum::<f64>()
        };
        let mut seats: Vec<(f64, Seat)> = Seat::all(setup.seats())
            .map(|seat| (weight(seat), seat))
            .collect();
        seats.sort_by(|one, other| other.0.total_cmp(&one.0));
        if seats[0].0 > seats[1].0 {
            ruleset.playout(&mut state, &mut rng, u64::MAX);
            won += f64::from(u8::from(ruleset.winners(&state).contains(seats[0].1)));
            all += 1.0;
        }
    }
    won / all
}

#[test]
fn who_has_reached_more_objectives_wins_more_often() {
    for slug in SLUGS {
        let ruleset = load(slug);
        if !ruleset.objectives().is_empty() {
            let seats = *seats(&ruleset).start().max(&2);
            let wins = leader_wins(&ruleset, seats, 150);
            let even = 1.0 / seats as f64;
            assert!(wins > 1.1 * even, "{slug}: the leader wins {wins:.2} of 1");
        }
    }
}
