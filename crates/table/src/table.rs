//! The state of a table: an arena of pieces in lists, and numbers. Reading it is here and in `numbers.rs`, changing it in `change.rs`.

use std::sync::Arc;

use parlor_core::{Seat, SeatSet, Viewer};
use serde::Deserialize;

use crate::board::{Board, BoardNow, Cell, Edge, Geometry, Grid, OpenNow, Through};
use crate::fog::Fog;
use crate::occupied::Occupied;
use crate::sight::Outlook;
use crate::sparse::Sparse;
use crate::{Area, Definition, Die, Eyes, Piece, Pieces, Place, Schema, Sight, Zone, ZoneRef};

/// Zones, pieces and values of one match.
///
/// It copies in a few hundred nanoseconds, and it is read through [`Table::zone`], [`Table::get`] and [`Table::value`].
/// It changes only by [`Change`](crate::Change)s, which the methods of [`Dealer`](crate::Dealer) make.
///
/// ```
/// use parlor_core::Rng;
/// use parlor_table::{Changes, Dealer, Schema};
/// let mut schema = Schema::new();
/// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").owner_sees().each_seat());
/// for name in ["A♠", "K♠", "Q♠"] {
///     let card = schema.definition("card", name);
///     schema.place(card, deck, 1);
/// }
/// let mut table = schema.lay(2);
/// let mut rng = Rng::from_integer(1);
/// let mut dealer = Dealer::new(&mut table, &mut rng);
/// dealer.shuffle(deck);
/// dealer.deal(deck, hand, 1);
/// assert_eq!(table.zone(deck).len(), 1);
/// ```
#[derive(Debug, PartialEq, Deserialize)]
#[serde(try_from = "crate::load::Saved")]
pub struct Table {
    pub(crate) schema: Arc<Schema>,
    pub(crate) pieces: Vec<Entry>,
    /// The first and last piece of each place.
    pub(crate) places: Vec<List>,
    /// What each zone shows.
    pub(crate) sights: Vec<Sight>,
    /// The places with pieces on them.
    pub(crate) occupied: Occupied,
    /// How many pieces are shown to others than their zone says.
    pub(crate) apart: u16,
    /// The values of the table and the seats, then whether each edge of each graph is open.
    pub(crate) numbers: Vec<i64>,
    /// The changing attributes, piece by piece.
    pub(crate) attributes: Vec<i64>,
    /// Those that few pieces have.
    pub(crate) sparse: Sparse,
    /// The lists of the table and the seats, one kind after the other.
    pub(crate) lists: Vec<Vec<i64>>,
    /// Those of the pieces.
    pub(crate) piece_lists: Sparse<Vec<i64>>,
    /// What each viewer calls each piece.
    pub(crate) names: Vec<u32>,
    /// The values of cells that are not as the map says, by value and place.
    pub(crate) terrain: Vec<((u8, u16), i64)>,
    pub(crate) fog: Fog,
    /// What follows from the rest of who sees what.
    pub(crate) outlook: Outlook,
}

impl Clone for Table {
    fn clone(&self) -> Table {
        Table {
            schema: self.schema.clone(),
            pieces: self.pieces.clone(),
            places: self.places.clone(),
            occupied: self.occupied.clone(),
            sights: self.sights.clone(),
            apart: self.apart,
            numbers: self.numbers.clone(),
            attributes: self.attributes.clone(),
            sparse: self.sparse.clone(),
            lists: self.lists.clone(),
            piece_lists: self.piece_lists.clone(),
            names: self.names.clone(),
            terrain: self.terrain.clone(),
            fog: self.fog.clone(),
            outlook: self.outlook.clone(),
        }
    }

    /// A copy into memory that is there already, several times as fast: for whoever tries out one move after the other.
    fn clone_from(&mut self, other: &Table) {
        if !Arc::ptr_eq(&self.schema, &other.schema) {
            self.schema.clone_from(&other.schema);
        }
        self.pieces.clone_from(&other.pieces);
        self.places.clone_from(&other.places);
        self.sights.clone_from(&other.sights);
        self.occupied.clone_from(&other.occupied);
        self.apart = other.apart;
        self.numbers.clone_from(&other.numbers);
        self.attributes.clone_from(&other.attributes);
        self.sparse.clone_from(&other.sparse);
        self.lists.clone_from(&other.lists);
        self.piece_lists.clone_from(&other.piece_lists);
        self.names.clone_from(&other.names);
        self.terrain.clone_from(&other.terrain);
        self.fog.clone_from(&other.fog);
        self.outlook.clone_from(&other.outlook);
    }
}

/// No piece.
pub(crate) const NONE: u16 = u16::MAX;

