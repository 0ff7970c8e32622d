//! Positions as text, for tests, bug reports and people: what lies where, and what is counted.

use std::fmt::Write;
use std::marker::PhantomData;

use parlor_core::{Rng, Seat};

use crate::board::{Cell, Geometry};
use crate::id::Holder;
use crate::spec::Held;
use crate::{Change, Changes, Dealer, Definition, End, Eyes, ListOf, Piece, Place, Table, Zone};

/// A text that describes no position of this table.
///
/// ```
/// use parlor_table::{Schema, TextError};
/// let mut schema = Schema::new();
/// schema.zone("row").add();
/// let error: TextError = schema.lay(1).arrange("column: A").unwrap_err();
/// assert_eq!(error.to_string(), "line 1: there is no zone or value 'column'; there are: row");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl Table {
    /// The position as text, one line for each zone that is not empty and each value that has changed.
    ///
    /// Pieces are written by name (`_` for a blank), from the first to the last; on boards as `b2:X`; with `@1` behind if they belong to
    /// another seat than the zone, `^0` if another seat controls them than their owner, `{damage=2}` for attributes that have changed, and
    /// `[chains armor]` for what is attached.
    ///
    /// ```
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").owner_sees().each_seat());
    /// for name in ["A", "B", "C"] {
    ///     let card = schema.definition("card", name);
    ///     schema.place(card, deck, 1);
    /// }
    /// let score = schema.value("score", 0_i64).each_seat();
    /// let mut table = schema.lay(2);
    /// table.arrange("hand-1: C A\nscore-1: 7").unwrap();
    /// assert_eq!(table.text(), "deck: B\nhand-1: C A\nscore-1: 7\n");
    /// assert_eq!(table.of(parlor_core::Seat(1), score), 7);
    /// # let _ = hand;
    /// ```
    pub fn text(&self) -> String {
        let mut text = String::new();
        let zones = std::iter::once(Zone::REMOVED).chain(self.schema.zones());
        for zone in zones.filter(|zone| !self.zone(*zone).is_empty()) {
            let _ = write!(text, "{}:", self.schema.zone_name(zone));
            for piece in self.zone(zone).pieces() {
                let _ = write!(text, " {}", self.piece_text(piece));
            }
            text.push('\n');
        }
        for spec in &self.schema.values {
            let copies = if spec.each { self.schema.seats } else { 1 };
            for copy in 0..copies {
                let value = self.numbers[usize::from(spec.first) + usize::from(copy)];
                if value == spec.start {
                    continue;
                }
                let _ = match spec.each {
                    true => writeln!(text, "{}-{copy}: {value}", spec.name),
                    false => writeln!(text, "{}: {value}", spec.name),
                };
            }
        }
        for (list, spec) in (0..).zip(&self.schema.lists) {
            for copy in 0..spec.copies(self.schema.seats) {
                let (holder, name) = match spec.held {
                    Held::Seats => (Holder::Seat(Seat(copy)), format!("{}-{copy}", spec.name)),
                    _ => (Holder::Table, spec.name.clone()),
                };
                let entries = self.raw_items(list, holder).iter();
                let entries: Vec<String> = entries.map(ToString::to_string).collect();
                if !entries.is_empty() {
                    let _ = writeln!(text, "{name}: {}", entries.join(" "));
                }
            }
        }
        text
    }

    fn piece_text(&self, piece: Piece) -> String {
        let place = self.place_of(piece);
        let mut text = match self.has_board(place.zone) && self.host(piece).is_none() {
            true => format!("{}:", self.place_name(place)),
            false => String::new(),
        };
        text.push_str(&written(self.name(piece)));
        if self.owner(piece) != self.schema.owner(place.zone)
            && let Some(owner) = self.owner(piece)
        {
            let _ = write!(text, "@{}", owner.0);
        }
        if let Some(controller) = self.controller(piece)
            && self.owner(piece) != Some(controller)
        {
            let _ = write!(text, "^{}", controller.0);
        }
        let definition = &self.schema.definitions[self.definition(piece).0 as usize];
        let specs = self.schema.attributes.iter().zip(&definition.values);
        let changed = (0..)
            .zip(specs)
            .filter(|(_, (spec, _))| spec.slot.is_some())
            .map(|(index, (spec, start))| (spec, *start, self.raw_attribute(piece, index)))
            .filter(|(_, start, value)| start != value)
            .map(|(spec, _, value)| format!("{}={value}", spec.name));
        let lists = (0..).zip(&self.schema.lists).filter_map(|(list, spec)| {
            let items = self.piece_lists.get(piece, list)?.iter();
            let items: Vec<String> = items.map(ToString::to_string).collect();
            Some(format!("{}={}", spec.name, items.join(";")))
        });
        let changed: Vec<String> = changed.chain(lists).collect();
        if !changed.is_empty() {
            let _ = write!(text, "{{{}}}", changed.join(","));
        }
        let attached = self.attached(piece);
        let attached: Vec<String> = attached.map(|piece| self.piece_text(piece)).collect();
        if !attached.is_empty() {
            let _ = write!(text, "[{}]", attached.join(" "));
        }
        text
    }

    /// Arranges the table as a text says. A zone that is named holds just these pieces afterwards; they come from
    /// wherever they are; pieces of which none are there when the table is laid are made. What lay there goes where the line `rest: deck` says, or from
    /// the table. Zones and values that are not named stay as they are, unless `rest` is given: then it takes all pieces
    /// that are not named.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let board = schema.zone("board").board(Grid::new(3, 3, Adjacency::All)).add();
    /// schema.definition("stone", "X");
    /// let mut table = schema.lay(2);
    /// table.arrange("board: a1:X@0 b2:X@1").unwrap();
    /// assert!(table.arrange("board: a1:X@7").is_err());
    /// assert_eq!(table.zone(board).pieces().owned_by(parlor_core::Seat(1)).count(), 1);
    /// ```
    pub fn arrange(&mut self, text: &str) -> Result<(), TextError> {
        let mut arranged = self.clone();
        let mut arranger = Arranger {
            table: &mut arranged,
            placed: Vec::new(),
            rest: None,
        };
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.trim();
            if !content.is_empty() {
                let read = arranger.read(content);
                read.map_err(|problem| TextError { line, problem })?;
            }
        }
        arranger.put_the_rest();
        *self = arranged;
        Ok(())
    }
}

