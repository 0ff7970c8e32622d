//! Saving a table and reading it back: what comes from outside is checked before it is trusted.

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use crate::board::Geometry;
use crate::fog::{Fog, Mark};
use crate::occupied::Occupied;
use crate::sight::Outlook;
use crate::sparse::Sparse;
use crate::spec::{Held, SPARSE, ZoneSpec};
use crate::table::{Entry, List, NOBODY, NONE};
use crate::{Definition, Eyes, Piece, Place, Schema, Sight, Table};

/// A saved table that does not hold together, or whose schema is not there.
///
/// A saved table names its [schema](Schema::hash) and does not repeat it: it loads where a table of the same schema exists
/// or the game has laid one before.
///
/// ```
/// use parlor_table::{Schema, Table};
/// let table = Schema::new().lay(2);
/// let mut json = serde_json::to_value(&table).unwrap();
/// assert_eq!(serde_json::from_value::<Table>(json.clone()).unwrap(), table);
/// json["places"] = serde_json::json!([[0, 0, [7]]]);
/// let error = serde_json::from_value::<Table>(json.clone()).unwrap_err();
/// assert_eq!(error.to_string(), "this table does not hold together: a piece is none of this table");
/// json["schema"] = "0123".into();
/// let error = serde_json::from_value::<Table>(json).unwrap_err();
/// assert!(error.to_string().starts_with("no table with the schema 0123 is laid here"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Its parts contradict each other.
    #[error("this table does not hold together: {0}")]
    Broken(&'static str),
    /// It is made of a schema that is not there.
    #[error(
        "no table with the schema {0} is laid here: set up a match of the same rules, options and seats, then load it"
    )]
    NoSchema(String),
}

/// As it is in JSON. Sets of viewers are signed, which is shorter for everybody; what is seldom there is left out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saved {
    schema: SavedSchema,
    /// What each piece is, whose, and who knows of it: it, and that it is in its zone.
    pieces: Vec<(Definition, i8, i32, i32)>,
    /// Each place that is not empty, or of which something is known: who knows of its pieces, and these in order.
    places: Vec<(u16, i32, Vec<u16>)>,
    sights: Vec<Sight>,
    /// What is attached to each piece that has anything attached.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attached: Vec<(u16, Vec<u16>)>,
    /// Pieces that are shown to others than their zone says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shown: Vec<(u16, i32)>,
    numbers: Vec<i64>,
    attributes: Vec<i64>,
    /// By piece and attribute.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sparse: Vec<(Piece, u8, i64)>,
    /// Who decides over pieces that are another's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    controllers: Vec<(Piece, u8)>,
    lists: Vec<Vec<i64>>,
    /// By piece and list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    piece_lists: Vec<(Piece, u8, Vec<i64>)>,
    /// What each viewer calls each piece, -1 for what it cannot tell from others.
    names: Vec<i32>,
    /// The values of cells that are not as the map says: which value, at which place, and what it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    terrain: Vec<(u8, u16, i64)>,
    /// Which cells in fog are seen, and which have been.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seen: Vec<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    explored: Vec<u64>,
    /// Pieces in fog that are shown whether their cells are seen or not, and what seats remember of cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shown_in_fog: Vec<(Piece, i32)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<Mark>,
}

