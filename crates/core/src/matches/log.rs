//! The log in memory: chunks that begin with a snapshot, shared between a match and its forks.
//!
//! A state at any version is a chunk's snapshot and at most [`CHUNK`] records, so it costs the same at version 10 and at
//! version 10,000. An undo begins a new chunk: within a chunk every record follows from the one before.

use std::sync::Arc;

use super::record::{Entry, Record};
use crate::Game;

/// The most records of a chunk.
pub(super) const CHUNK: usize = 64;

pub(super) type RecordOf<G> = Record<<G as Game>::Command, <G as Game>::Event>;

pub(super) struct Log<G: Game> {
    /// Chunks that are full, in pages that are shared with forks.
    pages: Vec<Arc<Page<G>>>,
    /// How many of these chunks are this log's: a fork may have only some of the last page.
    count: usize,
    /// The chunk that grows.
    tail: Chunk<G>,
    version: u64,
}

/// The most chunks of a page. A fork copies the list of pages and, when it grows, one page: next to nothing even where
/// undos have made many small chunks.
const PAGE: usize = 64;

type Page<G> = Vec<Arc<Chunk<G>>>;

struct Chunk<G: Game> {
    /// The version at which the match was in `snapshot`.
    start: u64,
    snapshot: G::State,
    records: Vec<RecordOf<G>>,
}

impl<G: Game> Log<G> {
    pub(super) fn new(state: G::State) -> Log<G> {
        Log {
            pages: Vec::new(),
            count: 0,
            tail: Chunk {
                start: 0,
                snapshot: state,
                records: Vec::new(),
            },
            version: 0,
        }
    }

    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Adds a record. `before` is the state that it builds on.
    pub(super) fn push(&mut self, record: RecordOf<G>, before: &G::State) {
        if self.tail.records.len() >= CHUNK {
            self.jump(before.clone());
        }
        self.version += 1;
        debug_assert_eq!(record.version, self.version);
        self.tail.records.push(record);
    }

    /// The state at the latest version is this one, whatever the records before it say.
    pub(super) fn jump(&mut self, state: G::State) {
        let tail = Chunk {
            start: self.version,
            snapshot: state,
            records: Vec::new(),
        };
        let full = std::mem::replace(&mut self.tail, tail);
        if self.count.is_multiple_of(PAGE) {
            self.pages.push(Arc::default());
        }
        if let Some(page) = self.pages.last_mut() {
            // If a fork shares the page, this log gets its own here.
            let page = Arc::make_mut(page);
            page.truncate(self.count % PAGE);
            page.push(Arc::new(full));
        }
        self.count += 1;
    }

    /// The log up to a version, sharing all earlier chunks with this one.
    pub(super) fn prefix(&self, version: u64) -> Log<G> {
        let last = self.chunk_index(version);
        let chunk = self.chunk(last);
        Log {
            pages: self.pages[..last.div_ceil(PAGE)].to_vec(),
            count: last,
            tail: Chunk {
                start: chunk.start,
                snapshot: chunk.snapshot.clone(),
                records: chunk.records[..(version - chunk.start) as usize].to_vec(),
            },
            version,
        }
    }

    /// The record that led to a version.
    pub(super) fn record(&self, version: u64) -> Option<&RecordOf<G>> {
        if version == 0 || version > self.version {
            return None;
        }
        let chunk = self.chunk(self.chunk_index(version - 1));
        chunk.records.get((version - chunk.start - 1) as usize)
    }

    pub(super) fn records(&self) -> impl Iterator<Item = &RecordOf<G>> {
        self.chunks().flat_map(|chunk| &chunk.records)
    }

    /// The state at a version, from the nearest snapshot.
    pub(super) fn state(&self, game: &G, version: u64) -> G::State {
        let chunk = self.chunk(self.chunk_index(version));
        let mut state = chunk.snapshot.clone();
        for record in &chunk.records[..(version - chunk.start) as usize] {
            for event in record.entry.events() {
                game.apply(&mut state, event);
            }
        }
        state
    }

    /// The state at a version from the events alone, without any snapshot but the first.
    pub(super) fn replay(&self, game: &G, version: u64) -> G::State {
        let mut path = Vec::new();
        let mut at = self.effective(version);
        while at > 0 {
            path.push(at);
            at = self.base(at);
        }
        let mut state = self.chunk(0).snapshot.clone();
        for version in path.into_iter().rev() {
            let record = self.record(version).into_iter();
            for event in record.flat_map(|record| record.entry.events()) {
                game.apply(&mut state, event);
            }
        }
        state
    }

    /// The version whose command the state at `version` comes from: undo and redo lead elsewhere, a fork stays put.
    pub(super) fn effective(&self, mut version: u64) -> u64 {
        loop {
            match self.record(version).map(|record| &record.entry) {
                Some(Entry::Undo { to, .. } | Entry::Redo { to }) => return *to,
                Some(Entry::Fork { .. }) => version -= 1,
                _ => return version,
            }
        }
    }

    /// The effective version that the command at `version` built on.
    pub(super) fn base(&self, version: u64) -> u64 {
        self.effective(version.saturating_sub(1))
    }

    /// Every snapshot with its version.
    pub(super) fn snapshots(&self) -> impl Iterator<Item = (u64, &G::State)> {
        self.chunks().map(|chunk| (chunk.start, &chunk.snapshot))
    }

    fn chunks(&self) -> impl Iterator<Item = &Chunk<G>> {
        (0..=self.count).map(|index| self.chunk(index))
    }

    fn chunk(&self, index: usize) -> &Chunk<G> {
        match index < self.count {
            true => &self.pages[index / PAGE][index % PAGE],
            false => &self.tail,
        }
    }

    /// The chunk from which the state at a version is built: the last one that begins there or before.
    fn chunk_index(&self, version: u64) -> usize {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = (low + high).div_ceil(2);
            match self.chunk(middle).start <= version {
                true => low = middle,
                false => high = middle - 1,
            }
        }
        low
    }
}
