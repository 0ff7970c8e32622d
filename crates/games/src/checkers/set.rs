//! The set of the game: board, pieces, what is remembered, and where pieces can go.

use parlor_flow::prelude::*;
use parlor_table::{Dealer, Schema};

/// So many moves of both sides together without a capture or a man's move are a draw.
pub(super) const MOST_QUIET: usize = 80;

/// What lies on the table. The same numbers for every game of checkers.
#[derive(Clone, Copy)]
pub(super) struct Set {
    pub board: Zone,
    /// By seat.
    pub men: [Definition; 2],
    pub kings: [Definition; 2],
    /// Who moves first: Black, except in positions set up by hand.
    pub first: Value<Seat>,
    /// The piece that moved last. As long as it belongs to the seat to act, that seat is in the middle of its jumps.
    pub moved: Value<Option<Piece>>,
    /// How many moves ago something was taken or a man moved.
    pub quiet: Value<usize>,
    /// The position after each quiet move, as the set of squares that differ from the position before the first of them.
    /// Only kings have moved since, so a bit for each side and square tells all, and the empty set is where they began.
    pub since: [Value<i64>; MOST_QUIET],
}

/// A position that nobody knows how the kings got to: so far from the empty set that none before it comes back.
pub(super) const FAR: i64 = -1;

const FORWARD: [[Direction; 2]; 2] = [
    [Direction::NorthWest, Direction::NorthEast],
    [Direction::SouthWest, Direction::SouthEast],
];

impl Set {
    pub fn new(schema: &mut Schema) -> Set {
        let grid = Grid::new(8, 8, Adjacency::Diagonal);
        Set {
            board: schema.zone("board").board(grid).checkered().facing().add(),
            men: ["b", "w"].map(|face| schema.definition("man", face)),
            kings: ["B", "W"].map(|face| schema.definition("king", face)),
            first: schema.value("first", Seat(0)).shown(Shown::Never).add(),
            moved: schema.value("moved", None).shown(Shown::Never).add(),
            quiet: schema.value("quiet_moves", 0).label("Quiet moves").add(),
            since: [(); MOST_QUIET].map(|()| schema.value("since", 0).shown(Shown::Never).add()),
        }
    }

    /// Twelve men each.
    pub fn set_up(self, dealer: &mut Dealer<'_>) {
        let cells = dealer.table().grid(self.board).cells();
        for cell in cells.filter(|cell| is_dark(*cell)) {
            let seat = match cell.0 / 8 {
                0..3 => Seat(0),
                5.. => Seat(1),
                _ => continue,
            };
            dealer.create(self.men[seat.index()], self.board.at(cell), Some(seat));
        }
    }

    #[inline]
    pub fn is_king(self, table: &Table, piece: Piece) -> bool {
        self.kings.contains(&table.definition(piece))
    }

    #[inline]
    pub fn is_last_row(self, seat: Seat, cell: Cell) -> bool {
        cell.0 / 8 == [7, 0][seat.index()]
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(self, table: &Table, cell: Cell) -> Option<Piece> {
        table.zone(self.board.at(cell)).top()
    }

    #[inline]
    fn ways(self, table: &Table, piece: Piece) -> &'static [Direction] {
        match table.owner(piece) {
            Some(seat) if !self.is_king(table, piece) => &FORWARD[seat.index()],
            _ => &Direction::DIAGONAL,
        }
    }

    /// Where a piece can move without jumping.
    #[inline]
    pub fn steps(self, table: &Table, piece: Piece) -> impl Iterator<Item = Cell> {
        let (grid, from) = (table.grid(self.board), table.cell_of(piece));
        let ways = self.ways(table, piece).iter();
        ways.filter_map(move |way| grid.step(from, *way))
            .filter(move |to| self.piece_at(table, *to).is_none())
    }

    /// Where a piece lands when it jumps.
    #[inline]
    pub fn jumps(self, table: &Table, piece: Piece) -> impl Iterator<Item = Cell> {
        let (grid, from) = (table.grid(self.board), table.cell_of(piece));
        let own = table.owner(piece);
        self.ways(table, piece).iter().filter_map(move |way| {
            let over = grid.step(from, *way)?;
            let taken = self.piece_at(table, over)?;
            let to = grid.step(over, *way)?;
            let can = table.owner(taken) != own && self.piece_at(table, to).is_none();
            can.then_some(to)
        })
    }

    /// The piece that is jumped over.
    pub fn between(self, table: &Table, piece: Piece, to: Cell) -> Option<Piece> {
        let over = Cell((table.cell_of(piece).0 + to.0) / 2);
        self.piece_at(table, over)
    }

    /// Whether a piece of this seat moved last.
    #[inline]
    pub fn moved_last(self, table: &Table, seat: Seat) -> bool {
        let moved = table.value(self.moved);
        moved.is_some_and(|piece| table.owner(piece) == Some(seat))
    }

    /// The pieces that can jump; in the middle of its jumps, the piece that does.
    #[inline]
    pub fn jumpers(self, table: &Table, seat: Seat) -> impl Iterator<Item = Piece> {
        let only = table
            .value(self.moved)
            .filter(|_| self.moved_last(table, seat));
        let pieces = table.pieces().owned_by(seat);
        pieces
            .filter(move |piece| only.is_none_or(|only| only == *piece))
            .filter(move |piece| self.jumps(table, *piece).next().is_some())
    }

    /// The pieces that can move without jumping.
    #[inline]
    pub fn movers(self, table: &Table, seat: Seat) -> impl Iterator<Item = Piece> {
        let pieces = table.pieces().owned_by(seat);
        pieces.filter(move |piece| self.steps(table, *piece).next().is_some())
    }

    /// Something is taken, or a man moves: no position before can come back.
    pub fn progress(self, table: &mut impl Changes) {
        if table.table().value(self.quiet) > 0 {
            table.set_value(self.quiet, 0);
        }
    }

    /// A king is about to move and takes nothing.
    pub fn quiet_move(self, table: &mut impl Changes, king: Piece, to: Cell) {
        let before = table.table();
        let quiet = before.value(self.quiet);
        let side = if self.kings[0] == before.definition(king) {
            0
        } else {
            32
        };
        let bit = |cell: Cell| 1_i64 << (side + cell.0 / 2);
        let now = before.value(self.since[quiet]) ^ bit(before.cell_of(king)) ^ bit(to);
        table.set_value(self.quiet, quiet + 1);
        if let Some(slot) = self.since.get(quiet + 1) {
            table.set_value(*slot, now);
        }
    }

    /// Why the match is drawn, if it is.
    pub fn drawn(self, table: &Table) -> Option<(&'static str, &'static str)> {
        let quiet = table.value(self.quiet);
        if quiet >= MOST_QUIET {
            return Some((
                "reason.quiet",
                "40 moves each without a capture or a man's move",
            ));
        }
        // A position can come back after four moves, with the same side to move after every second.
        let now = table.value(self.since[quiet]);
        let earlier = (0..quiet).rev().skip(3).step_by(2);
        let same = earlier.filter(|number| table.value(self.since[*number]) == now);
        (same.take(2).count() == 2)
            .then_some(("reason.repeated", "the same position for the third time"))
    }
}

/// Whether pieces can stand on this square.
pub(super) fn is_dark(cell: Cell) -> bool {
    (cell.0 / 8 + cell.0 % 8).is_multiple_of(2)
}
