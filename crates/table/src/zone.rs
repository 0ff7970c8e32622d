//! What lies in a zone: how many, the first, the topmost, all of them.

use crate::table::{List, NONE};
use crate::{Piece, Pieces, Place, Table, Zone};

/// A zone, or one place of it.
///
/// ```
/// use parlor_table::{Area, Cell, Schema, Zone};
/// assert_eq!(Area::from(Zone::REMOVED), Area::Zone(Zone::REMOVED));
/// assert_eq!(Area::from(Zone::REMOVED.at(Cell(0))), Area::Place(Zone::REMOVED.at(Cell(0))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// All of it.
    Zone(Zone),
    /// One place.
    Place(Place),
}

impl From<Zone> for Area {
    #[inline]
    fn from(zone: Zone) -> Area {
        Area::Zone(zone)
    }
}

impl From<Place> for Area {
    #[inline]
    fn from(place: Place) -> Area {
        Area::Place(place)
    }
}

/// What lies in a zone, from the first (at the bottom, or left) to the last (on top, or right).
///
/// ```
/// use parlor_table::Schema;
/// let mut schema = Schema::new();
/// let row = schema.zone("row").add();
/// for name in ["a", "b", "c"] {
///     let tile = schema.definition("tile", name);
///     schema.place(tile, row, 1);
/// }
/// let table = schema.lay(1);
/// let row = table.zone(row);
/// assert_eq!((row.len(), table.name(row.first().unwrap()), table.name(row.top().unwrap())), (3, "a", "c"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ZoneRef<'t> {
    pub(crate) table: &'t Table,
    pub(crate) area: Area,
}

impl Table {
    /// How many pieces lie at a place: a zone without a board is one.
    ///
    /// ```
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// let (purse, coin) = (schema.zone("purse").add(), schema.definition("coin", "gold"));
    /// schema.place(coin, purse, 3);
    /// assert_eq!(schema.lay(1).count_at(purse), 3);
    /// ```
    #[inline]
    pub fn count_at(&self, place: impl Into<Place>) -> usize {
        self.places[self.schema.place_index(place.into())]
            .len
            .into()
    }

    /// Whether another piece may come to a place: see [`ZoneBuilder::most`](crate::ZoneBuilder::most).
    #[inline]
    pub fn has_room(&self, place: impl Into<Place>) -> bool {
        let place = place.into();
        match self.schema.spans[place.zone.kind as usize].most {
            u16::MAX => true,
            most => self.count_at(place) < most.into(),
        }
    }

    /// The last piece at a place.
    ///
    /// ```
    /// use parlor_table::{Piece, Schema};
    /// let mut schema = Schema::new();
    /// let (purse, coin) = (schema.zone("purse").add(), schema.definition("coin", "gold"));
    /// schema.place(coin, purse, 3);
    /// assert_eq!(schema.lay(1).top_at(purse), Some(Piece(2)));
    /// ```
    #[inline]
    pub fn top_at(&self, place: impl Into<Place>) -> Option<Piece> {
        let last = self.places[self.schema.place_index(place.into())].last;
        (last != NONE).then_some(Piece(last))
    }
}

impl<'t> ZoneRef<'t> {
    #[inline]
    pub(crate) fn places(&self) -> std::ops::Range<usize> {
        let schema = &self.table.schema;
        match self.area {
            Area::Place(place) => {
                let first = schema.place_index(place);
                first..first + 1
            }
            Area::Zone(zone) => {
                let first = schema.place_index(zone.into());
                first..first + usize::from(schema.spans[zone.kind as usize].places)
            }
        }
    }

    /// Most zones are one place: nothing has to be searched for there.
    #[inline(always)]
    fn only_place(&self) -> Option<usize> {
        let schema = &self.table.schema;
        match self.area {
            Area::Place(place) => Some(schema.place_index(place)),
            Area::Zone(zone) => {
                let is_one = schema.spans[zone.kind as usize].places == 1;
                is_one.then(|| schema.place_index(zone.into()))
            }
        }
    }

    /// How many pieces lie here.
    #[inline]
    pub fn len(&self) -> usize {
        let lists = &self.table.places;
        match self.only_place() {
            Some(place) => lists[place].len.into(),
            None => {
                let add = |sum, place: usize| sum + usize::from(lists[place].len);
                self.table.occupied.each(self.places(), 0, add)
            }
        }
    }

