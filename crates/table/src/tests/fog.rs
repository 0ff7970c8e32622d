//! Boards in fog, values of cells, regions.

use parlor_core::{Patch, Rng, Seat, SeatSet, Viewer};

use crate::{
    Adjacency, Cell, CellSet, Change, Changes, Dealer, Definition, Eyes, Grid, Piece, Schema,
    Shown, Table, Traces, Zone,
};

/// Two scouts each on a board of 4 x 4 in fog, and a camp off the board.
struct Field {
    table: Table,
    field: Zone,
    camp: Zone,
    scout: Definition,
}

const ME: Viewer = Viewer::Seat(Seat(0));
const YOU: Viewer = Viewer::Seat(Seat(1));

fn field() -> Field {
    let mut schema = Schema::new();
    let grid = Grid::new(4, 4, Adjacency::All);
    let field = schema.zone("field").board(grid).fog().add();
    let camp = schema.zone("camp").add();
    let scout = schema.definition("unit", "scout");
    let mut table = schema.lay(2);
    let mut rng = Rng::fast(1, 0);
    let mut dealer = Dealer::new(&mut table, &mut rng);
    for (seat, cell) in [(0, 0), (0, 1), (1, 14), (1, 15)] {
        dealer.create(scout, field.at(Cell(cell)), Some(Seat(seat)));
    }
    Field {
        table,
        field,
        camp,
        scout,
    }
}

fn cells(cells: &[u16]) -> CellSet {
    cells.iter().copied().map(Cell).collect()
}

impl Field {
    fn see(&mut self, seat: u8, seen: &[u16]) {
        self.change(|field, dealer| dealer.see(field, [(Seat(seat), cells(seen))]));
    }

    fn go(&mut self, piece: u16, cell: u16) {
        self.change(|field, dealer| dealer.put(Piece(piece), field.at(Cell(cell))));
    }

