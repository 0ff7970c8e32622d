//! What can happen on a table: a few kinds of [`Change`], each of which can be taken back.

use parlor_core::Seat;
use serde::{Deserialize, Serialize};

use crate::names::{NAMELESS, columns};
use crate::table::{Entry, List, NOBODY, NONE};
use crate::{Definition, Eyes, Piece, Place, SeatList, Sight, Table, Zone};

/// One thing that happened on a table. Log, undo, told events and animation are all made from these.
///
/// ```
/// use parlor_table::{Change, End, Eyes, Schema};
/// let mut schema = Schema::new();
/// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").owner_sees().each_seat());
/// let ace = schema.definition("card", "A♠");
/// schema.place(ace, deck, 1);
/// let mut table = schema.lay(2);
/// let before = table.clone();
/// let card = table.zone(deck).top().unwrap();
/// let to = hand.of(parlor_core::Seat(0)).into();
/// let drawn = Change::Move { piece: card, to, end: End::Top, seen: Eyes::NOBODY };
/// let inverse = table.apply_with_inverse(&drawn);
/// assert!(table.zone(deck).is_empty());
/// table.take_back(inverse);
/// assert_eq!(table, before);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A new piece comes to the table. Its number is that of the pieces before it.
    Create {
        /// What it is.
        definition: Definition,
        /// Where it comes to lie, as the last one.
        to: Place,
        /// Whose it is.
        owner: Option<Seat>,
    },
    /// A piece goes to another place, or to another end of the same one.
    Move {
        /// Which.
        piece: Piece,
        /// Where to.
        to: Place,
        /// On top or at the bottom.
        end: End,
        /// Who sees its face while it moves, besides those who see it before or after.
        #[serde(default = "nobody", skip_serializing_if = "Eyes::is_empty_ref")]
        seen: Eyes,
    },
    /// The pieces of a place are shuffled or sorted.
    Order {
        /// Where.
        place: Place,
        /// All its pieces, from the first to the last.
        order: Box<[Piece]>,
    },
    /// An attribute of a piece changes.
    Set {
        /// Which piece.
        piece: Piece,
        /// Which attribute, by its number.
        attribute: u8,
        /// What it is now.
        value: i64,
    },
    /// A piece changes hands.
    Own {
        /// Which piece.
        piece: Piece,
        /// Whose it is now.
        owner: Option<Seat>,
    },
    /// A value of the table or of a seat changes, or an edge of a graph opens or closes.
    Count {
        /// Which, by its number.
        index: u16,
        /// What it is now.
        value: i64,
    },
    /// A piece is shown to others than its zone says, or no longer. Those hear of it for whom something changes.
    Show {
        /// Which piece.
        piece: Piece,
        /// Who sees it until it leaves the zone; nothing when the zone decides again.
        to: Option<Eyes>,
    },
    /// Some get to see a piece for a moment. Nobody else hears of it.
    Reveal {
        /// Which piece.
        piece: Piece,
        /// Who.
        to: Eyes,
    },
    /// A zone shows more or less from now on. Those hear of it for whom something changes.
    Look {
        /// Which zone.
        zone: Zone,
        /// What it shows.
        sight: Sight,
    },
    /// A list of a seat changes.
    List {
        /// Whose.
        seat: Seat,
        /// Which, by its number.
        list: u8,
        /// All that is in it now.
        entries: Box<[i64]>,
    },
}

fn nobody() -> Eyes {
    Eyes::NOBODY
}

/// The end of a zone at which a piece is put.
///
/// ```
/// use parlor_table::End;
/// assert_eq!(End::default(), End::Top);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// On top of a stack, at the right of a row.
    #[default]
    Top,
    /// At the bottom of a stack, at the left of a row.
    Bottom,
}

/// How to take a change back.
///
/// ```
/// use parlor_table::{Change, Schema};
/// let mut schema = Schema::new();
/// schema.value("round", 1_u32).add();
/// let mut table = schema.lay(2);
/// let before = table.clone();
/// let inverse = table.apply_with_inverse(&Change::Count { index: 0, value: 7 });
/// assert_ne!(table, before);
/// table.take_back(inverse);
/// assert_eq!(table, before);
/// ```
#[derive(Clone, Debug)]
#[must_use = "without it the change cannot be taken back"]
pub struct Inverse {
    pieces: usize,
    entries: Vec<(u16, Entry)>,
    places: Vec<(u16, List)>,
    exceptions: Option<Vec<(Piece, Eyes)>>,
    names: Option<Vec<u32>>,
    number: Option<(u16, i64)>,
    attribute: Option<(usize, i64)>,
    sight: Option<(usize, Sight)>,
    list: Option<(usize, Vec<i64>)>,
}

