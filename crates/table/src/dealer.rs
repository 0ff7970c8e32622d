//! Hands that move pieces: [`Changes`] are the verbs, [`Dealer`] the simplest one who can do them.

use parlor_core::{Rejection, Rng, Seat, SeatSet};

use crate::board::{CellSet, Edge};
use crate::id::Holder;
use crate::table::NONE;
use crate::{
    Attribute, CellValue, Change, Definition, Die, EachZone, End, Eyes, Glimpse, ListOf, Others,
    Packed, Piece, Place, SeatList, SeatValue, Sight, Table, Value, Zone,
};

/// The verbs of a table. Whoever can make a [`Change`] can do all of this.
///
/// ```
/// use parlor_core::{Rng, Seat};
/// use parlor_table::{Changes, Dealer, Die, Schema};
/// let mut schema = Schema::new();
/// let face = schema.attribute("face").changes().add();
/// let cup = schema.zone("cup").add();
/// let d6 = schema.die("d6", Die::d6(), face);
/// schema.place(d6, cup, 2);
/// let score = schema.value("score", 0_i64).each_seat();
/// let mut table = schema.lay(1);
/// let mut rng = Rng::from_integer(42);
/// let mut dealer = Dealer::new(&mut table, &mut rng);
/// dealer.roll_all(cup, face);
/// let sum = dealer.table().zone(cup).pieces().sum_of(face);
/// dealer.add_to(Seat(0), score, sum);
/// assert_eq!(table.of(Seat(0), score), 7);
/// ```
pub trait Changes {
    /// The table as it is now.
    fn table(&self) -> &Table;

    /// The source of chance.
    fn rng(&mut self) -> &mut Rng;

    /// Makes a change.
    fn change(&mut self, change: Change);

    /// Moves a piece, if there is room for it: what all the ways to put one somewhere come down to.
    #[inline]
    fn bring(&mut self, piece: Piece, to: Place, end: End, seen: Eyes) {
        if !self.table().has_room(to) {
            let stays = self.table().place_of(piece) == to && self.table().host(piece).is_none();
            if !stays {
                let problem = no_room(self.table(), to);
                return self.refuse(problem);
            }
        }
        self.change(Change::Move {
            piece,
            to,
            end,
            seen,
        });
    }

    /// How many pieces there can be at most; to create one more is refused.
    fn most_pieces(&self) -> usize {
        NONE.into()
    }

    /// Puts a piece on top of a zone, or onto a place.
    #[inline]
    fn put(&mut self, piece: Piece, to: impl Into<Place>) {
        self.bring(piece, to.into(), End::Top, Eyes::NOBODY);
    }

    /// Puts a piece there for everybody to see while it moves: all will remember what it was.
    fn put_openly(&mut self, piece: Piece, to: impl Into<Place>) {
        self.bring(piece, to.into(), End::Top, Eyes::ALL);
    }

    /// Puts a piece at the bottom of a zone.
    fn put_under(&mut self, piece: Piece, to: impl Into<Place>) {
        self.bring(piece, to.into(), End::Bottom, Eyes::NOBODY);
    }

    /// Puts all these pieces there, one after the other.
    fn put_all(&mut self, pieces: impl IntoIterator<Item = Piece>, to: impl Into<Place>) {
        let to = to.into();
        for piece in pieces {
            self.put(piece, to);
        }
    }

    /// Puts everything that lies in one zone into another one.
    fn empty(&mut self, from: Zone, to: impl Into<Place>) {
        let pieces: Vec<Piece> = self.table().zone(from).pieces().collect();
        self.put_all(pieces, to);
    }

    /// Takes a piece from the table.
    fn remove(&mut self, piece: Piece) {
        self.put(piece, Zone::REMOVED);
    }

    /// Attaches a piece to another one, with all that is attached to itself: it lies there, and goes where that one goes, until
    /// it is put somewhere else. What is removed comes apart: put what should stay elsewhere first. With a host that is removed
    /// already, the piece is removed too.
    fn attach(&mut self, piece: Piece, host: Piece) {
        if self.table().tree(piece).contains(&host) {
            let problem =
                Rejection::new("attached_to_itself", "{piece} cannot be attached to itself");
            let name = self.table().name(piece).to_string();
            return self.refuse(problem.with("piece", name));
        }
        if self.table().zone_of(host) == Zone::REMOVED {
            return self.remove(piece);
        }
        self.change(Change::Attach { piece, host });
    }

