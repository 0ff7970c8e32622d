//! A thread with a connection of its own, which does one thing after the other.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::broken;
use super::known::Known;
use super::owner::{self, Held};
use crate::{Answer, StoreError};

/// So much is written in one transaction at most: enough for one flush to serve many, and not so much that the first waits
/// long for the last.
const MOST_AT_ONCE: usize = 1024;

/// While more than a few write at once, transactions begin so far apart for each that the one before had, and so far at most:
/// most of what a transaction costs is its end, so fewer and larger ones leave the processor to others. Who writes alone never
/// waits for this.
const PACE_EACH: Duration = Duration::from_micros(50);
const LONGEST_PACE: Duration = Duration::from_millis(4);
const A_FEW: usize = 3;

/// Something to be done, or not if there is no database to do it with: says whether the database failed, and gives back how to
/// answer.
type Job<Desk> = Box<dyn FnOnce(Option<&mut Desk>) -> (Outcome, Reply) + Send>;
/// Answers, once it is known whether what was done has come to stay.
type Reply = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It was done, or refused without any change.
    Sound,
    /// The database has failed in the middle of it.
    Broken,
}

/// What the thread that writes has on its desk.
pub(super) struct Writer {
    pub database: Connection,
    pub known: Known,
    /// There once a server has the file for itself.
    pub held: Option<Held>,
}

/// A thread that works on a database.
pub(super) struct Worker<Desk> {
    jobs: Option<Sender<Job<Desk>>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker<Writer> {
    /// One that writes: whatever has come in meanwhile is one transaction.
    pub fn writing(database: Connection) -> io::Result<Worker<Writer>> {
        let known = Known::default();
        let mut writer = Writer {
            database,
            known,
            held: None,
        };
        Worker::start("store writer", move |jobs| {
            let (mut begun, mut pace) = (Instant::now(), Duration::ZERO);
            while let Ok(first) = jobs.recv() {
                std::thread::sleep(pace.saturating_sub(begun.elapsed()));
                begun = Instant::now();
                let more = std::iter::from_fn(|| jobs.try_recv().ok());
                let batch = std::iter::once(first).chain(more).take(MOST_AT_ONCE);
                let batch: Vec<_> = batch.collect();
                pace = match batch.len() {
                    0..=A_FEW => Duration::ZERO,
                    many => LONGEST_PACE.min(PACE_EACH * many as u32),
                };
                write(&mut writer, batch);
            }
        })
    }
}

impl Worker<Connection> {
    /// One that only reads.
    pub fn reading(mut database: Connection) -> io::Result<Worker<Connection>> {
        Worker::start("store reader", move |jobs| {
            while let Ok(job) = jobs.recv() {
                let (_, reply) = job(Some(&mut database));
                reply(Ok(()));
            }
        })
    }
}

impl<Desk: 'static> Worker<Desk> {
    fn start(
        name: &str,
        work: impl FnOnce(Receiver<Job<Desk>>) + Send + 'static,
    ) -> io::Result<Worker<Desk>> {
        let (jobs, inbox) = mpsc::channel();
        let thread = std::thread::Builder::new().name(name.into());
        Ok(Worker {
            jobs: Some(jobs),
            thread: Some(thread.spawn(move || work(inbox))?),
        })
    }

    /// Has something done on the thread.
    pub fn ask<'a, T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Desk) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'a, T> {
        let (tell, told) = oneshot::channel();
        let job: Job<Desk> = Box::new(move |desk| {
            let result = match desk {
                Some(desk) => work(desk),
                None => Err(StoreError::Unavailable("it has failed before".into())),
            };
            let outcome = match &result {
                Err(StoreError::Unavailable(_)) => Outcome::Broken,
                _ => Outcome::Sound,
            };
            let reply: Reply = Box::new(move |stays| {
                // Whoever has asked may be gone by now.
                let _ = tell.send(stays.and(result));
            });
            (outcome, reply)
        });
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(job));
        let gone = || StoreError::Unavailable("its thread has ended".into());
        Box::pin(async move {
            match sent {
                Some(Ok(())) => told.await.unwrap_or_else(|_| Err(gone())),
                _ => Err(gone()),
            }
        })
    }
}

/// Does all of it or nothing, then answers.
fn write(writer: &mut Writer, jobs: Vec<Job<Writer>>) {
    let mut stays = begin(writer);
    let mut replies = Vec::with_capacity(jobs.len());
    for job in jobs {
        // After a failure nothing more is done: it would not be part of the transaction.
        let (outcome, reply) = job(stays.is_ok().then_some(&mut *writer));
        replies.push(reply);
        if stays.is_ok() && outcome == Outcome::Broken {
            stays = Err(StoreError::Unavailable(
                "something failed in the same transaction, so all of it was rolled back".into(),
            ));
        }
    }
    let commit = |()| writer.database.execute_batch("COMMIT").map_err(broken);
    stays = stays.and_then(commit);
    if stays.is_err() {
        let _ = writer.database.execute_batch("ROLLBACK");
        writer.known.forget();
    }
    for reply in replies {
        reply(stays.clone());
    }
}

fn begin(writer: &mut Writer) -> Result<(), StoreError> {
    let Writer {
        database,
        known,
        held,
    } = writer;
    database.execute_batch("BEGIN IMMEDIATE").map_err(broken)?;
    owner::check(database, held.as_ref())?;
    known.refresh(database)
}

impl<Desk> Drop for Worker<Desk> {
    /// What was asked for is still done.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
