//! Views, as a cheater reads them.

use expect_test::{Expect, expect};
use parlor_core::{Layout, Rng, Seat, SeatSet, Spot, ValueType, Viewer, ZoneView};

use super::world::*;
use crate::*;

/// Whose face, name or hidden attribute must not be found: none of their pieces is seen.
fn secrets(table: &Table, viewer: Viewer) -> Vec<String> {
    let pieces = || (0..table.pieces.len() as u16).map(Piece);
    let hidden = (0..table.schema.definitions.len() as u16)
        .map(Definition)
        .filter(|definition| {
            let mut alike = pieces().filter(|piece| table.definition(*piece) == *definition);
            alike.all(|piece| !table.sees(viewer, piece))
        });
    let mut secrets = Vec::new();
    for definition in hidden {
        let spec = &table.schema.definitions[definition.0 as usize];
        secrets.push(format!("\"{}\"", spec.name));
        secrets.push(spec.values[0].to_string());
    }
    secrets.retain(|secret| secret != "0");
    secrets.push("8000".into());
    secrets
}

#[test]
fn a_view_never_holds_what_is_hidden() {
    seeds(80, |seed| {
        let (mut table, mut rng) = (everything(), Rng::fast(seed, 0));
        for _ in 0..40 {
            let changes = some_changes(&table, &mut rng);
            for change in changes {
                for viewer in viewers() {
                    let told = serde_json::to_string(&table.tell(&change, viewer)).unwrap();
                    let mut after = table.clone();
                    after.apply(&change);
                    let seen_now = secrets(&after, viewer);
                    let seen_for_a_moment = match change {
                        Change::Reveal { to: seen, .. } | Change::Move { seen, .. } => {
                            seen.see(viewer)
                        }
                        _ => false,
                    };
                    for secret in secrets(&table, viewer) {
                        let hidden = seen_now.contains(&secret) && !seen_for_a_moment;
                        assert!(
                            !hidden || !told.contains(&secret),
                            "{viewer} hears {secret}: {told}"
                        );
                    }
                }
                table.apply(&change);
            }
            for viewer in viewers() {
                let view = serde_json::to_string(&table.view(viewer)).unwrap();
                for secret in secrets(&table, viewer) {
                    assert!(!view.contains(&secret), "{viewer} finds {secret} in {view}");
                }
            }
        }
    });
}

