//! The set of the game: board, men, what is remembered, and what men can do.

use parlor_core::Message;
use parlor_flow::prelude::*;
use parlor_table::{Dealer, Schema};

use super::board::{POINTS, graph, mills_through};

/// Each side has so many.
pub(super) const MEN: usize = 9;
/// With so many left, men fly.
const FLYING: usize = 3;
/// So many moves of both sides together without a mill are a draw.
pub(super) const MOST_QUIET: usize = 100;

/// What lies on the table. The same numbers for every game.
#[derive(Clone, Copy)]
pub(super) struct Set {
    pub board: Zone,
    /// The men still to be placed.
    pub supply: EachZone,
    /// By seat.
    pub men: [Definition; 2],
    /// Who begins: White, except in positions set up by hand.
    pub first: Value<Seat>,
    /// Whether the seat whose turn it is has closed a mill and is about to take a man.
    pub taking: Value<bool>,
    /// How many moves ago a mill was closed, or the last man placed.
    pub quiet: Value<usize>,
    /// The position after each quiet move, from that before the first one: a bit for each seat and point.
    pub since: [Value<i64>; MOST_QUIET + 1],
}

impl Set {
    pub fn new(schema: &mut Schema) -> Set {
        Set {
            board: schema.zone("board").board(graph()).add(),
            supply: schema
                .zone("supply")
                .stacked()
                .role(Role::Reserve)
                .label("Supply")
                .each_seat(),
            men: ["W", "B"].map(|face| schema.definition("man", face)),
            first: schema.value("first", Seat(0)).shown(Shown::Never).add(),
            taking: schema.value("taking", false).shown(Shown::Never).add(),
            quiet: schema.value("quiet_moves", 0).label("Quiet moves").add(),
            since: [(); MOST_QUIET + 1]
                .map(|()| schema.value("since", 0).shown(Shown::Never).add()),
        }
    }

    /// Nine men each, off the board.
    pub fn set_up(self, dealer: &mut Dealer<'_>) {
        for seat in Seat::all(2) {
            for _ in 0..MEN {
                let supply = self.supply.of(seat);
                dealer.create(self.men[seat.index()], supply, Some(seat));
            }
        }
    }

    /// What the seat to act is asked to do with a man of its own.
    pub fn prompt(self, table: &At<'_>) -> Message {
        let seat = table.seat();
        match (self.left(table, seat), self.flies(table, seat)) {
            (0, true) => Message::new("fly", "Move a man to any free point"),
            (0, false) => Message::new("move", "Move a man along a line"),
            _ => Message::new("place", "Place a man"),
        }
    }

    /// How many men a seat has still to place.
    #[inline]
    pub fn left(self, table: &Table, seat: Seat) -> usize {
        table.zone(self.supply.of(seat)).len()
    }

    /// A seat's men on the board.
    #[inline]
    pub fn placed(self, table: &Table, seat: Seat) -> impl Iterator<Item = Piece> {
        let pieces = table.zone(self.board).pieces();
        pieces.filter(move |piece| table.owner(*piece) == Some(seat))
    }

    #[inline]
    fn owner_at(self, table: &Table, cell: Cell) -> Option<Seat> {
        let piece = table.zone(self.board.at(cell)).top()?;
        table.owner(piece)
    }

    /// Whether the man on this point is part of a mill.
    #[inline]
    pub fn in_mill(self, table: &Table, cell: Cell) -> bool {
        let owner = self.owner_at(table, cell);
        let same = |other: &Cell| self.owner_at(table, *other) == owner;
        owner.is_some() && mills_through(cell).any(|others| others.iter().all(same))
    }

    /// Whether a seat's men may move to any free point.
    #[inline]
    pub fn flies(self, table: &Table, seat: Seat) -> bool {
        self.left(table, seat) == 0 && self.placed(table, seat).count() <= FLYING
    }

    /// Where a man can move.
    #[inline]
    pub fn targets(self, table: &Table, piece: Piece) -> impl Iterator<Item = Cell> {
        let flies = table
            .owner(piece)
            .is_some_and(|seat| self.flies(table, seat));
        let near = table.board(self.board).neighbours(table.cell_of(piece));
        let free = table.empty_cells(self.board);
        free.filter(move |cell| flies || near.contains(cell))
    }

    /// The men that can move.
    #[inline]
    pub fn movers(self, table: &Table, seat: Seat) -> impl Iterator<Item = Piece> {
        let men = self.placed(table, seat);
        men.filter(move |piece| self.targets(table, *piece).next().is_some())
    }

    /// The men that a seat may take after closing a mill: those in no mill, or all if all are in mills.
    pub fn takeable(self, table: &Table, seat: Seat) -> Vec<Piece> {
        let men: Vec<Piece> = self.placed(table, Seat(1 - seat.0)).collect();
        let safe = |piece: &Piece| self.in_mill(table, table.cell_of(*piece));
        match men.iter().all(safe) {
            true => men,
            false => men.into_iter().filter(|piece| !safe(piece)).collect(),
        }
    }

    /// Whether a seat has too few men to close a mill ever again.
    pub fn is_beaten(self, table: &Table, seat: Seat) -> bool {
        self.left(table, seat) + self.placed(table, seat).count() < 3
    }

    /// Whether a seat could not move if it were its turn.
    pub fn is_blocked(self, table: &Table, seat: Seat) -> bool {
        self.left(table, seat) == 0 && self.movers(table, seat).next().is_none()
    }

    /// Keeps the position at the end of a turn, once all men are placed: no position before can come back.
    pub fn remember(self, table: &mut impl Changes) {
        let before = table.table();
        if Seat::all(2).all(|seat| self.left(before, seat) == 0) {
            let (slot, now) = (self.since[before.value(self.quiet)], self.position(before));
            table.set_value(slot, now);
        }
    }

    /// A bit for each seat and point: which men stand where.
    fn position(self, table: &Table) -> i64 {
        let bits = table.zone(self.board).pieces().map(|piece| {
            let side = table.owner(piece).map_or(0, |seat| seat.0);
            1_i64 << (u16::from(side) * POINTS + table.cell_of(piece).0)
        });
        bits.sum()
    }

    /// Why the match is drawn, if it is. Asked at the end of a turn.
    pub fn drawn(self, table: &Table) -> Option<(&'static str, &'static str)> {
        let quiet = table.value(self.quiet);
        if quiet >= MOST_QUIET {
            return Some(("reason.quiet", "50 moves each without a mill"));
        }
        // A position can come back after four moves, with the same side to move after every second.
        let now = table.value(self.since[quiet]);
        let earlier = (0..quiet).rev().skip(3).step_by(2);
        let same = earlier.filter(|number| table.value(self.since[*number]) == now);
        (same.take(2).count() == 2)
            .then_some(("reason.repeated", "the same position for the third time"))
    }
}
