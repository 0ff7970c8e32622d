//! Who has the tables: a lock of the database, held by the connection that writes.
//!
//! So nothing is ever written by whoever has lost it: the lock goes when that connection goes, and no other connection writes
//! before it has the lock again. The database notices within seconds when a machine is gone without a word.

use tokio_postgres::Error;

use super::documents;
use super::link::Link;
use super::writer::Tried;
use crate::owner::{ID, KIND};
use crate::{Owner, Put, StoreError};

/// How a lease stands.
#[derive(Default)]
pub(super) enum Lease {
    /// Nobody has asked for one: several may write.
    #[default]
    None,
    /// It is held by the connection.
    Held(Owner),
    /// The connection that held it is gone.
    Lost(Owner),
    /// Another server has the tables by now.
    Taken(StoreError),
}

impl Lease {
    /// The same once the connection is another one.
    pub fn cut(self) -> Lease {
        match self {
            Lease::Held(owner) => Lease::Lost(owner),
            lease => lease,
        }
    }

    /// Takes it again if it was lost, or says why nothing may be written.
    pub async fn renew(&mut self, link: &Link, schema: &str) -> Result<(), StoreError> {
        match self {
            Lease::None | Lease::Held(_) => Ok(()),
            Lease::Taken(error) => Err(error.clone()),
            Lease::Lost(owner) => {
                let owner = owner.clone();
                let renewed = renew(link, schema, &owner).await;
                let renewed = renewed.map_err(super::link::broken)?;
                match &renewed {
                    Ok(()) => *self = Lease::Held(owner),
                    Err(error @ StoreError::Taken { .. }) => *self = Lease::Taken(error.clone()),
                    Err(_) => {}
                }
                renewed
            }
        }
    }
}

/// Takes the tables, if nobody has them.
pub(super) async fn claim(link: &Link, schema: &str, owner: &Owner) -> Tried<()> {
    if !lock(link, schema).await? {
        let by = latest(link).await?.name;
        return Ok(Err(StoreError::Taken { by }));
    }
    documents::put(link, &[Put::new(KIND, ID, owner.text()).anyway()]).await
}

/// Takes them again after the connection was lost, unless another server has had them meanwhile.
async fn renew(link: &Link, schema: &str, owner: &Owner) -> Tried<()> {
    let locked = lock(link, schema).await?;
    let latest = latest(link).await?;
    if latest.id != owner.id {
        if locked {
            link.query(
                "SELECT pg_advisory_unlock(hashtextextended($1, 0))",
                &[&name(schema)],
            )
            .await?;
        }
        return Ok(Err(StoreError::Taken { by: latest.name }));
    }
    match locked {
        true => Ok(Ok(())),
        // The database has not noticed yet that the connection before is gone.
        false => Ok(Err(StoreError::Unavailable(
            "the connection before still holds the tables".into(),
        ))),
    }
}

async fn lock(link: &Link, schema: &str) -> Result<bool, Error> {
    let sql = "SELECT pg_try_advisory_lock(hashtextextended($1, 0))";
    let rows = link.query(sql, &[&name(schema)]).await?;
    Ok(rows.first().is_some_and(|row| row.get(0)))
}

/// What the lock is called: each schema has tables of its own.
fn name(schema: &str) -> String {
    format!("parlor owner {schema}")
}

/// Whoever has taken the tables last.
async fn latest(link: &Link) -> Result<Owner, Error> {
    let found = documents::get(link, KIND, ID).await?;
    Ok(Owner::read(found.as_ref().map(|found| &*found.text)))
}
