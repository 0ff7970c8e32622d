//! Handles: what viewers call pieces links nothing that must not be linked.

use std::collections::BTreeSet;

use parlor_core::{Rng, Seat, SeatSet, Text, View, Viewer, ZoneView};

use super::world::*;
use crate::*;

fn all_handles(view: &View) -> Vec<Text> {
    fn within(zone: &ZoneView) -> Vec<Text> {
        let own = zone.pieces.iter().filter_map(|piece| piece.handle.clone());
        own.chain(zone.zones.iter().flat_map(within)).collect()
    }
    view.zones.iter().flat_map(within).collect()
}

fn handles(table: &Table, zone: Zone, viewer: Viewer) -> BTreeSet<Text> {
    let name = table.schema().zone_name(zone);
    let view = table.view(viewer);
    let zone = view.zones.iter().find(|zone| zone.id == name).unwrap();
    zone.pieces
        .iter()
        .filter_map(|piece| piece.handle.clone())
        .collect()
}

#[test]
fn no_two_pieces_are_called_the_same() {
    seeds(60, |seed| {
        let (mut table, mut rng) = (everything(), Rng::fast(seed, 0));
        for _ in 0..60 {
            stir(&mut Dealer::new(&mut table, &mut rng));
            let pieces = || (0..table.pieces.len() as u16).map(Piece);
            for viewer in viewers() {
                let called: Vec<_> = pieces()
                    .filter_map(|piece| table.handle(piece, viewer))
                    .collect();
                assert_eq!(called.iter().collect::<BTreeSet<_>>().len(), called.len());
                let seen = all_handles(&table.view(viewer));
                assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len());
            }
        }
    });
}

#[test]
fn nobody_follows_a_card_through_a_shuffle() {
    let mut game = small("ABCDEF");
    let deck = game.deck;
    let ids = |table: &Table| -> BTreeSet<Handle> {
        table
            .zone(deck)
            .pieces()
            .filter_map(|piece| table.handle(piece, seat(1)))
            .collect()
    };
    let before = ids(&game.table);
    game.dealer().shuffle(deck);
    let after = ids(&game.table);
    assert!(before.is_disjoint(&after));
    let order: Vec<_> = game
        .table
        .zone(deck)
        .pieces()
        .map(|piece| game.table.handle(piece, seat(1)).unwrap())
        .collect();
    assert!(
        order.is_sorted(),
        "and the new ones only tell where they lie now"
    );
}

#[test]
fn nobody_follows_a_card_into_or_out_of_a_hand() {
    seeds(40, |seed| {
        let mut table = stirred(seed, 40);
        let mut rng = Rng::fast(seed, 0);
        for viewer in viewers() {
            for change in some_changes(&table, &mut rng) {
                let before = table.clone();
                table.apply(&change);
                let Change::Move { piece, .. } = change else {
                    continue;
                };
                let [was, is] = [&before, &table].map(|table| table.handle(piece, viewer));
                match (was, is) {
                    (Some(was), Some(is)) => assert_eq!(was, is, "{viewer} {change:?}"),
                    // What it is called then, nothing has ever been called.
                    (None, Some(is)) => assert!(was_never(&before, is, viewer), "{change:?}"),
                    (_, None) => {}
                }
            }
        }
    });
}

/// Whether a viewer has never called anything so.
fn was_never(table: &Table, handle: Handle, viewer: Viewer) -> bool {
    let seats = table.schema.seats;
    let column = crate::names::column(seats, viewer).unwrap();
    handle.0 >= table.names[column]
}

#[test]
fn others_see_no_handles_in_a_hand() {
    let mut game = small("ABCDEF");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().deal(deck, hand, 2);
    assert_eq!(handles(&game.table, hand.of(Seat(1)), seat(1)).len(), 2);
    assert_eq!(handles(&game.table, hand.of(Seat(1)), seat(0)).len(), 0);
    let card = game.table.zone(hand.of(Seat(1))).first().unwrap();
    game.dealer().show_to(card, SeatSet::one(Seat(0)));
    assert_eq!(handles(&game.table, hand.of(Seat(1)), seat(0)).len(), 1);
    assert_eq!(
        handles(&game.table, hand.of(Seat(1)), Viewer::Spectator).len(),
        0
    );
}

