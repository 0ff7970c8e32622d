//! Sight on boards in fog by rules: who sees which cells follows from what stands where, change by change.

use std::fmt;

use parlor_core::{Seat, SeatSet, Viewer};

use crate::board::{Cell, CellSet, Doors, Edge, Geometry};
use crate::{Change, Glimpse, Piece, Place, Table, Zone, ZoneKind};

type Range = Box<dyn Fn(&Table, Piece) -> Option<u32> + Send + Sync>;
type Blocks = Box<dyn Fn(&Table, Place) -> bool + Send + Sync>;
type Shares = Box<dyn Fn(&Table, Piece) -> SeatSet + Send + Sync>;

/// How seats see a board in fog: how far each piece sees, for whom, and what is in the way.
///
/// What a rule says may depend on a piece (where it stands, its attributes and owner), on the values of cells, on what stands
/// there, and on which edges of the board are open: when one of these changes, sight follows. When anything else does on which a
/// rule depends, such as a value of the table, [`Table::look_again`] is to be called.
///
/// ```
/// use parlor_core::{Rng, Seat, Viewer};
/// use parlor_table::{Adjacency, Cell, Change, Changes, Dealer, End, Eyes, Grid, Schema, SightRule};
/// let mut schema = Schema::new();
/// let field = schema.zone("field").board(Grid::new(9, 1, Adjacency::All)).fog().add();
/// let scout = schema.definition("unit", "scout");
/// let rules = [SightRule::new(field, |_, _| Some(3))];
/// let mut table = schema.lay(2);
/// let mut rng = Rng::fast(0, 0);
/// let piece = Dealer::new(&mut table, &mut rng).create(scout, field.at(Cell(0)), Some(Seat(0)));
/// for change in table.look_around(&rules) {
///     table.apply(&change);
/// }
/// let me = Viewer::Seat(Seat(0));
/// assert!(table.sees_cell(me, field.at(Cell(3))) && !table.sees_cell(me, field.at(Cell(4))));
///
/// let step = Change::Move { piece, to: field.at(Cell(1)), end: End::Top, seen: Eyes::NOBODY };
/// let before = table.before_change(&rules, &step);
/// table.apply(&step);
/// table.after_change(&rules, before.unwrap());
/// let [Change::See { seats, .. }] = &table.look_around(&rules)[..] else { panic!() };
/// assert_eq!(*seats[0].seen, [Cell(4)]);
/// ```
pub struct SightRule {
    zone: ZoneKind,
    range: Range,
    blocks: Option<Blocks>,
    shares: Option<Shares>,
}

impl SightRule {
    /// A rule for a board in [fog](crate::ZoneBuilder::fog): how far each piece there sees, if it does, in straight lines through
    /// open edges. Its owner sees what it sees.
    pub fn new(
        zone: impl Into<ZoneKind>,
        range: impl Fn(&Table, Piece) -> Option<u32> + Send + Sync + 'static,
    ) -> SightRule {
        SightRule {
            zone: zone.into(),
            range: Box::new(range),
            blocks: None,
            shares: None,
        }
    }

    /// Nobody sees past a place of which this holds.
    pub fn blocked(
        &mut self,
        blocks: impl Fn(&Table, Place) -> bool + Send + Sync + 'static,
    ) -> &mut SightRule {
        self.blocks = Some(Box::new(blocks));
        self
    }

    /// What a piece sees, these seats see: its owner alone unless you say otherwise.
    pub fn shared(
        &mut self,
        shares: impl Fn(&Table, Piece) -> SeatSet + Send + Sync + 'static,
    ) -> &mut SightRule {
        self.shares = Some(Box::new(shares));
        self
    }

    /// Whether there is anything past which nobody sees.
    pub(crate) fn has_blocks(&self) -> bool {
        self.blocks.is_some()
    }

    fn blocks(&self, table: &Table, place: Place) -> bool {
        self.blocks
            .as_ref()
            .is_some_and(|blocks| blocks(table, place))
    }

    /// From where and how far a piece sees, and for whom.
    fn look(&self, table: &Table, piece: Piece) -> Option<Look> {
        let place = table.place_of(piece);
        if !place.zone.is_kind_of(self.zone) {
            return None;
        }
        let seats = match &self.shares {
            Some(shares) => shares(table, piece),
            None => table.owner(piece).map_or(SeatSet::EMPTY, SeatSet::one),
        };
        let range = (self.range)(table, piece)?;
        (!seats.is_empty()).then_some(Look {
            seats,
            place,
            range,
        })
    }

