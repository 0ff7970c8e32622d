//! Who sees what: [`Eyes`] are a set of viewers, a [`Sight`] is what a zone shows to whom.

use parlor_core::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

/// A set of viewers: seats, and the spectators together as one. The referee sees everything and is in no set.
///
/// ```
/// use parlor_core::{Seat, Viewer};
/// use parlor_table::Eyes;
/// let eyes = Eyes::of(Seat(1));
/// assert!(eyes.see(Viewer::Seat(Seat(1))) && !eyes.see(Viewer::Spectator));
/// assert!(Eyes::ALL.see(Viewer::Spectator) && Eyes::NOBODY.see(Viewer::Referee));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Eyes(pub(crate) u32);

/// The most seats at a table: the last eye is the spectators'.
pub const MOST_SEATS: u8 = 31;

impl Eyes {
    /// Everybody, spectators too.
    pub const ALL: Eyes = Eyes(u32::MAX);
    /// The spectators alone.
    pub(crate) const SPECTATORS: Eyes = Eyes(1 << MOST_SEATS);
    /// Nobody.
    pub const NOBODY: Eyes = Eyes(0);

    /// The player at this seat alone.
    #[inline]
    pub fn of(seat: Seat) -> Eyes {
        Eyes(1 << (seat.0 % MOST_SEATS))
    }

    /// This viewer alone; the referee is everybody.
    pub(crate) fn of_viewer(viewer: Viewer) -> Eyes {
        match viewer {
            Viewer::Seat(seat) => Eyes::of(seat),
            Viewer::Spectator => Eyes::SPECTATORS,
            Viewer::Referee => Eyes::ALL,
        }
    }

    /// The players at these seats.
    pub fn of_all(seats: SeatSet) -> Eyes {
        seats
            .iter()
            .fold(Eyes::NOBODY, |eyes, seat| eyes.or(Eyes::of(seat)))
    }

    /// These and those.
    #[inline]
    #[must_use]
    pub fn or(self, other: Eyes) -> Eyes {
        Eyes(self.0 | other.0)
    }

    /// These without those.
    #[inline]
    #[must_use]
    pub fn but(self, other: Eyes) -> Eyes {
        Eyes(self.0 & !other.0)
    }

    /// Those who are in both.
    #[inline]
    #[must_use]
    pub fn and(self, other: Eyes) -> Eyes {
        Eyes(self.0 & other.0)
    }

    /// Whether nobody is in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn is_empty_ref(&self) -> bool {
        self.is_empty()
    }

    /// Whether this viewer is in it. The referee always is.
    #[inline]
    pub fn see(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => seat.0 < MOST_SEATS && self.0 & (1 << seat.0) != 0,
            Viewer::Spectator => self.0 & Eyes::SPECTATORS.0 != 0,
            Viewer::Referee => true,
        }
    }
}

/// What a zone shows: faces to some, and to the others less.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_table::{Eyes, Others, Sight};
/// let hand = Sight { eyes: Eyes::of(Seat(0)), others: Others::Unordered };
/// assert!(hand.tracked().see(parlor_core::Viewer::Seat(Seat(0))));
/// assert!(!hand.tracked().see(parlor_core::Viewer::Spectator));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sight {
    /// Who sees the faces.
    pub eyes: Eyes,
    /// What all others see.
    pub others: Others,
}

/// What those see of a zone who do not see its faces.
///
/// ```
/// use parlor_table::Others;
/// assert_eq!(serde_json::to_string(&Others::Unordered).unwrap(), "\"unordered\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Others {
    /// The backs, in order: which piece lies where, and which one moves.
    Backs,
    /// The backs, but not which is which: nobody can tell which of them moves.
    Unordered,
    /// How many there are.
    Count,
    /// Not even that.
    Nothing,
}

impl Sight {
    /// Everybody sees the faces.
    pub const OPEN: Sight = Sight {
        eyes: Eyes::ALL,
        others: Others::Backs,
    };
    /// Nobody sees the faces, everybody the backs in their order.
    pub const HIDDEN: Sight = Sight {
        eyes: Eyes::NOBODY,
        others: Others::Backs,
    };

    /// Who can tell the pieces apart, seeing their faces or not.
    #[inline]
    pub fn tracked(self) -> Eyes {
        match self.others {
            Others::Backs => Eyes::ALL,
            _ => self.eyes,
        }
    }
}
