//! Random games a second, beside hand-written programs.

use std::sync::Arc;

use parlor_core::{Fast, Game, Match, Rng, Seed, Setup};
use parlor_games::connect_four::ConnectFour;
use parlor_games::hex::Hex;
use parlor_games::liars_dice::LiarsDice;
use parlor_games::tic_tac_toe::TicTacToe;

use crate::by_hand::{self, Random};
use crate::measure::{Contender, compare};

/// How many games are played between two looks at the clock.
const GAMES: u64 = 50;

pub fn run() {
    println!("Random games a second, one thread. Ratios are to the first line of each block.\n");
    lengths();

    let (mut a, mut b) = (Random::new(1), Random::new(2));
    let (mut stack, mut more, mut buffer) = (Vec::new(), Vec::new(), Vec::new());
    let mut kept = Vec::new();
    let setup = setup(&TicTacToe, &[]);
    compare(
        "tic-tac-toe",
        "games/s",
        vec![
            Contender::new("by hand, sampling", || {
                games(|| by_hand::tic_tac_toe::sample(&mut a))
            }),
            sampling(TicTacToe, &setup),
            through_match(TicTacToe, &setup),
        ],
    );
    compare(
        "tic-tac-toe, listing legal commands into a reused buffer",
        "games/s",
        vec![
            Contender::new("by hand, listing", || {
                games(|| by_hand::tic_tac_toe::list(&mut b, &mut buffer))
            }),
            listing(TicTacToe, &setup),
        ],
    );
    let setup = self::setup(&ConnectFour, &[]);
    compare(
        "connect four",
        "games/s",
        vec![
            Contender::new("by hand, sampling", || {
                games(|| by_hand::connect_four::sample(&mut a))
            }),
            sampling(ConnectFour, &setup),
            through_match(ConnectFour, &setup),
        ],
    );
    compare(
        "connect four, listing legal commands into a reused buffer",
        "games/s",
        vec![
            Contender::new("by hand, listing", || {
                games(|| by_hand::connect_four::list(&mut b, &mut buffer))
            }),
            listing(ConnectFour, &setup),
        ],
    );
    let setup = self::setup(&Hex, &[("swap", false.into())]);
    compare(
        "hex 11 × 11",
        "games/s",
        vec![
            Contender::new("by hand, sampling", || {
                games(|| by_hand::hex::sample(&mut a, &mut stack))
            }),
            sampling(Hex, &setup),
            through_match(Hex, &setup),
        ],
    );
    compare(
        "hex 11 × 11, listing legal commands into a reused buffer",
        "games/s",
        vec![
            Contender::new("by hand, listing", || {
                games(|| by_hand::hex::list(&mut b, &mut more, &mut buffer))
            }),
            listing(Hex, &setup),
            Contender::new("by hand, copying a list that is kept along", || {
                games(|| by_hand::hex::list_kept(&mut a, &mut stack, &mut kept))
            }),
        ],
    );
    let setup = self::setup(&LiarsDice, &[]);
    compare(
        "liar's dice, 2 seats, 5 dice",
        "games/s",
        vec![
            Contender::new("by hand, sampling", || {
                games(|| by_hand::liars_dice::sample(&mut a))
            }),
            sampling(LiarsDice, &setup),
            through_match(LiarsDice, &setup),
        ],
    );
}

/// Both programs must play the same game: the mean lengths of their random games say so.
fn lengths() {
    const MANY: u64 = 20_000;
    let mut random = Random::new(7);
    let mut stack = Vec::new();
    let mut compare = |name: &str, by_hand: &mut dyn FnMut(&mut Random) -> u64, ours: u64| {
        let by_hand: u64 = (0..MANY).map(|_| by_hand(&mut random)).sum();
        let mean = |sum: u64| sum as f64 / MANY as f64;
        println!(
            "  {name}: random games take {:.2} moves by hand, {:.2} with Parlor",
            mean(by_hand),
            mean(ours)
        );
    };
    fn ours<G: Game>(game: &G, setup: &Setup) -> u64 {
        let tally = parlor_core::simulate(game, setup, 7, 0, MANY);
        tally.expect("the set-up is checked").commands()
    }
    let commands = ours(&TicTacToe, &setup(&TicTacToe, &[]));
    compare("tic-tac-toe", &mut by_hand::tic_tac_toe::sample, commands);
    let commands = ours(&ConnectFour, &setup(&ConnectFour, &[]));
    compare("connect four", &mut by_hand::connect_four::sample, commands);
    let commands = ours(&Hex, &setup(&Hex, &[("swap", false.into())]));
    let mut hex = |random: &mut Random| by_hand::hex::sample(random, &mut stack);
    compare("hex 11 × 11", &mut hex, commands);
    let commands = ours(&LiarsDice, &setup(&LiarsDice, &[]));
    compare("liar's dice", &mut by_hand::liars_dice::sample, commands);
    println!();
}

fn setup<G: Game>(game: &G, options: &[(&str, parlor_core::OptionValue)]) -> Setup {
    let info = game.info();
    let setup = Setup::new(&info, info.min_seats.into()).expect("the fewest seats fit");
    options.iter().fold(setup, |setup, (name, value)| {
        setup
            .option(name, value.clone())
            .expect("the option is declared")
    })
}

fn games<T>(mut play: impl FnMut() -> T) -> u64 {
    for _ in 0..GAMES {
        std::hint::black_box(play());
    }
    GAMES
}

fn sampling<'a, G: Fast + 'a>(game: G, setup: &Setup) -> Contender<'a> {
    let game = Arc::new(game);
    let mut rng = Rng::fast(1, 0);
    let start = opened(&game, setup);
    Contender::new("Fast, sampling", move || {
        games(|| {
            let mut state = start.clone();
            game.playout(&mut state, &mut rng, u64::MAX);
            game.winners(&state)
        })
    })
}

fn listing<'a, G: Fast + 'a>(game: G, setup: &Setup) -> Contender<'a> {
    let game = Arc::new(game);
    let mut rng = Rng::fast(2, 0);
    let start = opened(&game, setup);
    let mut buffer = Vec::new();
    Contender::new("Fast, listing", move || {
        games(|| {
            let mut state = start.clone();
            while let Some(seat) = game.to_act(&state).first() {
                buffer.clear();
                game.legal(&state, seat, &mut buffer);
                let command = &buffer[rng.below(buffer.len() as u32) as usize];
                game.advance(&mut state, seat, command, &mut rng);
            }
            game.winners(&state)
        })
    })
}

/// Whole matches, with log, hash chain and checks.
fn through_match<'a, G: Fast + 'a>(game: G, setup: &Setup) -> Contender<'a> {
    let game = Arc::new(game);
    let mut rng = Rng::fast(3, 0);
    let setup = setup.clone();
    Contender::new("Match::submit, whole matches", move || {
        let seed = Seed::Secret([7; 32]);
        let mut play =
            Match::new_shared(game.clone(), setup.clone(), seed, 0).expect("the set-up is checked");
        while let Some(seat) = play.to_act().first() {
            let command = game.sample(play.state(), seat, &mut rng);
            play.play(seat, &command).expect("the command is legal");
        }
        1
    })
}

fn opened<G: Game>(game: &Arc<G>, setup: &Setup) -> G::State {
    let play = Match::new_shared(game.clone(), setup.clone(), Seed::Integer(1), 0)
        .expect("the set-up is checked");
    play.state().clone()
}
