//! Time-outs and leavers: the defaults, and what authors say instead.

use parlor_core::{Fate, Game, Match, Outcome, Seed, Setup, SystemCommand};

use crate::prelude::*;

fn game(
    change: impl FnOnce(&mut GameBuilder, SeatValue<i64>),
    step: StepSpec,
) -> (FlowGame, SeatValue<i64>) {
    let mut game = GameBuilder::new("test", "Test", 2..=4);
    let points = game.value("points", 0_i64).each_seat();
    game.action("up")
        .run(move |play, _| play.add_to(play.seat(), points, 1));
    game.scores("most points", move |at, seat| at.of(seat, points));
    change(&mut game, points);
    (game.flow(repeat(2, each_seat(step))), points)
}

fn outcome(scenario: &Scenario<'_>) -> Option<Outcome> {
    scenario.view(Viewer::Spectator).outcome
}

#[test]
fn with_two_seats_leaving_ends_the_match() {
    let (game, _) = game(|_, _| {}, step(["up"]));
    let setup = Setup::new(&game.info(), 2).unwrap();
    let mut play = Match::new(game, setup, Seed::Integer(1)).unwrap();
    let resign = SystemCommand::Resign { seat: Seat(0) };
    play.system(resign, 0).unwrap();
    let outcome = play.outcome().unwrap();
    assert_eq!(outcome.winners().first(), Some(Seat(1)));
}

#[test]
fn with_more_seats_the_others_play_on() {
    let (game, points) = game(
        |game, points| game.on_leave(move |play, seat| play.set_of(seat, points, -9)),
        step(["up"]),
    );
    let mut scenario = Scenario::new(&game, 3, 1);
    scenario.play("up").unwrap();
    scenario
        .system(SystemCommand::Resign { seat: Seat(1) })
        .unwrap();
    assert_eq!(scenario.to_act(), [Seat(2)]);
    assert_eq!(scenario.table().of(Seat(1), points), -9);
    let again = scenario.system(SystemCommand::Resign { seat: Seat(1) });
    assert_eq!(again.unwrap_err().code(), "is_out");
    scenario.play_all(["up", "up", "up"]).unwrap();
    let outcome = outcome(&scenario).unwrap();
    let places: Vec<u8> = outcome
        .standings()
        .iter()
        .map(|standing| standing.place)
        .collect();
    assert_eq!(places, [1, 3, 1]);
    assert_eq!(outcome.standings()[1].fate, Fate::Resigned);
}

#[test]
fn who_is_left_alone_has_won() {
    let (game, _) = game(|_, _| {}, step(["up"]));
    let mut scenario = Scenario::new(&game, 3, 1);
    scenario
        .system(SystemCommand::Resign { seat: Seat(2) })
        .unwrap();
    scenario
        .system(SystemCommand::TimeOut { seat: Seat(0) })
        .unwrap();
    let outcome = outcome(&scenario).unwrap();
    assert_eq!(outcome.winners().iter().collect::<Vec<_>>(), [Seat(1)]);
    assert_eq!(outcome.standings()[0].fate, Fate::TimedOut);
}

#[test]
fn a_step_knows_what_to_do_when_the_time_is_up() {
    let spec = |points: SeatValue<i64>| {
        step(["up"]).on_timeout(move |play| play.add_to(play.seat(), points, 100))
    };
    let (_, points) = game(|_, _| {}, step(["up"]));
    let (game, points) = game(|_, _| {}, spec(points));
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario
        .system(SystemCommand::TimeOut { seat: Seat(0) })
        .unwrap();
    assert_eq!(scenario.table().of(Seat(0), points), 100);
    assert_eq!(scenario.to_act(), [Seat(1)]);
}

#[test]
fn a_game_knows_what_to_do_when_the_time_is_up() {
    let (game, points) = game(
        |game, points| game.on_timeout(move |play, seat| play.add_to(seat, points, 7)),
        step(["up"]),
    );
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario
        .system(SystemCommand::TimeOut { seat: Seat(0) })
        .unwrap();
    parlor_conformance::check(&game);
    assert_eq!(scenario.table().of(Seat(0), points), 7);
    assert_eq!(scenario.to_act(), [Seat(1)]);
}

#[test]
fn who_is_put_out_is_said_to_be() {
    let (game, _) = game(
        |game, _| {
            game.action("sink").run(|play, _| {
                let seat = play.seat();
                play.eliminate(seat);
            });
        },
        step(["up", "sink"]),
    );
    let mut scenario = Scenario::new(&game, 3, 1);
    scenario.play_all(["sink", "up", "up", "up", "up"]).unwrap();
    let outcome = outcome(&scenario).unwrap();
    assert_eq!(outcome.standings()[0].fate, Fate::Eliminated);
    assert_eq!(
        outcome.winners().iter().collect::<Vec<_>>(),
        [Seat(1), Seat(2)]
    );
}
