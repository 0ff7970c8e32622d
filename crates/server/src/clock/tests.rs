//! Clocks by script: what is left after each line, and laws that hold for any course of a match.

mod steps;
mod texts;

use expect_test::{Expect, expect};
use parlor_core::{Rng, Seat, SeatSet};

use super::{Clock, ClockRules};

/// A set of seats written as digits: `02`, or `-` for none.
fn seats(text: &str) -> SeatSet {
    text.bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| Seat(digit - b'0'))
        .collect()
}

/// Plays a script of lines `milliseconds verb …` and shows the clock after each. The first line is `start SEATS TO_ACT`.
fn check(rules: &str, script: &str, expect: Expect) {
    let mut clock: Option<Clock> = None;
    let mut told = String::new();
    for line in script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        let now = words[0].parse().unwrap();
        match (words[1], clock.as_mut()) {
            ("start", _) => {
                let count = words[2].parse().unwrap();
                let rules = rules.parse().unwrap();
                clock = Some(Clock::start(rules, count, seats(words[3]), now));
            }
            ("moves", Some(clock)) => {
                let mover = seats(words[2]).first().unwrap();
                clock.moved(mover, seats(words[3]), now);
            }
            ("changed", Some(clock)) => clock.changed(seats(words[2]), now),
            ("undo", Some(clock)) => clock.taken_back(seats(words[2]), seats(words[3]), now),
            ("limit", Some(clock)) => clock.limit(words[2].parse().ok(), now),
            ("pause", Some(clock)) => clock.pause(Seat(0), now),
            ("resume", Some(clock)) => clock.resume(now),
            ("stop", Some(clock)) => clock.stop(now),
            ("look", Some(_)) => {}
            _ => panic!("what is '{line}'?"),
        }
        let clock = clock.as_ref().unwrap();
        let shown = clock.shown(now);
        let running: Vec<u8> = shown.running.iter().map(|seat| seat.0).collect();
        told += &format!("{line}: left {:?} running {running:?}", shown.remaining_ms);
        if shown.paused {
            told += " paused";
        }
        if let Some(due) = clock.due() {
            told += &format!(" due {due}");
        }
        let late: Vec<u8> = clock.timed_out(now).iter().map(|seat| seat.0).collect();
        if !late.is_empty() {
            told += &format!(" out {late:?}");
        }
        told.push('\n');
    }
    expect.assert_eq(&told);
}

