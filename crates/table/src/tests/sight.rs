//! Handles: what viewers call pieces links nothing that must not be linked.

use std::collections::BTreeSet;

use parlor_core::{Rng, Seat, SeatSet, View, Viewer, ZoneView};

use super::world::*;
use crate::*;

fn all_handles(view: &View) -> Vec<String> {
    fn within(zone: &ZoneView) -> Vec<String> {
        let own = zone.pieces.iter().filter_map(|piece| piece.handle.clone());
        own.chain(zone.zones.iter().flat_map(within)).collect()
    }
    view.zones.iter().flat_map(within).collect()
}

fn handles(table: &Table, zone: Zone, viewer: Viewer) -> BTreeSet<String> {
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
            let handles: BTreeSet<u32> = table.pieces.iter().map(|entry| entry.handle).collect();
            assert_eq!(handles.len(), table.pieces.len());
            assert!(handles.iter().all(|handle| *handle < table.next_handle));
            for viewer in viewers() {
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
            .map(|piece| table.handle(piece))
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
        .map(|piece| game.table.handle(piece))
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
                let blind = !before.can_follow(piece, viewer) || !table.can_follow(piece, viewer);
                if blind && before.zone_of(piece) != table.zone_of(piece) {
                    assert_ne!(
                        before.handle(piece),
                        table.handle(piece),
                        "{viewer} {change:?}"
                    );
                }
            }
        }
    });
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

/// What comes to light of a hand, whatever it is, looks the same to a viewer whichever of the hand's cards it is: in the
/// table and in the sample it is the card with the same face, which came into the hand at another time.
#[test]
fn a_handle_does_not_tell_when_a_card_came_into_a_hand() {
    let (mut checked, mut shown) = (0, 0);
    for seed in 0..200 {
        let table = stirred(seed, 40);
        let mut rng = Rng::fast(seed, 2);
        for viewer in viewers() {
            let twin = table.resample(viewer, &mut rng);
            for piece in (0..table.pieces.len() as u16).map(Piece) {
                let zone = table.zone_of(piece);
                let other = twin.zone(zone).pieces().of(table.definition(piece)).last();
                let Some(other) = other else { continue };
                if other == piece
                    || table.can_follow(piece, viewer)
                    || twin.can_follow(other, viewer)
                {
                    continue;
                }
                if table.owner(piece) != twin.owner(other) {
                    continue;
                }
                let always = (0..).zip(&table.schema.attributes);
                let mut always = always.filter(|(_, spec)| spec.slot.is_some());
                if always.any(|(index, _)| {
                    table.raw_attribute(piece, index) != twin.raw_attribute(other, index)
                }) {
                    continue;
                }
                let to = zone_called(&table, "row").into();
                let end = End::Top;
                let eyes = Some(Eyes::ALL);
                let changes = |piece| {
                    [
                        Change::Move { piece, to, end },
                        Change::Show { piece, to: eyes },
                    ]
                };
                for (change, same) in changes(piece).into_iter().zip(changes(other)) {
                    let cells = [table.cell_of(piece), twin.cell_of(other)];
                    if matches!(change, Change::Show { .. }) && cells[0] != cells[1] {
                        continue;
                    }
                    shown += usize::from(matches!(change, Change::Show { .. }));
                    checked += 1;
                    let told = (table.tell(&change, viewer), twin.tell(&same, viewer));
                    assert_eq!(
                        told.0, told.1,
                        "seed {seed}, {viewer}, {change:?} and {same:?}"
                    );
                    let (mut table, mut twin) = (table.clone(), twin.clone());
                    table.apply(&change);
                    twin.apply(&same);
                    let views = (table.view(viewer), twin.view(viewer));
                    assert_eq!(
                        views.0, views.1,
                        "seed {seed}, {viewer}, {change:?} and {same:?}"
                    );
                }
            }
        }
    }
    assert!(
        checked > 100 && shown > 50,
        "only {checked}, {shown} of them shown"
    );
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
        .map(|piece| game.table.handle(piece))
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
