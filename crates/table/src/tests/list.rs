//! Lists of the table, of seats and of pieces: who sees what is in them.

use parlor_core::{Rng, Seat, Viewer};
use serde_json::json;

use super::world::*;
use crate::*;

struct Lists {
    table: Table,
    rng: Rng,
    stack: TableList<Piece>,
    memo: TableList<u8>,
    guess: SeatList<u8>,
    marks: PieceList<i64>,
    friends: PieceList<Piece>,
    hand: EachZone,
}

fn lists() -> Lists {
    let mut schema = Schema::new();
    let stack = schema.list("stack").add();
    let memo = schema.list("memo").shown(Shown::Never).add();
    let guess = schema.list("guess").shown(Shown::ToOwner);
    let guess = guess.between(0..=5).each_seat();
    let marks = schema.list("marks").shown(Shown::Always).each_piece();
    let friends = schema.list("friends").each_piece();
    let hand = schema.zone("hand").owner_sees().each_seat();
    let row = schema.zone("row").add();
    for letter in ["A", "B", "C", "D"] {
        let card = schema.definition("card", letter);
        let to = if letter < "D" { hand.of(Seat(1)) } else { row };
        schema.place(card, to, 1);
    }
    let (table, rng) = (schema.lay(2), Rng::fast(1, 0));
    Lists {
        table,
        rng,
        stack,
        memo,
        guess,
        marks,
        friends,
        hand,
    }
}

impl Lists {
    fn dealer(&mut self) -> Dealer<'_> {
        Dealer::new(&mut self.table, &mut self.rng)
    }
}

#[test]
fn lists_show_to_those_they_are_for() {
    let mut game = lists();
    let Lists {
        stack,
        memo,
        guess,
        marks,
        friends,
        ..
    } = game;
    let mut dealer = game.dealer();
    dealer.set_items(stack, [Piece(3), Piece(0)]);
    dealer.push_item(memo, 7);
    dealer.set_items(guess.of(Seat(1)), [2, 4]);
    dealer.push_item(marks.of(Piece(3)), 9);
    dealer.push_item(friends.of(Piece(3)), Piece(0));
    let view = game.table.view(seat(0));
    // A card in a hand has no name that others could call it.
    let row = game.table.handle(Piece(3), seat(0)).unwrap().to_string();
    assert_eq!(view.values["stack"], json!([row, null]));
    assert!(!view.values.contains_key("memo"));
    assert_eq!(view.seats[1].values["guess"], json!([null, null]));
    assert_eq!(
        game.table.view(seat(1)).seats[1].values["guess"],
        json!([2, 4])
    );
    let drawn = &view.zones.last().unwrap().pieces[0];
    assert_eq!(drawn.attributes["marks"], json!([9]));
    assert_eq!(drawn.attributes["friends"], json!([null]));
}

#[test]
fn lists_read_back_from_text_and_from_what_was_saved() {
    let mut game = lists();
    let Lists {
        stack,
        marks,
        guess,
        ..
    } = game;
    let mut dealer = game.dealer();
    dealer.set_items(stack, [Piece(3), Piece(0)]);
    dealer.set_items(guess.of(Seat(0)), [5]);
    dealer.set_items(marks.of(Piece(3)), [1, -2]);
    let text = game.table.text();
    assert_eq!(
        text,
        "hand-1: A B C\nrow: D{marks=1;-2}\nstack: 3 0\nguess-0: 5\n"
    );
    let mut again = game.table.schema().lay(2);
    again.arrange(&text).unwrap();
    assert_eq!(again, game.table);
    let saved = serde_json::to_string(&game.table).unwrap();
    assert_eq!(serde_json::from_str::<Table>(&saved).unwrap(), game.table);
    let broken = saved.replace("[[3,3,[1,-2]]]", "[[3,0,[1,-2]]]");
    assert_ne!(broken, saved);
    assert!(serde_json::from_str::<Table>(&broken).is_err());
    // Changes of the lists of seats are written as ever.
    let mut log = Vec::new();
    game.dealer().log(&mut log).push_item(guess.of(Seat(0)), 3);
    let text = serde_json::to_string(&log).unwrap();
    assert_eq!(text, r#"[{"list":{"seat":0,"list":2,"entries":[5,3]}}]"#);
}

#[test]
fn secret_lists_are_imagined_and_what_is_on_hidden_cards_is_dealt_anew() {
    let mut game = lists();
    let Lists {
        guess, marks, hand, ..
    } = game;
    let mut dealer = game.dealer();
    dealer.set_items(guess.of(Seat(1)), [2, 4]);
    dealer.push_item(marks.of(Piece(0)), 9);
    let samples: Vec<Table> = (0..60)
        .map(|_| game.table.resample(seat(0), &mut game.rng))
        .collect();
    let guesses = |sample: &Table| sample.items(guess.of(Seat(1))).collect::<Vec<_>>();
    assert!(samples.iter().all(|sample| guesses(sample).len() == 2));
    assert!(samples.iter().any(|sample| guesses(sample)[0] == 5));
    for place in 0..3 {
        let marked = |sample: &Table| {
            let mut pieces = sample.zone(hand.of(Seat(1))).pieces();
            pieces.position(|piece| sample.items(marks.of(piece)).len() > 0)
        };
        let there = |sample: &&Table| marked(sample) == Some(place);
        assert!(samples.iter().any(|sample| there(&sample)), "{place}");
    }
    let owner = game.table.resample(seat(1), &mut game.rng);
    assert_eq!(guesses(&owner), [2, 4]);
    assert_eq!(owner.items(marks.of(Piece(0))).collect::<Vec<_>>(), [9]);
}

#[test]
fn what_nobody_could_imagine_has_to_say_what_it_can_be() {
    let mut schema = Schema::new();
    let list = schema.list::<u8>("plans").shown(Shown::ToOwner);
    list.each_seat();
    assert_eq!(schema.unimaginable(), Some("plans"));
    assert!(schema.has_secrets());
    assert_eq!(lists().table.schema().unimaginable(), None);
}

#[test]
fn pieces_in_lists_follow_when_they_get_other_numbers() {
    let mut game = lists();
    let Lists { stack, friends, .. } = game;
    let mut dealer = game.dealer();
    dealer.set_items(stack, [Piece(0), Piece(3)]);
    dealer.push_item(friends.of(Piece(3)), Piece(1));
    let other = game.table.renumbered(&mut game.rng);
    let names = |table: &Table| {
        let stack = table
            .items(stack)
            .map(|piece| table.name(piece).to_string());
        let friend = table
            .pieces()
            .flat_map(|piece| table.items(friends.of(piece)));
        let friend = friend.map(|piece| table.name(piece).to_string());
        stack.chain(friend).collect::<Vec<_>>()
    };
    assert_eq!(names(&game.table), names(&other));
    for viewer in Viewer::all(2).filter(|viewer| *viewer != Viewer::Referee) {
        assert_eq!(game.table.view(viewer), other.view(viewer));
    }
}
