//! Positions as text: the dice of each seat, the bid and by whom, who is to act, and whether ones are wild, as in
//! `1345 226 - | 2x6 by 0 | 1 | wild`.

use std::fmt;
use std::str::FromStr;

use parlor_core::prelude::*;

use super::{Bid, MOST, State};
use crate::TextError;

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in Seat::all(self.seats()) {
            if seat.0 > 0 {
                f.write_str(" ")?;
            }
            if self.dice(seat).is_empty() {
                f.write_str("-")?;
            }
            for die in self.dice(seat) {
                write!(f, "{die}")?;
            }
        }
        match self.bid() {
            Some(bid) => write!(f, " | {}x{} by {}", bid.count, bid.face, bid.seat.0)?,
            None => f.write_str(" | no bid")?,
        }
        write!(f, " | {}", self.turn().0)?;
        f.write_str(if self.wild() { " | wild" } else { " | plain" })
    }
}

/// Reads a position at the point of bidding. What earlier rounds showed is not in it.
impl FromStr for State {
    type Err = TextError;

    fn from_str(text: &str) -> Result<State, TextError> {
        let wrong = |what: &str| TextError::Rule(what.to_owned());
        let parts: Vec<&str> = text.split('|').map(str::trim).collect();
        let [hands, bid, turn, ones] = parts[..] else {
            return Err(wrong(
                "a position is: dice | bid | who is to act | wild or plain",
            ));
        };
        let wild = match ones {
            "wild" => true,
            "plain" => false,
            _ => return Err(wrong("the last part is wild or plain")),
        };
        let hands: Vec<&str> = hands.split_whitespace().collect();
        if !(2..=MOST).contains(&hands.len()) {
            return Err(wrong("there are dice for 2 to 6 seats"));
        }
        let mut dice = [[0; MOST]; MOST];
        let mut counts = [0; MOST];
        for ((hand, dice), count) in hands.iter().zip(&mut dice).zip(&mut counts) {
            for face in hand.bytes().filter(|byte| *byte != b'-') {
                if !(b'1'..=b'6').contains(&face) || usize::from(*count) >= MOST {
                    return Err(wrong(
                        "each seat has up to 6 dice with faces from 1 to 6, or -",
                    ));
                }
                dice[usize::from(*count)] = face - b'0';
                *count += 1;
            }
        }
        let seat = |text: &str| match text.parse::<u8>() {
            Ok(seat)
                if counts
                    .get(usize::from(seat))
                    .is_some_and(|count| *count > 0) =>
            {
                Ok(Seat(seat))
            }
            _ => Err(wrong("a seat with dice is to act, and one has bid")),
        };
        let mut state = State::at(hands.len() as u8, wild, counts, dice, seat(turn)?);
        if bid != "no bid" {
            let parts = bid
                .split_once(" by ")
                .and_then(|(bid, by)| Some((bid.split_once('x')?, by)));
            let ((count, face), by) = parts.ok_or_else(|| wrong("a bid is written 2x6 by 0"))?;
            let number = |text: &str| text.parse().map_err(|_| wrong("a bid is written 2x6 by 0"));
            let bid = Bid {
                seat: seat(by)?,
                count: number(count)?,
                face: number(face)?,
            };
            let legal = state.check_bid(bid.count, bid.face);
            legal.map_err(|rejection| TextError::Rule(rejection.to_string()))?;
            state.set_bid(bid);
        }
        Ok(state)
    }
}
