//! [`At`]: what a condition, a choice or a prompt may look at.

use std::ops::Deref;

use parlor_core::{Seat, SeatSet, Viewer};
use parlor_table::{Handle, Piece, Table};

use crate::state::Round;
use crate::{Args, State};

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
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
    pub(crate) args: Args<'a>,
}

impl<'a> At<'a> {
    pub(crate) fn new(state: &'a State, seat: Seat) -> At<'a> {
        let args = Args {
            action: None,
            given: &[],
        };
        At { state, seat, args }
    }

    pub(crate) fn with<'b>(&self, args: Args<'b>) -> At<'b>
    where
        'a: 'b,
    {
        At {
            state: self.state,
            seat: self.seat,
            args,
        }
    }

    /// The seat that acts, or whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
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

    /// How many moves have been made in this step.
    pub fn moves_made(&self) -> u32 {
        self.state.at.frames.last().map_or(0, |frame| frame.count)
    }

    /// What the nearest [`for_each`](crate::for_each) is at, however deep in rounds within it we are. Nothing but 0 outside
    /// of one.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("notes", "Notes", 1..=1);
    /// let notes = game.seat_list("notes");
    /// let note = run(move |play| {
    ///     let item = play.at().item();
    ///     play.push(Seat(0), notes, item);
    /// });
    /// let game = game.flow(for_each(|_| [10_i64, 20].to_vec(), repeat(2, note)));
    /// assert_eq!(Scenario::new(&game, 1, 1).table().list(Seat(0), notes), [10, 10, 20, 20]);
    /// ```
    pub fn item(&self) -> i64 {
        let frames = self.state.at.frames.iter().rev();
        let mut items = frames.filter_map(|frame| match &frame.round {
            Some(Round::Items(items)) => items.get((frame.count as usize).checked_sub(1)?),
            _ => None,
        });
        items.next().copied().unwrap_or(0)
    }

    /// What the acting seat calls a piece; nothing when it cannot tell it from others.
    #[inline]
    pub fn handle_of(&self, piece: Piece) -> Option<Handle> {
        self.handle(piece, Viewer::Seat(self.seat))
    }

    /// Whether the acting seat sees a piece's face.
    pub fn sees_face(&self, piece: Piece) -> bool {
        self.sees(Viewer::Seat(self.seat), piece)
    }
}

impl Deref for At<'_> {
    type Target = Table;

    #[inline]
    fn deref(&self) -> &Table {
        &self.state.table
    }
}
