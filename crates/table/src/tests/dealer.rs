//! The verbs of a table.

use parlor_core::{Seat, SeatSet};

use super::world::*;
use crate::*;

#[test]
fn cards_are_dealt_around_the_table() {
    let mut game = small("ABCDE");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().deal(deck, hand, 2);
    assert_eq!(
        [0, 1].map(|seat| game.cards(hand.of(Seat(seat)))),
        ["EC", "DB"]
    );
    game.dealer().deal(deck, hand, 2);
    assert_eq!(
        [0, 1].map(|seat| game.cards(hand.of(Seat(seat)))),
        ["ECA", "DB"]
    );
    assert_eq!(game.cards(deck), "");
}

#[test]
fn cards_go_on_top_or_to_the_bottom() {
    let mut game = small("ABC");
    let deck = game.deck;
    let top = game.card("C");
    game.dealer().put_under(top, deck);
    assert_eq!(game.cards(deck), "CAB");
    game.dealer().put(top, deck);
    assert_eq!(game.cards(deck), "ABC");
    let middle = game.card("B");
    game.dealer().put(middle, deck);
    assert_eq!(game.cards(deck), "ACB");
}

#[test]
fn no_more_is_drawn_than_there_is() {
    let mut game = small("AB");
    let (deck, pile) = (game.deck, game.pile);
    assert_eq!(game.dealer().draw_many(deck, pile, 5).len(), 2);
    assert_eq!(game.dealer().draw(deck, pile), None);
    assert_eq!(game.cards(pile), "BA");
    game.dealer().empty(pile, deck);
    assert_eq!(game.cards(deck), "BA");
}

#[test]
fn shuffling_keeps_the_cards_and_reaches_every_order() {
    let mut game = small("ABC");
    let deck = game.deck;
    let mut orders = std::collections::BTreeMap::new();
    for _ in 0..600 {
        game.dealer().shuffle(deck);
        *orders.entry(game.cards(deck)).or_insert(0) += 1;
    }
    assert_eq!(
        orders.keys().collect::<Vec<_>>(),
        ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"]
    );
    assert!(
        orders.values().all(|times| (50..150).contains(times)),
        "{orders:?}"
    );
}

#[test]
fn a_new_piece_starts_as_its_definition_says() {
    let mut schema = Schema::new();
    let health = schema.attribute("health").changes().start(3_i64).add();
    let field = schema.zone("field").add();
    let (imp, orc) = (
        schema.definition("unit", "imp"),
        schema.definition("unit", "orc"),
    );
    schema.give(orc, health, 8);
    let (mut table, mut rng) = (schema.lay(2), parlor_core::Rng::fast(0, 0));
    let mut dealer = Dealer::new(&mut table, &mut rng);
    let (first, second) = (
        dealer.create(imp, field, Some(Seat(1))),
        dealer.create(orc, field, None),
    );
    dealer.set(first, health, 2);
    assert_eq!(
        (table.get(first, health), table.get(second, health)),
        (2, 8)
    );
    assert_eq!(
        (table.owner(first), table.owner(second)),
        (Some(Seat(1)), None)
    );
    Dealer::new(&mut table, &mut rng).remove(first);
    assert_eq!(table.pieces().collect::<Vec<_>>(), [second]);
}

#[test]
#[should_panic = "the attribute rank does not change"]
fn what_is_printed_on_a_card_cannot_be_set() {
    let mut schema = Schema::new();
    let rank = schema.attribute::<i64>("rank").add();
    let deck = schema.zone("deck").add();
    let card = schema.definition("card", "A");
    schema.place(card, deck, 1);
    let (mut table, mut rng) = (schema.lay(2), parlor_core::Rng::fast(0, 0));
    Dealer::new(&mut table, &mut rng).set(Piece(0), rank, 5);
}

#[test]
fn dice_are_rolled_and_flipped() {
    let mut schema = Schema::new();
    let face = schema.attribute("face").changes().add();
    let cup = schema.zone("cup").add();
    let (d6, d4) = (
        schema.die("d6", Die::d6(), face),
        schema.die("d4", Die::d4(), face),
    );
    schema.place(d6, cup, 1);
    schema.place(d4, cup, 1);
    let (mut table, mut rng) = (schema.lay(2), parlor_core::Rng::fast(0, 0));
    let mut dealer = Dealer::new(&mut table, &mut rng);
    let mut seen = [0; 7];
    for _ in 0..600 {
        let value = dealer.roll(Piece(0), face);
        seen[value as usize] += 1;
        assert!(dealer.flip(Piece(0), face) && !dealer.flip(Piece(1), face));
        assert_eq!(dealer.table().get(Piece(0), face), 7 - value);
    }
    assert!(
        seen[0] == 0 && seen[1..].iter().all(|times| *times > 50),
        "{seen:?}"
    );
}

#[test]
fn values_of_seats_and_tables_are_counted_apart() {
    let mut schema = Schema::new();
    let round = schema.value("round", 1_u32).add();
    let score = schema.value("score", 0_i64).each_seat();
    let leader = schema.value("leader", None::<Seat>).add();
    let sheet = schema.seat_list("sheet");
    let graph = Graph::new()
        .node("a")
        .node("b")
        .node("c")
        .edge("a", "b")
        .edge("b", "c");
    let map = schema.zone("map").board(graph).each_seat();
    let (mut table, mut rng) = (schema.lay(2), parlor_core::Rng::fast(0, 0));
    let mut dealer = Dealer::new(&mut table, &mut rng);
    dealer.add(round, 2);
    dealer.add_to(Seat(1), score, -5);
    dealer.set_value(leader, Some(Seat(1)));
    dealer.push(Seat(1), sheet, 4);
    dealer.push(Seat(1), sheet, 6);
    dealer.set_open(map.of(Seat(1)), Edge(1), false);
    assert_eq!(
        (table.value(round), table.value(leader)),
        (3, Some(Seat(1)))
    );
    assert_eq!([0, 1].map(|seat| table.of(Seat(seat), score)), [0, -5]);
    assert_eq!(
        [0, 1].map(|seat| table.list(Seat(seat), sheet)),
        [&[][..], &[4, 6]]
    );
    let open = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let open = open.map(|(seat, edge)| table.is_open(map.of(Seat(seat)), Edge(edge)));
    assert_eq!(open, [true, true, true, false]);
}

#[test]
fn a_zone_closes_to_what_it_was() {
    let mut game = small("ABC");
    let (deck, start) = (game.deck, game.table.sight(game.deck));
    game.dealer().open(deck);
    assert_eq!(game.table.sight(deck), Sight::OPEN);
    game.dealer().close_to(deck, SeatSet::one(Seat(1)));
    assert_eq!(game.table.sight(deck).others, Others::Unordered);
    game.dealer().close(deck);
    assert_eq!(game.table.sight(deck), start);
}
