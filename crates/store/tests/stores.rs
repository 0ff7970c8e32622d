//! Every store keeps the same promises.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parlor_store::{
    Append, Appended, Document, Memory, NewMatch, Put, Snapshot, Sqlite, Store, StoreError,
};

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

/// A store of one kind, and what has to live as long as it does.
fn memory() -> (Arc<dyn Store>, Option<Folder>) {
    (Arc::new(Memory::new()), None)
}

fn sqlite() -> (Arc<dyn Store>, Option<Folder>) {
    let folder = Folder::new();
    (
        Arc::new(Sqlite::open(&folder.file()).unwrap()),
        Some(folder),
    )
}

/// Runs each test on each store.
macro_rules! on_every_store {
    ($($test:ident)*) => {
        mod in_memory {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                let (store, _folder) = super::memory();
                super::$test(store).await;
            })*
        }
        mod in_sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                let (store, _folder) = super::sqlite();
                super::$test(store).await;
            })*
        }
    };
}

on_every_store! {
    records_come_back_in_order
    a_key_gets_its_first_answer_again
    of_many_with_one_key_one_is_added
    of_many_at_one_version_one_wins
    a_key_counts_for_its_match_alone
    what_is_refused_changes_nothing
    a_match_is_made_once
    snapshots_are_kept_and_replaced
    documents_change_only_under_whoever_has_seen_them
    documents_are_listed_in_order
}

async fn begin(store: &dyn Store) {
    let new = NewMatch::new("m", "hex", "{\"parlor\":1}").secret("{\"seed\":7}");
    store.create(new).await.unwrap();
}

fn stale<T>(version: u64) -> Result<T, StoreError> {
    Err(StoreError::Stale { version })
}

async fn records_come_back_in_order(store: Arc<dyn Store>) {
    begin(&*store).await;
    for version in 0..10 {
        let record = format!("[{}]", version + 1);
        let added = store.append(Append::new("m", version, record)).await;
        assert_eq!(added, Ok(Appended::New));
    }
    let all = store.read("m", 0).await.unwrap();
    assert_eq!((all.version, all.records.len()), (10, 10));
    assert_eq!(all.text().lines().next(), Some("{\"parlor\":1}"));
    assert_eq!(all.text().lines().last(), Some("{\"seed\":7}"));
    let tail = store.read("m", 7).await.unwrap();
    assert_eq!(tail.records, ["[8]", "[9]", "[10]"]);
    assert_eq!(tail.version, 10);
    let nothing = store.read("m", 10).await.unwrap();
    assert_eq!((nothing.version, nothing.records.len()), (10, 0));
    let beyond = store.read("m", u64::MAX).await.unwrap();
    assert_eq!((beyond.version, beyond.records.len()), (10, 0));
}

async fn a_key_gets_its_first_answer_again(store: Arc<dyn Store>) {
    begin(&*store).await;
    let first = Append::new("m", 0, "[1]").key("a").answer("accepted as 1");
    assert_eq!(store.append(first.clone()).await, Ok(Appended::New));
    let more = Append::new("m", 1, "[2]").key("b").answer("accepted as 2");
    assert_eq!(store.append(more).await, Ok(Appended::New));
    let again = Appended::Repeated {
        version: 1,
        answer: "accepted as 1".into(),
    };
    assert_eq!(store.append(first).await, Ok(again.clone()));
    // Also if the version would be right this time.
    let later = Append::new("m", 2, "[3]").key("a").answer("something else");
    assert_eq!(store.append(later).await, Ok(again));
    assert_eq!(store.read("m", 0).await.unwrap().records, ["[1]", "[2]"]);
}

async fn of_many_with_one_key_one_is_added(store: Arc<dyn Store>) {
    begin(&*store).await;
    let racers = (0..64).map(|racer| {
        let store = store.clone();
        let append = Append::new("m", 0, format!("[{racer}]")).key("same");
        let append = append.answer(format!("racer {racer}"));
        tokio::spawn(async move { store.append(append).await })
    });
    let racers: Vec<_> = racers.collect();
    let (mut new, mut answers) = (0, Vec::new());
    for racer in racers {
        match racer.await.unwrap().unwrap() {
            Appended::New => new += 1,
            Appended::Repeated { version, answer } => {
                assert_eq!(version, 1);
                answers.push(answer);
            }
        }
    }
    answers.dedup();
    assert_eq!((new, answers.len()), (1, 1));
    assert_eq!(store.read("m", 0).await.unwrap().version, 1);
}

