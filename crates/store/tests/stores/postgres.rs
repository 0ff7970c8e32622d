//! What only a store in a PostgreSQL database can show.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parlor_store::{Append, Appended, NewMatch, Note, Postgres, Put, Store, StoreError};
use tokio_postgres::{Client, NoTls};

use crate::{begin, stale};

/// Tables of a test's own, in the database of `scripts/with-postgres`.
pub struct Tables {
    server: String,
    schema: String,
}

impl Tables {
    /// Nothing if there is no database to test with.
    pub fn new() -> Option<Tables> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let Ok(server) = std::env::var("PARLOR_TEST_POSTGRES") else {
            eprintln!("skipped: there is no PostgreSQL (scripts/with-postgres starts one)");
            return None;
        };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let schema = format!("test_{}_{number}", std::process::id());
        Some(Tables { server, schema })
    }

    /// The address of the tables. The store finds out before others when two wait for each other.
    fn address(&self) -> String {
        let Tables { server, schema } = self;
        format!(
            "{server} application_name={schema} \
             options='-c search_path={schema} -c deadlock_timeout=400ms'"
        )
    }

    pub fn schema(&self) -> &str {
        &self.schema
    }

    pub async fn open(&self) -> Postgres {
        Postgres::connect(&self.address()).await.unwrap()
    }

    /// A connection past the store.
    pub async fn client(&self) -> Client {
        let address = format!("{} options='-c search_path={}'", self.server, self.schema);
        let connected = tokio_postgres::connect(&address, NoTls).await;
        let (client, connection) = connected.unwrap();
        tokio::spawn(connection);
        client
    }

    /// Waits until the store waits for somebody else.
    async fn until_it_waits(&self) {
        let waits = "SELECT 1 FROM pg_stat_activity \
                     WHERE application_name = $1 AND wait_event_type = 'Lock'";
        let client = self.client().await;
        let found = async || client.query(waits, &[&self.schema]).await.unwrap();
        while found().await.is_empty() {
            tokio::task::yield_now().await;
        }
    }

    /// Waits until the store has no connection any more.
    pub async fn until_gone(&self) {
        let there = "SELECT 1 FROM pg_stat_activity WHERE application_name = $1";
        let client = self.client().await;
        let found = async || client.query(there, &[&self.schema]).await.unwrap();
        while !found().await.is_empty() {
            tokio::task::yield_now().await;
        }
    }

    /// Ends the connections of the store, as a restart of the database does.
    pub async fn cut(&self) {
        let sql = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity \
                   WHERE application_name = $1";
        let client = self.client().await;
        let cut = client.query(sql, &[&self.schema]).await.unwrap();
        assert!(!cut.is_empty());
    }

    pub async fn remove(self) {
        let sql = format!("DROP SCHEMA {} CASCADE", self.schema);
        self.client().await.batch_execute(&sql).await.unwrap();
    }
}

