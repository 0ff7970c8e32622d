//! Boards in fog: which cells each seat sees and has seen, and who sees the pieces that stand there because of that.

use parlor_core::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::board::{Cell, CellSet};
use crate::table::NOBODY;
use crate::{Definition, Eyes, Piece, Place, Sight, Table, Zone};

/// What a seat gets to see of a board in fog, and what it no longer sees: a part of [`Change::See`](crate::Change::See).
///
/// ```
/// use parlor_core::Seat;
/// use parlor_table::{Cell, Glimpse};
/// let glimpse = Glimpse { seat: Seat(0), seen: [Cell(3)].into(), lost: [].into() };
/// assert_eq!(serde_json::to_string(&glimpse).unwrap(), r#"{"seat":0,"seen":[3]}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Glimpse {
    /// Whose.
    pub seat: Seat,
    /// The cells that it sees now and did not before.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub seen: Box<[Cell]>,
    /// The cells that it saw before and does not now.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub lost: Box<[Cell]>,
}

fn is_empty(cells: &[Cell]) -> bool {
    cells.is_empty()
}

/// Who sees and has seen what of zones in fog. Of cells there is a bit for each seat and cell: first by zone, then by seat, then
/// by cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fog {
    /// What is seen now.
    pub seen: Vec<u64>,
    /// What has ever been seen.
    pub explored: Vec<u64>,
    /// Pieces that are shown to others than those who see their cells, in order: until they leave their zones.
    pub shown: Vec<(Piece, Eyes)>,
    /// What seats remember, in order.
    pub marks: Vec<Mark>,
}

/// What a seat remembers of a cell that it no longer sees: somebody's piece stood there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Mark {
    pub seat: u8,
    pub place: u16,
    pub definition: Definition,
    pub owner: u8,
}

impl Fog {
    pub fn new(words: usize) -> Fog {
        Fog {
            seen: vec![0; words],
            explored: vec![0; words],
            ..Fog::default()
        }
    }

    pub fn clone_from(&mut self, other: &Fog) {
        self.seen.clone_from(&other.seen);
        self.explored.clone_from(&other.explored);
        self.shown.clone_from(&other.shown);
        self.marks.clone_from(&other.marks);
    }
}

fn bit(words: &[u64], first: usize, cell: Cell) -> bool {
    words[first + cell.index() / 64] & 1 << (cell.0 % 64) != 0
}

impl Table {
    /// Whether a zone lies in fog: see [`ZoneBuilder::fog`](crate::ZoneBuilder::fog).
    #[inline]
    pub fn has_fog(&self, zone: Zone) -> bool {
        self.schema.spans[zone.kind as usize].fog
    }

    /// Where the bits of a seat begin.
    fn fog_row(&self, zone: Zone, seat: Seat) -> usize {
        let spec = &self.schema.zones[zone.kind as usize];
        let width = usize::from(spec.places).div_ceil(64);
        let seats = usize::from(self.schema.seats);
        spec.first_fog as usize + (usize::from(zone.seat) * seats + seat.index()) * width
    }

    fn fog_bit(&self, words: &[u64], viewer: Viewer, place: Place) -> bool {
        let of = |seat| bit(words, self.fog_row(place.zone, seat), place.cell);
        match viewer {
            _ if !self.has_fog(place.zone) => true,
            Viewer::Seat(seat) => seat.0 < self.schema.seats && of(seat),
            // What spectators know, all seats may hear of.
            Viewer::Spectator => false,
            Viewer::Referee => true,
        }
    }

    /// Whether a viewer sees what lies at a place of a board: everywhere but in [fog](crate::ZoneBuilder::fog).
    /// Spectators see nothing there.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat, Viewer};
    /// use parlor_table::{Adjacency, Cell, CellSet, Changes, Dealer, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let field = schema.zone("field").board(Grid::new(8, 8, Adjacency::All)).fog().add();
    /// let mut table = schema.lay(2);
    /// let near = CellSet::from_iter([Cell(0), Cell(1)]);
    /// Dealer::new(&mut table, &mut Rng::fast(0, 0)).see(field, [(Seat(0), near)]);
    /// assert!(table.sees_cell(Viewer::Seat(Seat(0)), field.at(Cell(1))));
    /// assert!(!table.sees_cell(Viewer::Seat(Seat(1)), field.at(Cell(1))));
    /// ```
    pub fn sees_cell(&self, viewer: Viewer, place: Place) -> bool {
        self.fog_bit(&self.fog.seen, viewer, place)
    }

    /// Whether a viewer has ever seen what lay at a place of a board in fog.
    pub fn has_explored(&self, viewer: Viewer, place: Place) -> bool {
        self.fog_bit(&self.fog.explored, viewer, place)
    }

