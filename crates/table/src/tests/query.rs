//! Questions about pieces and zones.

use parlor_core::{Seat, Viewer};

use crate::*;

struct Coins {
    table: Table,
    purse: Zone,
    worth: Attribute<i64>,
    metal: Attribute<u8>,
}

/// Coins of two metals, in this order.
fn coins(worths: &[i64]) -> Coins {
    let mut schema = Schema::new();
    let worth = schema.attribute("worth").add();
    let metal = schema.attribute("metal").add();
    let purse = schema.zone("purse").add();
    for (index, value) in worths.iter().enumerate() {
        let coin = schema.definition("coin", &format!("{value}"));
        schema.give(coin, worth, *value);
        schema.give(coin, metal, index as u8 % 2);
        schema.place(coin, purse, 1);
    }
    Coins {
        table: schema.lay(2),
        purse,
        worth,
        metal,
    }
}

impl Coins {
    fn all(&self) -> Pieces<'_, Walk<'_>> {
        self.table.zone(self.purse).pieces()
    }
}

#[test]
fn of_equals_the_first_counts() {
    let coins = coins(&[5, 9, 9, -2, -2]);
    assert_eq!(coins.all().most(coins.worth), Some(Piece(1)));
    assert_eq!(coins.all().least(coins.worth), Some(Piece(3)));
    assert_eq!(coins.all().sorted(coins.worth), [3, 4, 0, 1, 2].map(Piece));
}

#[test]
fn nothing_has_no_most() {
    let coins = coins(&[]);
    assert_eq!(coins.all().most(coins.worth), None);
    assert_eq!(coins.all().least(coins.worth), None);
    assert_eq!(coins.all().sum_of(coins.worth), 0);
    assert!(!coins.all().any_left());
    assert!(coins.all().groups(coins.worth).is_empty());
    assert!(coins.table.zone(coins.purse).is_empty());
}

#[test]
fn pieces_are_narrowed_down_and_grouped() {
    let coins = coins(&[5, 9, 9, -2, 5]);
    assert_eq!(
        coins.all().with(coins.worth, 9).collect::<Vec<_>>(),
        [1, 2].map(Piece)
    );
    assert_eq!(
        coins
            .all()
            .with(coins.worth, 9)
            .with(coins.metal, 1)
            .count(),
        1
    );
    assert_eq!(coins.all().different(coins.worth), [-2, 5, 9]);
    assert_eq!(
        coins.all().values(coins.metal).collect::<Vec<_>>(),
        [0, 1, 0, 1, 0]
    );
    assert_eq!(coins.all().sum_of(coins.worth), 26);
    let groups = coins.all().groups(coins.worth);
    let expected = [
        (-2, vec![Piece(3)]),
        (5, vec![Piece(0), Piece(4)]),
        (9, vec![Piece(1), Piece(2)]),
    ];
    assert_eq!(groups, expected);
    assert_eq!(
        coins.all().of(Definition(4)).collect::<Vec<_>>(),
        [Piece(4)]
    );
    assert_eq!(coins.all().such_that(|piece| piece.0 > 3).count(), 1);
}

#[test]
fn a_zone_is_read_from_bottom_to_top() {
    let coins = coins(&[1, 2, 3]);
    let purse = coins.table.zone(coins.purse);
    assert_eq!(
        (purse.len(), purse.first(), purse.top()),
        (3, Some(Piece(0)), Some(Piece(2)))
    );
    assert_eq!(purse.top_many(2), [2, 1].map(Piece));
    assert_eq!(purse.top_many(9), [2, 1, 0].map(Piece));
}

#[test]
fn a_board_is_read_place_by_place() {
    let mut schema = Schema::new();
    let board = schema
        .zone("board")
        .board(Grid::new(3, 1, Adjacency::All))
        .add();
    let stone = schema.definition("stone", "X");
    for cell in [2, 0, 2] {
        schema.place(stone, board.at(Cell(cell)), 1);
    }
    let table = schema.lay(2);
    assert_eq!(
        table.zone(board).pieces().collect::<Vec<_>>(),
        [1, 0, 2].map(Piece)
    );
    assert_eq!(
        table.zone(board.at(Cell(2))).pieces().collect::<Vec<_>>(),
        [0, 2].map(Piece)
    );
    assert!(table.zone(board.at(Cell(1))).is_empty());
    assert_eq!(table.zone(board).len(), 3);
    assert_eq!(table.cell_of(Piece(2)), Cell(2));
    assert_eq!(table.place_name(table.place_of(Piece(1))), "a1");
    assert_eq!(
        table.schema().cell_called(board, Word::new("c1").unwrap()),
        Some(Cell(2))
    );
    assert_eq!(
        table.schema().cell_called(board, Word::new("c2").unwrap()),
        None
    );
}

#[test]
fn zones_within_zones_are_counted_with_them() {
    let mut schema = Schema::new();
    let mat = schema.zone("mat").each_seat();
    let slot = schema.zone("slot").inside(mat.of(Seat(0))).each_seat();
    let box_ = schema.zone("box").inside(slot.of(Seat(0))).each_seat();
    let card = schema.definition("card", "A");
    for seat in [Seat(0), Seat(1)] {
        for zone in [mat, slot, box_] {
            schema.place(card, zone.of(seat), 1 + u16::from(seat.0));
        }
    }
    let table = schema.lay(2);
    assert_eq!(table.nested(mat.of(Seat(0))).count(), 3);
    assert_eq!(table.nested(mat.of(Seat(1))).count(), 6);
    assert_eq!(table.nested(box_.of(Seat(1))).count(), 2);
    assert_eq!(table.pieces().owned_by(Seat(1)).count(), 6);
}

#[test]
fn a_handle_leads_to_its_piece() {
    let coins = coins(&[1, 2, 3]);
    for piece in coins.all() {
        assert_eq!(
            coins.table.by_handle(
                coins.table.handle(piece, Viewer::Seat(Seat(0))).unwrap(),
                Viewer::Seat(Seat(0))
            ),
            Some(piece)
        );
    }
    assert_eq!(
        coins.table.by_handle(Handle(99), Viewer::Seat(Seat(0))),
        None
    );
}