/// A piece: what it is, where it lies, who knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub definition: Definition,
    pub place: u16,
    pub before: u16,
    pub after: u16,
    /// What it is attached to, and the first piece that is attached to it.
    pub host: u16,
    pub attached: u16,
    /// Who knows that it is this very piece, by having seen it and followed it since.
    pub exact: Eyes,
    /// Who knows that it is among the pieces of its zone.
    pub within: Eyes,
    /// Who sees it, if it is shown to others than its zone says: until it leaves it.
    pub shown: Eyes,
    pub apart: bool,
    pub owner: u8,
    /// Who decides over it in place of its owner, until it leaves its zone.
    pub controller: u8,
}

impl Entry {
    /// A piece that lies nowhere yet, and that nobody knows.
    pub const NONE: Entry = Entry {
        definition: Definition(0),
        place: NONE,
        before: NONE,
        after: NONE,
        host: NONE,
        attached: NONE,
        exact: Eyes::NOBODY,
        within: Eyes::NOBODY,
        shown: Eyes::NOBODY,
        apart: false,
        owner: NOBODY,
        controller: NOBODY,
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct List {
    pub first: u16,
    pub last: u16,
    pub len: u16,
    /// At least those who know of one of the pieces that it is here.
    pub within: Eyes,
}

impl List {
    pub const EMPTY: List = List {
        first: NONE,
        last: NONE,
        len: 0,
        within: Eyes::NOBODY,
    };
}

/// Nobody's piece.
pub(crate) const NOBODY: u8 = u8::MAX;

impl Table {
    /// The pieces where the schema puts them. The schema has been laid out.
    pub(crate) fn new(schema: Arc<Schema>) -> Table {
        let mut numbers = Vec::with_capacity(schema.numbers.into());
        for spec in &schema.values {
            let copies = if spec.each { schema.seats } else { 1 };
            numbers.extend(std::iter::repeat_n(spec.start, copies.into()));
        }
        for spec in &schema.zones {
            let copies = if spec.each { schema.seats } else { 1 };
            for board in std::iter::repeat_n(spec.board.as_ref(), copies.into()).flatten() {
                let edges = board.edges();
                numbers.extend(edges.map(|edge| i64::from(!board.is_closed_at_first(edge))));
            }
        }
        let removed = schema.sight(Zone::REMOVED);
        let sights = schema.zones().map(|zone| schema.sight(zone));
        let mut table = Table {
            sights: std::iter::once(removed).chain(sights).collect(),
            places: vec![List::EMPTY; schema.zone_of_place.len()],
            occupied: Occupied::new(schema.zone_of_place.len()),
            pieces: Vec::new(),
            apart: 0,
            numbers,
            attributes: Vec::new(),
            sparse: Sparse::default(),
            lists: vec![Vec::new(); schema.list_count()],
            piece_lists: Sparse::default(),
            names: Table::no_names(schema.seats),
            terrain: Vec::new(),
            fog: Fog::new(schema.fog_words as usize),
            outlook: Outlook::default(),
            schema,
        };
        for (definition, place, count) in table.schema.clone().start.iter() {
            for _ in 0..*count {
                table.create(*definition, *place, table.schema.owner(place.zone));
            }
        }
        table
    }

    /// What the table is made of.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The seats, in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<> {
        Seat::all(self.schema.seats)
    }

    /// The seats as a set.
    pub fn seat_set(&self) -> SeatSet {
        SeatSet::all(self.schema.seats)
    }

    /// What lies in a zone, or at one place of it.
    #[inline]
    pub fn zone(&self, zone: impl Into<Area>) -> ZoneRef<'_> {
        ZoneRef {
            table: self,
            area: zone.into(),
        }
    }

