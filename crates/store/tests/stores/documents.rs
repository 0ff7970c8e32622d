//! Documents: they change under whoever has seen them, together with what belongs to them.

use std::sync::Arc;

use parlor_store::{Append, Appended, NewMatch, Note, Put, Store, StoreError};

use crate::begin;

/// Why a document could not be put.
fn changed<T>(id: &str, revision: u64) -> Result<T, StoreError> {
    Err(StoreError::Changed {
        kind: "account".into(),
        id: id.into(),
        revision,
    })
}

/// The revision and the text of an account.
async fn account(store: &dyn Store, id: &str) -> Option<(u64, String)> {
    let found = store.get("account", id).await.unwrap()?;
    assert_eq!(found.id, id);
    Some((found.revision, found.text))
}

pub async fn documents_change_only_under_whoever_has_seen_them(store: Arc<dyn Store>) {
    let put = async |put| store.put(vec![put]).await;
    assert_eq!(account(&*store, "ann").await, None);
    let first = Put::new("account", "ann", "1");
    assert_eq!(put(first.clone()).await, Ok(()));
    assert_eq!(put(first).await, changed("ann", 1));
    let second = Put::new("account", "ann", "2").over(1);
    assert_eq!(put(second.clone()).await, Ok(()));
    assert_eq!(put(second).await, changed("ann", 2));
    let early = Put::new("account", "bob", "1").over(1);
    assert_eq!(put(early).await, changed("bob", 0));
    assert_eq!(account(&*store, "ann").await, Some((2, "2".into())));
    assert_eq!(store.get("room", "ann").await, Ok(None));
    for text in ["3", "4"] {
        assert_eq!(put(Put::new("account", "ann", text).anyway()).await, Ok(()));
    }
    assert_eq!(account(&*store, "ann").await, Some((4, "4".into())));
    assert_eq!(put(Put::new("account", "bob", "1").anyway()).await, Ok(()));
    assert_eq!(account(&*store, "bob").await, Some((1, "1".into())));
}

pub async fn documents_are_removed_by_whoever_has_seen_them(store: Arc<dyn Store>) {
    let put = async |put| store.put(vec![put]).await;
    put(Put::new("account", "ann", "1")).await.unwrap();
    put(Put::new("room", "ann", "1")).await.unwrap();
    let remove = Put::remove("account", "ann");
    assert_eq!(put(remove.clone().over(2)).await, changed("ann", 1));
    assert_eq!(put(remove.clone().over(0)).await, changed("ann", 1));
    assert_eq!(account(&*store, "ann").await, Some((1, "1".into())));
    assert_eq!(put(remove.clone().over(1)).await, Ok(()));
    assert_eq!(account(&*store, "ann").await, None);
    assert_eq!(put(remove.clone().over(1)).await, changed("ann", 0));
    // Gone is gone.
    assert_eq!(put(remove.clone()).await, Ok(()));
    assert_eq!(put(remove.clone().over(0)).await, Ok(()));
    put(Put::new("account", "ann", "2")).await.unwrap();
    assert_eq!(account(&*store, "ann").await, Some((1, "2".into())));
    put(remove).await.unwrap();
    assert_eq!(account(&*store, "ann").await, None);
    assert!(store.get("room", "ann").await.unwrap().is_some());
}

pub async fn documents_change_together_or_not_at_all(store: Arc<dyn Store>) {
    let ann = Put::new("account", "ann", "1");
    let bob = Put::new("account", "bob", "1");
    assert_eq!(store.put(vec![ann, bob]).await, Ok(()));
    let puts = vec![
        Put::new("account", "ann", "2").over(1),
        Put::remove("account", "bob"),
        Put::new("account", "cid", "1"),
        Put::new("account", "ann", "3").over(1),
        Put::new("account", "bob", "2").over(7),
    ];
    // The second change of ann finds the first.
    assert_eq!(store.put(puts.clone()).await, changed("ann", 2));
    assert_eq!(account(&*store, "ann").await, Some((1, "1".into())));
    assert_eq!(account(&*store, "bob").await, Some((1, "1".into())));
    assert_eq!(account(&*store, "cid").await, None);
    assert_eq!(store.put(puts[..3].to_vec()).await, Ok(()));
    assert_eq!(account(&*store, "ann").await, Some((2, "2".into())));
    assert_eq!(account(&*store, "bob").await, None);
    assert_eq!(account(&*store, "cid").await, Some((1, "1".into())));
    assert_eq!(store.put(Vec::new()).await, Ok(()));
}