    /// Puts all that is attached to a piece somewhere else.
    fn detach_all(&mut self, host: Piece, to: impl Into<Place>) {
        let attached: Vec<Piece> = self.table().attached(host).collect();
        self.put_all(attached, to);
    }

    /// A new piece comes to the table, if there is room for it.
    fn create(
        &mut self,
        definition: Definition,
        to: impl Into<Place>,
        owner: Option<Seat>,
    ) -> Piece {
        let piece = self.table().next_piece(definition);
        let to = to.into();
        let problem = match () {
            _ if usize::from(piece.0) >= self.most_pieces() => Some(too_many_pieces()),
            _ if !self.table().has_room(to) => Some(no_room(self.table(), to)),
            _ => None,
        };
        if let Some(problem) = problem {
            self.refuse(problem);
            // Nothing of what happens after a refusal counts.
            return Piece(piece.0.saturating_sub(1));
        }
        self.change(Change::Create {
            definition,
            to,
            owner,
        });
        piece
    }

    /// Moves the topmost piece, if there is one.
    fn draw(&mut self, from: Zone, to: impl Into<Place>) -> Option<Piece> {
        let piece = self.table().zone(from).top()?;
        self.put(piece, to);
        Some(piece)
    }

    /// Moves so many of the topmost pieces, as far as there are any.
    fn draw_many(&mut self, from: Zone, to: impl Into<Place>, count: usize) -> Vec<Piece> {
        let to = to.into();
        (0..count).map_while(|_| self.draw(from, to)).collect()
    }

    /// Deals so many pieces to each seat, one at a time around the table.
    fn deal(&mut self, from: Zone, to: EachZone, count: usize) {
        for _ in 0..count {
            for seat in self.table().seats() {
                self.draw(from, to.of(seat));
            }
        }
    }

    /// Shuffles what lies in a zone, or at one place.
    fn shuffle(&mut self, place: impl Into<Place>) {
        let place = place.into();
        let mut order: Box<[Piece]> = self.table().zone(place).pieces().collect();
        self.rng().shuffle(&mut order);
        self.change(Change::Order { place, order });
    }

    /// Sorts what lies in a zone, from the least to the most.
    fn sort<T: Packed>(&mut self, place: impl Into<Place>, by: Attribute<T>) {
        let place = place.into();
        let order = self.table().zone(place).pieces().sorted(by).into();
        self.change(Change::Order { place, order });
    }

    /// Refuses to do what rules asked for and cannot be done. In play, the command is refused with this, and nothing
    /// changes; where there is no command, it panics.
    fn refuse(&mut self, problem: Rejection) {
        panic!("{problem}");
    }

    /// Sets an attribute of a piece. It must be one that changes, and a die shows only faces that it has.
    ///
    /// # Panics
    /// When the attribute does not change: a mistake of the game's author.
    fn set<T: Packed>(&mut self, piece: Piece, attribute: Attribute<T>, value: T) {
        let spec = &self.table().schema.attributes[attribute.0 as usize];
        assert!(
            spec.slot.is_some(),
            "the attribute {} does not change: declare it with changes()",
            spec.name
        );
        let (attribute, value) = (attribute.0, value.pack());
        if self.table().schema.die_face == Some(attribute)
            && let Some(die) = self.table().die(piece)
            && !die.holds(value)
        {
            let problem = no_such_face(self.table().name(piece), die, value);
            return self.refuse(problem);
        }
        self.change(Change::Set {
            piece,
            attribute,
            value,
        });
    }

    /// Rolls a die.
    fn roll(&mut self, die: Piece, face: Attribute<i64>) -> i64 {
        let definition = self.table().definition(die);
        let shape = &self.table().schema.definitions[definition.0 as usize].die;
        let (low, sides) = match shape {
            Some(shape) => (shape.lowest(), shape.sides()),
            None => panic!("{} is no die", self.table().name(die)),
        };
        let value = low + i64::from(self.rng().below(sides.into()));
        self.set(die, face, value);
        value
    }

