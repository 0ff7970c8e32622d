//! What is worth having at checkers: pieces, kings, the middle of the board and a guarded first row.

use parlor_flow::prelude::*;

use super::set::Set;

/// What a king counts where a man counts two.
const KING: i64 = 3;
/// The eight squares in the middle.
const CENTRE: [(u16, u16); 8] = [
    (2, 2),
    (2, 4),
    (3, 3),
    (3, 5),
    (4, 2),
    (4, 4),
    (5, 3),
    (5, 5),
];

/// Says it to the bots.
pub(super) fn declare(game: &mut GameBuilder, set: Set) {
    game.objective("more pieces", 0.3, move |at| lead(at, set) > 0);
    game.objective("a piece more", 0.3, move |at| lead(at, set) > 2);
    game.objective("pieces to spare", 0.3, move |at| lead(at, set) > 5);
    game.objective("more kings", 0.2, move |at| {
        kings(at, set, at.seat()) > kings(at, set, at.next(at.seat()))
    });
    game.objective("holds the centre", 0.1, move |at| {
        centre(at, set, at.seat()) > centre(at, set, at.next(at.seat()))
    });
    game.objective("guards the first row", 0.1, move |at| {
        let first = [0, 7][at.seat().index()];
        let pieces = at.pieces().owned_by(at.seat());
        pieces
            .filter(|piece| at.cell_of(*piece).0 / 8 == first)
            .count()
            >= 2
    });
}

/// By how much the pieces of a seat count more than those of the other.
fn lead(at: &At<'_>, set: Set) -> i64 {
    let worth = |seat| {
        let pieces = at.pieces().owned_by(seat);
        let each = pieces.map(|piece| if set.is_king(at, piece) { KING } else { 2 });
        each.sum::<i64>()
    };
    worth(at.seat()) - worth(at.next(at.seat()))
}

fn kings(at: &At<'_>, set: Set, seat: Seat) -> usize {
    let pieces = at.pieces().owned_by(seat);
    pieces.filter(|piece| set.is_king(at, *piece)).count()
}

fn centre(at: &At<'_>, set: Set, seat: Seat) -> usize {
    let pieces = CENTRE
        .iter()
        .filter_map(|(row, column)| set.piece_at(at, Cell(8 * row + column)));
    pieces
        .filter(|piece| at.owner(*piece) == Some(seat))
        .count()
}
