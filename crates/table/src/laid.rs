//! Laid schemas: all tables made of one share it, and a saved table names it instead of repeating it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use parlor_core::Fingerprint;

use crate::board::{Cell, Geometry};
use crate::schema::small;
use crate::spec::{FIXED, ZoneSpec};
use crate::{Place, Schema, Shown, Table, Word, Zone};

/// What a schema works out once. A copy works it out again, and it makes no two schemas differ.
#[derive(Default)]
pub(crate) struct Cache {
    hash: OnceLock<String>,
    /// The table before play, for each number of seats that was asked for.
    tables: Mutex<Vec<Table>>,
}

impl Clone for Cache {
    fn clone(&self) -> Cache {
        Cache::default()
    }
}

impl PartialEq for Cache {
    fn eq(&self, _: &Cache) -> bool {
        true
    }
}

impl Eq for Cache {}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cache")
    }
}

/// All laid schemas of this process, for as long as something is made of them.
static LAID: Mutex<Vec<Weak<Schema>>> = Mutex::new(Vec::new());

/// What is guarded is whole at any time, even when somebody who held it panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Schema {
    /// Whatever declares something calls this: what was worked out before no longer holds.
    pub(crate) fn declared(&mut self) {
        self.cache = Cache::default();
    }

    /// The table before play: worked out once for each number of seats.
    pub(crate) fn laid(&self, seats: u8) -> Table {
        let mut tables = lock(&self.cache.tables);
        if let Some(table) = tables.iter().find(|table| table.schema.seats == seats) {
            debug_assert_eq!(
                *table.schema,
                self.lay_out(seats),
                "something was declared without a call of declared()"
            );
            return table.clone();
        }
        let table = Table::new(self.lay_out(seats).shared());
        tables.push(table.clone());
        table
    }

    /// The laid schema for tables to share.
    pub(crate) fn shared(self) -> Arc<Schema> {
        let schema = Arc::new(self);
        let mut all = lock(&LAID);
        if all.len() == all.capacity() {
            all.retain(|known| known.strong_count() > 0);
        }
        all.push(Arc::downgrade(&schema));
        schema
    }

    /// The laid schema that saved tables call so, if a table of it is there.
    pub(crate) fn called(hash: &str) -> Option<Arc<Schema>> {
        // Hashes are worked out after the lock is given back.
        let all: Vec<Arc<Schema>> = lock(&LAID).iter().filter_map(Weak::upgrade).collect();
        all.into_iter().find(|schema| schema.hash() == hash)
    }

    /// What saved tables call a laid schema: a hash of all that it is made of.
    ///
    /// ```
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// schema.zone("deck").hidden().add();
    /// let (table, other) = (schema.lay(2), schema.lay(3));
    /// let saved = serde_json::to_value(&table).unwrap();
    /// assert_eq!(saved["schema"], table.schema().hash());
    /// assert_ne!(other.schema().hash(), table.schema().hash());
    /// ```
    pub fn hash(&self) -> &str {
        let hash = || Fingerprint::new().with(self).finish();
        self.cache.hash.get_or_init(hash)
    }

    /// With everything that follows from the number of seats.
    pub(crate) fn lay_out(&self, seats: u8) -> Schema {
        let mut schema = self.clone();
        schema.seats = seats;
        schema.zone_of_place.clear();
        let (mut instances, mut numbers, mut fog) = (0, 0, 0);
        for spec in &mut schema.values {
            spec.first = small(numbers, "values");
            numbers += if spec.each { seats.into() } else { 1 };
        }
        let mut lists = 0;
        for spec in &mut schema.lists {
            spec.first = small(lists, "lists");
            lists += usize::from(spec.copies(seats));
        }
        for (kind, spec) in (0..).zip(&mut schema.zones) {
            let copies = if spec.each { seats } else { 1 };
            spec.first_instance = small(instances, "zones");
            spec.first_place = small(schema.zone_of_place.len(), "places");
            spec.places = spec
                .board
                .as_ref()
                .map_or(1, |board| small(board.len(), "places"));
            instances += usize::from(copies);
            for seat in 0..copies {
                let zone = Zone { kind, seat };
                schema
                    .zone_of_place
                    .extend(std::iter::repeat_n(zone, spec.places.into()));
            }
            if let Some(board) = &spec.board {
                spec.first_edge = small(numbers, "edges");
                numbers += usize::from(board.edge_count()) * usize::from(copies);
            }
            if spec.fog {
                spec.first_fog = small(fog, "places");
                let words = usize::from(spec.places).div_ceil(64) * usize::from(seats);
                fog += words * usize::from(copies);
            }
        }
        let _: u16 = small(schema.zone_of_place.len(), "places");
        schema.numbers = small(numbers, "values");
        schema.fog_words = small(fog, "places");
        for definition in &mut schema.definitions {
            let known = definition.values.len();
            let starts = schema.attributes.iter().map(|spec| spec.start);
            definition.values.extend(starts.skip(known));
        }
        schema.spans = schema.zones.iter().map(ZoneSpec::span).collect();
        let slots = schema.attributes.iter();
        schema.slots = slots.map(|spec| spec.slot.unwrap_or(FIXED)).collect();
        let definitions = schema.definitions.iter();
        schema.fixed = definitions.flat_map(|spec| spec.values.clone()).collect();
        schema.place_words = schema.place_words();
        schema.find_looks();
        schema.shared_legend = Arc::new(schema.legend.clone());
        schema
    }

    fn find_looks(&mut self) {
        let marks = |shown: &[Shown]| -> Vec<usize> {
            let all = self.attributes.iter().enumerate();
            let fixed = all.filter(|(_, spec)| spec.slot.is_none() && shown.contains(&spec.shown));
            fixed.map(|(index, _)| index).collect()
        };
        let seen = [
            marks(&[Shown::Always, Shown::ToOwner]),
            marks(&[Shown::Always]),
            Vec::new(),
        ];
        let mut looks = vec![[0; 3]; self.definitions.len()];
        for (level, marks) in seen.iter().enumerate() {
            let mut different: Vec<usize> = Vec::new();
            for (index, spec) in self.definitions.iter().enumerate() {
                let alike = different.iter().copied().find(|known| {
                    let known = &self.definitions[*known];
                    let mut marks = marks.iter();
                    known.back == spec.back
                        && marks.all(|mark| known.values[*mark] == spec.values[*mark])
                });
                let first = alike.unwrap_or_else(|| {
                    different.push(index);
                    index
                });
                looks[index][level] = small(first, "definitions");
            }
            self.look_counts[level] = small(different.len(), "definitions");
        }
        self.looks = looks;
    }

    /// The names of all places as commands write them; a name too long for a word becomes a number.
    fn place_words(&self) -> Vec<Word> {
        let places = (0..).zip(&self.zone_of_place);
        let word = |(index, zone): (u16, &Zone)| {
            let place = self.place_of_index(index);
            let name = match &self.zones[zone.kind as usize].board {
                Some(board) => board.name(place.cell),
                None => self.zone_name(*zone),
            };
            let number = || Word::new(&format!("{}:{}", zone.kind, index));
            Word::new(&name).or_else(number).unwrap_or_default()
        };
        places.map(word).collect()
    }

    /// A place's name as commands write it.
    #[inline]
    pub fn place_word(&self, place: Place) -> Word {
        self.place_words[self.place_index(place)]
    }

    /// The name of a cell, where the place with this number is one of a board.
    pub(crate) fn cell_name(&self, place: u16) -> Option<String> {
        let place = self.place_of_index(place);
        let board = self.zones[place.zone.kind as usize].board.as_ref()?;
        Some(board.name(place.cell))
    }

    /// The cell of a zone's board that commands call so.
    pub fn cell_called(&self, zone: Zone, word: Word) -> Option<Cell> {
        let places = self.zones[zone.kind as usize].places;
        let cell = match &self.zones[zone.kind as usize].board {
            Some(board) => board.cell(word.as_str()),
            None => Some(Cell(0)),
        };
        let is_called = |cell: &Cell| cell.0 < places && self.place_word(zone.at(*cell)) == word;
        cell.filter(is_called)
            .or_else(|| self.numbered_cell(zone, word).filter(is_called))
    }

    /// The cell whose name is too long for a word, by the number that stands for it.
    fn numbered_cell(&self, zone: Zone, word: Word) -> Option<Cell> {
        let (_, index) = word.as_str().split_once(':')?;
        let index: usize = index.parse().ok()?;
        let cell = index.checked_sub(self.place_index(zone.into()))?;
        cell.try_into().ok().map(Cell)
    }
}
