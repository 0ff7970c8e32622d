//! In which order seats come.

use parlor_core::{Seat, SeatSet};

use crate::At;
use crate::node::{Asks, AsksOf};

/// In which order seats come. Seats that are out of the match are always left out.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_flow::prelude::*;
/// let dealer_last = Order::forward().starting_from(|at| at.next(Seat(0)));
/// let some = Order::backward().only([Seat(0), Seat(2)]);
/// # let _ = (dealer_last, some);
/// ```
pub struct Order {
    pub(crate) backward: bool,
    pub(crate) start: Option<Asks<Seat>>,
    pub(crate) only: Option<SeatSet>,
    pub(crate) filter: Option<AsksOf>,
    pub(crate) list: Option<Asks<Vec<Seat>>>,
}

impl Order {
    /// From the first seat on, upwards.
    pub fn forward() -> Order {
        Order {
            backward: false,
            start: None,
            only: None,
            filter: None,
            list: None,
        }
    }

    /// From the last seat on, downwards.
    pub fn backward() -> Order {
        Order {
            backward: true,
            ..Order::forward()
        }
    }

    /// From the seat whose turn it was last.
    pub fn from_current() -> Order {
        Order::forward().starting_from(|at| at.seat())
    }

    /// From the seat after the one whose turn it was last.
    pub fn from_next() -> Order {
        Order::forward().starting_from(|at| at.next(at.seat()))
    }

    /// In the order of a list that the position gives when we get here.
    pub fn by(list: impl Fn(&At<'_>) -> Vec<Seat> + Send + Sync + 'static) -> Order {
        Order {
            list: Some(Box::new(list)),
            ..Order::forward()
        }
    }

    /// Beginning with this seat.
    #[must_use]
    pub fn starting_from(
        mut self,
        seat: impl Fn(&At<'_>) -> Seat + Send + Sync + 'static,
    ) -> Order {
        self.start = Some(Box::new(seat));
        self
    }

    /// Only these seats.
    #[must_use]
    pub fn only(mut self, seats: impl IntoIterator<Item = Seat>) -> Order {
        self.only = Some(seats.into_iter().collect());
        self
    }

    /// Only the seats of which this holds when it would be their turn.
    #[must_use]
    pub fn filter(
        mut self,
        holds: impl Fn(&At<'_>, Seat) -> bool + Send + Sync + 'static,
    ) -> Order {
        self.filter = Some(Box::new(holds));
        self
    }
}