#[test]
fn the_order_of_an_unordered_zone_does_not_show() {
    let mut checked = 0;
    for seed in 0..150 {
        let table = stirred(seed, 40);
        let mut rng = Rng::fast(seed, 3);
        for zone in table.schema.zones() {
            let sight = table.sight(zone);
            if sight.others == Others::Backs || table.zone(zone).len() < 2 {
                continue;
            }
            let turned = reordered_in_secret(&table, zone, &mut rng);
            for viewer in viewers().filter(|viewer| !sight.eyes.see(*viewer)) {
                assert_eq!(
                    turned.view(viewer),
                    table.view(viewer),
                    "seed {seed}, {zone:?}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "only {checked}");
}

/// The pieces of each place in another order, and nothing else changed.
fn reordered_in_secret(table: &Table, zone: Zone, rng: &mut Rng) -> Table {
    let mut turned = table.clone();
    for cell in 0..table.schema.zones[zone.kind as usize].places {
        Dealer::new(&mut turned, rng).shuffle(zone.at(Cell(cell)));
    }
    for (entry, old) in turned.pieces.iter_mut().zip(&table.pieces) {
        (entry.exact, entry.within) = (old.exact, old.within);
    }
    turned.names.clone_from(&table.names);
    turned
}

/// Whatever two hidden pieces are that look alike: no view tells.
#[test]
fn hidden_pieces_may_be_anything() {
    seeds(60, |seed| {
        let table = stirred(seed, 40);
        for viewer in viewers() {
            let hidden = |piece: &Piece| {
                let mark = &table.schema.definitions[table.definition(*piece).0 as usize].values[1];
                !table.sees(viewer, *piece) && *mark == 0 && table.back(*piece) == "card"
            };
            let hidden: Vec<Piece> = table.pieces().filter(hidden).collect();
            let mut swapped = table.clone();
            for (a, b) in hidden.iter().zip(hidden.iter().rev()) {
                swapped.pieces[a.0 as usize].definition = table.definition(*b);
            }
            assert_eq!(swapped.view(viewer), table.view(viewer), "{viewer}");
        }
    });
}

fn zones(table: &Table, viewer: Viewer) -> Vec<ZoneView> {
    table.view(viewer).zones
}

/// One line a zone: its pieces, a face or ` back`, `?` for a handle, and how many where it says so.
fn check(table: &Table, viewer: Viewer, expect: Expect) {
    fn line(zone: &ZoneView, depth: usize) -> String {
        let pieces = zone.pieces.iter().map(|piece| {
            let face = piece.face.as_deref().unwrap_or("back");
            let at = piece
                .at
                .as_ref()
                .map_or(String::new(), |at| format!("@{at}"));
            let mark = if piece.handle.is_some() { "#" } else { "" };
            let attributes = piece
                .attributes
                .iter()
                .map(|(name, value)| format!(" {name}={value}"));
            format!(" {mark}{face}{at}{}", attributes.collect::<String>())
        });
        let count = zone
            .count
            .map_or(String::new(), |count| format!(" ({count})"));
        let inner = zone.zones.iter().map(|zone| line(zone, depth + 1));
        let (pieces, inner): (Vec<_>, String) = (pieces.collect(), inner.collect());
        format!(
            "{}{}{count}:{}\n{inner}",
            "  ".repeat(depth),
            zone.id,
            pieces.join(",")
        )
    }
    let lines: String = zones(table, viewer)
        .iter()
        .map(|zone| line(zone, 0))
        .collect();
    expect.assert_eq(&lines);
}

/// Every kind of zone with the same two cards, A below or before B.
fn everywhere() -> (Table, Vec<Zone>) {
    let mut schema = Schema::new();
    let mut zones = vec![
        schema.zone("open").add(),
        schema.zone("stack").stacked().add(),
        schema.zone("hidden").hidden().add(),
        schema.zone("deck").hidden().stacked().add(),
        schema.zone("unordered").unordered().add(),
        schema.zone("count").count_only().add(),
        schema
            .zone("nothing")
            .hidden()
            .others_see(Others::Nothing)
            .add(),
    ];
    let hand = schema.zone("hand").owner_sees().each_seat();
    let pocket = schema
        .zone("pocket")
        .hidden()
        .inside(hand.of(Seat(0)))
        .each_seat();
    let grid = Grid::new(2, 1, Adjacency::All);
    let towers = schema.zone("towers").board(grid.clone()).stacked().add();
    let fog = schema.zone("fog").board(grid).unordered().add();
    zones.extend([hand.of(Seat(0)), pocket.of(Seat(0))]);
    for name in ["A", "B"] {
        let card = schema.definition("card", name);
        for zone in &zones {
            schema.place(card, *zone, 1);
        }
        for cell in [Cell(0), Cell(1)] {
            schema.place(card, towers.at(cell), 1);
            schema.place(card, fog.at(cell), 1);
        }
    }
    (schema.lay(2), zones)
}

#[test]
fn a_zone_shows_what_it_should() {
    let (table, _) = everywhere();
    check(
        &table,
        seat(0),
        expect![[r#"
            open: #A, #B
            stack (2): #B
            hidden: #back, #back
            deck (2): #back
            unordered: back, back
            count (2):
            nothing:
            hand-0: #A, #B
              pocket-0: #back, #back
            hand-1:
              pocket-1:
            towers (4): #B@a1, #B@b1
            fog: back, back, back, back
        "#]],
    );
    check(
        &table,
        seat(1),
        expect![[r#"
            open: #A, #B
            stack (2): #B
            hidden: #back, #back
            deck (2): #back
            unordered: back, back
            count (2):
            nothing:
            hand-0: back, back
              pocket-0: #back, #back
            hand-1:
              pocket-1:
            towers (4): #B@a1, #B@b1
            fog: back, back, back, back
        "#]],
    );
    check(
        &table,
        Viewer::Referee,
        expect![[r#"
            open: #A, #B
            stack (2): #B
            hidden: #A, #B
            deck (2): #B
            unordered: #A, #B
            count: #A, #B
            nothing: #A, #B
            hand-0: #A, #B
              pocket-0: #A, #B
            hand-1:
              pocket-1:
            towers (4): #B@a1, #B@b1
            fog: #A@a1, #B@a1, #A@b1, #B@b1
        "#]],
    );
}

#[test]
fn a_shown_piece_shows_wherever_it_lies() {
    let (mut table, zones) = everywhere();
    let mut rng = Rng::fast(0, 0);
    for zone in zones {
        let piece = table.zone(zone).first().unwrap();
        Dealer::new(&mut table, &mut rng).show_to(piece, SeatSet::one(Seat(1)));
    }
    check(
        &table,
        seat(1),
        expect![[r#"
            open: #A, #B
            stack (2): #B
            hidden: #A, #back
            deck (2): #back
            unordered: back, #A
            count (2): #A
            nothing: #A
            hand-0: back, #A
              pocket-0: #A, #back
            hand-1:
              pocket-1:
            towers (4): #B@a1, #B@b1
            fog: back, back, back, back
        "#]],
    );
}

#[test]
fn attributes_show_to_those_they_are_for() {
    let mut schema = Schema::new();
    let hand = schema.zone("hand").hidden().each_seat();
    let card = schema.definition("card", "A");
    let all = [
        ("face", Shown::WithFace),
        ("back", Shown::Always),
        ("own", Shown::ToOwner),
        ("never", Shown::Never),
    ];
    for (name, shown) in all {
        let fixed = schema
            .attribute::<u8>(&format!("{name}-fixed"))
            .shown(shown)
            .add();
        schema.give(card, fixed, 1);
        schema
            .attribute::<u8>(name)
            .shown(shown)
            .changes()
            .start(2)
            .add();
    }
    schema.place(card, hand.of(Seat(0)), 1);
    let mut table = schema.lay(2);
    check(
        &table,
        seat(0),
        expect![[r#"
            hand-0: #back back-fixed=1 own-fixed=1
            hand-1:
        "#]],
    );
    check(
        &table,
        seat(1),
        expect![[r#"
            hand-0: #back back-fixed=1
            hand-1:
        "#]],
    );
    Dealer::new(&mut table, &mut Rng::fast(0, 0)).open(hand.of(Seat(0)));
    check(
        &table,
        seat(1),
        expect![[r#"
            hand-0: #A back-fixed=1 face-fixed=1
            hand-1:
        "#]],
    );
    check(
        &table,
        Viewer::Referee,
        expect![[r#"
            hand-0: #A back-fixed=1 face-fixed=1 own-fixed=1
            hand-1:
        "#]],
    );
}

#[test]
fn values_show_to_those_they_are_for() {
    let mut schema = Schema::new();
    let all = [
        ("public", Shown::WithFace),
        ("always", Shown::Always),
        ("own", Shown::ToOwner),
        ("never", Shown::Never),
    ];
    for (name, shown) in all {
        schema
            .value(name, 1_u8)
            .words(["no", "yes"])
            .shown(shown)
            .label(name)
            .add();
        schema
            .value(name, 5_u8)
            .words(["no", "yes"])
            .shown(shown)
            .label(name)
            .each_seat();
    }
    let list = schema.seat_list("sheet");
    schema.legend().value("sheet", ValueType::Counter);
    let mut table = schema.lay(2);
    Dealer::new(&mut table, &mut Rng::fast(0, 0)).push(Seat(1), list, 9);
    let shown = |viewer| {
        let view = table.view(viewer);
        let seats = view
            .seats
            .iter()
            .map(|seat| &seat.values)
            .collect::<Vec<_>>();
        serde_json::to_string_pretty(&(&view.values, seats)).unwrap()
    };
    expect![[r#"
        [
          {
            "always": "yes",
            "public": "yes"
          },
          [
            {
              "always": 5,
              "public": 5,
              "sheet": []
            },
            {
              "always": 5,
              "own": 5,
              "public": 5,
              "sheet": [
                9
              ]
            }
          ]
        ]"#]]
    .assert_eq(&shown(seat(1)));
    expect![[r#"
        [
          {
            "always": "yes",
            "public": "yes"
          },
          [
            {
              "always": 5,
              "public": 5,
              "sheet": []
            },
            {
              "always": 5,
              "public": 5,
              "sheet": [
                9
              ]
            }
          ]
        ]"#]]
    .assert_eq(&shown(Viewer::Spectator));
}

#[test]
fn closed_roads_show() {
    let mut schema = Schema::new();
    let graph = Graph::new().node("a").node_at("b", 3, 4).edge("a", "b");
    let map = schema.zone("map").board(graph).add();
    let mut table = schema.lay(1);
    Dealer::new(&mut table, &mut Rng::fast(0, 0)).set_open(map, Edge(0), false);
    let attributes = &table.view(seat(0)).zones[0].attributes;
    expect![[r#"{"links":[{"from":"a","open":false,"to":"b"}],"spots":[{"at":"a","x":0,"y":0},{"at":"b","x":3,"y":4}]}"#]].assert_eq(&serde_json::to_string(attributes).unwrap());
}

#[test]
fn a_field_of_hexagons_says_where_each_is_and_how_it_stands() {
    for (orientation, word) in [(Orientation::Pointy, "pointy"), (Orientation::Flat, "flat")] {
        let mut schema = Schema::new();
        schema
            .zone("field")
            .board(Hexes::hexagon(1, orientation))
            .add();
        let zone = &schema.lay(1).view(seat(0)).zones[0];
        assert_eq!(
            (zone.layout, &zone.attributes["hexes"]),
            (Layout::Map, &word.into())
        );
        let spots: Vec<Spot> = serde_json::from_value(zone.attributes["spots"].clone()).unwrap();
        let mut places: Vec<_> = spots.iter().map(|spot| (spot.x, spot.y)).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 7, "{spots:?}");
        assert!(!zone.attributes.contains_key("links"));
    }
}
