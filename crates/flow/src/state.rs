//! All there is to know of a position: the table, and where we are in the flow.

use parlor_core::{Fate, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::args::ResolvedArgs;
use crate::happening::Scheduled;
use crate::leaves::DONE_ACTION;
use crate::local::Values;
use crate::program::ProgramFrame;
use crate::{Act, Said};

/// A position of a game made with [`GameBuilder`](crate::GameBuilder): its table, and where we are in its flow.
///
/// ```
/// use parlor_core::{Game, Setup};
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("none", "None", 1..=1);
/// let round = game.value("round", 1_u32).add();
/// let game = game.flow(sequence([]));
/// let state = game.setup(&Setup::new(&game.info(), 1).unwrap()).unwrap();
/// assert_eq!(state.table().value(round), 1);
/// assert_eq!(state.at.turn(), Seat(0));
/// ```
pub type State = parlor_tabletop::State<Position, Act, Said>;

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

    /// Whose turn it is, or was last.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// How many frames from the bottom are the same in another position.
    pub(crate) fn kept_from(&self, before: &Position) -> usize {
        let pairs = self.frames.iter().zip(&before.frames);
        pairs.take_while(|(now, then)| now == then).count()
    }
}
