//! [`Memory`]: a store that forgets everything when the process ends.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::text::with_keys;
use crate::{
    Answer, Append, Appended, Document, Due, NewMatch, Note, Owner, Put, Snapshot, Store,
    StoreError, Stored,
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
    documents: Documents,
}

/// The revision and the text of each document, by kind and id.
type Documents = BTreeMap<(String, String), (u64, String)>;

/// All of one match.
struct Entry {
    game: String,
    header: String,
    secret: String,
    records: Vec<String>,
    /// The version and the answer for each key.
    keys: HashMap<String, (u64, String)>,
    note: Option<Note>,
    snapshot: Option<Snapshot>,
}

impl Entry {
    fn add(&mut self, key: Option<String>, record: String, answer: String) {
        self.records.push(record);
        if let Some(key) = key {
            let version = self.records.len() as u64;
            self.keys.insert(key, (version, answer));
        }
    }
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
        put(&mut self.documents, new.puts)?;
        let mut entry = Entry {
            game: new.game,
            header: new.header,
            secret: new.secret,
            records: Vec::new(),
            keys: HashMap::new(),
            note: new.note,
            snapshot: None,
        };
        for (key, record) in with_keys(new.records) {
            entry.add(key, record, String::new());
        }
        self.matches.insert(new.id, entry);
        Ok(())
    }

    fn append(&mut self, append: Append) -> Result<Appended, StoreError> {
        let found = self.matches.get_mut(&append.id);
        let entry = found.ok_or(StoreError::NoMatch(append.id))?;
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
        put(&mut self.documents, append.puts)?;
        entry.add(append.key, append.record, append.answer);
        entry.note = append.note.or(entry.note.take());
        Ok(Appended::New)
    }

    fn read(&mut self, id: &str, after: u64) -> Result<Stored, StoreError> {
        let entry = self.find(id)?;
        let skipped = usize::try_from(after).unwrap_or(usize::MAX);
        Ok(Stored {
            game: entry.game.clone(),
            header: entry.header.clone(),
            secret: entry.secret.clone(),
            version: entry.records.len() as u64,
            records: entry.records.iter().skip(skipped).cloned().collect(),
            note: entry.note.clone(),
        })
    }

    fn due(&self, until_ms: u64, most: usize) -> Vec<Due> {
        let due = self.matches.iter().filter_map(|(id, entry)| {
            let due_ms = entry.note.as_ref()?.due_ms?;
            let id = id.clone();
            (due_ms <= until_ms).then_some(Due { id, due_ms })
        });
        let mut due: Vec<Due> = due.collect();
        due.sort_by_key(|due| due.due_ms);
        due.truncate(most);
        due
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

/// Changes all of the documents, or takes back what it has changed.
fn put(documents: &mut Documents, puts: Vec<Put>) -> Result<(), StoreError> {
    let mut before = Vec::with_capacity(puts.len());
    for put in puts {
        let at = (put.kind, put.id);
        let there = documents.remove(&at);
        let revision = there.as_ref().map_or(0, |(revision, _)| *revision);
        before.push((at.clone(), there));
        if put.over.is_some_and(|over| over != revision) {
            for (at, there) in before.into_iter().rev() {
                documents.remove(&at);
                documents.extend(there.map(|there| (at, there)));
            }
            let (kind, id) = at;
            return Err(StoreError::Changed { kind, id, revision });
        }
        documents.extend(put.text.map(|text| (at, (revision + 1, text))));
    }
    Ok(())
}

/// Memory answers at once.
fn now<'a, T: Send + 'a>(result: Result<T, StoreError>) -> Answer<'a, T> {
    Box::pin(std::future::ready(result))
}

impl Store for Memory {
    fn claim(&self, _: Owner) -> Answer<'_, ()> {
        now(Ok(()))
    }

    fn create(&self, new: NewMatch) -> Answer<'_, ()> {
        now(self.kept().create(new))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        now(self.kept().append(append))
    }

    fn read(&self, id: &str, after: u64) -> Answer<'_, Stored> {
        now(self.kept().read(id, after))
    }

    fn note(&self, id: &str, note: Note) -> Answer<'_, ()> {
        let mut kept = self.kept();
        now(kept.find(id).map(|entry| entry.note = Some(note)))
    }

    fn due(&self, until_ms: u64, most: usize) -> Answer<'_, Vec<Due>> {
        now(Ok(self.kept().due(until_ms, most)))
    }

    fn keep_snapshot(&self, id: &str, snapshot: Snapshot) -> Answer<'_, ()> {
        let mut kept = self.kept();
        now(kept.find(id).map(|entry| entry.snapshot = Some(snapshot)))
    }

    fn snapshot(&self, id: &str) -> Answer<'_, Option<Snapshot>> {
        now(self.kept().find(id).map(|entry| entry.snapshot.clone()))
    }

    fn put(&self, puts: Vec<Put>) -> Answer<'_, ()> {
        now(put(&mut self.kept().documents, puts))
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
