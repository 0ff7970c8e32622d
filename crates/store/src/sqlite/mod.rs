//! [`Sqlite`]: a store in one file.
//!
//! All writing is done by one thread. What has come in while it was busy it writes in one transaction: many answers wait for
//! one flush of the disk, and none is given before it.

mod schema;
mod thread;

use std::path::Path;

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};

use crate::store::{
    Answer, Append, Appended, Document, NewMatch, Put, Snapshot, Store, StoreError, Stored,
};
use thread::Worker;

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
    writer: Worker,
    reader: Worker,
}

impl Sqlite {
    /// Opens a file, or makes it. One of an earlier version of Parlor is brought up to date.
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
            Ok(database)
        };
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

/// Whether a row was not added because there is one like it.
fn is_double(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}

fn create(database: &Connection, new: NewMatch) -> Result<(), StoreError> {
    let sql = "INSERT INTO matches (id, game, header, secret, version) VALUES (?, ?, ?, ?, 0)";
    let mut insert = database.prepare_cached(sql).map_err(broken)?;
    match insert.execute(params![new.id, new.game, new.header, new.secret]) {
        Ok(_) => Ok(()),
        Err(error) if is_double(&error) => Err(StoreError::MatchExists(new.id)),
        Err(error) => Err(broken(error)),
    }
}

fn append(database: &Connection, append: Append) -> Result<Appended, StoreError> {
    // One statement checks the version and the key, and adds the record or does nothing.
    let sql = "INSERT INTO records (match, version, key, record, answer) \
               SELECT number, version + 1, ?3, ?4, ?5 FROM matches WHERE id = ?1 AND version = ?2";
    let mut insert = database.prepare_cached(sql).map_err(broken)?;
    let Append {
        id,
        after,
        key,
        record,
        answer,
    } = append;
    let added = match insert.execute(params![id, after as i64, key, record, answer]) {
        Ok(rows) => rows,
        Err(error) if is_double(&error) => 0,
        Err(error) => return Err(broken(error)),
    };
    if added == 1 {
        let sql = "UPDATE matches SET version = version + 1 WHERE id = ?1";
        let mut update = database.prepare_cached(sql).map_err(broken)?;
        update.execute([&id]).map_err(broken)?;
        return Ok(Appended::New);
    }
    let (number, version) = find(database, &id)?;
    let sql = "SELECT version, answer FROM records WHERE match = ?1 AND key = ?2";
    let mut select = database.prepare_cached(sql).map_err(broken)?;
    let repeated = |row: &Row<'_>| {
        Ok(Appended::Repeated {
            version: row.get::<_, i64>(0)? as u64,
            answer: row.get(1)?,
        })
    };
    let known = select.query_row(params![number, key], repeated).optional();
    known.map_err(broken)?.ok_or(StoreError::Stale { version })
}

/// The number of a match in this file, and its version.
fn find(database: &Connection, id: &str) -> Result<(i64, u64), StoreError> {
    let sql = "SELECT number, version FROM matches WHERE id = ?1";
    let mut select = database.prepare_cached(sql).map_err(broken)?;
    let row = |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64));
    let found = select.query_row([id], row).optional().map_err(broken)?;
    found.ok_or_else(|| StoreError::NoMatch(id.into()))
}

fn read(database: &Connection, id: &str, after: u64) -> Result<Stored, StoreError> {
    let sql = "SELECT number, game, header, secret FROM matches WHERE id = ?1";
    let mut select = database.prepare_cached(sql).map_err(broken)?;
    let row = |row: &Row<'_>| {
        let stored = Stored {
            game: row.get(1)?,
            header: row.get(2)?,
            secret: row.get(3)?,
            version: after,
            records: Vec::new(),
        };
        Ok((row.get::<_, i64>(0)?, stored))
    };
    let found = select.query_row([id], row).optional().map_err(broken)?;
    let (number, mut stored) = found.ok_or_else(|| StoreError::NoMatch(id.into()))?;
    let sql = "SELECT record FROM records WHERE match = ?1 AND version > ?2 ORDER BY version";
    let mut select = database.prepare_cached(sql).map_err(broken)?;
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let rows = select.query_map(params![number, after], |row| row.get(0));
    stored.records = rows.and_then(Iterator::collect).map_err(broken)?;
    // What is read together belongs together: the version is that of the last record.
    stored.version = match stored.records.len() as u64 {
        0 => find(database, id)?.1,
        more => stored.version + more,
    };
    Ok(stored)
}

