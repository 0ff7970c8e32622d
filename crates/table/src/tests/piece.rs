//! What pieces can be: controlled by another seat, full of counters, kept out of a full zone.

use parlor_core::{Rng, Seat, Viewer};

use super::world::*;
use crate::*;

#[test]
fn control_ends_when_the_piece_leaves_its_zone_and_shows_until_then() {
    let mut game = small("AB");
    let (deck, discard) = (game.deck, game.discard);
    let card = game.dealer().draw(deck, discard).unwrap();
    game.dealer().give(card, Some(Seat(0)));
    game.dealer().control(card, Some(Seat(1)));
    let shown = |table: &Table| table.view(Viewer::Spectator).zones[1].pieces[0].controller;
    assert_eq!(shown(&game.table), Some(Seat(1)));
    assert_eq!(
        game.table
            .zone(discard)
            .pieces()
            .controlled_by(Seat(1))
            .count(),
        1
    );
    let text = game.table.text();
    assert_eq!(text, "deck: A\ndiscard: B@0^1\n");
    let mut again = game.table.schema().lay(2);
    again.arrange(&text).unwrap();
    assert_eq!(again.text(), text);
    assert_eq!(
        game.table.tell(
            &Change::Control {
                piece: card,
                controller: None
            },
            seat(0)
        ),
        None
    );
    game.dealer().control(card, None);
    assert_eq!(shown(&game.table), None);
    game.dealer().control(card, Some(Seat(1)));
    game.dealer().put(card, deck);
    game.dealer().put(card, discard);
    assert_eq!(game.table.controller(card), Some(Seat(0)));
}

#[test]
fn counters_go_where_the_piece_goes_and_read_back() {
    let mut schema = Schema::new();
    let poison = schema.counter("poison");
    let armor = schema.attribute::<i64>("armor").start(4).sparse().add();
    let (field, bench) = (schema.zone("field").add(), schema.zone("bench").add());
    let ox = schema.definition("card", "Ox");
    schema.place(ox, field, 3);
    let (mut table, mut rng) = (schema.lay(2), Rng::fast(1, 0));
    let mut dealer = Dealer::new(&mut table, &mut rng);
    let ox = dealer.table().zone(field).top().unwrap();
    dealer.add_counters(ox, poison, 3);
    dealer.add_counters(ox, poison, -1);
    dealer.set(ox, armor, 2);
    dealer.put(ox, bench);
    assert_eq!(table.text(), "field: Ox Ox\nbench: Ox{poison=2,armor=2}\n");
    assert_eq!(table.zone(field).pieces().sum_of(armor), 8);
    assert_eq!(table.zone(bench).pieces().with(poison, 2).count(), 1);
    let text = serde_json::to_string(&table).unwrap();
    assert_eq!(serde_json::from_str::<Table>(&text).unwrap(), table);
    let mut again = schema.lay(2);
    again.arrange(&table.text()).unwrap();
    assert_eq!(again.text(), table.text());
    // What is as at the start is not kept.
    let mut dealer = Dealer::new(&mut table, &mut rng);
    dealer.add_counters(ox, poison, -9);
    dealer.set(ox, armor, 4);
    assert!(table.sparse.is_empty());
}

#[test]
fn counters_on_hidden_cards_are_imagined_anywhere_but_where_they_show() {
    let mut game = small("ABCDEF");
    let mut schema = Schema::new();
    let poison = schema.counter("poison");
    let (hand, row) = (
        schema.zone("hand").owner_sees().each_seat(),
        schema.zone("row").hidden().add(),
    );
    for letter in ["A", "B", "C", "D"] {
        let card = schema.definition("card", letter);
        let to = if letter < "C" { hand.of(Seat(1)) } else { row };
        schema.place(card, to, 1);
    }
    let mut table = schema.lay(2);
    let mut dealer = Dealer::new(&mut table, &mut game.rng);
    dealer.add_counters(Piece(0), poison, 2);
    dealer.add_counters(Piece(2), poison, 5);
    let samples: Vec<Table> = (0..40)
        .map(|_| table.resample(seat(0), &mut game.rng))
        .collect();
    let has = |sample: &Table, zone: Zone, count| {
        let mut pieces = sample.zone(zone).pieces();
        pieces.position(|piece| sample.get(piece, poison) == count)
    };
    assert!(samples.iter().all(|sample| has(sample, row, 5) == Some(0)));
    for place in [0, 1] {
        let there = |sample: &&Table| has(sample, hand.of(Seat(1)), 2) == Some(place);
        assert!(samples.iter().any(|sample| there(&sample)), "{place}");
    }
}

#[test]
fn a_full_zone_takes_no_more() {
    let mut schema = Schema::new();
    let card = schema.definition("card", "A");
    let (slot, deck) = (schema.zone("slot").most(1).add(), schema.zone("deck").add());
    let grid = Grid::new(2, 1, Adjacency::All);
    let board = schema.zone("board").board(grid).most(1).add();
    schema.place(card, deck, 3);
    let (mut table, mut rng) = (schema.lay(1), Rng::fast(1, 0));
    let mut dealer = Dealer::new(&mut table, &mut rng);
    dealer.put(Piece(0), slot);
    dealer.put_under(Piece(0), slot);
    assert!(!dealer.table().has_room(slot));
    dealer.put(Piece(1), board.at(Cell(0)));
    assert!(dealer.table().has_room(board.at(Cell(1))));
    assert!(!dealer.table().has_room(board.at(Cell(0))));
    let refused = |act: &dyn Fn(&mut Dealer<'_>)| {
        let mut table = dealer.table().clone();
        let act = std::panic::AssertUnwindSafe(|| {
            act(&mut Dealer::new(&mut table, &mut Rng::fast(1, 0)))
        });
        let error = std::panic::catch_unwind(act).unwrap_err();
        error.downcast_ref::<String>().cloned().unwrap_or_default()
    };
    assert_eq!(
        refused(&|dealer| dealer.put(Piece(2), slot)),
        "slot is full: it holds at most 1"
    );
    assert!(refused(&|dealer| dealer.put_under(Piece(2), board)).starts_with("a1 is full"));
    assert!(refused(&|dealer| drop(dealer.draw(deck, slot))).starts_with("slot is full"));
    assert!(refused(&|dealer| drop(dealer.create(card, slot, None))).starts_with("slot is full"));
}
