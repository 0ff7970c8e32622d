//! Sides without a seat: two play together against the zombies, which the rules play.

use std::sync::atomic::{AtomicI64, Ordering};

use parlor_conformance::{Checker, Law};
use parlor_core::{Actor, Entry, Fate, Game, Match, Seed, SystemCommand};

use crate::prelude::*;

/// On five by four cells each seat runs for the top row, and two zombies come from the sides of it. Who is bitten is gone;
/// those who get through win together. By a `whim`, what a zombie prefers
/// depends on how often it was asked.
fn yard(whim: bool) -> FlowGame {
    let mut game = GameBuilder::new("yard", "Yard", 1..=2);
    game.longest(60);
    let yard = game
        .zone("yard")
        .board(Grid::new(5, 4, Adjacency::All))
        .add();
    let (runner, zombie) = (
        game.definition("runner", "runner"),
        game.definition("zombie", "zombie"),
    );
    let done = game.attribute("done").changes().add();
    let dead = game.side("zombies", "The zombies");
    let asked = AtomicI64::new(0);

    game.opening(move |play| {
        let starts = [Cell(0), Cell(4)]
            .into_iter()
            .zip(play.seats().collect::<Vec<_>>());
        for (cell, seat) in starts {
            play.create(runner, yard.at(cell), Some(seat));
        }
        for cell in [Cell(10), Cell(14)] {
            play.create(zombie, yard.at(cell), None);
        }
    });
    let near = move |at: &At<'_>, from: Piece, to: Cell| {
        at.grid(yard).distance(at.cell_of(from), to) == Some(1)
    };
    let all = move |at: &At<'_>, kind: Definition| -> Vec<Piece> {
        let pieces = at.zone(yard).pieces();
        pieces
            .filter(|piece| at.definition(*piece) == kind)
            .collect()
    };
    let awake = move |at: &At<'_>| -> Vec<Piece> {
        let zombies = all(at, zombie).into_iter();
        zombies.filter(|zombie| !at.get(*zombie, done)).collect()
    };
    game.action("run")
        .choose_cell("to", yard, move |at, cell| {
            let mut own = at.zone(yard).pieces().owned_by(at.seat());
            at.zone(yard.at(cell)).is_empty() && own.any(|own| near(at, own, cell))
        })
        .run(move |play, args| {
            let seat = play.seat();
            let own = play.zone(yard).pieces().owned_by(seat).next();
            if let Some(own) = own {
                play.put(own, yard.at(args.cell("to")));
            }
        });
    game.action("wait").run(|_, _| {});
    game.action("bite")
        .choose_piece_of("who", awake)
        .choose_piece_of("whom", move |at| {
            let who = at.args().piece("who");
            let runners = all(at, runner).into_iter();
            runners
                .filter(|runner| near(at, who, at.cell_of(*runner)))
                .collect()
        })
        .run(move |play, args| {
            play.set(args.piece("who"), done, true);
            play.remove(args.piece("whom"));
        });
    game.action("walk")
        .choose_piece_of("who", awake)
        .choose_cell("to", yard, move |at, cell| {
            at.zone(yard.at(cell)).is_empty() && near(at, at.args().piece("who"), cell)
        })
        .run(move |play, args| {
            play.set(args.piece("who"), done, true);
            play.put(args.piece("who"), yard.at(args.cell("to")));
        });
    let safe = move |at: &At<'_>, runner: Piece| at.grid(yard).row(at.cell_of(runner)) == 3;
    game.ends_when(move |at| all(at, runner).iter().all(|runner| safe(at, *runner)));
    game.winners("got through", move |at| {
        let runners = all(at, runner).into_iter();
        runners
            .filter(|runner| safe(at, *runner))
            .filter_map(|runner| at.owner(runner))
            .collect()
    });
    game.on_leave(move |play, seat| {
        let own: Vec<Piece> = play.zone(yard).pieces().owned_by(seat).collect();
        own.into_iter().for_each(|own| play.remove(own));
    });

    let hunt = step(["bite", "walk"])
        .by_side(dead)
        .at_random()
        .prefers(move |at, action, args| {
            if whim {
                return asked.fetch_add(1, Ordering::Relaxed) % 7;
            }
            match action {
                "bite" => 1,
                _ => {
                    let to = args.cell("to");
                    let ways = all(at, runner)
                        .into_iter()
                        .filter_map(|runner| at.grid(yard).distance(to, at.cell_of(runner)));
                    -i64::from(ways.min().unwrap_or(0))
                }
            }
        });
    let rise = run(move |play| {
        for zombie in all(&play.at(), zombie) {
            play.set(zombie, done, false);
        }
    });
    let night = repeat_while(move |at| !awake(at).is_empty(), hunt);
    let out = move |at: &At<'_>| at.zone(yard).pieces().owned_by(at.seat()).next().is_none();
    let day = each_seat(step(["run", "wait"]).skip_if(out));
    game.flow(sequence([
        repeat(12, sequence([day, rise, night])),
        run(|play| play.finish()),
    ]))
}