struct Arranger<'t> {
    table: &'t mut Table,
    placed: Vec<Piece>,
    rest: Option<Zone>,
}

impl Arranger<'_> {
    fn change(&mut self, change: impl FnOnce(&mut Dealer<'_>)) {
        let mut rng = Rng::fast(0, 0);
        change(&mut Dealer::new(self.table, &mut rng));
    }

    fn read(&mut self, line: &str) -> Result<(), String> {
        let Some((name, content)) = line.split_once(':') else {
            return Err("a line is a name, a colon, and what is there".into());
        };
        let (name, content) = (name.trim(), content.trim());
        if name == "rest" {
            self.rest = Some(self.zone(content)?);
            return Ok(());
        }
        if let Ok(zone) = self.zone(name) {
            return self.fill(zone, content);
        }
        let numbers = || -> Result<Vec<i64>, String> {
            let words = content.split_whitespace();
            let number = |word: &str| word.parse().map_err(|_| format!("'{word}' is no number"));
            words.map(number).collect()
        };
        if let Some(index) = self.value_index(name) {
            let [value] = numbers()?[..] else {
                return Err(format!("{name} is one number"));
            };
            self.change(|dealer| dealer.change(Change::Count { index, value }));
            return Ok(());
        }
        if let Some(list) = self.list_called(name) {
            let entries = numbers()?;
            self.change(|dealer| dealer.set_items(list, entries));
            return Ok(());
        }
        self.zone(name).map(|_| ())
    }

    fn zone(&self, name: &str) -> Result<Zone, String> {
        let schema = &self.table.schema;
        if name == "removed" {
            return Ok(Zone::REMOVED);
        }
        let mut zones = schema.zones();
        zones
            .find(|zone| schema.zone_name(*zone) == name)
            .ok_or_else(|| {
                let zones = schema.zones().map(|zone| schema.zone_name(zone));
                let values = schema.values.iter().map(|spec| spec.name.clone());
                let names: Vec<String> = zones.chain(values).collect();
                format!(
                    "there is no zone or value '{name}'; there are: {}",
                    names.join(", ")
                )
            })
    }

    fn value_index(&self, name: &str) -> Option<u16> {
        let schema = &self.table.schema;
        schema.values.iter().find_map(|spec| match spec.each {
            false => (spec.name == name).then_some(spec.first),
            true => {
                let seat = of_seat(name, &spec.name, schema.seats)?;
                Some(spec.first + u16::from(seat.0))
            }
        })
    }

    fn list_called(&self, name: &str) -> Option<ListOf<i64>> {
        let schema = &self.table.schema;
        let mut lists = (0..).zip(&schema.lists);
        lists.find_map(|(list, known)| {
            let holder = match known.held {
                Held::Table => (name == known.name).then_some(Holder::Table)?,
                Held::Seats => Holder::Seat(of_seat(name, &known.name, schema.seats)?),
                Held::Pieces => return None,
            };
            Some(ListOf(list, holder, PhantomData))
        })
    }

    fn fill(&mut self, zone: Zone, content: &str) -> Result<(), String> {
        let before: Vec<Piece> = self.table.all_in(zone).collect();
        for word in pieces(content) {
            let (place, name) = self.place(zone, word)?;
            self.lay(name, place, None)?;
        }
        for piece in before {
            if !self.placed.contains(&piece) && self.table.zone_of(piece) == zone {
                self.change(|dealer| dealer.remove(piece));
            }
        }
        let schema = &self.table.schema;
        let most = schema.spans[zone.number()].most;
        let mut places = (0..self.table.place_count(zone)).map(|cell| zone.at(Cell(cell)));
        match places.find(|place| self.table.count_at(*place) > most.into()) {
            Some(full) => Err(format!(
                "{} holds at most {most}",
                self.table.place_name(full)
            )),
            None => Ok(()),
        }
    }

    /// Lays a piece with all that is attached to it.
    fn lay(&mut self, text: &str, place: Place, host: Option<Piece>) -> Result<(), String> {
        let (name, attached) = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            Some(parts) if self.definition(text).is_none() => parts,
            _ => (text, ""),
        };
        let (name, attributes) = match name.split_once('{') {
            Some((name, attributes)) => (name, attributes.trim_end_matches('}')),
            None => (name, ""),
        };
        let (name, controller) = match name.rsplit_once('^') {
            Some((name, seat)) if seat.parse::<u8>().is_ok() => (name, Some(self.seat(seat)?)),
            _ => (name, None),
        };
        let (name, owner) = match name.rsplit_once('@') {
            Some((name, seat)) => (name, Some(self.seat(seat)?)),
            None => (name, None),
        };
        let Some(definition) = self.definition(name) else {
            return Err(format!("there is no piece called '{name}'"));
        };
        let mut same = (0..self.table.pieces.len() as u16).map(Piece);
        let found = same.find(|piece| {
            self.table.definition(*piece) == definition && !self.placed.contains(piece)
        });
        let is_fixed = |(known, _, _): &(Definition, Place, u16)| *known == definition;
        if found.is_none() && self.table.schema.start.iter().any(is_fixed) {
            return Err(format!("there is no other {name}"));
        }
        let piece = found.unwrap_or(self.table.next_piece(definition));
        let made_for = owner.or(self.table.schema.owner(place.zone));
        // Until all are there, a place may hold more than it will.
        self.change(|dealer| match (found, host) {
            (Some(piece), Some(host)) => dealer.attach(piece, host),
            (Some(piece), None) => dealer.change(Change::Move {
                piece,
                to: place,
                end: End::Top,
                seen: Eyes::NOBODY,
            }),
            (None, host) => {
                dealer.change(Change::Create {
                    definition,
                    to: place,
                    owner: made_for,
                });
                if let Some(host) = host {
                    dealer.attach(piece, host);
                }
            }
        });
        if owner.is_some() && self.table.owner(piece) != owner {
            self.change(|dealer| dealer.give(piece, owner));
        }
        if self.table.controller(piece) != controller.or(self.table.owner(piece)) {
            self.change(|dealer| dealer.control(piece, controller));
        }
        self.set_attributes(piece, attributes)?;
        self.placed.push(piece);
        for text in pieces(attached) {
            self.lay(text, place, Some(piece))?;
        }
        Ok(())
    }

    fn seat(&self, text: &str) -> Result<Seat, String> {
        let known = |seat: &u8| *seat < self.table.schema.seats;
        let seat = text.parse().ok().filter(known);
        seat.map(Seat).ok_or_else(|| format!("'{text}' is no seat"))
    }

    fn definition(&self, name: &str) -> Option<Definition> {
        let definitions = &self.table.schema.definitions;
        let index = definitions
            .iter()
            .position(|spec| written(&spec.name) == name)?;
        Some(Definition(index as u16))
    }

    fn place<'w>(&self, zone: Zone, word: &'w str) -> Result<(Place, &'w str), String> {
        if !self.table.has_board(zone) {
            return Ok((zone.into(), word));
        }
        let Some((cell, name)) = word.split_once(':') else {
            return Err(format!(
                "'{word}' does not say where on the board: write a1:{word}"
            ));
        };
        match self.table.board(zone).cell(cell) {
            Some(cell) => Ok((zone.at(cell), name)),
            None => Err(format!("there is no place '{cell}' on this board")),
        }
    }

    fn set_attributes(&mut self, piece: Piece, attributes: &str) -> Result<(), String> {
        for pair in attributes.split(',').filter(|pair| !pair.is_empty()) {
            if let Some((list, items)) = self.piece_list(pair) {
                let list = ListOf::<i64>(list, Holder::Piece(piece), PhantomData);
                self.change(|dealer| dealer.set_items(list, items));
                continue;
            }
            let read = || {
                let (name, value) = pair.split_once('=')?;
                let specs = &self.table.schema.attributes;
                let index = specs
                    .iter()
                    .position(|spec| spec.name == name && spec.slot.is_some())?;
                Some((index as u8, value.parse::<i64>().ok()?))
            };
            let Some((attribute, value)) = read() else {
                return Err(format!("'{pair}' sets no attribute that changes"));
            };
            self.change(|dealer| {
                dealer.change(Change::Set {
                    piece,
                    attribute,
                    value,
                });
            });
        }
        Ok(())
    }

    /// The list of pieces that a text is about, and what is in it.
    fn piece_list(&self, pair: &str) -> Option<(u8, Vec<i64>)> {
        let (name, items) = pair.split_once('=')?;
        let mut lists = self.table.schema.lists.iter();
        let list = lists.position(|spec| spec.name == name && spec.held == Held::Pieces)?;
        let items = items.split(';').map(|item| item.parse().ok());
        Some((list as u8, items.collect::<Option<_>>()?))
    }

    fn put_the_rest(&mut self) {
        let Some(rest) = self.rest else {
            return;
        };
        let all = (0..self.table.pieces.len() as u16).map(Piece);
        for piece in all
            .filter(|piece| !self.placed.contains(piece))
            .collect::<Vec<_>>()
        {
            self.change(|dealer| dealer.put(piece, rest));
        }
    }
}

/// The words of a text: a blank ends one unless it is between brackets.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_u32;
    let words = text.split(move |letter: char| {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && letter.is_whitespace()
    });
    words.filter(|word| !word.is_empty())
}

/// A name without blanks, since blanks are between the names.
fn written(name: &str) -> String {
    name.replace(' ', "_")
}

/// The seat in `score-1`.
fn of_seat(text: &str, name: &str, seats: u8) -> Option<Seat> {
    let seat: u8 = text.strip_prefix(name)?.strip_prefix('-')?.parse().ok()?;
    (seat < seats).then_some(Seat(seat))
}
