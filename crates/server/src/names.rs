//! What those at a table are called there: no two names that could be confused.

use parlor_core::Seat;
use parlor_protocol::{Player, RoomStatus};

use crate::room::RoomState;
use crate::token::are_alike;

impl RoomState {
    /// Gives whoever has just got a seat a name that nobody takes for another one's at the table. A name with a password is its owner's: before
    /// the match begins a guest gives way to it.
    pub fn tell_apart(&mut self, seat: Seat) {
        let Some(other) = self.namesake(seat) else {
            return;
        };
        let gives_way =
            self.status == RoomStatus::Gathering && self.owns_name(seat) && !self.owns_name(other);
        let renamed = if gives_way { other } else { seat };
        let called = self.seats[renamed.index()].name();
        let called = without_number(&called).to_string();
        // More numbers than seats: one of them is free. No name that somebody can choose has the sign in front of it, so nobody
        // is numbered into the name of an account.
        for number in 2..=self.seats.len() + 1 {
            self.call(renamed, format!("{called} #{number}"));
            if self.namesake(renamed).is_none() {
                break;
            }
        }
    }

    /// Does so for everybody, from the first seat on.
    pub fn tell_all_apart(&mut self) {
        for player in std::mem::take(&mut self.seats) {
            self.seats.push(player);
            self.tell_apart(Seat(self.seats.len() as u8 - 1));
        }
    }

    /// The names of the players as they go into the match.
    pub fn names(&self) -> Vec<String> {
        self.seats.iter().map(Player::name).collect()
    }

    /// Another seat with a name that could be confused with this one's.
    fn namesake(&self, seat: Seat) -> Option<Seat> {
        let name = |seat: Seat| match &self.seats[seat.index()] {
            Player::Open => None,
            player => Some(player.name()),
        };
        let mine = name(seat)?;
        Seat::all(self.seats.len() as u8).find(|other| {
            *other != seat && name(*other).is_some_and(|name| are_alike(&name, &mine))
        })
    }

    fn owns_name(&self, seat: Seat) -> bool {
        matches!(&self.seats[seat.index()], Player::Human { account, name: None, .. } if !account.guest)
    }

    fn call(&mut self, seat: Seat, called: String) {
        match &mut self.seats[seat.index()] {
            Player::Human { name, .. } | Player::Bot { name, .. } => *name = Some(called),
            Player::Open => {}
        }
    }
}

/// A name as it was before it was numbered.
fn without_number(called: &str) -> &str {
    match called.rsplit_once(" #") {
        Some((name, number)) if number.parse::<u8>().is_ok() => name,
        _ => called,
    }
}