    fn change(&mut self, change: impl FnOnce(Zone, &mut Dealer<'_>)) {
        let mut rng = Rng::fast(1, 0);
        change(self.field, &mut Dealer::new(&mut self.table, &mut rng));
    }

    fn handles(&self, viewer: Viewer) -> Vec<Option<u32>> {
        let pieces = (0..self.table.piece_count() as u16).map(Piece);
        let handles = pieces.map(|piece| self.table.handle(piece, viewer));
        handles
            .map(|handle| handle.map(|handle| handle.0))
            .collect()
    }
}

#[test]
fn what_is_not_seen_tells_nothing_not_even_how_many() {
    let mut field = field();
    let units = |field: &Field, viewer| field.table.view(viewer).zones[0].pieces.len();
    assert_eq!((units(&field, ME), units(&field, YOU)), (2, 2));
    assert_eq!(units(&field, Viewer::Spectator), 0);
    assert_eq!(field.table.view(ME).zones[0].count, None);
    let before = field.table.view(ME);
    field.go(2, 11);
    field.go(3, 11);
    assert_eq!(field.table.view(ME), before);
    field.see(0, &[10, 11]);
    assert_eq!(units(&field, ME), 4);
    assert_eq!(units(&field, Viewer::Spectator), 0);
    field.see(1, &[11]);
    assert_eq!(units(&field, Viewer::Spectator), 0);
    field.see(0, &[]);
    assert_eq!(units(&field, ME), 2);
}

#[test]
fn nobody_notices_that_somebody_else_sees() {
    let mut field = field();
    let mine = field.handles(ME);
    let before = field.table.view(ME);
    let see = Change::See {
        zone: field.field,
        seats: [field
            .table
            .glimpse(field.field, Seat(1), &cells(&[0, 1, 2]))
            .unwrap()]
        .into(),
    };
    let mut traces = Traces::default();
    field.table.trace_onto(&see, &mut traces);
    assert_eq!(field.handles(ME), mine);
    assert_eq!(field.table.view(ME), before);
    let schema = field.table.schema();
    assert!(traces.tell(0, schema, ME).is_none());
    assert!(traces.tell(0, schema, Viewer::Spectator).is_none());
    let told = traces.tell(0, schema, YOU).unwrap().data;
    assert_eq!(told["seen"], serde_json::json!(["a1", "b1", "c1"]));
    assert!(told.get("lost").is_none());
    assert!(traces.tell(0, schema, Viewer::Referee).is_some());
}

#[test]
fn what_stays_in_sight_keeps_its_name_and_what_comes_back_gets_another() {
    let mut field = field();
    field.see(0, &[9, 10, 11]);
    assert_eq!(field.handles(ME)[2..], [None, None]);
    field.go(2, 10);
    let first = field.handles(ME)[2];
    assert!(first.is_some());
    field.go(2, 11);
    assert_eq!(field.handles(ME)[2], first);
    field.see(0, &[11]);
    assert_eq!(field.handles(ME)[2], first);
    field.go(2, 15);
    assert_eq!(field.handles(ME)[2], None);
    field.go(2, 11);
    assert!(field.handles(ME)[2] > first);
    // Its owner never lost it.
    assert!(field.handles(YOU)[2].is_some_and(|name| name < 4));
}

#[test]
fn what_is_told_of_a_move_is_what_will_be_so() {
    let mut field = field();
    field.see(0, &[9, 10, 11]);
    field.see(1, &[0, 1]);
    let mut rng = Rng::fast(5, 0);
    for _ in 0..500 {
        let before = [ME, YOU].map(|viewer| field.handles(viewer));
        let piece = Piece(rng.below(4) as u16);
        let cell = field.field.at(Cell(rng.below(16) as u16));
        let to = if rng.below(5) == 0 {
            field.camp.into()
        } else {
            cell
        };
        let change = Change::Move {
            piece,
            to,
            end: Default::default(),
            seen: crate::Eyes::NOBODY,
        };
        let mut traces = Traces::default();
        field.table.trace_onto(&change, &mut traces);
        for (viewer, before) in [ME, YOU].into_iter().zip(before) {
            let after = field.handles(viewer);
            let called = |names: &[Option<u32>]| {
                let name = names[usize::from(piece.0)];
                name.map(|name| crate::Handle(name).to_string())
            };
            let told = traces.tell(0, field.table.schema(), viewer);
            let told = told.map_or(serde_json::Value::Null, |told| told.data);
            let name = |key: &str| told.get(key).and_then(|name| name.as_str());
            assert_eq!(name("was"), called(&before).as_deref(), "{told}");
            assert_eq!(name("piece"), called(&after).as_deref(), "{told}");
            // Who sees it follows from the cell and from what is shown, whatever happened before.
            if field.table.has_fog(field.table.zone_of(piece)) {
                assert_eq!(field.table.eyes(piece), field.table.eyes_in_fog(piece));
            }
        }
        if rng.below(9) == 0 {
            let open = rng.below(2) == 0;
            field.change(|zone, dealer| match open {
                true => dealer.open(zone),
                false => dealer.close(zone),
            });
        }
        if rng.below(3) == 0 {
            let to = [None, Some(Eyes::ALL), Some(Eyes::of(Seat(0)))];
            let (piece, to) = (Piece(rng.below(4) as u16), to[rng.below(3) as usize]);
            let sees = |field: &Field| [ME, YOU].map(|viewer| field.table.sees(viewer, piece));
            let (before, mut traces) = (sees(&field), Traces::default());
            let show = Change::Show { piece, to };
            field.table.trace_onto(&show, &mut traces);
            for (index, viewer) in [ME, YOU].into_iter().enumerate() {
                let told = traces.tell(0, field.table.schema(), viewer);
                assert_eq!(told.is_some(), before[index] != sees(&field)[index]);
            }
        }
        if rng.below(3) == 0 {
            let seen: Vec<u16> = (0..16).filter(|_| rng.below(3) == 0).collect();
            field.see(rng.below(2) as u8, &seen);
        }
    }
}

#[test]
fn what_is_shown_in_fog_stays_shown_until_it_leaves() {
    let mut field = field();
    let sees = |field: &Field| {
        [ME, YOU, Viewer::Spectator].map(|viewer| field.table.sees(viewer, Piece(2)))
    };
    field.change(|_, dealer| dealer.show_to_all(Piece(2)));
    let name = field.handles(ME)[2];
    assert!(name.is_some());
    for cell in [9, 3, 10] {
        field.go(2, cell);
        field.see(0, &[cell]);
        field.see(0, &[]);
        assert_eq!((sees(&field), field.handles(ME)[2]), ([true; 3], name));
    }
    // Whoever sees the cell sees it all the same.
    field.see(0, &[10]);
    field.change(|_, dealer| dealer.hide(Piece(2)));
    assert_eq!(sees(&field), [true, true, false]);
    field.see(0, &[]);
    assert_eq!(sees(&field), [false, true, false]);
    // What is shown to one more is not shown for ever to those who see the cell just now.
    field.see(0, &[10]);
    field.change(|_, dealer| dealer.show_to(Piece(2), SeatSet::one(Seat(1))));
    field.see(0, &[]);
    assert_eq!(sees(&field), [false, true, false]);
    field.change(|_, dealer| dealer.show_to_all(Piece(2)));
    let json = serde_json::to_string(&field.table).unwrap();
    assert_eq!(serde_json::from_str::<Table>(&json).unwrap(), field.table);
    let camp = field.camp;
    field.change(|_, dealer| dealer.put(Piece(2), camp));
    field.go(2, 10);
    assert_eq!(sees(&field), [false, true, false]);
}

#[test]
fn a_board_in_fog_can_be_opened_and_closed() {
    let mut field = field();
    let seen = |field: &Field| {
        let faces = |viewer| {
            let view = field.table.view(viewer);
            let pieces = view.zones[0].pieces.iter();
            pieces.filter(|piece| piece.face.is_some()).count()
        };
        [ME, YOU, Viewer::Spectator].map(faces)
    };
    field.change(|zone, dealer| dealer.open(zone));
    assert_eq!(seen(&field), [4; 3]);
    field.go(2, 8);
    field.see(0, &[8]);
    field.see(0, &[]);
    assert_eq!(seen(&field), [4; 3]);
    assert!(
        field
            .table
            .last_seen(ME, field.field.at(Cell(8)))
            .next()
            .is_none()
    );
    field.change(|zone, dealer| dealer.close(zone));
    assert_eq!(seen(&field), [2, 2, 0]);
}

#[test]
fn where_something_was_last_seen_is_remembered_until_the_cell_is_seen_again() {
    let mut field = field();
    let marks = |table: &Table, viewer| {
        let cells = &table.view(viewer).zones[0].attributes["cells"];
        let cells = cells.as_object().unwrap().iter();
        let marks = cells.filter_map(|(cell, known)| Some((cell, known.get("last_seen")?)));
        marks
            .map(|(cell, mark)| format!("{cell} {mark}"))
            .collect::<Vec<_>>()
    };
    field.see(0, &[0, 1, 14, 15]);
    field.see(1, &[0, 15]);
    assert!(marks(&field.table, ME).is_empty());
    field.see(0, &[0]);
    field.see(1, &[15]);
    let scout = r#"[{"face":"scout","kind":"unit","owner":1}]"#;
    let [c4, d4] = ["c4", "d4"].map(|cell| format!("{cell} {scout}"));
    assert_eq!(marks(&field.table, ME), [c4, d4.clone()]);
    assert_eq!(marks(&field.table, YOU).len(), 1);
    // Where it goes, or that it is gone, nobody knows.
    let before = field.table.view(ME);
    field.go(2, 5);
    field.change(|_, dealer| dealer.remove(Piece(3)));
    assert_eq!(field.table.view(ME), before);
    let json = serde_json::to_string(&field.table).unwrap();
    assert_eq!(serde_json::from_str::<Table>(&json).unwrap(), field.table);
    // In what it imagines, it remembers the same, and nobody knows what others remember.
    let sample = field.table.resample(ME, &mut Rng::fast(1, 0));
    assert_eq!(marks(&sample, ME).len(), 2);
    assert!(marks(&sample, YOU).is_empty());
    field.see(0, &[0, 14]);
    assert_eq!(marks(&field.table, ME), [d4]);
    // What it sees go is nowhere any more.
    field.see(0, &[5, 15]);
    field.go(2, 9);
    field.see(0, &[]);
    assert!(marks(&field.table, ME).is_empty());
}

#[test]
fn what_was_seen_stays_explored() {
    let mut field = field();
    field.see(0, &[5, 6]);
    field.see(0, &[6, 7]);
    let sight = |field: &Field, viewer: Viewer, cell: &str| {
        let view = field.table.view(viewer);
        assert_eq!(view.zones[0].attributes["fog"], true);
        let cells = &view.zones[0].attributes["cells"];
        cells.pointer(&format!("/{cell}/sight")).cloned()
    };
    let word = |word: &str| Some(serde_json::Value::from(word));
    assert_eq!(sight(&field, ME, "b2"), word("explored"));
    assert_eq!(sight(&field, ME, "c2"), word("seen"));
    assert_eq!(sight(&field, ME, "a1"), None);
    assert_eq!(sight(&field, YOU, "c2"), None);
    let place = field.field.at(Cell(5));
    assert!(field.table.has_explored(ME, place) && !field.table.sees_cell(ME, place));
    // Of all cells only those travel that changed.
    let before = field.table.view(ME);
    field.see(0, &[6]);
    let patch = Patch::between(&before, &field.table.view(ME));
    let patch = serde_json::to_string(&patch).unwrap();
    let expected = r#"[{"at":"/zones/0/attributes/cells/d2/sight","set":"explored"}]"#;
    assert_eq!(patch, expected);
}

#[test]
fn what_others_see_remember_and_call_things_is_forgotten() {
    let (mut field, mut other) = (field(), field());
    other.see(1, &[0, 1, 2]);
    other.see(1, &[2]);
    other.see(1, &[0]);
    other.change(|_, dealer| dealer.show_to(Piece(1), SeatSet::one(Seat(1))));
    other.go(2, 11);
    other.go(3, 5);
    assert_eq!(field.table.view(ME), other.table.view(ME));
    field.table.forget(ME);
    other.table.forget(ME);
    assert_eq!(field.table, other.table);
}

#[test]
fn what_is_imagined_in_fog_tells_nothing_of_what_is_true() {
    let (mut field, mut rng) = (field(), Rng::fast(9, 0));
    for stream in 0..400 {
        let cell = rng.below(16) as u16;
        field.go(rng.below(4) as u16, cell);
        let seen: Vec<u16> = (0..16).filter(|_| rng.below(3) == 0).collect();
        field.see(rng.below(2) as u8, &seen);
        for viewer in [ME, YOU, Viewer::Spectator] {
            let sample = field.table.resample(viewer, &mut Rng::fast(stream, 1));
            assert_eq!(sample.view(viewer), field.table.view(viewer));
            let draw = |table: &Table| table.resample(viewer, &mut Rng::fast(stream, 2));
            assert_eq!(draw(&sample), draw(&field.table));
        }
    }
}

#[test]
fn fog_and_terrain_survive_saving() {
    let mut field = field();
    field.see(0, &[5, 6, 14]);
    field.see(1, &[1]);
    let json = serde_json::to_string(&field.table).unwrap();
    let read: Table = serde_json::from_str(&json).unwrap();
    assert_eq!(read, field.table);
    let broken = json.replace("\"seen\":[", "\"seen\":[1,");
    let error = serde_json::from_str::<Table>(&broken)
        .unwrap_err()
        .to_string();
    assert!(error.contains("its parts do not fit together"), "{error}");
    let _ = (field.scout, field.camp);
}

#[test]
fn values_of_cells_are_as_mapped_until_they_change() {
    let mut schema = Schema::new();
    let (grid, map) = Grid::from_map("~^\n..", Adjacency::All).unwrap();
    let field = schema.zone("field").board(grid).each_seat();
    let kinds = ["", "water", "hill"];
    let terrain = schema.cell_value::<u8>("terrain", field).words(kinds);
    let terrain = terrain
        .at(map.cells('~').iter(), 1)
        .at(map.cells('^').iter(), 2)
        .add();
    let fire = schema.cell_value::<bool>("fire", field).changes().add();
    let trap = schema
        .cell_value::<bool>("trap", field)
        .shown(Shown::ToOwner)
        .changes()
        .add();
    let mut table = schema.lay(2);
    let start = table.clone();
    let [mine, yours] = [0, 1].map(|seat| field.of(Seat(seat)));
    let mut rng = Rng::fast(1, 0);
    let mut dealer = Dealer::new(&mut table, &mut rng);
    dealer.set_cell(mine.at(Cell(2)), fire, true);
    dealer.set_cell(mine.at(Cell(0)), trap, true);
    assert_eq!(table.cell(mine.at(Cell(2)), terrain), 1);
    assert_eq!(table.cell(yours.at(Cell(3)), terrain), 2);
    assert!(table.cell(mine.at(Cell(2)), fire) && !table.cell(yours.at(Cell(2)), fire));
    let drawn = |viewer| table.view(viewer).zones[0].attributes["cells"].to_string();
    let open = r#""a2":{"fire":true,"terrain":"water"},"b2":{"terrain":"hill"}"#;
    assert_eq!(drawn(ME), format!(r#"{{"a1":{{"trap":true}},{open}}}"#));
    assert_eq!(drawn(YOU), format!("{{{open}}}"));
    let json = serde_json::to_string(&table).unwrap();
    assert_eq!(serde_json::from_str::<Table>(&json).unwrap(), table);
    // What is as it was at first takes no room.
    let mut dealer = Dealer::new(&mut table, &mut rng);
    dealer.set_cell(mine.at(Cell(2)), fire, false);
    dealer.set_cell(mine.at(Cell(0)), trap, false);
    assert_eq!(table, start);
}

#[test]
fn what_does_not_change_stays_known_in_fog() {
    let mut schema = Schema::new();
    let (grid, map) = Grid::from_map("#..", Adjacency::All).unwrap();
    let field = schema.zone("field").board(grid).fog().add();
    let rocks = map.cells('#');
    let _rock = schema
        .cell_value::<bool>("rock", field)
        .at(rocks.iter(), true)
        .add();
    let fire = schema.cell_value::<bool>("fire", field).changes().add();
    let mut table = schema.lay(1);
    let mut rng = Rng::fast(1, 0);
    let mut dealer = Dealer::new(&mut table, &mut rng);
    dealer.set_cell(field.at(Cell(0)), fire, true);
    let cell = |table: &Table| table.view(ME).zones[0].attributes["cells"].to_string();
    assert_eq!(cell(dealer.table()), "{}");
    dealer.see(field, [(Seat(0), cells(&[0]))]);
    assert_eq!(
        cell(dealer.table()),
        r#"{"a1":{"fire":true,"rock":true,"sight":"seen"}}"#
    );
    dealer.see(field, [(Seat(0), cells(&[]))]);
    assert_eq!(
        cell(dealer.table()),
        r#"{"a1":{"rock":true,"sight":"explored"}}"#
    );
}

#[test]
fn regions_overlap_and_have_tags_and_numbers() {
    let mut schema = Schema::new();
    let grid = Grid::new(3, 1, Adjacency::All);
    let field = schema.zone("field").board(grid).add();
    let street = schema
        .region("street", field, [Cell(0), Cell(1)])
        .tag("loud")
        .with("noise", 3)
        .add();
    let spawn = schema
        .region("spawn", field, [Cell(1), Cell(2)])
        .tag("loud")
        .add();
    let trap = schema.region("trap", field, [Cell(2)]).hidden().add();
    let table = schema.lay(2);
    let regions = |cell| table.regions_of(field.at(Cell(cell))).collect::<Vec<_>>();
    assert_eq!(
        (regions(0), regions(1), regions(2)),
        (vec![street], vec![street, spawn], vec![spawn, trap])
    );
    assert!(table.is_in(field.at(Cell(2)), trap) && !table.is_in(field.at(Cell(1)), trap));
    let schema = table.schema();
    assert_eq!(
        schema.regions_tagged("loud").collect::<Vec<_>>(),
        [street, spawn]
    );
    assert_eq!(
        (schema.region_called("spawn"), schema.region_called("moon")),
        (Some(spawn), None)
    );
    assert_eq!(
        (
            schema.region_value(street, "noise"),
            schema.region_value(spawn, "noise")
        ),
        (Some(3), None)
    );
    assert!(schema.has_tag(street, "loud") && !schema.has_tag(trap, "loud"));
    let drawn = table.view(ME).zones[0].attributes["regions"].to_string();
    let expected = r#"{"spawn":{"cells":["b1","c1"],"tags":["loud"]},"street":{"cells":["a1","b1"],"noise":3,"tags":["loud"]}}"#;
    assert_eq!(drawn, expected);
}

fn streets(declare: impl FnOnce(&mut Schema, crate::Zone)) {
    let mut schema = Schema::new();
    let field = schema.zone("field").board(Grid::new(2, 1, Adjacency::All));
    let field = field.add();
    schema.region("street", field, [Cell(0)]).add();
    schema.cell_value::<u8>("ground", field).add();
    declare(&mut schema, field);
}

#[test]
#[should_panic(expected = "two regions are called street")]
fn a_region_has_a_name_of_its_own() {
    streets(|schema, field| _ = schema.region("street", field, [Cell(1)]).add());
}

#[test]
#[should_panic(expected = "cells have two values called ground")]
fn a_value_of_cells_has_a_name_of_its_own() {
    streets(|schema, field| _ = schema.cell_value::<bool>("ground", field).add());
}

#[test]
#[should_panic(expected = "no number of a region can be called tags")]
fn a_number_of_a_region_is_not_called_as_what_views_say() {
    streets(|schema, field| _ = schema.region("square", field, []).with("tags", 1));
}
