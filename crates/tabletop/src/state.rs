//! [`State`]: the table, how far the rules are, and what was told since the latest command.

use parlor_core::{Told, Viewer};
use parlor_table::{Change, Table, Traces};
use serde::{Deserialize, Serialize};

/// A position of a game on a table.
///
/// Two positions are equal if the same can happen in them. What has just been told is not looked at: fast play tells
/// nothing.
///
/// ```
/// use parlor_core::{Game, Setup};
/// use parlor_tabletop::doc::Draft;
/// let state = Draft.setup(&Setup::new(&Draft.info(), 2).unwrap()).unwrap();
/// assert_eq!((state.table.piece_count(), state.at), (6, 0));
/// ```
#[derive(Debug, Serialize, Deserialize)]
pub struct State<P, A, S> {
    /// The zones, pieces and values.
    pub table: Table,
    /// How far the rules are: all that is not on the table.
    pub at: P,
    /// What has happened since the latest command, as far as it can be told.
    pub(crate) recent: Vec<Recent<A, S>>,
    /// What can be told of the changes among it.
    pub(crate) traces: Traces,
}

/// Something that viewers can read of the latest command, each as it may.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Recent<A, S> {
    Act(A),
    Said(S),
    /// The trace with this number.
    Change(u32),
}

impl<A: Clone, S: Clone> Clone for Recent<A, S> {
    fn clone(&self) -> Self {
        match self {
            Recent::Act(act) => Recent::Act(act.clone()),
            Recent::Said(said) => Recent::Said(said.clone()),
            Recent::Change(trace) => Recent::Change(*trace),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        match (self, other) {
            (Recent::Act(own), Recent::Act(act)) => own.clone_from(act),
            (Recent::Said(own), Recent::Said(said)) => own.clone_from(said),
            (own, other) => *own = other.clone(),
        }
    }
}

impl<P: Clone, A: Clone, S: Clone> Clone for State<P, A, S> {
    fn clone(&self) -> Self {
        State {
            table: self.table.clone(),
            at: self.at.clone(),
            recent: self.recent.clone(),
            traces: self.traces.clone(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.table.clone_from(&other.table);
        self.at.clone_from(&other.at);
        self.recent.clone_from(&other.recent);
        self.traces.clone_from(&other.traces);
    }
}

impl<P: PartialEq, A, S> PartialEq for State<P, A, S> {
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table && self.at == other.at
    }
}

impl<P, A, S> State<P, A, S> {
    /// The position before anything has happened.
    pub fn new(table: Table, at: P) -> Self {
        State {
            table,
            at,
            recent: Vec::new(),
            traces: Traces::default(),
        }
    }

    /// The zones, pieces and values.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// For setting positions up by hand.
    pub fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }

    /// How many seats there are.
    #[inline]
    pub fn seats(&self) -> u8 {
        self.table.schema().seats()
    }

    /// A change of the latest command as a viewer may hear it.
    pub fn told(&self, change: usize, viewer: Viewer) -> Option<Told> {
        match change < self.traces.len() {
            true => self.traces.tell(change, self.table.schema(), viewer),
            false => None,
        }
    }

    /// What is kept of the latest command.
    pub fn act(&self) -> Option<&A> {
        match self.recent.first() {
            Some(Recent::Act(act)) => Some(act),
            _ => None,
        }
    }

    /// What has been said since the latest command.
    pub fn said(&self) -> impl Iterator<Item = &S> {
        self.recent.iter().filter_map(|recent| match recent {
            Recent::Said(said) => Some(said),
            Recent::Act(_) | Recent::Change(_) => None,
        })
    }

    /// A command begins: what was told before it is history.
    pub fn begin(&mut self, act: Option<A>) {
        self.recent.clear();
        self.traces.clear();
        self.recent.extend(act.map(Recent::Act));
    }

    /// Makes a change part of the position, and keeps what can be told of it until the next command: so what a viewer hears
    /// is never more than what it can see afterwards. Where all is open, views show it anyhow, and it need not be `traced`.
    #[inline]
    pub fn change(&mut self, change: &Change, traced: bool) {
        if traced {
            let first = self.traces.len();
            self.table.trace_onto(change, &mut self.traces);
            let told = first..self.traces.len();
            self.recent
                .extend(told.map(|trace| Recent::Change(trace as u32)));
        } else {
            self.table.apply(change);
        }
    }

    /// Something is said, and kept until the next command.
    pub fn say(&mut self, said: S) {
        self.recent.push(Recent::Said(said));
    }
}