    /// All cells of a zone's board that a viewer sees.
    pub fn seen_cells(&self, viewer: Viewer, zone: Zone) -> CellSet {
        let cells = (0..self.place_count(zone)).map(Cell);
        cells
            .filter(|cell| self.sees_cell(viewer, zone.at(*cell)))
            .collect()
    }

    /// What changes for a seat that sees these cells from now on.
    pub(crate) fn glimpse(&self, zone: Zone, seat: Seat, cells: &CellSet) -> Option<Glimpse> {
        let row = self.fog_row(zone, seat);
        let all = (0..self.place_count(zone)).map(Cell);
        let (mut seen, mut lost) = (Vec::new(), Vec::new());
        for cell in all {
            match (bit(&self.fog.seen, row, cell), cells.contains(cell)) {
                (false, true) => seen.push(cell),
                (true, false) => lost.push(cell),
                _ => {}
            }
        }
        let glimpse = Glimpse {
            seat,
            seen: seen.into(),
            lost: lost.into(),
        };
        (!glimpse.seen.is_empty() || !glimpse.lost.is_empty()).then_some(glimpse)
    }

    /// Who sees a piece of this owner at a place because of where it stands; nobody asks outside of fog.
    pub(crate) fn fog_eyes(&self, place: Place, owner: Option<Seat>) -> Eyes {
        let seeing = self
            .seats()
            .filter(|seat| self.sees_cell(Viewer::Seat(*seat), place));
        // Whoever the board is opened to sees all that stands there.
        let open = self.sight(place.zone).eyes;
        let eyes = seeing.fold(open, |eyes, seat| eyes.or(Eyes::of(seat)));
        owner.map_or(eyes, |owner| eyes.or(Eyes::of(owner)))
    }

    /// Who sees a piece in fog where it stands: those who see its cell, and those to whom it is shown.
    pub(crate) fn eyes_in_fog(&self, piece: Piece) -> Eyes {
        let eyes = self.fog_eyes(self.place_of(piece), self.owner(piece));
        eyes.or(self.shown_in_fog(piece))
    }

    /// To whom a piece in fog is shown, whether they see its cell or not.
    pub(crate) fn shown_in_fog(&self, piece: Piece) -> Eyes {
        let found = self.fog.shown.binary_search_by_key(&piece, |(one, _)| *one);
        found.map_or(Eyes::NOBODY, |index| self.fog.shown[index].1)
    }

    /// To whom a piece is shown now: who sees it, and in fog not those who do because they see its cell.
    pub(crate) fn shown_to(&self, piece: Piece) -> Eyes {
        match self.has_fog(self.zone_of(piece)) {
            true => self.shown_in_fog(piece),
            false => self.eyes(piece),
        }
    }

    pub(crate) fn set_shown_in_fog(&mut self, piece: Piece, eyes: Eyes) {
        let shown = &mut self.fog.shown;
        match shown.binary_search_by_key(&piece, |(one, _)| *one) {
            Ok(index) if eyes.is_empty() => drop(shown.remove(index)),
            Ok(index) => shown[index].1 = eyes,
            Err(_) if eyes.is_empty() => {}
            Err(index) => shown.insert(index, (piece, eyes)),
        }
    }

    /// What a place shows of a piece of this owner: what its zone shows, and in fog to those who see the cell.
    #[inline]
    pub(crate) fn sight_at(&self, place: Place, owner: Option<Seat>) -> Sight {
        let sight = self.sight(place.zone);
        match self.has_fog(place.zone) {
            true => Sight {
                eyes: self.fog_eyes(place, owner),
                ..sight
            },
            false => sight,
        }
    }

    /// Shows a piece in fog to those who see its cell, and to nobody else.
    #[inline]
    pub(crate) fn show_in_fog(&mut self, piece: Piece) {
        let place = self.place_of(piece);
        if self.has_fog(place.zone) {
            let eyes = self.eyes_in_fog(piece);
            if self.eyes(piece) != eyes || !self.pieces[usize::from(piece.0)].apart {
                self.show(piece, Some(eyes));
            }
        }
    }

    /// Lets seats see other cells than before.
    pub(crate) fn change_sight(&mut self, zone: Zone, seats: &[Glimpse]) {
        for Glimpse { seat, seen, lost } in seats {
            let row = self.fog_row(zone, *seat);
            let first = self.schema.place_index(zone.into()) as u16;
            if !self.fog.marks.is_empty() {
                // Whoever sees a cell knows better.
                let looks = |place: u16| seen.iter().any(|cell| first + cell.0 == place);
                let marks = &mut self.fog.marks;
                marks.retain(|mark| mark.seat != seat.0 || !looks(mark.place));
            }
            for cell in seen {
                let (word, bit) = (row + cell.index() / 64, 1 << (cell.0 % 64));
                self.fog.seen[word] |= bit;
                self.fog.explored[word] |= bit;
            }
            for cell in lost {
                self.fog.seen[row + cell.index() / 64] &= !(1 << (cell.0 % 64));
                self.remember(zone.at(*cell), *seat);
            }
        }
        for cell in changed_cells(seats) {
            let hosts = self.zone(zone.at(cell)).pieces();
            let pieces: Vec<Piece> = hosts.flat_map(|host| self.tree(host)).collect();
            for piece in pieces {
                self.show_in_fog(piece);
            }
        }
    }

