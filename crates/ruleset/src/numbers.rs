//! Numbers for commands: what search knows them by. They are mixed from choices, without writing commands out.

use parlor_core::{Numbered, Rng, Seat, Viewer};
use parlor_table::Packed;
use parlor_tabletop::{Coded, mix};

use crate::program::{ActionInfo, Value};
use crate::run::{Choice, State};
use crate::{Command, Ruleset};

impl Numbered for Ruleset {
    fn numbers(&self, state: &State, seat: Seat, most: usize, rng: &mut Rng, out: &mut Vec<u64>) {
        parlor_tabletop::numbers(self, state, seat, most, rng, out);
    }

    fn advance_number(&self, state: &mut State, seat: Seat, number: u64, rng: &mut Rng) -> bool {
        parlor_tabletop::advance_number(self, state, seat, number, rng)
    }

    fn numbered(&self, state: &State, seat: Seat, number: u64) -> Option<Command> {
        parlor_tabletop::numbered(self, state, seat, number)
    }
}

impl Coded for Ruleset {
    /// The number of a choice: the action, what was chosen with it, and the card by its face, or by its place if the seat
    /// does not see that. So the same card has the same number, whatever else is in the hand.
    fn number_of(&self, (state, seat): &(&State, Seat), choice: &Choice) -> u64 {
        let (seat, choice) = (*seat, *choice);
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
