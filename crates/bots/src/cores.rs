//! Sharing the cores of the machine among all bots of a process.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many threads of bots are thinking now.
static THINKING: AtomicUsize = AtomicUsize::new(0);

const MOST: usize = 32;

/// How many cores there are for bots.
pub(crate) fn all() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST))
}

/// How many of them no bot uses, and one in any case.
pub(crate) fn free() -> usize {
    let thinking = THINKING.load(Ordering::Relaxed);
    all().saturating_sub(thinking).max(1)
}

/// Counts as a thinking thread until it is dropped.
pub(crate) struct Thinking(());

impl Thinking {
    pub fn begin() -> Thinking {
        THINKING.fetch_add(1, Ordering::Relaxed);
        Thinking(())
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        THINKING.fetch_sub(1, Ordering::Relaxed);
    }
}
