//! Where a viewer does not know what lies there, and what of it shows all the same.

use parlor_core::Viewer;
use smallvec::SmallVec;

use crate::spec::{Held, SPARSE};
use crate::table::NONE;
use crate::{Others, Piece, Shown, Table};

/// A piece of which a viewer does not know which it is. All that is noted of it stays when what it is changes.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub piece: Piece,
    /// The zone, by its number among all zones.
    pub zone: u16,
    pub shows: Shows,
    /// The viewer can tell it from the others of its zone.
    pub tracked: bool,
    /// It is the viewer's.
    pub own: bool,
    /// The viewer knows of what lies here that it is somewhere in this zone.
    pub within: bool,
}

/// Enough room for most tables without asking for memory.
pub(super) type Spots = SmallVec<[Spot; 128]>;

/// What of a hidden piece has to stay the same, from the most to the least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shows {
    /// The back, and all marks that an owner sees.
    OwnMarks,
    /// The back, and the marks that everybody sees.
    Marks,
    /// The back.
    Back,
    Nothing,
}

impl Spot {
    /// Whether the viewer sees such an attribute here even without seeing the face.
    pub fn shows_of(&self, shown: Shown) -> bool {
        self.tracked
            && match shown {
                Shown::Always => true,
                Shown::ToOwner => self.own,
                Shown::WithFace | Shown::Never => false,
            }
    }
}

impl Table {
    /// Adds all that the viewer does not know, zone by zone.
    pub(super) fn find_unknown(&self, viewer: Viewer, spots: &mut Spots) {
        let schema = &*self.schema;
        let mut places = 0..self.places.len();
        while let Some(place) = self.occupied.first(places.clone()) {
            places.start = place + 1;
            let list = &self.places[place];
            let zone = schema.instance(schema.zone_of_place[place]);
            let sight = self.sights[zone];
            let sees = sight.eyes.see(viewer);
            if sees && self.apart == 0 {
                continue;
            }
            // Who sees into a zone sees each back of what is hidden there all the same.
            let tracked = sees || sight.others == Others::Backs;
            let mut next = list.first;
            while next != NONE {
                let (piece, entry) = (Piece(next), &self.pieces[next as usize]);
                next = self.next_here(next);
                let seen = match entry.apart {
                    true => entry.shown.see(viewer),
                    false => sees,
                };
                if seen || (tracked && entry.exact.see(viewer)) {
                    continue;
                }
                let own = self.owner(piece).is_some_and(|seat| viewer.sees(seat));
                let shows = match sight.others {
                    _ if tracked && own => Shows::OwnMarks,
                    _ if tracked => Shows::Marks,
                    Others::Backs | Others::Unordered => Shows::Back,
                    Others::Count | Others::Nothing => Shows::Nothing,
                };
                spots.push(Spot {
                    piece,
                    zone: zone as u16,
                    shows: schema.least(shows),
                    tracked,
                    own,
                    within: entry.within.see(viewer),
                });
            }
        }
    }

    #[inline]
    pub(super) fn owner_of(&self, spot: &Spot) -> u8 {
        self.pieces[usize::from(spot.piece.0)].owner
    }

    /// The pieces of which an attribute does not show.
    pub(super) fn hiding(&self, spots: &[Spot], attribute: u8) -> SmallVec<[Piece; 64]> {
        self.not_showing(spots, self.schema.attributes[attribute as usize].shown)
    }

    /// The pieces of which a list does not show.
    pub(super) fn hiding_list(&self, spots: &[Spot], list: u8) -> SmallVec<[Piece; 64]> {
        self.not_showing(spots, self.schema.lists[list as usize].shown)
    }

    fn not_showing(&self, spots: &[Spot], shown: Shown) -> SmallVec<[Piece; 64]> {
        let hidden = spots.iter().filter(|spot| !spot.shows_of(shown));
        hidden.map(|spot| spot.piece).collect()
    }

    /// Swaps an attribute that changes.
    #[inline]
    pub(crate) fn swap_value(&mut self, a: Piece, b: Piece, attribute: u8) {
        match self.schema.slots[attribute as usize] {
            SPARSE => {
                let (x, y) = (
                    self.raw_attribute(a, attribute),
                    self.raw_attribute(b, attribute),
                );
                self.set_raw(a, attribute, y);
                self.set_raw(b, attribute, x);
            }
            slot => {
                let (x, y) = (self.slot(a, slot), self.slot(b, slot));
                self.attributes.swap(x, y);
            }
        }
    }
}

impl crate::Schema {
    /// The same, in a world where less may have to be looked at: marks that nothing has tell nothing.
    fn least(&self, shows: Shows) -> Shows {
        let [own, marks, backs] = self.look_counts;
        match shows {
            Shows::OwnMarks if own > marks => Shows::OwnMarks,
            Shows::OwnMarks | Shows::Marks if marks > backs => Shows::Marks,
            Shows::OwnMarks | Shows::Marks | Shows::Back if backs > 1 => Shows::Back,
            _ => Shows::Nothing,
        }
    }
}

/// The attributes that change, by number and by whether they go along with a piece.
pub(super) struct Slots {
    /// Hidden wherever the piece could be: they are part of what it is.
    pub tied: SmallVec<[u8; 16]>,
    /// Whether these are all that every piece has, so that they go along at once, and which of them do not.
    pub rows: bool,
    pub singly: SmallVec<[u8; 16]>,
    /// Shown at some places, where they stay, and not at others, among which they are dealt by themselves.
    pub loose: SmallVec<[u8; 8]>,
    /// The same of the lists that pieces have.
    pub tied_lists: SmallVec<[u8; 4]>,
    pub loose_lists: SmallVec<[u8; 4]>,
}

