//! The task that writes: whatever has come in meanwhile is one transaction.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::lease::{self, Lease};
use super::link::{Link, Place, broken};
use super::{documents, matches};
use crate::{Append, Appended, NewMatch, Note, Owner, Put, Snapshot, StoreError};

/// So much is written in one transaction at most.
const MOST_AT_ONCE: usize = 1024;

/// So often something is tried that another server stands in the way of.
const TRIES: u32 = 5;

/// What came of it; or the database has failed in the middle of it, and with it the transaction.
pub(super) type Tried<T> = Result<Result<T, StoreError>, Error>;
type Outcome = Result<Appended, StoreError>;

/// Something to be written.
pub(super) enum Work {
    Claim(Owner),
    Create(NewMatch),
    Append(Append),
    Note(String, Note),
    Snapshot(String, Snapshot),
    Put(Vec<Put>),
}

impl Work {
    /// The documents that it changes.
    fn puts(&self) -> &[Put] {
        match self {
            Work::Create(new) => &new.puts,
            Work::Append(append) => &append.puts,
            Work::Put(puts) => puts,
            Work::Claim(_) | Work::Note(..) | Work::Snapshot(..) => &[],
        }
    }
}

/// Something to be written, and who waits for it.
pub(super) struct Job {
    work: Work,
    tell: oneshot::Sender<Outcome>,
}

impl Job {
    pub fn new(work: Work) -> (Job, oneshot::Receiver<Outcome>) {
        let (tell, told) = oneshot::channel();
        (Job { work, tell }, told)
    }
}

/// Writes until nobody can ask for more. What was asked for is still done.
pub(super) async fn write_all(
    place: Arc<Place>,
    mut link: Link,
    mut inbox: mpsc::UnboundedReceiver<Job>,
) {
    let mut jobs = Vec::new();
    let mut lease = Lease::None;
    while inbox.recv_many(&mut jobs, MOST_AT_ONCE).await > 0 {
        let ready = async {
            if !link.is_open() {
                lease = std::mem::take(&mut lease).cut();
                link = place.link().await.map_err(StoreError::Unavailable)?;
            }
            lease.renew(&link, place.schema()).await
        };
        let ready = ready.await;
        let works: Vec<&Work> = jobs.iter().map(|job| &job.work).collect();
        let outcomes = match ready {
            Ok(()) => match works[..] {
                [Work::Claim(owner)] => vec![claim(&link, place.schema(), owner, &mut lease).await],
                [work] => vec![write_alone(&link, work).await],
                _ => write(&link, &works).await,
            },
            Err(error) => vec![Err(error); works.len()],
        };
        for (job, outcome) in jobs.drain(..).zip(outcomes) {
            // Whoever has asked may be gone by now.
            let _ = job.tell.send(outcome);
        }
    }
}

/// Takes the tables for one server.
async fn claim(link: &Link, schema: &str, owner: &Owner, lease: &mut Lease) -> Outcome {
    lease::claim(link, schema, owner).await.map_err(broken)??;
    *lease = Lease::Held(owner.clone());
    Ok(Appended::New)
}

/// All in one transaction; if that fails, each in its own, so that nobody suffers for what another has sent.
async fn write(link: &Link, works: &[&Work]) -> Vec<Outcome> {
    let error = match transact(link, works).await {
        Ok(outcomes) => return outcomes,
        Err(Failed::Before(error)) if was_taken_back(link, &error).await => {
            let mut outcomes = Vec::with_capacity(works.len());
            for work in works {
                outcomes.push(write_alone(link, work).await);
            }
            return outcomes;
        }
        Err(Failed::Before(error) | Failed::AtTheEnd(error)) => error,
    };
    vec![Err(broken(error)); works.len()]
}