    /// All pieces that have not been removed.
    pub fn pieces(&self) -> Pieces<'_, impl Iterator<Item = Piece>> {
        let removed = self.schema.zones[0].first_place;
        let all = (0..).zip(&self.pieces);
        let present = all.filter(move |(_, entry)| entry.place != removed);
        Pieces::new(self, present.map(|(index, _)| Piece(index)))
    }

    /// The pieces of a zone and of all zones within it.
    pub fn nested(&self, zone: Zone) -> Pieces<'_, impl Iterator<Item = Piece>> {
        let inner = self
            .schema
            .zones()
            .filter(move |other| self.is_within(*other, zone));
        Pieces::new(self, inner.flat_map(|zone| self.zone(zone).pieces()))
    }

    fn is_within(&self, zone: Zone, outer: Zone) -> bool {
        let mut zone = zone;
        loop {
            if zone == outer {
                return true;
            }
            let Some(kind) = self.schema.zones[zone.kind as usize].inside else {
                return false;
            };
            let seat = if self.schema.zones[kind as usize].each {
                zone.seat
            } else {
                0
            };
            zone = Zone { kind, seat };
        }
    }

    /// What a piece is an instance of.
    #[inline]
    pub fn definition(&self, piece: Piece) -> Definition {
        self.pieces[piece.0 as usize].definition
    }

    /// What is on a piece's face.
    pub fn name(&self, piece: Piece) -> &str {
        self.schema.name(self.definition(piece))
    }

    /// The shape of a die; nothing for other pieces.
    ///
    /// ```
    /// use parlor_table::{Die, Schema};
    /// let mut schema = Schema::new();
    /// let face = schema.attribute("face").changes().add();
    /// let d8 = schema.die("d8", Die::d8(), face);
    /// let cup = schema.zone("cup").add();
    /// schema.place(d8, cup, 1);
    /// let table = schema.lay(1);
    /// let die = table.zone(cup).top().unwrap();
    /// assert_eq!(table.die(die).unwrap().opposite(table.get(die, face)), Some(8));
    /// ```
    pub fn die(&self, piece: Piece) -> Option<&Die> {
        let definition = self.definition(piece);
        self.schema.definitions[definition.0 as usize].die.as_ref()
    }

    /// Whose piece it is.
    #[inline]
    pub fn owner(&self, piece: Piece) -> Option<Seat> {
        let owner = self.pieces[piece.0 as usize].owner;
        (owner != NOBODY).then_some(Seat(owner))
    }

    /// Who decides over a piece: its owner, unless [`Change::Control`](crate::Change::Control) gave that to another seat.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat};
    /// use parlor_table::{Changes, Dealer, Schema};
    /// let mut schema = Schema::new();
    /// let field = schema.zone("field").each_seat();
    /// let ox = schema.definition("card", "Ox");
    /// schema.place(ox, field.of(Seat(0)), 1);
    /// let (mut table, mut rng) = (schema.lay(2), Rng::from_integer(1));
    /// let ox = table.zone(field.of(Seat(0))).top().unwrap();
    /// Dealer::new(&mut table, &mut rng).control(ox, Some(Seat(1)));
    /// assert_eq!((table.owner(ox), table.controller(ox)), (Some(Seat(0)), Some(Seat(1))));
    /// Dealer::new(&mut table, &mut rng).remove(ox);
    /// assert_eq!(table.controller(ox), Some(Seat(0)));
    /// ```
    #[inline]
    pub fn controller(&self, piece: Piece) -> Option<Seat> {
        match self.pieces[piece.0 as usize].controller {
            NOBODY => self.owner(piece),
            seat => Some(Seat(seat)),
        }
    }

    /// The zone in which a piece lies.
    #[inline]
    pub fn zone_of(&self, piece: Piece) -> Zone {
        self.schema.zone_of_place[self.pieces[piece.0 as usize].place as usize]
    }

    /// The place at which a piece lies.
    #[inline]
    pub fn place_of(&self, piece: Piece) -> Place {
        self.schema
            .place_of_index(self.pieces[piece.0 as usize].place)
    }

    /// The cell of the board on which a piece lies.
    #[inline]
    pub fn cell_of(&self, piece: Piece) -> Cell {
        self.place_of(piece).cell
    }

    /// The board of a zone as it is now: ways, distances and lines of sight lead through open edges.
    /// [`whole`](crate::Through::whole) is the board with all its edges open.
    ///
    /// ```
    /// use parlor_core::Rng;
    /// use parlor_table::{Adjacency, Cell, Changes, Dealer, Edge, Geometry, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let house = Grid::new(2, 1, Adjacency::Orthogonal).door("a1", "b1");
    /// let house = schema.zone("house").board(house).add();
    /// let mut table = schema.lay(1);
    /// assert_eq!(table.board(house).distance(Cell(0), Cell(1)), Some(1));
    /// Dealer::new(&mut table, &mut Rng::fast(0, 0)).set_open(house, Edge(0), false);
    /// assert_eq!(table.board(house).distance(Cell(0), Cell(1)), None);
    /// assert_eq!(table.board(house).whole().distance(Cell(0), Cell(1)), Some(1));
    /// ```
    ///
    /// # Panics
    /// When the zone has none, which is a mistake of the game's author.
    #[inline]
    pub fn board(&self, zone: Zone) -> BoardNow<'_> {
        let board = self.whole_board(zone);
        let first = usize::from(self.schema.zones[zone.kind as usize].first_edge);
        let first = match zone.seat {
            0 => first,
            seat => first + usize::from(seat) * usize::from(board.edge_count()),
        };
        Through::new(board, OpenNow(&self.numbers[first..]))
    }

    #[inline]
    fn whole_board(&self, zone: Zone) -> &Board {
        match &self.schema.zones[zone.kind as usize].board {
            Some(board) => board,
            None => panic!("the zone {} has no board", self.schema.zone_name(zone)),
        }
    }

    /// The squares of a zone's board.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Cell, Direction, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let board = schema.zone("board").board(Grid::new(8, 8, Adjacency::Diagonal)).add();
    /// let table = schema.lay(2);
    /// assert_eq!(table.grid(board).step(Cell(0), Direction::NorthEast), Some(Cell(9)));
    /// ```
    ///
    /// # Panics
    /// When the zone has no such board, which is a mistake of the game's author.
    #[inline]
    pub fn grid(&self, zone: Zone) -> &Grid {
        match self.whole_board(zone) {
            Board::Grid(grid) => grid,
            _ => panic!("the zone {} is no grid", self.schema.zone_name(zone)),
        }
    }

    /// Whether a zone has a board.
    pub fn has_board(&self, zone: Zone) -> bool {
        self.schema.zones[zone.kind as usize].board.is_some()
    }

    /// How many places a zone has: as many as its board has cells.
    #[inline]
    pub fn place_count(&self, zone: Zone) -> u16 {
        self.schema.zones[zone.kind as usize].places
    }

    /// The places of a zone on which nothing lies, from the lowest up.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Cell, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let board = schema.zone("board").board(Grid::new(2, 2, Adjacency::All)).add();
    /// let stone = schema.definition("stone", "X");
    /// schema.place(stone, board.at(Cell(1)), 1);
    /// let table = schema.lay(2);
    /// assert_eq!(table.empty_cells(board).collect::<Vec<_>>(), [Cell(0), Cell(2), Cell(3)]);
    /// ```
    #[inline]
    pub fn empty_cells(&self, zone: Zone) -> impl Iterator<Item = Cell> {
        let places = self.zone(zone).places();
        let first = places.start;
        let free = self.occupied.gaps(places);
        free.map(move |place| Cell((place - first) as u16))
    }

    /// How many pieces there have ever been.
    pub fn piece_count(&self) -> usize {
        self.pieces.len()
    }

    /// A place's name: `b2` on a board, and the zone's name where it has none.
    pub fn place_name(&self, place: Place) -> String {
        match &self.schema.zones[place.zone.kind as usize].board {
            Some(board) => board.name(place.cell),
            None => self.schema.zone_name(place.zone),
        }
    }

    /// Whether an edge of a zone's board is open.
    pub fn is_open(&self, zone: Zone, edge: Edge) -> bool {
        self.numbers[self.edge_index(zone, edge)] != 0
    }

    /// The edge of a board that [`Change::Count`](crate::Change::Count) names with this number, and whether it is open.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Edge, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let house = Grid::new(2, 1, Adjacency::Orthogonal).door("a1", "b1");
    /// let house = schema.zone("house").board(house).add();
    /// assert_eq!(schema.lay(1).edge_of(0), Some((house, Edge(0), true)));
    /// ```
    pub fn edge_of(&self, number: u16) -> Option<(Zone, Edge, bool)> {
        let zones = self.schema.zones().filter(|zone| self.has_board(*zone));
        zones.into_iter().find_map(|zone| {
            let edges = self.whole_board(zone).edge_count();
            let first = self.edge_index(zone, Edge(0)) as u16;
            let edge = number.checked_sub(first).filter(|edge| *edge < edges)?;
            let open = self.numbers[usize::from(number)] != 0;
            Some((zone, Edge(edge), open))
        })
    }

    pub(crate) fn edge_index(&self, zone: Zone, edge: Edge) -> usize {
        let spec = &self.schema.zones[zone.kind as usize];
        let edges = spec.board.as_ref().map_or(0, Geometry::edge_count);
        let before = usize::from(zone.seat) * usize::from(edges);
        usize::from(spec.first_edge) + before + usize::from(edge.0)
    }

    /// What a zone shows now.
    #[inline]
    pub fn sight(&self, zone: Zone) -> Sight {
        self.sights[self.schema.instance(zone)]
    }

    /// Who sees the face of a piece now.
    #[inline]
    pub fn eyes(&self, piece: Piece) -> Eyes {
        let entry = &self.pieces[piece.0 as usize];
        match entry.apart {
            true => entry.shown,
            false => self.sight(self.zone_of(piece)).eyes,
        }
    }

    /// Whether a viewer sees the face of a piece now.
    #[inline]
    pub fn sees(&self, viewer: Viewer, piece: Piece) -> bool {
        self.eyes(piece).see(viewer)
    }

    /// Who knows which piece this is: those who see it, and those who have seen it and could follow it since.
    #[inline]
    pub fn known_to(&self, piece: Piece) -> Eyes {
        let tracked = self.sight(self.zone_of(piece)).tracked();
        let entry = &self.pieces[piece.0 as usize];
        self.eyes(piece).or(entry.exact.and(tracked))
    }
}