fn unavailable<T>(result: &Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::Unavailable(_)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_connection_is_made_anew() {
    let Some(tables) = Tables::new() else { return };
    let store = tables.open().await;
    begin(&store).await;
    for version in 0..3 {
        store.read("m", 0).await.unwrap();
        tables.cut().await;
        // It may find out only now.
        let append = || Append::new("m", version, "[1]").key(format!("0/{version}"));
        let mut added = store.append(append()).await;
        if unavailable(&added) {
            added = store.append(append()).await;
        }
        assert_eq!(added, Ok(Appended::New));
        let mut read = store.read("m", 0).await;
        if unavailable(&read) {
            read = store.read("m", 0).await;
        }
        assert_eq!(read.unwrap().version, version + 1);
    }
    tables.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_under_way_when_the_connection_is_lost_is_told_so() {
    let Some(tables) = Tables::new() else { return };
    let store = Arc::new(tables.open().await);
    begin(&*store).await;
    let blocker = tables.client().await;
    let lock = "BEGIN; SELECT * FROM latest FOR UPDATE";
    blocker.batch_execute(lock).await.unwrap();
    let append = Append::new("m", 0, "[1]").key("0/a");
    let waiting = tokio::spawn({
        let (store, append) = (store.clone(), append.clone());
        async move { store.append(append).await }
    });
    tables.until_it_waits().await;
    tables.cut().await;
    assert!(unavailable(&waiting.await.unwrap()));
    blocker.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(store.append(append).await, Ok(Appended::New));
    assert_eq!(store.read("m", 0).await.unwrap().version, 1);
    tables.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_servers_begin_and_write_at_once() {
    let Some(tables) = Tables::new() else { return };
    let tables = Arc::new(tables);
    let opened = (0..4).map(|_| {
        let tables = tables.clone();
        tokio::spawn(async move { Arc::new(tables.open().await) })
    });
    let mut stores = Vec::new();
    for opened in opened.collect::<Vec<_>>() {
        stores.push(opened.await.unwrap());
    }
    begin(&*stores[0]).await;
    for version in 0..20 {
        let racers = stores.iter().zip(0..).map(|(store, racer)| {
            let store = store.clone();
            let append = Append::new("m", version, format!("[{racer}]"));
            let append = append.key(format!("{racer}/{version}"));
            tokio::spawn(async move { store.append(append).await })
        });
        let mut new = 0;
        for racer in racers.collect::<Vec<_>>() {
            match racer.await.unwrap() {
                Ok(added) => {
                    assert_eq!(added, Appended::New);
                    new += 1;
                }
                refused => assert_eq!(refused, stale(version + 1)),
            }
        }
        assert_eq!(new, 1);
    }
    drop(stores);
    Arc::into_inner(tables).unwrap().remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_wait_for_each_other_both_get_through() {
    let Some(tables) = Tables::new() else { return };
    let stores = [Arc::new(tables.open().await), Arc::new(tables.open().await)];
    let orders = [["ann", "bob"], ["bob", "ann"]];
    let writers = stores.iter().zip(orders).map(|(store, order)| {
        let store = store.clone();
        tokio::spawn(async move {
            for _ in 0..30 {
                let puts = order.map(|id| Put::new("account", id, "").anyway());
                assert_eq!(store.put(puts.to_vec()).await, Ok(()));
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    for id in ["ann", "bob"] {
        let account = stores[0].get("account", id).await.unwrap().unwrap();
        assert_eq!(account.revision, 60);
    }
    tables.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_to_give_way_tries_again() {
    let Some(tables) = Tables::new() else { return };
    let store = tables.open().await;
    let other = tables.client().await;
    let insert = |id: &str| {
        format!(
            "INSERT INTO documents (kind, id, revision, text) VALUES ('account', '{id}', 1, '')"
        )
    };
    let begin = format!("BEGIN; {}", insert("bob"));
    other.batch_execute(&begin).await.unwrap();
    let puts = ["ann", "bob"].map(|id| Put::new("account", id, ""));
    let put = store.put(puts.to_vec());
    tables.until_it_waits().await;
    // Now each waits for what the other has.
    other.batch_execute(&insert("ann")).await.unwrap();
    other.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(put.await, Ok(()));
    tables.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_has_come_in_meanwhile_is_written_in_its_order() {
    let Some(tables) = Tables::new() else { return };
    let store = tables.open().await;
    begin(&store).await;
    let other = NewMatch::new("other", "hex", "{}");
    store.create(other).await.unwrap();
    let blocker = tables.client().await;
    let lock = "BEGIN; SELECT * FROM latest FOR UPDATE";
    blocker.batch_execute(lock).await.unwrap();
    let first = store.append(Append::new("other", 0, "[1]"));
    tables.until_it_waits().await;
    let append = |after: u64, key: &str| {
        let append = Append::new("m", after, format!("[\"{key}\"]"));
        store.append(append.key(key).answer(key))
    };
    let one = append(0, "0/a");
    let two = append(1, "0/b");
    let again = append(2, "0/a");
    let late = append(1, "0/c");
    let note = store.note("m", Note::new("a note"));
    let three = append(2, "0/d");
    blocker.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(first.await, Ok(Appended::New));
    assert_eq!(one.await, Ok(Appended::New));
    assert_eq!(two.await, Ok(Appended::New));
    let repeated = Appended::Repeated {
        version: 1,
        answer: "0/a".into(),
    };
    assert_eq!(again.await, Ok(repeated));
    assert_eq!(late.await, stale(2));
    assert_eq!(note.await, Ok(()));
    assert_eq!(three.await, Ok(Appended::New));
    let stored = store.read("m", 0).await.unwrap();
    assert_eq!(stored.records.concat(), "[\"0/a\"][\"0/b\"][\"0/d\"]");
    assert_eq!(stored.note, Some(Note::new("a note")));
    tables.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_database_cannot_keep_harms_nobody_else() {
    let Some(tables) = Tables::new() else { return };
    let store = Arc::new(tables.open().await);
    for number in 0..30 {
        let new = NewMatch::new(format!("m{number}"), "hex", "{}");
        store.create(new).await.unwrap();
    }
    let writers = (0..30).map(|number| {
        let store = store.clone();
        let key = if number == 13 { "0/\0" } else { "0/a" };
        let append = Append::new(format!("m{number}"), 0, "[1]").key(key);
        tokio::spawn(async move { store.append(append).await })
    });
    for (number, writer) in (0..).zip(writers.collect::<Vec<_>>()) {
        match writer.await.unwrap() {
            Ok(added) => assert_eq!((added, number == 13), (Appended::New, false)),
            refused => assert!(number == 13 && unavailable(&refused)),
        }
    }
    tables.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_opened_is_refused_with_a_way_out() {
    let refused = async |address: &str| match Postgres::connect(address).await {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{address} was opened"),
    };
    assert_eq!(
        refused("postgres://ann:secret@[/games").await,
        "the address of the database: invalid connection string: invalid value for option `host`"
    );
    let nowhere = refused("host=/nowhere user=ann password=secret dbname=games").await;
    assert_eq!(
        nowhere,
        "the database games at /nowhere: error connecting to server: No such file or directory (os error 2)"
    );
    let Some(tables) = Tables::new() else { return };
    drop(tables.open().await);
    let newer = "INSERT INTO parlor_schema (version) VALUES (99)";
    tables.client().await.batch_execute(newer).await.unwrap();
    let newer = refused(&tables.address()).await;
    let (_, why) = newer.split_once(": ").unwrap();
    assert_eq!(
        why,
        "it was written by a newer Parlor (version 99 of the tables; this one knows 1): update Parlor"
    );
    tables.remove().await;
}