    /// A seat that loses sight of a cell remembers whose pieces it has seen there.
    fn remember(&mut self, place: Place, seat: Seat) {
        let index = self.schema.place_index(place) as u16;
        let lost = self.zone(place).pieces().filter(|piece| {
            let shown = self.fog_eyes(place, self.owner(*piece));
            let shown = shown.or(self.shown_in_fog(*piece));
            !shown.see(Viewer::Seat(seat))
        });
        let marks = lost.map(|piece| Mark {
            seat: seat.0,
            place: index,
            definition: self.definition(piece),
            owner: self.pieces[usize::from(piece.0)].owner,
        });
        let marks: Vec<Mark> = marks.collect();
        self.fog.marks.extend(marks);
        self.fog.marks.sort_unstable();
    }

    /// What a viewer remembers of a place of a board in fog that it no longer sees: which pieces stood there when it last saw
    /// it, and whose. It remembers them until it sees the place again, wherever they have gone.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat, Viewer};
    /// use parlor_table::{Adjacency, Cell, CellSet, Changes, Dealer, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let field = schema.zone("field").board(Grid::new(4, 1, Adjacency::All)).fog().add();
    /// let scout = schema.definition("unit", "scout");
    /// let (mut table, mut rng) = (schema.lay(2), Rng::fast(0, 0));
    /// let mut dealer = Dealer::new(&mut table, &mut rng);
    /// let unit = dealer.create(scout, field.at(Cell(2)), Some(Seat(1)));
    /// dealer.see(field, [(Seat(0), CellSet::from_iter([Cell(2)]))]);
    /// dealer.see(field, [(Seat(0), CellSet::new())]);
    /// dealer.put(unit, field.at(Cell(3)));
    /// let last_seen = |table: &parlor_table::Table| -> Vec<_> {
    ///     table.last_seen(Viewer::Seat(Seat(0)), field.at(Cell(2))).collect()
    /// };
    /// assert_eq!(last_seen(dealer.table()), [(scout, Some(Seat(1)))]);
    /// dealer.see(field, [(Seat(0), CellSet::from_iter([Cell(2)]))]);
    /// assert_eq!(last_seen(dealer.table()), []);
    /// ```
    pub fn last_seen(
        &self,
        viewer: Viewer,
        place: Place,
    ) -> impl Iterator<Item = (Definition, Option<Seat>)> {
        let seat = viewer.seat().map_or(NOBODY, |seat| seat.0);
        let here = (seat, self.schema.place_index(place) as u16);
        let marks = &self.fog.marks;
        let first = marks.partition_point(|mark| (mark.seat, mark.place) < here);
        let marks = marks[first..].iter();
        let marks = marks.take_while(move |mark| (mark.seat, mark.place) == here);
        marks.map(|mark| {
            let owner = (mark.owner != NOBODY).then_some(Seat(mark.owner));
            (mark.definition, owner)
        })
    }

    /// What the others see and have seen of boards in fog is nothing that this viewer knows.
    pub(crate) fn forget_sight(&mut self, viewer: Viewer) {
        if self.fog.seen.is_empty() {
            return;
        }
        let zones = self.schema.zones().filter(|zone| self.has_fog(*zone));
        let zones: Vec<Zone> = zones.collect();
        for zone in zones {
            let width = usize::from(self.place_count(zone)).div_ceil(64);
            for seat in self.seats().filter(|seat| !viewer.sees(*seat)) {
                let row = self.fog_row(zone, seat);
                self.fog.seen[row..row + width].fill(0);
                self.fog.explored[row..row + width].fill(0);
            }
        }
        self.know_as_seen(viewer);
    }
}

impl Table {
    /// What the others remember, and what is shown to them, is nothing that this viewer knows.
    pub(crate) fn forget_others_fog(&mut self, viewer: Viewer) {
        let mine = Eyes::of_viewer(viewer);
        for (_, eyes) in &mut self.fog.shown {
            *eyes = eyes.and(mine);
        }
        self.fog.shown.retain(|(_, eyes)| !eyes.is_empty());
        self.fog
            .marks
            .retain(|mark| Some(Seat(mark.seat)) == viewer.seat());
    }
}

/// The cells of which somebody sees more or less than before, each once.
fn changed_cells(seats: &[Glimpse]) -> Vec<Cell> {
    let cells = seats.iter().flat_map(|glimpse| {
        let seen = glimpse.seen.iter();
        seen.chain(&glimpse.lost)
    });
    let mut cells: Vec<Cell> = cells.copied().collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}
