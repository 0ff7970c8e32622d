//! Two squads that see each other only when they are near.

use parlor_conformance::{Checker, Law, Violation};
use parlor_core::{Hidden, Rng};

use crate::prelude::*;

/// So far a unit sees.
const SIGHT: u32 = 2;

/// What is wrong with it.
#[derive(Clone, Copy, PartialEq)]
enum Bug {
    None,
    /// Cells of a row in which an unseen unit stands cannot be chosen.
    ListTellsUnit,
    /// Units are imagined next to those who would see them there.
    NoRule,
}

/// On eight by eight cells, units go one step in turn. Whoever walks into one that it does not see stays where it is, and both are
/// seen; whoever has a unit on the other's home row has won.
fn skirmish(bug: Bug) -> (FlowGame, Zone) {
    let mut game = GameBuilder::new("skirmish", "Skirmish", 2..=2);
    game.chance();
    game.secrets();
    game.longest(60);
    let field = game.zone("field").hidden().others_see(Others::Nothing);
    let field = field.board(Grid::new(8, 8, Adjacency::All)).add();
    let squad = ["scout", "guard", "medic"].map(|name| game.definition("unit", name));
    let ambush = game.message("ambush", "{seat} walks into an ambush");

    let sees = move |table: &Table, seat: Seat, cell: Cell| {
        let mut own = table.zone(field).pieces().owned_by(seat);
        own.any(|unit| near(table, field, table.cell_of(unit), cell))
    };
    // Everybody sees its own units, and those of the other that are near one of them.
    let update = move |play: &mut Play<'_, '_>| {
        for unit in play.zone(field).pieces().collect::<Vec<_>>() {
            let cell = play.cell_of(unit);
            let seen = Seat::all(2)
                .filter(|seat| play.owner(unit) == Some(*seat) || sees(play, *seat, cell));
            let seen: SeatSet = seen.collect();
            if play.eyes(unit) != Eyes::of_all(seen) {
                play.show_only_to(unit, seen);
            }
        }
    };
    game.opening(move |play| {
        for seat in Seat::all(2) {
            let home = if seat == Seat(0) { 0 } else { 6 };
            let mut cells: Vec<u16> = (home * 8..home * 8 + 16).collect();
            play.rng().shuffle(&mut cells);
            for (unit, cell) in squad.into_iter().zip(cells) {
                play.create(unit, field.at(Cell(cell)), Some(seat));
            }
        }
        update(play);
    });
    game.action("go")
        .choose_piece_of("unit", move |at| {
            at.zone(field).pieces().owned_by(at.seat()).collect()
        })
        .choose_cell("to", field, move |at, cell| {
            let from = at.cell_of(at.args().piece("unit"));
            let row = |cell| at.grid(field).row(cell);
            let mut others = at.zone(field).pieces().owned_by(at.seat().after(2));
            if bug == Bug::ListTellsUnit && others.any(|unit| row(at.cell_of(unit)) == row(cell)) {
                return false;
            }
            let mut there = at.zone(field.at(cell)).pieces();
            !there.any(|unit| at.sees_face(unit)) && at.grid(field).distance(from, cell) == Some(1)
        })
        .quiet()
        .run(move |play, args| {
            let (unit, to) = (args.piece("unit"), args.cell("to"));
            match play.zone(field.at(to)).top() {
                None => play.put(unit, field.at(to)),
                Some(_) => play.say(ambush, [play.seat().into()]),
            }
            update(play);
            // At the end everybody sees who is where.
            if play.grid(field).row(play.cell_of(unit)) == goal(play.seat()) {
                for unit in play.zone(field).pieces().collect::<Vec<_>>() {
                    play.show_to_all(unit);
                }
            }
        });
    if bug != Bug::NoRule {
        // Nobody is where one of the viewer's own units would see it.
        game.may_be_at(field, move |table, viewer, piece, place| {
            let mut seats = Seat::all(2);
            let seen = seats.any(|seat| viewer.sees(seat) && sees(table, seat, place.cell));
            // And nobody is through: that would have been the end.
            let row = table.grid(field).row(place.cell);
            !seen && table.zone(place).is_empty() && table.owner(piece).map(goal) != Some(row)
        });
    }
    let through = move |at: &At<'_>, seat: Seat| {
        let mut units = at.zone(field).pieces().owned_by(seat);
        units.any(|unit| at.grid(field).row(at.cell_of(unit)) == goal(seat))
    };
    game.ends_when(move |at| at.seats().any(|seat| through(at, seat)));
    game.winners("broke through", move |at| {
        at.seats().filter(|seat| through(at, *seat)).collect()
    });
    (game.flow(repeat(25, each_seat(step(["go"])))), field)
}

/// The row on which a seat has won.
fn goal(seat: Seat) -> u8 {
    if seat == Seat(0) { 7 } else { 0 }
}

fn near(table: &Table, field: Zone, one: Cell, other: Cell) -> bool {
    table
        .grid(field)
        .distance(one, other)
        .is_some_and(|far| far <= SIGHT)
}

fn broken(bug: Bug, laws: impl IntoIterator<Item = Law>) -> Option<Violation> {
    let game = skirmish(bug).0;
    Checker::new(&game).positions(400).laws(laws).run().err()
}

#[test]
fn two_squads_in_fog_keep_every_law() {
    if let Some(violation) = broken(Bug::None, Law::ALL) {
        panic!("{violation}");
    }
}

#[test]
fn a_list_of_steps_that_tells_of_an_unseen_unit_is_caught() {
    let found = broken(Bug::ListTellsUnit, [Law::ViewHidesSecrets]).unwrap();
    assert!(found.problem.contains("tell"), "{found}");
}

#[test]
fn units_that_would_be_seen_where_they_are_imagined_are_caught() {
    let found = broken(Bug::NoRule, [Law::ViewHidesSecrets]).unwrap();
    assert!(found.problem.contains("view"), "{found}");
}

#[test]
fn unseen_units_are_imagined_on_every_cell_that_is_out_of_sight_and_on_no_other() {
    let (game, field) = skirmish(Bug::None);
    let (scenario, mut rng) = (Scenario::new(&game, 2, 1), Rng::fast(1, 0));
    let table = scenario.table();
    let own: Vec<Cell> = {
        let own = table.zone(field).pieces().owned_by(Seat(0));
        own.map(|unit| table.cell_of(unit)).collect()
    };
    let mut times = [0_u32; 64];
    for _ in 0..2_000 {
        let sample = game.resample(scenario.state(), Viewer::Seat(Seat(0)), &mut rng);
        let units = sample.table().zone(field).pieces().owned_by(Seat(1));
        for unit in units {
            times[sample.table().cell_of(unit).index()] += 1;
        }
    }
    for (cell, times) in (0..64).map(Cell).zip(times) {
        let in_sight = own.iter().any(|unit| near(table, field, *unit, cell));
        assert_eq!(times == 0, in_sight, "{cell:?}: {times}");
        assert!(in_sight || times > 60, "{cell:?}: {times}");
    }
}
