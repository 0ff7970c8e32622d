//! A store belongs to one server at a time, and nobody else writes.

use parlor_store::{NewMatch, Owner, Postgres, Put, Sqlite, Store, StoreError};

use crate::Folder;
use crate::postgres::Tables;

fn taken<T>(by: &str) -> Result<T, StoreError> {
    Err(StoreError::Taken { by: by.into() })
}

fn owner(id: &str) -> Owner {
    Owner::new(id, format!("the server {id}"))
}

async fn write(store: &dyn Store) -> Result<(), StoreError> {
    store
        .put(vec![Put::new("visits", "today", "1").anyway()])
        .await
}

/// The same, once more if the store has found out only now that its connection is gone.
async fn write_in_the_end(store: &dyn Store) -> Result<(), StoreError> {
    loop {
        match write(store).await {
            Err(StoreError::Unavailable(_)) => {}
            done => return done,
        }
    }
}

#[tokio::test]
async fn a_file_belongs_to_one_until_it_ends() {
    let folder = Folder::new();
    let open = || Sqlite::open(&folder.file()).unwrap();
    let (one, other) = (open(), open());
    assert_eq!(one.claim(owner("a")).await, Ok(()));
    assert_eq!(one.claim(owner("a")).await, Ok(()), "it has it already");
    assert_eq!(other.claim(owner("b")).await, taken("the server a"));
    assert_eq!(other.claim(owner("b")).await, taken("the server a"));
    assert_eq!(write(&one).await, Ok(()));
    drop(one);
    assert_eq!(other.claim(owner("b")).await, Ok(()));
    assert_eq!(open().claim(owner("c")).await, taken("the server b"));
}

#[tokio::test]
async fn whoever_has_lost_its_file_to_another_writes_no_more() {
    let folder = Folder::new();
    let open = || Sqlite::open(&folder.file()).unwrap();
    let (one, other) = (open(), open());
    assert_eq!(one.claim(owner("a")).await, Ok(()));
    // Somebody tidies up.
    let mut lock = folder.file().into_os_string();
    lock.push("-owner");
    std::fs::remove_file(lock).unwrap();
    assert_eq!(write(&one).await, Ok(()), "nobody else is there");
    assert_eq!(other.claim(owner("b")).await, Ok(()));
    assert_eq!(write(&one).await, taken("the server b"));
    assert_eq!(one.claim(owner("a")).await, taken("the server b"));
    assert_eq!(
        one.create(NewMatch::new("m1", "hex", "{}")).await,
        taken("the server b")
    );
    assert_eq!(write(&other).await, Ok(()));
    let kept = other.get("visits", "today").await.unwrap().unwrap();
    assert_eq!(kept.revision, 2, "one write of each");
    // Also once the other has ended.
    drop(other);
    assert_eq!(write(&one).await, taken("the server b"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_belong_to_one_until_it_ends() {
    let Some(tables) = Tables::new() else { return };
    let (one, other) = (tables.open().await, tables.open().await);
    assert_eq!(one.claim(owner("a")).await, Ok(()));
    assert_eq!(other.claim(owner("b")).await, taken("the server a"));
    assert_eq!(write(&one).await, Ok(()));
    drop(one);
    claims_in_the_end(&other, "b").await;
    assert_eq!(write(&other).await, Ok(()));
    // Other tables of the same database are another store.
    let beside = Tables::new().unwrap();
    assert_eq!(beside.open().await.claim(owner("c")).await, Ok(()));
    drop(other);
    beside.remove().await;
    tables.remove().await;
}

async fn claims_in_the_end(store: &Postgres, id: &str) {
    // The database takes a moment to notice that a connection is gone.
    while store.claim(owner(id)).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_loses_the_connection_gets_its_tables_back() {
    let Some(tables) = Tables::new() else { return };
    let (one, other) = (tables.open().await, tables.open().await);
    assert_eq!(one.claim(owner("a")).await, Ok(()));
    for _ in 0..3 {
        tables.cut().await;
        assert_eq!(write_in_the_end(&one).await, Ok(()));
        let refused = loop {
            match other.claim(owner("b")).await {
                Err(StoreError::Unavailable(_)) => {}
                done => break done,
            }
        };
        assert_eq!(refused, taken("the server a"));
    }
    tables.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_lost_its_tables_to_another_writes_no_more() {
    for has_ended in [false, true] {
        let Some(tables) = Tables::new() else { return };
        let one = tables.open().await;
        assert_eq!(one.claim(owner("a")).await, Ok(()));
        tables.cut().await;
        let other = tables.open().await;
        assert_eq!(other.claim(owner("b")).await, Ok(()));
        // Whether the other is still there or not: what this one knows is no longer true.
        let other = (!has_ended).then_some(other);
        assert_eq!(write_in_the_end(&one).await, taken("the server b"));
        drop(other);
        assert_eq!(write(&one).await, taken("the server b"));
        // And the tables are free for somebody new.
        let third = tables.open().await;
        claims_in_the_end(&third, "c").await;
        assert_eq!(write(&third).await, Ok(()));
        tables.remove().await;
    }
}
