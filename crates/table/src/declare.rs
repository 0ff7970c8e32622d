//! Declaring a table word by word: what a zone shows, whether an attribute changes, whose a value is.

use std::marker::PhantomData;

use crate::board::Board;
use crate::look::ValueDeclared;
use crate::schema::small;
use crate::spec::{AttributeSpec, Faces, Held, ListSpec, SPARSE, ValueSpec, ZoneSpec};
use crate::{
    Attribute, EachZone, Others, Packed, PieceList, Schema, SeatList, SeatValue, Shown, TableList,
    Value, Zone, ZoneKind,
};

/// A zone that is being declared; it is open, and in order, unless you say otherwise.
///
/// ```
/// use parlor_table::Schema;
/// let mut schema = Schema::new();
/// let deck = schema.zone("deck").hidden().stacked().add();
/// let hand = schema.zone("hand").owner_sees().each_seat();
/// let bag = schema.zone("bag").count_only().add();
/// ```
#[must_use = "end with add() or each_seat()"]
pub struct ZoneBuilder<'s> {
    pub(crate) schema: &'s mut Schema,
    pub(crate) spec: ZoneSpec,
}

impl ZoneBuilder<'_> {
    fn sight(mut self, faces: Faces, others: Others) -> Self {
        self.spec.faces = faces;
        self.spec.others = others;
        self
    }

    /// Everybody sees the faces. That is so unless you say otherwise.
    pub fn open(self) -> Self {
        self.sight(Faces::All, Others::Backs)
    }

    /// The owner sees the faces; the others see backs, but not which is which.
    pub fn owner_sees(self) -> Self {
        self.sight(Faces::Owner, Others::Unordered)
    }

    /// Nobody sees the faces; everybody sees backs, and which one moves.
    pub fn hidden(self) -> Self {
        self.sight(Faces::Nobody, Others::Backs)
    }

    /// Nobody sees the faces, nor which back is which.
    pub fn unordered(self) -> Self {
        self.sight(Faces::Nobody, Others::Unordered)
    }

    /// Everybody knows how many there are, and no more.
    pub fn count_only(self) -> Self {
        self.sight(Faces::Nobody, Others::Count)
    }

    /// What those see who do not see the faces.
    pub fn others_see(mut self, others: Others) -> Self {
        self.spec.others = others;
        self
    }

    /// The pieces lie one on the other, the last one on top.
    pub fn stacked(mut self) -> Self {
        self.spec.stacked = true;
        self
    }

    /// Each place of the zone, which is just one where it has no board, holds at most so many pieces. A move beyond that is
    /// refused; ask [`Table::has_room`](crate::Table::has_room) first.
    ///
    /// ```
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// let slot = schema.zone("slot").most(1).add();
    /// let gem = schema.definition("gem", "ruby");
    /// assert!(schema.lay(2).has_room(slot));
    /// schema.place(gem, slot, 1);
    /// assert!(!schema.lay(2).has_room(slot));
    /// ```
    pub fn most(mut self, pieces: u16) -> Self {
        self.spec.most = Some(pieces);
        self
    }

    /// The zone is a board, with a place for each of its cells.
    pub fn board(mut self, board: impl Into<Board>) -> Self {
        self.spec.board = Some(board.into());
        self
    }

    /// The board lies in fog: whoever sees a cell sees what lies on it, and whoever does not learns nothing of it, not even
    /// how many pieces there are. Owners always see their own pieces. Which cells a seat sees is said in play, by
    /// [`Changes::see`](crate::Changes::see) or by a rule of the game. A piece that is
    /// [shown](crate::Changes::show_to_all) is seen besides, until it leaves the board. Of a cell that it no longer sees, each
    /// seat remembers [what stood there](crate::Table::last_seen) until it sees the cell again.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat, Viewer};
    /// use parlor_table::{Adjacency, Cell, CellSet, Changes, Dealer, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let field = schema.zone("field").board(Grid::new(8, 8, Adjacency::All)).fog().add();
    /// let scout = schema.definition("unit", "scout");
    /// let mut table = schema.lay(2);
    /// let mut rng = Rng::fast(0, 0);
    /// let mut dealer = Dealer::new(&mut table, &mut rng);
    /// dealer.create(scout, field.at(Cell(5)), Some(Seat(0)));
    /// let seen = |table: &parlor_table::Table| table.view(Viewer::Seat(Seat(1))).zones[0].pieces.len();
    /// assert_eq!(seen(dealer.table()), 0);
    /// dealer.see(field, [(Seat(1), CellSet::from_iter([Cell(5)]))]);
    /// assert_eq!(seen(dealer.table()), 1);
    /// ```
    pub fn fog(mut self) -> Self {
        self.spec.fog = true;
        self.sight(Faces::Nobody, Others::Nothing)
    }

    /// The zone lies within another one, or within each seat's.
    pub fn inside(mut self, zone: impl Into<ZoneKind>) -> Self {
        self.spec.inside = Some(zone.into().0);
        self
    }

    /// One such zone for the whole table.
    pub fn add(self) -> Zone {
        self.schema.declared();
        let kind = small(self.schema.zones.len(), "zones");
        self.schema.zones.push(self.spec);
        Zone { kind, seat: 0 }
    }

    /// One such zone for each seat, which owns it.
    pub fn each_seat(mut self) -> EachZone {
        self.spec.each = true;
        EachZone(self.add().kind)
    }
}