pub async fn documents_are_listed_in_order(store: Arc<dyn Store>) {
    let put = async |put| store.put(vec![put]).await.unwrap();
    for id in ["c", "a", "e", "b", "d"] {
        put(Put::new("room", id, id)).await;
    }
    put(Put::new("rooms", "a", "")).await;
    let ids = async |after: &str, most| {
        let found = store.list("room", after, most).await.unwrap();
        found.into_iter().map(|found| found.id).collect::<String>()
    };
    assert_eq!(ids("", 3).await, "abc");
    assert_eq!(ids("c", 3).await, "de");
    assert_eq!(ids("cc", 9).await, "de");
    assert_eq!(ids("e", 3).await, "");
}

pub async fn a_match_begins_with_all_that_belongs_to_it(store: Arc<dyn Store>) {
    let new = NewMatch::new("m", "hex", "{\"parlor\":1}")
        .records(["[1]", "[2]"])
        .note(Note::new("it is white's turn").due(70))
        .puts([
            Put::new("account", "ann", "1"),
            Put::new("account", "bob", "1"),
        ]);
    store
        .put(vec![Put::new("account", "bob", "0")])
        .await
        .unwrap();
    assert_eq!(store.create(new.clone()).await, changed("bob", 1));
    let missing = StoreError::NoMatch("m".into());
    assert_eq!(store.read("m", 0).await, Err(missing));
    assert_eq!(account(&*store, "ann").await, None);
    assert_eq!(store.due(100, 9).await, Ok(Vec::new()));
    store
        .put(vec![Put::remove("account", "bob")])
        .await
        .unwrap();
    assert_eq!(store.create(new.clone()).await, Ok(()));
    let stored = store.read("m", 0).await.unwrap();
    assert_eq!((stored.version, &stored.records), (2, &new.records));
    assert_eq!(stored.note, new.note);
    assert_eq!(account(&*store, "ann").await, Some((1, "1".into())));
    assert_eq!(account(&*store, "bob").await, Some((1, "1".into())));
    let exists = StoreError::MatchExists("m".into());
    assert_eq!(store.create(new).await, Err(exists));
    let next = Append::new("m", 2, "[3]");
    assert_eq!(store.append(next).await, Ok(Appended::New));
}

pub async fn a_record_comes_with_its_documents_or_not_at_all(store: Arc<dyn Store>) {
    begin(&*store).await;
    store.note("m", Note::new("old").due(70)).await.unwrap();
    let before = store.read("m", 0).await.unwrap();
    store
        .put(vec![Put::new("account", "bob", "0")])
        .await
        .unwrap();
    let ends = Append::new("m", 0, "[1]")
        .key("0/a")
        .note(Note::new("over"))
        .puts([
            Put::new("account", "ann", "1"),
            Put::new("account", "bob", "1"),
        ]);
    assert_eq!(store.append(ends.clone()).await, changed("bob", 1));
    assert_eq!(store.read("m", 0).await.unwrap(), before);
    assert_eq!(account(&*store, "ann").await, None);
    // The key was not used up.
    let right = [
        Put::new("account", "ann", "1"),
        Put::new("account", "bob", "1").over(1),
    ];
    let ends = ends.puts(right);
    assert_eq!(store.append(ends.clone()).await, Ok(Appended::New));
    assert_eq!(account(&*store, "ann").await, Some((1, "1".into())));
    assert_eq!(account(&*store, "bob").await, Some((2, "1".into())));
    assert_eq!(
        store.read("m", 0).await.unwrap().note,
        Some(Note::new("over"))
    );
    // What comes again changes neither note nor documents.
    let again = ends
        .note(Note::new("twice"))
        .puts([Put::new("account", "bob", "9").anyway()]);
    let again = store.append(again).await.unwrap();
    assert!(matches!(again, Appended::Repeated { version: 1, .. }));
    assert_eq!(
        store.read("m", 0).await.unwrap().note,
        Some(Note::new("over"))
    );
    assert_eq!(account(&*store, "bob").await, Some((2, "1".into())));
}
