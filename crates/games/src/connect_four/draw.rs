//! How connect four looks on a table.

use parlor_core::prelude::*;

use super::{Board, COLUMNS, ROWS};

pub(super) fn draw(board: &Board) -> View {
    let discs = Square::all(COLUMNS, ROWS).filter_map(|square| {
        let seat = Seat::all(2).find(|seat| board.has(*seat, square))?;
        let disc = PieceView::new("disc", ["X", "O"][seat.index()]);
        Some(disc.owner(seat).at(square))
    });
    View::new()
        .zone(ZoneView::grid("board", COLUMNS, ROWS).pieces(discs))
        .hint("falls", true)
        .prompt("drop", "Drop a disc into a column")
}
