//! What a match costs: submitting, undo and fork at any length, replay, loading, views, copies.

use parlor_core::prelude::*;
use parlor_games::connect_four::ConnectFour;
use parlor_games::hex::Hex;
use parlor_games::liars_dice::LiarsDice;
use parlor_games::tic_tac_toe::TicTacToe;

use crate::measure::{Contender, compare};

pub fn run() {
    submit();
    undo_and_fork();
    copies_and_views();
    replay();
}

/// Commands a second with log and hash chain on, against the 300,000 that are asked for.
fn submit() {
    let mut rng = Rng::fast(1, 0);
    let info = TicTacToe.info();
    let mut contender = Contender::new("Match::submit on tic-tac-toe", || {
        let setup = Setup::new(&info, 2).expect("two seats fit");
        let mut play = Match::new(TicTacToe, setup, Seed::Secret([7; 32])).expect("it opens");
        while let Some(seat) = play.to_act().first() {
            let command = TicTacToe.sample(play.state(), seat, &mut rng);
            play.play(seat, &command).expect("the command is legal");
        }
        play.version() - 1
    });
    let rate = crate::measure::rates(std::slice::from_mut(&mut contender))[0];
    println!("Commands a second through Match::submit, log and hash chain on");
    println!(
        "  {:<44} {:>14} commands/s {:>5.2} × the limit of 300,000\n",
        contender.name,
        crate::measure::thousands(rate),
        rate / 300_000.0
    );
}

/// A walk that goes on as long as one likes, to see what a long log costs.
#[derive(Clone, Copy)]
struct Walk;

impl PlainGame for Walk {
    type State = [i64; 8];
    type Command = i8;

    fn about(&self) -> GameInfo {
        GameInfo::new("walk", "Walk", 1..=1).longest(u64::MAX)
    }
    fn start(&self, _: &Setup) -> [i64; 8] {
        [0; 8]
    }
    fn turn(&self, _: &[i64; 8]) -> Option<Seat> {
        Some(Seat(0))
    }
    fn moves(&self, _: &[i64; 8], out: &mut Vec<i8>) {
        out.extend([-1, 1]);
    }
    fn play(&self, state: &mut [i64; 8], step: &i8) {
        state[0] += i64::from(*step);
        state.rotate_left(1);
    }
    fn result(&self, _: &[i64; 8]) -> Option<Outcome> {
        None
    }
    fn scene(&self, _: &[i64; 8]) -> View {
        View::new()
    }
}

fn walk(length: u64) -> Match<Walk> {
    let setup = Setup::new(&Walk.info(), 1).expect("one seat fits");
    let mut play = Match::new(Walk, setup, Seed::Integer(1)).expect("it opens");
    while play.version() < length {
        let step = if play.version().is_multiple_of(3) {
            -1
        } else {
            1
        };
        play.play(Seat(0), &step).expect("the step is legal");
    }
    play
}

/// A walk of which every other record takes a step back.
fn hesitant_walk(length: u64) -> Match<Walk> {
    let mut play = walk(2);
    while play.version() < length {
        play.play(Seat(0), &1).expect("the step is legal");
        let to = play.undo_target(Seat(0)).expect("there is a step to undo");
        play.undo(Undo::new(Seat(0), to))
            .expect("it needs no consent");
    }
    play
}

fn undo_and_fork() {
    let matches = [100, 10_000, 100_000].map(walk);
    let names = ["at version 100", "at version 10,000", "at version 100,000"];
    let mut undo: Vec<Contender> = Vec::new();
    for (play, name) in matches.iter().zip(names) {
        let mut copy = fork(play);
        let mut left = 0;
        undo.push(Contender::new(name, move || {
            // A fresh copy now and then, so that the match does not grow while it is measured.
            if left == 0 {
                copy = fork(play);
                left = 1_000;
            }
            left -= 1;
            let to = copy
                .undo_target(Seat(0))
                .expect("there is something to undo");
            copy.undo(Undo::new(Seat(0), to))
                .expect("it needs no consent");
            copy.redo(Seat(0), 0).expect("it was just undone");
            1
        }));
    }
    compare("Undo and redo", "pairs/s", undo);
    let fork_at = |name, play: &'static Match<Walk>| {
        Contender::new(name, move || {
            std::hint::black_box(fork(play));
            1
        })
    };
    let matches: &'static [Match<Walk>; 3] = Box::leak(Box::new(matches));
    compare(
        "Fork",
        "forks/s",
        names
            .iter()
            .zip(matches)
            .map(|(name, play)| fork_at(*name, play))
            .collect(),
    );
    let middle = |name, play: &'static Match<Walk>| {
        Contender::new(name, move || {
            let version = play.version() / 2;
            std::hint::black_box(play.fork(version, Seed::Integer(2), 0).expect("it exists"));
            1
        })
    };
    compare(
        "Fork in the middle",
        "forks/s",
        names
            .iter()
            .zip(matches)
            .map(|(name, play)| middle(*name, play))
            .collect(),
    );
    forks_that_go_on("Fork, play and undo in it", walk);
    forks_that_go_on(
        "Fork, play and undo in it, after a history of undos",
        hesitant_walk,
    );
}

