//! Every store keeps the same promises.

mod documents;
mod notes;
mod owners;
mod postgres;
mod records;
mod sqlite;
mod texts;
mod tls;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parlor_store::{Memory, NewMatch, Sqlite, Store, StoreError};

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("parlor-store-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("matches.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs each test on each store.
macro_rules! on_every_store {
    ($($module:ident: $($test:ident)*;)*) => {
        mod in_memory {
            $($(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                let store = crate::Memory::new();
                crate::$module::$test(crate::Arc::new(store)).await;
            })*)*
        }
        mod in_sqlite {
            $($(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                let folder = crate::Folder::new();
                let store = crate::Sqlite::open(&folder.file()).unwrap();
                crate::$module::$test(crate::Arc::new(store)).await;
            })*)*
        }
        mod in_postgres {
            $($(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                let Some(tables) = crate::postgres::Tables::new() else {
                    return;
                };
                crate::$module::$test(crate::Arc::new(tables.open().await)).await;
                tables.remove().await;
            })*)*
        }
    };
}

on_every_store! {
    records:
        records_come_back_in_order
        a_key_gets_its_first_answer_again
        of_many_with_one_key_one_is_added
        of_many_at_one_version_one_wins
        a_key_counts_for_its_match_alone
        what_is_refused_changes_nothing
        a_match_is_made_once
        snapshots_are_kept_and_replaced;
    documents:
        documents_change_only_under_whoever_has_seen_them
        documents_are_removed_by_whoever_has_seen_them
        documents_change_together_or_not_at_all
        documents_are_listed_in_order
        a_match_begins_with_all_that_belongs_to_it
        a_record_comes_with_its_documents_or_not_at_all;
    notes:
        a_note_stays_until_the_next
        matches_are_due_the_earliest_first;
    texts:
        a_file_goes_in_and_out_unchanged;
}

async fn begin(store: &dyn Store) {
    let new = NewMatch::new("m", "hex", "{\"parlor\":1}").secret("{\"seed\":7}");
    store.create(new).await.unwrap();
}

fn stale<T>(version: u64) -> Result<T, StoreError> {
    Err(StoreError::Stale { version })
}
