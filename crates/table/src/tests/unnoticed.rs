//! What a viewer cannot see happening changes nothing that it sees or hears: not what pieces are called, and not how many
//! names there have been.

use parlor_core::{Rng, Seat, Viewer};

use super::world::*;
use crate::*;

const ME: Seat = Seat(0);
const YOU: Seat = Seat(1);

fn show(piece: Piece, to: Eyes) -> Change {
    Change::Show {
        piece,
        to: Some(to),
    }
}

/// All that these see of a table.
fn views(table: &Table, viewers: &[Viewer]) -> String {
    let views: Vec<_> = viewers.iter().map(|viewer| table.view(*viewer)).collect();
    serde_json::to_string(&views).unwrap()
}

#[test]
fn whose_piece_is_shown_to_an_opponent_does_not_notice() {
    let mut game = small("ABCDEF");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().deal(deck, hand, 2);
    let card = game.table.zone(hand.of(ME)).top().unwrap();
    let unaware = [seat(0), Viewer::Spectator];
    for (piece, others) in [(card, &unaware[..]), (game.card("A"), &unaware[..])] {
        let before = views(&game.table, others);
        let shown = show(piece, game.table.eyes(piece).or(Eyes::of(YOU)));
        let looked_at = Change::Reveal {
            piece,
            to: Eyes::of(YOU),
        };
        for change in [shown, looked_at] {
            for viewer in others {
                assert_eq!(game.table.tell(&change, *viewer), None, "{change:?}");
            }
            assert!(game.table.tell(&change, seat(1)).is_some(), "{change:?}");
            game.table.apply(&change);
            assert_eq!(views(&game.table, others), before, "{change:?}");
        }
    }
    let shown = game.table.view(seat(1));
    let shown = &shown
        .zones
        .iter()
        .find(|zone| zone.id == "hand-0")
        .unwrap()
        .pieces;
    assert!(shown.iter().any(|piece| piece.face.is_some()));
}

#[test]
fn whose_zone_is_opened_to_an_opponent_does_not_notice() {
    let mut game = small("ABCDEF");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().deal(deck, hand, 2);
    let sight = game.table.sight(hand.of(ME));
    let open = Change::Look {
        zone: hand.of(ME),
        sight: Sight {
            eyes: sight.eyes.or(Eyes::of(YOU)),
            ..sight
        },
    };
    let unaware = [seat(0), Viewer::Spectator];
    let before = views(&game.table, &unaware);
    assert!(
        unaware
            .iter()
            .all(|viewer| game.table.tell(&open, *viewer).is_none())
    );
    assert!(game.table.tell(&open, seat(1)).is_some());
    game.table.apply(&open);
    assert_eq!(views(&game.table, &unaware), before);
}

/// A vault of each seat, of which the others see nothing, and a row that all see.
fn vaults() -> (Schema, EachZone, Zone, Definition) {
    let mut schema = Schema::new();
    let vault = schema
        .zone("vault")
        .owner_sees()
        .others_see(Others::Nothing)
        .each_seat();
    let row = schema.zone("row").add();
    let names = ["A", "B", "C", "D"];
    let cards = names.map(|name| schema.definition("card", name));
    for card in cards {
        schema.place(card, vault.of(ME), 1);
    }
    (schema, vault, row, cards[0])
}

#[test]
fn removing_what_nobody_else_sees_is_told_to_nobody_else() {
    let (schema, vault, row, _) = vaults();
    let mut table = schema.lay(2);
    let put = |piece, to: Zone| Change::Move {
        piece,
        to: to.into(),
        end: End::Top,
        seen: Eyes::NOBODY,
    };
    let gone = put(table.zone(vault.of(ME)).top().unwrap(), Zone::REMOVED);
    assert_eq!(table.tell(&gone, seat(1)), None);
    assert!(table.tell(&gone, seat(0)).is_some());
    table.apply(&gone);
    // Whence it comes back, only those know who saw it go.
    let back = put(Piece(3), row);
    let from = |viewer| table.tell(&back, viewer).unwrap().data.get("from").cloned();
    assert_eq!(from(seat(1)), None);
    assert_eq!(from(seat(0)), Some("removed".into()));
}

#[test]
fn nobody_can_count_by_the_names_what_happens_unseen() {
    let (schema, vault, row, card) = vaults();
    let (mine, yours) = (vault.of(ME), vault.of(YOU));
    let happens: [&dyn Fn(&mut Dealer<'_>); 7] = [
        &|_| {},
        &|dealer| {
            dealer.create(card, mine, None);
        },
        &|dealer| dealer.remove(Piece(3)),
        &|dealer| dealer.put(Piece(3), yours),
        &|dealer| dealer.shuffle(mine),
        &|dealer| dealer.hide(Piece(3)),
        &|dealer| dealer.reveal(Piece(3), Eyes::of(ME)),
    ];
    let unaware = [Viewer::Spectator];
    let seen = happens.map(|happens| {
        let (mut table, mut rng) = (schema.lay(2), Rng::fast(1, 0));
        let mut dealer = Dealer::new(&mut table, &mut rng);
        happens(&mut dealer);
        dealer.put(Piece(0), row);
        let put = views(&table, &unaware);
        let mut dealer = Dealer::new(&mut table, &mut rng);
        dealer.create(card, row, None);
        (put, views(&table, &unaware))
    });
    for (number, other) in seen.iter().enumerate() {
        assert_eq!(*other, seen[0], "what happened was number {number}");
    }
}