    /// All that can be seen by a look, as things are or as they were before something changed.
    fn view(&self, table: &Table, look: &Look, was: &Was) -> CellSet {
        let zone = look.place.zone;
        let blocks = |cell: Cell| {
            let mut before = was.blocked.iter();
            match before.find(|(place, _)| *place == zone.at(cell)) {
                Some((_, blocked)) => *blocked,
                None => self.blocks(table, zone.at(cell)),
            }
        };
        let board = table.board(zone);
        match was.door {
            Some((other, edge, open)) if other == zone => {
                let doors = |door: Edge| match door == edge {
                    true => open,
                    false => board.doors().is_open(door),
                };
                let before = board.whole().through(doors);
                before.field_of_view(look.place.cell, look.range, blocks)
            }
            _ => board.field_of_view(look.place.cell, look.range, blocks),
        }
    }
}

/// From where and how far a piece sees, and for whom.
#[derive(Clone, Debug)]
struct Look {
    seats: SeatSet,
    place: Place,
    range: u32,
}

/// What was otherwise before a change.
#[derive(Clone, Debug, Default)]
struct Was {
    blocked: Vec<(Place, bool)>,
    door: Option<(Zone, Edge, bool)>,
}

/// What is noted before a change, for each rule: what was there, and how the piece saw that it concerns.
#[derive(Debug)]
struct Before {
    was: Was,
    piece: Option<Piece>,
    look: Option<Look>,
}

/// How many pieces see each cell, for each rule, seat and cell: what follows from the table, and is therefore not part of
/// what makes two positions differ.
#[derive(Debug, Default)]
pub(crate) struct Outlook {
    /// Empty when it is not known.
    counts: Vec<Vec<u16>>,
    /// Where somebody sees a cell that nobody saw, or nobody does any more.
    changed: Vec<(u8, u32)>,
}

impl Clone for Outlook {
    fn clone(&self) -> Outlook {
        Outlook {
            counts: self.counts.clone(),
            changed: self.changed.clone(),
        }
    }

    fn clone_from(&mut self, other: &Outlook) {
        self.counts.clone_from(&other.counts);
        self.changed.clone_from(&other.changed);
    }
}

// It follows from the rest.
impl PartialEq for Outlook {
    fn eq(&self, _: &Outlook) -> bool {
        true
    }
}

impl Outlook {
    /// Something has changed of which nobody kept track.
    #[inline]
    pub fn forget(&mut self) {
        if self.is_known() {
            self.counts.clear();
            self.changed.clear();
        }
    }

    #[inline]
    fn is_known(&self) -> bool {
        !self.counts.is_empty()
    }

    fn add(&mut self, rule: u8, table: &Table, look: &Look, view: &CellSet, sees: bool) {
        let counts = &mut self.counts[usize::from(rule)];
        for seat in look.seats.iter() {
            let first = row(table, look.place.zone, seat);
            for cell in view.iter() {
                let index = first + cell.index();
                // A rule that asks for what it should not may lose count: then the law tells, and nothing breaks.
                counts[index] = match sees {
                    true => counts[index].saturating_add(1),
                    false => counts[index].saturating_sub(1),
                };
                if counts[index] == u16::from(sees) {
                    self.changed.push((rule, index as u32));
                }
            }
        }
    }
}

/// Where the counts of a seat begin.
fn row(table: &Table, zone: Zone, seat: Seat) -> usize {
    let copy = match table.schema().owner(zone) {
        Some(owner) => owner.index(),
        None => 0,
    };
    let seats = table.seats().len();
    (copy * seats + seat.index()) * usize::from(table.place_count(zone))
}

impl SightRule {
    /// The boards that it is about.
    pub(crate) fn zones(&self, table: &Table) -> Vec<Zone> {
        let zones = table.schema.zones();
        zones.filter(|zone| zone.is_kind_of(self.zone)).collect()
    }

    /// What a seat sees of a board, worked out afresh piece by piece.
    pub(crate) fn afresh(&self, table: &Table, zone: Zone, seat: Seat) -> CellSet {
        let mut seen = CellSet::new();
        let looks = table.zone(zone).pieces();
        let looks = looks.filter_map(|piece| self.look(table, piece));
        for look in looks.filter(|look| look.seats.contains(seat)) {
            seen.union(&self.view(table, &look, &Was::default()));
        }
        seen
    }
}