async fn of_many_at_one_version_one_wins(store: Arc<dyn Store>) {
    begin(&*store).await;
    let racers = (0..64).map(|racer| {
        let store = store.clone();
        let append = Append::new("m", 0, format!("[{racer}]")).key(racer.to_string());
        tokio::spawn(async move { store.append(append).await })
    });
    let racers: Vec<_> = racers.collect();
    let mut new = 0;
    for racer in racers {
        match racer.await.unwrap() {
            Ok(added) => {
                assert_eq!(added, Appended::New);
                new += 1;
            }
            refused => assert_eq!(refused, stale(1)),
        }
    }
    assert_eq!(new, 1);
    assert_eq!(store.read("m", 0).await.unwrap().records.len(), 1);
}

async fn a_key_counts_for_its_match_alone(store: Arc<dyn Store>) {
    begin(&*store).await;
    let other = NewMatch::new("other", "hex", "{}");
    store.create(other).await.unwrap();
    for id in ["m", "other"] {
        let append = Append::new(id, 0, "[1]").key("a");
        assert_eq!(store.append(append).await, Ok(Appended::New));
    }
}

async fn what_is_refused_changes_nothing(store: Arc<dyn Store>) {
    begin(&*store).await;
    let before = store.read("m", 0).await.unwrap();
    let early = Append::new("m", 3, "[4]").key("a");
    assert_eq!(store.append(early).await, stale(0));
    let nowhere = Append::new("n", 0, "[1]").key("a");
    let missing = StoreError::NoMatch("n".into());
    assert_eq!(store.append(nowhere).await, Err(missing.clone()));
    assert_eq!(store.read("n", 0).await, Err(missing));
    assert_eq!(store.read("m", 0).await.unwrap(), before);
    // The key was not used up.
    let right = Append::new("m", 0, "[1]").key("a");
    assert_eq!(store.append(right).await, Ok(Appended::New));
}

async fn a_match_is_made_once(store: Arc<dyn Store>) {
    begin(&*store).await;
    store.append(Append::new("m", 0, "[1]")).await.unwrap();
    let again = store.create(NewMatch::new("m", "chess", "{}")).await;
    assert_eq!(again, Err(StoreError::MatchExists("m".into())));
    let kept = store.read("m", 0).await.unwrap();
    assert_eq!((kept.game.as_str(), kept.version), ("hex", 1));
}

async fn snapshots_are_kept_and_replaced(store: Arc<dyn Store>) {
    begin(&*store).await;
    assert_eq!(store.snapshot("m").await, Ok(None));
    for version in [4, 9] {
        let snapshot = Snapshot {
            version,
            data: vec![0, 255, version as u8],
        };
        store.keep_snapshot("m", snapshot.clone()).await.unwrap();
        assert_eq!(store.snapshot("m").await, Ok(Some(snapshot)));
    }
    let missing = store.snapshot("n").await;
    assert_eq!(missing, Err(StoreError::NoMatch("n".into())));
}

async fn documents_change_only_under_whoever_has_seen_them(store: Arc<dyn Store>) {
    assert_eq!(store.get("account", "ann").await, Ok(None));
    let first = Put::new("account", "ann", "1");
    assert_eq!(store.put(first.clone()).await, Ok(1));
    let changed = |revision| {
        Err(StoreError::Changed {
            id: "ann".into(),
            revision,
        })
    };
    assert_eq!(store.put(first).await, changed(1));
    let second = Put::new("account", "ann", "2").over(1);
    assert_eq!(store.put(second.clone()).await, Ok(2));
    assert_eq!(store.put(second).await, changed(2));
    let early = Put::new("account", "bob", "1").over(1);
    let missing = StoreError::Changed {
        id: "bob".into(),
        revision: 0,
    };
    assert_eq!(store.put(early).await, Err(missing));
    let ann = Document {
        id: "ann".into(),
        revision: 2,
        text: "2".into(),
    };
    assert_eq!(store.get("account", "ann").await, Ok(Some(ann)));
    assert_eq!(store.get("room", "ann").await, Ok(None));
}

async fn documents_are_listed_in_order(store: Arc<dyn Store>) {
    for id in ["c", "a", "e", "b", "d"] {
        store.put(Put::new("room", id, id)).await.unwrap();
    }
    store.put(Put::new("rooms", "a", "")).await.unwrap();
    let ids = async |after: &str, most| {
        let found = store.list("room", after, most).await.unwrap();
        found.into_iter().map(|found| found.id).collect::<String>()
    };
    assert_eq!(ids("", 3).await, "abc");
    assert_eq!(ids("c", 3).await, "de");
    assert_eq!(ids("cc", 9).await, "de");
    assert_eq!(ids("e", 3).await, "");
}

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