impl Table {
    /// Makes a change part of the table.
    #[inline]
    pub fn apply(&mut self, change: &Change) {
        match *change {
            Change::Create {
                definition,
                to,
                owner,
            } => {
                self.create(definition, to, owner);
            }
            Change::Move {
                piece,
                to,
                end,
                seen,
            } => self.relocate(piece, to, end, seen),
            Change::Order { place, ref order } => self.reorder(place, order),
            Change::Set {
                piece,
                attribute,
                value,
            } => {
                if let Some(slot) = self.schema.attributes[attribute as usize].slot {
                    let index = self.slot(piece, slot);
                    self.attributes[index] = value;
                    self.forget_die(piece);
                }
            }
            Change::Own { piece, owner } => {
                self.pieces[piece.0 as usize].owner = owner.map_or(NOBODY, |seat| seat.0);
            }
            Change::Count { index, value } => self.numbers[index as usize] = value,
            Change::Show { piece, to } => self.show(piece, to),
            Change::Reveal { piece, to } => self.learn(piece, to),
            Change::Look { zone, sight } => self.look(zone, sight),
            Change::List {
                seat,
                list,
                ref entries,
            } => {
                let index = self.list_index(seat, SeatList(list));
                self.lists[index].clear();
                self.lists[index].extend_from_slice(entries);
            }
        }
    }

    /// Makes a change part of the table, and says how to take it back.
    pub fn apply_with_inverse(&mut self, change: &Change) -> Inverse {
        let mut inverse = Inverse {
            pieces: self.pieces.len(),
            entries: Vec::new(),
            places: Vec::new(),
            exceptions: None,
            names: None,
            number: None,
            attribute: None,
            sight: None,
            list: None,
        };
        match *change {
            Change::Create { to, .. } => self.remember(to.zone, &mut inverse),
            Change::Move { piece, to, .. } => {
                self.remember(self.zone_of(piece), &mut inverse);
                if to.zone != self.zone_of(piece) {
                    self.remember(to.zone, &mut inverse);
                }
            }
            Change::Order { place, .. } => self.remember(place.zone, &mut inverse),
            Change::Set {
                piece, attribute, ..
            } => {
                if let Some(slot) = self.schema.attributes[attribute as usize].slot {
                    let index = self.slot(piece, slot);
                    inverse.attribute = Some((index, self.attributes[index]));
                    inverse
                        .entries
                        .push((piece.0, self.pieces[piece.0 as usize]));
                }
            }
            Change::Own { piece, .. } | Change::Reveal { piece, .. } => {
                let place = self.pieces[piece.0 as usize].place;
                inverse.places.push((place, self.places[place as usize]));
                inverse
                    .entries
                    .push((piece.0, self.pieces[piece.0 as usize]));
            }
            Change::Show { piece, .. } => {
                let place = self.pieces[piece.0 as usize].place;
                inverse.places.push((place, self.places[place as usize]));
                inverse
                    .entries
                    .push((piece.0, self.pieces[piece.0 as usize]));
                inverse.exceptions = Some(self.exceptions.clone());
                inverse.names = Some(self.names.clone());
            }
            Change::Count { index, .. } => {
                inverse.number = Some((index, self.numbers[index as usize]));
            }
            Change::Look { zone, .. } => {
                self.remember(zone, &mut inverse);
                inverse.sight = Some((self.schema.instance(zone), self.sight(zone)));
            }
            Change::List { seat, list, .. } => {
                let index = self.list_index(seat, SeatList(list));
                inverse.list = Some((index, self.lists[index].clone()));
            }
        }
        self.apply(change);
        inverse
    }

    /// Takes the last change back.
    pub fn take_back(&mut self, inverse: Inverse) {
        self.pieces.truncate(inverse.pieces);
        let attributes = inverse.pieces * usize::from(self.schema.changing);
        self.attributes.truncate(attributes);
        for (index, entry) in inverse.entries {
            self.pieces[index as usize] = entry;
        }
        for (index, list) in inverse.places {
            self.places[index as usize] = list;
        }
        if let Some(exceptions) = inverse.exceptions {
            self.exceptions = exceptions;
        }
        if let Some(names) = inverse.names {
            self.names = names;
        }
        if let Some((index, value)) = inverse.number {
            self.numbers[index as usize] = value;
        }
        if let Some((index, value)) = inverse.attribute {
            self.attributes[index] = value;
        }
        if let Some((index, sight)) = inverse.sight {
            self.sights[index] = sight;
        }
        if let Some((index, list)) = inverse.list {
            self.lists[index] = list;
        }
    }

