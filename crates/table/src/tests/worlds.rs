//! All positions that are possible for all that a viewer knows, found by trying all: samples reach each of them and no other.

use std::collections::BTreeMap;

use parlor_core::{Rng, Seat, Viewer};

use crate::*;

const ME: Viewer = Viewer::Seat(Seat(0));

/// What lies where, as far as somebody does not see it.
type World = Vec<(String, String)>;

/// A board of 3 x 2 in fog with one unit of mine, and two of the three units of the other; the third waits in reserve, where
/// everybody sees its back.
struct Case {
    table: Table,
    field: Zone,
    viewer: Viewer,
    /// The units that could be each other, or lie elsewhere.
    moving: Vec<Piece>,
}

impl Case {
    fn new(names: [&'static str; 3], seen: &[u16]) -> Case {
        let mut schema = Schema::new();
        let grid = Grid::new(3, 2, Adjacency::Orthogonal);
        let field = schema.zone("field").board(grid).fog().add();
        let reserve = schema.zone("reserve").hidden().add();
        let mut kinds: BTreeMap<&str, Definition> = BTreeMap::new();
        for name in names {
            let kind = kinds.entry(name);
            kind.or_insert_with(|| schema.definition("unit", name));
        }
        let mine = schema.definition("unit", "mine");
        let (mut table, mut rng) = (schema.lay(2), Rng::fast(1, 0));
        let mut dealer = Dealer::new(&mut table, &mut rng);
        let units = names.map(|name| kinds[name]);
        dealer.create(mine, field.at(Cell(0)), Some(Seat(0)));
        dealer.create(units[0], field.at(Cell(4)), Some(Seat(1)));
        dealer.create(units[1], field.at(Cell(5)), Some(Seat(1)));
        dealer.create(units[2], reserve, Some(Seat(1)));
        let seen: CellSet = seen.iter().copied().map(Cell).collect();
        dealer.see(field, [(Seat(0), seen)]);
        Case {
            table,
            field,
            viewer: ME,
            moving: [1, 2, 3].map(Piece).to_vec(),
        }
    }

    fn world(&self, table: &Table) -> World {
        let place = |piece: Piece| {
            let place = table.place_of(piece);
            let zone = table.schema().zone_name(place.zone);
            format!("{zone} {}", table.place_name(place))
        };
        let what = |piece: &Piece| (table.name(*piece).to_string(), place(*piece));
        let mut world: World = self.moving.iter().map(what).collect();
        world.sort();
        world
    }

    /// All worlds that look the same to the viewer, each unit on a cell of its own, and of which this holds besides.
    fn possible(&self, known: impl Fn(&Table) -> bool) -> Vec<World> {
        let view = self.table.view(self.viewer);
        let definitions = |table: &Table| -> Vec<Definition> {
            let moving = self.moving.iter();
            moving.map(|piece| table.definition(*piece)).collect()
        };
        let (kinds, mut worlds) = (definitions(&self.table), Vec::new());
        for order in orders(kinds.len()) {
            let mut table = self.table.clone();
            for (piece, from) in self.moving.iter().zip(&order) {
                table.pieces[usize::from(piece.0)].definition = kinds[*from];
            }
            // What is whose everybody knows.
            let owners = self.moving.iter().zip(&order);
            let mut owners = owners.map(|(piece, from)| (*piece, self.moving[*from]));
            if owners.any(|(one, other)| table.owner(one) != table.owner(other)) {
                continue;
            }
            self.lay_out(table, 0, &mut |table| {
                if table.view(self.viewer) == view && known(table) {
                    worlds.push(self.world(table));
                }
            });
        }
        worlds.sort();
        worlds.dedup();
        worlds
    }

    /// Tries all places for the units on the board from this one on.
    fn lay_out(&self, table: Table, from: usize, found: &mut impl FnMut(&Table)) {
        let Some(piece) = self.moving.get(from) else {
            return found(&table);
        };
        if table.zone_of(*piece) != self.field {
            return self.lay_out(table, from + 1, found);
        }
        for cell in 0..6 {
            let mut other = table.clone();
            let place = self.field.at(Cell(cell));
            other.pick_up(*piece);
            // Those that come later lie somewhere for now.
            let mut there = other.zone(place).pieces();
            if there.any(|there| !self.moving[from..].contains(&there)) {
                continue;
            }
            other.set_down(*piece, other.schema.place_index(place));
            other.show_in_fog(*piece);
            self.lay_out(other, from + 1, found);
        }
    }

    fn imagined(&self, many: u32, rule: Option<&MayBeAt>) -> BTreeMap<World, u32> {
        let (mut rng, mut times) = (Rng::fast(7, 0), BTreeMap::new());
        let mut sample = self.table.clone();
        sample.forget(self.viewer);
        for _ in 0..many {
            sample.redraw_where(
                self.viewer,
                &|zone| rule.filter(|_| zone == self.field),
                &mut rng,
            );
            *times.entry(self.world(&sample)).or_default() += 1;
        }
        times
    }

    /// Each world is imagined, no other is, and each about as often as the others where `fairly`.
    fn holds(&self, worlds: usize, fairly: bool, known: impl Fn(&Table) -> bool) {
        self.holds_where(worlds, fairly, None, known);
    }

    fn holds_where(
        &self,
        worlds: usize,
        fairly: bool,
        rule: Option<&MayBeAt>,
        known: impl Fn(&Table) -> bool,
    ) {
        let possible = self.possible(known);
        assert_eq!(possible.len(), worlds);
        let times = self.imagined(300 * worlds as u32, rule);
        let imagined: Vec<&World> = times.keys().collect();
        assert_eq!(imagined, possible.iter().collect::<Vec<_>>());
        // Seven times what chance makes of it.
        let fair = times.values().all(|times| times.abs_diff(300) < 120);
        assert!(fair || !fairly, "{times:?}");
    }
}

/// All orders of so many.
fn orders(many: usize) -> Vec<Vec<usize>> {
    let Some(last) = many.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let shorter = orders(last).into_iter();
    let longer = shorter.flat_map(|order| {
        (0..many).map(move |index| {
            let mut order = order.clone();
            order.insert(index, last);
            order
        })
    });
    longer.collect()
}

#[test]
fn every_unit_is_imagined_in_reserve_and_on_every_unseen_cell() {
    // Three are in reserve, the others on two of four cells.
    Case::new(["A", "B", "C"], &[0, 1]).holds(3 * 4 * 3, true, |_| true);
}

#[test]
fn what_was_seen_on_the_board_is_imagined_there() {
    let mut case = Case::new(["A", "B", "C"], &[0, 1, 4]);
    let (mut rng, field) = (Rng::fast(1, 0), case.field);
    let near = CellSet::from_iter([Cell(0), Cell(1)]);
    Dealer::new(&mut case.table, &mut rng).see(field, [(Seat(0), near)]);
    let on_board = |table: &Table, name: &str| {
        let mut units = table.zone(field).pieces();
        units.any(|unit| table.name(unit) == name)
    };
    case.holds(2 * 4 * 3, true, |table| on_board(table, "A"));
}

#[test]
fn units_that_are_alike_are_imagined_wherever_one_could_be() {
    // Either the other one is in reserve, or one of the two.
    Case::new(["A", "A", "B"], &[0, 1]).holds(4 * 3 / 2 + 4 * 3, false, |_| true);
}

#[test]
fn units_of_both_sides_are_imagined_by_who_sees_neither() {
    let mut case = Case::new(["A", "B", "C"], &[0, 1]);
    case.viewer = Viewer::Spectator;
    case.moving.insert(0, Piece(0));
    case.holds(3 * 6 * 5 * 4, true, |_| true);
}

#[test]
fn units_that_just_fit_are_imagined_on_no_cell_in_sight() {
    Case::new(["A", "B", "C"], &[0, 1, 2, 3]).holds(3 * 2, true, |_| true);
}

#[test]
fn units_are_imagined_where_a_rule_allows_it_and_nowhere_else() {
    let case = Case::new(["A", "B", "C"], &[0]);
    let field = case.field;
    let apart = move |table: &Table, one: Cell| {
        let mut others = table.zone(field).pieces();
        others.all(|other| {
            let far = table.grid(field).distance(one, table.cell_of(other));
            far != Some(1) && far != Some(0)
        })
    };
    let rule: &MayBeAt = &move |table, _, _, place| apart(table, place.cell);
    // My own unit stands on a1, the others keep apart from it and from each other.
    let known = |table: &Table| {
        let mut cells: Vec<Cell> = table
            .zone(field)
            .pieces()
            .map(|unit| table.cell_of(unit))
            .collect();
        cells.sort_unstable();
        let near = |one: &Cell, other: &Cell| table.grid(field).distance(*one, *other) <= Some(1);
        cells.iter().enumerate().all(|(index, one)| {
            let mut later = cells[index + 1..].iter();
            !later.any(|other| near(one, other))
        })
    };
    case.holds_where(3 * 2, true, Some(rule), known);
}

#[test]
fn what_a_rule_allows_nowhere_is_imagined_out_of_sight() {
    let nowhere: &MayBeAt = &|_, _, _, _| false;
    let case = Case::new(["A", "B", "C"], &[0, 1]);
    let imagined = case.imagined(3_000, Some(nowhere));
    let possible = case.possible(|_| true);
    assert!(imagined.keys().eq(&possible), "{imagined:?}");
}
