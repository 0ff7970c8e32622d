//! [`Postgres`]: a store in a PostgreSQL database, which several servers may share.
//!
//! All writing of one [`Postgres`] is done by one task. What has come in while it was busy it writes in one transaction: many
//! answers wait for one flush of the disk, and none is given before it. The tables are those of the SQLite store, but for what
//! that does for its pages.

mod address;
mod documents;
mod lease;
mod link;
mod matches;
mod schema;
mod tls;
mod writer;

use std::sync::Arc;

use tokio::sync::{Mutex, mpsc};

use crate::{
    Answer, Append, Appended, Document, Due, NewMatch, Note, Owner, Put, Snapshot, Store,
    StoreError, Stored,
};
use link::{Link, Place};
use writer::{Job, Work};

/// A store in a PostgreSQL database (12 or later), in which nothing that was confirmed is lost. Several servers may use it at once.
///
/// When the connection is lost, what was under way is answered with [`StoreError::Unavailable`], and whoever asks next has it
/// made anew.
///
/// The address says how the way to the database is protected, with the words of PostgreSQL's own programs:
///
/// | `sslmode` | encrypted | the certificate is checked |
/// |---|---|---|
/// | `disable` | never | |
/// | `prefer` (the default) | if the database offers it | no |
/// | `require` | always, or there is no connection | no; with `sslrootcert`, like `verify-ca` |
/// | `verify-ca` | always | somebody who is trusted has signed it |
/// | `verify-full` | always | that, and it is for the host that the address names |
///
/// `sslrootcert=FILE` names the certificates that are trusted, in PEM form: an authority's, or the database's own. Without it
/// those are trusted that browsers trust. Sockets of this machine (`host=/var/run/postgresql`) are never encrypted.
///
/// ```no_run
/// use parlor_store::{NewMatch, Postgres, Store};
/// # async fn example() -> Result<(), parlor_store::StoreError> {
/// let store = Postgres::connect("postgres://parlor@localhost/parlor").await?;
/// store.create(NewMatch::new("m1", "hex", "{}")).await?;
/// assert_eq!(store.read("m1", 0).await?.game, "hex");
/// # Ok(())
/// # }
/// ```
pub struct Postgres {
    jobs: mpsc::UnboundedSender<Job>,
    place: Arc<Place>,
    reading: Mutex<Option<Arc<Link>>>,
}

impl Postgres {
    /// Connects to a database, and makes its tables or brings them up to date. They are in the schema `parlor`, or in the one
    /// that the address names: `postgres://localhost/games?options=-c%20search_path%3Dtables`.
    ///
    /// It has to be called inside of a tokio runtime, whose task then does the writing.
    pub async fn connect(url: &str) -> Result<Postgres, StoreError> {
        let place = Arc::new(Place::read(url)?);
        let opening = |why| StoreError::Opening {
            place: place.name(),
            why,
        };
        let writing = place.link().await.map_err(opening)?;
        schema::bring_up_to_date(&writing, place.schema())
            .await
            .map_err(opening)?;
        let (jobs, inbox) = mpsc::unbounded_channel();
        tokio::spawn(writer::write_all(place.clone(), writing, inbox));
        Ok(Postgres {
            jobs,
            place,
            reading: Mutex::new(None),
        })
    }

    /// Has something written.
    fn write(&self, work: Work) -> Answer<'_, Appended> {
        let (job, told) = Job::new(work);
        let sent = self.jobs.send(job);
        let gone = || StoreError::Unavailable("its task has ended".into());
        Box::pin(async move {
            match sent {
                Ok(()) => told.await.unwrap_or_else(|_| Err(gone())),
                Err(_) => Err(gone()),
            }
        })
    }

    /// The same for what has nothing to tell.
    fn change(&self, work: Work) -> Answer<'_, ()> {
        let written = self.write(work);
        Box::pin(async move { written.await.map(|_| ()) })
    }

    /// The connection for reading, made anew if it was lost.
    async fn reader(&self) -> Result<Arc<Link>, StoreError> {
        let mut reading = self.reading.lock().await;
        match &*reading {
            Some(link) if link.is_open() => Ok(link.clone()),
            _ => {
                let link = self.place.link().await.map_err(StoreError::Unavailable)?;
                Ok(reading.insert(Arc::new(link)).clone())
            }
        }
    }
}

impl Store for Postgres {
    fn claim(&self, owner: Owner) -> Answer<'_, ()> {
        self.change(Work::Claim(owner))
    }

    fn create(&self, new: NewMatch) -> Answer<'_, ()> {
        self.change(Work::Create(new))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.write(Work::Append(append))
    }

    fn read(&self, id: &str, after: u64) -> Answer<'_, Stored> {
        let id = id.to_string();
        Box::pin(async move { matches::read(&*self.reader().await?, &id, after).await })
    }

    fn note(&self, id: &str, note: Note) -> Answer<'_, ()> {
        self.change(Work::Note(id.into(), note))
    }

    fn due(&self, until_ms: u64, most: usize) -> Answer<'_, Vec<Due>> {
        Box::pin(async move { matches::due(&*self.reader().await?, until_ms, most).await })
    }

    fn keep_snapshot(&self, id: &str, snapshot: Snapshot) -> Answer<'_, ()> {
        self.change(Work::Snapshot(id.into(), snapshot))
    }

    fn snapshot(&self, id: &str) -> Answer<'_, Option<Snapshot>> {
        let id = id.to_string();
        Box::pin(async move { matches::snapshot(&*self.reader().await?, &id).await })
    }

    fn put(&self, puts: Vec<Put>) -> Answer<'_, ()> {
        self.change(Work::Put(puts))
    }

    fn get(&self, kind: &str, id: &str) -> Answer<'_, Option<Document>> {
        let (kind, id) = (kind.to_string(), id.to_string());
        Box::pin(async move {
            let link = self.reader().await?;
            documents::get(&link, &kind, &id)
                .await
                .map_err(link::broken)
        })
    }

    fn list(&self, kind: &str, after: &str, most: usize) -> Answer<'_, Vec<Document>> {
        let (kind, after) = (kind.to_string(), after.to_string());
        Box::pin(async move {
            let link = self.reader().await?;
            let listed = documents::list(&link, &kind, &after, most).await;
            listed.map_err(link::broken)
        })
    }
}
