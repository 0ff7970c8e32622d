//! Objectives: whose they are, what they add up to, and what authors cannot say.

use std::sync::Arc;

use expect_test::{Expect, expect};
use parlor_core::{Game, Objectives, rehearse};

use crate::prelude::*;

/// Everybody collects shells and sea urchins; three shells are worth having, an urchin hurts.
fn beach() -> FlowGame {
    let mut game = GameBuilder::new("beach", "Beach", 2..=3);
    let shells = game.value("shells", 0_i64).each_seat();
    let urchins = game.value("urchins", 0_i64).each_seat();
    game.action("shell")
        .run(move |play, _| play.add_to(play.seat(), shells, 1));
    game.action("urchin")
        .run(move |play, _| play.add_to(play.seat(), urchins, 1));
    game.objective("has a shell", 0.25, move |at| at.of(at.seat(), shells) > 0);
    game.objective("has the most shells", 0.5, move |at| {
        let mut others = at.players().filter(|seat| *seat != at.seat());
        others.all(|seat| at.of(seat, shells) < at.of(at.seat(), shells))
    });
    game.objective("has an urchin", -1.0, move |at| {
        at.of(at.seat(), urchins) > 0
    });
    game.flow(repeat(3, each_seat(step(["shell", "urchin"]))))
}

/// Plays, and says what each seat has reached then, and what that comes to.
fn check(seats: u8, commands: &str, expect: Expect) {
    let game = beach();
    let mut scenario = Scenario::new(&game, seats, 1);
    scenario.play_all(commands.split_whitespace()).unwrap();
    let state = scenario.state();
    let mut lines = Vec::new();
    for seat in Seat::all(seats) {
        let numbered = game.objectives().iter().enumerate();
        let reached = numbered.filter(|(number, _)| game.holds(*number, state, seat));
        let names: Vec<&str> = reached.map(|(_, objective)| &*objective.name).collect();
        let rehearsal = rehearse(Arc::new(beach()), state, seats, seat).unwrap();
        let sum = rehearsal.reached(seat);
        lines.push(format!("{seat}: {} = {sum}", names.join(", ")));
    }
    expect.assert_eq(&lines.join("\n"));
}

#[test]
fn an_objective_is_asked_for_the_seat_in_question() {
    check(
        2,
        "shell urchin shell",
        expect![[r#"
            seat 0: has a shell, has the most shells = 0.75
            seat 1: has an urchin = -1"#]],
    );
    check(
        3,
        "shell shell urchin urchin",
        expect![[r#"
            seat 0: has a shell, has an urchin = -0.75
            seat 1: has a shell = 0.25
            seat 2: has an urchin = -1"#]],
    );
}

#[test]
fn objectives_are_found_among_what_a_game_can_do() {
    let game = beach();
    let found = game.capabilities().objectives.unwrap();
    assert_eq!(found.objectives().len(), 3);
    let scenario = Scenario::new(&game, 2, 1);
    let rehearsal = |game: FlowGame| rehearse(Arc::new(game), scenario.state(), 2, Seat(0));
    assert!(rehearsal(beach()).unwrap().horizon().is_some());
    let plain = GameBuilder::new("plain", "Plain", 2..=2).flow(sequence([]));
    assert!(rehearsal(plain).unwrap().horizon().is_none());
}

#[test]
fn an_objective_that_is_not_there_is_never_reached() {
    let game = beach();
    let scenario = Scenario::new(&game, 2, 1);
    assert!(!game.holds(3, scenario.state(), Seat(0)));
}

#[test]
#[should_panic(
    expected = "the objective 'useless' has the weight 0: it must lie between -100 and 100"
)]
fn an_objective_weighs_something() {
    let mut game = GameBuilder::new("test", "Test", 1..=1);
    game.objective("useless", 0.0, |_| true);
}

#[test]
#[should_panic(
    expected = "the objective 'endless' has the weight inf: it must lie between -100 and 100"
)]
fn an_objective_weighs_no_more_than_a_number_can_say() {
    let mut game = GameBuilder::new("test", "Test", 1..=1);
    game.objective("endless", f64::INFINITY, |_| true);
}

#[test]
#[should_panic(expected = "there are two objectives called 'ahead'")]
fn objectives_have_names_of_their_own() {
    let mut game = GameBuilder::new("test", "Test", 1..=1);
    game.objective("ahead", 0.5, |_| true);
    game.objective("ahead", 0.7, |_| false);
}
