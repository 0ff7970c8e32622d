//! How Hex looks on a table.

use parlor_core::prelude::*;

use super::Board;

pub(super) fn draw(board: &Board) -> View {
    let size = board.size();
    let stones = Square::all(size, size).filter_map(|square| {
        let seat = Seat::all(2).find(|seat| board.has_stone(*seat, square))?;
        Some(PieceView::stone(seat).at(square))
    });
    let view = View::new()
        .zone(
            ZoneView::hexes("board", size, size)
                .attribute("sides", vec![0, 1])
                .pieces(stones),
        )
        .value(Seat(0), "connects", "top and bottom")
        .value(Seat(1), "connects", "left and right")
        .declare("connects", ValueType::Word, "Connects");
    match board.can_swap() {
        true => view.prompt(
            "place_or_swap",
            "Place a stone, or swap: take over the first one",
        ),
        false => view.prompt("place", "Place a stone"),
    }
}
