//! An append-only store of matches: what it has confirmed is on disk, and nothing is there twice.
//!
//! | to do this | look at |
//! |---|---|
//! | keep and read matches | [`Store`], [`NewMatch`], [`Append`], [`Appended`], [`Stored`] |
//! | know when to wake a match, and what for | [`Note`], [`Due`] |
//! | keep what else a server knows (accounts, rooms, ratings) | [`Document`], [`Put`] |
//! | bring matches in as files, and out again | [`NewMatch::from_text`], [`Stored::text`], [`TextError`] |
//! | choose where | [`Memory`], [`Sqlite`], [`Postgres`] |
//! | have a store for one server alone | [`Store::claim`], [`Owner`] |
//! | know what can go wrong | [`StoreError`] |
//!
//! This crate knows no games: a record is a line of text.
//!
//! Many who write at once share one transaction, and each is answered when that is on disk. In a file of SQLite's a record of two
//! hundred such matches takes well below ten microseconds of the processor. PostgreSQL is for several servers that share their
//! matches; one server alone needs nothing but a file.
//!
//! ```
//! use parlor_store::{Append, Appended, Memory, NewMatch, Store, StoreError};
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! let store = Memory::new();
//! store.create(NewMatch::new("m1", "hex", "{\"parlor\":1}")).await?;
//! let first = Append::new("m1", 0, "{\"version\":1}").key("0/a").answer("done");
//! assert_eq!(store.append(first.clone()).await?, Appended::New);
//! // The same once more gets the same answer, and nothing happens.
//! let again = Appended::Repeated { version: 1, answer: "done".into() };
//! assert_eq!(store.append(first).await?, again);
//! let late = Append::new("m1", 0, "{\"version\":1}").key("0/b");
//! assert_eq!(store.append(late).await, Err(StoreError::Stale { version: 1 }));
//! # Ok::<(), StoreError>(())
//! # }).unwrap();
//! ```

mod documents;
mod matches;
mod memory;
mod owner;
mod postgres;
mod sqlite;
mod store;
mod text;

pub use documents::{Document, Put};
pub use matches::{Append, Appended, Due, NewMatch, Note, Snapshot, Stored};
pub use memory::Memory;
pub use owner::Owner;
pub use postgres::Postgres;
pub use sqlite::Sqlite;
pub use store::{Answer, Store, StoreError};
pub use text::TextError;
