//! The tables, and how files of earlier versions get them.

use rusqlite::Connection;

/// What each version of the file adds to the one before. Never change a step that was published: add one.
///
/// What changes with each record is kept narrow and close together, since each page that changes is written and flushed whole:
/// records of all matches follow each other as they came, each knows the one before it in its match, and `latest` knows the
/// last one.
const STEPS: [&str; 1] = ["
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        header TEXT NOT NULL,
        secret TEXT NOT NULL
    );
    CREATE TABLE latest (
        match INTEGER PRIMARY KEY REFERENCES matches (number),
        version INTEGER NOT NULL,
        record INTEGER REFERENCES records (number),
        note TEXT,
        due_ms INTEGER
    );
    CREATE INDEX latest_by_due ON latest (due_ms) WHERE due_ms IS NOT NULL;
    CREATE TABLE records (
        number INTEGER PRIMARY KEY,
        match INTEGER NOT NULL REFERENCES matches (number),
        version INTEGER NOT NULL,
        before INTEGER REFERENCES records (number),
        key TEXT,
        record TEXT NOT NULL,
        answer TEXT NOT NULL
    );
    CREATE TABLE snapshots (
        match INTEGER PRIMARY KEY REFERENCES matches (number),
        version INTEGER NOT NULL,
        data BLOB NOT NULL
    );
    CREATE TABLE documents (
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        revision INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;
"];

/// Takes all steps that this file has not taken yet, each whole or not at all.
pub(super) fn bring_up_to_date(database: &Connection) -> Result<(), String> {
    let words = |error: rusqlite::Error| super::words(&error);
    let version = || database.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0));
    let taken = version().map_err(words)?;
    let steps = STEPS.len() as i64;
    if taken > steps {
        return Err(format!(
            "it was written by a newer Parlor (version {taken} of the file; this one knows {steps}): update Parlor"
        ));
    }
    for (number, step) in (1..).zip(STEPS).skip(taken as usize) {
        let step = format!("BEGIN IMMEDIATE; {step} PRAGMA user_version = {number}; COMMIT;");
        if let Err(error) = database.execute_batch(&step) {
            let _ = database.execute_batch("ROLLBACK");
            // Another process may have been faster.
            if version().map_err(words)? < number {
                return Err(words(error));
            }
        }
    }
    Ok(())
}
