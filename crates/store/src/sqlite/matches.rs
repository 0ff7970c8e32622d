//! Matches, in SQL.

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};

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

pub(super) fn create(database: &Connection, new: NewMatch) -> Result<(), StoreError> {
    match new.puts.is_empty() {
        true => create_parts(database, new),
        false => whole(database, |database| create_parts(database, new)),
    }
}

fn create_parts(database: &Connection, new: NewMatch) -> Result<(), StoreError> {
    let sql = "INSERT INTO matches (id, game, header, secret, version, note, due_ms) \
               VALUES (?, ?, ?, ?, ?, ?, ?)";
    let mut insert = database.prepare_cached(sql).map_err(broken)?;
    let inserted = insert.execute(params![
        new.id,
        new.game,
        new.header,
        new.secret,
        new.records.len() as i64,
        new.note.as_ref().map(|note| &note.text),
        new.note.as_ref().and_then(due_of),
    ]);
    match inserted {
        Ok(_) => {}
        Err(error) if is_double(&error) => return Err(StoreError::MatchExists(new.id)),
        Err(error) => return Err(broken(error)),
    }
    let number = database.last_insert_rowid();
    let sql = "INSERT INTO records (match, version, key, record, answer) \
               VALUES (?1, ?2, ?3, ?4, '')";
    let mut insert = database.prepare_cached(sql).map_err(broken)?;
    for (version, (key, record)) in (1_i64..).zip(with_keys(new.records)) {
        let inserted = insert.execute(params![number, version, key, record]);
        inserted.map_err(broken)?;
    }
    documents::put(database, new.puts)
}

pub(super) fn append(database: &Connection, append: Append) -> Result<Appended, StoreError> {
    match append.puts.is_empty() {
        true => append_parts(database, append),
        false => whole(database, |database| append_parts(database, append)),
    }
}

fn append_parts(database: &Connection, append: Append) -> Result<Appended, StoreError> {
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
        note,
        puts,
    } = append;
    let added = match insert.execute(params![id, after as i64, key, record, answer]) {
        Ok(rows) => rows,
        Err(error) if is_double(&error) => 0,
        Err(error) => return Err(broken(error)),
    };
    if added == 0 {
        return repeated(database, &id, key.as_deref());
    }
    let updated = match &note {
        None => {
            let sql = "UPDATE matches SET version = version + 1 WHERE id = ?1";
            let mut update = database.prepare_cached(sql).map_err(broken)?;
            update.execute([&id])
        }
        Some(note) => {
            let sql = "UPDATE matches SET version = version + 1, note = ?2, due_ms = ?3 \
                       WHERE id = ?1";
            let mut update = database.prepare_cached(sql).map_err(broken)?;
            update.execute(params![id, note.text, due_of(note)])
        }
    };
    updated.map_err(broken)?;
    documents::put(database, puts)?;
    Ok(Appended::New)
}

/// What was answered to this key, if it was used before.
fn repeated(database: &Connection, id: &str, key: Option<&str>) -> Result<Appended, StoreError> {
    let (number, version) = find(database, id)?;
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

pub(super) fn read(database: &Connection, id: &str, after: u64) -> Result<Stored, StoreError> {
    // What is read together belongs together: nothing is written in between.
    let moment = database.unchecked_transaction().map_err(broken)?;
    let sql = "SELECT number, game, header, secret, version, note, due_ms \
               FROM matches WHERE id = ?1";
    let mut select = moment.prepare_cached(sql).map_err(broken)?;
    let row = |row: &Row<'_>| {
        let due_ms: Option<i64> = row.get(6)?;
        let note = |text| Note {
            text,
            due_ms: due_ms.map(|due_ms| due_ms as u64),
        };
        let stored = Stored {
            game: row.get(1)?,
            header: row.get(2)?,
            secret: row.get(3)?,
            version: row.get::<_, i64>(4)? as u64,
            records: Vec::new(),
            note: row.get::<_, Option<String>>(5)?.map(note),
        };
        Ok((row.get::<_, i64>(0)?, stored))
    };
    let found = select.query_row([id], row).optional().map_err(broken)?;
    let (number, mut stored) = found.ok_or_else(|| StoreError::NoMatch(id.into()))?;
    let sql = "SELECT record FROM records WHERE match = ?1 AND version > ?2 ORDER BY version";
    let mut select = moment.prepare_cached(sql).map_err(broken)?;
    let rows = select.query_map(params![number, signed(after)], |row| row.get(0));
    stored.records = rows.and_then(Iterator::collect).map_err(broken)?;
    Ok(stored)
}

pub(super) fn note(database: &Connection, id: &str, note: Note) -> Result<(), StoreError> {
    let sql = "UPDATE matches SET note = ?2, due_ms = ?3 WHERE id = ?1";
    let mut update = database.prepare_cached(sql).map_err(broken)?;
    let updated = update.execute(params![id, note.text, due_of(&note)]);
    match updated.map_err(broken)? {
        0 => Err(StoreError::NoMatch(id.into())),
        _ => Ok(()),
    }
}

pub(super) fn due(
    database: &Connection,
    until_ms: u64,
    most: usize,
) -> Result<Vec<Due>, StoreError> {
    let sql = "SELECT id, due_ms FROM matches WHERE due_ms <= ?1 ORDER BY due_ms LIMIT ?2";
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
    let (number, _) = find(database, id)?;
    let sql = "INSERT OR REPLACE INTO snapshots (match, version, data) VALUES (?1, ?2, ?3)";
    let mut insert = database.prepare_cached(sql).map_err(broken)?;
    let kept = insert.execute(params![number, snapshot.version as i64, snapshot.data]);
    kept.map(|_| ()).map_err(broken)
}

pub(super) fn snapshot(database: &Connection, id: &str) -> Result<Option<Snapshot>, StoreError> {
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
