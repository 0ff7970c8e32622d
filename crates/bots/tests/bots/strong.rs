//! Bots find what there is to find.

use parlor_bots::{Bot, BotError, Method};
use parlor_core::prelude::*;
use parlor_games::connect_four::ConnectFour;
use parlor_games::go_fish;
use parlor_games::sea_battle::sea_battle;
use parlor_games::tic_tac_toe::TicTacToe;

use super::{begin, think};

/// A match of tic-tac-toe after these moves.
fn tic_tac_toe(moves: &str) -> Match<TicTacToe> {
    let mut game = begin(TicTacToe, 1);
    for (seat, square) in [0, 1].into_iter().cycle().zip(moves.split_whitespace()) {
        game.play(Seat(seat), &square.parse().unwrap()).unwrap();
    }
    game
}

fn connect_four(moves: &str) -> Match<ConnectFour> {
    let mut game = begin(ConnectFour, 1);
    for (seat, column) in [0, 1].into_iter().cycle().zip(moves.chars()) {
        let drop = serde_json::from_value(column.to_string().into()).unwrap();
        game.play(Seat(seat), &drop).unwrap();
    }
    game
}

#[test]
fn a_win_is_taken_and_known_to_be_certain() {
    for spec in ["tree:2000", "minimax:9", "flat:2000"] {
        let thought = think(&tic_tac_toe("a1 b2 a2 b1"), spec, 1);
        assert_eq!(thought.text, "a3", "{spec}");
        assert_eq!(thought.proven, spec != "flat:2000", "{spec}");
    }
}

#[test]
fn a_threat_is_met() {
    for spec in ["tree:2000", "minimax:9", "flat:2000"] {
        let thought = think(&tic_tac_toe("a1 b2 a2"), spec, 1);
        assert_eq!(thought.text, "a3", "{spec}");
    }
}

#[test]
fn tic_tac_toe_is_proven_to_be_a_draw() {
    for spec in ["tree:200000", "minimax:20"] {
        let thought = think(&tic_tac_toe(""), spec, 1);
        assert!(thought.proven, "{spec}: {thought:?}");
        assert_eq!(thought.value, 0.5, "{spec}");
        let corner = think(&tic_tac_toe("a1"), spec, 1);
        assert_eq!(
            (corner.text.as_str(), corner.proven),
            ("b2", true),
            "{spec}"
        );
    }
}

#[test]
fn the_solver_stops_when_there_is_nothing_left_to_find() {
    let thought = think(&tic_tac_toe("a1 b2 a2 b1"), "tree:1000000", 1);
    assert!(thought.iterations < 1000, "{}", thought.iterations);
    let without = think(&tic_tac_toe("a1 b2 a2 b1"), "tree:5000:solver=off", 1);
    assert_eq!(without.iterations, 5000);
    assert!(!without.proven);
}

#[test]
fn an_open_three_is_won_and_a_double_threat_seen() {
    // x has d1 e1, and o wastes its discs on top: c1 makes an open three.
    let thought = think(&connect_four("ddee"), "tree:20000", 1);
    assert!(["c", "f"].contains(&thought.text.as_str()), "{thought:?}");
    assert!(thought.proven && thought.value == 1.0);
}

#[test]
fn a_method_that_does_not_fit_says_why_and_what_does() {
    let fish = begin(go_fish::go_fish(), 1);
    for (spec, method) in [("tree:10", Method::Tree), ("minimax:10", Method::Minimax)] {
        let seat = fish.to_act().first().unwrap();
        let mut bot = Bot::new(spec.parse().unwrap(), 1);
        let error = bot.think(fish.rehearse(seat).unwrap()).unwrap_err();
        assert!(matches!(&error, BotError::Unfit { method: unfit, .. } if *unfit == method));
        assert!(
            error
                .to_string()
                .contains("it has secrets; 'auto' finds a method"),
            "{error}"
        );
    }
}

#[test]
fn every_game_has_a_bot() {
    let mut games = parlor_games::all();
    for ruleset in parlor_ruleset::bundled_games() {
        games.add(parlor_core::erase(ruleset));
    }
    for game in games.iter() {
        let info = game.info();
        for seats in [info.min_seats, info.max_seats.min(4)] {
            let setup = Setup::new(info, seats.into()).unwrap();
            let mut current = game.begin(setup, Seed::Integer(5), 0).unwrap();
            let mut bots = ["information:20", "20", "flat:20", "random"]
                .map(|spec| Bot::new(spec.parse().unwrap(), 3));
            for turn in 0..40 {
                let Some(seat) = current.to_act().first() else {
                    break;
                };
                let rehearsal = current.rehearse(seat).unwrap();
                let thought = bots[turn % 4].think(rehearsal).unwrap();
                assert!(
                    thought.iterations >= 1 && thought.iterations <= 20,
                    "{} {thought:?}",
                    info.name
                );
                assert!((0.0..=1.0).contains(&thought.value), "{}", info.name);
                current
                    .submit(Submission::new(seat, thought.command))
                    .unwrap();
            }
        }
    }
}

/// A battle in which both fleets are placed at random.
fn battle(seed: u32) -> Match<parlor_flow::FlowGame> {
    let mut battle = begin(sea_battle(), seed);
    for seat in Seat::all(2) {
        let random = battle.legal(seat).pop().unwrap();
        battle.play(seat, &random).unwrap();
    }
    battle
}

/// Whether the other seat has a ship at a place.
fn is_ship(battle: &Match<parlor_flow::FlowGame>, seat: Seat, place: &str) -> bool {
    let sea = &battle.view(Viewer::Referee).zones[seat.index()];
    let mut ships = sea.pieces.iter().filter(|piece| piece.kind == "ship");
    ships.any(|ship| ship.at.as_deref() == Some(place))
}

#[test]
fn a_first_shot_at_sea_hits_as_often_as_chance() {
    let hits = (0..60).filter(|seed| {
        let battle = battle(*seed);
        let thought = think(&battle, "information:200", u64::from(*seed));
        let place = thought.command["args"][0]
            .as_str()
            .expect("a shot has a place");
        is_ship(&battle, Seat(1), place)
    });
    // 17 cells of 100, and a little more where ships lie more often: not 60 of 60.
    let hits = hits.count();
    assert!((3..=24).contains(&hits), "{hits} of 60");
}

#[test]
fn a_bot_sinks_ships_sooner_than_random_shots_do() {
    let mut wins = 0;
    for seed in 0..8_u32 {
        let (mut battle, mut rng) = (battle(seed), Rng::fast(seed.into(), 0));
        let bot = Seat((seed % 2) as u8);
        while let Some(seat) = battle.to_act().first() {
            let command = match seat == bot {
                true => {
                    let thought = think(&battle, "information:200", seed.into());
                    let mut legal = battle.legal(seat).into_iter();
                    legal
                        .find(|shot| serde_json::to_value(shot).unwrap() == thought.command)
                        .unwrap()
                }
                false => rng.pick(&battle.legal(seat)).cloned().unwrap(),
            };
            battle.play(seat, &command).unwrap();
        }
        wins += u32::from(battle.outcome().unwrap().winners().contains(bot));
    }
    assert_eq!(wins, 8);
}