    /// Rolls all dice of a zone.
    fn roll_all(&mut self, zone: Zone, face: Attribute<i64>) {
        let dice: Vec<Piece> = self.table().zone(zone).pieces().collect();
        for die in dice {
            self.roll(die, face);
        }
    }

    /// Turns a die to the face that lies below; says whether it has one.
    fn flip(&mut self, die: Piece, face: Attribute<i64>) -> bool {
        let table = self.table();
        let definition = table.definition(die);
        let shape = &table.schema.definitions[definition.0 as usize].die;
        let opposite = shape
            .as_ref()
            .and_then(|shape| shape.opposite(table.get(die, face)));
        match opposite {
            Some(value) => {
                self.set(die, face, value);
                true
            }
            None => false,
        }
    }

    /// Gives a piece to a seat, or to nobody.
    fn give(&mut self, piece: Piece, owner: Option<Seat>) {
        self.change(Change::Own { piece, owner });
    }

    /// Lets another seat decide over a piece, until it leaves its zone; nobody for its owner again.
    fn control(&mut self, piece: Piece, controller: Option<Seat>) {
        self.change(Change::Control { piece, controller });
    }

    /// Adds to the counters of a kind on a piece; there are never fewer than none.
    fn add_counters(&mut self, piece: Piece, counter: Attribute<i64>, more: i64) {
        let sum = self.table().get(piece, counter).saturating_add(more);
        self.set(piece, counter, sum.max(0));
    }

    /// Sets a value of the table.
    #[inline]
    fn set_value<T: Packed>(&mut self, value: Value<T>, to: T) {
        let index = self.table().schema.values[value.0 as usize].first;
        let value = to.pack();
        self.change(Change::Count { index, value });
    }

    /// Sets a value of a seat.
    #[inline]
    fn set_of<T: Packed>(&mut self, seat: Seat, value: SeatValue<T>, to: T) {
        let first = self.table().schema.values[value.0 as usize].first;
        let (index, value) = (first + u16::from(seat.0), to.pack());
        self.change(Change::Count { index, value });
    }

    /// Adds to a value of the table.
    fn add<T: Packed>(&mut self, value: Value<T>, more: i64) {
        let sum = self.table().value(value).pack().saturating_add(more);
        self.set_value(value, T::unpack(sum));
    }

    /// Adds to a value of a seat.
    fn add_to<T: Packed>(&mut self, seat: Seat, value: SeatValue<T>, more: i64) {
        let sum = self.table().of(seat, value).pack().saturating_add(more);
        self.set_of(seat, value, T::unpack(sum));
    }

    /// Sets a list of a seat.
    fn set_list(&mut self, seat: Seat, list: SeatList, entries: impl Into<Box<[i64]>>) {
        let (list, seat, entries) = (list.0, Some(seat), entries.into());
        self.change(Change::List {
            seat,
            piece: None,
            list,
            entries,
        });
    }

    /// Adds to a list of a seat.
    fn push(&mut self, seat: Seat, list: SeatList, entry: i64) {
        self.push_item(list.of(seat), entry);
    }

    /// Sets what is in a list of the table, of a seat or of a piece.
    fn set_items<T: Packed>(
        &mut self,
        list: impl Into<ListOf<T>>,
        items: impl IntoIterator<Item = T>,
    ) {
        let ListOf(list, holder, _) = list.into();
        let (seat, piece) = match holder {
            Holder::Table => (None, None),
            Holder::Seat(seat) => (Some(seat), None),
            Holder::Piece(piece) => (None, Some(piece)),
        };
        let entries = items.into_iter().map(T::pack).collect();
        self.change(Change::List {
            seat,
            piece,
            list,
            entries,
        });
    }

    /// Adds an item at the end of a list.
    fn push_item<T: Packed>(&mut self, list: impl Into<ListOf<T>>, item: T) {
        let list = list.into();
        let mut items: Vec<T> = self.table().items(list).collect();
        items.push(item);
        self.set_items(list, items);
    }

    /// Takes the last item from a list.
    fn pop_item<T: Packed>(&mut self, list: impl Into<ListOf<T>>) -> Option<T> {
        let list = list.into();
        let mut items: Vec<T> = self.table().items(list).collect();
        let last = items.pop()?;
        self.set_items(list, items);
        Some(last)
    }

