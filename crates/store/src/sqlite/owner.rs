//! Who has a file: a lock on another file beside it, which the system itself takes back when the process ends.

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

pub(super) fn claim(writer: &mut Writer, owner: Owner) -> Result<(), StoreError> {
    let database = &writer.database;
    if writer.lock.is_none() {
        // A database in memory is nobody else's.
        let Some(path) = beside(database) else {
            return Ok(());
        };
        make_private(&path);
        let lock = Connection::open(&path).map_err(broken)?;
        match lock.execute_batch("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE") {
            Ok(()) => writer.lock = Some(lock),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                let found = documents::get(database, KIND, ID)?;
                let by = Owner::read(found.as_ref().map(|found| &*found.text)).name;
                return Err(StoreError::Taken { by });
            }
            Err(error) => return Err(broken(error)),
        }
    }
    documents::put(database, &[Put::new(KIND, ID, owner.text()).anyway()])
}