#[test]
fn a_zone_that_was_seen_card_by_card_gets_other_handles_when_it_closes_and_opens() {
    let mut game = small("ABCD");
    let (deck, discard) = (game.deck, game.discard);
    game.dealer().draw_many(deck, discard, 3);
    let first = handles(&game.table, discard, seat(0));
    game.dealer().close_to(discard, SeatSet::all(2));
    assert_eq!(handles(&game.table, discard, seat(0)).len(), 0);
    game.dealer().open(discard);
    let second = handles(&game.table, discard, seat(0));
    assert_eq!(second.len(), 3);
    assert!(first.is_disjoint(&second));
}

/// Whichever card of a hand comes to light, it looks the same to a viewer: the card with the same face is another piece in
/// the viewer's sample, and came into the hand at another time.
#[test]
fn a_handle_does_not_tell_when_a_card_came_into_a_hand() {
    let (mut put, mut shown) = (0, 0);
    for seed in 0..200 {
        let (table, mut rng) = (stirred(seed, 40), Rng::fast(seed, 2));
        let row = zone_called(&table, "row").into();
        for viewer in viewers() {
            let twin = table.resample(viewer, &mut rng);
            for (piece, other) in same_faces(&table, &twin, viewer) {
                let [to_row, same_to_row] = [piece, other].map(|piece| Change::Move {
                    piece,
                    to: row,
                    end: End::Top,
                    seen: Eyes::NOBODY,
                });
                assert_alike(&table, &twin, &to_row, &same_to_row, viewer);
                put += 1;
                let [show, same_show] = [piece, other].map(|piece| Change::Show {
                    piece,
                    to: Some(Eyes::ALL),
                });
                if table.cell_of(piece) == twin.cell_of(other) {
                    assert_alike(&table, &twin, &show, &same_show, viewer);
                    shown += 1;
                }
            }
        }
    }
    assert!(put > 100 && shown > 50, "only {put} put and {shown} shown");
}

/// Different pieces of a table and its twin in the same zone with the same face, of which the viewer cannot tell which
/// they are.
fn same_faces(table: &Table, twin: &Table, viewer: Viewer) -> Vec<(Piece, Piece)> {
    let attributes = |table: &Table, piece| -> Vec<i64> {
        let all = 0..table.schema.attributes.len() as u8;
        all.map(|index| table.raw_attribute(piece, index)).collect()
    };
    // What is attached where nobody can tell one back from the other stays where it is in every sample.
    let alone = |table: &Table, piece| table.host(piece).is_none() && table.tree(piece).len() == 1;
    let lists = |table: &Table, of: Piece| -> Vec<(u8, Vec<i64>)> {
        let all = table.piece_lists.iter();
        all.filter(|(piece, ..)| *piece == of)
            .map(|(_, list, items)| (list, items))
            .collect()
    };
    // A list shows that a piece is in it as soon as the piece is seen.
    let listed = |table: &Table, piece: Piece| {
        let mut lists = table.lists.iter();
        lists.any(|list| list.contains(&i64::from(piece.0)))
    };
    let mut pairs = Vec::new();
    for piece in table.pieces() {
        let zone = twin.zone(table.zone_of(piece)).pieces();
        pairs.extend(zone.of(table.definition(piece)).map(|other| (piece, other)));
    }
    pairs.retain(|(piece, other)| {
        piece != other
            && alone(table, *piece)
            && alone(twin, *other)
            && !listed(table, *piece)
            && !listed(twin, *other)
            && !table.can_follow(*piece, viewer)
            && !twin.can_follow(*other, viewer)
            && table.owner(*piece) == twin.owner(*other)
            && table.controller(*piece) == twin.controller(*other)
            && attributes(table, *piece) == attributes(twin, *other)
            && lists(table, *piece) == lists(twin, *other)
    });
    pairs
}

fn assert_alike(table: &Table, twin: &Table, change: &Change, same: &Change, viewer: Viewer) {
    let told = [table.tell(change, viewer), twin.tell(same, viewer)];
    assert_eq!(told[0], told[1], "{viewer}: {change:?} and {same:?}");
    let (mut table, mut twin) = (table.clone(), twin.clone());
    table.apply(change);
    twin.apply(same);
    let (seen, same_seen) = (table.view(viewer), twin.view(viewer));
    assert_eq!(seen, same_seen, "{viewer}: {change:?} and {same:?}");
}

