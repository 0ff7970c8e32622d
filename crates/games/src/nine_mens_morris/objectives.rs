//! What is worth having at nine men's morris: men, mills, and room to move.

use parlor_flow::prelude::*;

use super::board::mills_through;
use super::set::Set;

/// Says it to the bots.
pub(super) fn declare(game: &mut GameBuilder, set: Set) {
    game.objective("more men", 0.3, move |at| lead(at, set) > 0);
    game.objective("two men more", 0.3, move |at| lead(at, set) > 1);
    game.objective("men to spare", 0.3, move |at| lead(at, set) > 3);
    game.objective("more mills", 0.1, move |at| {
        more(at, |seat| mills(at, set, seat))
    });
    game.objective("more room", 0.1, move |at| {
        more(at, |seat| room(at, set, seat))
    });
}

/// By how many men a seat is ahead.
fn lead(at: &At<'_>, set: Set) -> i64 {
    let men = |seat| (set.left(at, seat) + set.placed(at, seat).count()) as i64;
    men(at.seat()) - men(at.next(at.seat()))
}

fn more(at: &At<'_>, count: impl Fn(Seat) -> usize) -> bool {
    count(at.seat()) > count(at.next(at.seat()))
}

/// Closed mills; each is found from all of its three points.
fn mills(at: &At<'_>, set: Set, seat: Seat) -> usize {
    let own = |cell: Cell| {
        let piece = at.zone(set.board.at(cell)).top();
        piece.and_then(|piece| at.owner(piece)) == Some(seat)
    };
    let closed = set.placed(at, seat).map(|piece| {
        let mills = mills_through(at.cell_of(piece));
        mills.filter(|[a, b]| own(*a) && own(*b)).count()
    });
    closed.sum::<usize>() / 3
}

/// Free points beside a seat's men.
fn room(at: &At<'_>, set: Set, seat: Seat) -> usize {
    let free = set.placed(at, seat).map(|piece| {
        let near = at.board(set.board).neighbours(at.cell_of(piece)).iter();
        near.filter(|cell| at.zone(set.board.at(**cell)).is_empty())
            .count()
    });
    free.sum()
}