fn keep_snapshot(database: &Connection, id: &str, snapshot: Snapshot) -> Result<(), StoreError> {
    let (number, _) = find(database, id)?;
    let sql = "INSERT OR REPLACE INTO snapshots (match, version, data) VALUES (?1, ?2, ?3)";
    let mut insert = database.prepare_cached(sql).map_err(broken)?;
    let kept = insert.execute(params![number, snapshot.version as i64, snapshot.data]);
    kept.map(|_| ()).map_err(broken)
}

fn snapshot(database: &Connection, id: &str) -> Result<Option<Snapshot>, StoreError> {
    let (number, _) = find(database, id)?;
    let sql = "SELECT version, data FROM snapshots WHERE match = ?1";
    let mut select = database.prepare_cached(sql).map_err(broken)?;
    let row = |row: &Row<'_>| {
        Ok(Snapshot {
            version: row.get::<_, i64>(0)? as u64,
            data: row.get(1)?,
        })
    };
    select.query_row([number], row).optional().map_err(broken)
}

fn put(database: &Connection, put: Put) -> Result<u64, StoreError> {
    let sql = match put.over {
        0 => {
            "INSERT INTO documents (kind, id, revision, text) VALUES (?1, ?2, ?3 + 1, ?4) \
              ON CONFLICT DO NOTHING"
        }
        _ => {
            "UPDATE documents SET revision = ?3 + 1, text = ?4 \
              WHERE kind = ?1 AND id = ?2 AND revision = ?3"
        }
    };
    let mut change = database.prepare_cached(sql).map_err(broken)?;
    let changed = change.execute(params![put.kind, put.id, put.over as i64, put.text]);
    if changed.map_err(broken)? == 1 {
        return Ok(put.over + 1);
    }
    let revision = get(database, &put.kind, &put.id)?.map_or(0, |found| found.revision);
    Err(StoreError::Changed {
        id: put.id,
        revision,
    })
}

fn document(row: &Row<'_>) -> rusqlite::Result<Document> {
    Ok(Document {
        id: row.get(0)?,
        revision: row.get::<_, i64>(1)? as u64,
        text: row.get(2)?,
    })
}

fn get(database: &Connection, kind: &str, id: &str) -> Result<Option<Document>, StoreError> {
    let sql = "SELECT id, revision, text FROM documents WHERE kind = ?1 AND id = ?2";
    let mut select = database.prepare_cached(sql).map_err(broken)?;
    let found = select.query_row([kind, id], document);
    found.optional().map_err(broken)
}

fn list(
    database: &Connection,
    kind: &str,
    after: &str,
    most: usize,
) -> Result<Vec<Document>, StoreError> {
    let sql = "SELECT id, revision, text FROM documents \
               WHERE kind = ?1 AND id > ?2 ORDER BY id LIMIT ?3";
    let mut select = database.prepare_cached(sql).map_err(broken)?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let rows = select.query_map(params![kind, after, most], document);
    rows.and_then(Iterator::collect).map_err(broken)
}

impl Store for Sqlite {
    fn create(&self, new: NewMatch) -> Answer<'_, ()> {
        self.writer.ask(|database| create(database, new))
    }

    fn append(&self, record: Append) -> Answer<'_, Appended> {
        self.writer.ask(|database| append(database, record))
    }

    fn read(&self, id: &str, after: u64) -> Answer<'_, Stored> {
        let id = id.to_string();
        self.reader.ask(move |database| read(database, &id, after))
    }

    fn keep_snapshot(&self, id: &str, snapshot: Snapshot) -> Answer<'_, ()> {
        let id = id.to_string();
        self.writer
            .ask(move |database| keep_snapshot(database, &id, snapshot))
    }

    fn snapshot(&self, id: &str) -> Answer<'_, Option<Snapshot>> {
        let id = id.to_string();
        self.reader.ask(move |database| snapshot(database, &id))
    }

    fn put(&self, document: Put) -> Answer<'_, u64> {
        self.writer.ask(|database| put(database, document))
    }

    fn get(&self, kind: &str, id: &str) -> Answer<'_, Option<Document>> {
        let (kind, id) = (kind.to_string(), id.to_string());
        self.reader.ask(move |database| get(database, &kind, &id))
    }

    fn list(&self, kind: &str, after: &str, most: usize) -> Answer<'_, Vec<Document>> {
        let (kind, after) = (kind.to_string(), after.to_string());
        self.reader
            .ask(move |database| list(database, &kind, &after, most))
    }
}
