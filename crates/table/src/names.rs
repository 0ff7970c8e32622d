//! What each viewer calls each piece. A viewer counts by itself: its names say how many pieces it has come to know apart,
//! and nothing of what happens where it cannot look.

use parlor_core::Viewer;

use crate::table::NONE;
use crate::{Eyes, Handle, Others, Piece, Table, Zone};

/// What a viewer calls a piece that it cannot tell from others.
pub(crate) const NAMELESS: u32 = u32::MAX;

/// How many viewers have names of their own: the seats and the spectators. The referee calls pieces by their numbers.
#[inline]
pub(crate) fn columns(seats: u8) -> usize {
    usize::from(seats) + 1
}

/// Where a viewer's name stands among those of a piece.
#[inline]
pub(crate) fn column(seats: u8, viewer: Viewer) -> Option<usize> {
    match viewer {
        Viewer::Seat(seat) if seat.0 < seats => Some(seat.index()),
        Viewer::Spectator => Some(seats.into()),
        Viewer::Seat(_) | Viewer::Referee => None,
    }
}

impl Table {
    /// What a viewer calls a piece now; nothing when it cannot tell the piece from others. A viewer keeps calling a piece so
    /// for as long as it can follow it, whoever else loses track of it.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat, Viewer};
    /// use parlor_table::{Changes, Dealer, Schema};
    /// let mut schema = Schema::new();
    /// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").owner_sees().each_seat());
    /// let ace = schema.definition("card", "A♠");
    /// schema.place(ace, deck, 1);
    /// let mut table = schema.lay(2);
    /// let (ace, [me, you]) = (table.zone(deck).top().unwrap(), [Seat(0), Seat(1)].map(Viewer::Seat));
    /// let before = table.handle(ace, me);
    /// Dealer::new(&mut table, &mut Rng::from_integer(1)).draw(deck, hand.of(Seat(0)));
    /// assert_eq!(table.handle(ace, me), before);
    /// assert_eq!(table.handle(ace, you), None);
    /// ```
    #[inline]
    pub fn handle(&self, piece: Piece, viewer: Viewer) -> Option<Handle> {
        let name = match column(self.schema.seats, viewer) {
            Some(column) => self.names[self.row(piece) + column],
            None if viewer == Viewer::Referee => piece.0.into(),
            None => NAMELESS,
        };
        (name != NAMELESS).then_some(Handle(name))
    }

    /// The piece that a viewer calls so now.
    pub fn by_handle(&self, handle: Handle, viewer: Viewer) -> Option<Piece> {
        let mut pieces = (0..self.pieces.len() as u16).map(Piece);
        pieces.find(|piece| self.handle(*piece, viewer) == Some(handle))
    }

    /// Whether a viewer can tell this piece from all others, seeing its face or not.
    #[inline]
    pub fn can_follow(&self, piece: Piece, viewer: Viewer) -> bool {
        self.handle(piece, viewer).is_some()
    }

    /// By what the pieces that a viewer can point at are put in order: as they lie, where the viewer sees how they lie, and
    /// otherwise by what it calls them.
    ///
    /// ```
    /// use parlor_core::Viewer;
    /// use parlor_table::{Piece, Schema};
    /// let mut schema = Schema::new();
    /// let (row, tile) = (schema.zone("row").add(), schema.definition("tile", "a"));
    /// schema.place(tile, row, 2);
    /// let table = schema.lay(1);
    /// let order = [1, 0].map(|piece| table.rank(Piece(piece), Viewer::Spectator));
    /// assert!(order[0] > order[1]);
    /// ```
    pub fn rank(&self, piece: Piece, viewer: Viewer) -> u64 {
        let entry = &self.pieces[piece.0 as usize];
        if self.sight(self.zone_of(piece)).tracked().see(viewer) {
            let (mut next, mut index) = (self.places[entry.place as usize].first, 0);
            while next != piece.0 && next != NONE {
                (next, index) = (self.next_here(next), index + 1);
            }
            return u64::from(entry.place) << 16 | index;
        }
        let name = self
            .handle(piece, viewer)
            .map_or(NAMELESS, |handle| handle.0);
        1 << 32 | u64::from(name)
    }

