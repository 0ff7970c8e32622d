//! What can happen on a table: a few kinds of [`Change`].

use parlor_core::Seat;
use serde::{Deserialize, Serialize};

use crate::id::Holder;
use crate::names::{NAMELESS, columns};
use crate::table::{Entry, List, NOBODY, NONE};
use crate::{Definition, Eyes, Glimpse, Piece, Place, Sight, Table, Zone};

/// One thing that happened on a table. Log, undo, told events and animation are all made from these.
///
/// ```
/// use parlor_table::{Change, End, Eyes, Schema};
/// let mut schema = Schema::new();
/// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").owner_sees().each_seat());
/// let ace = schema.definition("card", "A♠");
/// schema.place(ace, deck, 1);
/// let mut table = schema.lay(2);
/// let card = table.zone(deck).top().unwrap();
/// let to = hand.of(parlor_core::Seat(0)).into();
/// table.apply(&Change::Move { piece: card, to, end: End::Top, seen: Eyes::NOBODY });
/// assert!(table.zone(deck).is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A new piece comes to the table. Its number is [the next one](Table::next_piece).
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
    /// A piece comes to lie on another one, with all that is attached to it, and goes where that one goes from now on. A move
    /// takes it off again.
    Attach {
        /// Which.
        piece: Piece,
        /// What it is attached to.
        host: Piece,
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
    /// Another seat decides over a piece, until it leaves its zone.
    Control {
        /// Which piece.
        piece: Piece,
        /// Who; nothing when its owner does again.
        controller: Option<Seat>,
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
    /// What a cell is changes.
    Cell {
        /// Which cell.
        place: Place,
        /// Which of its values, by its number.
        value: u8,
        /// What it is now.
        to: i64,
    },
    /// Seats see other cells of a board in fog than before, and what lies there appears or vanishes. Only they hear of it.
    See {
        /// The board.
        zone: Zone,
        /// What each of them sees now and did not, and no longer sees.
        seats: Box<[Glimpse]>,
    },
    /// A list changes: that of a seat, of a piece, or of the table.
    List {
        /// The seat whose it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The piece whose it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<Piece>,
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

impl Table {
    /// Makes a change part of the table.
    #[inline]
    pub fn apply(&mut self, change: &Change) {
        if !matches!(change, Change::See { .. }) {
            self.outlook.forget();
        }
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
            Change::Attach { piece, host } => self.attach(piece, host),
            Change::Order { place, ref order } => self.reorder(place, order),
            Change::Set {
                piece,
                attribute,
                value,
            } => {
                self.set_raw(piece, attribute, value);
                self.forget_die(piece);
            }
            Change::Own { piece, owner } => {
                self.pieces[piece.0 as usize].owner = owner.map_or(NOBODY, |seat| seat.0);
                self.show_in_fog(piece);
            }
            Change::Control { piece, controller } => {
                let controller = controller.map_or(NOBODY, |seat| seat.0);
                self.pieces[piece.0 as usize].controller = controller;
            }
            Change::Count { index, value } => self.numbers[index as usize] = value,
            Change::Show { piece, to } if self.has_fog(self.zone_of(piece)) => {
                self.set_shown_in_fog(piece, to.unwrap_or(Eyes::NOBODY));
                self.show_in_fog(piece);
            }
            Change::Show { piece, to } => self.show(piece, to),
            Change::Reveal { piece, to } => self.learn(piece, to),
            Change::Look { zone, sight } => self.look(zone, sight),
            Change::Cell { place, value, to } => self.write_cell(place, value, to),
            Change::See { zone, ref seats } => self.change_sight(zone, seats),
            Change::List {
                seat,
                piece,
                list,
                ref entries,
            } => match (piece, seat) {
                (Some(piece), _) => {
                    let entries = (!entries.is_empty()).then(|| entries.to_vec());
                    self.piece_lists.set(piece, list, entries);
                }
                (None, seat) => {
                    let index = self.list_index(list, seat.map_or(Holder::Table, Holder::Seat));
                    self.lists[index].clear();
                    self.lists[index].extend_from_slice(entries);
                }
            },
        }
    }

    pub(crate) fn create(
        &mut self,
        definition: Definition,
        to: Place,
        owner: Option<Seat>,
    ) -> Piece {
        let piece = self.next_piece(definition);
        if usize::from(piece.0) == self.pieces.len() {
            assert!(self.pieces.len() + 1 < NONE.into(), "too many pieces");
            self.pieces.push(Entry::NONE);
            self.names
                .extend(std::iter::repeat_n(NAMELESS, columns(self.schema.seats)));
            let attributes = self.attributes.len() + usize::from(self.schema.changing);
            self.attributes.resize(attributes, 0);
        } else {
            self.set_apart(piece, None);
            self.unlink(piece);
            self.forget_names(piece);
            self.sparse.clear(piece);
            self.piece_lists.clear(piece);
        }
        let eyes = self.sight_at(to, owner).eyes;
        self.pieces[piece.0 as usize] = Entry {
            definition,
            exact: eyes,
            within: eyes,
            owner: owner.map_or(NOBODY, |seat| seat.0),
            ..Entry::NONE
        };
        let schema = &self.schema;
        if schema.changing > 0 {
            let first = self.slot(piece, 0);
            let values = &schema.definitions[definition.0 as usize].values;
            for (spec, value) in schema.attributes.iter().zip(values) {
                if let Some(slot) = spec.dense() {
                    self.attributes[first + usize::from(slot)] = *value;
                }
            }
        }
        self.link(piece, self.schema.place_index(to), End::Top);
        if self.has_fog(to.zone) {
            self.set_apart(piece, Some(eyes));
        }
        self.name_anew(piece, Eyes::NOBODY, self.followers(piece));
        piece
    }

    /// The number that the next piece of a definition will have: that of a token that was removed, or a new one.
    ///
    /// ```
    /// use parlor_table::{Piece, Schema};
    /// let mut schema = Schema::new();
    /// let (purse, coin) = (schema.zone("purse").add(), schema.definition("coin", "gold"));
    /// schema.place(coin, purse, 3);
    /// assert_eq!(schema.lay(2).next_piece(coin), Piece(3));
    /// ```
    pub fn next_piece(&self, definition: Definition) -> Piece {
        let is_token =
            |definition: Definition| self.schema.definitions[definition.0 as usize].token;
        let removed = self.places[0].first;
        match is_token(definition) && removed != NONE && is_token(self.definition(Piece(removed))) {
            true => Piece(removed),
            false => Piece(self.pieces.len() as u16),
        }
    }

    #[inline]
    pub(crate) fn relocate(&mut self, piece: Piece, to: Place, end: End, seen: Eyes) {
        if self.pieces[piece.0 as usize].attached != NONE {
            return self.relocate_tree(piece, to, end, seen);
        }
        let from = self.zone_of(piece);
        let index = self.schema.place_index(to);
        if from != to.zone {
            self.follow(piece, from, to, seen);
        } else if !seen.is_empty() {
            self.learn(piece, seen);
        }
        let end = match to.zone {
            // Tokens come first, so that the next one is found at once.
            Zone::REMOVED if self.schema.definitions[self.definition(piece).0 as usize].token => {
                End::Bottom
            }
            Zone::REMOVED => End::Top,
            _ => end,
        };
        self.unlink(piece);
        self.link(piece, index, end);
        if from == to.zone {
            self.show_in_fog(piece);
        }
    }

    fn reorder(&mut self, place: Place, order: &[Piece]) {
        let index = self.schema.place_index(place);
        let sight = self.sight(place.zone);
        let mut before = NONE;
        for piece in order {
            let entry = &mut self.pieces[piece.0 as usize];
            entry.before = before;
            let attached = entry.attached;
            self.lose_in_shuffle(*piece, sight);
            if attached != NONE {
                for attached in &self.tree(*piece)[1..] {
                    self.lose_in_shuffle(*attached, sight);
                }
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

    /// Whoever sees only backs no longer knows which piece this is, and calls it something else, in the order in which the pieces
    /// lie now.
    #[inline(always)]
    fn lose_in_shuffle(&mut self, piece: Piece, sight: Sight) {
        let entry = &mut self.pieces[piece.0 as usize];
        // A piece may be hidden in an open zone, or shown in a hidden one.
        let seen = match entry.apart {
            true => entry.shown,
            false => sight.eyes,
        };
        let sees = seen.and(sight.eyes);
        if sees != Eyes::ALL {
            entry.exact = entry.exact.and(seen);
            self.set_names(piece, Eyes::NOBODY, sight.tracked().but(sees));
        }
    }

    #[inline]
    pub(crate) fn unlink(&mut self, piece: Piece) {
        let Entry {
            place,
            before,
            after,
            host,
            ..
        } = self.pieces[piece.0 as usize];
        let list = &mut self.places[place as usize];
        match before {
            NONE if host != NONE => self.pieces[host as usize].attached = after,
            NONE => list.first = after,
            before => self.pieces[before as usize].after = after,
        }
        match after {
            NONE if host != NONE => {}
            NONE => list.last = before,
            after => self.pieces[after as usize].before = before,
        }
        if host == NONE {
            list.len -= 1;
            if list.len == 0 {
                self.occupied.remove(place.into());
            }
        }
    }

    #[inline]
    pub(crate) fn link(&mut self, piece: Piece, place: usize, end: End) {
        let list = &mut self.places[place];
        let entry = &mut self.pieces[piece.0 as usize];
        entry.place = place as u16;
        entry.host = NONE;
        if list.len == 0 {
            self.occupied.insert(place);
        }
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
