//! A bot answers within its time, even if the game is slow, and at once when it is called off.

use std::time::{Duration, Instant};

use parlor_bots::Bot;
use parlor_core::prelude::*;
use parlor_games::hex::Hex;

use super::begin;

/// A game in which every command takes its time.
struct Slow(Duration);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Line {
    played: u32,
    turn: Seat,
}

impl PlainGame for Slow {
    type State = Line;
    type Command = u32;

    fn about(&self) -> GameInfo {
        GameInfo::new("slow", "Slow", 2..=2)
    }

    fn start(&self, _: &Setup) -> Line {
        Line {
            played: 0,
            turn: Seat(0),
        }
    }

    fn turn(&self, line: &Line) -> Option<Seat> {
        (line.played < 200).then_some(line.turn)
    }

    fn moves(&self, _: &Line, out: &mut Vec<u32>) {
        out.extend(0..5);
    }

    fn play(&self, line: &mut Line, _: &u32) {
        std::thread::sleep(self.0);
        line.played += 1;
        line.turn = line.turn.after(2);
    }

    fn result(&self, line: &Line) -> Option<Outcome> {
        (line.played == 200).then(|| Outcome::draw(2, "enough"))
    }

    fn scene(&self, _: &Line) -> View {
        View::new()
    }
}

/// How long a bot took beyond the time it had.
fn late(slow: Duration, spec: &str, time: Duration) -> Duration {
    let game = begin(Slow(slow), 1);
    let rehearsal = game.rehearse(Seat(0)).unwrap();
    let mut bot = Bot::new(spec.parse().unwrap(), 1);
    let start = Instant::now();
    let thought = bot.think(rehearsal).unwrap();
    assert!(thought.command.as_u64().unwrap() < 5);
    start.elapsed().saturating_sub(time)
}

// The limits here are far beyond what a bot takes, and far below what it would take if it did not look at the time: one
// look ahead takes 200 commands.
#[test]
fn a_bot_is_punctual_where_a_single_look_ahead_takes_longer_than_its_time() {
    for spec in [
        "tree:50ms",
        "flat:50ms",
        "information:50ms",
        "minimax:50ms",
        "tree:50ms:threads=2",
    ] {
        let late = late(Duration::from_millis(20), spec, Duration::from_millis(50));
        assert!(
            late < Duration::from_millis(1500),
            "{spec} was {late:?} late"
        );
    }
}

#[test]
fn a_bot_is_punctual_where_a_single_command_takes_longer_than_its_time() {
    let late = late(
        Duration::from_secs(3),
        "tree:50ms",
        Duration::from_millis(50),
    );
    assert!(late < Duration::from_millis(1500), "it was {late:?} late");
}

#[test]
fn several_threads_use_their_time_where_commands_are_slow() {
    let game = begin(Slow(Duration::from_millis(1)), 1);
    let mut bot = Bot::new("tree:1500ms:threads=2".parse().unwrap(), 1);
    let thought = bot.think(game.rehearse(Seat(0)).unwrap()).unwrap();
    // A look ahead takes a quarter of a second, and each of the two threads has time for several.
    assert!(thought.iterations >= 4, "{} looks", thought.iterations);
}

#[test]
fn a_bot_that_is_called_off_answers_at_once() {
    let hex = begin(Hex, 1);
    let mut bot = Bot::new("tree:3600s".parse().unwrap(), 1);
    let stopper = bot.stopper();
    let rehearsal = hex.rehearse(Seat(0)).unwrap();
    let start = Instant::now();
    let thinking = std::thread::spawn(move || bot.think(rehearsal));
    std::thread::sleep(Duration::from_millis(100));
    stopper.stop();
    let thought = thinking.join().unwrap().unwrap();
    assert!(thought.iterations > 100);
    assert!(start.elapsed() < Duration::from_secs(10));
}
