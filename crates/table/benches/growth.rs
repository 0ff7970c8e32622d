//! What a table costs as it grows, beside what it may cost: `cargo bench -p parlor-table -- growth`.

#![expect(clippy::disallowed_types, reason = "a benchmark looks at the clock")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use parlor_core::{Rng, Seat, SeatSet, Viewer};
use parlor_table::{
    Adjacency, Attribute, Cell, Changes, Dealer, Definition, Geometry, Grid, Piece, Schema,
    Scratch, Table, Word, Zone,
};

/// How long a slice takes, and how many there are of each row: the median counts.
const SLICE: Duration = Duration::from_millis(10);
const SLICES: usize = 15;

fn main() {
    println!(
        "{:<52} {:>12} {:>12} {:>7}",
        "growth of a table", "now", "budget", "ratio"
    );
    cards();
    definitions();
    units();
}

/// Four seats with a hundred cards each, twelve attributes of which change in play.
fn cards() {
    let Cards { table, .. } = Cards::lay(400);
    let mut copy = table.clone();
    row("copy of 4 x 100 cards, 12 attributes", 1.5e-6, || {
        copy.clone_from(&table);
    });
    let viewer = Viewer::Seat(Seat(0));
    let mut rng = Rng::fast(1, 0);
    let known = table.resample(viewer, &mut rng);
    row("sample of 4 x 100 cards", 8e-6, || {
        copy.clone_from(&known);
        copy.redraw(viewer, &mut rng);
    });
    row("view of 4 x 100 cards", 60e-6, || {
        black_box(table.view(viewer));
    });
}

/// A set of ten thousand definitions, of which a match uses few.
fn definitions() {
    let Cards { schema, table, .. } = Cards::lay(10_000);
    row("set-up with 10,000 definitions", 100e-6, || {
        black_box(schema.lay(4));
    });
    let saved = serde_json::to_string(&table).expect("a table can be written");
    row("saved state with 10,000 definitions", 100e-6, || {
        black_box(serde_json::to_string(&table).expect("a table can be written"));
    });
    let (kilobytes, budget) = (saved.len() as f64 / 1000.0, 40.0);
    println!(
        "{:<52} {kilobytes:>9.0} kB {budget:>9.0} kB {:>7.2}",
        "  its size",
        kilobytes / budget
    );
}

/// Two sides with a hundred units each on 100 x 100 squares.
fn units() {
    let Units {
        mut table,
        field,
        fog,
    } = Units::lay();
    let mut copy = table.clone();
    row("copy of 200 units on 100 x 100", 4e-6, || {
        copy.clone_from(&table);
    });
    row("all 200 units on 100 x 100", 0.3e-6, || {
        let all = table.zone(field).pieces();
        black_box(all.fold(0, |sum, piece| sum + u32::from(piece.0)));
    });
    let unit = table.zone(field).first().expect("there are units");
    let (home, mut there) = (table.cell_of(unit), false);
    let mut rng = Rng::fast(1, 0);
    row("move of a unit on 100 x 100", 0.02e-6, || {
        there = !there;
        let to = if there { Cell(5_050) } else { home };
        Dealer::new(&mut table, &mut rng).put(unit, field.at(to));
    });
    let word = Word::new("cv99").expect("it is short");
    row("cell by name on 100 x 100", 0.05e-6, || {
        black_box(table.schema().cell_called(field, black_box(word)));
    });
    let hidden: Vec<Piece> = fog.table.zone(fog.field).pieces().collect();
    row("eyes of 200 units in fog", 0.4e-6, || {
        let seen = |unit: &&Piece| fog.table.sees(Viewer::Seat(Seat(1)), **unit);
        black_box(hidden.iter().filter(seen).count());
    });
    let (grid, middle) = (table.grid(field).clone(), Cell(5_050));
    let walls: Vec<bool> = (0..10_000).map(|_| rng.below(10) == 0).collect();
    row("sight of one unit, radius 8", 5e-6, || {
        black_box(grid.field_of_view(middle, 8, |cell| walls[cell.index()]));
    });
    let mut scratch = Scratch::default();
    row("reach of one unit, 8 steps", 20e-6, || {
        let cost = |_, to: Cell| (!walls[to.index()]).then_some(1);
        black_box(grid.reach_into(&mut scratch, middle, 8, cost).len());
    });
}

