//! Two scouts each in a house in fog: walls, a door, an ambush.

use parlor_conformance::{Checker, Law, Violation};
use parlor_core::{Fast, Game, Hidden, Rng};

use crate::prelude::*;

/// What is wrong with the game, on purpose.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// Sight does not follow when the gate opens, because it is a value that nobody told the rule of.
    StaleGate,
    /// Everybody is shown how many stand on a cell that they may not see.
    CountsUnseen,
    /// Whose units the enemy sees is told to their owner.
    ShowsSpotted,
    /// A list of commands leaves out cells on which unseen units stand.
    ListsUnseen,
}

const HOUSE: &str = "
    ......
    .#..#.
    ......
    ......
    .#..#.
    ......";

fn skirmish(bug: Bug) -> FlowGame {
    let mut game = GameBuilder::new("skirmish", "Skirmish", 2..=2);
    game.chance();
    game.longest(80);
    let (house, map) = Grid::from_map(HOUSE, Adjacency::Orthogonal).unwrap();
    let house = house
        .wall("c3", "c4")
        .wall("d3", "d4")
        .door("b3", "b4")
        .closed()
        .door("e3", "e4")
        .closed()
        .edge("a1", "f6");
    let field = game.zone("field").board(house).fog().add();
    let grave = game.zone("grave").add();
    let pillars = map.cells('#');
    let rock = game.schema().cell_value::<bool>("rock", field);
    let rock = rock.at(pillars.iter(), true).add();
    let smoke = game
        .schema()
        .cell_value::<bool>("smoke", field)
        .changes()
        .add();
    game.schema()
        .region("yard", field, (0..6).map(Cell))
        .tag("start")
        .add();
    let scout = game.definition("unit", "scout");
    let gate = game.value("gate", false).add();

    let gate_at = Cell(14);
    game.sight(field, |_, _| Some(3))
        .blocked(move |table, place| {
            table.cell(place, rock)
                || table.cell(place, smoke)
                || (bug == Bug::StaleGate && place.cell == gate_at && !table.value(gate))
        });
    game.opening(move |play| {
        for seat in Seat::all(2) {
            let row = 30 * u16::from(seat.0);
            for _ in 0..2 {
                let cell = play.rng().below(6) as u16 + row;
                play.create(scout, field.at(Cell(cell)), Some(seat));
            }
        }
    });

    let sees = move |at: &At<'_>, cell: Cell| {
        bug == Bug::ListsUnseen || at.sees_cell(Viewer::Seat(at.seat()), field.at(cell))
    };
    let mine = |at: &At<'_>, piece: Piece| at.owner(piece) == Some(at.seat());
    game.action("walk")
        .quiet()
        .choose_piece("unit", move |_| field, mine)
        .choose_cell_of("to", field, move |at| {
            let unit = at.args().piece("unit");
            let cells = at.board(field).exits(at.cell_of(unit));
            let free = |cell: &Cell| {
                let mut there = at.zone(field.at(*cell)).pieces();
                let stands = there.any(|piece| at.owner(piece) != Some(at.seat()));
                !(at.cell(field.at(*cell), rock) || stands && sees(at, *cell))
            };
            cells.filter(free).collect::<Vec<_>>()
        })
        .run(move |play, args| {
            let (unit, to) = (args.piece("unit"), field.at(args.cell("to")));
            let waiting = play
                .zone(to)
                .pieces()
                .filter(|other| play.owner(*other) != Some(play.seat()));
            let waiting: Vec<Piece> = waiting.collect();
            match waiting.is_empty() {
                true => play.put(unit, to),
                // Somebody waited there unseen.
                false => play.put(unit, grave),
            }
        });
    game.action("door")
        .quiet()
        .choose_piece("unit", move |_| field, mine)
        .choose_from("way", move |at| {
            let cell = at.cell_of(at.args().piece("unit"));
            let house = at.board(field);
            let doors = house.edges().filter(|edge| edge.0 < 2);
            let doors =
                doors.filter(|edge| [house.ends(*edge).0, house.ends(*edge).1].contains(&cell));
            doors.map(|edge| i64::from(edge.0)).collect::<Vec<_>>()
        })
        .run(move |play, args| {
            let edge = Edge(args.number("way") as u16);
            let open = play.is_open(field, edge);
            play.set_open(field, edge, !open);
            let gate_open = play.value(gate);
            play.set_value(gate, !gate_open);
        });
    game.action("smoke").quiet().run(move |play, _| {
        let units: Vec<Piece> = play.zone(field).pieces().owned_by(play.seat()).collect();
        for unit in units {
            let (place, thick) = (play.place_of(unit), play.cell(play.place_of(unit), smoke));
            play.set_cell(place, smoke, !thick);
        }
    });
    if bug == Bug::CountsUnseen {
        game.show("in the corner", move |at, _| {
            at.count_at(field.at(Cell(35)))
        });
    }
    if bug == Bug::ShowsSpotted {
        game.show("seen by the others", move |at, seat| {
            let others = Viewer::Seat(Seat(1 - seat.0));
            let units = at.zone(field).pieces().owned_by(seat);
            units.filter(|unit| at.sees(others, *unit)).count()
        });
    }
    game.ends_when(move |at| {
        at.seats()
            .any(|seat| at.zone(field).pieces().owned_by(seat).count() == 0)
    });
    game.winners("the others are gone", move |at| {
        let alive = at
            .seats()
            .filter(|seat| at.zone(field).pieces().owned_by(*seat).count() > 0);
        alive.collect()
    });
    game.flow(repeat(30, each_seat(step(["walk", "door", "smoke"]))))
}

