//! [`Only`]: a rehearsal in which one move is played first, so that a bot finds out what that move is worth.

use std::ops::Range;

use parlor_core::{GameInfo, Rehearsal, Rng, Seat, SeatSet};
use serde_json::Value;

/// A rehearsal whose first position offers one move only.
///
/// A bot does not think about a position in which there is nothing to choose, so that the move is offered twice.
pub(crate) struct Only {
    inner: Box<dyn Rehearsal>,
    command: Value,
    is_first: bool,
    /// By depth: whether the remembered position was the first one.
    remembered: Vec<bool>,
    found: Vec<Option<u32>>,
}

/// The move keeps this number: all others come after it.
const THE_MOVE: u32 = 0;

impl Only {
    /// Nothing if the command is not among the listed ones.
    pub fn new(mut inner: Box<dyn Rehearsal>, command: &Value) -> Option<Only> {
        let mut rng = Rng::fast(0, 0);
        inner.start(&mut rng);
        inner.forget(THE_MOVE);
        let mut listed = inner.list(inner.seat(), usize::MAX, &mut rng);
        let number = listed.find(|number| inner.command(*number).as_ref() == Some(command))?;
        inner.swap(THE_MOVE, number);
        inner.forget(THE_MOVE + 1);
        Some(Only {
            inner,
            command: command.clone(),
            is_first: true,
            remembered: Vec::new(),
            found: Vec::new(),
        })
    }

    /// Lists the move once more. Nothing if it is not possible as things were drawn.
    fn list_it(&mut self, rng: &mut Rng) -> Option<u32> {
        let seat = self.inner.seat();
        let listed = self.inner.list(seat, usize::MAX, rng);
        self.inner
            .find(listed.clone(), &[THE_MOVE], &mut self.found);
        let place = self.found.iter().position(Option::is_some);
        match place {
            Some(place) => {
                self.inner.swap(listed.start, listed.start + place as u32);
                self.inner.forget(listed.start + 1);
                Some(listed.start)
            }
            None => {
                self.inner.forget(listed.start);
                None
            }
        }
    }
}

impl Rehearsal for Only {
    fn info(&self) -> &GameInfo {
        self.inner.info()
    }

    fn seat(&self) -> Seat {
        self.inner.seat()
    }

    fn seats(&self) -> u8 {
        self.inner.seats()
    }

    fn start(&mut self, rng: &mut Rng) -> SeatSet {
        self.is_first = true;
        self.inner.start(rng)
    }

    fn restart(&mut self) -> SeatSet {
        self.is_first = true;
        self.inner.restart()
    }

    fn to_act(&self) -> SeatSet {
        self.inner.to_act()
    }

    fn list(&mut self, seat: Seat, most: usize, rng: &mut Rng) -> Range<u32> {
        if !self.is_first || seat != self.inner.seat() {
            return self.inner.list(seat, most, rng);
        }
        match (self.list_it(rng), self.list_it(rng)) {
            (Some(one), Some(other)) => one..other + 1,
            _ => self.inner.list(seat, most, rng),
        }
    }

    fn lists_all(&self) -> bool {
        self.inner.lists_all()
    }

    fn find(&self, listed: Range<u32>, known: &[u32], found: &mut Vec<Option<u32>>) {
        self.inner.find(listed, known, found);
    }

    fn swap(&mut self, one: u32, other: u32) {
        self.inner.swap(one, other);
    }

    fn forget(&mut self, from: u32) {
        self.inner.forget(from.max(THE_MOVE + 1));
    }

    fn keep(&mut self, moves: &[Range<u32>]) {
        self.inner.keep(moves);
    }

    fn play(&mut self, seat: Seat, number: u32, rng: &mut Rng) -> SeatSet {
        self.is_first = false;
        self.inner.play(seat, number, rng)
    }

    fn remember(&mut self, depth: usize) {
        if self.remembered.len() <= depth {
            self.remembered.resize(depth + 1, false);
        }
        self.remembered[depth] = self.is_first;
        self.inner.remember(depth);
    }

