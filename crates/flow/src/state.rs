//! All there is to know of a position: the table, and where we are in the flow.

use parlor_core::{Fate, Seat, SeatSet};
use parlor_table::{Change, Table, Trace};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::args::ResolvedArgs;
use crate::said::Said;

/// A position of a game made with [`GameBuilder`](crate::GameBuilder).
///
/// ```
/// use parlor_core::{Game, Setup};
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("none", "None", 1..=1);
/// let round = game.value("round", 1_u32).add();
/// let game = game.flow(sequence([]));
/// let state = game.setup(&Setup::new(&game.info(), 1).unwrap()).unwrap();
/// assert_eq!(state.table().value(round), 1);
/// ```
#[derive(Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) table: Table,
    pub(crate) at: Position,
    /// What has happened since the latest command, as far as it can be told.
    pub(crate) recent: Vec<Recent>,
}

/// Something that viewers can read of the latest command, each as it may.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Recent {
    Said(Said),
    Change(Trace),
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            table: self.table.clone(),
            at: self.at.clone(),
            recent: self.recent.clone(),
        }
    }

    fn clone_from(&mut self, other: &State) {
        self.table.clone_from(&other.table);
        self.at.clone_from(&other.at);
        self.recent.clone_from(&other.recent);
    }
}

/// Two positions are equal if the same can happen in them. What has just been told is not looked at: fast play tells
/// nothing.
impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.table == other.table && self.at == other.at
    }
}

impl State {
    /// The zones, pieces and values.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Makes a change part of the position. In a game with secrets, what can be told of it is kept until the next command:
    /// so what a viewer hears is never more than what it can see afterwards.
    #[inline]
    pub(crate) fn change(&mut self, change: &Change, has_secrets: bool) {
        if has_secrets {
            let trace = self.table.apply_traced(change);
            self.recent.extend(trace.map(Recent::Change));
        } else {
            self.table.apply(change);
        }
    }

    /// Whose turn it is, or was last.
    pub fn turn(&self) -> Seat {
        self.at.turn
    }

    /// For setting positions up by hand.
    pub fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }
}

/// Where we are in the flow: plain data, as it is in the log.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_flow::Position>();
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// From the root to the node that we are in.
    pub(crate) frames: SmallVec<[Frame; 4]>,
    /// Whose turn it is, or was last.
    pub(crate) turn: Seat,
    /// Whether the latest action asked for another one of the same seat.
    pub(crate) again: bool,
    pub(crate) over: bool,
    /// The seats that are no longer in the match.
    pub(crate) out: SeatSet,
    /// Those of them whose players left.
    pub(crate) left: SmallVec<[(Seat, Fate); 0]>,
    /// What has been chosen in secret and not yet shown.
    pub(crate) chosen: SmallVec<[Chosen; 0]>,
}

/// What a seat has chosen in secret: the pieces themselves, whatever they are called by the time it happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Chosen {
    pub seat: Seat,
    pub action: u16,
    pub args: ResolvedArgs,
}

/// A node of the flow that we are in, and how far we are in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Frame {
    pub node: u16,
    /// Of a node that goes round the table: where it began, and where it is.
    pub start: u8,
    pub seat: u8,
    /// How far we are: children done, turns of a loop, moves made.
    pub count: u32,
    /// Of a simultaneous step: the seats that still have to act.
    pub waiting: SeatSet,
    /// What a node goes through one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Box<[i64]>>,
}

impl Frame {
    pub fn new(node: u16) -> Frame {
        Frame {
            node,
            start: 0,
            seat: 0,
            count: 0,
            waiting: SeatSet::EMPTY,
            items: None,
        }
    }
}

impl Position {
    pub(crate) fn new() -> Position {
        Position {
            frames: SmallVec::new(),
            turn: Seat(0),
            again: false,
            over: false,
            out: SeatSet::EMPTY,
            left: SmallVec::new(),
            chosen: SmallVec::new(),
        }
    }
}