fn broken(bug: Bug, laws: &[Law]) -> Option<Violation> {
    let game = skirmish(bug);
    let checker = Checker::new(&game).laws(laws.iter().copied());
    checker.positions(300).run().err()
}

#[test]
fn a_game_in_fog_keeps_all_laws() {
    let found = broken(Bug::None, &Law::ALL);
    assert!(found.is_none(), "{}", found.unwrap());
}

#[test]
fn sight_that_does_not_follow_a_gate_is_found() {
    let found = broken(Bug::StaleGate, &[Law::SightIsTrue]).unwrap();
    assert!(found.problem.contains("the rules say otherwise"), "{found}");
}

#[test]
fn what_is_told_of_an_unseen_cell_is_found() {
    for bug in [Bug::CountsUnseen, Bug::ListsUnseen, Bug::ShowsSpotted] {
        let found = broken(bug, &[Law::ViewHidesSecrets]);
        assert!(found.is_some(), "bug {} goes unnoticed", bug as u8);
    }
}

#[test]
fn sight_follows_every_change_at_once() {
    let game = skirmish(Bug::None);
    for seed in 0..20 {
        let mut state = Scenario::new(&game, 2, seed).state().clone();
        let mut rng = Rng::fast(seed.into(), 0);
        let mut commands = Vec::new();
        for _ in 0..60 {
            assert_eq!(game.mistake(&state), None, "seed {seed}");
            let Some(seat) = game.to_act(&state).first() else {
                break;
            };
            commands.clear();
            game.legal(&state, seat, &mut commands);
            let Some(command) = rng.pick(&commands) else {
                break;
            };
            game.advance(&mut state, seat, command, &mut rng);
        }
    }
}

#[test]
fn a_list_of_pieces_in_fog_does_not_tell_in_which_order_they_lie() {
    let mut game = GameBuilder::new("pair", "Pair", 2..=2);
    let field = Grid::new(3, 1, Adjacency::All);
    let field = game.zone("field").board(field).fog().add();
    let scout = game.definition("unit", "scout");
    game.opening(move |play| {
        play.create(scout, field.at(Cell(0)), Some(Seat(0)));
        play.create(scout, field.at(Cell(0)), Some(Seat(0)));
    });
    let mine = |at: &At<'_>, unit: Piece| at.owner(unit) == Some(at.seat());
    game.action("stir")
        .choose_piece("unit", move |_| field, mine)
        .run(|play, args| {
            let unit = args.piece("unit");
            play.put(unit, play.place_of(unit));
        });
    let game = game.flow(repeat(4, step(["stir"])));
    let mut scenario = Scenario::new(&game, 2, 1);
    for _ in 0..3 {
        let mut legal = Vec::new();
        game.legal(scenario.state(), Seat(0), &mut legal);
        let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        assert_eq!(legal, ["stir 0", "stir 1"]);
        scenario.play("stir scout 1").unwrap();
    }
}