    /// Keeps everything that a change in this zone can touch.
    fn remember(&self, zone: Zone, inverse: &mut Inverse) {
        let first = self.schema.place_index(zone.into());
        let places = usize::from(self.schema.zones[zone.kind as usize].places);
        for index in first..first + places {
            inverse.places.push((index as u16, self.places[index]));
        }
        for piece in self.zone(zone).pieces() {
            inverse
                .entries
                .push((piece.0, self.pieces[piece.0 as usize]));
        }
        inverse.exceptions = Some(self.exceptions.clone());
        inverse.names = Some(self.names.clone());
    }

    pub(crate) fn create(
        &mut self,
        definition: Definition,
        to: Place,
        owner: Option<Seat>,
    ) -> Piece {
        assert!(self.pieces.len() < NONE.into(), "too many pieces");
        let piece = Piece(self.pieces.len() as u16);
        let eyes = self.sight(to.zone).eyes;
        self.pieces.push(Entry {
            definition,
            place: 0,
            before: NONE,
            after: NONE,
            exact: eyes,
            within: eyes,
            owner: owner.map_or(NOBODY, |seat| seat.0),
        });
        self.names
            .extend(std::iter::repeat_n(NAMELESS, columns(self.schema.seats)));
        let schema = &self.schema;
        if schema.changing > 0 {
            let values = &schema.definitions[definition.0 as usize].values;
            let changing = schema.attributes.iter().zip(values);
            let changing = changing.filter(|(spec, _)| spec.slot.is_some());
            self.attributes.extend(changing.map(|(_, value)| *value));
        }
        self.link(piece, schema.place_index(to), End::Top);
        self.name_anew(piece, Eyes::NOBODY, self.followers(piece));
        piece
    }

    #[inline]
    pub(crate) fn relocate(&mut self, piece: Piece, to: Place, end: End, seen: Eyes) {
        let from = self.zone_of(piece);
        let index = self.schema.place_index(to);
        if from != to.zone {
            self.follow(piece, from, to.zone, seen);
        } else if !seen.is_empty() {
            self.learn(piece, seen);
        }
        self.unlink(piece);
        self.link(piece, index, end);
    }

    fn reorder(&mut self, place: Place, order: &[Piece]) {
        let index = self.schema.place_index(place);
        let sight = self.sight(place.zone);
        let mut before = NONE;
        for piece in order {
            // A piece may be hidden in an open zone, or shown in a hidden one.
            let seen = self.eyes(*piece);
            let entry = &mut self.pieces[piece.0 as usize];
            entry.before = before;
            if seen.and(sight.eyes) != Eyes::ALL {
                entry.exact = entry.exact.and(seen);
                self.name_shuffled(*piece, sight);
            }
            if before != NONE {
                self.pieces[before as usize].after = piece.0;
            }
            before = piece.0;
        }
        if before != NONE {
            self.pieces[before as usize].after = NONE;
        }
        self.places[index] = List {
            first: order.first().map_or(NONE, |piece| piece.0),
            last: before,
            len: order.len() as u16,
            ..self.places[index]
        };
    }

    fn unlink(&mut self, piece: Piece) {
        let Entry {
            place,
            before,
            after,
            ..
        } = self.pieces[piece.0 as usize];
        match before {
            NONE => self.places[place as usize].first = after,
            before => self.pieces[before as usize].after = after,
        }
        match after {
            NONE => self.places[place as usize].last = before,
            after => self.pieces[after as usize].before = before,
        }
        self.places[place as usize].len -= 1;
    }

    fn link(&mut self, piece: Piece, place: usize, end: End) {
        let list = &mut self.places[place];
        let entry = &mut self.pieces[piece.0 as usize];
        entry.place = place as u16;
        list.len += 1;
        list.within = list.within.or(entry.within);
        match end {
            End::Top => {
                (entry.before, entry.after) = (list.last, NONE);
                match std::mem::replace(&mut list.last, piece.0) {
                    NONE => list.first = piece.0,
                    last => self.pieces[last as usize].after = piece.0,
                }
            }
            End::Bottom => {
                (entry.before, entry.after) = (NONE, list.first);
                match std::mem::replace(&mut list.first, piece.0) {
                    NONE => list.last = piece.0,
                    first => self.pieces[first as usize].before = piece.0,
                }
            }
        }
    }
}
