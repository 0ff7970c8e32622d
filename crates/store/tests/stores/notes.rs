//! Notes, and when matches are due.

use std::sync::Arc;

use parlor_store::{Append, NewMatch, Note, Store, StoreError};

use crate::begin;

pub async fn a_note_stays_until_the_next(store: Arc<dyn Store>) {
    begin(&*store).await;
    let note = async || store.read("m", 0).await.unwrap().note;
    assert_eq!(note().await, None);
    let first = Note::new("a draw is offered").due(70);
    let append = Append::new("m", 0, "[1]").note(first.clone());
    store.append(append).await.unwrap();
    assert_eq!(note().await, Some(first.clone()));
    store.append(Append::new("m", 1, "[2]")).await.unwrap();
    assert_eq!(note().await, Some(first.clone()));
    let stale = store.append(Append::new("m", 0, "[1]").note(Note::new("late")));
    assert!(stale.await.is_err());
    assert_eq!(note().await, Some(first));
    let second = Note::new("");
    store.note("m", second.clone()).await.unwrap();
    assert_eq!(note().await, Some(second));
    let missing = store.note("n", Note::new("")).await;
    assert_eq!(missing, Err(StoreError::NoMatch("n".into())));
}

pub async fn matches_are_due_the_earliest_first(store: Arc<dyn Store>) {
    for (id, due_ms) in [("c", 30), ("a", 10), ("d", 40), ("b", 20)] {
        let new = NewMatch::new(id, "hex", "{}").note(Note::new("").due(due_ms));
        store.create(new).await.unwrap();
    }
    let never = NewMatch::new("never", "hex", "{}").note(Note::new("no clock"));
    store.create(never).await.unwrap();
    begin(&*store).await;
    let due = async |until_ms, most| {
        let due = store.due(until_ms, most).await.unwrap();
        let due = due.iter().map(|due| format!("{}{} ", due.id, due.due_ms));
        due.collect::<String>()
    };
    assert_eq!(due(30, 9).await, "a10 b20 c30 ");
    assert_eq!(due(29, 9).await, "a10 b20 ");
    assert_eq!(due(u64::MAX, 2).await, "a10 b20 ");
    assert_eq!(due(9, 9).await, "");
    // A record moves it, a note moves it, and one without a time ends it.
    let later = Append::new("a", 0, "[1]").note(Note::new("").due(50));
    store.append(later).await.unwrap();
    store.note("b", Note::new("").due(5)).await.unwrap();
    store.note("c", Note::new("")).await.unwrap();
    assert_eq!(due(u64::MAX, 9).await, "b5 d40 a50 ");
}
