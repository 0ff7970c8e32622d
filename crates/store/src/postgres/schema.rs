//! The tables, and how databases of earlier versions get them.

use tokio_postgres::Error;

use super::link::{Link, quoted, words};

/// What each version of the tables adds to the one before. Never change a step that was published: add one.
const STEPS: [&str; 1] = [r#"
    CREATE TABLE matches (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT COLLATE "C" NOT NULL UNIQUE,
        game TEXT NOT NULL,
        header TEXT NOT NULL,
        secret TEXT NOT NULL
    );
    CREATE TABLE latest (
        match BIGINT PRIMARY KEY REFERENCES matches (number),
        version BIGINT NOT NULL,
        note TEXT,
        due_ms BIGINT
    );
    CREATE INDEX latest_by_due ON latest (due_ms) WHERE due_ms IS NOT NULL;
    CREATE TABLE records (
        match BIGINT NOT NULL REFERENCES matches (number),
        version BIGINT NOT NULL,
        key TEXT COLLATE "C",
        record TEXT NOT NULL,
        answer TEXT NOT NULL,
        PRIMARY KEY (match, version)
    );
    CREATE UNIQUE INDEX records_by_key ON records (match, key) WHERE key IS NOT NULL;
    CREATE TABLE snapshots (
        match BIGINT PRIMARY KEY REFERENCES matches (number),
        version BIGINT NOT NULL,
        data BYTEA NOT NULL
    );
    CREATE TABLE documents (
        kind TEXT COLLATE "C" NOT NULL,
        id TEXT COLLATE "C" NOT NULL,
        revision BIGINT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (kind, id)
    );
"#];

/// Whoever holds this lock is changing tables; the others wait.
const LOCK: i64 = 0x7061_726c_6f72;

/// Takes all steps that this database has not taken yet, all of them or none. Several servers may come at once.
pub(super) async fn bring_up_to_date(link: &Link, schema: &str) -> Result<(), String> {
    let failed = |error: Error| words(&error);
    let begin = format!(
        "BEGIN; SELECT pg_advisory_xact_lock({LOCK}); CREATE SCHEMA IF NOT EXISTS {}; \
         CREATE TABLE IF NOT EXISTS parlor_schema (version INTEGER NOT NULL)",
        quoted(schema)
    );
    link.run(&begin).await.map_err(failed)?;
    let sql = "SELECT COALESCE(MAX(version), 0) FROM parlor_schema";
    let rows = link.query(sql, &[]).await.map_err(failed)?;
    let taken = rows.first().map_or(0, |row| row.get::<_, i32>(0));
    let steps = STEPS.len() as i32;
    if taken > steps {
        link.run("ROLLBACK").await.map_err(failed)?;
        return Err(format!(
            "it was written by a newer Parlor (version {taken} of the tables; this one knows {steps}): update Parlor"
        ));
    }
    for (number, step) in (1..).zip(STEPS).skip(taken as usize) {
        let step = format!("{step}; INSERT INTO parlor_schema (version) VALUES ({number})");
        link.run(&step).await.map_err(failed)?;
    }
    link.run("COMMIT").await.map_err(failed)
}
