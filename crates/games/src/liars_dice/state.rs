//! A position of Liar's dice: the dice, the bid, who is in, and what the last round showed.

use parlor_core::prelude::*;

use super::{MOST, Say};

/// The dice of a seat: faces from 1 to 6, and 0 where there is no die.
pub type Dice = [u8; MOST];

/// A position.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_games::liars_dice::State;
/// let state: State = "135 246 | 2x6 by 0 | 1 | wild".parse().unwrap();
/// assert_eq!(state.dice(Seat(1)), [2, 4, 6]);
/// assert_eq!(state.bid().unwrap().count, 2);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    seats: u8,
    wild: bool,
    turn: Seat,
    /// How many dice each seat has.
    counts: [u8; MOST],
    dice: [Dice; MOST],
    bid: Option<Bid>,
    /// The place of each seat that is out; 0 of those that are in.
    places: [u8; MOST],
    fates: [Fate; MOST],
    showdown: Option<Showdown>,
}

/// A bid.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_games::liars_dice::{Bid, State};
/// let state: State = "1 2 | 1x6 by 0 | 1 | wild".parse().unwrap();
/// assert_eq!(state.bid(), Some(Bid { seat: Seat(0), count: 1, face: 6 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bid {
    /// Who bid.
    pub seat: Seat,
    /// At least so many dice …
    pub count: u8,
    /// … of this face.
    pub face: u8,
}

/// What everybody saw when the last bid was called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Showdown {
    /// The bid that was called.
    pub bid: Bid,
    /// Who called it.
    pub caller: Seat,
    /// How many there were.
    pub found: u8,
    /// Who lost a die.
    pub loser: Seat,
    /// All the dice.
    pub dice: [Dice; MOST],
}

impl State {
    pub(super) fn new(seats: u8, dice: u8, wild: bool) -> State {
        let mut counts = [0; MOST];
        counts[..usize::from(seats)].fill(dice);
        State {
            seats,
            wild,
            turn: Seat(0),
            counts,
            dice: [[0; MOST]; MOST],
            bid: None,
            places: [0; MOST],
            fates: [Fate::Finished; MOST],
            showdown: None,
        }
    }

