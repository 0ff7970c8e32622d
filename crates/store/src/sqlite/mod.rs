//! [`Sqlite`]: a store in one file.
//!
//! All writing is done by one thread. What has come in while it was busy it writes in one transaction: many answers wait for
//! one flush of the disk, and none is given before it.

mod documents;
mod known;
mod matches;
mod owner;
mod schema;
mod thread;

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode};

use crate::{
    Answer, Append, Appended, Document, Due, NewMatch, Note, Owner, Put, Snapshot, Store,
    StoreError, Stored,
};
use thread::{Worker, Writer};

/// A store in a file of SQLite's, in which nothing that was confirmed is lost, come what may.
///
/// ```
/// use parlor_store::{NewMatch, Sqlite, Store};
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// # let folder = std::env::temp_dir().join(format!("parlor-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// let file = folder.join("matches.db");
/// let store = Sqlite::open(&file).unwrap();
/// store.create(NewMatch::new("m1", "hex", "{}")).await.unwrap();
/// drop(store);
/// assert_eq!(Sqlite::open(&file).unwrap().read("m1", 0).await.unwrap().game, "hex");
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # });
/// ```
pub struct Sqlite {
    writer: Worker<Writer>,
    reader: Worker<Connection>,
}

impl Sqlite {
    /// Opens a file, or makes it. One of an earlier version of Parlor is brought up to date.
    ///
    /// A new file can be read by nobody but its owner: it holds the seeds of matches that are on.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let opening = |why: String| StoreError::Opening {
            place: path.display().to_string(),
            why,
        };
        let connect = || -> Result<Connection, rusqlite::Error> {
            let database = Connection::open(path)?;
            database.busy_timeout(std::time::Duration::from_secs(5))?;
            database.set_prepared_statement_cache_capacity(64);
            // The log is flushed at each commit, before anybody hears of it.
            database.pragma_update(None, "journal_mode", "WAL")?;
            database.pragma_update(None, "synchronous", "FULL")?;
            // Pages that change often are written back once in a while only: their latest state is in the log.
            database.pragma_update(None, "wal_autocheckpoint", 8000)?;
            database.pragma_update(None, "cache_size", -16 * 1024)?;
            // Statements are planned once, and not again for other values.
            database.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
            Ok(database)
        };
        make_private(path);
        let writing = connect().map_err(|error| opening(words(&error)))?;
        schema::bring_up_to_date(&writing).map_err(&opening)?;
        let reading = connect().map_err(|error| opening(words(&error)))?;
        let failed = |error: std::io::Error| opening(error.to_string());
        Ok(Sqlite {
            writer: Worker::writing(writing).map_err(failed)?,
            reader: Worker::reading(reading).map_err(failed)?,
        })
    }
}

/// Makes a file that only its owner can read, if there is none. SQLite gives the files beside it the same rights. One that
/// is there is not even opened: closing it would take back the locks of whoever uses it. What fails here fails again when
/// SQLite opens it, and is told then.
#[cfg(unix)]
fn make_private(path: &Path) {
    use std::os::unix::fs::OpenOptionsExt;
    // These are no names of files to SQLite.
    if path.starts_with(":memory:") || path.to_string_lossy().starts_with("file:") {
        return;
    }
    let mut options = std::fs::OpenOptions::new();
    let _ = options.write(true).create_new(true).mode(0o600).open(path);
}

/// Elsewhere a folder says who can read what is in it.
#[cfg(not(unix))]
fn make_private(_: &Path) {}

/// What went wrong, with a way out where there is one.
fn words(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "this is no database: choose another file".into(),
        Some(ErrorCode::CannotOpen) => {
            "it cannot be opened: is the folder there, and may you write into it?".into()
        }
        Some(ErrorCode::DiskFull) => "the disk is full".into(),
        Some(ErrorCode::ReadOnly) => "it can only be read: may you write it?".into(),
        _ => error.to_string(),
    }
}

fn broken(error: rusqlite::Error) -> StoreError {
    StoreError::Unavailable(words(&error))
}

/// Does all of something, or takes it back: what else is in the transaction stays.
fn whole<T>(
    database: &Connection,
    work: impl FnOnce() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let run = |sql| database.prepare_cached(sql)?.execute([]);
    run("SAVEPOINT part").map_err(broken)?;
    let done = work();
    if done.is_err() {
        run("ROLLBACK TO part").map_err(broken)?;
    }
    run("RELEASE part").map_err(broken)?;
    done
}

impl Store for Sqlite {
    fn claim(&self, owner: Owner) -> Answer<'_, ()> {
        self.writer.ask(|writer| owner::claim(writer, owner))
    }

    fn create(&self, new: NewMatch) -> Answer<'_, ()> {
        self.writer.ask(|writer| matches::create(writer, new))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.writer.ask(|writer| matches::append(writer, append))
    }

    fn read(&self, id: &str, after: u64) -> Answer<'_, Stored> {
        let id = id.to_string();
        self.reader
            .ask(move |database| matches::read(database, &id, after))
    }

    fn note(&self, id: &str, note: Note) -> Answer<'_, ()> {
        let id = id.to_string();
        self.writer
            .ask(move |writer| matches::note(&writer.database, &id, note))
    }

    fn due(&self, until_ms: u64, most: usize) -> Answer<'_, Vec<Due>> {
        self.reader
            .ask(move |database| matches::due(database, until_ms, most))
    }

    fn keep_snapshot(&self, id: &str, snapshot: Snapshot) -> Answer<'_, ()> {
        let id = id.to_string();
        self.writer
            .ask(move |writer| matches::keep_snapshot(&writer.database, &id, snapshot))
    }

    fn snapshot(&self, id: &str) -> Answer<'_, Option<Snapshot>> {
        let id = id.to_string();
        self.reader
            .ask(move |database| matches::snapshot(database, &id))
    }

    fn put(&self, puts: Vec<Put>) -> Answer<'_, ()> {
        self.writer
            .ask(move |Writer { database, .. }| whole(database, || documents::put(database, &puts)))
    }

    fn get(&self, kind: &str, id: &str) -> Answer<'_, Option<Document>> {
        let (kind, id) = (kind.to_string(), id.to_string());
        self.reader
            .ask(move |database| documents::get(database, &kind, &id))
    }

    fn list(&self, kind: &str, after: &str, most: usize) -> Answer<'_, Vec<Document>> {
        let (kind, after) = (kind.to_string(), after.to_string());
        self.reader
            .ask(move |database| documents::list(database, &kind, &after, most))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[tokio::test]
    async fn a_new_file_is_its_owners_alone_and_one_that_is_there_stays_as_it_is() {
        let folder = std::env::temp_dir().join(format!("parlor-private-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mode = |name: &str| {
            let file = fs::metadata(folder.join(name)).unwrap();
            file.permissions().mode() & 0o777
        };
        let file = folder.join("parlor.db");
        let store = Sqlite::open(&file).unwrap();
        store
            .create(NewMatch::new("m1", "hex", "{}"))
            .await
            .unwrap();
        // What was written last is in the log beside it.
        for name in ["parlor.db", "parlor.db-wal", "parlor.db-shm"] {
            assert_eq!(mode(name), 0o600, "{name}");
        }
        drop(store);
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        drop(Sqlite::open(&file).unwrap());
        assert_eq!(mode("parlor.db"), 0o640);
        fs::remove_dir_all(&folder).unwrap();
    }
}
