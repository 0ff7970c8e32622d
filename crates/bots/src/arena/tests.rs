//! Who meets whom, what comes out, and how sure that is.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use expect_test::{Expect, expect};
use parlor_core::{AnyGame, Setup, erase};

use super::elo::ratings;
use super::schedule::Schedule;
use super::*;

fn schedule(bots: usize, seats: usize, games: u64, expected: Expect) {
    let schedule = Schedule::new(bots, seats, games, 7);
    let mut text = String::new();
    for number in 0..schedule.games() {
        let game = schedule.game(number);
        text += &format!("deal {}: {:?}\n", game.deal, game.seats);
    }
    expected.assert_eq(&text);
}

#[test]
fn two_bots_swap_seats_within_a_deal() {
    schedule(
        2,
        2,
        3,
        expect![[r#"
            deal 0: [0, 1]
            deal 0: [1, 0]
            deal 1: [0, 1]
            deal 1: [1, 0]
        "#]],
    );
}

#[test]
fn every_two_bots_meet_in_the_same_deals() {
    schedule(
        3,
        2,
        2,
        expect![[r#"
            deal 0: [0, 1]
            deal 0: [1, 0]
            deal 0: [0, 2]
            deal 0: [2, 0]
            deal 0: [1, 2]
            deal 0: [2, 1]
        "#]],
    );
}

#[test]
fn fewer_bots_than_seats_take_turns_around_the_table() {
    schedule(
        2,
        5,
        2,
        expect![[r#"
            deal 0: [0, 1, 0, 1, 0]
            deal 0: [1, 0, 1, 0, 1]
        "#]],
    );
}

#[test]
fn as_many_bots_as_seats_sit_at_one_table() {
    schedule(
        3,
        3,
        5,
        expect![[r#"
        deal 0: [2, 0, 1]
        deal 0: [1, 2, 0]
        deal 0: [0, 1, 2]
        deal 1: [1, 2, 0]
        deal 1: [0, 1, 2]
        deal 1: [2, 0, 1]
    "#]],
    );
}

#[test]
fn every_bot_has_every_seat_equally_often() {
    for (bots, seats) in [(2, 2), (3, 2), (2, 3), (5, 3), (4, 4), (6, 6), (3, 7)] {
        let schedule = Schedule::new(bots, seats, 9, 1);
        let mut sat = BTreeMap::new();
        for number in 0..schedule.games() {
            for place in schedule.game(number).seats.iter().enumerate() {
                *sat.entry((place.0, *place.1)).or_insert(0) += 1;
            }
        }
        assert_eq!(sat.len(), bots * seats, "{bots} bots, {seats} seats");
        let first = sat[&(0, 0)];
        assert!(sat.values().all(|times| *times == first), "{sat:?}");
    }
}

fn game(id: &str) -> Arc<dyn AnyGame> {
    parlor_games::all().get(id).unwrap().clone()
}

fn arena<'a>(game: &'a dyn AnyGame, seats: usize, bots: &str, games: u64) -> Arena<'a> {
    let bots = bots.split(',').map(|bot| bot.parse().unwrap());
    let setup = Setup::new(game.info(), seats).unwrap();
    Arena {
        games,
        ..Arena::new(game, setup, bots)
    }
}

/// Without the times, which differ from run to run.
fn timeless(mut results: Results) -> Results {
    for bot in &mut results.bots {
        assert!(bot.ms_per_decision > 0.0, "{}", bot.name);
        bot.ms_per_decision = 0.0;
    }
    results
}

#[test]
fn the_number_of_games_at_a_time_does_not_change_the_results() {
    for (id, seats, bots) in [
        ("tic-tac-toe", 2, "tree:100,flat:60,random"),
        ("liars-dice", 3, "30,random,60:threads=2"),
        ("go-fish", 2, "information:20,random"),
    ] {
        let game = game(id);
        let run = |threads, seed| {
            let arena = Arena {
                threads: Some(threads),
                seed,
                ..arena(&*game, seats, bots, 6)
            };
            timeless(arena.run(&|_| {}).unwrap())
        };
        let one = run(1, 5);
        assert_eq!(one, run(3, 5), "{id}");
        assert_ne!(one, run(3, 6), "{id}");
    }
}

#[test]
fn everything_adds_up() {
    let game = game("tic-tac-toe");
    let arena = arena(&*game, 2, "tree:200,easy,random", 9);
    let told = AtomicU64::new(0);
    let results = arena
        .run(&|_| {
            told.fetch_add(1, Ordering::Relaxed);
        })
        .unwrap();
    // Nine games would leave somebody a seat short.
    assert_eq!((results.games, results.planned), (30, 30));
    assert_eq!(told.into_inner(), 30);
    let points: f64 = results.bots.iter().map(|bot| bot.points).sum();
    assert_eq!(points, 30.0);
    for (place, bot) in results.bots.iter().enumerate() {
        assert_eq!(bot.games, 20);
        assert_eq!(bot.wins + bot.shared + bot.losses, 20);
        let seats: Vec<u64> = bot.by_seat.iter().map(|seat| seat.games).collect();
        assert_eq!(seats, [10, 10]);
        let wins: u64 = bot.by_seat.iter().map(|seat| seat.wins).sum();
        assert_eq!(wins, bot.wins);
        let others = (0..3).filter(|other| *other != place);
        let against = others.map(|other| results.between(place, other).unwrap());
        assert_eq!(against.map(|pair| pair.wins).sum::<u64>(), bot.wins);
    }
    assert_eq!(results.zero, Some(2));
    assert_eq!(results.ranking()[2].name, "random");
    assert_eq!(results.bots[2].elo.to_string(), "0 ± 0");
}

#[test]
fn games_of_a_deal_are_dealt_alike_and_others_are_not() {
    let game = game("go-fish");
    let arena = arena(&*game, 2, "random,random", 4);
    let begin = |deal| {
        let begun = game.begin(arena.setup.clone(), arena.deal(deal), 0);
        begun.unwrap().events(1)
    };
    assert_eq!(begin(0), begin(0));
    assert_ne!(begin(0), begin(1));
}

#[test]
fn a_bot_that_cannot_play_is_told_before_the_first_game() {
    let check = |id, seats, bots, expected: Expect| {
        let game = game(id);
        let arena = arena(&*game, seats, bots, 100_000);
        let error = arena.run(&|_| panic!("a game was played")).unwrap_err();
        expected.assert_eq(&error.to_string());
    };
    check(
        "go-fish",
        2,
        "random,tree:1000",
        expect![
            "bot 'tree:1000': tree does not play Go Fish: it has secrets; 'auto' finds a method for every game"
        ],
    );
    check(
        "go-fish",
        2,
        "random",
        expect!["an arena takes at least two bots"],
    );
    check(
        "yacht-dice",
        1,
        "random,easy",
        expect!["an arena takes a table with at least two seats"],
    );
}

#[test]
fn whoever_ends_it_early_gets_what_was_played() {
    let game = game("tic-tac-toe");
    let arena = arena(&*game, 2, "random,random", 100_000);
    let played = AtomicU64::new(0);
    let results = arena
        .run(&|_| {
            if played.fetch_add(1, Ordering::Relaxed) == 9 {
                arena.stopper.stop();
            }
        })
        .unwrap();
    assert!((10..100).contains(&results.games), "{}", results.games);
    assert_eq!(results.planned, 100_000);
    assert_eq!(results.bots[1].name, "random #2");
    let unplayed = arena.run(&|_| panic!("it has been ended")).unwrap();
    assert_eq!(unplayed.games, 0);
}

#[test]
fn bots_do_not_fight_for_cores() {
    let game = game("tic-tac-toe");
    let cores = std::thread::available_parallelism().unwrap().get();
    let at_a_time = |bots| arena(&*game, 2, bots, 10_000).games_at_a_time();
    assert_eq!(at_a_time("tree:100,random"), cores);
    assert_eq!(at_a_time("expert,random"), 1);
    assert_eq!(at_a_time("tree:100:threads=200,random"), 1);
}

#[test]
fn endless_games_count_as_draws() {
    struct Endless;
    #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Turn(parlor_core::Seat);
    impl parlor_core::PlainGame for Endless {
        type State = Turn;
        type Command = u8;

        fn about(&self) -> parlor_core::GameInfo {
            parlor_core::GameInfo::new("endless", "Endless", 2..=2).longest(20)
        }

        fn start(&self, _: &Setup) -> Turn {
            Turn::default()
        }

        fn turn(&self, turn: &Turn) -> Option<parlor_core::Seat> {
            Some(turn.0)
        }

        fn moves(&self, _: &Turn, out: &mut Vec<u8>) {
            out.push(1);
        }

        fn play(&self, turn: &mut Turn, _: &u8) {
            turn.0 = turn.0.after(2);
        }

        fn result(&self, _: &Turn) -> Option<parlor_core::Outcome> {
            None
        }

        fn scene(&self, _: &Turn) -> parlor_core::View {
            parlor_core::View::default()
        }
    }
    let game = erase(Endless);
    let results = arena(&*game, 2, "random,tree:10", 4).run(&|_| {}).unwrap();
    assert_eq!(results.unfinished, 4);
    assert_eq!(results.bots[1].shared, 4);
    assert_eq!(results.bots[1].decisions, 40);
    assert_eq!(results.bots[1].score.value, 0.5);
}

#[test]
fn elo_is_the_most_likely_one() {
    let check = |points: &[&[f64]], fixed, expected: Expect| {
        let points: Vec<Vec<f64>> = points.iter().map(|row| row.to_vec()).collect();
        let elos = ratings(&points, fixed).into_iter();
        let elos: Vec<String> = elos.map(|elo| elo.to_string()).collect();
        expected.assert_eq(&elos.join(", "));
    };
    // Three of four points are worth 400 · log10(3) = 191; the added draw is lost in a thousand games.
    check(
        &[&[0.0, 750.0], &[250.0, 0.0]],
        Some(1),
        expect!["+191 ± 25, 0 ± 0"],
    );
    check(
        &[&[0.0, 750.0], &[250.0, 0.0]],
        None,
        expect!["+95 ± 12, -95 ± 12"],
    );
    // Whoever won all games is finitely strong: as if 100.5 of 101 points had been made, 400 · log10(201) = 921.
    check(
        &[&[0.0, 100.0], &[0.0, 0.0]],
        Some(1),
        expect!["+921 ± 483, 0 ± 0"],
    );
    // Without any game everybody is equal, and nobody knows.
    check(
        &[&[0.0, 0.0], &[0.0, 0.0]],
        None,
        expect!["0 ± 340, 0 ± 340"],
    );
    // Strengths add up: what is three times as strong as three times as strong is nine times as strong.
    check(
        &[
            &[0.0, 7500.0, 9000.0],
            &[2500.0, 0.0, 7500.0],
            &[1000.0, 2500.0, 0.0],
        ],
        Some(2),
        expect!["+382 ± 8, +191 ± 7, 0 ± 0"],
    );
}

#[test]
fn intervals_hold_what_they_promise() {
    // A bot that makes 70 % of the points is 147 stronger. Of a thousand contests, about 950 should say so.
    let truth = 400.0 * (0.7_f64 / 0.3).log10();
    let mut rng = Rng::fast(3, 0);
    let (mut elos, mut shares) = (0, 0);
    for _ in 0..1000 {
        let wins = (0..200).filter(|_| rng.below(10) < 7).count() as f64;
        let elo = ratings(&[vec![0.0, wins], vec![200.0 - wins, 0.0]], Some(1))[0];
        elos += u32::from((elo.low..=elo.high).contains(&truth));
        let share = Share::of(wins, 200);
        shares += u32::from((share.low..=share.high).contains(&0.7));
    }
    assert!((930..=970).contains(&elos), "{elos} of 1000");
    assert!((930..=970).contains(&shares), "{shares} of 1000");
}

#[test]
fn intervals_hold_at_a_table_of_four_too() {
    // One bot wins twice as often as each of the others: 400 · log10(2) = 120 above the three.
    let truth = 400.0 * 2_f64.log10();
    let bots: Vec<Spec> = ["easy", "medium", "hard", "random"]
        .map(|bot| bot.parse().unwrap())
        .to_vec();
    let mut rng = Rng::fast(4, 0);
    let mut held = 0;
    for _ in 0..500 {
        let games: Vec<Played> = (0..200)
            .map(|number| Played {
                number,
                seats: vec![0, 1, 2, 3],
                winners: vec![(rng.below(5) as usize).saturating_sub(1)],
                ..Played::default()
            })
            .collect();
        let elo = Results::new(&bots, 4, 200, &games).bots[0].elo;
        held += u32::from((elo.low..=elo.high).contains(&truth));
    }
    assert!((460..=490).contains(&held), "{held} of 500");
}

#[test]
fn wilsons_interval_is_the_one_in_the_books() {
    // Newcombe 1998, table I: 81 of 263 and 0 of 20.
    let share = Share::of(81.0, 263);
    assert!((share.low - 0.2553).abs() < 1e-4 && (share.high - 0.3662).abs() < 1e-4);
    let share = Share::of(0.0, 20);
    assert!(share.low == 0.0 && (share.high - 0.1611).abs() < 1e-4);
}