impl Slots {
    pub fn new(table: &Table, spots: &[Spot]) -> Slots {
        let mut slots = Slots {
            tied: SmallVec::new(),
            rows: false,
            singly: SmallVec::new(),
            loose: SmallVec::new(),
            tied_lists: SmallVec::new(),
            loose_lists: SmallVec::new(),
        };
        if !table.piece_lists.is_empty() {
            for (list, spec) in (0..).zip(&table.schema.lists) {
                match spots.iter().any(|spot| spot.shows_of(spec.shown)) {
                    _ if spec.held != Held::Pieces => {}
                    false => slots.tied_lists.push(list),
                    true => slots.loose_lists.push(list),
                }
            }
        }
        if table.schema.changing == 0 && table.sparse.is_empty() {
            return slots;
        }
        for (number, spec) in (0..).zip(&table.schema.attributes) {
            let Some(slot) = spec.slot else {
                continue;
            };
            if slot == SPARSE && table.sparse.is_empty() {
                continue;
            }
            if !spots.iter().any(|spot| spot.shows_of(spec.shown)) {
                slots.tied.push(number);
            } else if table.schema.die_face != Some(number) {
                slots.loose.push(number);
            }
        }
        let is_dense = |attribute: &u8| {
            let spec = &table.schema.attributes[usize::from(*attribute)];
            spec.dense().is_some()
        };
        let dense = slots.tied.iter().filter(|attribute| is_dense(attribute));
        slots.rows = dense.count() == usize::from(table.schema.changing);
        let singly = slots.tied.iter().copied();
        slots.singly = singly
            .filter(|attribute| !slots.rows || !is_dense(attribute))
            .collect();
        slots
    }
}

/// Goes through what can change places, owner by owner: from whose list or deck a piece comes is known, so that nothing of one
/// list turns up among the pieces of another.
pub(super) fn each_group(
    table: &mut Table,
    spots: &[Spot],
    mut deal: impl FnMut(&mut Table, &[Spot]),
) {
    each_owner(table, spots, |table, owned| {
        each_look(table, owned, &mut deal)
    });
}

/// The pieces of one owner after those of the other.
pub(super) fn each_owner(
    table: &mut Table,
    spots: &[Spot],
    mut deal: impl FnMut(&mut Table, &[Spot]),
) {
    let Some(first) = spots.first().map(|spot| table.owner_of(spot)) else {
        return;
    };
    if spots.iter().all(|spot| table.owner_of(spot) == first) {
        return deal(table, spots);
    }
    let mut owners: SmallVec<[u8; 32]> = SmallVec::new();
    for spot in spots {
        let owner = table.owner_of(spot);
        if !owners.contains(&owner) {
            owners.push(owner);
        }
    }
    owners.sort_unstable();
    for owner in owners {
        let owned = spots.iter().filter(|spot| table.owner_of(spot) == owner);
        let owned: Spots = owned.copied().collect();
        deal(table, &owned);
    }
}

/// Goes from where most shows to where least does: first those that look alike in all that shows anywhere, so that each
/// place gets any of what may be there, then the rest where less shows.
fn each_look(table: &mut Table, spots: &[Spot], mut deal: impl FnMut(&mut Table, &[Spot])) {
    let Some(first) = spots.first() else {
        return;
    };
    let same = spots.iter().all(|spot| spot.shows == first.shows);
    if same && alike(table, spots, first.shows) {
        return deal(table, spots);
    }
    for shows in [Shows::OwnMarks, Shows::Marks, Shows::Back, Shows::Nothing] {
        if !spots.iter().any(|spot| spot.shows == shows) {
            continue;
        }
        let free = spots.iter().filter(|spot| spot.shows >= shows);
        let mut free: Spots = free.copied().collect();
        free.sort_by_key(|spot| (look(table, spot, shows), spot.shows));
        let mut rest = &free[..];
        while let Some(first) = rest.first() {
            let wanted = look(table, first, shows);
            let end = rest
                .iter()
                .position(|spot| look(table, spot, shows) != wanted);
            let (group, others) = rest.split_at(end.unwrap_or(rest.len()));
            deal(table, group);
            rest = others;
        }
    }
}

/// Goes through the zones in which something is known to be, or in which nobody can tell one back from the other.
pub(super) fn each_zone(
    table: &mut Table,
    spots: &[Spot],
    mut deal: impl FnMut(&mut Table, &[Spot]),
) {
    for zone in spots.chunk_by(|a, b| a.zone == b.zone) {
        if !is_stirred(zone) {
            continue;
        }
        match zone[0].tracked {
            true => each_group(table, zone, &mut deal),
            false => each_owner(table, zone, &mut deal),
        }
    }
}

/// Whether what lies in a zone is dealt anew within it.
pub(super) fn is_stirred(zone: &[Spot]) -> bool {
    let mixed = |spot: &Spot| !spot.tracked && spot.shows == Shows::Back;
    zone.iter().any(|spot| spot.within || mixed(spot))
}

fn alike(table: &Table, spots: &[Spot], shows: Shows) -> bool {
    let first = look(table, &spots[0], shows);
    shows == Shows::Nothing || spots.iter().all(|spot| look(table, spot, shows) == first)
}

/// What lies there looks like, as far as it would have to stay the same where this shows.
#[inline]
pub(super) fn look(table: &Table, spot: &Spot, shows: Shows) -> u16 {
    let definition = table.pieces[spot.piece.0 as usize].definition;
    let looks = &table.schema.looks[definition.0 as usize];
    looks.get(shows as usize).copied().unwrap_or(0)
}
