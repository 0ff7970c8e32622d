//! The names of things on a table: small numbers that are cheap to copy and mean nothing by themselves.

use std::fmt;
use std::marker::PhantomData;

use parlor_core::Seat;
use serde::{Deserialize, Serialize};

use crate::board::Cell;

/// A piece: a card, die, stone or unit. It stays the same piece wherever it goes; it is never shown to viewers, who get
/// a [`Handle`] instead.
///
/// ```
/// use parlor_table::{Piece, Schema};
/// let mut schema = Schema::new();
/// let coin = schema.definition("coin", "gold");
/// let purse = schema.zone("purse").add();
/// schema.place(coin, purse, 2);
/// let table = schema.lay(2);
/// assert_eq!(table.zone(purse).pieces().collect::<Vec<_>>(), [Piece(0), Piece(1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Piece(pub u16);

/// What viewers call a piece. It says nothing of what the piece is, and a piece gets another one whenever somebody could
/// otherwise follow it where it must not be followed.
///
/// ```
/// use parlor_table::Handle;
/// assert_eq!(Handle(17).to_string(), "#17");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Handle(pub u32);

/// The static data that a piece is an instance of.
///
/// ```
/// use parlor_table::Schema;
/// let mut schema = Schema::new();
/// let (king, queen) = (schema.definition("card", "K♠"), schema.definition("card", "Q♠"));
/// assert_ne!(king, queen);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Definition(pub u16);

/// A zone: a place on the table that holds pieces, or a board with many such places.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_table::Schema;
/// let mut schema = Schema::new();
/// let deck = schema.zone("deck").add();
/// let hand = schema.zone("hand").each_seat();
/// assert_ne!(hand.of(Seat(0)), hand.of(Seat(1)));
/// assert_ne!(hand.of(Seat(0)), deck);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Zone {
    pub(crate) kind: u8,
    pub(crate) seat: u8,
}

impl Zone {
    /// Where removed pieces lie. Every table has it, and no view shows it.
    pub const REMOVED: Zone = Zone { kind: 0, seat: 0 };

    /// Its number in the order of declaration; the place for removed pieces is 0.
    #[inline]
    pub fn number(self) -> usize {
        self.kind.into()
    }

    /// The seat whose zone it is, if each seat has one.
    #[inline]
    pub fn seat(self) -> Seat {
        Seat(self.seat)
    }

    /// Whether it was declared as this one.
    pub fn is_kind_of(self, kind: ZoneKind) -> bool {
        self.kind == kind.0
    }

    /// The place with this number, for zones that are boards.
    #[inline]
    pub fn at(self, cell: Cell) -> Place {
        Place { zone: self, cell }
    }
}

/// A zone as it was declared: one zone, or that of every seat.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_table::{Schema, ZoneKind};
/// let hand = Schema::new().zone("hand").each_seat();
/// assert_eq!(ZoneKind::from(hand), ZoneKind::from(hand.of(Seat(1))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneKind(pub(crate) u8);

impl From<Zone> for ZoneKind {
    fn from(zone: Zone) -> ZoneKind {
        ZoneKind(zone.kind)
    }
}

impl From<EachZone> for ZoneKind {
    fn from(zone: EachZone) -> ZoneKind {
        ZoneKind(zone.0)
    }
}

/// A zone for each seat.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_table::Schema;
/// let hand = Schema::new().zone("hand").each_seat();
/// assert_eq!(hand.of(Seat(1)), hand.of(Seat(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EachZone(pub(crate) u8);

impl EachZone {
    /// The zone of this seat.
    #[inline]
    pub fn of(self, seat: Seat) -> Zone {
        Zone {
            kind: self.0,
            seat: seat.0,
        }
    }
}

/// A place within a zone: a square or hexagon of a board, a node of a graph. A zone without a board has just one.
///
/// ```
/// use parlor_table::{Adjacency, Cell, Grid, Place, Schema};
/// let mut schema = Schema::new();
/// let board = schema.zone("board").board(Grid::new(3, 3, Adjacency::Orthogonal)).add();
/// let centre: Place = board.at(Cell(4));
/// assert_eq!(schema.lay(2).place_name(centre), "b2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The zone.
    pub zone: Zone,
    /// Where in it.
    pub cell: Cell,
}

impl From<Zone> for Place {
    #[inline]
    fn from(zone: Zone) -> Place {
        zone.at(Cell(0))
    }
}

