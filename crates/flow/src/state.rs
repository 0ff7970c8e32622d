//! All there is to know of a position: the table, and where we are in the flow.

use parlor_core::{Fate, Seat, SeatSet, Viewer};
use parlor_table::{Change, Schema, Table, Traces, Word};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::args::ResolvedArgs;
use crate::happening::Scheduled;
use crate::leaves::DONE_ACTION;
use crate::local::Values;
use crate::program::ProgramFrame;
use crate::said::{SOMETHING, Said, SaidArg};

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
    /// What can be told of the changes among it.
    pub(crate) traces: Traces,
}

/// Something that viewers can read of the latest command, each as it may.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Recent {
    Said(Said),
    /// The trace with this number.
    Change(u32),
}

impl Clone for Recent {
    fn clone(&self) -> Recent {
        match self {
            Recent::Said(said) => Recent::Said(said.clone()),
            Recent::Change(trace) => Recent::Change(*trace),
        }
    }

    fn clone_from(&mut self, other: &Recent) {
        match (self, other) {
            (Recent::Said(own), Recent::Said(said)) => {
                (own.message, own.to) = (said.message, said.to);
                own.args.clone_from(&said.args);
            }
            (own, other) => *own = other.clone(),
        }
    }
}

impl Recent {
    /// Keeps no more of it than what a viewer was told.
    fn hide_from(&mut self, viewer: Viewer, schema: &Schema) {
        match self {
            Recent::Change(_) => {}
            Recent::Said(said) if !said.to.see(viewer) => said.args.clear(),
            Recent::Said(said) => {
                for arg in &mut said.args {
                    if let SaidArg::Piece(definition, eyes, backs) = *arg
                        && !eyes.see(viewer)
                    {
                        *arg = match backs.see(viewer) {
                            true => SaidArg::Piece(schema.alike(definition), eyes, backs),
                            false => SaidArg::Word(Word::new(SOMETHING).unwrap_or_default()),
                        };
                    }
                }
            }
        }
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            table: self.table.clone(),
            at: self.at.clone(),
            recent: self.recent.clone(),
            traces: self.traces.clone(),
        }
    }

    fn clone_from(&mut self, other: &State) {
        self.table.clone_from(&other.table);
        self.at.clone_from(&other.at);
        self.recent.clone_from(&other.recent);
        self.traces.clone_from(&other.traces);
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

    /// Brings what a viewer cannot know into an order that tells nothing of how it was, and keeps of what has just happened
    /// only what it was told.
    pub(crate) fn forget(&mut self, viewer: Viewer) {
        if viewer == Viewer::Referee {
            return;
        }
        self.table.forget(viewer);
        self.traces.hide_from(viewer);
        for recent in &mut self.recent {
            recent.hide_from(viewer, self.table.schema());
        }
        for chosen in &mut self.at.chosen {
            if !viewer.sees(chosen.seat) {
                *chosen = Chosen::impossible(chosen.seat);
            }
        }
    }

    /// Makes a change part of the position. In a game with secrets, what can be told of it is kept until the next command:
    /// so what a viewer hears is never more than what it can see afterwards.
    #[inline]
    pub(crate) fn change(&mut self, change: &Change, has_secrets: bool) {
        if has_secrets {
            let first = self.traces.len();
            self.table.trace_onto(change, &mut self.traces);
            let told = first..self.traces.len();
            self.recent
                .extend(told.map(|trace| Recent::Change(trace as u32)));
        } else {
            self.table.apply(change);
        }
    }

    /// A command begins: what was told before it is history.
    pub(crate) fn forget_recent(&mut self) {
        self.recent.clear();
        self.traces.clear();
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
#[derive(Debug, PartialEq, Serialize, Deserialize)]
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
    /// The calls that wait for something to happen.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub(crate) scheduled: SmallVec<[Scheduled; 0]>,
}

/// What a seat has chosen in secret: the pieces themselves, whatever they are called by the time it happens.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Chosen {
    pub seat: Seat,
    pub action: u16,
    pub args: ResolvedArgs,
}

