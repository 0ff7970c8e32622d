//! Matches, in SQL.

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};

use super::thread::Writer;
use super::{broken, documents, whole};
use crate::text::with_keys;
use crate::{Append, Appended, Due, NewMatch, Note, Snapshot, StoreError, Stored};

/// Whether a row was not added because there is one like it.
fn is_double(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}

/// A time or a number as SQLite has them.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn due_of(note: &Note) -> Option<i64> {
    note.due_ms.map(signed)
}

/// Where a match is in this file.
pub(super) struct Found {
    /// Its number.
    pub number: i64,
    /// Its version.
    pub version: u64,
    /// The number of its last record.
    pub last: Option<i64>,
}

pub(super) fn find(database: &Connection, id: &str) -> Result<Found, StoreError> {
    let sql = "SELECT match, version, record FROM latest \
               WHERE match = (SELECT number FROM matches WHERE id = ?1)";
    let mut select = database.prepare_cached(sql).map_err(broken)?;
    let row = |row: &Row<'_>| {
        Ok(Found {
            number: row.get(0)?,
            version: row.get::<_, i64>(1)? as u64,
            last: row.get(2)?,
        })
    };
    let found = select.query_row([id], row).optional().map_err(broken)?;
    found.ok_or_else(|| StoreError::NoMatch(id.into()))
}

/// Visits the records of a match, the last one first and those after a version only, until one gives an answer.
pub(super) fn walk<T>(
    database: &Connection,
    from: &Found,
    after: u64,
    mut visit: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<T>>,
) -> Result<Option<T>, StoreError> {
    let sql = "SELECT before, version, key, record, answer FROM records WHERE number = ?1";
    let mut select = database.prepare_cached(sql).map_err(broken)?;
    let (mut next, mut version) = (from.last, from.version);
    while let Some(number) = next.filter(|_| version > after) {
        let visited = select.query_row([number], |row| Ok((row.get(0)?, visit(row)?)));
        let (before, answer) = visited.map_err(broken)?;
        if answer.is_some() {
            return Ok(answer);
        }
        (next, version) = (before, version - 1);
    }
    Ok(None)
}

pub(super) fn create(writer: &mut Writer, new: NewMatch) -> Result<(), StoreError> {
    let database = &writer.database;
    match new.puts.is_empty() {
        true => create_parts(database, new),
        false => whole(database, || create_parts(database, new)),
    }
}

fn create_parts(database: &Connection, new: NewMatch) -> Result<(), StoreError> {
    let sql = "INSERT INTO matches (id, game, header, secret) VALUES (?1, ?2, ?3, ?4)";
    let mut insert = database.prepare_cached(sql).map_err(broken)?;
    match insert.execute([&new.id, &new.game, &new.header, &new.secret]) {
        Ok(_) => {}
        Err(error) if is_double(&error) => return Err(StoreError::MatchExists(new.id)),
        Err(error) => return Err(broken(error)),
    }
    let number = database.last_insert_rowid();
    let (mut version, mut last) = (0_i64, None);
    let sql = "INSERT INTO records (match, version, before, key, record, answer) \
               VALUES (?1, ?2, ?3, ?4, ?5, '')";
    let mut insert = database.prepare_cached(sql).map_err(broken)?;
    for (key, record) in with_keys(new.records) {
        version += 1;
        let inserted = insert.execute(params![number, version, last, key, record]);
        inserted.map_err(broken)?;
        last = Some(database.last_insert_rowid());
    }
    let sql = "INSERT INTO latest (match, version, record, note, due_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut insert = database.prepare_cached(sql).map_err(broken)?;
    let text = new.note.as_ref().map(|note| &note.text);
    let due_ms = new.note.as_ref().and_then(due_of);
    let inserted = insert.execute(params![number, version, last, text, due_ms]);
    inserted.map_err(broken)?;
    documents::put(database, &new.puts)
}

pub(super) fn append(writer: &mut Writer, append: Append) -> Result<Appended, StoreError> {
    let Writer {
        database, known, ..
    } = writer;
    let entry = known.of(database, &append.id)?;
    if let Some(key) = &append.key
        && entry.may_have(key)
        && let Some(repeated) = repeated(database, &append.id, key)?
    {
        return Ok(repeated);
    }
    let number = entry.number;
    match append.puts.is_empty() {
        true => append_parts(database, number, &append)?,
        false => whole(database, || append_parts(database, number, &append))?,
    }
    if let Some(key) = &append.key {
        known.add_key(&append.id, key);
    }
    Ok(Appended::New)
}

