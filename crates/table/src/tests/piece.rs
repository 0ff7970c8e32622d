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
    assert!(
        refused(&|dealer| {
            dealer.draw(deck, slot);
        })
        .starts_with("slot is full")
    );
    assert!(
        refused(&|dealer| {
            dealer.create(card, slot, None);
        })
        .starts_with("slot is full")
    );
}

/// A field and a grave that all see, a hand, and a deck; a bear in the field with chains and a gem on the chains.
fn bear() -> (Small, [Piece; 3]) {
    let mut game = small("BCGX");
    let [bear, chains, gem] = ["B", "C", "G"].map(|letter| game.card(letter));
    let discard = game.discard;
    let mut dealer = game.dealer();
    dealer.put(bear, discard);
    dealer.attach(gem, chains);
    dealer.attach(chains, bear);
    (game, [bear, chains, gem])
}

#[test]
fn what_is_attached_goes_along_and_lies_on_its_host() {
    let (mut game, [bear, chains, gem]) = bear();
    let (deck, discard, hand) = (game.deck, game.discard, game.hand.of(Seat(0)));
    assert_eq!(game.table.text(), "deck: X\ndiscard: B[C[G]]\n");
    assert_eq!(
        (game.table.count_at(discard), game.table.zone_of(gem)),
        (1, discard)
    );
    assert_eq!(game.table.eyes(gem), Eyes::ALL);
    game.dealer().put(bear, hand);
    assert_eq!(game.table.text(), "deck: X\nhand-0: B[C[G]]\n");
    assert_eq!(game.table.eyes(gem), Eyes::of(Seat(0)));
    assert_eq!(game.table.handle(gem, seat(1)), None);
    // Who saw them go into the hand knows that they are there.
    assert!(game.table.pieces[gem.0 as usize].within.see(seat(1)));
    game.dealer().detach_all(bear, discard);
    assert_eq!(game.table.text(), "deck: X\ndiscard: C[G]\nhand-0: B\n");
    game.dealer().attach(bear, gem);
    assert_eq!(game.table.text(), "deck: X\ndiscard: C[G[B]]\n");
    game.dealer().put_under(gem, deck);
    assert_eq!(game.table.text(), "deck: G[B] X\ndiscard: C\n");
    game.dealer().attach(chains, bear);
    // What is removed comes apart.
    game.dealer().remove(gem);
    assert_eq!(game.table.host(chains), None);
    assert_eq!(game.table.zone(Zone::REMOVED).len(), 3);
    assert_eq!(game.table.pieces().count(), 1);
}

#[test]
fn nothing_is_attached_to_itself() {
    let (game, [bear, _, gem]) = bear();
    let mut table = game.table.clone();
    table.apply(&Change::Attach {
        piece: bear,
        host: gem,
    });
    table.apply(&Change::Attach {
        piece: bear,
        host: bear,
    });
    assert_eq!(table, game.table);
}

#[test]
fn attached_pieces_show_with_their_host_as_its_place_allows() {
    let (mut game, [bear, chains, gem]) = bear();
    let discard = game.discard;
    let view = game.table.view(seat(1));
    let drawn = &view.zones[1].pieces;
    assert_eq!(drawn.len(), 1);
    let names = |piece: &parlor_core::PieceView| piece.face.clone().unwrap_or_default();
    assert_eq!(
        (names(&drawn[0]), names(&drawn[0].attached[0])),
        ("B".into(), "C".into())
    );
    assert_eq!(names(&drawn[0].attached[0].attached[0]), "G");
    game.dealer().hide(gem);
    let view = game.table.view(seat(1));
    let hidden = &view.zones[1].pieces[0].attached[0].attached[0];
    assert!(hidden.face.is_none() && hidden.handle.is_some());
    // Where nobody can tell which back is which, a back does not show what is on it.
    let hand = game.hand.of(Seat(0));
    game.dealer().put(bear, hand);
    let view = game.table.view(seat(1));
    let zone = view.zones.iter().find(|zone| zone.id == "hand-0").unwrap();
    assert_eq!(zone.pieces.len(), 3);
    assert!(
        zone.pieces
            .iter()
            .all(|piece| piece.attached.is_empty() && piece.handle.is_none())
    );
    game.dealer().show_to_all(chains);
    let view = game.table.view(seat(1));
    let zone = view.zones.iter().find(|zone| zone.id == "hand-0").unwrap();
    assert_eq!(zone.pieces.len(), 3);
    let own = game.table.view(seat(0));
    let zone = own.zones.iter().find(|zone| zone.id == "hand-0").unwrap();
    assert_eq!(zone.pieces[0].attached[0].attached.len(), 1);
    let _ = discard;
}

#[test]
fn an_attachment_is_told_with_the_piece_that_it_comes_to() {
    let (mut game, [bear, chains, _]) = bear();
    let card = game.card("X");
    let told = |table: &Table, change: &Change, viewer| {
        let told = table.tell(change, viewer).unwrap();
        serde_json::from_value::<ToldChange>(told.data).unwrap()
    };
    let attach = Change::Attach {
        piece: card,
        host: bear,
    };
    let ToldChange::Move {
        from,
        to,
        onto,
        face,
        ..
    } = told(&game.table, &attach, seat(1))
    else {
        panic!();
    };
    assert_eq!(
        (from.as_deref(), to.as_deref()),
        (Some("deck"), Some("discard"))
    );
    let handle = game
        .table
        .handle(bear, seat(1))
        .map(|handle| handle.to_string());
    assert_eq!((onto, face.as_deref()), (handle, Some("X")));
    // In a hand of others there is nothing to name.
    let hand = game.hand.of(Seat(0));
    game.dealer().put(bear, hand);
    let attach = Change::Attach {
        piece: card,
        host: chains,
    };
    let ToldChange::Move { onto, .. } = told(&game.table, &attach, seat(1)) else {
        panic!();
    };
    assert_eq!(onto, None);
}

#[test]
fn text_with_brackets_reads_back() {
    let (game, _) = bear();
    let mut table = game.table.schema().lay(2);
    for text in [
        "deck: X\ndiscard: B[C[G]]\n",
        "deck: G\ndiscard: B[X C]\n",
        "deck: B X\nhand-1: C@0^1[G]\n",
    ] {
        table.arrange(text).unwrap();
        assert_eq!(table.text(), text);
        let saved = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<Table>(&saved).unwrap(), table);
    }
    assert!(table.arrange("deck: B[C").is_err());
}

#[test]
fn hostile_attachments_are_refused() {
    let (game, _) = bear();
    let json = serde_json::to_value(&game.table).unwrap();
    for attached in [
        serde_json::json!([[0, [1]], [1, [0]]]),
        serde_json::json!([[0, [0]]]),
        serde_json::json!([[0, [1]], [0, [2]]]),
        serde_json::json!([[9, [1]], [1, [2]]]),
        serde_json::json!([[1, [2]], [2, [1]]]),
        serde_json::json!([[0, [1, 1]], [1, [2]]]),
    ] {
        let mut json = json.clone();
        json["attached"] = attached.clone();
        assert!(serde_json::from_value::<Table>(json).is_err(), "{attached}");
    }
}