    fn recall(&mut self, depth: usize) {
        self.is_first = self.remembered.get(depth).copied().unwrap_or(false);
        self.inner.recall(depth);
    }

    fn playout(&mut self, rng: &mut Rng, most: u64) -> u64 {
        self.is_first = false;
        self.inner.playout(rng, most)
    }

    fn winners(&self) -> SeatSet {
        self.inner.winners()
    }

    fn score(&self, seat: Seat) -> Option<i64> {
        self.inner.score(seat)
    }

    fn key(&self) -> Option<u64> {
        self.inner.key()
    }

    fn horizon(&self) -> Option<u64> {
        self.inner.horizon()
    }

    fn reached(&self, seat: Seat) -> f64 {
        self.inner.reached(seat)
    }

    fn command(&self, number: u32) -> Option<Value> {
        self.inner.command(number)
    }

    fn text(&self, number: u32) -> Option<String> {
        self.inner.text(number)
    }

    fn another(&self) -> Box<dyn Rehearsal> {
        match Only::new(self.inner.another(), &self.command) {
            Some(only) => Box::new(only),
            None => self.inner.another(),
        }
    }

    fn is_where_it_starts(&self, _: &dyn Rehearsal) -> bool {
        // What was found out about one move is no help with the position as a whole.
        false
    }

    fn start_from_here(&mut self) {
        self.inner.start_from_here();
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::{Seed, Setup};

    use super::*;
    use crate::{Bot, Spec, Thought};

    /// What a bot finds about one command after these.
    fn think(game: &str, moves: &[&str], command: &str, bot: &str) -> Thought {
        let game = parlor_games::all().get(game).unwrap().clone();
        let setup = Setup::new(game.info(), 2).unwrap();
        let mut current = game.begin(setup, Seed::Integer(1), 0).unwrap();
        for text in moves {
            let seat = current.to_act().first().unwrap();
            let command = current.command(seat, text).unwrap();
            current
                .submit(parlor_core::Submission::new(seat, command))
                .unwrap();
        }
        let seat = current.to_act().first().unwrap();
        let command = current.command(seat, command).unwrap();
        let only = Only::new(current.rehearse(seat).unwrap(), &command).unwrap();
        let spec: Spec = bot.parse().unwrap();
        let thought = Bot::new(spec, 1).think(Box::new(only)).unwrap();
        assert_eq!(thought.command, command);
        assert_eq!(thought.moves.len(), 1);
        thought
    }

    #[test]
    fn a_bad_move_is_looked_at_as_long_as_a_good_one() {
        // O wins with c1 next, whatever X does but play c1.
        let moves = ["b2", "a1", "a2", "b1"];
        for bot in ["tree:2000", "minimax:20", "information:2000"] {
            let thought = think("tic-tac-toe", &moves, "a3", bot);
            assert!(thought.value < 0.3, "{bot}: {thought:?}");
            let thought = think("tic-tac-toe", &moves, "c2", bot);
            assert!(thought.value > 0.9, "{bot}: {thought:?}");
        }
        let thought = think("tic-tac-toe", &[], "b1", "tree:solver=off:3000");
        assert_eq!(thought.moves[0].visits, 3000);
    }

    #[test]
    fn it_works_where_there_are_secrets_and_on_several_threads() {
        let thought = think("liars-dice", &[], "10 x 6", "information:2000:threads=2");
        assert!(
            thought.moves[0].visits == 2000 && thought.value < 0.5,
            "{thought:?}"
        );
    }

    #[test]
    fn what_is_not_possible_is_not_looked_at() {
        let game = parlor_games::all().get("tic-tac-toe").unwrap().clone();
        let setup = Setup::new(game.info(), 2).unwrap();
        let current = game.begin(setup, Seed::Integer(1), 0).unwrap();
        let rehearsal = current.rehearse(Seat(0)).unwrap();
        assert!(Only::new(rehearsal, &"z9".into()).is_none());
    }
}
