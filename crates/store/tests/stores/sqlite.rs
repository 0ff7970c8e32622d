//! What only a store in a file can show.

use std::path::PathBuf;
use std::time::Duration;

use parlor_store::{Append, Appended, NewMatch, Put, Sqlite, Store, StoreError};

use crate::{Folder, begin, stale};

#[tokio::test]
async fn a_file_is_still_there_after_it_was_closed() {
    let folder = Folder::new();
    let open = || Sqlite::open(&folder.file()).unwrap();
    let first = Append::new("m", 0, "[1]").key("a").answer("yes");
    {
        let store = open();
        begin(&store).await;
        store.append(first.clone()).await.unwrap();
    }
    let store = open();
    let again = Appended::Repeated {
        version: 1,
        answer: "yes".into(),
    };
    assert_eq!(store.append(first).await, Ok(again));
}

#[tokio::test]
async fn two_that_write_one_file_see_what_the_other_has_written() {
    let folder = Folder::new();
    let open = || Sqlite::open(&folder.file()).unwrap();
    let (one, other) = (open(), open());
    begin(&one).await;
    let append = async |store: &Sqlite, after: u64, key: &str| {
        let append = Append::new("m", after, format!("[{}]", after + 1));
        store.append(append.key(key)).await
    };
    assert_eq!(append(&one, 0, "0/a").await, Ok(Appended::New));
    assert_eq!(append(&other, 1, "0/b").await, Ok(Appended::New));
    let repeated = |version| {
        let answer = String::new();
        Ok(Appended::Repeated { version, answer })
    };
    assert_eq!(append(&one, 2, "0/b").await, repeated(2));
    assert_eq!(append(&one, 2, "0/c").await, Ok(Appended::New));
    assert_eq!(append(&other, 3, "0/c").await, repeated(3));
    assert_eq!(append(&other, 2, "0/d").await, stale(3));
    assert_eq!(
        one.read("m", 0).await.unwrap().records,
        ["[1]", "[2]", "[3]"]
    );
}

#[tokio::test]
async fn what_fails_takes_back_its_whole_transaction() {
    let folder = Folder::new();
    let store = Sqlite::open(&folder.file()).unwrap();
    let other = rusqlite::Connection::open(folder.file()).unwrap();
    let trap = "CREATE TRIGGER trap BEFORE INSERT ON documents WHEN new.kind = 'trap' \
                BEGIN SELECT RAISE(ROLLBACK, 'trapped'); END; BEGIN IMMEDIATE";
    other.execute_batch(trap).unwrap();
    // The first waits for the other connection, and the rest waits for the first: that is one transaction.
    let first = store.put(vec![Put::new("account", "ann", "")]);
    tokio::task::spawn_blocking(|| std::thread::sleep(Duration::from_millis(50)))
        .await
        .unwrap();
    let created = store.create(NewMatch::new("m", "hex", "{}"));
    let added = store.append(Append::new("m", 0, "[1]").key("0/a"));
    let trapped = store.put(vec![Put::new("trap", "ann", "")]);
    let behind = store.put(vec![Put::new("account", "bob", "")]);
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(first.await, Ok(()));
    let is_unavailable = |error| matches!(error, StoreError::Unavailable(_));
    assert!(is_unavailable(created.await.unwrap_err()));
    assert!(is_unavailable(added.await.unwrap_err()));
    assert!(is_unavailable(trapped.await.unwrap_err()));
    assert!(is_unavailable(behind.await.unwrap_err()));
    assert_eq!(store.get("account", "bob").await, Ok(None));
    // Another match may get its place in the file, and none of its records.
    store.create(NewMatch::new("n", "hex", "{}")).await.unwrap();
    let added = store.append(Append::new("m", 0, "[1]").key("0/a")).await;
    assert_eq!(added, Err(StoreError::NoMatch("m".into())));
    assert_eq!(store.read("n", 0).await.unwrap().version, 0);
}

#[test]
fn what_is_no_store_is_refused_with_a_way_out() {
    let folder = Folder::new();
    let refused = |path: PathBuf| match Sqlite::open(&path) {
        Err(error) => error
            .to_string()
            .replace(&*folder.0.to_string_lossy(), "FOLDER"),
        Ok(_) => panic!("{} was opened", path.display()),
    };
    std::fs::write(
        folder.file(),
        "a letter to my aunt, which is long enough\n".repeat(40),
    )
    .unwrap();
    assert_eq!(
        refused(folder.file()),
        "FOLDER/matches.db: this is no database: choose another file"
    );
    assert_eq!(
        refused(folder.0.join("nowhere/matches.db")),
        "FOLDER/nowhere/matches.db: it cannot be opened: is the folder there, and may you write into it?"
    );
    let newer = folder.0.join("newer.db");
    let database = rusqlite::Connection::open(&newer).unwrap();
    database.pragma_update(None, "user_version", 99).unwrap();
    drop(database);
    assert_eq!(
        refused(newer),
        "FOLDER/newer.db: it was written by a newer Parlor (version 99 of the file; this one knows 1): update Parlor"
    );
}
