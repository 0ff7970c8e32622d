//! Hostile tables are refused, or do no harm.

use std::cell::Cell;

use parlor_core::{Rng, Seat, Viewer};
use serde_json::{Value as Json, json};

use super::world::*;
use crate::{Dealer, Schema, Table};

/// A table with its whole schema in it, as tables from elsewhere may come.
fn whole(table: &Table) -> Json {
    let mut json = serde_json::to_value(table).unwrap();
    json["schema"] = serde_json::to_value(table.schema()).unwrap();
    json
}

/// A table of one card in a deck, with this changed.
fn refused(path: &str, value: Json) -> String {
    let mut schema = Schema::new();
    schema.attribute::<u8>("tapped").changes().add();
    let deck = schema.zone("deck").hidden().add();
    schema.zone("slot").inside(deck).add();
    let card = schema.definition("card", "A");
    schema.place(card, deck, 2);
    let mut json = whole(&schema.lay(2));
    *json.pointer_mut(path).expect(path) = value;
    let error = serde_json::from_value::<Table>(json)
        .expect_err(path)
        .to_string();
    error
        .trim_start_matches("this table does not hold together: ")
        .into()
}

#[test]
fn a_die_with_an_impossible_face_is_refused() {
    let mut schema = Schema::new();
    let face = schema.attribute("face").changes().add();
    let cup = schema.zone("cup").add();
    let d6 = schema.die("d6", crate::Die::d6(), face);
    schema.place(d6, cup, 1);
    let mut json = serde_json::to_value(schema.lay(1)).unwrap();
    json["attributes"] = json!([6]);
    assert!(serde_json::from_value::<Table>(json.clone()).is_ok());
    json["attributes"] = json!([9]);
    let error = serde_json::from_value::<Table>(json).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("a die shows a face that it has not")
    );
}

#[test]
fn a_table_loads_beside_its_schema_alone() {
    let mut schema = Schema::new();
    schema.zone("only here").add();
    let saved = serde_json::to_string(&schema.lay(2)).unwrap();
    let load = || serde_json::from_str::<Table>(&saved);
    assert_eq!(load().unwrap(), schema.lay(2));
    // Another one is not the same, even with the same name.
    let mut other = Schema::new();
    other.zone("only here").hidden().add();
    other.lay(2);
    drop(schema);
    let error = load().unwrap_err().to_string();
    assert!(error.starts_with("no table with the schema "), "{error}");
    let mut again = Schema::new();
    again.zone("only here").add();
    again.lay(3);
    assert!(load().is_err(), "it was laid for two");
    let table = again.lay(2);
    assert_eq!(load().unwrap(), table);
}

#[test]
fn what_is_declared_after_laying_counts() {
    type Declare<'d> = &'d dyn Fn(&mut Schema);
    let declare: [Declare<'_>; 11] = [
        &|schema| {
            let _ = schema.definition("card", "B");
        },
        &|schema| {
            let _ = schema.token("card", "B");
        },
        &|schema| schema.back(crate::Definition(0), "gold"),
        &|schema| {
            let _ = schema.attribute::<u8>("tapped").changes().add();
        },
        &|schema| {
            let face = schema.attribute("face").changes().add();
            schema.die("d6", crate::Die::d6(), face);
        },
        &|schema| {
            let _ = schema.zone("deck").add();
        },
        &|schema| {
            let _ = schema.zone("hand").each_seat();
        },
        &|schema| {
            let _ = schema.value("score", 0_i64).each_seat();
        },
        &|schema| {
            let _ = schema.seat_list("sheet");
        },
        &|schema| {
            let zone = schema.zone("board").add();
            schema.lay(2);
            schema.set_board(zone, crate::Grid::new(2, 2, crate::Adjacency::All).into());
        },
        &|schema| {
            let zone = schema.zone("row").add();
            schema.lay(2);
            schema.place(crate::Definition(0), zone, 1);
        },
    ];
    for (index, declare) in declare.iter().enumerate() {
        let mut schema = Schema::new();
        schema.definition("card", "A");
        schema.lay(2);
        declare(&mut schema);
        let laid = schema.lay(2);
        assert_eq!(*laid.schema(), schema.lay_out(2), "{index}");
        assert_eq!(laid, schema.clone().lay(2), "{index}");
    }
}

#[test]
fn what_does_not_hold_together_is_refused() {
    let none = "a piece is none of this table";
    let parts = "its parts do not fit together";
    let schema = "its schema is none";
    assert_eq!(refused("/places/0/2", json!([0])), "a piece lies nowhere");
    assert_eq!(refused("/places/0/2", json!([0, 1, 2])), none);
    assert_eq!(refused("/places/0/2", json!([0, 0, 1])), none);
    let place = "a place is none of this table";
    assert_eq!(refused("/places/0/0", json!(77)), place);
    let twice = json!([[1, 0, [0]], [1, 0, [1]]]);
    assert_eq!(refused("/places", twice), "a place is there twice");
    let known = "a zone does not know who knows of its pieces";
    assert_eq!(refused("/pieces/1/3", json!(1)), known);
    assert_eq!(refused("/pieces/1/0", json!(1)), none);
    assert_eq!(refused("/pieces/1/1", json!(2)), none);
    assert_eq!(refused("/places", json!([])), "a piece lies nowhere");
    assert_eq!(refused("/sights", json!([])), parts);
    assert_eq!(refused("/numbers", json!([1])), parts);
    assert_eq!(refused("/attributes", json!([1])), parts);
    assert_eq!(refused("/lists", json!([[]])), parts);
    assert_eq!(refused("/schema/seats", json!(32)), schema);
    assert_eq!(refused("/schema/changing", json!(2)), schema);
    assert_eq!(refused("/schema/attributes/0/slot", json!(1)), schema);
    assert_eq!(refused("/schema/zones/2/inside", json!(2)), schema);
    assert_eq!(refused("/schema/zones/1/inside", json!(2)), schema);
    assert_eq!(refused("/schema/zones/2/inside", json!(3)), schema);
    assert_eq!(refused("/schema/zones/0/each", json!(true)), schema);
    assert_eq!(refused("/schema/zones", json!([])), schema);
}