/// A schema by its hash. Tables that bring the whole one load as well.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SavedSchema {
    Hash(String),
    Whole(Box<Schema>),
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let signed = |eyes: Eyes| eyes.0 as i32;
        let places = (0..).zip(&self.places);
        let places = places.filter(|(_, list)| **list != List::EMPTY);
        let saved = Saved {
            schema: SavedSchema::Hash(self.schema.hash().into()),
            pieces: (self.pieces.iter())
                .map(|entry| {
                    let (exact, within) = (signed(entry.exact), signed(entry.within));
                    (entry.definition, entry.owner as i8, exact, within)
                })
                .collect(),
            places: places
                .map(|(index, list)| {
                    let place = self.schema.place_of_index(index);
                    let pieces = self.zone(place).pieces().map(|piece| piece.0);
                    (index, signed(list.within), pieces.collect())
                })
                .collect(),
            sights: self.sights.clone(),
            attached: ((0..).map(Piece).zip(&self.pieces))
                .filter(|(_, entry)| entry.attached != NONE)
                .map(|(host, _)| {
                    let attached = self.attached(host).map(|piece| piece.0);
                    (host.0, attached.collect())
                })
                .collect(),
            shown: ((0..).zip(&self.pieces))
                .filter(|(_, entry)| entry.apart)
                .map(|(piece, entry)| (piece, signed(entry.shown)))
                .collect(),
            numbers: self.numbers.clone(),
            attributes: self.attributes.clone(),
            sparse: self.sparse.iter().collect(),
            controllers: ((0..).map(Piece).zip(&self.pieces))
                .filter(|(_, entry)| entry.controller != NOBODY)
                .map(|(piece, entry)| (piece, entry.controller))
                .collect(),
            lists: self.lists.clone(),
            piece_lists: self.piece_lists.iter().collect(),
            names: self.names.iter().map(|name| *name as i32).collect(),
            terrain: (self.terrain.iter())
                .map(|((value, place), to)| (*value, *place, *to))
                .collect(),
            seen: self.fog.seen.clone(),
            explored: self.fog.explored.clone(),
            shown_in_fog: (self.fog.shown.iter())
                .map(|(piece, eyes)| (*piece, signed(*eyes)))
                .collect(),
            marks: self.fog.marks.clone(),
        };
        saved.serialize(serializer)
    }
}

impl SavedSchema {
    fn find(self) -> Result<Arc<Schema>, TableError> {
        match self {
            SavedSchema::Hash(hash) => Schema::called(&hash).ok_or(TableError::NoSchema(hash)),
            SavedSchema::Whole(mut schema) => {
                // What follows from the rest is found again rather than believed.
                schema.zone_of_place.clear();
                schema.check()?;
                Ok(schema.lay_out(schema.seats).shared())
            }
        }
    }
}

impl TryFrom<Saved> for Table {
    type Error = TableError;

