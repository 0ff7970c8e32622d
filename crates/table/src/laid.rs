//! Laid schemas: all tables made of one share it, and a saved table names it instead of repeating it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use parlor_core::Fingerprint;

use crate::{Schema, Table};

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
}