/// One in a transaction of its own; another server may stand in its way a few times.
async fn write_alone(link: &Link, work: &Work) -> Outcome {
    for _ in 0..TRIES {
        match transact(link, &[work]).await {
            Ok(mut outcomes) => return outcomes.pop().unwrap_or(Ok(Appended::New)),
            Err(Failed::Before(error)) if was_taken_back(link, &error).await => {
                if !stood_in_the_way(&error) {
                    return Err(broken(error));
                }
            }
            Err(Failed::Before(error) | Failed::AtTheEnd(error)) => return Err(broken(error)),
        }
    }
    Err(StoreError::Unavailable(format!(
        "other servers stood in its way {TRIES} times"
    )))
}

/// Whether nothing has happened, for sure: the database itself has said what is wrong, and goes on.
async fn was_taken_back(link: &Link, error: &Error) -> bool {
    error.as_db_error().is_some() && link.run("ROLLBACK").await.is_ok()
}

/// Whether two servers waited for each other, and this one had to give way.
fn stood_in_the_way(error: &Error) -> bool {
    let reasons = [
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::T_R_SERIALIZATION_FAILURE,
    ];
    error.code().is_some_and(|code| reasons.contains(code))
}

enum Failed {
    /// Nothing has come to stay.
    Before(Error),
    /// Nobody knows whether it has come to stay.
    AtTheEnd(Error),
}

async fn transact(link: &Link, works: &[&Work]) -> Result<Vec<Outcome>, Failed> {
    let outcomes = work_off(link, works).await.map_err(Failed::Before)?;
    link.run("COMMIT").await.map_err(Failed::AtTheEnd)?;
    Ok(outcomes)
}

async fn work_off(link: &Link, works: &[&Work]) -> Result<Vec<Outcome>, Error> {
    link.run("BEGIN").await?;
    let puts: Vec<&Put> = works.iter().flat_map(|work| work.puts()).collect();
    if puts.len() > 1 {
        documents::lock(link, &puts).await?;
    }
    let mut outcomes = Vec::with_capacity(works.len());
    while let Some(work) = works.get(outcomes.len()) {
        // Records that come alone are most of what comes: as many as follow each other are written together.
        let alone = works.get(outcomes.len()..).unwrap_or_default().iter();
        let alone = alone.map_while(|work| match work {
            Work::Append(append) if append.puts.is_empty() => Some(append),
            _ => None,
        });
        let alone: Vec<&Append> = alone.collect();
        match work {
            _ if !alone.is_empty() => outcomes.extend(matches::append(link, &alone).await?),
            work => outcomes.push(do_one(link, work).await?),
        }
    }
    Ok(outcomes)
}

async fn do_one(link: &Link, work: &Work) -> Result<Outcome, Error> {
    let in_parts = match work {
        Work::Put(puts) => puts.len() > 1,
        work => !work.puts().is_empty(),
    };
    if in_parts {
        link.run("SAVEPOINT part").await?;
    }
    let outcome = do_parts(link, work).await?;
    if in_parts {
        link.run(match outcome {
            Ok(_) => "RELEASE part",
            Err(_) => "ROLLBACK TO part; RELEASE part",
        })
        .await?;
    }
    Ok(outcome)
}

async fn do_parts(link: &Link, work: &Work) -> Result<Outcome, Error> {
    let done = match work {
        // It is done alone, before anything else is asked for.
        Work::Claim(_) => Err(StoreError::Unavailable("it came too late".into())),
        Work::Create(new) => matches::create(link, new).await?,
        Work::Note(id, note) => matches::note(link, id, note).await?,
        Work::Snapshot(id, snapshot) => matches::keep_snapshot(link, id, snapshot).await?,
        Work::Put(puts) => documents::put(link, puts).await?,
        Work::Append(append) => match matches::append(link, &[append]).await?.pop() {
            Some(Ok(Appended::New)) | None => documents::put(link, &append.puts).await?,
            Some(otherwise) => return Ok(otherwise),
        },
    };
    Ok(done.map(|()| Appended::New))
}
