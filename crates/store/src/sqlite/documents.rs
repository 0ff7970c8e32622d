//! Documents, in SQL.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::broken;
use crate::{Document, Put, StoreError};

/// One after the other, up to the first that cannot be.
pub(super) fn put(database: &Connection, puts: &[Put]) -> Result<(), StoreError> {
    puts.iter().try_for_each(|put| put_one(database, put))
}

fn put_one(database: &Connection, put: &Put) -> Result<(), StoreError> {
    let Put {
        kind,
        id,
        over,
        text,
    } = put;
    let over = *over;
    let revision = over.map(|over| over as i64);
    let (sql, parameters): (_, &[&dyn rusqlite::ToSql]) = match (over, text) {
        (Some(0), Some(text)) => (
            "INSERT INTO documents (kind, id, revision, text) VALUES (?1, ?2, 1, ?3) \
             ON CONFLICT DO NOTHING",
            &[kind, id, text],
        ),
        (Some(_), Some(text)) => (
            "UPDATE documents SET revision = revision + 1, text = ?3 \
             WHERE kind = ?1 AND id = ?2 AND revision = ?4",
            &[kind, id, text, &revision],
        ),
        (None, Some(text)) => (
            "INSERT INTO documents (kind, id, revision, text) VALUES (?1, ?2, 1, ?3) \
             ON CONFLICT DO UPDATE SET revision = revision + 1, text = excluded.text",
            &[kind, id, text],
        ),
        (Some(_), None) => (
            "DELETE FROM documents WHERE kind = ?1 AND id = ?2 AND revision = ?3",
            &[kind, id, &revision],
        ),
        (None, None) => (
            "DELETE FROM documents WHERE kind = ?1 AND id = ?2",
            &[kind, id],
        ),
    };
    let mut change = database.prepare_cached(sql).map_err(broken)?;
    let changed = change.execute(parameters).map_err(broken)?;
    if changed == 1 || over.is_none() {
        return Ok(());
    }
    let revision = get(database, kind, id)?.map_or(0, |found| found.revision);
    match over {
        // What is not there need not be removed.
        Some(0) if revision == 0 => Ok(()),
        _ => Err(StoreError::Changed {
            kind: kind.clone(),
            id: id.clone(),
            revision,
        }),
    }
}

fn document(row: &Row<'_>) -> rusqlite::Result<Document> {
    Ok(Document {
        id: row.get(0)?,
        revision: row.get::<_, i64>(1)? as u64,
        text: row.get(2)?,
    })
}

pub(super) fn get(
    database: &Connection,
    kind: &str,
    id: &str,
) -> Result<Option<Document>, StoreError> {
    let sql = "SELECT id, revision, text FROM documents WHERE kind = ?1 AND id = ?2";
    let mut select = database.prepare_cached(sql).map_err(broken)?;
    let found = select.query_row([kind, id], document);
    found.optional().map_err(broken)
}

pub(super) fn list(
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