/// A typed attribute of pieces: `rank`, `tapped`, `hit_points`.
///
/// ```
/// use parlor_table::{Attribute, Schema};
/// let mut schema = Schema::new();
/// let rank: Attribute<u8> = schema.attribute("rank").add();
/// let king = schema.definition("card", "K♠");
/// schema.give(king, rank, 13);
/// let deck = schema.zone("deck").add();
/// schema.place(king, deck, 1);
/// let table = schema.lay(2);
/// let card = table.zone(deck).top().unwrap();
/// assert_eq!(table.get(card, rank), 13);
/// ```
pub struct Attribute<T>(pub(crate) u8, pub(crate) PhantomData<fn() -> T>);

impl<T> Attribute<T> {
    /// Its number, as [`Change::Set`](crate::Change::Set) writes it.
    pub fn number(self) -> u8 {
        self.0
    }
}

/// A typed value of the table: the running count, the trump suit.
///
/// ```
/// use parlor_table::{Schema, Value};
/// let mut schema = Schema::new();
/// let round: Value<u32> = schema.value("round", 1).add();
/// assert_eq!(schema.lay(2).value(round), 1);
/// ```
pub struct Value<T>(pub(crate) u8, pub(crate) PhantomData<fn() -> T>);

/// A typed value of each seat: the score, the bid.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_table::{Schema, SeatValue};
/// let mut schema = Schema::new();
/// let score: SeatValue<i64> = schema.value("score", 0).each_seat();
/// assert_eq!(schema.lay(2).of(Seat(1), score), 0);
/// ```
pub struct SeatValue<T>(pub(crate) u8, pub(crate) PhantomData<fn() -> T>);

/// A typed list of the table: what waits to be resolved, in order.
///
/// ```
/// use parlor_table::{Piece, Schema, Shown, TableList};
/// let mut schema = Schema::new();
/// let waiting: TableList<Piece> = schema.list("waiting").shown(Shown::Never).add();
/// assert_eq!(schema.lay(2).items(waiting).len(), 0);
/// ```
pub struct TableList<T>(pub(crate) u8, pub(crate) PhantomData<fn() -> T>);

/// A typed list that each seat has: the entries of a score sheet.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_table::Schema;
/// let mut schema = Schema::new();
/// let sheet = schema.seat_list("sheet");
/// assert!(schema.lay(2).list(Seat(0), sheet).is_empty());
/// ```
pub struct SeatList<T = i64>(pub(crate) u8, pub(crate) PhantomData<fn() -> T>);

/// A typed list that each piece has, kept for those pieces alone in whose list there is something.
///
/// ```
/// use parlor_core::Rng;
/// use parlor_table::{Changes, Dealer, Schema};
/// let mut schema = Schema::new();
/// let moods = schema.list::<u8>("moods").each_piece();
/// let (field, ox) = (schema.zone("field").add(), schema.definition("card", "Ox"));
/// schema.place(ox, field, 1);
/// let (mut table, mut rng) = (schema.lay(2), Rng::from_integer(1));
/// let ox = table.zone(field).top().unwrap();
/// Dealer::new(&mut table, &mut rng).push_item(moods.of(ox), 3);
/// assert_eq!(table.items(moods.of(ox)).collect::<Vec<_>>(), [3]);
/// ```
pub struct PieceList<T>(pub(crate) u8, pub(crate) PhantomData<fn() -> T>);

/// One list: that of the table, of one seat, or of one piece.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_table::{ListOf, Schema};
/// let mut schema = Schema::new();
/// let sheet = schema.list::<i64>("sheet").each_seat();
/// let mine: ListOf<i64> = sheet.of(Seat(0));
/// assert_eq!(schema.lay(2).items(mine).sum::<i64>(), 0);
/// ```
pub struct ListOf<T>(
    pub(crate) u8,
    pub(crate) Holder,
    pub(crate) PhantomData<fn() -> T>,
);

/// Whose list it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    Table,
    Seat(Seat),
    Piece(Piece),
}

impl<T> SeatList<T> {
    /// The list of this seat.
    #[inline]
    pub fn of(self, seat: Seat) -> ListOf<T> {
        ListOf(self.0, Holder::Seat(seat), PhantomData)
    }
}

impl<T> PieceList<T> {
    /// The list of this piece.
    #[inline]
    pub fn of(self, piece: Piece) -> ListOf<T> {
        ListOf(self.0, Holder::Piece(piece), PhantomData)
    }
}

