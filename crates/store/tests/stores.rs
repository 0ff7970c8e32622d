//! Every store keeps the same promises.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parlor_store::{
    Append, Appended, Memory, NewMatch, Note, Put, Snapshot, Sqlite, Store, StoreError,
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
    documents_are_removed_by_whoever_has_seen_them
    documents_change_together_or_not_at_all
    documents_are_listed_in_order
    a_match_begins_with_all_that_belongs_to_it
    a_record_comes_with_its_documents_or_not_at_all
    a_note_stays_until_the_next
    matches_are_due_the_earliest_first
    a_file_goes_in_and_out_unchanged
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

async fn documents_change_only_under_whoever_has_seen_them(store: Arc<dyn Store>) {
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

async fn documents_are_removed_by_whoever_has_seen_them(store: Arc<dyn Store>) {
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

async fn documents_change_together_or_not_at_all(store: Arc<dyn Store>) {
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

async fn a_match_begins_with_all_that_belongs_to_it(store: Arc<dyn Store>) {
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

async fn a_record_comes_with_its_documents_or_not_at_all(store: Arc<dyn Store>) {
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

async fn a_note_stays_until_the_next(store: Arc<dyn Store>) {
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

async fn matches_are_due_the_earliest_first(store: Arc<dyn Store>) {
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

async fn a_file_goes_in_and_out_unchanged(store: Arc<dyn Store>) {
    let text = "{\"parlor\":1,\"game\":\"hex\"}\n\
        {\"version\":1,\"actor\":\"system\",\"system\":\"open\",\"key\":\"a\"}\n\
        {\"version\":2,\"actor\":1,\"command\":{ \"key\": \"x\"},\"key\":\"a/\\u00e9\",\"hash\":\"00\"}\n\
        {\"version\":3,\"actor\":0,\"command\":\"c4\",\"key\":\"b\"}\n\
        {\"version\":4,\"actor\":0,\"command\":\"d4\",\"key\":\"b\"}\n\
        {\"seed\":7}\n";
    let without = text.replace("{\"seed\":7}\n", "");
    for (id, text) in [("m", text), ("n", &without)] {
        let new = NewMatch::from_text(id, "hex", text).unwrap();
        store.create(new).await.unwrap();
        let stored = store.read(id, 0).await.unwrap();
        assert_eq!((stored.text().as_str(), stored.version), (text, 4));
    }
    // Its keys are known, each to its seat.
    let again = async |key: &str| {
        let append = Append::new("m", 4, "{\"version\":5}").key(key);
        store.append(append).await.unwrap()
    };
    let repeated = |version| Appended::Repeated {
        version,
        answer: String::new(),
    };
    assert_eq!(again("1/a/é").await, repeated(2));
    assert_eq!(again("0/b").await, repeated(3));
    assert_eq!(again("0/a/é").await, Appended::New);
}

async fn documents_are_listed_in_order(store: Arc<dyn Store>) {
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

#[test]
fn what_is_no_match_is_refused_with_its_line() {
    let refused = |text: &str| {
        NewMatch::from_text("m", "hex", text)
            .unwrap_err()
            .to_string()
    };
    let header = "{\"parlor\":1}\n";
    let begins =
        "line 1 of the match: a match begins with a line that has \"parlor\" with a format number";
    assert_eq!(refused(""), begins);
    assert_eq!(refused("{\"version\":1}\n"), begins);
    assert_eq!(
        refused(&format!("{header}{{\"version\":2}}\n")),
        "line 2 of the match: it says that it is record 2, and record 1 belongs here"
    );
    let blank = refused(&format!("{header}{{\"version\":1}}\n\n{{\"seed\":7}}\n"));
    assert!(
        blank.starts_with("line 3 of the match: it is no record: "),
        "{blank}"
    );
    assert_eq!(
        refused(&format!("{header}{{\"seed\":7}}\n{{\"version\":1}}\n")),
        "line 3 of the match: there is more after the seed"
    );
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
