//! What viewers hear of a change.

use expect_test::{Expect, expect};
use parlor_core::{Seat, Viewer};

use super::world::*;
use crate::*;

fn check(table: &Table, change: &Change, viewer: Viewer, expect: Expect) {
    let told = table.tell(change, viewer).map(|told| told.data.to_string());
    expect.assert_eq(told.as_deref().unwrap_or("nothing"));
}

fn put(piece: Piece, to: Zone) -> Change {
    Change::Move {
        piece,
        to: to.into(),
        end: End::Top,
        seen: Eyes::NOBODY,
    }
}

#[test]
fn a_draw_is_told_without_the_face_to_others() {
    let game = small("ABC");
    let draw = put(game.card("C"), game.hand.of(Seat(0)));
    check(
        &game.table,
        &draw,
        seat(0),
        expect![[
            r##"{"change":"move","face":"C","from":"deck","piece":"#2","to":"hand-0","was":"#2"}"##
        ]],
    );
    check(
        &game.table,
        &draw,
        seat(1),
        expect![[r##"{"change":"move","from":"deck","to":"hand-0","was":"#2"}"##]],
    );
}

#[test]
fn a_card_played_from_a_hand_comes_from_nowhere_in_it() {
    let mut game = small("ABC");
    let (deck, hand) = (game.deck, game.hand.of(Seat(0)));
    game.dealer().draw_many(deck, hand, 2);
    let open = put(game.card("C"), game.discard);
    check(
        &game.table,
        &open,
        seat(0),
        expect![[
            r##"{"change":"move","face":"C","from":"hand-0","piece":"#2","to":"discard","was":"#2"}"##
        ]],
    );
    check(
        &game.table,
        &open,
        seat(1),
        expect![[r##"{"change":"move","face":"C","from":"hand-0","piece":"#3","to":"discard"}"##]],
    );
    let covered = put(game.card("C"), game.pile);
    check(
        &game.table,
        &covered,
        seat(1),
        expect![[r##"{"change":"move","from":"hand-0","piece":"#3","to":"pile"}"##]],
    );
    let given = put(game.card("C"), game.hand.of(Seat(1)));
    check(
        &game.table,
        &given,
        Viewer::Spectator,
        expect![[r#"{"change":"move","from":"hand-0","to":"hand-1"}"#]],
    );
}

#[test]
fn a_card_removed_unseen_stays_unseen() {
    let mut game = small("ABC");
    let (deck, hand) = (game.deck, game.hand.of(Seat(0)));
    game.dealer().draw_many(deck, hand, 2);
    let removed = put(game.card("C"), Zone::REMOVED);
    check(
        &game.table,
        &removed,
        seat(0),
        expect![[
            r##"{"change":"move","face":"C","from":"hand-0","piece":"#2","to":"removed","was":"#2"}"##
        ]],
    );
    check(
        &game.table,
        &removed,
        seat(1),
        expect![[r#"{"change":"move","from":"hand-0","to":"removed"}"#]],
    );
    let card = game.card("C");
    game.dealer().remove(card);
    assert!(!game.table.known_to(card).see(seat(1)));
    assert!(game.table.known_to(card).see(seat(0)));
}

#[test]
fn nothing_is_told_of_a_secret_zone() {
    let mut schema = Schema::new();
    let secret = schema
        .zone("secret")
        .owner_sees()
        .others_see(Others::Nothing)
        .each_seat();
    let other = schema
        .zone("other")
        .hidden()
        .others_see(Others::Nothing)
        .add();
    let card = schema.definition("card", "A");
    schema.place(card, secret.of(Seat(0)), 1);
    let table = schema.lay(2);
    let piece = table.zone(secret.of(Seat(0))).top().unwrap();
    let create = Change::Create {
        definition: card,
        to: secret.of(Seat(0)).into(),
        owner: None,
    };
    let show = Change::Show {
        piece,
        to: Some(Eyes::NOBODY),
    };
    let reveal = Change::Reveal {
        piece,
        to: Eyes::of(Seat(0)),
    };
    for change in [put(piece, other), create, show, reveal] {
        assert_eq!(table.tell(&change, seat(1)), None, "{change:?}");
        assert!(table.tell(&change, seat(0)).is_some(), "{change:?}");
    }
}

#[test]
fn where_a_piece_lies_in_the_fog_is_not_told() {
    let mut schema = Schema::new();
    let grid = Grid::new(3, 3, Adjacency::All);
    let fog = schema.zone("fog").board(grid).count_only().add();
    let ship = schema.definition("ship", "A");
    schema.place(ship, fog.at(Cell(4)), 1);
    let table = schema.lay(2);
    let piece = table.zone(fog).top().unwrap();
    let sail = Change::Move {
        piece,
        to: fog.at(Cell(5)),
        end: End::Top,
        seen: Eyes::NOBODY,
    };
    check(
        &table,
        &sail,
        seat(0),
        expect![[r#"{"change":"move","from":"fog","to":"fog"}"#]],
    );
    check(
        &table,
        &sail,
        Viewer::Referee,
        expect![[
            r##"{"change":"move","face":"A","from":"fog","from_at":"b2","piece":"#0","to":"fog","to_at":"c2","was":"#0"}"##
        ]],
    );
}

#[test]
fn a_roll_is_told_with_the_face_to_those_who_see_it() {
    let mut schema = Schema::new();
    let face = schema.attribute("face").changes().add();
    let (cup, tray) = (
        schema.zone("cup").owner_sees().each_seat(),
        schema.zone("tray").hidden().add(),
    );
    let coin = schema.die("coin", Die::new(2).labels(["heads", "tails"]), face);
    schema.place(coin, cup.of(Seat(0)), 1);
    schema.place(coin, tray, 1);
    let table = schema.lay(2);
    let roll = |zone: Zone| Change::Set {
        piece: table.zone(zone).top().unwrap(),
        attribute: 0,
        value: 2,
    };
    check(
        &table,
        &roll(cup.of(Seat(0))),
        seat(0),
        expect![[r##"{"change":"roll","face":"tails","piece":"#0","zone":"cup-0"}"##]],
    );
    check(&table, &roll(cup.of(Seat(0))), seat(1), expect!["nothing"]);
    check(
        &table,
        &roll(tray),
        seat(1),
        expect![[r##"{"change":"roll","piece":"#0","zone":"tray"}"##]],
    );
}

#[test]
fn a_revealed_card_is_told_to_those_who_see_it() {
    let game = small("ABC");
    let reveal = Change::Reveal {
        piece: game.card("C"),
        to: Eyes::of(Seat(1)),
    };
    check(&game.table, &reveal, seat(0), expect!["nothing"]);
    check(
        &game.table,
        &reveal,
        seat(1),
        expect![[r##"{"change":"show","face":"C","piece":"#2","zone":"deck"}"##]],
    );
    let shuffle = Change::Order {
        place: game.deck.into(),
        order: game.table.zone(game.deck).pieces().collect(),
    };
    check(
        &game.table,
        &shuffle,
        seat(1),
        expect![[r#"{"change":"order","zone":"deck"}"#]],
    );
    let look = Change::Look {
        zone: game.deck,
        sight: Sight::OPEN,
    };
    check(
        &game.table,
        &look,
        seat(1),
        expect![[r#"{"change":"look","zone":"deck"}"#]],
    );
}

#[test]
fn what_does_not_show_on_a_die_is_no_roll() {
    let mut schema = Schema::new();
    let face = schema.attribute("face").changes().add();
    let charm = schema.attribute::<i64>("charm").shown(Shown::Never);
    let charm = charm.changes().add();
    let tray = schema.zone("tray").add();
    let d6 = schema.die("d6", Die::d6(), face);
    schema.place(d6, tray, 1);
    let change = Change::Set {
        piece: Piece(0),
        attribute: charm.0,
        value: 1,
    };
    check(&schema.lay(2), &change, seat(0), expect!["nothing"]);
}

#[test]
fn what_is_told_beforehand_is_what_happens() {
    seeds(60, |seed| {
        let (mut table, mut rng) = (stirred(seed, 30), parlor_core::Rng::fast(seed, 3));
        for change in (0..20).flat_map(|_| some_changes(&table, &mut rng)) {
            let piece = match change {
                Change::Move { piece, .. } | Change::Show { piece, .. } => piece,
                Change::Create { definition, .. } => table.next_piece(definition),
                _ => continue,
            };
            let mut after = table.clone();
            after.apply(&change);
            for viewer in viewers() {
                let Some(told) = table.tell(&change, viewer) else {
                    continue;
                };
                let told: ToldChange = serde_json::from_value(told.data).unwrap();
                let (ToldChange::Move { piece: name, .. }
                | ToldChange::Show { piece: name, .. }
                | ToldChange::Create { piece: name, .. }) = told
                else {
                    panic!("{told:?}");
                };
                // What comes where nobody looks is called by nobody, whatever the viewer called it before.
                let handle = after.handle(piece, viewer).map(|handle| handle.to_string());
                assert!(
                    name.is_none() || name == handle,
                    "{viewer} {change:?} {name:?} {handle:?}"
                );
                let notices = after.zone_of(piece) != Zone::REMOVED && after.sees(viewer, piece);
                assert!(
                    !notices || name == handle,
                    "{viewer} {change:?} {name:?} {handle:?}"
                );
            }
        }
        for change in some_changes(&table, &mut rng) {
            table.apply(&change);
        }
    });
}