    /// Opens or closes an edge of a board: a way of a graph, a door of a grid.
    fn set_open(&mut self, zone: Zone, edge: Edge, open: bool) {
        let index = self.table().edge_index(zone, edge) as u16;
        let value = open.into();
        self.change(Change::Count { index, value });
    }

    /// Sets a value of a cell. It must be one that changes.
    ///
    /// ```
    /// use parlor_core::Rng;
    /// use parlor_table::{Adjacency, Cell, Changes, Dealer, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let field = schema.zone("field").board(Grid::new(3, 3, Adjacency::All)).add();
    /// let fire = schema.cell_value::<bool>("fire", field).changes().add();
    /// let (mut table, mut rng) = (schema.lay(2), Rng::fast(0, 0));
    /// Dealer::new(&mut table, &mut rng).set_cell(field.at(Cell(4)), fire, true);
    /// assert!(table.cell(field.at(Cell(4)), fire));
    /// ```
    ///
    /// # Panics
    /// When the value does not change: a mistake of the game's author.
    fn set_cell<T: Packed>(&mut self, place: impl Into<Place>, value: CellValue<T>, to: T) {
        let spec = &self.table().schema.cell_values[usize::from(value.0)];
        assert!(
            spec.changes,
            "the value {} of cells does not change: declare it with changes()",
            spec.name
        );
        let (place, value, to) = (place.into(), value.0, to.pack());
        self.change(Change::Cell { place, value, to });
    }

    /// Lets these seats see these cells of a board in fog, and no others: one change for all that appears and vanishes,
    /// and none where nothing does.
    fn see(&mut self, zone: Zone, seats: impl IntoIterator<Item = (Seat, CellSet)>) {
        let table = self.table();
        let seats = seats.into_iter();
        let seats = seats.filter_map(|(seat, cells)| table.glimpse(zone, seat, &cells));
        let seats: Box<[Glimpse]> = seats.collect();
        if !seats.is_empty() {
            self.change(Change::See { zone, seats });
        }
    }

    /// Shows a piece to everybody, until it leaves its zone. In [fog](crate::ZoneBuilder::fog) whoever sees the cell of a piece
    /// sees the piece: showing adds others to these, wherever the piece goes on its board, and hiding takes back what was
    /// shown.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat, Viewer};
    /// use parlor_table::{Adjacency, Cell, Changes, Dealer, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let field = schema.zone("field").board(Grid::new(4, 1, Adjacency::All)).fog().add();
    /// let flag = schema.definition("unit", "flag");
    /// let (mut table, mut rng) = (schema.lay(2), Rng::fast(0, 0));
    /// let mut dealer = Dealer::new(&mut table, &mut rng);
    /// let flag = dealer.create(flag, field.at(Cell(3)), Some(Seat(1)));
    /// dealer.show_to_all(flag);
    /// dealer.put(flag, field.at(Cell(2)));
    /// assert!(dealer.table().sees(Viewer::Seat(Seat(0)), flag));
    /// dealer.show_as_zone(flag);
    /// assert!(!dealer.table().sees(Viewer::Seat(Seat(0)), flag));
    /// ```
    fn show_to_all(&mut self, piece: Piece) {
        let to = Some(Eyes::ALL);
        self.change(Change::Show { piece, to });
    }

    /// Shows a piece to these seats too, until it leaves its zone.
    fn show_to(&mut self, piece: Piece, seats: SeatSet) {
        let to = Some(self.table().shown_to(piece).or(Eyes::of_all(seats)));
        self.change(Change::Show { piece, to });
    }

    /// Shows a piece to these seats alone, until it leaves its zone.
    fn show_only_to(&mut self, piece: Piece, seats: SeatSet) {
        let to = Some(Eyes::of_all(seats));
        self.change(Change::Show { piece, to });
    }

    /// Hides a piece from these seats, until it leaves its zone.
    fn hide_from(&mut self, piece: Piece, seats: SeatSet) {
        let to = Some(self.table().shown_to(piece).but(Eyes::of_all(seats)));
        self.change(Change::Show { piece, to });
    }

