//! Reading a table back: what comes from outside is checked before it is trusted.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::{Board, Geometry};
use crate::spec::ZoneSpec;
use crate::table::{Entry, List, NOBODY, NONE};
use crate::{Definition, Eyes, Piece, Place, Schema, Sight, Table};

/// A table that was not put together by the rules and does not hold together.
///
/// ```
/// use parlor_table::{Schema, Table};
/// let mut json = serde_json::to_value(Schema::new().lay(2)).unwrap();
/// json["places"][0]["len"] = 7.into();
/// let error = serde_json::from_value::<Table>(json).unwrap_err();
/// assert_eq!(error.to_string(), "this table does not hold together: a zone's pieces are not what it counts");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this table does not hold together: {0}")]
pub struct TableError(&'static str);

/// As it is in JSON.
#[derive(Deserialize)]
pub(crate) struct Unchecked {
    schema: Schema,
    pieces: Vec<Entry>,
    places: Vec<List>,
    sights: Vec<Sight>,
    exceptions: Vec<(Piece, Eyes)>,
    numbers: Vec<i64>,
    attributes: Vec<i64>,
    lists: Vec<Vec<i64>>,
    names: Vec<u32>,
}

impl TryFrom<Unchecked> for Table {
    type Error = TableError;

    fn try_from(read: Unchecked) -> Result<Table, TableError> {
        let ensure = |holds: bool, what| if holds { Ok(()) } else { Err(TableError(what)) };
        let mut schema = read.schema;
        // What follows from the rest is found again rather than believed.
        schema.zone_of_place.clear();
        schema.check()?;
        let laid = schema.lay_out(schema.seats);
        let seats = usize::from(laid.seats);
        ensure(
            read.pieces.len() < NONE.into()
                && read.pieces.iter().all(|entry| {
                    usize::from(entry.definition.0) < laid.definitions.len()
                        && usize::from(entry.place) < laid.zone_of_place.len()
                        && (entry.owner < laid.seats || entry.owner == NOBODY)
                }),
            "a piece is none of this table",
        )?;
        ensure(
            Table::are_names(&read.names, laid.seats, read.pieces.len()),
            "two pieces are called the same",
        )?;
        ensure(
            read.places.len() == laid.zone_of_place.len()
                && read.sights.len() == laid.zones().count() + 1
                && read.numbers.len() == usize::from(laid.numbers)
                && read.attributes.len() == read.pieces.len() * usize::from(laid.changing)
                && read.lists.len() == laid.lists.len() * seats,
            "its parts do not fit together",
        )?;
        let exists = |piece: u16| usize::from(piece) < read.pieces.len();
        ensure(
            read.exceptions.iter().all(|(piece, _)| exists(piece.0)),
            "a piece is none of this table",
        )?;
        let mut found = 0;
        for (place, list) in (0..).zip(&read.places) {
            let (mut before, mut next, mut len) = (NONE, list.first, 0);
            while next != NONE {
                let Some(entry) = read.pieces.get(usize::from(next)) else {
                    return Err(TableError("a piece is none of this table"));
                };
                let linked = entry.place == place && entry.before == before && len < list.len;
                let known = entry.within.but(list.within).is_empty();
                ensure(known, "a zone does not know who knows of its pieces")?;
                ensure(linked, "a zone's pieces are not what it counts")?;
                (before, next, len) = (next, entry.after, len + 1);
            }
            let ends = list.last == before && list.len == len;
            ensure(ends, "a zone's pieces are not what it counts")?;
            found += usize::from(len);
        }
        ensure(found == read.pieces.len(), "a piece lies nowhere")?;
        let table = Table {
            schema: Arc::new(laid),
            pieces: read.pieces,
            places: read.places,
            sights: read.sights,
            exceptions: read.exceptions,
            numbers: read.numbers,
            attributes: read.attributes,
            lists: read.lists,
            names: read.names,
        };
        let shows = |piece| match (table.die(piece), table.die_face(piece)) {
            (Some(die), Some(face)) => die.holds(face),
            _ => true,
        };
        let possible = (0..table.pieces.len() as u16).map(Piece).all(shows);
        ensure(possible, "a die shows a face that it has not")?;
        Ok(table)
    }
}

impl Schema {
    /// Whether what refers to something refers to something that is there.
    fn check(&self) -> Result<(), TableError> {
        let zones = self.zones.len();
        let slots: Vec<u8> = self
            .attributes
            .iter()
            .filter_map(|spec| spec.slot)
            .collect();
        let seats = usize::from(self.seats);
        let copies = |each: bool| if each { seats } else { 1 };
        let cells = |zone: &ZoneSpec| zone.board.as_ref().map_or(1, Geometry::len);
        let edges = |zone: &ZoneSpec| match &zone.board {
            Some(Board::Graph(graph)) => graph.edges().count(),
            _ => 0,
        };
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
            && slots.iter().copied().eq(0..self.changing)
            && (self.die_face).is_none_or(|face| usize::from(face) < self.attributes.len())
            && self
                .definitions
                .iter()
                .all(|definition| definition.values.len() <= self.attributes.len());
        if holds {
            Ok(())
        } else {
            Err(TableError("its schema is none"))
        }
    }
}

/// A schema is shared by all copies of a table, and written out once.
pub(crate) mod shared {
    use super::*;

    pub fn serialize<S: serde::Serializer>(
        schema: &Arc<Schema>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        schema.serialize(serializer)
    }
}