fn append_parts(database: &Connection, number: i64, append: &Append) -> Result<(), StoreError> {
    // One statement checks the version and adds the record, or does nothing.
    let sql = "INSERT INTO records (match, version, before, key, record, answer) \
               SELECT match, version + 1, record, ?3, ?4, ?5 FROM latest \
               WHERE match = ?1 AND version = ?2";
    let mut insert = database.prepare_cached(sql).map_err(broken)?;
    let after = signed(append.after);
    let (key, record, answer) = (&append.key, &append.record, &append.answer);
    let inserted = insert.execute(params![number, after, key, record, answer]);
    if inserted.map_err(broken)? == 0 {
        let version = find(database, &append.id)?.version;
        return Err(StoreError::Stale { version });
    }
    let last = database.last_insert_rowid();
    let updated = match &append.note {
        None => {
            let sql = "UPDATE latest SET version = version + 1, record = ?2 WHERE match = ?1";
            let mut update = database.prepare_cached(sql).map_err(broken)?;
            update.execute([number, last])
        }
        Some(note) => {
            let sql = "UPDATE latest SET version = version + 1, record = ?2, note = ?3, due_ms = ?4 \
                       WHERE match = ?1";
            let mut update = database.prepare_cached(sql).map_err(broken)?;
            update.execute(params![number, last, note.text, due_of(note)])
        }
    };
    updated.map_err(broken)?;
    documents::put(database, &append.puts)
}

/// What was answered to this key, if it was used before.
fn repeated(database: &Connection, id: &str, key: &str) -> Result<Option<Appended>, StoreError> {
    walk(database, &find(database, id)?, 0, |row| {
        if row.get_ref("key")?.as_str_or_null()? != Some(key) {
            return Ok(None);
        }
        Ok(Some(Appended::Repeated {
            version: row.get::<_, i64>("version")? as u64,
            answer: row.get("answer")?,
        }))
    })
}

pub(super) fn read(database: &Connection, id: &str, after: u64) -> Result<Stored, StoreError> {
    // What is read together belongs together: nothing is written in between.
    let moment = database.unchecked_transaction().map_err(broken)?;
    let found = find(&moment, id)?;
    let mut records = Vec::new();
    walk(&moment, &found, after, |row| {
        records.push(row.get("record")?);
        Ok(None::<()>)
    })?;
    records.reverse();
    let sql = "SELECT game, header, secret, note, due_ms FROM matches \
               JOIN latest ON match = number WHERE number = ?1";
    let mut select = moment.prepare_cached(sql).map_err(broken)?;
    let row = |row: &Row<'_>| {
        let due_ms: Option<i64> = row.get(4)?;
        let note = |text| Note {
            text,
            due_ms: due_ms.map(|due_ms| due_ms as u64),
        };
        Ok(Stored {
            game: row.get(0)?,
            header: row.get(1)?,
            secret: row.get(2)?,
            version: found.version,
            records,
            note: row.get::<_, Option<String>>(3)?.map(note),
        })
    };
    select.query_row([found.number], row).map_err(broken)
}

pub(super) fn note(database: &Connection, id: &str, note: Note) -> Result<(), StoreError> {
    let number = find(database, id)?.number;
    let sql = "UPDATE latest SET note = ?2, due_ms = ?3 WHERE match = ?1";
    let mut update = database.prepare_cached(sql).map_err(broken)?;
    let updated = update.execute(params![number, note.text, due_of(&note)]);
    updated.map(|_| ()).map_err(broken)
}

pub(super) fn due(
    database: &Connection,
    until_ms: u64,
    most: usize,
) -> Result<Vec<Due>, StoreError> {
    let sql = "SELECT id, due_ms FROM latest JOIN matches ON number = match \
               WHERE due_ms <= ?1 ORDER BY due_ms LIMIT ?2";
    let mut select = database.prepare_cached(sql).map_err(broken)?;
    let due = |row: &Row<'_>| {
        Ok(Due {
            id: row.get(0)?,
            due_ms: row.get::<_, i64>(1)? as u64,
        })
    };
    let rows = select.query_map(params![signed(until_ms), signed(most as u64)], due);
    rows.and_then(Iterator::collect).map_err(broken)
}

pub(super) fn keep_snapshot(
    database: &Connection,
    id: &str,
    snapshot: Snapshot,
) -> Result<(), StoreError> {
    let number = find(database, id)?.number;
    let sql = "INSERT OR REPLACE INTO snapshots (match, version, data) VALUES (?1, ?2, ?3)";
    let mut insert = database.prepare_cached(sql).map_err(broken)?;
    let kept = insert.execute(params![number, snapshot.version as i64, snapshot.data]);
    kept.map(|_| ()).map_err(broken)
}

pub(super) fn snapshot(database: &Connection, id: &str) -> Result<Option<Snapshot>, StoreError> {
    let number = find(database, id)?.number;
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