    /// A position in the middle of a round.
    pub(super) fn at(
        seats: u8,
        wild: bool,
        counts: [u8; MOST],
        dice: [Dice; MOST],
        turn: Seat,
    ) -> State {
        let mut state = State::new(seats, 0, wild);
        for seat in Seat::all(seats).filter(|seat| counts[seat.index()] == 0) {
            state.put_out(seat);
        }
        State {
            turn,
            counts,
            dice,
            ..state
        }
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The bid to beat.
    #[inline]
    pub fn bid(&self) -> Option<Bid> {
        self.bid
    }

    /// A seat's dice. Show them to nobody else.
    pub fn dice(&self, seat: Seat) -> &[u8] {
        &self.dice[seat.index()][..self.counts[seat.index()].into()]
    }

    /// Whether there is something under a seat's cup: not before the first roll, nor after the last showdown.
    pub(super) fn has_rolled(&self, seat: Seat) -> bool {
        self.dice[seat.index()][0] != 0
    }

    /// How many dice a seat has.
    pub fn count(&self, seat: Seat) -> u8 {
        self.counts[seat.index()]
    }

    /// What everybody saw at the end of the last round.
    pub fn showdown(&self) -> Option<&Showdown> {
        self.showdown.as_ref()
    }

    /// Whether ones are wild.
    pub fn wild(&self) -> bool {
        self.wild
    }

    pub(super) fn is_in(&self, seat: Seat) -> bool {
        seat.0 < self.seats && self.places[seat.index()] == 0
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.counts.iter().filter(|count| **count > 0).count() <= 1
    }

    /// All the dice on the table.
    #[inline]
    pub(super) fn total(&self) -> u8 {
        self.counts.iter().sum()
    }

    /// The lowest face that can be bid.
    #[inline]
    pub(super) fn lowest_face(&self) -> u8 {
        if self.wild { 2 } else { 1 }
    }

    /// How many bids are higher than the last one.
    #[inline]
    pub(super) fn bids_left(&self) -> u32 {
        let faces = u32::from(7 - self.lowest_face());
        let total = u32::from(self.total());
        match self.bid {
            None => total * faces,
            Some(bid) => (total - u32::from(bid.count)) * faces + u32::from(6 - bid.face),
        }
    }

    /// The bids that are higher than the last one, counted from 0 at the lowest.
    #[inline]
    pub(super) fn higher_bid(&self, index: u32) -> Say {
        let faces = u32::from(7 - self.lowest_face());
        // All bids in order are numbered; the last bid's number is skipped past.
        let first = match self.bid {
            None => 0,
            Some(bid) => {
                u32::from(bid.count - 1) * faces + u32::from(bid.face - self.lowest_face()) + 1
            }
        };
        let number = first + index;
        Say::Bid {
            count: (number / faces) as u8 + 1,
            face: (number % faces) as u8 + self.lowest_face(),
        }
    }

    pub(super) fn check_bid(&self, count: u8, face: u8) -> Result<(), Rejection> {
        if face == 1 && self.wild {
            return Err(Rejection::new(
                "wild",
                "ones are wild: nobody can bid on them",
            ));
        }
        if !(1..=6).contains(&face) {
            return Err(Rejection::new(
                "no_such_face",
                "a die has faces from 1 to 6",
            ));
        }
        if count == 0 || count > self.total() {
            return Err(Rejection::new(
                "no_such_count",
                "there are {total} dice: bid from 1 to {total}",
            )
            .with("total", self.total()));
        }
        match self.bid {
            Some(bid) if (count, face) <= (bid.count, bid.face) => Err(Rejection::new(
                "too_low",
                "bid more than {count} x {face}: more dice, or as many of a higher face",
            )
            .with("count", bid.count)
            .with("face", bid.face)),
            _ => Ok(()),
        }
    }

    /// Rolls every die on the table.
    pub(super) fn roll(&self, rng: &mut Rng) -> [Dice; MOST] {
        let mut rolled = [[0; MOST]; MOST];
        for (dice, count) in rolled.iter_mut().zip(self.counts) {
            dice[..count.into()].fill_with(|| rng.between(1, 6) as u8);
        }
        rolled
    }

    pub(super) fn begin_round(&mut self, dice: [Dice; MOST]) {
        self.dice = dice;
        self.bid = None;
    }

    pub(super) fn set_dice(&mut self, seat: Seat, dice: Dice) {
        self.dice[seat.index()] = dice;
    }

    pub(super) fn set_bid(&mut self, bid: Bid) {
        self.bid = Some(bid);
    }

    #[inline]
    pub(super) fn raise(&mut self, bid: Bid) {
        self.bid = Some(bid);
        self.turn = self.next_in(bid.seat);
    }

    pub(super) fn show_down(&mut self, caller: Seat) {
        let Some(bid) = self.bid else { return };
        let found = self.matching(bid.face);
        let loser = if found >= bid.count { caller } else { bid.seat };
        self.showdown = Some(Showdown {
            bid,
            caller,
            found,
            loser,
            dice: self.dice,
        });
        self.counts[loser.index()] -= 1;
        self.turn = loser;
        if self.counts[loser.index()] == 0 {
            self.put_out(loser);
        }
        self.clear_table();
    }

    pub(super) fn leave(&mut self, seat: Seat, timed_out: bool) {
        if !self.is_in(seat) {
            return;
        }
        self.fates[seat.index()] = match timed_out {
            true => Fate::TimedOut,
            false => Fate::Resigned,
        };
        self.counts[seat.index()] = 0;
        self.put_out(seat);
        self.clear_table();
    }

    /// How many dice count as this face.
    pub(super) fn matching(&self, face: u8) -> u8 {
        let counts = |die: &u8| *die == face || (self.wild && *die == 1);
        let all =
            Seat::all(self.seats).map(|seat| self.dice(seat).iter().filter(|die| counts(die)));
        all.map(|dice| dice.count() as u8).sum()
    }

    /// Who is out takes the worst place that is left, and does not begin a round.
    fn put_out(&mut self, seat: Seat) {
        let still_in = Seat::all(self.seats)
            .filter(|seat| self.is_in(*seat))
            .count();
        self.places[seat.index()] = still_in as u8;
        if self.fates[seat.index()] == Fate::Finished {
            self.fates[seat.index()] = Fate::Eliminated;
        }
        if self.turn == seat {
            self.turn = self.next_in(seat);
        }
    }

    fn clear_table(&mut self) {
        self.dice = [[0; MOST]; MOST];
        self.bid = None;
    }

    /// The next seat that has dice.
    #[inline]
    fn next_in(&self, seat: Seat) -> Seat {
        let mut next = seat.after(self.seats);
        while next != seat && self.counts[next.index()] == 0 {
            next = next.after(self.seats);
        }
        next
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| {
            Outcome::of(Seat::all(self.seats).map(|seat| {
                let fate = self.fates[seat.index()];
                Standing {
                    fate,
                    ..Standing::finished(
                        self.places[seat.index()].max(1),
                        match fate {
                            Fate::Finished => ("reason.last", "the last one with dice"),
                            Fate::Eliminated => ("reason.out", "out of dice"),
                            Fate::Resigned => ("reason.resigned", "resigned"),
                            Fate::TimedOut => ("reason.late", "ran out of time"),
                            Fate::Aborted => ("reason.called_off", "called off"),
                        },
                    )
                }
            }))
        })
    }

    pub(super) fn place(&self, seat: Seat) -> u8 {
        self.places[seat.index()]
    }
}