impl<T> From<TableList<T>> for ListOf<T> {
    fn from(list: TableList<T>) -> ListOf<T> {
        ListOf(list.0, Holder::Table, PhantomData)
    }
}

macro_rules! copy_for_every_type {
    ($($name:ident),*) => {$(
        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<T> Copy for $name<T> {}
        impl<T> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    )*};
}
copy_for_every_type!(
    Attribute, Value, SeatValue, TableList, SeatList, PieceList, ListOf
);

impl<T> PartialEq for SeatList<T> {
    fn eq(&self, other: &SeatList<T>) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for SeatList<T> {}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// How views show the numbers of attributes and values.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_table::{Packed, ShownAs};
/// assert_eq!(<Option<Seat> as Packed>::SHOWN_AS, ShownAs::Seat);
/// assert_eq!(bool::SHOWN_AS, ShownAs::YesOrNo);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShownAs {
    /// As they are.
    #[default]
    Number,
    /// As a seat, `{"seat": 1}`, so that people see its name.
    Seat,
    /// As true or false.
    YesOrNo,
    /// As each viewer calls the piece, `"#7"`; nothing to a viewer who cannot tell it from others.
    Piece,
}

/// What can be an attribute or value: anything that fits into a whole number. Implement it for your own enums.
///
/// ```
/// use parlor_table::Packed;
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Suit { Clubs, Hearts }
/// impl Packed for Suit {
///     fn pack(self) -> i64 { self as i64 }
///     fn unpack(number: i64) -> Suit { if number == 0 { Suit::Clubs } else { Suit::Hearts } }
/// }
/// assert_eq!(Suit::unpack(Suit::Hearts.pack()), Suit::Hearts);
/// ```
pub trait Packed: Copy {
    /// How views show its numbers, where no words are declared for them.
    const SHOWN_AS: ShownAs = ShownAs::Number;

    /// The number that stands for it.
    fn pack(self) -> i64;
    /// What the number stands for. Every number that [`Packed::pack`] gives comes back as what it was.
    fn unpack(number: i64) -> Self;
}

macro_rules! packed_numbers {
    ($($number:ty),*) => {$(
        impl Packed for $number {
            #[inline]
            fn pack(self) -> i64 {
                self as i64
            }
            #[inline]
            fn unpack(number: i64) -> Self {
                number as $number
            }
        }
    )*};
}
packed_numbers!(i64, i32, i16, i8, u32, u16, u8, usize);

macro_rules! packed_ids {
    ($($id:ident($number:ty)),*) => {$(
        impl Packed for $id {
            #[inline]
            fn pack(self) -> i64 {
                self.0.into()
            }
            #[inline]
            fn unpack(number: i64) -> Self {
                $id(number as $number)
            }
        }
    )*};
}
packed_ids!(Cell(u16), Definition(u16));

impl Packed for Piece {
    const SHOWN_AS: ShownAs = ShownAs::Piece;

    #[inline]
    fn pack(self) -> i64 {
        self.0.into()
    }
    #[inline]
    fn unpack(number: i64) -> Piece {
        Piece(number as u16)
    }
}

impl Packed for Seat {
    const SHOWN_AS: ShownAs = ShownAs::Seat;

    #[inline]
    fn pack(self) -> i64 {
        self.0.into()
    }
    #[inline]
    fn unpack(number: i64) -> Seat {
        Seat(number as u8)
    }
}

impl Packed for Zone {
    #[inline]
    fn pack(self) -> i64 {
        i64::from(self.kind) << 8 | i64::from(self.seat)
    }
    #[inline]
    fn unpack(number: i64) -> Zone {
        Zone {
            kind: (number >> 8) as u8,
            seat: number as u8,
        }
    }
}

impl Packed for bool {
    const SHOWN_AS: ShownAs = ShownAs::YesOrNo;

    #[inline]
    fn pack(self) -> i64 {
        self.into()
    }
    #[inline]
    fn unpack(number: i64) -> bool {
        number != 0
    }
}

/// Nothing is -1, so what is in the option must not be negative.
impl<T: Packed> Packed for Option<T> {
    const SHOWN_AS: ShownAs = T::SHOWN_AS;

    #[inline]
    fn pack(self) -> i64 {
        self.map_or(-1, T::pack)
    }
    #[inline]
    fn unpack(number: i64) -> Option<T> {
        (number >= 0).then(|| T::unpack(number))
    }
}