/// An attribute that is being declared.
///
/// ```
/// use parlor_table::Schema;
/// let mut schema = Schema::new();
/// let suit = schema.attribute::<u8>("suit").words(["♣", "♦", "♥", "♠"]).add();
/// let damage = schema.attribute::<i64>("damage").changes().add();
/// ```
#[must_use = "end with add()"]
pub struct AttributeBuilder<'s, T> {
    pub(crate) schema: &'s mut Schema,
    pub(crate) spec: AttributeSpec,
    pub(crate) of: PhantomData<T>,
}

impl<T: Packed> AttributeBuilder<'_, T> {
    /// What it is where a definition does not say.
    pub fn start(mut self, value: T) -> Self {
        self.spec.start = value.pack();
        self
    }

    /// It changes in play, piece by piece.
    pub fn changes(mut self) -> Self {
        self.spec.slot = Some(self.schema.changing);
        self
    }

    /// It changes in play, and few pieces ever have another value than at the start, which is the same for all: it costs
    /// nothing where it is not set.
    ///
    /// ```
    /// use parlor_core::Rng;
    /// use parlor_table::{Changes, Dealer, Schema};
    /// let mut schema = Schema::new();
    /// let poison = schema.attribute::<i64>("poison").sparse().add();
    /// let (field, ox) = (schema.zone("field").add(), schema.definition("card", "Ox"));
    /// schema.place(ox, field, 2);
    /// let (mut table, mut rng) = (schema.lay(2), Rng::from_integer(1));
    /// let ox = table.zone(field).top().unwrap();
    /// Dealer::new(&mut table, &mut rng).set(ox, poison, 3);
    /// assert_eq!(table.zone(field).pieces().values(poison).collect::<Vec<_>>(), [0, 3]);
    /// ```
    pub fn sparse(mut self) -> Self {
        self.spec.slot = Some(SPARSE);
        self
    }

    /// Who sees it.
    pub fn shown(mut self, shown: Shown) -> Self {
        self.spec.shown = shown;
        self
    }

    /// The words for its values, from 0 on.
    pub fn words<W: Into<String>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.spec.words = words.into_iter().map(Into::into).collect();
        self
    }

    /// The attribute.
    pub fn add(self) -> Attribute<T> {
        self.schema.declared();
        self.schema.changing += u8::from(self.spec.dense().is_some());
        self.schema.attributes.push(self.spec);
        Attribute(
            small(self.schema.attributes.len() - 1, "attributes"),
            PhantomData,
        )
    }
}

