//! What views say of the ground of boards and of what stands on pieces, in a terminal.

use expect_test::expect;
use parlor_core::{Corner, Face, PieceView, Seat, ValueType, View, Viewer, ZoneView};

use super::tests::{check, marks};
use super::*;

fn grid_with(attributes: serde_json::Value) -> ZoneView {
    let mut board = ZoneView::grid("field", 3, 2);
    board.attributes = serde_json::from_value(attributes).unwrap();
    board
}

#[test]
fn what_was_never_seen_is_told_from_what_is_empty() {
    let board = grid_with(serde_json::json!({
        "fog": true,
        "cells": {
            "a1": { "sight": "seen" },
            "b1": { "sight": "explored", "ground": "forest", "noise": 4 },
            "c1": { "sight": "explored", "last_seen": [{ "kind": "scout", "face": "S", "owner": 1 }] },
            "b2": { "sight": "seen", "ground": "ford", "height": 2 },
        },
    }));
    let view = View::new().zone(board.piece(PieceView::new("scout", "S").owner(Seat(0)).at("a1")));
    let view = view.declare("ground", ValueType::Word, "Ground");
    check(
        &view.declare("height", ValueType::Counter, "Height"),
        &marks(&["b2"], "a2"),
        None,
        expect![[r#"
            | 2 [▓    ]·f2   ▓
            | 1  S     fo░   S2?░
            |    a     b     c
            |   ▓ unexplored, ░ out of sight, ? last seen there, f ford, fo forest, numbers: Height
        "#]],
    );
}

#[test]
fn walls_and_doors_stand_between_squares() {
    let board = grid_with(serde_json::json!({
        "walls": [["a1", "b1"], ["a1", "a2"]],
        "links": [
            { "from": "b1", "to": "c1", "open": false },
            { "from": "c1", "to": "c2", "open": true },
            { "from": "a2", "to": "c1", "open": true },
        ],
    }));
    check(
        &View::new().zone(board),
        &Marks::default(),
        None,
        expect![[r#"
            |   ┌───┬───┬───┐
            | 2 │   │   │   │
            |   ├━━━┼───┼╌╌╌┤
            | 1 │   ┃   ║   │
            |   └───┴───┴───┘
            |     a   b   c
            |   ┃ wall, ║ closed door, ╎ open door
            |   way a2–c1
        "#]],
    );
}

#[test]
fn a_piece_shows_what_is_attached_to_it_who_holds_it_and_what_its_game_declares() {
    let mut bear = PieceView::new("creature", "bear")
        .owner(Seat(0))
        .handle("#4");
    bear.controller = Some(Seat(1));
    bear.attached = vec![PieceView::new("aura", "chains")];
    bear.attributes = [
        ("cost", 3.into()),
        ("attack", 2.into()),
        ("health", 1.into()),
        ("most", 4.into()),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into();
    bear.attributes.insert("tapped".into(), true.into());
    bear.attributes
        .insert("rules".into(), "Sleeps all winter.".into());
    let mut wolf = PieceView::new("creature", "wolf")
        .owner(Seat(1))
        .handle("#5");
    wolf.attributes
        .insert("hunts".into(), serde_json::json!(["#4", null]));
    let face = Face::new()
        .corner(Corner::TopLeft, ["cost"])
        .corner(Corner::BottomRight, ["attack", "health"])
        .corner(Corner::TopRight, ["hunts"])
        .bar("health", "most")
        .turned("tapped")
        .text("rules");
    let mut view = View::new()
        .zone(ZoneView::row("field").piece(bear).piece(wolf))
        .face("creature", face)
        .declare("waiting", ValueType::Piece, "Waiting")
        .named(&["Ann".into(), "Bob".into()]);
    view.values
        .insert("waiting".into(), serde_json::json!(["#5", null]));
    view.viewer = Some(Viewer::Seat(Seat(0)));
    view.to_act = parlor_core::SeatSet::one(Seat(0));
    view.progress = Some(parlor_core::Progress {
        made: 1,
        least: 3,
        most: Some(3),
    });
    expect![[r#"
        Field: [bear→2[chains] 3 2/1 1/4 ↷] [wolf bear, ?]
           bear: Sleeps all winter.
        Waiting wolf, ?
        It is the turn of Ann.
        1 of 3 moves made."#]]
    .assert_eq(&text::lines(&view).join("\n"));
}
