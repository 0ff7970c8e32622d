//! Pictures of hand-made views, and of every bundled game.

use expect_test::{Expect, expect};
use parlor_core::{
    Layout, PieceView, Seat, Seed, Setup, Square, ValueType, View, Viewer, ZoneView,
};

use super::*;

pub(super) fn check(view: &View, marks: &Marks, room: Option<(u16, u16)>, expected: Expect) {
    let lines = picture(view, marks, Palette::plain(), room).lines();
    // The bar keeps the blanks at the beginning of lines.
    let text: String = lines.iter().map(|line| format!("|{line}\n")).collect();
    expected.assert_eq(&text);
}

pub(super) fn marks(legal: &[&str], cursor: &str) -> Marks {
    Marks {
        legal: legal.iter().copied().map(String::from).collect(),
        cursor: Some(cursor.into()),
        ..Marks::default()
    }
}

fn stones() -> View {
    View::stones(3, 2, |seat, square| {
        square == Square::new(seat.0 + 1, seat.0)
    })
}

#[test]
fn a_board_of_squares_has_its_first_row_at_the_bottom() {
    check(
        &stones(),
        &Marks::default(),
        None,
        expect![[r#"
            | 2  . . O
            | 1  . X .
            |    a b c
        "#]],
    );
}

#[test]
fn cursor_and_legal_places_are_marked_by_signs_too() {
    let marks = marks(&["a1", "b1", "a2"], "a2");
    check(
        &stones(),
        &marks,
        Some((40, 20)),
        expect![[r#"
            |   ┌───┬───┬───┐
            | 2 │[·]│   │ O │
            |   ├───┼───┼───┤
            | 1 │ · │(X)│   │
            |   └───┴───┴───┘
            |     a   b   c
        "#]],
    );
    check(
        &stones(),
        &marks,
        Some((40, 4)),
        expect![[r#"
            | 2 [·]. O
            | 1  ·(X).
            |    a b c
        "#]],
    );
}

#[test]
fn a_board_of_hexagons_leans_to_the_right() {
    let board = ZoneView::hexes("board", 3, 3)
        .piece(PieceView::stone(Seat(0)).at("b1"))
        .piece(PieceView::stone(Seat(1)).at("c3"));
    let view = View::new().zone(board);
    let marks = marks(&["a2", "b2"], "b2");
    check(
        &view,
        &marks,
        Some((40, 20)),
        expect![[r#"
            |     a   b   c
            |    / \ / \ / \
            | 1 |   | X |   |
            |    \ / \ / \ / \
            |   2 | · |[·]|   |
            |      \ / \ / \ / \
            |     3 |   |   | O |
            |        \ / \ / \ /
        "#]],
    );
    check(
        &view,
        &marks,
        Some((40, 5)),
        expect![[r#"
            |   a b c
            | 1 . X .
            |  2 ·[·].
            |   3 . . O
        "#]],
    );
}

#[test]
fn the_card_that_was_played_last_is_on_top() {
    let cards = ["9♣", "10♣", "J♣"].map(|face| PieceView::new("card", face));
    let view = View::new().zone(ZoneView::new("discard", Layout::Pile).pieces(cards));
    check(
        &view,
        &Marks::default(),
        None,
        expect![[r#"
            |Discard: 3, on top [J♣]
        "#]],
    );
}

#[test]
fn rows_and_piles_show_what_is_known_and_no_more() {
    let names = ["Ann".to_string(), "Bob".to_string()];
    let view = View::new()
        .zone(
            ZoneView::row("hand-0")
                .owner(Seat(0))
                .piece(PieceView::new("card", "10♠").handle("x"))
                .piece(PieceView::new("card", "K♥")),
        )
        .zone(
            ZoneView::row("hand-1")
                .owner(Seat(1))
                .piece(PieceView::face_down("card")),
        )
        .zone(ZoneView::pile("deck", 40))
        .zone(ZoneView::pile("discard", 3).piece(PieceView::new("card", "7♦")))
        .zone(
            ZoneView::row("trick")
                .attribute("led", true)
                .attribute("forbidden", 3)
                .attribute("over", false),
        )
        .zone(ZoneView::row("aside"))
        .declare("led", ValueType::YesNo, "Led")
        .declare("over", ValueType::YesNo, "Over")
        .named(&names);
    check(
        &view,
        &Marks::default(),
        None,
        expect![[r#"
            |Ann, hand: [10♠] [K♥]
            |Bob, hand: [?]
            |Deck: 40
            |Discard: 3, on top [7♦]
            |Trick (Led): none
        "#]],
    );
    check(
        &view,
        &marks(&["x"], "x"),
        Some((60, 30)),
        expect![[r#"
            |           ┌─────┐ ┌────┐
            |Ann, hand: │[10♠]│ │ K♥ │
            |           └─────┘ └────┘
            |           ┌───┐
            |Bob, hand: │ ? │
            |           └───┘
            |Deck: 40
            |                   ┌────┐
            |Discard: 3, on top │ 7♦ │
            |                   └────┘
            |Trick (Led): none
        "#]],
    );
}

#[test]
fn a_long_row_goes_on_in_the_next_line() {
    let cards = (1..=12).map(|n| PieceView::new("card", n.to_string()));
    let view = View::new().zone(ZoneView::row("hand").pieces(cards));
    check(
        &view,
        &Marks::default(),
        Some((30, 4)),
        expect![[r#"
            |Hand: [1] [2] [3] [4] [5] [6]
            |      [7] [8] [9] [10] [11]
            |      [12]
        "#]],
    );
}

#[test]
fn faces_of_several_letters_keep_the_columns_straight() {
    let board = ZoneView::grid("board", 3, 2)
        .piece(PieceView::new("unit", "Kn").owner(Seat(0)).at("a2"))
        .piece(PieceView::face_down("unit").at("c1"));
    let view = View::new().zone(board);
    check(
        &view,
        &Marks::default(),
        None,
        expect![[r#"
            | 2  Kn .  .
            | 1  .  .  ?
            |    a  b  c
        "#]],
    );
    check(
        &view,
        &marks(&["a2"], "b2"),
        Some((40, 20)),
        expect![[r#"
            |   ┌────┬────┬────┐
            | 2 │(Kn)│[  ]│    │
            |   ├────┼────┼────┤
            | 1 │    │    │ ?  │
            |   └────┴────┴────┘
            |     a    b    c
        "#]],
    );
}

#[test]
fn every_place_can_be_found_by_its_name() {
    let view = View::new().zone(ZoneView::hexes("board", 3, 3));
    for room in [None, Some((40, 20))] {
        let picture = picture(&view, &marks(&["b2"], "b2"), Palette::plain(), room);
        let spot = picture.spots.iter().find(|spot| spot.name == "b2").unwrap();
        assert_eq!(picture.buffer[(spot.x, spot.y)].symbol(), "·");
        let places = picture.spots.iter().filter(|spot| !spot.name.contains('/'));
        assert_eq!(places.count(), 9);
    }
}

#[test]
fn every_game_can_be_drawn_for_everybody() {
    for game in parlor_games::all().iter() {
        let seats = game.info().max_seats;
        let setup = Setup::new(game.info(), seats.into()).unwrap();
        let current = game.begin(setup, Seed::Integer(1), 0).unwrap();
        for viewer in Viewer::all(seats) {
            let lines = text::lines(&current.view(viewer));
            assert!(lines.len() >= 3, "{}: {lines:?}", game.info().id);
        }
    }
}

#[test]
fn what_changed_is_found() {
    let changed = changed(&View::stones(3, 2, |_, _| false), &stones());
    assert_eq!(changed.into_iter().collect::<Vec<_>>(), ["b1", "c2"]);
}

#[test]
fn colour_is_not_needed_to_tell_whose_a_piece_is() {
    let king = |seat, at: &str| PieceView::new("piece", "K").owner(Seat(seat)).at(at);
    let pawn = PieceView::new("piece", "P").owner(Seat(0)).at("b1");
    let board = ZoneView::grid("board", 2, 2).pieces([king(0, "a1"), king(1, "b2"), pawn]);
    check(
        &View::new().zone(board),
        &Marks::default(),
        None,
        expect![[r#"
            | 2  .  K2
            | 1  K1 P
            |    a  b
        "#]],
    );
}

/// The start of a game of men's morris, with a man of each seat on the board.
fn morris() -> View {
    let game = parlor_games::nine_mens_morris::nine_mens_morris();
    let text = ".w./.../.../....../.../.../b.. w 8 8";
    let state = parlor_games::nine_mens_morris::parse(&game, text).unwrap();
    let view = parlor_core::Game::view(&game, &state, Viewer::Seat(Seat(0)));
    view.named(&["Ann".into(), "Bob".into()])
}

#[test]
fn a_board_of_points_is_drawn_with_its_lines_and_names() {
    check(
        &morris(),
        &Marks::default(),
        None,
        expect![[r#"
            |Board
            | . a7────────────────────W d7────────────────────. g7
            | │                       │                       │
            | │       . b6────────────. d6────────────. f6    │
            | │       │               │               │       │
            | │       │       . c5────. d5────. e5    │       │
            | │       │       │               │       │       │
            | . a4────. b4────. c4            . e4────. f4────. g4
            | │       │       │               │       │       │
            | │       │       . c3────. d3────. e3    │       │
            | │       │               │               │       │
            | │       . b2────────────. d2────────────. f2    │
            | │                       │                       │
            | B a1────────────────────. d1────────────────────. g1
            |Ann, supply: 8, on top [W]
            |Bob, supply: 8, on top [B]
        "#]],
    );
}

#[test]
fn a_board_of_points_is_drawn_closer_where_there_is_little_room() {
    let marks = marks(&["a7", "d7"], "g7");
    check(
        &morris(),
        &marks,
        Some((80, 24)),
        expect![[r#"
            |Board
            | · a7───────────────────(W)d7───────────────────[.]g7
            | │                       │                       │
            | │       . b6────────────. d6────────────. f6    │
            | │       │               │               │       │
            | │       │       . c5────. d5────. e5    │       │
            | │       │       │               │       │       │
            | . a4────. b4────. c4            . e4────. f4────. g4
            | │       │       │               │       │       │
            | │       │       . c3────. d3────. e3    │       │
            | │       │               │               │       │
            | │       . b2────────────. d2────────────. f2    │
            | │                       │                       │
            | B a1────────────────────. d1────────────────────. g1
            |                       ┌───┐
            |Ann, supply: 8, on top │ W │
            |                       └───┘
            |                       ┌───┐
            |Bob, supply: 8, on top │ B │
            |                       └───┘
        "#]],
    );
    check(
        &morris(),
        &marks,
        Some((60, 12)),
        expect![[r#"
            |Board
            | · a7─────────────(W)d7─────────────[.]g7
            | │     . b6────────. d6────────. f6  │
            | │     │     . c5──. d5──. e5  │     │
            | . a4──. b4──. c4        . e4──. f4──. g4
            | │     │     . c3──. d3──. e3  │     │
            | │     . b2────────. d2────────. f2  │
            | B a1──────────────. d1──────────────. g1
            |Ann, supply: 8, on top [W]
            |Bob, supply: 8, on top [B]
        "#]],
    );
}

fn map(spots: &[(&str, i32, i32)], links: &[(&str, &str, bool)]) -> ZoneView {
    let spots = spots
        .iter()
        .map(|(at, x, y)| serde_json::json!({"at": at, "x": x, "y": y}));
    let links = links
        .iter()
        .map(|(from, to, open)| serde_json::json!({"from": from, "to": to, "open": open}));
    ZoneView::new("map", Layout::Map)
        .attribute("spots", spots.collect::<Vec<_>>())
        .attribute("links", links.collect::<Vec<_>>())
}

#[test]
fn slanted_lines_and_closed_links_can_be_told_apart() {
    let spots = [
        ("london", 0, 0),
        ("paris", 40, 35),
        ("rome", 95, 90),
        ("oslo", 80, 0),
    ];
    let links = [
        ("london", "paris", true),
        ("paris", "rome", false),
        ("paris", "oslo", true),
        ("oslo", "rome", true),
    ];
    let army = PieceView::new("army", "A").owner(Seat(0)).at("paris");
    let zone = map(&spots, &links).piece(army.clone()).piece(army);
    let view = View::new().zone(zone).named(&["Ann".into(), "Bob".into()]);
    check(
        &view,
        &Marks::default(),
        None,
        expect![[r#"
            | . london   ╱. oslo
            |   ╲─╲   ╱─╱  ╲
            |      ╲A paris (2)
            |         ····  ╲
            |             ··. rome
        "#]],
    );
}

#[test]
fn a_map_that_nobody_has_placed_is_a_list() {
    let spots = [("london", 0, 0), ("paris", 1, 0), ("rome", 2, 0)];
    let links = [
        ("london", "paris", true),
        ("london", "rome", true),
        ("paris", "rome", false),
    ];
    let zone = map(&spots, &links).piece(PieceView::new("army", "A").owner(Seat(0)).at("paris"));
    let view = View::new().zone(zone).named(&["Ann".into(), "Bob".into()]);
    check(
        &view,
        &marks(&["rome"], "london"),
        Some((80, 24)),
        expect![[r#"
        |[.]london  ── paris, rome
        | A paris   ── london
        | · rome    ── london
    "#]],
    );
    // Spots on each other cannot be told apart either.
    let spots = [("london", 0, 0), ("paris", 0, 0), ("rome", 2, 1)];
    let view = View::new().zone(map(&spots, &[("london", "rome", true)]));
    check(
        &view,
        &Marks::default(),
        None,
        expect![[r#"
        | . london  ── rome
        | . paris
        | . rome    ── london
    "#]],
    );
}

#[test]
fn every_place_of_a_map_can_be_touched() {
    let view = morris();
    let picture = picture(&view, &Marks::default(), Palette::plain(), Some((80, 24)));
    let spots = |name: &str| {
        picture
            .spots
            .iter()
            .filter(|spot| spot.name == name)
            .count()
    };
    assert_eq!(["a7", "d6", "g1"].map(spots), [1, 1, 1]);
}

#[test]
fn columns_beyond_z_have_two_letters() {
    let names = [0, 25, 26, 27, 52, 253].map(|column| super::place(column, 0));
    assert_eq!(names, ["a1", "z1", "aa1", "ab1", "ba1", "it1"]);
}
