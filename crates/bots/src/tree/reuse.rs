//! Going on with a tree after the match has gone on.

use std::collections::BinaryHeap;

use parlor_core::{Rehearsal, Rng};

use super::TreeSearch;
use super::arena::Position;
use crate::Tuning;

/// The position is looked for so many moves further on.
const FURTHEST: usize = 6;
/// So many positions are compared with it at most.
const MOST_TRIED: usize = 4096;

impl TreeSearch {
    /// Goes on from a later position if the tree knows it, or else begins anew.
    pub fn go_on(mut self, rehearsal: Box<dyn Rehearsal>, rng: Rng, tuning: &Tuning) -> TreeSearch {
        if self.rehearsal.seat() == rehearsal.seat()
            && let Some(path) = self.way_to(&*rehearsal)
        {
            self.rng = rng;
            self.make_root(&path);
            return self;
        }
        TreeSearch::new(rehearsal, rng, tuning)
    }

    /// The way down to the position from which a rehearsal starts. What was looked at most is the likeliest to have been
    /// played, so it is tried first.
    fn way_to(&mut self, rehearsal: &dyn Rehearsal) -> Option<Vec<(u32, u16)>> {
        let mut ways = BinaryHeap::from([(u32::MAX, Vec::new())]);
        for _ in 0..MOST_TRIED {
            let (_, way) = ways.pop()?;
            let at = match way.last() {
                Some((at, child)) => self.below(*at, *child)?,
                None => 0,
            };
            if !way.is_empty() && self.positions_agree(&way, at, rehearsal) {
                return Some(way);
            }
            if way.len() == FURTHEST {
                continue;
            }
            for child in 0..self.arena.positions[at as usize].tried {
                if self.below(at, child).is_some() {
                    let mut further = way.clone();
                    further.push((at, child));
                    ways.push((self.arena.node(at, child).visits, further));
                }
            }
        }
        None
    }

    fn below(&self, at: u32, child: u16) -> Option<u32> {
        let first = self.arena.positions[at as usize].first as usize;
        self.arena.nodes[first + usize::from(child)].below()
    }

    fn positions_agree(&mut self, way: &[(u32, u16)], at: u32, rehearsal: &dyn Rehearsal) -> bool {
        if self.arena.positions[at as usize].seat != rehearsal.seat() {
            return false;
        }
        self.rehearsal.restart();
        for (at, child) in way {
            let Position { moves, seat, .. } = self.arena.positions[*at as usize];
            self.rehearsal
                .play(seat, moves + u32::from(*child), &mut self.rng);
        }
        self.rehearsal.is_where_it_starts(rehearsal)
    }

    /// Makes the position that is played now, at the end of this way, the first one, and drops all that it does not lead to.
    fn make_root(&mut self, way: &[(u32, u16)]) {
        self.rehearsal.start_from_here();
        let Some((above, child)) = way.last().copied() else {
            return;
        };
        let mover = self.arena.positions[above as usize].seat;
        let node = self.arena.node(above, child);
        let Some(root) = node.below() else { return };
        let (kept, moves) = self.arena.part_below(root);
        self.arena = kept;
        self.arena.visits = node.visits;
        self.arena.worth = match mover == self.rehearsal.seat() {
            true => node.mean,
            false => (1.0 - node.mean) / (self.judge.values.len() - 1).max(1) as f32,
        };
        self.rehearsal.keep(&moves);
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::prelude::*;
    use parlor_games::connect_four::ConnectFour;

    use super::*;
    use crate::clock::{Clock, Stopper};
    use crate::search::Look;

    fn look(search: &mut TreeSearch, times: usize) {
        for _ in 0..times {
            let mut clock = Clock::new(None, Stopper::default());
            assert_eq!(search.look(&mut clock), Look::Done);
        }
    }

    #[test]
    fn what_was_found_two_moves_ago_is_kept() {
        let setup = Setup::new(&ConnectFour.info(), 2).unwrap();
        let mut four = Match::new(ConnectFour, setup, Seed::Integer(1)).unwrap();
        let rehearsal = four.rehearse(Seat(0)).unwrap();
        let mut search = TreeSearch::new(rehearsal, Rng::fast(1, 0), &Tuning::default());
        look(&mut search, 20_000);
        let nodes = search.arena.nodes.len();
        for (seat, column) in [(0, "d"), (1, "d")] {
            let drop = serde_json::from_value(column.into()).unwrap();
            four.play(Seat(seat), &drop).unwrap();
        }
        let known = search.way_to(&*four.rehearse(Seat(0)).unwrap()).unwrap();
        assert_eq!(known.len(), 2);
        let before = search.arena.node(known[1].0, known[1].1);
        let mut search = search.go_on(
            four.rehearse(Seat(0)).unwrap(),
            Rng::fast(2, 0),
            &Tuning::default(),
        );
        assert_eq!(search.arena.visits, before.visits);
        assert!(search.arena.visits > 100 && search.arena.nodes.len() < nodes);
        let visits: u64 = search.roots().iter().map(|root| root.visits).sum();
        assert!(visits > 100);
        // It goes on as if nothing had happened: each move is still what it was.
        look(&mut search, 1000);
        let roots = search.roots();
        let mut texts: Vec<String> = roots
            .iter()
            .map(|root| search.rehearsal.text(root.number).unwrap())
            .collect();
        texts.sort();
        assert_eq!(texts, ["a", "b", "c", "d", "e", "f", "g"]);
        assert_eq!(search.arena.visits, before.visits + 1000);
    }

    #[test]
    fn another_match_begins_anew() {
        let begin = || {
            let setup = Setup::new(&ConnectFour.info(), 2).unwrap();
            Match::new(ConnectFour, setup, Seed::Integer(1)).unwrap()
        };
        let mut search = TreeSearch::new(
            begin().rehearse(Seat(0)).unwrap(),
            Rng::fast(1, 0),
            &Tuning::default(),
        );
        look(&mut search, 1000);
        let search = search.go_on(
            begin().rehearse(Seat(0)).unwrap(),
            Rng::fast(1, 0),
            &Tuning::default(),
        );
        assert_eq!(search.arena.visits, 0);
    }
}