#[test]
fn opened_hands_do_not_tell_by_their_handles_what_came_last() {
    let mut game = small("ABCDEF");
    let (deck, hand) = (game.deck, game.hand.of(Seat(1)));
    game.dealer().draw_many(deck, hand, 2);
    let late = game.table.zone(deck).top().unwrap();
    game.dealer().put_under(late, hand);
    game.dealer().open(hand);
    let handles: Vec<_> = game
        .table
        .zone(hand)
        .pieces()
        .map(|piece| game.table.handle(piece, seat(0)).unwrap())
        .collect();
    assert!(
        handles.is_sorted(),
        "{handles:?} tells that the first card came last"
    );
}

#[test]
fn an_exception_lasts_until_the_piece_leaves_its_zone() {
    let mut game = small("ABCDEF");
    let (deck, hand, pile) = (game.deck, game.hand.of(Seat(1)), game.pile);
    game.dealer().draw_many(deck, hand, 2);
    let card = game.table.zone(hand).first().unwrap();
    game.dealer().show_to_all(card);
    game.dealer().put(card, hand);
    assert!(
        game.table.sees(seat(0), card),
        "it only lies elsewhere in the hand"
    );
    game.dealer().put(card, pile);
    assert!(!game.table.sees(seat(0), card));
    game.dealer().put(card, hand);
    assert!(!game.table.sees(seat(0), card));
}

#[test]
fn eyes_are_added_and_taken_away() {
    let mut game = small("AB");
    let (deck, me, you) = (game.deck, SeatSet::one(Seat(0)), SeatSet::one(Seat(1)));
    let card = game.card("A");
    let mut sees = |change: &dyn Fn(&mut Dealer<'_>)| {
        change(&mut game.dealer());
        [seat(0), seat(1), Viewer::Spectator, Viewer::Referee]
            .map(|viewer| u8::from(game.table.sees(viewer, card)))
    };
    assert_eq!(sees(&|dealer| dealer.show_to(card, me)), [1, 0, 0, 1]);
    assert_eq!(sees(&|dealer| dealer.show_to(card, you)), [1, 1, 0, 1]);
    assert_eq!(sees(&|dealer| dealer.hide_from(card, me)), [0, 1, 0, 1]);
    assert_eq!(sees(&|dealer| dealer.show_only_to(card, me)), [1, 0, 0, 1]);
    assert_eq!(sees(&|dealer| dealer.show_to_all(card)), [1, 1, 1, 1]);
    assert_eq!(sees(&|dealer| dealer.hide(card)), [0, 0, 0, 1]);
    assert_eq!(sees(&|dealer| dealer.open(deck)), [0, 0, 0, 1]);
    assert_eq!(sees(&|dealer| dealer.show_as_zone(card)), [1, 1, 1, 1]);
    assert_eq!(sees(&|dealer| dealer.close_to(deck, you)), [1, 0, 1, 1]);
    assert_eq!(sees(&|dealer| dealer.open_to(deck, you)), [1, 1, 1, 1]);
    assert_eq!(sees(&|dealer| dealer.close(deck)), [0, 0, 0, 1]);
    assert_eq!(sees(&|dealer| dealer.reveal(card, Eyes::ALL)), [0, 0, 0, 1]);
}

#[test]
fn nobody_can_count_what_happens_where_it_sees_nothing() {
    let mut schema = Schema::new();
    let [left, right] = ["left", "right"].map(|name| {
        schema
            .zone(name)
            .owner_sees()
            .others_see(Others::Nothing)
            .each_seat()
    });
    let row = schema.zone("row").add();
    for name in ["A", "B", "C", "D"] {
        let card = schema.definition("card", name);
        schema.place(card, left.of(Seat(0)), 1);
    }
    let shown = |moves: usize| {
        let (mut table, mut rng) = (schema.lay(2), Rng::fast(1, 0));
        let mut dealer = Dealer::new(&mut table, &mut rng);
        for _ in 0..moves {
            dealer.draw(left.of(Seat(0)), right.of(Seat(0)));
            dealer.shuffle(right.of(Seat(0)));
        }
        dealer.put(Piece(0), row);
        table.view(Viewer::Seat(Seat(1)))
    };
    assert_eq!(shown(0), shown(1));
    assert_eq!(shown(0), shown(3));
}
