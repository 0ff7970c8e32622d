//! Reading attributes, values and lists: numbers that their types pack and unpack.

use parlor_core::Seat;

use crate::id::Holder;
use crate::spec::{FIXED, SPARSE};
use crate::{Attribute, ListOf, Packed, Piece, SeatList, SeatValue, Table, Value};

impl Table {
    /// An attribute of a piece.
    #[inline]
    pub fn get<T: Packed>(&self, piece: Piece, attribute: Attribute<T>) -> T {
        T::unpack(self.raw_attribute(piece, attribute.0))
    }

    /// An attribute of a piece by their numbers, as [`Change::Set`](crate::Change::Set) writes them.
    pub fn attribute_number(&self, piece: Piece, attribute: u8) -> i64 {
        self.raw_attribute(piece, attribute)
    }

    /// A value of the table or of a seat by its number, as [`Change::Count`](crate::Change::Count) writes it.
    pub fn value_number(&self, index: u16) -> i64 {
        self.numbers[usize::from(index)]
    }

    #[inline(always)]
    pub(crate) fn raw_attribute(&self, piece: Piece, attribute: u8) -> i64 {
        match self.schema.slots[attribute as usize] {
            FIXED => self.printed(piece, attribute),
            SPARSE => self.sparse_attribute(piece, attribute),
            slot => self.attributes[self.slot(piece, slot)],
        }
    }

    #[cold]
    fn sparse_attribute(&self, piece: Piece, attribute: u8) -> i64 {
        let set = self.sparse.get(piece, attribute);
        set.copied()
            .unwrap_or_else(|| self.printed(piece, attribute))
    }

    /// What the piece's definition says.
    #[inline]
    pub(crate) fn printed(&self, piece: Piece, attribute: u8) -> i64 {
        let definition = self.pieces[piece.0 as usize].definition;
        self.schema.fixed[definition.0 as usize * self.schema.slots.len() + attribute as usize]
    }

    /// Sets an attribute that changes.
    #[inline]
    pub(crate) fn set_raw(&mut self, piece: Piece, attribute: u8, value: i64) {
        match self.schema.slots[attribute as usize] {
            FIXED => {}
            SPARSE => {
                let differs = value != self.printed(piece, attribute);
                self.sparse.set(piece, attribute, differs.then_some(value));
            }
            slot => {
                let index = self.slot(piece, slot);
                self.attributes[index] = value;
            }
        }
    }

    /// An attribute of many pieces: where its values lie is looked up once.
    #[inline]
    pub(crate) fn column(&self, attribute: u8) -> Column<'_> {
        let schema = &*self.schema;
        let slot = schema.slots[attribute as usize];
        match slot {
            FIXED | SPARSE => Column {
                table: self,
                values: &schema.fixed,
                width: schema.slots.len(),
                offset: attribute.into(),
                dense: false,
                sparse: slot == SPARSE && !self.sparse.is_empty(),
            },
            slot => Column {
                table: self,
                values: &self.attributes,
                width: schema.changing.into(),
                offset: slot.into(),
                dense: true,
                sparse: false,
            },
        }
    }

    #[inline]
    pub(crate) fn slot(&self, piece: Piece, slot: u8) -> usize {
        piece.0 as usize * self.schema.changing as usize + slot as usize
    }

    /// A value of the table.
    #[inline]
    pub fn value<T: Packed>(&self, value: Value<T>) -> T {
        let first = self.schema.values[value.0 as usize].first;
        T::unpack(self.numbers[first as usize])
    }

    /// A value of a seat.
    #[inline]
    pub fn of<T: Packed>(&self, seat: Seat, value: SeatValue<T>) -> T {
        let first = self.schema.values[value.0 as usize].first;
        T::unpack(self.numbers[first as usize + seat.index()])
    }

    /// A list of a seat.
    pub fn list(&self, seat: Seat, list: SeatList) -> &[i64] {
        self.raw_items(list.0, Holder::Seat(seat))
    }

    /// What is in a list of the table, of a seat or of a piece.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat};
    /// use parlor_table::{Changes, Dealer, Schema};
    /// let mut schema = Schema::new();
    /// let bids = schema.list::<u8>("bids").each_seat();
    /// let (mut table, mut rng) = (schema.lay(2), Rng::from_integer(1));
    /// Dealer::new(&mut table, &mut rng).set_items(bids.of(Seat(1)), [3, 5]);
    /// assert_eq!(table.items(bids.of(Seat(1))).max(), Some(5));
    /// ```
    pub fn items<T: Packed>(
        &self,
        list: impl Into<ListOf<T>>,
    ) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator {
        let ListOf(list, holder, _) = list.into();
        self.raw_items(list, holder).iter().copied().map(T::unpack)
    }

    pub(crate) fn raw_items(&self, list: u8, holder: Holder) -> &[i64] {
        match holder {
            Holder::Piece(piece) => self.piece_lists.get(piece, list).map_or(&[], Vec::as_slice),
            _ => &self.lists[self.list_index(list, holder)],
        }
    }

    pub(crate) fn list_index(&self, list: u8, holder: Holder) -> usize {
        let first = usize::from(self.schema.lists[usize::from(list)].first);
        match holder {
            Holder::Seat(seat) => first + seat.index(),
            Holder::Table | Holder::Piece(_) => first,
        }
    }
}

/// An attribute of all pieces.
#[derive(Clone, Copy)]
pub(crate) struct Column<'t> {
    table: &'t Table,
    values: &'t [i64],
    width: usize,
    offset: usize,
    dense: bool,
    sparse: bool,
}

impl Column<'_> {
    #[inline]
    pub fn get(&self, piece: Piece) -> i64 {
        let row = match self.dense {
            true => piece.0.into(),
            false => usize::from(self.table.pieces[piece.0 as usize].definition.0),
        };
        if self.sparse
            && let Some(value) = self.table.sparse.get(piece, self.offset as u8)
        {
            return *value;
        }
        self.values[row * self.width + self.offset]
    }
}
