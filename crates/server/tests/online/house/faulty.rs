//! A store whose disk can be full, broken or away.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};

use parlor_store::{
    Answer, Append, Appended, Document, Due, Memory, NewMatch, Note, Owner, Put, Snapshot, Store,
    StoreError, Stored,
};
use tokio::sync::oneshot;

/// What goes wrong with a [`Faulty`] store.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// Nothing can be written, as on a full disk.
    Writes,
    /// Nothing can be read either, as when the database is gone.
    Everything,
    /// Records are kept, and then the connection breaks before anybody hears of it; after that everything fails.
    LostAnswer,
    /// Another server has taken it.
    Taken,
}

/// A store that does what another does, unless it is told to fail.
pub struct Faulty {
    inner: Arc<dyn Store>,
    fault: AtomicU8,
    slow: Mutex<Option<Slow>>,
}

/// The next document of a kind that is read: it is told only later, as it was when it was read.
struct Slow {
    kind: &'static str,
    read: oneshot::Sender<()>,
    told: oneshot::Receiver<()>,
}

impl Default for Faulty {
    fn default() -> Faulty {
        Faulty {
            inner: Arc::new(Memory::new()),
            fault: AtomicU8::new(Fault::None as u8),
            slow: Mutex::new(None),
        }
    }
}

impl Faulty {
    pub fn fails(&self, fault: Fault) {
        self.fault.store(fault as u8, Ordering::SeqCst);
    }

    /// Holds back what is read next of this kind: gives when it has been read, and what lets it be told.
    pub fn holds_back(&self, kind: &'static str) -> (oneshot::Receiver<()>, oneshot::Sender<()>) {
        let ((read, was_read), (tell, told)) = (oneshot::channel(), oneshot::channel());
        *self.slow.lock().unwrap() = Some(Slow { kind, read, told });
        (was_read, tell)
    }

    fn has(&self, faults: &[Fault]) -> bool {
        let now = self.fault.load(Ordering::SeqCst);
        faults.iter().any(|fault| *fault as u8 == now)
    }

    fn read_from<'a, T: Send + 'a>(&self, read: impl FnOnce() -> Answer<'a, T>) -> Answer<'a, T> {
        match self.has(&[Fault::Everything]) {
            true => gone(),
            false => read(),
        }
    }

    fn written<'a, T: Send + 'a>(&self, write: impl FnOnce() -> Answer<'a, T>) -> Answer<'a, T> {
        match self.has(&[Fault::Writes, Fault::Everything]) {
            true => gone(),
            false if self.has(&[Fault::Taken]) => {
                let by = "process 7 on the machine 'attic'".into();
                Box::pin(std::future::ready(Err(StoreError::Taken { by })))
            }
            false => write(),
        }
    }
}

fn gone<'a, T: Send + 'a>() -> Answer<'a, T> {
    let gone = StoreError::Unavailable("the disk is full, or the database is gone".into());
    Box::pin(std::future::ready(Err(gone)))
}

impl Store for Faulty {
    fn claim(&self, owner: Owner) -> Answer<'_, ()> {
        self.written(|| self.inner.claim(owner))
    }

    fn create(&self, new: NewMatch) -> Answer<'_, ()> {
        self.written(|| self.inner.create(new))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        if self.has(&[Fault::LostAnswer]) {
            return Box::pin(async move {
                let _ = self.inner.append(append).await;
                self.fails(Fault::Everything);
                gone().await
            });
        }
        self.written(|| self.inner.append(append))
    }

    fn read(&self, id: &str, after: u64) -> Answer<'_, Stored> {
        self.read_from(|| self.inner.read(id, after))
    }

    fn note(&self, id: &str, note: Note) -> Answer<'_, ()> {
        self.written(|| self.inner.note(id, note))
    }

    fn due(&self, until_ms: u64, most: usize) -> Answer<'_, Vec<Due>> {
        self.read_from(|| self.inner.due(until_ms, most))
    }

    fn keep_snapshot(&self, id: &str, snapshot: Snapshot) -> Answer<'_, ()> {
        self.written(|| self.inner.keep_snapshot(id, snapshot))
    }

    fn snapshot(&self, id: &str) -> Answer<'_, Option<Snapshot>> {
        self.read_from(|| self.inner.snapshot(id))
    }

    fn put(&self, puts: Vec<Put>) -> Answer<'_, ()> {
        self.written(|| self.inner.put(puts))
    }

    fn get(&self, kind: &str, id: &str) -> Answer<'_, Option<Document>> {
        let slow = self.slow.lock().unwrap().take_if(|slow| slow.kind == kind);
        let read = self.read_from(|| self.inner.get(kind, id));
        let Some(slow) = slow else { return read };
        Box::pin(async move {
            let found = read.await;
            let _ = slow.read.send(());
            let _ = slow.told.await;
            found
        })
    }

    fn list(&self, kind: &str, after: &str, most: usize) -> Answer<'_, Vec<Document>> {
        self.read_from(|| self.inner.list(kind, after, most))
    }
}