    /// Whether nothing lies here.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        match self.only_place() {
            Some(place) => self.table.places[place].len == 0,
            None => self.table.occupied.first(self.places()).is_none(),
        }
    }

    /// The pieces, from the first to the last, place by place.
    #[inline]
    pub fn pieces(&self) -> Pieces<'t, Walk<'t>> {
        let (next, places) = match self.only_place() {
            Some(place) => (self.table.places[place].first, place..place),
            None => (NONE, self.places()),
        };
        let table = self.table;
        Pieces::new(
            table,
            Walk {
                table,
                places,
                next,
            },
        )
    }

    /// The first piece: at the bottom of a stack, at the left of a row.
    #[inline(always)]
    pub fn first(&self) -> Option<Piece> {
        let first = match self.only_place() {
            Some(place) => self.table.places[place].first,
            None => {
                let place = self.table.occupied.first(self.places())?;
                self.table.places[place].first
            }
        };
        (first != NONE).then_some(Piece(first))
    }

    /// The last piece: on top of a stack, at the right of a row.
    #[inline(always)]
    pub fn top(&self) -> Option<Piece> {
        let last = match self.only_place() {
            Some(place) => self.table.places[place].last,
            None => {
                let place = self.table.occupied.last(self.places())?;
                self.table.places[place].last
            }
        };
        (last != NONE).then_some(Piece(last))
    }

    /// The pieces from the last to the first: a stack from its top down.
    ///
    /// ```
    /// use parlor_table::{Piece, Schema};
    /// let mut schema = Schema::new();
    /// let (stack, coin) = (schema.zone("stack").stacked().add(), schema.definition("coin", "gold"));
    /// schema.place(coin, stack, 3);
    /// let table = schema.lay(1);
    /// assert_eq!(table.zone(stack).downwards().collect::<Vec<_>>(), [Piece(2), Piece(1), Piece(0)]);
    /// ```
    #[inline]
    pub fn downwards(&self) -> Downwards<'t> {
        let (next, places) = match self.only_place() {
            Some(place) => (self.table.places[place].last, place..place),
            None => (NONE, self.places()),
        };
        Downwards {
            table: self.table,
            places,
            next,
        }
    }

    /// The so many last pieces, the topmost first.
    pub fn top_many(&self, count: usize) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = self.pieces().collect();
        pieces.reverse();
        pieces.truncate(count);
        pieces
    }
}

/// Walks over the pieces of some places: what [`ZoneRef::pieces`] goes by.
///
/// ```
/// use parlor_table::{Schema, Zone};
/// let table = Schema::new().lay(1);
/// let mut walk = table.zone(Zone::REMOVED).pieces();
/// assert_eq!(walk.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'t> {
    table: &'t Table,
    places: std::ops::Range<usize>,
    next: u16,
}

/// The first of these places where something lies. A call by value: an iterator that is borrowed for it lives in memory, and
/// each step along a list would wait for that.
#[inline(never)]
fn first_occupied(table: &Table, from: usize, to: usize) -> Option<usize> {
    table.occupied.first(from..to)
}

/// The last one.
#[inline(never)]
fn last_occupied(table: &Table, from: usize, to: usize) -> Option<usize> {
    table.occupied.last(from..to)
}

impl Iterator for Walk<'_> {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        if self.next == NONE {
            if self.places.is_empty() {
                return None;
            }
            let place = first_occupied(self.table, self.places.start, self.places.end)?;
            self.places.start = place + 1;
            self.next = self.table.places[place].first;
        }
        let piece = Piece(self.next);
        self.next = self.table.pieces[piece.0 as usize].after;
        Some(piece)
    }

    #[inline]
    fn fold<B, F: FnMut(B, Piece) -> B>(self, start: B, mut add: F) -> B {
        let Table { pieces, places, .. } = self.table;
        let (mut sum, mut next) = (start, self.next);
        while next != NONE {
            sum = add(sum, Piece(next));
            next = pieces[next as usize].after;
        }
        if self.places.is_empty() {
            return sum;
        }
        let occupied = &self.table.occupied;
        occupied.each(self.places, sum, |mut sum, place| {
            // Most places of a board hold one piece: then there is nothing to look up.
            let List { first, last, .. } = places[place];
            let mut next = first;
            while next != last {
                sum = add(sum, Piece(next));
                next = pieces[next as usize].after;
            }
            add(sum, Piece(last))
        })
    }
}

/// Walks over the pieces of some places from the last to the first: what [`ZoneRef::downwards`] goes by.
///
/// ```
/// use parlor_table::{Schema, Zone};
/// let table = Schema::new().lay(1);
/// assert_eq!(table.zone(Zone::REMOVED).downwards().next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Downwards<'t> {
    table: &'t Table,
    places: std::ops::Range<usize>,
    next: u16,
}

impl Iterator for Downwards<'_> {
    type Item = Piece;

    #[inline(always)]
    fn next(&mut self) -> Option<Piece> {
        if self.next == NONE {
            if self.places.is_empty() {
                return None;
            }
            let place = last_occupied(self.table, self.places.start, self.places.end)?;
            self.places.end = place;
            self.next = self.table.places[place].last;
        }
        let piece = Piece(self.next);
        self.next = self.table.pieces[piece.0 as usize].before;
        Some(piece)
    }
}