/// What is noted of a change before it happens: see [`Table::before_change`].
#[derive(Debug)]
pub struct Watched {
    outlook: Outlook,
    /// For each rule.
    before: Vec<Before>,
}

impl Table {
    /// Notes, before a change, what sight depends on: for [`Table::after_change`]. Nothing where there is nothing to note, because
    /// there are no rules or what is seen is worked out afresh anyway.
    #[inline]
    pub fn before_change(&mut self, rules: &[SightRule], change: &Change) -> Option<Watched> {
        match self.outlook.is_known() {
            true => Some(self.note_change(rules, change)),
            false => None,
        }
    }

    #[cold]
    fn note_change(&mut self, rules: &[SightRule], change: &Change) -> Watched {
        let mut was = Was::default();
        let (mut piece, mut places) = (None, Vec::new());
        match change {
            Change::Move {
                piece: moved, to, ..
            } => {
                piece = Some(*moved);
                places.extend([self.place_of(*moved), *to]);
            }
            Change::Attach { piece: moved, host } => {
                piece = Some(*moved);
                places.extend([self.place_of(*moved), self.place_of(*host)]);
            }
            Change::Create { definition, to, .. } => {
                piece = Some(self.next_piece(*definition));
                places.push(*to);
            }
            Change::Cell { place, .. } => places.push(*place),
            Change::Count { index, .. } => was.door = self.edge_of(*index),
            Change::See { .. }
            | Change::Show { .. }
            | Change::Reveal { .. }
            | Change::Look { .. }
            | Change::Order { .. }
            | Change::List { .. } => {}
            Change::Set { piece: set, .. }
            | Change::Own { piece: set, .. }
            | Change::Control { piece: set, .. } => {
                piece = Some(*set);
                places.push(self.place_of(*set));
            }
        }
        let before = |rule: &SightRule| {
            let here = places
                .iter()
                .filter(|place| place.zone.is_kind_of(rule.zone));
            let blocked = here.map(|place| (*place, rule.blocks(self, *place)));
            let known = piece.filter(|piece| usize::from(piece.0) < self.pieces.len());
            Before {
                was: Was {
                    blocked: blocked.collect(),
                    door: was.door,
                },
                piece,
                look: known.and_then(|piece| rule.look(self, piece)),
            }
        };
        let before = rules.iter().map(before).collect();
        let outlook = std::mem::take(&mut self.outlook);
        Watched { outlook, before }
    }

    /// Counts again, after a change, who sees what because of it.
    pub fn after_change(&mut self, rules: &[SightRule], watched: Watched) {
        let Watched {
            mut outlook,
            before,
        } = watched;
        let table = &*self;
        for ((index, rule), mut before) in (0..).zip(rules).zip(before) {
            before
                .was
                .blocked
                .retain(|(place, blocked)| rule.blocks(table, *place) != *blocked);
            before.was.door = before.was.door.filter(|(zone, edge, open)| {
                zone.is_kind_of(rule.zone) && table.is_open(*zone, *edge) != *open
            });
            let now = Was::default();
            let after = before.piece.and_then(|piece| rule.look(table, piece));
            for (look, was, sees) in [(before.look, &before.was, false), (after, &now, true)] {
                if let Some(look) = look {
                    let view = rule.view(table, &look, was);
                    outlook.add(index, table, &look, &view, sees);
                }
            }
            // All others who could see what is otherwise now.
            let blocked = before.was.blocked.iter().map(|(place, _)| *place);
            let mut places: Vec<Place> = blocked.collect();
            if let Some((zone, edge, _)) = before.was.door {
                let (a, b) = table.board(zone).ends(edge);
                places.extend([zone.at(a), zone.at(b)]);
            }
            let Some(first) = places.first() else {
                continue;
            };
            let others = table.zone(first.zone).pieces();
            let others = others.filter(|piece| Some(*piece) != before.piece);
            for look in others.filter_map(|piece| rule.look(table, piece)) {
                let board = table.board(look.place.zone).whole();
                let near = |place: &Place| {
                    let range = board.range(look.place.cell, place.cell);
                    range.is_some_and(|range| range <= look.range)
                };
                if places.iter().any(near) {
                    let old = rule.view(table, &look, &before.was);
                    outlook.add(index, table, &look, &old, false);
                    let new = rule.view(table, &look, &now);
                    outlook.add(index, table, &look, &new, true);
                }
            }
        }
        self.outlook = outlook;
    }