struct Cards {
    schema: Schema,
    table: Table,
}

impl Cards {
    /// So many definitions, four hundred of which are laid out: sixty in the deck, ten in the hand and thirty on the field of
    /// each seat.
    fn lay(definitions: u16) -> Cards {
        let mut schema = Schema::new();
        let deck = schema.zone("deck").hidden().stacked().each_seat();
        let hand = schema.zone("hand").owner_sees().each_seat();
        let field = schema.zone("field").each_seat();
        let cost: Attribute<u8> = schema.attribute("cost").add();
        for number in 0..12 {
            schema
                .attribute::<i64>(&format!("stat-{number}"))
                .changes()
                .add();
        }
        let mut all = Vec::new();
        for number in 0..definitions {
            let card = schema.definition("card", &format!("card-{number:05}"));
            schema.give(card, cost, (number % 10) as u8);
            all.push(card);
        }
        let spread = usize::from(definitions / 100);
        let used: Vec<Definition> = all.into_iter().step_by(spread).take(100).collect();
        for seat in Seat::all(4) {
            for (index, card) in used.iter().enumerate() {
                let zone = match index {
                    0..60 => deck.of(seat),
                    60..70 => hand.of(seat),
                    _ => field.of(seat),
                };
                schema.place(*card, zone, 1);
            }
        }
        let table = schema.lay(4);
        Cards { schema, table }
    }
}

struct Units {
    table: Table,
    field: Zone,
    /// The same where nobody sees the board, and each side is shown its own units and some others.
    fog: Fog,
}

struct Fog {
    table: Table,
    field: Zone,
}

impl Units {
    fn lay() -> Units {
        let lay = |hidden: bool| {
            let mut schema = Schema::new();
            let zone = schema
                .zone("field")
                .board(Grid::new(100, 100, Adjacency::All));
            let zone = if hidden { zone.unordered() } else { zone };
            let field = zone.add();
            let soldier = schema.definition("unit", "soldier");
            (schema.lay(2), field, soldier)
        };
        let place = |table: &mut Table, field: Zone, soldier| {
            let mut rng = Rng::fast(7, 0);
            for index in 0..200_u16 {
                let seat = Seat((index % 2) as u8);
                let cell = Cell((u32::from(index) * 7919 % 10_000) as u16);
                let mut dealer = Dealer::new(table, &mut rng);
                let unit = dealer.create(soldier, field.at(cell), Some(seat));
                let seen = match index % 5 {
                    0 => SeatSet::all(2),
                    _ => SeatSet::one(seat),
                };
                dealer.show_only_to(unit, seen);
            }
        };
        let (mut table, field, soldier) = lay(false);
        let mut rng = Rng::fast(7, 0);
        for index in 0..200_u16 {
            let cell = Cell((u32::from(index) * 7919 % 10_000) as u16);
            let seat = Seat((index % 2) as u8);
            Dealer::new(&mut table, &mut rng).create(soldier, field.at(cell), Some(seat));
        }
        let (mut hidden, fog, soldier) = lay(true);
        place(&mut hidden, fog, soldier);
        Units {
            table,
            field,
            fog: Fog {
                table: hidden,
                field: fog,
            },
        }
    }
}

/// Prints what a piece of work takes beside what it may take, in seconds.
fn row(what: &str, budget: f64, mut work: impl FnMut()) {
    let mut slices: Vec<f64> = (0..=SLICES).map(|_| slice(&mut work)).collect();
    // The first one only warms up.
    slices.remove(0);
    slices.sort_by(f64::total_cmp);
    let took = slices[SLICES / 2];
    println!(
        "{what:<52} {:>9.3} µs {:>9.3} µs {:>7.2}",
        took * 1e6,
        budget * 1e6,
        took / budget
    );
}

/// How long it takes once, from as many times as fit into a slice.
fn slice(work: &mut impl FnMut()) -> f64 {
    let (start, mut times) = (Instant::now(), 0_u64);
    while start.elapsed() < SLICE {
        for _ in 0..16 {
            work();
        }
        times += 16;
    }
    start.elapsed().as_secs_f64() / times as f64
}
