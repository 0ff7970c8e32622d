//! What the writer remembers of the matches that it writes to, so that it need not look it up for each record.
//!
//! An index of all keys would be right as well, but costs more than all the rest: the keys of many matches lie on as many
//! pages, and each page is written and flushed whole.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use rusqlite::Connection;

use super::broken;
use super::matches::{find, walk};
use crate::StoreError;

/// So many keys are remembered before those of the matches that rest are forgotten.
const MOST_KEYS: usize = 500_000;

/// What the writer remembers. It may be forgotten at any time.
pub(super) struct Known {
    /// The matches that were written to lately, by id.
    lately: HashMap<String, Entry>,
    /// Those that were not, since `lately` was full the last time.
    before: HashMap<String, Entry>,
    /// How many keys there are in `lately`.
    keys: usize,
    /// How many there may be before `lately` is full.
    most: usize,
    /// Changes whenever anybody else has written.
    data_version: i64,
}

/// What is remembered of a match.
#[derive(Default)]
pub(super) struct Entry {
    /// The number of the match in this file.
    pub number: i64,
    keys: Keys,
}

/// Hashes of keys: enough to know that one is new.
#[derive(Default)]
struct Keys {
    hashes: HashSet<u64>,
    hasher: RandomState,
}

impl Entry {
    /// Whether a key may have been used before. If not, it is new for sure.
    pub fn may_have(&self, key: &str) -> bool {
        self.keys.hashes.contains(&self.keys.hasher.hash_one(key))
    }
}

impl Default for Known {
    fn default() -> Known {
        Known {
            lately: HashMap::new(),
            before: HashMap::new(),
            keys: 0,
            most: MOST_KEYS,
            data_version: 0,
        }
    }
}

impl Known {
    /// Forgets everything if another process has written into the file.
    pub fn refresh(&mut self, database: &Connection) -> Result<(), StoreError> {
        let sql = "PRAGMA data_version";
        let mut select = database.prepare_cached(sql).map_err(broken)?;
        let now = select.query_row([], |row| row.get(0)).map_err(broken)?;
        if self.data_version != now {
            self.forget();
            self.data_version = now;
        }
        Ok(())
    }

    /// Forgets everything: what was written has been taken back.
    pub fn forget(&mut self) {
        self.lately.clear();
        self.before.clear();
        self.keys = 0;
    }

    /// What is known of a match.
    pub fn of(&mut self, database: &Connection, id: &str) -> Result<&Entry, StoreError> {
        if self.keys > self.most {
            self.before = std::mem::take(&mut self.lately);
            self.keys = 0;
        }
        if !self.lately.contains_key(id) {
            let entry = match self.before.remove(id) {
                Some(entry) => entry,
                None => look_up(database, id)?,
            };
            self.keys += entry.keys.hashes.len();
            self.lately.insert(id.into(), entry);
        }
        // It was put there just now.
        self.lately
            .get(id)
            .ok_or_else(|| StoreError::NoMatch(id.into()))
    }

    /// Remembers a key that was used.
    pub fn add_key(&mut self, id: &str, key: &str) {
        if let Some(entry) = self.lately.get_mut(id) {
            let hash = entry.keys.hasher.hash_one(key);
            self.keys += usize::from(entry.keys.hashes.insert(hash));
        }
    }
}

fn look_up(database: &Connection, id: &str) -> Result<Entry, StoreError> {
    let found = find(database, id)?;
    let mut keys = Keys::default();
    walk(database, &found, 0, |row| {
        if let Some(key) = row.get_ref("key")?.as_str_or_null()? {
            let hash = keys.hasher.hash_one(key);
            keys.hashes.insert(hash);
        }
        Ok(None::<()>)
    })?;
    Ok(Entry {
        number: found.number,
        keys,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::{matches, schema, thread::Writer};
    use crate::{Append, Appended, NewMatch};

    #[test]
    fn what_was_forgotten_is_looked_up_again() {
        let database = Connection::open_in_memory().unwrap();
        schema::bring_up_to_date(&database).unwrap();
        let known = Known {
            most: 3,
            ..Known::default()
        };
        let mut writer = Writer {
            database,
            known,
            held: None,
        };
        for id in ["a", "b", "c"] {
            matches::create(&mut writer, NewMatch::new(id, "hex", "{}")).unwrap();
        }
        let mut append = |id: &str, after: u64, key: String| {
            let append = Append::new(id, after, "[]").key(key);
            let appended = matches::append(&mut writer, append);
            let remembered = writer.known.lately.len() + writer.known.before.len();
            (appended.unwrap(), remembered)
        };
        for version in 0..8 {
            for id in ["a", "b", "c"] {
                let key = format!("0/{version}");
                let (appended, _) = append(id, version, key.clone());
                assert_eq!(appended, Appended::New);
                let (appended, remembered) = append(id, version, key);
                assert!(matches!(appended, Appended::Repeated { .. }));
                assert!(
                    remembered <= 2 || version < 4,
                    "{remembered} are remembered"
                );
            }
        }
    }
}
