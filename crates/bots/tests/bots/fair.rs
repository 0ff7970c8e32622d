//! What a seat cannot see never changes what its bot does.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlor_bots::Bot;
use parlor_core::prelude::*;
use parlor_core::rehearse;
use parlor_flow::prelude::*;
use parlor_games::{cribbage, go_fish, liars_dice, yacht_dice};

use super::play_on;

const METHODS: [&str; 5] = [
    "random",
    "flat:40",
    "information:60",
    "information:60:threads=2",
    "single:60",
];

/// At some positions of a few matches, the bot of each seat that is to act finds the same in states that the seat cannot
/// tell from the true one, to the last byte.
fn check<G: Game + 'static>(game: G) {
    let game = Arc::new(game);
    let info = game.info();
    // Of each seat that was asked, whether anything was ever hidden from it.
    let mut varied: BTreeMap<Seat, bool> = BTreeMap::new();
    for seed in 0..3 {
        let setup = Setup::new(&info, info.min_seats.max(2).into()).unwrap();
        let mut current = Match::new_shared(game.clone(), setup, Seed::Integer(seed), 0).unwrap();
        let mut rng = Rng::fast(seed.into(), 7);
        for _ in 0..3 {
            play_on(&mut current, 1 + rng.below(12) as usize, &mut rng);
            for seat in current.to_act().iter() {
                let hidden = game.capabilities().hidden.unwrap();
                let others: Vec<G::State> = (0..3)
                    .map(|_| hidden.resample(current.state(), Viewer::Seat(seat), &mut rng))
                    .collect();
                *varied.entry(seat).or_default() |=
                    others.iter().any(|other| other != current.state());
                for method in METHODS {
                    let found = |state: &G::State| {
                        let seats = current.setup().seats();
                        let rehearsal = rehearse(game.clone(), state, seats, seat).unwrap();
                        let thought = Bot::new(method.parse().unwrap(), 5).think(rehearsal);
                        serde_json::to_string(&thought.unwrap()).unwrap()
                    };
                    let thought = found(current.state());
                    for other in &others {
                        assert_eq!(thought, found(other), "{} {method} {seat}", info.name);
                    }
                }
            }
        }
    }
    assert!(
        !varied.is_empty(),
        "nobody was asked in {}: this shows nothing",
        info.name
    );
    for (seat, varied) in varied {
        assert!(
            varied,
            "nothing was hidden from {seat} in {}: this shows nothing",
            info.name
        );
    }
}

#[test]
fn at_go_fish() {
    check(go_fish::go_fish());
}

#[test]
fn at_cribbage() {
    check(cribbage::cribbage());
}

#[test]
fn at_liars_dice() {
    check(liars_dice::LiarsDice);
}

#[test]
fn at_every_ruleset_with_secrets() {
    let hidden = parlor_ruleset::bundled_games().into_iter();
    let hidden: Vec<_> = hidden.filter(|ruleset| ruleset.info().hidden).collect();
    assert!(hidden.len() > 5);
    // War's players cannot choose, and nobody sees anything.
    for ruleset in hidden
        .into_iter()
        .filter(|ruleset| ruleset.info().id != "war")
    {
        check(ruleset);
    }
}

#[test]
fn a_game_that_does_not_say_what_is_hidden_gets_no_bot() {
    struct Secretive;
    impl Game for Secretive {
        type State = u8;
        type Command = u8;
        type Event = u8;
        fn info(&self) -> GameInfo {
            GameInfo::new("secretive", "Secretive", 2..=2).hidden()
        }
        fn setup(&self, _: &Setup) -> Result<u8, SetupError> {
            Ok(0)
        }
        fn to_act(&self, _: &u8) -> SeatSet {
            SeatSet::one(Seat(0))
        }
        fn legal(&self, _: &u8, _: Seat, out: &mut Vec<u8>) {
            out.push(1);
        }
        fn decide(
            &self,
            _: &u8,
            _: Seat,
            say: &u8,
            decision: &mut Decision<'_, u8>,
        ) -> Result<(), Rejection> {
            decision.emit(*say)
        }
        fn apply(&self, state: &mut u8, said: &u8) {
            *state = *said;
        }
        fn outcome(&self, _: &u8) -> Option<Outcome> {
            None
        }
        fn view(&self, _: &u8, _: Viewer) -> View {
            View::new()
        }
        fn tell(&self, _: &u8, _: &u8, _: Viewer) -> Option<Told> {
            None
        }
    }
    let setup = Setup::new(&Secretive.info(), 2).unwrap();
    let secretive = Match::new(Secretive, setup, Seed::Integer(1)).unwrap();
    assert!(secretive.rehearse(Seat(0)).is_none());
}

#[test]
fn a_seat_that_is_not_to_act_gets_no_rehearsal() {
    let dice = super::begin(yacht_dice::yacht_dice(), 1);
    let idle = Seat::all(2).find(|seat| !dice.to_act().contains(*seat));
    assert!(dice.rehearse(idle.unwrap()).is_none());
}

/// One seat guesses a number that nobody is shown.
#[test]
fn a_secret_that_is_never_shown_has_to_be_guessed() {
    let mut game = GameBuilder::new("code", "Code", 2..=2);
    game.chance();
    let code = game.value("code", 0_i64).shown(Shown::Never);
    let code = code.between(0..=7).add();
    let guess = game.value("guess", -1_i64).add();
    game.opening(move |play| {
        let drawn = play.rng().below(8);
        play.set_value(code, i64::from(drawn));
    });
    game.action("guess")
        .choose_number("number", |_| 0..=7)
        .run(move |play, args| play.set_value(guess, args.number("number")));
    game.ends_when(move |at| at.value(guess) >= 0);
    game.winners("guessed", move |at| {
        SeatSet::one(Seat(u8::from(at.value(guess) != at.value(code))))
    });
    let game = Arc::new(game.flow(step(["guess"])));
    let mut right = 0;
    for seed in 0..60 {
        let setup = Setup::new(&game.info(), 2).unwrap();
        let mut code = Match::new_shared(game.clone(), setup, Seed::Integer(seed), 0).unwrap();
        let thought =
            Bot::new("information:200".parse().unwrap(), 5).think(code.rehearse(Seat(0)).unwrap());
        let command = serde_json::from_value(thought.unwrap().command).unwrap();
        code.play(Seat(0), &command).unwrap();
        right += u32::from(code.outcome().unwrap().winners().contains(Seat(0)));
    }
    assert!(right < 25, "{right} of 60, where chance makes 7 or 8");
}
