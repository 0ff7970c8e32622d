//! Areas that spread in a direction.

use super::{Cell, CellSet, Geometry};

/// The cells that are reached by the first step towards another: as a cone looks where there are no angles.
pub(super) fn cone_of_steps(
    board: &(impl Geometry + ?Sized),
    from: Cell,
    towards: Cell,
    length: u32,
) -> CellSet {
    let Some(first) = board.line(from, towards).get(1).copied() else {
        return CellSet::new();
    };
    let ahead = |cell: &Cell| {
        let (far, near) = (board.distance(from, *cell), board.distance(first, *cell));
        far.zip(near)
            .is_some_and(|(far, near)| far == near + 1 && far <= length)
    };
    board.cells().filter(ahead).collect()
}

/// Whether a way leads in the direction of another, given the products of both with each other and with themselves: at most an
/// eighth of a turn away from it, or for a sixth of all around, a twelfth.
pub(super) fn is_ahead(product: i64, squares: (i64, i64), sixth: bool) -> bool {
    let (times, of) = if sixth { (4, 3) } else { (2, 1) };
    product > 0 && times * product * product >= of * squares.0 * squares.1
}