#[test]
fn nobody_gains_time_by_taking_back() {
    check(
        "1m+3s",
        "
        0     start 2 0
        10000 moves 0 1
        11000 undo 0 0
        12000 moves 0 1
        13000 undo 0 0
        ",
        expect![[r#"
            0     start 2 0: left [60000, 60000] running [0] due 60000
            10000 moves 0 1: left [53000, 60000] running [1] due 70000
            11000 undo 0 0: left [50000, 59000] running [0] due 61000
            12000 moves 0 1: left [52000, 59000] running [1] due 71000
            13000 undo 0 0: left [49000, 58000] running [0] due 62000
        "#]],
    );
    check(
        "5s",
        "
        0     start 2 0
        4000 moves 0 1
        4500 undo 0 0
        4600 changed 1
        4700 undo 0 0
        ",
        expect![[r#"
            0     start 2 0: left [5000, 5000] running [0] due 5000
            4000 moves 0 1: left [1000, 5000] running [1] due 9000
            4500 undo 0 0: left [1000, 4500] running [0] due 5500
            4600 changed 1: left [900, 5000] running [1] due 9600
            4700 undo 0 0: left [900, 4900] running [0] due 5600
        "#]],
    );
    // What the other's move gave is not touched by an undo that is not about it.
    check(
        "1m+3s",
        "
        0     start 2 0
        1000 moves 0 1
        2000 moves 1 0
        3000 moves 0 1
        4000 undo 0 0
        ",
        expect![[r#"
            0     start 2 0: left [60000, 60000] running [0] due 60000
            1000 moves 0 1: left [62000, 60000] running [1] due 61000
            2000 moves 1 0: left [62000, 62000] running [0] due 64000
            3000 moves 0 1: left [64000, 62000] running [1] due 65000
            4000 undo 0 0: left [61000, 61000] running [0] due 65000
        "#]],
    );
}

#[test]
fn a_match_with_increments() {
    let script = "
        0 start 2 0
        4000 moves 0 1
        5500 moves 1 0
        9000 moves 0 0
        9100 look
        12000 stop
        90000 look";
    check(
        "10s+2s",
        script,
        expect![[r#"
            0 start 2 0: left [10000, 10000] running [0] due 10000
            4000 moves 0 1: left [8000, 10000] running [1] due 14000
            5500 moves 1 0: left [8000, 10500] running [0] due 13500
            9000 moves 0 0: left [6500, 10500] running [0] due 15500
            9100 look: left [6400, 10500] running [0] due 15500
            12000 stop: left [3500, 10500] running []
            90000 look: left [3500, 10500] running []
        "#]],
    );
}

#[test]
fn each_move_has_its_own_time() {
    let script = "
        0 start 3 0
        900 moves 0 1
        1000 moves 1 1
        1800 moves 1 0
        1900 look";
    check(
        "1s",
        script,
        expect![[r#"
            0 start 3 0: left [1000, 1000, 1000] running [0] due 1000
            900 moves 0 1: left [100, 1000, 1000] running [1] due 1900
            1000 moves 1 1: left [100, 1000, 1000] running [1] due 2000
            1800 moves 1 0: left [1000, 200, 1000] running [0] due 2800
            1900 look: left [900, 200, 1000] running [0] due 2800
        "#]],
    );
}

#[test]
fn seats_that_act_at_once_run_at_once_and_stop_one_by_one() {
    let script = "
        0 start 3 012
        100 moves 1 02
        300 moves 0 2
        1000 look
        1000 moves 2 012";
    check(
        "1s",
        script,
        expect![[r#"
            0 start 3 012: left [1000, 1000, 1000] running [0, 1, 2] due 1000
            100 moves 1 02: left [900, 900, 900] running [0, 2] due 1000
            300 moves 0 2: left [700, 900, 700] running [2] due 1000
            1000 look: left [700, 900, 0] running [2] due 1000 out [2]
            1000 moves 2 012: left [1000, 1000, 1000] running [0, 1, 2] due 2000
        "#]],
    );
}

#[test]
fn time_is_out_at_the_deadline_and_the_earliest_comes_first() {
    let script = "
        0 start 3 2
        100 moves 2 12
        200 moves 1 12
        200 changed 012
        10099 look
        10100 look
        20000 look";
    check(
        "10s+0",
        script,
        expect![[r#"
            0 start 3 2: left [10000, 10000, 10000] running [2] due 10000
            100 moves 2 12: left [10000, 10000, 9900] running [1, 2] due 10000
            200 moves 1 12: left [10000, 9900, 9800] running [1, 2] due 10000
            200 changed 012: left [10000, 9900, 9800] running [0, 1, 2] due 10000
            10099 look: left [101, 1, 0] running [0, 1, 2] due 10000 out [2]
            10100 look: left [100, 0, 0] running [0, 1, 2] due 10000 out [2, 1]
            20000 look: left [0, 0, 0] running [0, 1, 2] due 10000 out [2, 1, 0]
        "#]],
    );
}

#[test]
fn nobody_is_charged_during_a_pause_or_while_the_server_is_down() {
    let script = "
        0 start 2 0
        1000 pause
        1500 pause
        5000 changed 01
        7000 resume
        7100 resume
        99000 look
        99100 pause
        99600 look
        99700 stop";
    check(
        "10s+1s",
        script,
        expect![[r#"
            0 start 2 0: left [10000, 10000] running [0] due 10000
            1000 pause: left [9000, 10000] running [0] paused
            1500 pause: left [9000, 10000] running [0] paused
            5000 changed 01: left [9000, 10000] running [0, 1] paused
            7000 resume: left [9000, 10000] running [0, 1] due 16000
            7100 resume: left [8900, 9900] running [0, 1] due 16000
            99000 look: left [0, 0] running [0, 1] due 16000 out [0, 1]
            99100 pause: left [0, 0] running [0, 1] paused
            99600 look: left [0, 0] running [0, 1] paused
            99700 stop: left [0, 0] running []
        "#]],
    );
}

#[test]
fn undo_gives_the_turn_back_but_no_time() {
    let script = "
        0 start 2 0
        3000 moves 0 1
        5000 changed 0";
    check(
        "10s+0",
        script,
        expect![[r#"
            0 start 2 0: left [10000, 10000] running [0] due 10000
            3000 moves 0 1: left [7000, 10000] running [1] due 13000
            5000 changed 0: left [7000, 8000] running [0] due 12000
        "#]],
    );
}

#[test]
fn a_late_move_saves_nobody_and_a_command_out_of_turn_gains_nothing() {
    let script = "
        0 start 2 0
        1000 moves 1 0
        10000 moves 0 1
        10500 moves 1 0";
    check(
        "10s+5s",
        script,
        expect![[r#"
            0 start 2 0: left [10000, 10000] running [0] due 10000
            1000 moves 1 0: left [9000, 10000] running [0] due 10000
            10000 moves 0 1: left [0, 10000] running [1] due 20000
            10500 moves 1 0: left [0, 14500] running [0] due 10500 out [0]
        "#]],
    );
}

#[test]
fn time_that_goes_backwards_charges_nothing() {
    let script = "
        5000 start 2 0
        4000 look
        3000 moves 0 1
        3500 look
        0 pause";
    check(
        "10s+0",
        script,
        expect![[r#"
            5000 start 2 0: left [10000, 10000] running [0] due 15000
            4000 look: left [10000, 10000] running [0] due 15000
            3000 moves 0 1: left [10000, 10000] running [1] due 13000
            3500 look: left [10000, 9500] running [1] due 13000
            0 pause: left [10000, 10000] running [1] paused
        "#]],
    );
}

#[test]
fn a_match_without_a_clock_never_waits() {
    let script = "
        0 start 2 0
        99999999 moves 0 1";
    check(
        "none",
        script,
        expect![[r#"
            0 start 2 0: left [] running []
            99999999 moves 0 1: left [] running []
        "#]],
    );
}

#[test]
fn correspondence_counts_days_for_each_move() {
    let script = "
        0 start 2 0
        259199999 look
        259199999 moves 0 1
        518399999 look";
    check(
        "3d",
        script,
        expect![[r#"
            0 start 2 0: left [259200000, 259200000] running [0] due 259200000
            259199999 look: left [1, 259200000] running [0] due 259200000
            259199999 moves 0 1: left [1, 259200000] running [1] due 518399999
            518399999 look: left [1, 0] running [1] due 518399999 out [1]
        "#]],
    );
}

/// One random thing that happens to a clock, and how far time went before.
fn happens(clock: &mut Clock, rng: &mut Rng, now: u64) {
    let mut some = || (0..3).map(Seat).filter(|_| rng.below(2) == 0).collect();
    let to_act: SeatSet = some();
    match rng.below(6) {
        0 => clock.pause(Seat(0), now),
        1 => clock.resume(now),
        2 => clock.changed(to_act, now),
        _ => clock.moved(Seat(rng.below(3) as u8), to_act, now),
    }
}

#[test]
fn what_is_charged_is_the_time_that_passed_while_running() {
    for seed in 0..500 {
        let mut rng = Rng::from_integer(seed);
        // No increment, and more time than the match takes: nothing comes and nothing is cut off.
        let rules = "24h+0".parse().unwrap();
        let mut clock = Clock::start(rules, 3, SeatSet::one(Seat(0)), 1000);
        let full = clock.remaining(Seat(0), 1000).unwrap();
        let (mut now, mut ran) = (1000, [0; 3]);
        for _ in 0..60 {
            let passed = u64::from(rng.below(20_000));
            if !clock.is_paused() {
                for seat in clock.shown(now).running.iter() {
                    ran[seat.index()] += passed;
                }
            }
            now += passed;
            happens(&mut clock, &mut rng, now);
            for seat in Seat::all(3) {
                let charged = full - clock.remaining(seat, now).unwrap();
                assert_eq!(charged, ran[seat.index()], "{seat}, seed {seed}");
            }
        }
    }
}

#[test]
fn a_clock_that_was_stored_and_loaded_goes_on_as_if_nothing_had_happened() {
    for seed in 0..200 {
        let mut rng = Rng::from_integer(seed);
        let rules = *rng.pick(&["30s", "1m+2s", "1d", "none"]).unwrap();
        let mut clock = Clock::start(rules.parse().unwrap(), 3, SeatSet::all(3), 7);
        let mut loaded = clock.clone();
        let mut now = 7;
        for _ in 0..40 {
            now += u64::from(rng.below(9000));
            let mut same = rng.clone();
            happens(&mut clock, &mut rng, now);
            happens(&mut loaded, &mut same, now);
            let text = serde_json::to_string(&loaded).unwrap();
            loaded = serde_json::from_str(&text).unwrap();
            assert_eq!(clock, loaded, "seed {seed}");
            assert_eq!(clock.shown(now + 5), loaded.shown(now + 5), "seed {seed}");
        }
    }
}

#[test]
fn the_deadline_fires_exactly_once_it_is_reached() {
    let mut fired = 0;
    for seed in 0..300 {
        let mut rng = Rng::from_integer(seed);
        let rules = *rng.pick(&["30s", "1m+2s", "1d"]).unwrap();
        let mut clock = Clock::start(rules.parse().unwrap(), 3, SeatSet::all(3), 0);
        let mut now = 0;
        for _ in 0..20 {
            now += u64::from(rng.below(5000));
            happens(&mut clock, &mut rng, now);
            let Some(due) = clock.due() else {
                assert!(clock.timed_out(u64::MAX).is_empty(), "seed {seed}");
                continue;
            };
            assert!(clock.timed_out(due - 1).is_empty(), "seed {seed}");
            let first = clock.timed_out(due)[0];
            assert_eq!(clock.remaining(first, due), Some(0), "seed {seed}");
            assert!(clock.remaining(first, due - 1) > Some(0) || now >= due);
            fired += 1;
        }
    }
    assert!(fired > 1000, "{fired}");
}

#[test]
fn the_end_of_all_time_overflows_nothing() {
    let rules = ClockRules::Correspondence { days: u32::MAX };
    let mut clock = Clock::start(rules, 2, SeatSet::all(2), u64::MAX);
    clock.moved(Seat(0), SeatSet::all(2), 0);
    clock.moved(Seat(200), SeatSet::one(Seat(63)), u64::MAX);
    assert_eq!(clock.due(), None);
    clock.changed(SeatSet::one(Seat(0)), u64::MAX);
    assert_eq!(clock.due(), Some(u64::MAX));
    assert_eq!(clock.remaining(Seat(2), 0), None);
}
