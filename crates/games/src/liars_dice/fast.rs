//! Liar's dice for simulation and search.

use parlor_core::prelude::*;

use super::{Bid, LiarsDice, Say, State};

impl Fast for LiarsDice {
    /// Bids are numbered, so a random one needs no list.
    #[inline]
    fn sample(&self, state: &State, _: Seat, rng: &mut Rng) -> Say {
        let bids = state.bids_left();
        let calls = u32::from(state.bid().is_some());
        match rng.below(bids + calls) {
            index if index < bids => state.higher_bid(index),
            _ => Say::Liar,
        }
    }

    #[inline]
    fn advance(&self, state: &mut State, seat: Seat, say: &Say, rng: &mut Rng) {
        match *say {
            Say::Bid { count, face } => state.raise(Bid { seat, count, face }),
            Say::Liar => {
                state.show_down(seat);
                if !state.is_over() {
                    let dice = state.roll(rng);
                    state.begin_round(dice);
                }
            }
        }
    }

    fn winners(&self, state: &State) -> SeatSet {
        match state.is_over() {
            true => Seat::all(state.seats())
                .filter(|seat| state.place(*seat) <= 1)
                .collect(),
            false => SeatSet::EMPTY,
        }
    }
}

/// How many dice more than anybody else, and what that is worth on top.
const LEADS: [u8; 3] = [1, 2, 3];

impl Objectives for LiarsDice {
    fn objectives(&self) -> &[Objective] {
        const OBJECTIVES: &[Objective] = &[
            Objective::new("a die more than others", 0.6),
            Objective::new("two dice more", 0.4),
            Objective::new("three dice more", 0.3),
        ];
        OBJECTIVES
    }

    /// Long enough for the other to call.
    fn horizon(&self) -> u64 {
        4
    }

    fn holds(&self, number: usize, state: &State, seat: Seat) -> bool {
        let mut others = Seat::all(state.seats()).filter(|other| *other != seat);
        let lead = LEADS.get(number).copied().unwrap_or(u8::MAX);
        others.all(|other| state.count(other).saturating_add(lead) <= state.count(seat))
    }
}
