//! Two squads in fog that see each other only when they are near, and what can be wrong with such a game. What is planted, and
//! the law that finds it:
//!
//! | bug | law |
//! |---|---|
//! | a list of commands leaves out where an unseen unit stands | `view_hides_secrets` |
//! | whether a seat is asked depends on an unseen unit | `view_hides_secrets` |
//! | a window is there for whoever holds a card that nobody sees (`duel.rs`) | `view_hides_secrets` |
//! | how many stand on an unseen cell, or are seen by the others, is shown (`sight.rs`) | `view_hides_secrets` |
//! | a name changes because somebody else sees the piece (`hide.rs` of the laws) | `view_hides_secrets` |
//! | units are imagined where the match would be over | `view_hides_secrets` |
//! | units are imagined at home and nowhere else | `unseen_moves` |
//! | what is imagined depends on what was imagined before | `samples_tell_no_secrets` |
//! | sight does not follow something that nobody told it of | `sight_is_true` |
//! | a question that nobody answers is asked again (`main.rs` of the laws; no flow can) | `questions_have_answers` |

use parlor_conformance::{Checker, Law, Violation};
use parlor_core::{Hidden, Rng};

use crate::prelude::*;

const SIDE: u8 = 6;
/// So far a unit sees, and so far it goes.
const SIGHT: u32 = 1;
const STEPS: u32 = 2;

/// What is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bug {
    None,
    ListTellsUnit,
    AskedForUnit,
    ImaginedThrough,
    ImaginedAtHome,
    LeftOver,
    StaleLight,
}

const BUGS: [(Bug, Law); 6] = [
    (Bug::ListTellsUnit, Law::ViewHidesSecrets),
    (Bug::AskedForUnit, Law::ViewHidesSecrets),
    (Bug::ImaginedThrough, Law::ViewHidesSecrets),
    (Bug::ImaginedAtHome, Law::UnseenMoves),
    (Bug::LeftOver, Law::SamplesTellNoSecrets),
    (Bug::StaleLight, Law::SightIsTrue),
];