#[test]
fn handles_must_be_of_one_piece_and_leave_room_for_more() {
    let handles = "two pieces are called the same";
    // Two seats and the spectators: how many names each has got, then those of the first card, then those of the second.
    assert_eq!(refused("/names/6", json!(0)), handles);
    assert_eq!(refused("/names/6", json!(2)), handles);
    assert_eq!(refused("/names/0", json!(1)), handles);
    assert_eq!(refused("/names/0", json!(-1)), handles);
    assert_eq!(refused("/names", json!([0, 0, 0])), handles);
}

#[test]
fn a_huge_schema_is_refused_before_it_is_laid() {
    let mut schema = Schema::new();
    schema.zone("board").each_seat();
    let json = whole(&schema.lay(31));
    let mut bomb = json.clone();
    let hexes = json!({"kind": "grid", "columns": 64, "rows": 64, "adjacency": "all"});
    bomb["schema"]["zones"][1]["board"] = hexes;
    assert!(serde_json::from_value::<Table>(bomb).is_err());
    for (key, spec) in [
        ("zones", &json["schema"]["zones"][1]),
        ("lists", &json!("list")),
    ] {
        for count in [255, 256, 257, 70_000] {
            let mut bomb = json.clone();
            let list = bomb["schema"][key].as_array_mut().unwrap();
            list.extend(std::iter::repeat_n(spec.clone(), count));
            assert!(
                serde_json::from_value::<Table>(bomb).is_err(),
                "{count} {key}"
            );
        }
    }
}

/// Plays on with whatever was let in.
fn play_on(table: &Table, rng: &mut Rng) {
    let mut table = table.clone();
    for _ in 0..12 {
        stir(&mut Dealer::new(&mut table, rng));
        for viewer in Viewer::all(table.schema().seats()) {
            let _ = table.view(viewer);
            for change in some_changes(&table, rng) {
                let _ = table.tell(&change, viewer);
                table.clone().apply(&change);
            }
        }
        let viewer = Viewer::Seat(Seat(rng.below(3) as u8));
        let sample = table.resample(viewer, rng);
        assert_eq!(sample.view(viewer), table.view(viewer));
        for zone in table.schema().zones() {
            assert!(table.nested(zone).count() <= table.pieces().count());
        }
    }
}

/// All numbers and truths in it.
fn leaves<'j>(json: &'j mut Json, found: &mut Vec<&'j mut Json>) {
    match json {
        Json::Array(entries) => entries.iter_mut().for_each(|entry| leaves(entry, found)),
        Json::Object(fields) => fields.values_mut().for_each(|field| leaves(field, found)),
        Json::Number(_) | Json::Bool(_) | Json::Null => found.push(json),
        Json::String(_) => {}
    }
}

#[test]
fn a_table_with_other_numbers_in_it_is_refused_or_does_no_harm() {
    let valid: Vec<Json> = (0..8).map(|seed| whole(&stirred(seed, 30))).collect();
    let (let_in, kept_out) = (Cell::new(0), Cell::new(0));
    seeds(3000, |seed| {
        let mut rng = Rng::fast(seed, 4);
        let mut json = valid[seed as usize % valid.len()].clone();
        let mut places = Vec::new();
        leaves(&mut json, &mut places);
        for _ in 0..=rng.below(2) {
            let index = rng.below(places.len() as u32) as usize;
            let number = places[index].as_i64().unwrap_or(0);
            let numbers = [
                number.wrapping_add(1),
                number.wrapping_sub(1),
                rng.below(40).into(),
                0,
                255,
                65_535,
                65_534,
                u32::MAX.into(),
                i64::from(u32::MAX) - 1,
                i64::MAX,
                i64::MIN,
            ];
            let other = numbers[rng.below(numbers.len() as u32) as usize];
            *places[index] = match places[index].as_bool() {
                Some(truth) => (!truth).into(),
                None => other.into(),
            };
        }
        match serde_json::from_value::<Table>(json) {
            Ok(table) => {
                play_on(&table, &mut rng);
                let_in.set(let_in.get() + 1);
            }
            Err(_) => kept_out.set(kept_out.get() + 1),
        }
    });
    let (let_in, kept_out) = (let_in.get(), kept_out.get());
    assert!(
        let_in > 300 && kept_out > 300,
        "{let_in} let in, {kept_out} kept out"
    );
}