fn begun(seats: usize) -> Match<FlowGame> {
    let game = yard(false);
    let setup = Setup::new(&game.info(), seats).unwrap();
    Match::new(game, setup, Seed::Integer(3)).unwrap()
}

fn command(text: &str) -> crate::Command {
    let mut words = text.split(' ');
    let command = crate::Command::new(words.next().unwrap());
    words.fold(command, |command, word| command.with(word))
}

#[test]
fn the_game_against_the_rules_keeps_every_law() {
    parlor_conformance::check(&yard(false));
}

#[test]
fn a_side_that_chooses_by_anything_but_the_position_and_chance_is_caught() {
    let found = Checker::new(&yard(true))
        .laws([Law::SidesKeepTheRules])
        .run();
    let violation = found.unwrap_err();
    assert!(
        violation
            .problem
            .contains("from the same position and chance"),
        "{violation}"
    );
}

#[test]
fn zombies_act_in_records_of_their_own_and_are_told() {
    let mut game = begun(2);
    game.play(Seat(0), &command("run b2")).unwrap();
    assert_eq!(game.version(), 2, "the other seat is to act");
    game.play(Seat(1), &command("wait")).unwrap();
    let actors: Vec<Actor> = game.records().map(|record| record.actor).collect();
    let system = Actor::System;
    assert_eq!(actors[3..], [system, system], "one record for each zombie");
    assert!(matches!(
        game.record(4).unwrap().entry,
        Entry::Command { .. }
    ));
    let told = game.told(4, Viewer::Seat(Seat(1)));
    let told: Vec<String> = told.iter().map(|told| told.message.to_string()).collect();
    expect_test::expect!["The zombies: bite zombie runner"].assert_eq(&told[0]);
    let between = game.view_at(3, Viewer::Seat(Seat(0))).unwrap();
    assert_eq!(between.side.unwrap().to_string(), "The zombies");
    assert!(between.actions.is_empty() && between.prompt.is_none());
}

#[test]
fn what_else_a_side_could_have_done_is_known() {
    let mut game = begun(1);
    game.play(Seat(0), &command("wait")).unwrap();
    let turn = game.side_turn(3).unwrap();
    assert!(!turn.others.is_empty() && !turn.others.contains(&turn.command));
    assert_eq!(game.side_turn(2), None);
}

#[test]
fn whoever_leaves_changes_nothing_for_the_others_against_the_rules() {
    let mut game = begun(2);
    game.system(SystemCommand::Resign { seat: Seat(0) }, 0)
        .unwrap();
    assert_eq!(
        (game.outcome(), game.to_act()),
        (None, SeatSet::one(Seat(1)))
    );
    game.play(Seat(1), &command("wait")).unwrap();
    assert_eq!(game.records().last().unwrap().actor, Actor::System);
    game.system(SystemCommand::Resign { seat: Seat(1) }, 0)
        .unwrap();
    let outcome = game.outcome().unwrap();
    assert!(outcome.winners().is_empty(), "{outcome:?}");
    assert!(
        outcome
            .standings()
            .iter()
            .all(|standing| standing.fate == Fate::Resigned)
    );
}

#[test]
fn all_can_lose_to_a_side() {
    let mut game = begun(2);
    while let Some(seat) = game.to_act().first() {
        game.play(seat, &command("wait")).unwrap();
    }
    let outcome = game.outcome().unwrap();
    assert!(
        outcome.winners().is_empty() && !outcome.is_draw(),
        "{outcome:?}"
    );
}

#[test]
#[should_panic(expected = "a step that is by_side() has no seat and no clock")]
fn a_side_has_no_clock() {
    let mut game = GameBuilder::new("none", "None", 1..=1);
    let dead = game.side("dead", "The dead");
    game.action("walk").run(|_, _| {});
    game.flow(step(["walk"]).by_side(dead).time_limit_ms(1_000));
}

#[test]
fn an_endless_side_is_an_error() {
    let mut game = GameBuilder::new("none", "None", 1..=1);
    let dead = game.side("dead", "The dead");
    game.action("walk").run(|_, _| {});
    let game = game.flow(sequence([
        step(["walk"]).into(),
        forever(step(["walk"]).by_side(dead)),
    ]));
    let mut play = Scenario::new(&game, 1, 1);
    assert_eq!(play.play("walk").unwrap_err().code(), "endless_side");
    let setup = Setup::new(&game.info(), 1).unwrap();
    let mut play = Match::new(game, setup, Seed::Integer(1)).unwrap();
    assert_eq!(
        play.play(Seat(0), &command("walk")).unwrap_err().code(),
        "endless_side"
    );
    assert_eq!(play.version(), 1);
}

#[test]
#[should_panic(
    expected = "the side 'dead' is declared twice, by the plugin 'graves' and by the game itself"
)]
fn two_that_declare_a_side_name_each_other() {
    let mut game = GameBuilder::new("none", "None", 1..=1);
    game.plugin("graves", |game| game.side("dead", "The dead"));
    game.side("dead", "The dead");
}
