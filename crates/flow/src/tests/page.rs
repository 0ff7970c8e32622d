//! Tables for the tests of the page, which no bundled game has: `web/tests/views.json` holds how they look to the first seat.
//!
//! `UPDATE_EXPECT=1 cargo test -p parlor-flow` writes the file anew.

use expect_test::expect_file;
use parlor_core::{Game, Match, Seed, Setup, View, Viewer};
use parlor_table::{Adjacency, Cell, Edge, Graph, Grid, Hexes, Orientation};

use crate::prelude::*;

fn seen(game: FlowGame) -> View {
    let info = game.info();
    let names = ["Ann", "Bob", "Cleo"].map(String::from);
    let names = &names[..usize::from(info.min_seats)];
    let setup = Setup::new(&info, names.len())
        .unwrap()
        .named(names)
        .unwrap();
    let play = Match::new(game, setup, Seed::Integer(1)).unwrap();
    play.view(Viewer::Seat(Seat(0))).named(names)
}

/// A hexagon of hexagons that stand on a side, with a stone in the middle.
fn field() -> FlowGame {
    let mut game = GameBuilder::new("field", "Field", 2..=2);
    let board = game
        .zone("board")
        .board(Hexes::hexagon(2, Orientation::Flat))
        .add();
    let stone = game.definition("stone", "O");
    game.set_up(move |dealer, _| {
        dealer.create(stone, board.at(Cell(9)), Some(Seat(1)));
    });
    game.action("place")
        .choose_empty_cell("cell", board)
        .run(|_, _| {});
    game.flow(forever(each_seat(step(["place"]))))
}

/// A map with a closed road and four travelers in one town, each of whom can be sent to another.
fn roads() -> FlowGame {
    let mut game = GameBuilder::new("roads", "Roads", 2..=2);
    let towns = Graph::new()
        .node_at("Ash", 0, 0)
        .node_at("Birch", 40, 10)
        .node_at("Cedar", 20, 40)
        .edge("Ash", "Birch")
        .edge("Birch", "Cedar")
        .edge("Cedar", "Ash");
    let map = game.zone("map").board(towns).add();
    let travelers = ["Ida", "Jo", "Kit", "Lou"].map(|name| game.definition("pawn", name));
    game.set_up(move |dealer, _| {
        for (number, traveler) in travelers.into_iter().enumerate() {
            dealer.create(traveler, map.at(Cell(0)), Some(Seat(number as u8 % 2)));
        }
        dealer.set_open(map, Edge(1), false);
    });
    game.action("send")
        .choose_piece_of("who", move |at| {
            at.zone(map)
                .pieces()
                .filter(|piece| at.owner(*piece) == Some(at.seat()))
                .collect()
        })
        .touch(|at, piece: Piece| at.handle_of(piece).unwrap().to_string())
        .choose_empty_cell("to", map)
        .run(|_, _| {});
    game.flow(forever(each_seat(step(["send"]))))
}

/// Three on one square, where the square is what is touched.
fn crowd() -> FlowGame {
    let mut game = GameBuilder::new("crowd", "Crowd", 2..=2);
    let board = game
        .zone("board")
        .board(Grid::new(3, 3, Adjacency::Orthogonal))
        .add();
    let names = ["pawn", "rook", "king"].map(|name| game.definition("meeple", name));
    game.set_up(move |dealer, _| {
        for name in names {
            dealer.create(name, board.at(Cell(4)), Some(Seat(0)));
        }
    });
    game.action("wake")
        .choose_piece("who", move |_| board, |_, _| true)
        .run(|_, _| {});
    game.flow(forever(each_seat(step(["wake"]))))
}

/// Cards that are given to somebody.
fn gifts() -> FlowGame {
    let mut game = GameBuilder::new("gifts", "Gifts", 3..=3);
    let hand = game.zone("hand").owner_sees().each_seat();
    let cards = ["A♠", "K♥", "7♣"].map(|name| game.definition("card", name));
    game.set_up(move |dealer, _| {
        for card in cards {
            dealer.create(card, hand.of(Seat(0)), None);
        }
    });
    game.action("give")
        .choose_piece("what", move |at| hand.of(at.seat()), |_, _| true)
        .choose_seat("to", |at, seat| seat != at.seat())
        .label("give {what} to {to}")
        .run(|_, _| {});
    game.flow(forever(each_seat(step(["give"]))))
}

#[test]
fn the_views_for_the_tests_of_the_page_are_fresh() {
    let views = [
        ("field", seen(field())),
        ("roads", seen(roads())),
        ("crowd", seen(crowd())),
        ("gifts", seen(gifts())),
    ];
    let views: std::collections::BTreeMap<_, _> = views.into_iter().collect();
    let text = serde_json::to_string_pretty(&views).unwrap() + "\n";
    expect_file!["../../../../web/tests/views.json"].assert_eq(&text);
}

#[test]
fn a_seat_that_is_chosen_is_touched() {
    let view = seen(gifts());
    let touches = |index: usize| view.actions[index].touches.join(" ");
    assert_eq!(view.actions.len(), 6);
    assert!(
        touches(0).ends_with(" @1") && touches(1).ends_with(" @2"),
        "{view:?}"
    );
}
