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
    /// Never empty.
    chunks: Vec<Arc<Chunk<G>>>,
    version: u64,
}

struct Chunk<G: Game> {
    /// The version at which the match was in `snapshot`.
    start: u64,
    snapshot: G::State,
    records: Vec<RecordOf<G>>,
}

// Derived, this would ask that the game itself can be cloned.
impl<G: Game> Clone for Chunk<G> {
    fn clone(&self) -> Self {
        Chunk {
            start: self.start,
            snapshot: self.snapshot.clone(),
            records: self.records.clone(),
        }
    }
}

impl<G: Game> Log<G> {
    pub(super) fn new(state: G::State) -> Log<G> {
        Log {
            chunks: vec![Arc::new(Chunk {
                start: 0,
                snapshot: state,
                records: Vec::new(),
            })],
            version: 0,
        }
    }

    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Adds a record. `before` is the state that it builds on.
    pub(super) fn push(&mut self, record: RecordOf<G>, before: &G::State) {
        self.version += 1;
        debug_assert_eq!(record.version, self.version);
        let full = self
            .chunks
            .last()
            .is_none_or(|chunk| chunk.records.len() >= CHUNK);
        if full {
            self.begin_chunk(self.version - 1, before.clone());
        }
        if let Some(last) = self.chunks.last_mut() {
            Arc::make_mut(last).records.push(record);
        }
    }

    /// The state at the latest version is this one, whatever the records before it say.
    pub(super) fn jump(&mut self, state: G::State) {
        self.begin_chunk(self.version, state);
    }

    fn begin_chunk(&mut self, start: u64, snapshot: G::State) {
        self.chunks.push(Arc::new(Chunk {
            start,
            snapshot,
            records: Vec::new(),
        }));
    }

    /// The log up to a version, sharing all whole chunks with this one.
    pub(super) fn prefix(&self, version: u64) -> Log<G> {
        let last = self.chunk_index(version);
        let mut chunks = self.chunks[..=last].to_vec();
        let keep = (version - chunks[last].start) as usize;
        if keep < chunks[last].records.len() {
            let chunk = &self.chunks[last];
            chunks[last] = Arc::new(Chunk {
                start: chunk.start,
                snapshot: chunk.snapshot.clone(),
                records: chunk.records[..keep].to_vec(),
            });
        }
        Log { chunks, version }
    }

    /// The record that led to a version.
    pub(super) fn record(&self, version: u64) -> Option<&RecordOf<G>> {
        if version == 0 || version > self.version {
            return None;
        }
        let chunk = &self.chunks[self.chunk_index(version - 1)];
        chunk.records.get((version - chunk.start - 1) as usize)
    }

    pub(super) fn records(&self) -> impl Iterator<Item = &RecordOf<G>> {
        self.chunks.iter().flat_map(|chunk| &chunk.records)
    }

    /// The state at a version, from the nearest snapshot.
    pub(super) fn state(&self, game: &G, version: u64) -> G::State {
        let chunk = &self.chunks[self.chunk_index(version)];
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
        let mut state = self.chunks[0].snapshot.clone();
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
                Some(Entry::Undo { to } | Entry::Redo { to }) => return *to,
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
        self.chunks
            .iter()
            .map(|chunk| (chunk.start, &chunk.snapshot))
    }

    /// The chunk from which the state at a version is built.
    fn chunk_index(&self, version: u64) -> usize {
        self.chunks
            .partition_point(|chunk| chunk.start <= version)
            .saturating_sub(1)
    }
}
