//! What bots search the small card game by: numbers of commands and keys of positions, with their bugs.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::*;

impl Peek {
    fn number(&self, state: &State, command: Command) -> u64 {
        let number = match command {
            Command::Draw => 1,
            Command::Pass => 2,
            Command::Wait => 3,
            Command::Play(6) if self.0 == Bug::NumberStandsForTwo => 15,
            Command::Play(card) => 10 + u64::from(card),
        };
        match (self.0, state.deck.last()) {
            (Bug::NumbersTellDeck, Some(card)) => number + 100 * u64::from(*card),
            _ => number,
        }
    }
}

impl Numbered for Peek {
    fn numbers(&self, state: &State, seat: Seat, most: usize, rng: &mut Rng, out: &mut Vec<u64>) {
        let mut legal = Vec::new();
        self.legal(state, seat, &mut legal);
        if self.0 == Bug::NumbersMissCommand {
            legal.pop();
        }
        if legal.len() > most {
            match self.0 {
                Bug::NumbersAreNotDrawn => {}
                Bug::NumbersAreDrawnTwice => {
                    let first = legal[0];
                    legal.fill(first);
                }
                _ => rng.shuffle(&mut legal),
            }
            let more = usize::from(self.0 == Bug::MoreNumbersThanAskedFor);
            legal.truncate(most + more);
        }
        out.extend(legal.into_iter().map(|command| self.number(state, command)));
    }

    fn advance_number(&self, state: &mut State, seat: Seat, number: u64, rng: &mut Rng) -> bool {
        let Some(command) = self.find(state, seat, number) else {
            match self.0 {
                Bug::StrangeNumberIsPlayed => self.advance(state, seat, &Command::Pass, rng),
                Bug::StrangeNumberDrawsChance => drop(rng.word()),
                _ => {}
            }
            return false;
        };
        if self.0 == Bug::NumberCannotBePlayed {
            return false;
        }
        self.advance(state, seat, &command, rng);
        match self.0 {
            Bug::NumberForgetsTurn => state.turn = seat,
            Bug::NumberDrawsChance => drop(rng.word()),
            _ => {}
        }
        true
    }

    fn numbered(&self, state: &State, seat: Seat, number: u64) -> Option<Command> {
        match self.0 {
            Bug::NumberGivesAnother => Some(Command::Pass),
            Bug::NumberGivesNothing => None,
            Bug::StrangeNumberGivesCommand => {
                Some(self.find(state, seat, number).unwrap_or(Command::Pass))
            }
            _ => self.find(state, seat, number),
        }
    }
}

impl Peek {
    fn find(&self, state: &State, seat: Seat, number: u64) -> Option<Command> {
        let mut legal = Vec::new();
        self.legal(state, seat, &mut legal);
        let mut legal = legal.into_iter();
        legal.find(|command| self.number(state, *command) == number)
    }
}

impl Keyed for Peek {
    fn key(&self, state: &State) -> u64 {
        let mut hasher = DefaultHasher::new();
        let mut hands = state.hands.clone();
        hands.iter_mut().for_each(|hand| hand.sort());
        match self.0 {
            Bug::KeyIsTheSame => return 7,
            Bug::KeyComesFromOutside => return from_outside().into(),
            Bug::KeyForgetsHands => {}
            _ => hands.hash(&mut hasher),
        }
        (&state.deck, &state.table).hash(&mut hasher);
        (state.turn.0, state.turns, state.passes).hash(&mut hasher);
        hasher.finish()
    }
}