    /// Turns a piece face down, until it leaves its zone.
    fn hide(&mut self, piece: Piece) {
        let to = Some(Eyes::NOBODY);
        self.change(Change::Show { piece, to });
    }

    /// Lets the zone decide again who sees a piece.
    fn show_as_zone(&mut self, piece: Piece) {
        self.change(Change::Show { piece, to: None });
    }

    /// Lets some see a piece for a moment: they will remember it.
    fn reveal(&mut self, piece: Piece, to: Eyes) {
        self.change(Change::Reveal { piece, to });
    }

    /// Opens a zone to everybody, or hides it again.
    fn look(&mut self, zone: Zone, sight: Sight) {
        self.change(Change::Look { zone, sight });
    }

    /// Opens a zone to everybody. On a board in fog everybody sees all pieces then.
    fn open(&mut self, zone: Zone) {
        self.look(zone, Sight::OPEN);
    }

    /// Lets a zone show again what it showed at the beginning.
    fn close(&mut self, zone: Zone) {
        let sight = self.table().schema.sight(zone);
        self.look(zone, sight);
    }

    /// Lets these seats see a zone's faces as well.
    fn open_to(&mut self, zone: Zone, seats: SeatSet) {
        let sight = self.table().sight(zone);
        let eyes = sight.eyes.or(Eyes::of_all(seats));
        self.look(zone, Sight { eyes, ..sight });
    }

    /// Hides a zone's faces from these seats, who see backs without order from now on.
    fn close_to(&mut self, zone: Zone, seats: SeatSet) {
        let sight = self.table().sight(zone);
        let eyes = sight.eyes.but(Eyes::of_all(seats));
        let others = match sight.others {
            Others::Backs => Others::Unordered,
            others => others,
        };
        self.look(zone, Sight { eyes, others });
    }
}

fn too_many_pieces() -> Rejection {
    Rejection::new("too_many_pieces", "there are too many pieces on the table")
}

fn no_room(table: &Table, to: Place) -> Rejection {
    let text = "{place} is full: it holds at most {most}";
    let most = table.schema.spans[to.zone.number()].most;
    Rejection::new("no_room", text)
        .with("place", table.place_name(to))
        .with("most", i64::from(most))
}

fn no_such_face(name: &str, die: &Die, value: i64) -> Rejection {
    let text = "{die} has no face {value}: it shows {lowest} to {highest}";
    Rejection::new("no_such_face", text)
        .with("die", name.to_string())
        .with("value", value)
        .with("lowest", die.lowest())
        .with("highest", die.highest())
}

/// Changes a table directly: for hand-written games, tests and set-ups. It can keep a list of what it changed.
///
/// ```
/// use parlor_core::Rng;
/// use parlor_table::{Change, Changes, Dealer, Schema};
/// let mut schema = Schema::new();
/// let round = schema.value("round", 1_u32).add();
/// let (mut table, mut rng) = (schema.lay(2), Rng::from_integer(1));
/// let mut log = Vec::new();
/// Dealer::new(&mut table, &mut rng).log(&mut log).add(round, 1);
/// assert_eq!(log, [Change::Count { index: 0, value: 2 }]);
/// ```
pub struct Dealer<'a> {
    table: &'a mut Table,
    rng: &'a mut Rng,
    log: Option<&'a mut Vec<Change>>,
}

impl<'a> Dealer<'a> {
    /// Somebody who deals at this table.
    #[inline]
    pub fn new(table: &'a mut Table, rng: &'a mut Rng) -> Dealer<'a> {
        Dealer {
            table,
            rng,
            log: None,
        }
    }

    /// Writes down every change.
    #[must_use]
    pub fn log(mut self, log: &'a mut Vec<Change>) -> Dealer<'a> {
        self.log = Some(log);
        self
    }
}

impl Changes for Dealer<'_> {
    #[inline]
    fn table(&self) -> &Table {
        self.table
    }

    #[inline]
    fn rng(&mut self) -> &mut Rng {
        self.rng
    }

    #[inline]
    fn change(&mut self, change: Change) {
        self.table.apply(&change);
        if let Some(log) = &mut self.log {
            log.push(change);
        }
    }
}
