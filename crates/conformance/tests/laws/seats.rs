//! A game for one to five in which something goes wrong with some numbers of seats only.

use parlor_core::prelude::*;

/// Everybody says a number once; whoever says the highest wins. Alone, one has to say two.
pub struct Highest {
    /// With so many seats nobody is first.
    pub nobody_wins_with: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    seats: u8,
    numbers: Vec<u8>,
}

impl PlainGame for Highest {
    type State = Said;
    type Command = u8;

    fn about(&self) -> GameInfo {
        GameInfo::new("highest", "Highest", 1..=5)
    }

    fn start(&self, setup: &Setup) -> Said {
        Said {
            seats: setup.seats(),
            numbers: Vec::new(),
        }
    }

    fn turn(&self, said: &Said) -> Option<Seat> {
        let next = said.numbers.len() as u8;
        (next < said.seats).then_some(Seat(next))
    }

    fn moves(&self, _: &Said, out: &mut Vec<u8>) {
        out.extend(0..=2);
    }

    fn play(&self, said: &mut Said, number: &u8) {
        said.numbers.push(*number);
    }

    fn result(&self, said: &Said) -> Option<Outcome> {
        if self.turn(said).is_some() {
            return None;
        }
        let place = |number: &u8| {
            let ahead = said.numbers.iter().filter(|other| *other > number).count() as u8;
            let beaten = said.seats == 1 && *number < 2;
            match self.nobody_wins_with == Some(said.seats) || beaten {
                true => 2,
                false => 1 + ahead,
            }
        };
        let places = said.numbers.iter().map(place);
        Some(Outcome::of(places.map(|place| {
            Standing::finished(place, "the highest number")
        })))
    }

    fn scene(&self, _: &Said) -> View {
        View::new()
    }
}
