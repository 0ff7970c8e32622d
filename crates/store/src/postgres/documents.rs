//! Documents, in SQL.

use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

use super::link::{Link, signed};
use super::writer::Tried;
use crate::{Document, Put, StoreError};

/// Locks documents that are there, in one order, so that two servers which change the same ones do not wait for each other.
pub(super) async fn lock(link: &Link, puts: &[&Put]) -> Result<(), Error> {
    let kinds: Vec<&str> = puts.iter().map(|put| put.kind.as_str()).collect();
    let ids: Vec<&str> = puts.iter().map(|put| put.id.as_str()).collect();
    let sql = "SELECT 1 FROM documents \
               WHERE (kind, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) \
               ORDER BY kind, id FOR UPDATE";
    link.query(sql, &[&kinds, &ids]).await.map(|_| ())
}

/// One after the other, up to the first that cannot be.
pub(super) async fn put(link: &Link, puts: &[Put]) -> Tried<()> {
    for put in puts {
        let tried = put_one(link, put).await?;
        if tried.is_err() {
            return Ok(tried);
        }
    }
    Ok(Ok(()))
}

async fn put_one(link: &Link, put: &Put) -> Tried<()> {
    let Put {
        kind,
        id,
        over,
        text,
    } = put;
    let revision = over.map(signed);
    let (sql, parameters): (_, &[&(dyn ToSql + Sync)]) = match (over, text) {
        (Some(0), Some(text)) => (
            "INSERT INTO documents (kind, id, revision, text) VALUES ($1, $2, 1, $3) \
             ON CONFLICT DO NOTHING",
            &[kind, id, text],
        ),
        (Some(_), Some(text)) => (
            "UPDATE documents SET revision = revision + 1, text = $3 \
             WHERE kind = $1 AND id = $2 AND revision = $4",
            &[kind, id, text, &revision],
        ),
        (None, Some(text)) => (
            "INSERT INTO documents AS old (kind, id, revision, text) VALUES ($1, $2, 1, $3) \
             ON CONFLICT (kind, id) DO UPDATE SET revision = old.revision + 1, text = excluded.text",
            &[kind, id, text],
        ),
        (Some(_), None) => (
            "DELETE FROM documents WHERE kind = $1 AND id = $2 AND revision = $3",
            &[kind, id, &revision],
        ),
        (None, None) => (
            "DELETE FROM documents WHERE kind = $1 AND id = $2",
            &[kind, id],
        ),
    };
    let changed = link.execute(sql, parameters).await?;
    if changed == 1 || over.is_none() {
        return Ok(Ok(()));
    }
    let there = get(link, kind, id).await?;
    let revision = there.map_or(0, |found| found.revision);
    Ok(match (over, text) {
        // What is not there need not be removed.
        (Some(0), None) if revision == 0 => Ok(()),
        _ => Err(StoreError::Changed {
            kind: kind.clone(),
            id: id.clone(),
            revision,
        }),
    })
}

fn document(row: &Row) -> Document {
    Document {
        id: row.get(0),
        revision: row.get::<_, i64>(1) as u64,
        text: row.get(2),
    }
}

pub(super) async fn get(link: &Link, kind: &str, id: &str) -> Result<Option<Document>, Error> {
    let sql = "SELECT id, revision, text FROM documents WHERE kind = $1 AND id = $2";
    let rows = link.query(sql, &[&kind, &id]).await?;
    Ok(rows.first().map(document))
}

pub(super) async fn list(
    link: &Link,
    kind: &str,
    after: &str,
    most: usize,
) -> Result<Vec<Document>, Error> {
    let sql = "SELECT id, revision, text FROM documents \
               WHERE kind = $1 AND id > $2 ORDER BY id LIMIT $3";
    let rows = link
        .query(sql, &[&kind, &after, &signed(most as u64)])
        .await?;
    Ok(rows.iter().map(document).collect())
}
