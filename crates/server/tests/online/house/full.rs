//! A store whose disk can be full.

use std::sync::atomic::{AtomicBool, Ordering};

use parlor_store::{
    Answer, Append, Appended, Document, Due, Memory, NewMatch, Note, Put, Snapshot, Store,
    StoreError, Stored,
};

/// A store that can be read at all times, and written as long as it is not full.
#[derive(Default)]
pub struct CanBeFull {
    inner: Memory,
    full: AtomicBool,
}

impl CanBeFull {
    pub fn is_full(&self, full: bool) {
        self.full.store(full, Ordering::Relaxed);
    }

    fn written<'a, T: Send + 'a>(&self, write: impl FnOnce() -> Answer<'a, T>) -> Answer<'a, T> {
        if self.full.load(Ordering::Relaxed) {
            let full = StoreError::Unavailable("the disk is full".into());
            return Box::pin(std::future::ready(Err(full)));
        }
        write()
    }
}

impl Store for CanBeFull {
    fn create(&self, new: NewMatch) -> Answer<'_, ()> {
        self.written(|| self.inner.create(new))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.written(|| self.inner.append(append))
    }

    fn read(&self, id: &str, after: u64) -> Answer<'_, Stored> {
        self.inner.read(id, after)
    }

    fn note(&self, id: &str, note: Note) -> Answer<'_, ()> {
        self.written(|| self.inner.note(id, note))
    }

    fn due(&self, until_ms: u64, most: usize) -> Answer<'_, Vec<Due>> {
        self.inner.due(until_ms, most)
    }

    fn keep_snapshot(&self, id: &str, snapshot: Snapshot) -> Answer<'_, ()> {
        self.written(|| self.inner.keep_snapshot(id, snapshot))
    }

    fn snapshot(&self, id: &str) -> Answer<'_, Option<Snapshot>> {
        self.inner.snapshot(id)
    }

    fn put(&self, puts: Vec<Put>) -> Answer<'_, ()> {
        self.written(|| self.inner.put(puts))
    }

    fn get(&self, kind: &str, id: &str) -> Answer<'_, Option<Document>> {
        self.inner.get(kind, id)
    }

    fn list(&self, kind: &str, after: &str, most: usize) -> Answer<'_, Vec<Document>> {
        self.inner.list(kind, after, most)
    }
}
