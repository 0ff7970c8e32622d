//! [`At`]: what a condition, a choice or a prompt may look at.

use std::cell::OnceCell;
use std::ops::Deref;

use parlor_core::{Seat, SeatSet, Viewer};
use parlor_table::{Handle, Packed, Piece, Table};

use crate::compile::Op;
use crate::state::{Frame, Round};
use crate::{Args, Ask, FlowGame, Local, Side, State};

/// A position seen from a seat whose turn it is: the table, and the answers given so far.
///
/// It reads like a [`Table`]: `at.zone(deck).len()`, `at.get(card, rank)`, `at.value(round)`, `at.of(seat, score)`.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("none", "None", 2..=2);
/// let score = game.value("score", 0_i64).each_seat();
/// game.ends_when(move |at| at.seats().any(|seat| at.of(seat, score) >= 10));
/// ```
pub struct At<'a> {
    pub(crate) game: &'a FlowGame,
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
    pub(crate) args: Args<'a>,
    /// The question that waits for an answer, once somebody has looked.
    asked: OnceCell<Option<Box<Ask>>>,
}

impl<'a> At<'a> {
    #[inline]
    pub(crate) fn new(game: &'a FlowGame, state: &'a State, seat: Seat) -> At<'a> {
        let args = Args {
            action: None,
            given: &[],
        };
        At {
            game,
            state,
            seat,
            args,
            asked: OnceCell::new(),
        }
    }

    pub(crate) fn with<'b>(&self, args: Args<'b>) -> At<'b>
    where
        'a: 'b,
    {
        At {
            args,
            ..At::new(self.game, self.state, self.seat)
        }
    }

    /// The seat that acts, or whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        match Side::of(self.seat) {
            None => self.seat,
            Some(_) => self.state.at.turn,
        }
    }

    /// The side that acts, where it is no seat: see [`GameBuilder::side`](crate::GameBuilder::side). Then
    /// [`At::seat`] is the seat whose turn it was last.
    #[inline]
    pub fn side(&self) -> Option<Side> {
        Side::of(self.seat)
    }

    /// By whose eyes pieces are named. A side is the rules, and those see all.
    #[inline]
    pub(crate) fn viewer(&self) -> Viewer {
        match self.side() {
            None => Viewer::Seat(self.seat),
            Some(_) => Viewer::Referee,
        }
    }

    /// The answers to the choices before this one.
    #[inline]
    pub fn args(&self) -> Args<'a> {
        self.args
    }

    /// The seats that are still in the match, in order.
    pub fn players(&self) -> impl Iterator<Item = Seat> + use<> {
        self.seat_set().minus(self.state.at.out).iter()
    }

    /// The seats that are no longer in the match.
    pub fn out(&self) -> SeatSet {
        self.state.at.out
    }

    /// The next seat that is still in the match.
    pub fn next(&self, seat: Seat) -> Seat {
        let seats = self.schema().seats();
        let mut next = seat.after(seats);
        while self.state.at.out.contains(next) && next != seat {
            next = next.after(seats);
        }
        next
    }

    /// The seat before this one that is still in the match.
    pub fn previous(&self, seat: Seat) -> Seat {
        let seats = self.schema().seats();
        let before = |seat: Seat| Seat((seat.0 + seats - 1) % seats);
        let mut previous = before(seat);
        while self.state.at.out.contains(previous) && previous != seat {
            previous = before(previous);
        }
        previous
    }

    /// Whose turn it is, whoever is asked in it.
    pub fn turn(&self) -> Seat {
        self.state.at.turn
    }

    /// The seats that are asked now.
    pub fn priority(&self) -> SeatSet {
        self.game
            .asked(self.state)
            .map_or(SeatSet::EMPTY, |asked| asked.seats)
    }

    /// How many moves have been made in this step.
    pub fn moves_made(&self) -> u32 {
        self.state.at.frames.last().map_or(0, |frame| frame.count)
    }

    /// The value of a [`Local`]: in several calls of one procedure within each other, that of the innermost. Where there was nothing to
    /// answer, it is what 0 stands for.
    ///
    /// # Panics
    /// Outside of the part of the flow that the local belongs to, which is a mistake of the game's author.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("notes", "Notes", 1..=1);
    /// let notes = game.seat_list("notes");
    /// let flow = for_each(|_| vec![10_i64, 20], |item| repeat(2, run(move |play| {
    ///     let item = play.at().local(item);
    ///     play.push(Seat(0), notes, item);
    /// })));
    /// let game = game.flow(flow);
    /// assert_eq!(Scenario::new(&game, 1, 1).table().list(Seat(0), notes), [10, 10, 20, 20]);
    /// ```
    pub fn local<T: Packed>(&self, local: Local<T>) -> T {
        let values = self.values(local);
        T::unpack(values.get(usize::from(local.index)).copied().unwrap_or(0))
    }

    /// All answers to a question that takes [many](Ask::many); none where there was nothing to answer.
    ///
    /// # Panics
    /// Like [`At::local`].
    pub fn locals<T: Packed>(&self, local: Local<T>) -> Vec<T> {
        let values = self.values(local).iter();
        values.map(|raw| T::unpack(*raw)).collect()
    }

    fn values<T>(&self, local: Local<T>) -> &'a [i64] {
        let frames = self.state.at.frames.iter().rev();
        let mut values = frames.filter_map(|frame| {
            let op = &self.game.ops[usize::from(frame.node)];
            (op.scope() == Some(local.scope)).then(|| values_of(frame))
        });
        match values.next() {
            Some(values) => values,
            None => panic!("a local is read outside of the part of the flow that it belongs to"),
        }
    }

    /// The question that waits for an answer.
    pub(crate) fn question(&self) -> Option<&Ask> {
        let question = self.asked.get_or_init(|| {
            let frame = self.state.at.frames.last()?;
            match (&self.game.ops[usize::from(frame.node)], &frame.round) {
                (Op::Ask { question, .. }, _) => Some(Box::new(question(self))),
                (Op::Program, Some(Round::Program(program))) => {
                    let programs = self.game.programs.as_ref()?;
                    Some(Box::new(programs.question(self, program)))
                }
                _ => None,
            }
        });
        question.as_deref()
    }

    /// What the acting seat calls a piece; nothing when it cannot tell it from others.
    #[inline]
    pub fn handle_of(&self, piece: Piece) -> Option<Handle> {
        self.handle(piece, self.viewer())
    }

    /// Whether the acting seat sees a piece's face.
    pub fn sees_face(&self, piece: Piece) -> bool {
        self.sees(self.viewer(), piece)
    }
}

impl Deref for At<'_> {
    type Target = Table;

    #[inline]
    fn deref(&self) -> &Table {
        &self.state.table
    }
}

/// The values that belong to a frame.
fn values_of(frame: &Frame) -> &[i64] {
    match &frame.round {
        Some(Round::Values(values)) => values,
        Some(Round::Items(items)) => match (frame.count as usize).checked_sub(1) {
            Some(index) => items.get(index..=index).unwrap_or_default(),
            None => &[],
        },
        _ => &[],
    }
}
