//! Questions about pieces: narrow them down, sort, add up, compare, group.

use std::collections::BTreeMap;

use parlor_core::Seat;

use crate::{Attribute, Definition, Packed, Piece, Table};

/// Some pieces of a table: an iterator with questions that only pieces can answer.
///
/// ```
/// use parlor_table::Schema;
/// let mut schema = Schema::new();
/// let worth = schema.attribute::<i64>("worth").add();
/// let purse = schema.zone("purse").add();
/// for (name, value) in [("penny", 1), ("dime", 10), ("nickel", 5)] {
///     let coin = schema.definition("coin", name);
///     schema.give(coin, worth, value);
///     schema.place(coin, purse, 2);
/// }
/// let table = schema.lay(1);
/// let coins = || table.zone(purse).pieces();
/// assert_eq!(coins().sum_of(worth), 32);
/// assert_eq!(coins().with(worth, 10).count(), 2);
/// assert_eq!(table.name(coins().most(worth).unwrap()), "dime");
/// assert_eq!(coins().groups(worth).len(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Pieces<'t, I> {
    table: &'t Table,
    pieces: I,
}

impl<'t, I: Iterator<Item = Piece>> Pieces<'t, I> {
    #[inline]
    pub(crate) fn new(table: &'t Table, pieces: I) -> Pieces<'t, I> {
        Pieces { table, pieces }
    }

    /// Those for which this holds.
    #[inline]
    pub fn such_that(
        self,
        holds: impl Fn(Piece) -> bool,
    ) -> Pieces<'t, impl Iterator<Item = Piece>> {
        Pieces::new(self.table, self.pieces.filter(move |piece| holds(*piece)))
    }

    /// Those of this definition.
    #[inline]
    pub fn of(self, definition: Definition) -> Pieces<'t, impl Iterator<Item = Piece>> {
        let table = self.table;
        self.such_that(move |piece| table.definition(piece) == definition)
    }

    /// Those that belong to this seat.
    #[inline]
    pub fn owned_by(self, seat: Seat) -> Pieces<'t, impl Iterator<Item = Piece>> {
        let table = self.table;
        self.such_that(move |piece| table.owner(piece) == Some(seat))
    }

    /// Those over which this seat decides.
    #[inline]
    pub fn controlled_by(self, seat: Seat) -> Pieces<'t, impl Iterator<Item = Piece>> {
        let table = self.table;
        self.such_that(move |piece| table.controller(piece) == Some(seat))
    }

    /// Those with this attribute.
    #[inline]
    pub fn with<T: Packed>(
        self,
        attribute: Attribute<T>,
        value: T,
    ) -> Pieces<'t, impl Iterator<Item = Piece>> {
        let (column, value) = (self.table.column(attribute.0), value.pack());
        self.such_that(move |piece| column.get(piece) == value)
    }

    /// The attribute of each.
    #[inline]
    pub fn values<T: Packed>(self, attribute: Attribute<T>) -> impl Iterator<Item = T> {
        let column = self.table.column(attribute.0);
        self.map(move |piece| T::unpack(column.get(piece)))
    }

    /// The attributes together.
    pub fn sum_of<T: Packed>(self, attribute: Attribute<T>) -> i64 {
        let column = self.table.column(attribute.0);
        self.map(|piece| column.get(piece)).sum()
    }

    /// The first one of those with the least.
    pub fn least<T: Packed>(self, attribute: Attribute<T>) -> Option<Piece> {
        let column = self.table.column(attribute.0);
        self.min_by_key(|piece| column.get(*piece))
    }

    /// The first one of those with the most.
    pub fn most<T: Packed>(self, attribute: Attribute<T>) -> Option<Piece> {
        let column = self.table.column(attribute.0);
        self.min_by_key(|piece| std::cmp::Reverse(column.get(*piece)))
    }

    /// All of them, from the least to the most; equal ones stay in their order.
    pub fn sorted<T: Packed>(self, attribute: Attribute<T>) -> Vec<Piece> {
        let column = self.table.column(attribute.0);
        let mut pieces: Vec<Piece> = self.collect();
        pieces.sort_by_key(|piece| column.get(*piece));
        pieces
    }

    /// The different values of an attribute, from the least to the most.
    pub fn different<T: Packed>(self, attribute: Attribute<T>) -> Vec<T> {
        let column = self.table.column(attribute.0);
        // Small values, which most are, need no list to be sorted.
        let (mut small, mut others) = (0_u64, Vec::new());
        for piece in self {
            match column.get(piece) {
                value @ 0..64 => small |= 1 << value,
                value => others.push(value),
            }
        }
        let mut values = Vec::with_capacity(small.count_ones() as usize + others.len());
        while small != 0 {
            values.push(T::unpack(small.trailing_zeros().into()));
            small &= small - 1;
        }
        if !others.is_empty() {
            let small = values.iter().map(|value: &T| value.pack());
            others.extend(small);
            others.sort_unstable();
            others.dedup();
            values = others.into_iter().map(T::unpack).collect();
        }
        values
    }

    /// Those with the same attribute together, from the least to the most.
    pub fn groups<T: Packed>(self, attribute: Attribute<T>) -> Vec<(T, Vec<Piece>)> {
        let column = self.table.column(attribute.0);
        let mut groups: BTreeMap<i64, Vec<Piece>> = BTreeMap::new();
        for piece in self {
            let value = column.get(piece);
            groups.entry(value).or_default().push(piece);
        }
        groups
            .into_iter()
            .map(|(value, pieces)| (T::unpack(value), pieces))
            .collect()
    }

    /// Whether there is any.
    pub fn any_left(mut self) -> bool {
        self.pieces.next().is_some()
    }
}

impl<I: Iterator<Item = Piece>> Iterator for Pieces<'_, I> {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        self.pieces.next()
    }

    #[inline]
    fn fold<B, F: FnMut(B, Piece) -> B>(self, start: B, add: F) -> B {
        self.pieces.fold(start, add)
    }
}
