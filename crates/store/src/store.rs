//! [`Store`]: what every store can do, and what can go wrong.

use std::pin::Pin;

use crate::{Append, Appended, Document, Due, NewMatch, Note, Owner, Put, Snapshot, Stored};

/// What a store will have answered.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Keeps matches, record by record, and documents. What it has confirmed outlives a power cut (but for [`Memory`]).
///
/// [`Memory`]: crate::Memory
pub trait Store: Send + Sync {
    /// Takes the whole store for one server: until that server ends, in whatever way, nobody else can have it. Whoever has it
    /// is named in [`StoreError::Taken`]; so is whoever has taken it from a server that could not be reached for a while.
    ///
    /// A server keeps matches in memory: two on one store would each play on without the other. What only reads or makes a copy
    /// need not ask. ([`Memory`] is nobody else's anyway.)
    ///
    /// [`Memory`]: crate::Memory
    fn claim(&self, owner: Owner) -> Answer<'_, ()>;

    /// Keeps a new match with the records that it has already, its note and the documents that go with it: all or nothing.
    fn create(&self, new: NewMatch) -> Answer<'_, ()>;

    /// Adds a record to a match, if the match is where the writer thinks it is; all that comes with the record is kept with
    /// it or not at all. A key that was used before gets the first answer again, and nothing else happens.
    fn append(&self, append: Append) -> Answer<'_, Appended>;

    /// A match, with its records after a version: 0 for all of them.
    fn read(&self, id: &str, after: u64) -> Answer<'_, Stored>;

    /// Keeps a note in place of the one that the match has.
    fn note(&self, id: &str, note: Note) -> Answer<'_, ()>;

    /// The matches whose notes are due at a time or before, the earliest first, so many at most.
    fn due(&self, until_ms: u64, most: usize) -> Answer<'_, Vec<Due>>;

    /// Keeps a state of a match that can be worked out from its records, so that it need not be. It may be forgotten at any
    /// time.
    fn keep_snapshot(&self, id: &str, snapshot: Snapshot) -> Answer<'_, ()>;

    /// The latest snapshot of a match, if there is one.
    fn snapshot(&self, id: &str) -> Answer<'_, Option<Snapshot>>;

    /// Changes documents, one after the other, if each is still the one that the writer has seen: all of them or none.
    fn put(&self, puts: Vec<Put>) -> Answer<'_, ()>;

    /// A document.
    fn get(&self, kind: &str, id: &str) -> Answer<'_, Option<Document>>;

    /// Documents of a kind in the order of their ids, from behind an id on (an empty one for the first), so many at most.
    fn list(&self, kind: &str, after: &str, most: usize) -> Answer<'_, Vec<Document>>;
}

/// Why a store could not do what it was asked. But for [`StoreError::Unavailable`], nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// There is no such match.
    #[error("there is no match '{0}'")]
    NoMatch(String),
    /// There is a match of this id already.
    #[error("there is a match '{0}' already")]
    MatchExists(String),
    /// Somebody else was faster.
    #[error("the match is at version {version} by now")]
    Stale {
        /// Where the match is.
        version: u64,
    },
    /// Somebody else has changed the document.
    #[error("{kind} '{id}' is at revision {revision} by now")]
    Changed {
        /// The kind of the document.
        kind: String,
        /// Which document.
        id: String,
        /// Where it is; 0 if it is not there.
        revision: u64,
    },
    /// The store could not be opened.
    #[error("{place}: {why}")]
    Opening {
        /// Which one.
        place: String,
        /// Why not.
        why: String,
    },
    /// It belongs to another server. Nothing was done.
    #[error("another server uses this store: {by}")]
    Taken {
        /// Which one.
        by: String,
    },
    /// The disk is full, broken or away. What was asked may have happened or not: read before you go on.
    #[error("the store does not answer as it should: {0}")]
    Unavailable(String),
}