    /// Where the names of a piece begin. Before the first there stands for each viewer how many names it has got.
    #[inline]
    pub(crate) fn row(&self, piece: Piece) -> usize {
        (usize::from(piece.0) + 1) * columns(self.schema.seats)
    }

    /// All names of a piece.
    #[inline]
    pub(crate) fn names_of(&self, piece: Piece) -> &[u32] {
        let row = self.row(piece);
        &self.names[row..row + columns(self.schema.seats)]
    }

    /// Who can tell a piece from the others where it lies.
    #[inline]
    pub(crate) fn followers(&self, piece: Piece) -> Eyes {
        match self.zone_of(piece) {
            // Nobody looks there: it is known to those who saw it go.
            Zone::REMOVED => self.callers(piece),
            zone => self.sight(zone).tracked().or(self.eyes(piece)),
        }
    }

    /// Who has a name for a piece.
    pub(crate) fn callers(&self, piece: Piece) -> Eyes {
        let seats = self.schema.seats;
        let mut eyes = Eyes::NOBODY;
        for (column, name) in (0..).zip(self.names_of(piece)) {
            if *name != NAMELESS {
                eyes = eyes.or(Eyes::of_column(column, seats));
            }
        }
        eyes
    }

    /// Whoever could not follow a piece and can now gives it a name; whoever can no longer follow it forgets the one it had.
    #[inline]
    pub(crate) fn name_anew(&mut self, piece: Piece, before: Eyes, after: Eyes) {
        let lost = before.but(after);
        let gained = after.but(before);
        if !lost.or(gained).is_empty() {
            self.set_names(piece, lost, gained);
        }
    }

    /// Nobody calls it anything any more.
    pub(crate) fn forget_names(&mut self, piece: Piece) {
        let (row, width) = (self.row(piece), columns(self.schema.seats));
        self.names[row..row + width].fill(NAMELESS);
    }

    #[inline]
    pub(crate) fn set_names(&mut self, piece: Piece, lost: Eyes, gained: Eyes) {
        let (seats, row) = (self.schema.seats, self.row(piece));
        for column in lost.columns(seats) {
            self.names[row + column] = NAMELESS;
        }
        for column in gained.columns(seats) {
            self.names[row + column] = self.names[column];
            self.names[column] += 1;
        }
    }

    /// Who notices that something leaves a zone or comes to it.
    #[inline]
    pub(crate) fn noticed(&self, zone: Zone, eyes: Eyes) -> Eyes {
        let sight = self.sight(zone);
        match sight.others {
            _ if zone == Zone::REMOVED => Eyes::NOBODY,
            Others::Nothing => sight.eyes.or(eyes),
            _ => Eyes::ALL,
        }
    }

    /// Nobody has a name yet, and there are no pieces.
    pub(crate) fn no_names(seats: u8) -> Vec<u32> {
        vec![0; columns(seats)]
    }

    /// Whether every viewer calls every piece something else, and there is room for more names.
    pub(crate) fn are_names(names: &[u32], seats: u8, pieces: usize) -> bool {
        /// There is room for as many again: no match gets that far.
        const MOST: u32 = u32::MAX / 2;
        let width = columns(seats);
        names.len() == (pieces + 1) * width
            && (0..width).all(|column| {
                let next = names[column];
                let of_viewer = names[width..].iter().skip(column).step_by(width);
                let mut given: Vec<u32> = of_viewer
                    .copied()
                    .filter(|name| *name != NAMELESS)
                    .collect();
                given.sort_unstable();
                next <= MOST
                    && given.is_sorted_by(|one, other| one < other)
                    && given.last().is_none_or(|last| *last < next)
            })
    }
}

impl Eyes {
    /// The viewer whose names stand in this column.
    #[inline]
    fn of_column(column: u8, seats: u8) -> Eyes {
        match column < seats {
            true => Eyes(1 << column),
            false => Eyes::SPECTATORS,
        }
    }

    /// The columns of these viewers.
    #[inline]
    pub(crate) fn columns(self, seats: u8) -> impl Iterator<Item = usize> {
        let players = self.0 & ((1 << seats) - 1);
        let mut left = players | u32::from(!self.and(Eyes::SPECTATORS).is_empty()) << seats;
        std::iter::from_fn(move || {
            let column = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (column < u32::BITS).then_some(column as usize)
        })
    }
}