/// On six by six cells, units go up to two steps in turn. Whoever walks into one that it does not see stays where it is,
/// and the light goes out or on again; whoever has a unit on the other's home row has won.
fn skirmish(bug: Bug) -> (FlowGame, Zone) {
    let mut game = GameBuilder::new("skirmish", "Skirmish", 2..=2);
    game.chance();
    game.longest(80);
    let field = Grid::new(SIDE, SIDE, Adjacency::All);
    let field = game.zone("field").board(field).fog().add();
    let squad = ["scout", "guard", "medic"].map(|name| game.definition("unit", name));
    let ambush = game.message("ambush", "{seat} walks into an ambush");
    let dark = game.value("dark", false).add();
    let trail = game.value("trail", 0_i64).shown(Shown::Never).add();
    game.sight(field, move |table, _| match table.value(dark) {
        true => Some(SIGHT - 1),
        false => Some(SIGHT),
    });

    game.opening(move |play| {
        for seat in Seat::all(2) {
            let side = u16::from(SIDE);
            let home = if seat == Seat(0) { 0 } else { side - 2 };
            let mut cells: Vec<u16> = (home * side..(home + 2) * side).collect();
            play.rng().shuffle(&mut cells);
            for (unit, cell) in squad.into_iter().zip(cells) {
                play.create(unit, field.at(Cell(cell)), Some(seat));
            }
        }
    });
    let mine = |at: &At<'_>, unit: Piece| at.owner(unit) == Some(at.seat());
    game.action("go")
        .choose_piece("unit", move |_| field, mine)
        .choose_cell("to", field, move |at, cell| {
            let from = at.cell_of(at.args().piece("unit"));
            let in_row = |unit| at.grid(field).row(at.cell_of(unit)) == at.grid(field).row(cell);
            let mut others = at.zone(field).pieces().owned_by(at.seat().after(2));
            if bug == Bug::ListTellsUnit && others.any(in_row) {
                return false;
            }
            let mut there = at.zone(field.at(cell)).pieces();
            let far = at.grid(field).distance(from, cell);
            !there.any(|unit| at.sees_face(unit)) && far.is_some_and(|far| far <= STEPS)
        })
        .quiet()
        .run(move |play, args| {
            let (unit, to) = (args.piece("unit"), args.cell("to"));
            match play.zone(field.at(to)).top() {
                None => play.put(unit, field.at(to)),
                Some(_) => {
                    play.say(ambush, [play.seat().into()]);
                    let was_dark = play.value(dark);
                    play.set_value(dark, !was_dark);
                    if bug != Bug::StaleLight {
                        play.look_again();
                    }
                }
            }
            // At the end everybody sees who is where.
            if play.grid(field).row(play.cell_of(unit)) == goal(play.seat()) {
                for unit in play.zone(field).pieces().collect::<Vec<_>>() {
                    play.show_to_all(unit);
                }
            }
        });
    let unseen_on_even_row = move |at: &At<'_>| {
        let mut others = at.zone(field).pieces().owned_by(at.seat().after(2));
        others.any(|unit| {
            !at.sees_face(unit) && at.grid(field).row(at.cell_of(unit)).is_multiple_of(2)
        })
    };
    game.action("wait")
        .when(
            move |at| bug == Bug::AskedForUnit && unseen_on_even_row(at),
            "nobody_near",
            "nobody is near",
        )
        .quiet()
        .run(|_, _| {});
    if bug != Bug::ImaginedThrough {
        // Nobody is through: that would have been the end.
        game.may_be_at(field, move |table, _, piece, place| {
            let row = table.grid(field).row(place.cell);
            table.zone(place).is_empty() && table.owner(piece).map(goal) != Some(row)
        });
    }
    if bug == Bug::ImaginedAtHome {
        game.after_resampling(move |dealer, viewer| {
            let units = dealer.table().zone(field).pieces();
            let unseen: Vec<Piece> = units
                .filter(|unit| !dealer.table().sees(viewer, *unit))
                .collect();
            for unit in unseen {
                let home = dealer
                    .table()
                    .owner(unit)
                    .map_or(0, |seat| SIDE - 1 - goal(seat));
                let cells = (u16::from(home) * u16::from(SIDE)..).map(Cell);
                let mut free = cells.filter(|cell| {
                    let place = field.at(*cell);
                    dealer.table().zone(place).is_empty()
                        && !dealer.table().sees_cell(viewer, place)
                });
                let cell = free.next().unwrap();
                dealer.put(unit, field.at(cell));
            }
        });
    }
    if bug == Bug::LeftOver {
        game.after_resampling(move |dealer, _| {
            let units = dealer.table().zone(field).pieces();
            let cells = units.map(|unit| i64::from(dealer.table().cell_of(unit).0));
            let sum = cells.sum();
            dealer.add(trail, sum);
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
    let turn = step(["go", "wait"]);
    (game.flow(repeat(25, each_seat(turn))), field)
}

/// The row on which a seat has won.
fn goal(seat: Seat) -> u8 {
    if seat == Seat(0) { SIDE - 1 } else { 0 }
}

fn broken(bug: Bug, laws: impl IntoIterator<Item = Law>) -> Option<Violation> {
    let game = skirmish(bug).0;
    // Of a planted bug it is known how it comes about.
    let may_shrink = || bug == Bug::None;
    let checker = Checker::new(&game).positions(200).laws(laws);
    checker.shrink_while(&may_shrink).run().err()
}

#[test]
fn two_squads_in_fog_keep_every_law() {
    if let Some(violation) = broken(Bug::None, Law::ALL) {
        panic!("{violation}");
    }
}

#[test]
fn each_bug_is_found_by_its_law() {
    for (bug, law) in BUGS {
        assert!(broken(bug, [law]).is_some(), "{law} misses {bug:?}");
    }
}

#[test]
fn unseen_units_are_imagined_on_every_cell_that_is_out_of_sight_and_on_no_other() {
    let (game, field) = skirmish(Bug::None);
    let (scenario, mut rng) = (Scenario::new(&game, 2, 1), Rng::fast(1, 0));
    let (table, me) = (scenario.table(), Viewer::Seat(Seat(0)));
    let mut times = [0_u32; 36];
    for _ in 0..2_000 {
        let sample = game.resample(scenario.state(), me, &mut rng);
        let units = sample.table().zone(field).pieces().owned_by(Seat(1));
        for unit in units {
            times[sample.table().cell_of(unit).index()] += 1;
        }
    }
    for (cell, times) in (0..36).map(Cell).zip(times) {
        let could_be = !table.sees_cell(me, field.at(cell)) && table.grid(field).row(cell) != 0;
        assert_eq!(times > 0, could_be, "{cell:?}: {times}");
        assert!(!could_be || times > 60, "{cell:?}: {times}");
    }
}