impl Chosen {
    /// Something that will turn out to be no longer possible.
    pub fn impossible(seat: Seat) -> Chosen {
        Chosen {
            seat,
            action: DONE_ACTION,
            args: ResolvedArgs::new(),
        }
    }
}

impl Clone for Chosen {
    fn clone(&self) -> Chosen {
        Chosen {
            seat: self.seat,
            action: self.action,
            args: self.args.clone(),
        }
    }

    fn clone_from(&mut self, other: &Chosen) {
        let Chosen { seat, action, args } = other;
        (self.seat, self.action) = (*seat, *action);
        self.args.clone_from(args);
    }
}

/// A node of the flow that we are in, and how far we are in it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Frame {
    pub node: u16,
    /// Of a node that goes round the table: where it began, and where it is.
    pub start: u8,
    pub seat: u8,
    /// How far we are: children done, turns of a loop, moves made.
    pub count: u32,
    /// Of a simultaneous step: the seats that still have to act.
    pub waiting: SeatSet,
    /// What a node goes through, as it was found when we came here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Round>,
}

/// What a node goes through one by one.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Round {
    /// The same, so many times.
    Times(i64),
    /// Seats, in an order of their own.
    Seats(Box<[Seat]>),
    /// The items of a "for each".
    Items(Box<[i64]>),
    /// The values that belong to a part of the flow: parameters, or the answer to a question.
    Values(Values),
    /// A program, and how far it is.
    Program(Box<ProgramFrame>),
}

impl Clone for Round {
    fn clone(&self) -> Round {
        match self {
            Round::Times(times) => Round::Times(*times),
            Round::Seats(seats) => Round::Seats(seats.clone()),
            Round::Items(items) => Round::Items(items.clone()),
            Round::Values(values) => Round::Values(values.clone()),
            Round::Program(frame) => Round::Program(frame.clone()),
        }
    }

    fn clone_from(&mut self, other: &Round) {
        match (self, other) {
            (Round::Seats(own), Round::Seats(seats)) => own.clone_from(seats),
            (Round::Items(own), Round::Items(items)) => own.clone_from(items),
            (Round::Values(own), Round::Values(values)) => own.clone_from(values),
            (Round::Program(own), Round::Program(frame)) => own.clone_from(frame),
            (own, other) => *own = other.clone(),
        }
    }
}

impl Clone for Frame {
    #[inline]
    fn clone(&self) -> Frame {
        Frame {
            round: self.round.clone(),
            ..*self
        }
    }

    #[inline]
    fn clone_from(&mut self, other: &Frame) {
        let mut round = self.round.take();
        round.clone_from(&other.round);
        *self = Frame { round, ..*other };
    }
}

impl Frame {
    pub fn new(node: u16) -> Frame {
        Frame {
            node,
            start: 0,
            seat: 0,
            count: 0,
            waiting: SeatSet::EMPTY,
            round: None,
        }
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            frames: self.frames.clone(),
            left: self.left.clone(),
            chosen: self.chosen.clone(),
            scheduled: self.scheduled.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Position) {
        let Position {
            frames,
            turn,
            again,
            over,
            out,
            left,
            chosen,
            scheduled,
        } = other;
        self.frames.clone_from(frames);
        (self.turn, self.again) = (*turn, *again);
        (self.over, self.out) = (*over, *out);
        self.left.clone_from(left);
        self.chosen.clone_from(chosen);
        self.scheduled.clone_from(scheduled);
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
            scheduled: SmallVec::new(),
        }
    }

    /// How many frames from the bottom are the same in another position.
    pub(crate) fn kept_from(&self, before: &Position) -> usize {
        let pairs = self.frames.iter().zip(&before.frames);
        pairs.take_while(|(now, then)| now == then).count()
    }
}