    fn try_from(read: Saved) -> Result<Table, TableError> {
        let ensure = |holds: bool, what| match holds {
            true => Ok(()),
            false => Err(TableError::Broken(what)),
        };
        let none = TableError::Broken("a piece is none of this table");
        let schema = read.schema.find()?;
        let names: Vec<u32> = read.names.iter().map(|name| *name as u32).collect();
        let known = |(definition, owner, ..): &(Definition, i8, i32, i32)| {
            usize::from(definition.0) < schema.definitions.len()
                && ((*owner as u8) < schema.seats || *owner as u8 == NOBODY)
        };
        let pieces = read.pieces.len();
        if pieces >= NONE.into() || !read.pieces.iter().all(known) {
            return Err(none);
        }
        ensure(
            Table::are_names(&names, schema.seats, pieces),
            "two pieces are called the same",
        )?;
        ensure(
            read.sights.len() == schema.zones().count() + 1
                && read.numbers.len() == usize::from(schema.numbers)
                && read.attributes.len() == pieces * usize::from(schema.changing)
                && read.lists.len() == schema.list_count()
                && [&read.seen, &read.explored]
                    .iter()
                    .all(|bits| bits.len() == schema.fog_words as usize),
            "its parts do not fit together",
        )?;
        let entry = |(definition, owner, exact, within): (Definition, i8, i32, i32)| Entry {
            definition,
            exact: Eyes(exact as u32),
            within: Eyes(within as u32),
            owner: owner as u8,
            ..Entry::NONE
        };
        let mut table = Table {
            pieces: read.pieces.into_iter().map(entry).collect(),
            places: vec![List::EMPTY; schema.zone_of_place.len()],
            occupied: Occupied::new(schema.zone_of_place.len()),
            sights: read.sights,
            apart: 0,
            numbers: read.numbers,
            attributes: read.attributes,
            sparse: Sparse::default(),
            lists: read.lists,
            piece_lists: Sparse::default(),
            names,
            terrain: Vec::new(),
            fog: Fog {
                seen: read.seen,
                explored: read.explored,
                shown: Vec::new(),
                marks: read.marks,
            },
            outlook: Outlook::default(),
            schema,
        };
        for (value, place, to) in read.terrain {
            let spec = table.schema.cell_values.get(usize::from(value));
            let zone = table.schema.zone_of_place.get(usize::from(place));
            let fits = spec.zip(zone);
            let fits = fits.is_some_and(|(spec, zone)| spec.changes && spec.zone == zone.kind);
            ensure(fits, "a cell is none of this table")?;
            table.write_cell(table.schema.place_of_index(place), value, to);
        }
        for (place, within, pieces) in read.places {
            let within = Eyes(within as u32);
            let Some(list) = table.places.get_mut(usize::from(place)) else {
                return Err(TableError::Broken("a place is none of this table"));
            };
            ensure(*list == List::EMPTY, "a place is there twice")?;
            list.within = within;
            for piece in pieces {
                let entry = table.pieces.get(usize::from(piece));
                let Some(entry) = entry.filter(|entry| entry.place == NONE) else {
                    return Err(none);
                };
                let known = entry.within.but(within).is_empty();
                ensure(known, "a zone does not know who knows of its pieces")?;
                table.link(Piece(piece), place.into(), crate::End::Top);
            }
        }
        table.put_on_hosts(read.attached)?;
        let lies = |entry: &Entry| entry.place != NONE;
        ensure(table.pieces.iter().all(lies), "a piece lies nowhere")?;
        for (piece, eyes) in read.shown {
            let entry = table.pieces.get(usize::from(piece));
            if entry.is_none_or(|entry| entry.apart) {
                return Err(none);
            }
            table.set_apart(Piece(piece), Some(Eyes(eyes as u32)));
        }
        for (piece, eyes) in read.shown_in_fog {
            let known = usize::from(piece.0) < table.pieces.len();
            ensure(known && eyes != 0, "its parts do not fit together")?;
            table.set_shown_in_fog(piece, Eyes(eyes as u32));
        }
        let known = |mark: &Mark| {
            mark.seat < table.schema.seats
                && usize::from(mark.place) < table.places.len()
                && usize::from(mark.definition.0) < table.schema.definitions.len()
                && (mark.owner < table.schema.seats || mark.owner == NOBODY)
        };
        let marks = &table.fog.marks;
        let fit = marks.is_sorted() && marks.iter().all(known);
        ensure(fit, "its parts do not fit together")?;
        for (piece, attribute, value) in read.sparse {
            let known = usize::from(piece.0) < table.pieces.len()
                && table.schema.slots.get(usize::from(attribute)) == Some(&SPARSE);
            ensure(known, "its parts do not fit together")?;
            table.set_raw(piece, attribute, value);
        }
        for (piece, list, items) in read.piece_lists {
            let spec = table.schema.lists.get(usize::from(list));
            let known = usize::from(piece.0) < table.pieces.len()
                && spec.is_some_and(|spec| spec.held == Held::Pieces);
            ensure(known && !items.is_empty(), "its parts do not fit together")?;
            table.piece_lists.set(piece, list, Some(items));
        }
        for (piece, seat) in read.controllers {
            let entry = table.pieces.get_mut(usize::from(piece.0));
            match entry.filter(|_| seat < table.schema.seats) {
                Some(entry) => entry.controller = seat,
                None => return Err(none),
            }
        }
        let shows = |piece| match (table.die(piece), table.die_face(piece)) {
            (Some(die), Some(face)) => die.holds(face),
            _ => true,
        };
        let possible = (0..table.pieces.len() as u16).map(Piece).all(shows);
        ensure(possible, "a die shows a face that it has not")?;
        Ok(table)
    }
}