/// A value that is being declared.
///
/// ```
/// use parlor_table::{Schema, Shown};
/// let mut schema = Schema::new();
/// let round = schema.value("round", 1_u32).add();
/// let secret = schema.value("bid", 0_i64).shown(Shown::ToOwner).between(0..=9).each_seat();
/// ```
#[must_use = "end with add() or each_seat()"]
pub struct ValueBuilder<'s, T> {
    pub(crate) schema: &'s mut Schema,
    pub(crate) spec: ValueSpec,
    pub(crate) look: ValueDeclared,
    pub(crate) of: PhantomData<T>,
}

impl<T: Packed> ValueBuilder<'_, T> {
    /// Who sees it.
    pub fn shown(mut self, shown: Shown) -> Self {
        self.spec.shown = shown;
        self
    }

    /// What it can be. A value that only its seat sees must say so, and one that is never shown and that nobody can work out:
    /// whoever cannot see it imagines any of these.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat, Viewer};
    /// use parlor_table::{Schema, Shown};
    /// let mut schema = Schema::new();
    /// let solution = schema.value("solution", 7_i64).shown(Shown::Never).between(0..=9).add();
    /// let table = schema.lay(2);
    /// let mut rng = Rng::fast(1, 0);
    /// let mut imagine = || table.resample(Viewer::Seat(Seat(0)), &mut rng).value(solution);
    /// assert!((0..20).any(|_| imagine() != 7));
    /// ```
    pub fn between(mut self, values: std::ops::RangeInclusive<T>) -> Self {
        self.spec.between = Some((values.start().pack(), values.end().pack()));
        self
    }

    /// The words for its values, from 0 on.
    pub fn words<W: Into<String>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.spec.words = words.into_iter().map(Into::into).collect();
        self
    }

    fn index(mut self) -> u8 {
        self.schema.declared();
        self.declare();
        self.schema.values.push(self.spec);
        small(self.schema.values.len() - 1, "values")
    }

    /// The value of the table.
    pub fn add(self) -> Value<T> {
        Value(self.index(), PhantomData)
    }

    /// The value of each seat.
    pub fn each_seat(mut self) -> SeatValue<T> {
        self.spec.each = true;
        SeatValue(self.index(), PhantomData)
    }
}

/// A list that is being declared.
///
/// ```
/// use parlor_table::{Piece, Schema, Shown};
/// let mut schema = Schema::new();
/// let stack = schema.list::<Piece>("stack").add();
/// let guesses = schema.list("guesses").shown(Shown::ToOwner).between(0_u8..=5).each_seat();
/// let marks = schema.list::<u8>("marks").each_piece();
/// ```
#[must_use = "end with add(), each_seat() or each_piece()"]
pub struct ListBuilder<'s, T> {
    pub(crate) schema: &'s mut Schema,
    pub(crate) spec: ListSpec,
    pub(crate) look: ValueDeclared,
    pub(crate) of: PhantomData<T>,
}

impl<T: Packed> ListBuilder<'_, T> {
    /// Who sees what is in it: the list of a piece shows like an attribute. Of a list that only its seat sees the others see how
    /// many items there are.
    pub fn shown(mut self, shown: Shown) -> Self {
        self.spec.shown = shown;
        self
    }

    /// What its items can be. A list of the table or of seats that is [for its owner](Shown::ToOwner) must say so: whoever cannot
    /// see it imagines any of these.
    pub fn between(mut self, values: std::ops::RangeInclusive<T>) -> Self {
        self.spec.between = Some((values.start().pack(), values.end().pack()));
        self
    }

    fn index(mut self, held: Held) -> u8 {
        self.schema.declared();
        self.spec.held = held;
        self.declare();
        self.schema.lists.push(self.spec);
        small(self.schema.lists.len() - 1, "lists")
    }

    /// The list of the table.
    pub fn add(self) -> TableList<T> {
        TableList(self.index(Held::Table), PhantomData)
    }

    /// The list of each seat.
    pub fn each_seat(self) -> SeatList<T> {
        SeatList(self.index(Held::Seats), PhantomData)
    }

    /// The list of each piece.
    pub fn each_piece(self) -> PieceList<T> {
        PieceList(self.index(Held::Pieces), PhantomData)
    }
}
