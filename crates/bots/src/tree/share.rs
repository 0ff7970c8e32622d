//! Trees that grow apart from a common one, and what they find coming together again.

use parlor_core::Rng;

use super::TreeSearch;
use super::arena::{Arena, Node};

/// A tree as it was when several threads began to grow it, each for itself.
pub(crate) struct Snapshot(Arena);

impl TreeSearch {
    /// The same tree once more, to be grown with other chance.
    pub fn another(&self, rng: Rng) -> TreeSearch {
        TreeSearch {
            rehearsal: self.rehearsal.another(),
            rng,
            judge: self.judge.clone(),
            arena: self.arena.clone(),
            path: Vec::new(),
            salt: self.salt,
            solves: self.solves,
            urgency: self.urgency,
            explore: self.explore.clone(),
            range: self.range,
        }
    }

    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.arena.clone())
    }

    /// Counts what another tree has found since both were the same, at all positions that were there then. What has grown below
    /// since is not looked at: it counts in what it grew from.
    pub fn absorb(&mut self, other: &TreeSearch, common: &Snapshot) {
        let (Snapshot(common), other) = (common, &other.arena);
        for (at, before) in (0..).zip(&common.positions) {
            let position = other.positions[at as usize];
            if !self.has_tried(at, position.tried) {
                continue;
            }
            let first = self.arena.positions[at as usize].first as usize;
            for child in 0..position.tried {
                let known = match child < before.tried {
                    true => common.node(at, child),
                    false => Node::UNTRIED,
                };
                let node = &mut self.arena.nodes[first + usize::from(child)];
                node.absorb(&other.node(at, child), &known);
            }
            // The moves that prove it have come along.
            if position.value.value().is_some() {
                self.arena.positions[at as usize].value = position.value;
            }
        }
        let mine = &mut self.arena;
        let mut root = Node::of(mine.visits, mine.worth);
        root.absorb(
            &Node::of(other.visits, other.worth),
            &Node::of(common.visits, common.worth),
        );
        (mine.visits, mine.worth) = (root.visits, root.mean);
    }
}

impl TreeSearch {
    /// Sees to it that so many moves of a position are tried: they are the same in all trees that have grown from one. False if
    /// there is no room for them.
    fn has_tried(&mut self, at: u32, moves: u16) -> bool {
        while self.arena.positions[at as usize].tried < moves {
            if self.try_another(at).is_none() {
                return false;
            }
        }
        true
    }
}

impl Node {
    /// A node that was looked at so often, with this on average.
    fn of(visits: u32, mean: f32) -> Node {
        let mut node = Node::UNTRIED;
        (node.visits, node.mean) = (visits, mean);
        node
    }

    /// Counts what was found of the same move elsewhere since it was known like this.
    fn absorb(&mut self, other: &Node, common: &Node) {
        let looks = other.visits - common.visits;
        let before = self.visits;
        self.visits = before.saturating_add(looks);
        match (self.proven(), other.proven()) {
            (None, Some(value)) => return self.prove(value),
            (None, None) if looks > 0 => {}
            _ => return,
        }
        let sum = |node: &Node, visits: u32| f64::from(node.mean) * f64::from(visits);
        let found = sum(other, other.visits) - sum(common, common.visits);
        let all = (sum(self, before) + found) / f64::from(self.visits);
        self.mean = all.clamp(0.0, 1.0) as f32;
        self.spread = 1.0 / (self.visits as f32).sqrt();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tuning;
    use crate::clock::{Clock, Stopper};
    use parlor_core::prelude::*;
    use parlor_games::connect_four::ConnectFour;

    /// A tree of connect four after so many looks ahead.
    fn grown(looks: u32) -> TreeSearch {
        let setup = Setup::new(&ConnectFour.info(), 2).unwrap();
        let game = Match::new(ConnectFour, setup, Seed::Integer(1)).unwrap();
        let rehearsal = game.rehearse(Seat(0)).unwrap();
        let mut tree = TreeSearch::new(rehearsal, Rng::fast(1, 0), &Tuning::default());
        grow(&mut tree, looks);
        tree
    }

    fn grow(tree: &mut TreeSearch, looks: u32) {
        let mut clock = Clock::new(None, Stopper::default());
        for _ in 0..looks {
            tree.look(&mut clock);
        }
    }

    /// How often the moves of the first position were looked at, and what came of them, summed up.
    fn first_moves(tree: &TreeSearch) -> Vec<(u64, f64)> {
        let roots = tree.roots().into_iter();
        roots
            .map(|root| (root.visits, root.value * root.visits as f64))
            .collect()
    }

    #[test]
    fn what_two_trees_find_is_counted_once() {
        let mut one = grown(500);
        let common = one.snapshot();
        let before = first_moves(&one);
        let mut two = one.another(Rng::fast(1, 1));
        grow(&mut one, 300);
        grow(&mut two, 200);
        let (first, second) = (first_moves(&one), first_moves(&two));
        one.absorb(&two, &common);
        for (child, (visits, sum)) in first_moves(&one).into_iter().enumerate() {
            let found = second[child].0 - before[child].0;
            assert_eq!(visits, first[child].0 + found);
            let found = second[child].1 - before[child].1;
            assert!((sum - first[child].1 - found).abs() < 0.1, "{sum}");
        }
        assert_eq!(one.arena.visits, 1000);
    }

    #[test]
    fn a_tree_that_has_found_nothing_new_adds_nothing() {
        let mut one = grown(500);
        let common = one.snapshot();
        let other = one.another(Rng::fast(1, 1));
        grow(&mut one, 300);
        let before = first_moves(&one);
        one.absorb(&other, &common);
        assert_eq!(first_moves(&one), before);
    }
}
