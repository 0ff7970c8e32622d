//! [`Memory`]: a store that forgets everything when the process ends.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::store::{
    Answer, Append, Appended, Document, NewMatch, Put, Snapshot, Store, StoreError, Stored,
};

/// A store in memory, for tests and for tables that need not outlive the evening.
///
/// ```
/// use parlor_store::{Memory, NewMatch, Store};
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let store = Memory::new();
/// store.create(NewMatch::new("m1", "hex", "{}")).await.unwrap();
/// assert_eq!(store.read("m1", 0).await.unwrap().version, 0);
/// # });
/// ```
#[derive(Default)]
pub struct Memory {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    matches: HashMap<String, Entry>,
    documents: BTreeMap<(String, String), (u64, String)>,
}

/// All of one match.
struct Entry {
    new: NewMatch,
    records: Vec<String>,
    /// The version and the answer for each key.
    keys: HashMap<String, (u64, String)>,
    snapshot: Option<Snapshot>,
}

impl Memory {
    /// An empty one.
    pub fn new() -> Memory {
        Memory::default()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn find(&mut self, id: &str) -> Result<&mut Entry, StoreError> {
        let found = self.matches.get_mut(id);
        found.ok_or_else(|| StoreError::NoMatch(id.into()))
    }

    fn create(&mut self, new: NewMatch) -> Result<(), StoreError> {
        if self.matches.contains_key(&new.id) {
            return Err(StoreError::MatchExists(new.id));
        }
        let entry = Entry {
            new: new.clone(),
            records: Vec::new(),
            keys: HashMap::new(),
            snapshot: None,
        };
        self.matches.insert(new.id, entry);
        Ok(())
    }

    fn append(&mut self, append: Append) -> Result<Appended, StoreError> {
        let entry = self.find(&append.id)?;
        let known = append.key.as_ref().and_then(|key| entry.keys.get(key));
        if let Some((version, answer)) = known {
            return Ok(Appended::Repeated {
                version: *version,
                answer: answer.clone(),
            });
        }
        let version = entry.records.len() as u64;
        if append.after != version {
            return Err(StoreError::Stale { version });
        }
        entry.records.push(append.record);
        if let Some(key) = append.key {
            entry.keys.insert(key, (version + 1, append.answer));
        }
        Ok(Appended::New)
    }

    fn read(&mut self, id: &str, after: u64) -> Result<Stored, StoreError> {
        let entry = self.find(id)?;
        let skipped = usize::try_from(after).unwrap_or(usize::MAX);
        Ok(Stored {
            game: entry.new.game.clone(),
            header: entry.new.header.clone(),
            secret: entry.new.secret.clone(),
            version: entry.records.len() as u64,
            records: entry.records.iter().skip(skipped).cloned().collect(),
        })
    }

    fn put(&mut self, put: Put) -> Result<u64, StoreError> {
        let id = put.id.clone();
        let at = (put.kind, put.id);
        let revision = self.documents.get(&at).map_or(0, |(revision, _)| *revision);
        if revision != put.over {
            return Err(StoreError::Changed { id, revision });
        }
        self.documents.insert(at, (revision + 1, put.text));
        Ok(revision + 1)
    }

    fn list(&self, kind: &str, after: &str, most: usize) -> Vec<Document> {
        let from = (kind.to_string(), after.to_string());
        let behind = self.documents.range(from..);
        let behind = behind.skip_while(|((_, id), _)| id == after);
        let same = behind.take_while(|((other, _), _)| other == kind);
        let document =
            |((_, id), (revision, text)): (&(String, String), &(u64, String))| Document {
                id: id.clone(),
                revision: *revision,
                text: text.clone(),
            };
        same.take(most).map(document).collect()
    }
}

/// Memory answers at once.
fn now<'a, T: Send + 'a>(result: Result<T, StoreError>) -> Answer<'a, T> {
    Box::pin(std::future::ready(result))
}

impl Store for Memory {
    fn create(&self, new: NewMatch) -> Answer<'_, ()> {
        now(self.kept().create(new))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        now(self.kept().append(append))
    }

    fn read(&self, id: &str, after: u64) -> Answer<'_, Stored> {
        now(self.kept().read(id, after))
    }

    fn keep_snapshot(&self, id: &str, snapshot: Snapshot) -> Answer<'_, ()> {
        let mut kept = self.kept();
        now(kept.find(id).map(|entry| entry.snapshot = Some(snapshot)))
    }

    fn snapshot(&self, id: &str) -> Answer<'_, Option<Snapshot>> {
        now(self.kept().find(id).map(|entry| entry.snapshot.clone()))
    }

    fn put(&self, put: Put) -> Answer<'_, u64> {
        now(self.kept().put(put))
    }

    fn get(&self, kind: &str, id: &str) -> Answer<'_, Option<Document>> {
        let at = (kind.to_string(), id.to_string());
        let kept = self.kept();
        let found = kept.documents.get(&at);
        now(Ok(found.map(|(revision, text)| Document {
            id: at.1.clone(),
            revision: *revision,
            text: text.clone(),
        })))
    }

    fn list(&self, kind: &str, after: &str, most: usize) -> Answer<'_, Vec<Document>> {
        now(Ok(self.kept().list(kind, after, most)))
    }
}