    /// What seats see of boards in fog now and did not before, or no longer see: a change for each board on which there is
    /// anything. It costs no more than what changed since it was asked before.
    pub fn look_around(&mut self, rules: &[SightRule]) -> Vec<Change> {
        if rules.is_empty() {
            return Vec::new();
        }
        if !self.outlook.is_known() {
            self.outlook = self.count_sight(rules);
            let counts = (0..).zip(&self.outlook.counts);
            let all = counts.flat_map(|(rule, counts)| {
                let indexes = 0..counts.len() as u32;
                indexes.map(move |index| (rule, index))
            });
            self.outlook.changed = all.collect();
        }
        if self.outlook.changed.is_empty() {
            return Vec::new();
        }
        let mut changed = std::mem::take(&mut self.outlook.changed);
        changed.sort_unstable();
        changed.dedup();
        let mut changes = Vec::new();
        for (index, rule) in (0..).zip(rules) {
            for zone in rule.zones(self) {
                let glimpses = self.seats().filter_map(|seat| {
                    let first = row(self, zone, seat) as u32;
                    let end = first + u32::from(self.place_count(zone));
                    let from = changed.partition_point(|entry| *entry < (index, first));
                    let until = changed.partition_point(|entry| *entry < (index, end));
                    self.glimpse_of(zone, seat, index, first, &changed[from..until])
                });
                let seats: Box<[Glimpse]> = glimpses.collect();
                if !seats.is_empty() {
                    changes.push(Change::See { zone, seats });
                }
            }
        }
        changed.clear();
        self.outlook.changed = changed;
        changes
    }

    /// Forgets who sees what, so that it is worked out afresh.
    pub fn look_again(&mut self) {
        self.outlook.forget();
    }

    fn glimpse_of(
        &self,
        zone: Zone,
        seat: Seat,
        rule: u8,
        first: u32,
        changed: &[(u8, u32)],
    ) -> Option<Glimpse> {
        let counts = &self.outlook.counts[usize::from(rule)];
        let (mut seen, mut lost) = (Vec::new(), Vec::new());
        for (_, index) in changed {
            let cell = Cell((index - first) as u16);
            let saw = self.sees_cell(Viewer::Seat(seat), zone.at(cell));
            match (saw, counts[*index as usize] > 0) {
                (false, true) => seen.push(cell),
                (true, false) => lost.push(cell),
                _ => {}
            }
        }
        (!seen.is_empty() || !lost.is_empty()).then(|| Glimpse {
            seat,
            seen: seen.into(),
            lost: lost.into(),
        })
    }

    /// How many pieces see each cell, counted afresh.
    fn count_sight(&self, rules: &[SightRule]) -> Outlook {
        let mut outlook = Outlook::default();
        for (index, rule) in (0..).zip(rules) {
            let zones = rule.zones(self);
            let cells = zones
                .iter()
                .map(|zone| usize::from(self.place_count(*zone)));
            let length = cells.sum::<usize>() * self.seats().len();
            outlook.counts.push(vec![0; length]);
            for zone in zones {
                let looks = self.zone(zone).pieces();
                for look in looks.filter_map(|piece| rule.look(self, piece)) {
                    let view = rule.view(self, &look, &Was::default());
                    outlook.add(index, self, &look, &view, true);
                }
            }
        }
        outlook
    }

    /// The first cell of which a seat is held to see more or less than the rules say when they are asked afresh.
    pub fn sight_mistake(&self, rules: &[SightRule]) -> Option<String> {
        for rule in rules {
            for zone in rule.zones(self) {
                for seat in self.seats() {
                    let afresh = rule.afresh(self, zone, seat);
                    let held = self.seen_cells(Viewer::Seat(seat), zone);
                    let wrong = &(&afresh | &held) - &(&afresh & &held);
                    if let Some(cell) = wrong.iter().next() {
                        let does = match held.contains(cell) {
                            true => "sees",
                            false => "does not see",
                        };
                        let place = self.place_name(zone.at(cell));
                        return Some(format!(
                            "{seat} {does} {place}, and the rules say otherwise"
                        ));
                    }
                }
            }
        }
        None
    }
}

impl fmt::Debug for SightRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SightRule")
            .field("zone", &self.zone)
            .finish()
    }
}