impl Table {
    /// Attaches pieces that lie nowhere yet. What is attached in a circle stays there.
    fn put_on_hosts(&mut self, attached: Vec<(u16, Vec<u16>)>) -> Result<(), TableError> {
        let none = TableError::Broken("a piece is none of this table");
        for (host, pieces) in attached {
            let mut before = NONE;
            for piece in pieces {
                let entry = self.pieces.get_mut(usize::from(piece));
                let Some(entry) = entry.filter(|entry| entry.place == NONE && entry.host == NONE)
                else {
                    return Err(none);
                };
                (entry.host, entry.before) = (host, before);
                let link = match before {
                    NONE => self
                        .pieces
                        .get_mut(usize::from(host))
                        .map(|host| &mut host.attached),
                    before => Some(&mut self.pieces[usize::from(before)].after),
                };
                match link {
                    Some(link) if *link == NONE => *link = piece,
                    _ => return Err(none),
                }
                before = piece;
            }
        }
        for place in 0..self.places.len() {
            let List { first, within, .. } = self.places[place];
            let mut next = first;
            while next != NONE {
                let entry = &mut self.pieces[usize::from(next)];
                if !entry.within.but(within).is_empty() || (place == 0 && entry.host != NONE) {
                    return Err(TableError::Broken(
                        "a zone does not know who knows of its pieces",
                    ));
                }
                entry.place = place as u16;
                next = self.next_here(next);
            }
        }
        Ok(())
    }
}

impl Schema {
    /// Whether what refers to something refers to something that is there.
    fn check(&self) -> Result<(), TableError> {
        let zones = self.zones.len();
        let slots: Vec<u8> = self
            .attributes
            .iter()
            .filter_map(|spec| spec.dense())
            .collect();
        let seats = usize::from(self.seats);
        let copies = |each: bool| if each { seats } else { 1 };
        let cells = |zone: &ZoneSpec| zone.board.as_ref().map_or(1, Geometry::len);
        let edges =
            |zone: &ZoneSpec| usize::from(zone.board.as_ref().map_or(0, Geometry::edge_count));
        let places: usize = (self.zones.iter())
            .map(|zone| copies(zone.each) * cells(zone))
            .sum();
        let edges: usize = (self.zones.iter())
            .map(|zone| copies(zone.each) * edges(zone))
            .sum();
        let most = usize::from(u16::MAX);
        let start = |(definition, place, _): &(Definition, Place, u16)| {
            let zone = self.zones.get(usize::from(place.zone.kind));
            usize::from(definition.0) < self.definitions.len()
                && zone.is_some_and(|zone| {
                    usize::from(place.zone.seat) < copies(zone.each)
                        && place.cell.index() < cells(zone)
                })
        };
        let pieces: usize = self.start.iter().map(|start| usize::from(start.2)).sum();
        // Numbers of a byte have to reach one further than the last of what they count.
        let few = |count: usize| count < 255;
        let holds = self.seats <= crate::MOST_SEATS
            && few(zones)
            && few(self.values.len())
            && (self.values.iter()).all(|spec| spec.between.is_none_or(|(low, high)| low <= high))
            && (self.lists.iter()).all(|spec| spec.between.is_none_or(|(low, high)| low <= high))
            && few(self.attributes.len())
            && few(self.lists.len())
            && self.definitions.len() < most
            && places < most
            && edges + self.values.len() * seats.max(1) < most
            && pieces < most
            && (self.zones.first()).is_some_and(|removed| !removed.each && removed.board.is_none())
            && (0..).zip(&self.zones).all(|(kind, zone)| {
                // What lies within another was declared after it, so nothing lies within itself.
                zone.inside.is_none_or(|outer| outer < kind)
            })
            && self.start.iter().all(start)
            && few(self.cell_values.len())
            && (self.cell_values.iter()).all(|spec| usize::from(spec.zone) < zones)
            && self.regions.len() < most
            && (self.regions.iter()).all(|spec| usize::from(spec.zone) < zones)
            && slots.iter().copied().eq(0..self.changing)
            && (self.die_face).is_none_or(|face| usize::from(face) < self.attributes.len())
            && self
                .definitions
                .iter()
                .all(|definition| definition.values.len() <= self.attributes.len())
            // Sparse attributes start the same for all pieces.
            && (0..).zip(&self.attributes).all(|(index, spec): (usize, _)| {
                let given = self.definitions.iter().filter_map(|definition| definition.values.get(index));
                spec.slot != Some(SPARSE) || given.into_iter().all(|value| *value == spec.start)
            });
        if holds {
            Ok(())
        } else {
            Err(TableError::Broken("its schema is none"))
        }
    }
}
