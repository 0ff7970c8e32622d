//! Who has a file: a lock on another file beside it, which the system itself takes back when the process ends.
//!
//! Anybody can remove that file, and then another server takes the database. So each transaction first looks whether the owner
//! that the database names is still this one: whoever has lost it writes nothing more.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};

use super::thread::Writer;
use super::{broken, documents, make_private};
use crate::owner::{ID, KIND};
use crate::{Owner, Put, StoreError};

/// The file beside a database that is locked by whoever has it. What is in the database itself can be read meanwhile.
fn beside(database: &Connection) -> Option<PathBuf> {
    let path = database.path().filter(|path| !path.is_empty())?;
    let mut name = OsString::from(path);
    name.push("-owner");
    Some(Path::new(&name).into())
}

/// A file that a server has for itself.
pub(super) struct Held {
    /// Has the lock as long as it is open.
    lock: Connection,
    owner: Owner,
}

/// Whether whoever has this file still has it.
pub(super) fn check(database: &Connection, held: Option<&Held>) -> Result<(), StoreError> {
    let Some(held) = held else { return Ok(()) };
    let latest = latest(database)?;
    match latest.id == held.owner.id {
        true => Ok(()),
        false => Err(StoreError::Taken { by: latest.name }),
    }
}

/// Whoever has taken the file last.
fn latest(database: &Connection) -> Result<Owner, StoreError> {
    let found = documents::get(database, KIND, ID)?;
    Ok(Owner::read(found.as_ref().map(|found| &*found.text)))
}

pub(super) fn claim(writer: &mut Writer, owner: Owner) -> Result<(), StoreError> {
    let database = &writer.database;
    let lock = match writer.held.take() {
        Some(held) => held.lock,
        None => {
            // A database in memory is nobody else's.
            let Some(path) = beside(database) else {
                return Ok(());
            };
            make_private(&path);
            let lock = Connection::open(&path).map_err(broken)?;
            match lock.execute_batch("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE") {
                Ok(()) => lock,
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                    let by = latest(database)?.name;
                    return Err(StoreError::Taken { by });
                }
                Err(error) => return Err(broken(error)),
            }
        }
    };
    writer.held = Some(Held {
        lock,
        owner: owner.clone(),
    });
    documents::put(database, &[Put::new(KIND, ID, owner.text()).anyway()])
}