fn fork(play: &Match<Walk>) -> Match<Walk> {
    play.fork(play.version(), Seed::Integer(2), 0)
        .expect("the version exists")
}

fn forks_that_go_on(title: &str, build: fn(u64) -> Match<Walk>) {
    let matches = [100, 10_000, 100_000].map(build);
    let names = ["at version 100", "at version 10,000", "at version 100,000"];
    let forks = matches.iter().zip(names).map(|(play, name)| {
        Contender::new(name, move || {
            let mut fork = fork(play);
            fork.play(Seat(0), &1).expect("the step is legal");
            let to = fork.undo_target(Seat(0)).expect("there is a step to undo");
            fork.undo(Undo::new(Seat(0), to))
                .expect("it needs no consent");
            std::hint::black_box(fork.version());
            1
        })
    });
    compare(title, "forks/s", forks.collect());
}

/// A match in which so many random commands have been played.
fn middle_of<G: Fast>(game: G, commands: u64) -> Match<G> {
    let info = game.info();
    let setup = Setup::new(&info, info.min_seats.into()).expect("the fewest seats fit");
    let mut play = Match::new(game, setup, Seed::Integer(1)).expect("it opens");
    let mut rng = Rng::fast(5, 0);
    while let (true, Some(seat)) = (play.version() <= commands, play.to_act().first()) {
        let command = play.game().sample(play.state(), seat, &mut rng);
        play.play(seat, &command).expect("the command is legal");
    }
    play
}

fn copies_and_views() {
    fn clone<'a, G: Fast>(name: &'a str, play: &'a Match<G>) -> Contender<'a> {
        Contender::new(name, move || {
            for _ in 0..100 {
                std::hint::black_box(play.state().clone());
            }
            100
        })
    }
    fn view<'a, G: Fast>(name: &'a str, play: &'a Match<G>) -> Contender<'a> {
        Contender::new(name, move || {
            std::hint::black_box(play.view(Viewer::Seat(Seat(0))));
            1
        })
    }
    let tic_tac_toe = middle_of(TicTacToe, 4);
    let connect_four = middle_of(ConnectFour, 10);
    let hex = middle_of(Hex, 40);
    let dice = middle_of(LiarsDice, 4);
    compare(
        "Copies of a state",
        "copies/s",
        vec![
            clone("tic-tac-toe", &tic_tac_toe),
            clone("connect four", &connect_four),
            clone("hex 11 × 11", &hex),
            clone("liar's dice", &dice),
        ],
    );
    compare(
        "Views of a seat",
        "views/s",
        vec![
            view("tic-tac-toe", &tic_tac_toe),
            view("connect four", &connect_four),
            view("hex 11 × 11", &hex),
            view("liar's dice", &dice),
        ],
    );
}

fn replay() {
    let play = walk(10_000);
    let text = play.save();
    compare(
        "A log of 10,000 records",
        "records/s",
        vec![
            Contender::new("replay from the events alone", || {
                std::hint::black_box(play.replay(play.version()));
                play.version()
            }),
            Contender::new("load from text, every line checked", || {
                std::hint::black_box(Match::load(Walk, &text).expect("it is sound").version())
            }),
            Contender::new("derive again from seed and commands", || {
                std::hint::black_box(play.rederive().is_some());
                play.version()
            }),
            Contender::new("save to text", || {
                std::hint::black_box(play.save().len());
                play.version()
            }),
        ],
    );
}
