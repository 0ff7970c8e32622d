//! Numbers for commands: what search knows them by. They are mixed from choices, without writing commands out.

use parlor_core::{Numbered, Rng, Seat, Viewer};
use parlor_table::Packed;

use crate::program::{ActionInfo, Value};
use crate::run::{Choice, Scratch, State, each_choice};
use crate::{Command, Ruleset};

impl Numbered for Ruleset {
    fn numbers(&self, state: &State, seat: Seat, most: usize, rng: &mut Rng, out: &mut Vec<u64>) {
        let first = out.len();
        let scratch = Scratch::spare();
        each_choice(self.program(), state, seat, &scratch, |choice| {
            out.push(self.number(state, seat, choice));
            false
        });
        scratch.put_away();
        rng.keep_some(out, first, most);
    }

    fn advance_number(&self, state: &mut State, seat: Seat, number: u64, rng: &mut Rng) -> bool {
        let scratch = Scratch::spare();
        let choice = self.find_number(state, seat, number, &scratch);
        let done = choice.is_some_and(|choice| {
            let mut before = scratch.before.borrow_mut();
            let done = self.act_in_place(state, seat, choice, &mut before, rng);
            if done {
                self.settle_with(state, &scratch);
            }
            done
        });
        scratch.put_away();
        done
    }

    fn numbered(&self, state: &State, seat: Seat, number: u64) -> Option<Command> {
        let choice = self.find_number(state, seat, number, &Scratch::new())?;
        Some(self.command(state, seat, choice))
    }
}

impl Ruleset {
    /// The possible choice with this number.
    fn find_number(
        &self,
        state: &State,
        seat: Seat,
        number: u64,
        scratch: &Scratch,
    ) -> Option<Choice> {
        let mut found = None;
        each_choice(self.program(), state, seat, scratch, |choice| {
            let is_it = self.number(state, seat, choice) == number;
            found = is_it.then_some(choice);
            is_it
        });
        found
    }

    /// The number of a choice: the action, what was chosen with it, and the card by its face, or by its place if the seat
    /// does not see that. So the same card has the same number, whatever else is in the hand.
    fn number(&self, state: &State, seat: Seat, choice: Choice) -> u64 {
        let action = self.action_of(state, choice);
        let chosen = mix(u64::from(action.number) << 8 | u64::from(choice.to));
        if action.play.is_none() {
            return params_code(chosen, action, choice, state.seats(), seat);
        }
        let (table, piece) = (&state.table, choice.piece);
        let zone = table.zone_of(piece);
        let card = match table.sees(Viewer::Seat(seat), piece) {
            true => SEEN | u64::from(table.definition(piece).0),
            false => {
                let cards = table.zone(zone).downwards();
                cards.take_while(|other| *other != piece).count() as u64
            }
        };
        mix(chosen ^ (zone.pack() as u64) << 32 ^ card)
    }
}

/// What sets a card that is seen apart from a place.
const SEEN: u64 = 1 << 63;

/// The values of the parameters, mixed into a number.
fn params_code(number: u64, action: &ActionInfo, choice: Choice, seats: u8, seat: Seat) -> u64 {
    let (mut number, mut rest) = (number, choice.params);
    for param in &action.params {
        let many = param.choices.count(seats).max(1);
        let value = match param.choices.value(rest % many, seat) {
            Value::Num(value) => value.to_bits(),
            Value::Bool(value) => 1 + u64::from(value),
            Value::Text(text) => SEEN | u64::from(text),
        };
        rest /= many;
        number = mix((number ^ value).wrapping_add(1));
    }
    number
}

/// Mixes the bits of a number; no two numbers become the same one. These are the last steps of SplitMix64.
#[inline]
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}
