//! Monte-Carlo tree search (UCT) for games in which everything is known.
//!
//! Each look ahead goes down the tree to its edge, grows it by one move, plays on at random, and takes what came of it back
//! up. Wins and losses that are certain are kept apart and never looked at again; positions that are reached in several
//! ways share what is known of them, if the game tells them apart by numbers.

mod arena;
mod reuse;
mod share;

use parlor_core::{Rehearsal, Rng, Seat};

use crate::Tuning;
use crate::clock::Clock;
use crate::judge::Judge;
use crate::math::{hundredths, ln};
use crate::search::{Look, MOST_MOVES, Root};
pub(crate) use share::Snapshot;

use arena::{Arena, Certain, Node, Position};

/// How much a move that was tried seldom is worth another look: high explores, low exploits.
const EXPLORATION: f32 = 0.5;
/// First-play urgency: how promising a move is that was never tried, in comparison with the position as a whole.
const URGENCY: f32 = 1.0;
/// With so few moves all of them may be tried at once; with more, one after the other as the position is looked at more
/// often.
const NARROW: f32 = 24.0;
/// In a small tree a position is unfolded when it is reached for the second time; in a large one for the fourth, since what
/// does not fit into the processor's memory is looked through slowly.
const UNFOLD_AT: [u32; 2] = [1, 3];
const LARGE: usize = 4096;
/// Nobody looks further ahead than so many moves: in a game that can go in circles, a tree with shared positions can, too.
const DEEPEST: usize = 1024;

pub(crate) struct TreeSearch {
    pub rehearsal: Box<dyn Rehearsal>,
    rng: Rng,
    judge: Judge,
    arena: Arena,
    /// The way down.
    path: Vec<Step>,
    /// In which order moves are tried follows from this and from where they are: trees that have grown from one agree on it.
    salt: u32,
    /// Whether wins and losses can be proven: with two seats what one wins the other loses.
    solves: bool,
    urgency: f32,
    explore: Explore,
    /// How far values lie apart.
    range: f32,
}

/// How much the unknown counts in a position that was looked at so often: it grows with the root of the logarithm. For small
/// numbers it is looked up.
#[derive(Clone)]
struct Explore {
    exploration: f32,
    few: Box<[f32; FEW as usize]>,
}

const FEW: u32 = 1024;

impl Explore {
    fn new(exploration: f32) -> Explore {
        let mut few = Box::new([0.0; FEW as usize]);
        for (visits, value) in (0..).zip(few.iter_mut()) {
            *value = exploration * ln(visits + 1).sqrt();
        }
        Explore { exploration, few }
    }

    #[inline]
    fn after(&self, visits: u32) -> f32 {
        match self.few.get(visits as usize) {
            Some(value) => *value,
            None => self.exploration * ln(visits.saturating_add(1)).sqrt(),
        }
    }
}

/// A step on the way down: from a position to one of its children.
#[derive(Clone, Copy)]
struct Step {
    at: u32,
    child: u16,
    /// Whether a draw is certain here, and this step only looks for something better.
    probes: bool,
}

/// Where a way down ended.
enum End {
    /// At an end of the game, or at a position whose value is proven.
    Certain,
    /// At a position from which to play at random.
    Open,
}

impl TreeSearch {
    pub fn new(mut rehearsal: Box<dyn Rehearsal>, mut rng: Rng, tuning: &Tuning) -> TreeSearch {
        rehearsal.start(&mut rng);
        let mut arena = Arena::new();
        let seat = rehearsal.seat();
        let moves = rehearsal.list(seat, MOST_MOVES, &mut rng);
        arena.unfold(seat, moves, None);
        TreeSearch {
            judge: Judge::new(&*rehearsal, tuning),
            solves: tuning.solver && rehearsal.seats() == 2 && rehearsal.lists_all(),
            explore: Explore::new(hundredths(tuning.explore, EXPLORATION)),
            range: 1.0,
            urgency: hundredths(tuning.urgency, URGENCY),
            salt: rng.word(),
            arena,
            path: Vec::new(),
            rehearsal,
            rng,
        }
    }

    pub fn look(&mut self, clock: &mut Clock) -> Look {
        if self.is_finished() {
            return Look::Finished;
        }
        self.path.clear();
        self.rehearsal.start(&mut self.rng);
        match self.descend() {
            End::Certain => {}
            End::Open => {
                let horizon = self.judge.horizon;
                if !clock.play_out(&mut *self.rehearsal, &mut self.rng, horizon) {
                    return Look::Interrupted;
                }
                self.judge.judge(&*self.rehearsal);
                self.range = self.judge.range(self.rehearsal.seat());
            }
        }
        clock.is_up(self.path.len() as u64);
        self.ascend();
        Look::Done
    }

    pub fn is_finished(&self) -> bool {
        let root = &self.arena.positions[0];
        root.count == 0 || root.value.value().is_some() || (root.count == 1 && root.tried == 1)
    }

    /// Goes down to the edge of the tree, and fills the judge's values if the end is certain.
    #[inline]
    fn descend(&mut self) -> End {
        let mut at = 0;
        let mut visits = self.arena.visits;
        // What the position is worth to the seat that moved there; nobody knows at first.
        let mut worth = 0.5;
        let mut mover = None;
        loop {
            let position = self.arena.positions[at as usize];
            let seat = position.seat;
            let worth_here = match mover {
                Some(mover) if mover == seat => worth,
                // What one seat does not win the others share.
                Some(_) => (1.0 - worth) / (self.judge.values.len() - 1).max(1) as f32,
                None => self.arena.worth,
            };
            let step = self.select(at, position, visits, worth_here);
            let child = step.child;
            self.path.push(step);
            let number = position.moves + u32::from(child);
            let to_act = self.rehearsal.play(seat, number, &mut self.rng);
            let index = (self.arena.positions[at as usize].first + u32::from(child)) as usize;
            let Some(next) = to_act.first() else {
                self.judge.judge(&*self.rehearsal);
                if self.solves && self.judge.is_zero_sum() {
                    let value = self.judge.values[seat.index()];
                    self.arena.nodes[index].prove(value);
                }
                return End::Certain;
            };
            if to_act.len() > 1 {
                // Who acts first is not known, so nothing further on is a matter of choosing well.
                return End::Open;
            }
            let node = self.arena.nodes[index];
            let below = match node.below() {
                Some(below) => below,
                None if node.visits < self.unfold_at() || self.arena.is_full() => return End::Open,
                None => match self.unfold(next, index) {
                    Some(below) => below,
                    None => return End::Open,
                },
            };
            if let Some(value) = self.arena.positions[below as usize].value.value() {
                // Reached in another way, and known by now.
                self.settle(next, value);
                self.arena.nodes[index].prove(self.judge.values[seat.index()]);
                return End::Certain;
            }
            if self.path.len() >= DEEPEST {
                return End::Open;
            }
            (at, visits, worth, mover) = (below, node.visits, node.mean, Some(seat));
        }
    }

    fn unfold_at(&self) -> u32 {
        UNFOLD_AT[usize::from(self.arena.positions.len() > LARGE)]
    }

    /// What is certain for one of two seats is certain for both.
    fn settle(&mut self, seat: Seat, value: f32) {
        self.judge.values.fill(1.0 - value);
        self.judge.values[seat.index()] = value;
    }

    /// The child to go to: the one that promises most, counting in how little is known of it.
    #[inline]
    fn select(&mut self, at: u32, position: Position, visits: u32, worth: f32) -> Step {
        let explore = self.explore.after(visits) * self.range;
        let first = position.first as usize;
        let children = &self.arena.nodes[first..first + usize::from(position.tried)];
        let (mut best, mut most) = (0, f32::MIN);
        for (child, node) in (0..).zip(children) {
            let score = node.mean + explore * node.spread;
            if score > most {
                (best, most) = (child, score);
            }
        }
        let step = |child| Step {
            at,
            child,
            probes: false,
        };
        let untried = position.tried < position.count && most < worth + explore * self.urgency;
        // Where all that was tried is known to lose, anything else is better.
        let is_lost = most <= 0.0;
        if untried && (is_lost || f32::from(position.tried) < NARROW + 2.0 * (visits as f32).sqrt())
        {
            return step(self.try_another(at).unwrap_or(best));
        }
        match children.get(usize::from(best)).and_then(Node::proven) {
            Some(value) if value > 0.0 => self.probe(at, position, best, explore),
            _ => step(best),
        }
    }

    /// What is known to be a draw need not be looked at again. Among the others there may be a win; and when all of them
    /// are known to be no better, the position is settled.
    #[cold]
    fn probe(&mut self, at: u32, position: Position, best: u16, explore: f32) -> Step {
        let first = position.first as usize;
        let children = &self.arena.nodes[first..first + usize::from(position.tried)];
        let open = (0..)
            .zip(children)
            .filter(|(_, node)| node.proven().is_none());
        let promise = |node: &Node| node.mean + explore * node.spread;
        let open = open.max_by(|(_, a), (_, b)| promise(a).total_cmp(&promise(b)));
        let open = open.map(|(child, _): (u16, _)| child);
        let child = match position.tried < position.count {
            true if open.is_none() => self.try_another(at),
            _ => open,
        };
        Step {
            at,
            child: child.unwrap_or(best),
            probes: child.is_some(),
        }
    }

    /// Adds a child: any move that has not been tried.
    fn try_another(&mut self, at: u32) -> Option<u16> {
        if !self.arena.make_room(at) {
            return None;
        }
        let position = &mut self.arena.positions[at as usize];
        let child = position.tried;
        let untried = u64::from(position.count - child);
        let any = mix(self.salt, at, child);
        let other = child + ((u64::from(any) * untried) >> 32) as u16;
        let (moves, first) = (position.moves, position.first);
        position.tried += 1;
        self.rehearsal
            .swap(moves + u32::from(child), moves + u32::from(other));
        self.arena.nodes[(first + u32::from(child)) as usize] = Node::UNTRIED;
        Some(child)
    }

    /// Unfolds the position that is played now: below this node hang its moves.
    fn unfold(&mut self, seat: Seat, node: usize) -> Option<u32> {
        let key = self.rehearsal.key();
        let known = key.and_then(|key| self.arena.known(key));
        let below = match known.filter(|below| self.arena.positions[*below as usize].seat == seat) {
            Some(below) => below,
            None => {
                let moves = self.rehearsal.list(seat, MOST_MOVES, &mut self.rng);
                // A seat that is to act and cannot: nothing comes of looking further.
                (!moves.is_empty()).then_some(())?;
                self.arena.unfold(seat, moves, key)
            }
        };
        self.arena.nodes[node].set_below(below);
        Some(below)
    }

    /// Takes what came of it back up, and what is proven with it.
    #[inline]
    fn ascend(&mut self) {
        let mut proving = self.solves;
        self.arena.visits = self.arena.visits.saturating_add(1);
        for step in (0..self.path.len()).rev() {
            let Step { at, child, probes } = self.path[step];
            let Position { first, seat, .. } = self.arena.positions[at as usize];
            let node = &mut self.arena.nodes[first as usize + usize::from(child)];
            node.count(self.judge.values[seat.index()]);
            let proven = node.proven();
            if probes && self.judge.values[seat.index()] < 0.5 {
                // The seat would have taken the draw.
                self.settle(seat, 0.5);
            }
            if !proving {
                continue;
            }
            proving = match proven {
                Some(value) => self.prove(at, value, step),
                None => false,
            };
        }
        let root = self.rehearsal.seat().index();
        let change = self.judge.values[root] - self.arena.worth;
        self.arena.worth += change / self.arena.visits as f32;
    }

    /// After a child was proven: whether that settles its position, and so the node above it.
    #[cold]
    fn prove(&mut self, at: u32, value: f32, step: usize) -> bool {
        let position = &self.arena.positions[at as usize];
        let settled = match value {
            1.0 => Some(1.0),
            _ => self.arena.best_if_all_proven(position),
        };
        let (Some(value), seat) = (settled, position.seat) else {
            return false;
        };
        self.arena.positions[at as usize].value = Certain::of(value);
        if let Some(Step { at, child, .. }) = step.checked_sub(1).map(|above| self.path[above]) {
            let Position {
                first, seat: mover, ..
            } = self.arena.positions[at as usize];
            let value = if mover == seat { value } else { 1.0 - value };
            self.arena.nodes[first as usize + usize::from(child)].prove(value);
        }
        true
    }

    /// The moves of the first position that were looked at. If all of them lose, or there are none, one that was not is added.
    pub fn roots(&self) -> Vec<Root> {
        let root = &self.arena.positions[0];
        let tried = root.first as usize..root.first as usize + usize::from(root.tried);
        let tried = (root.moves..).zip(&self.arena.nodes[tried]);
        let mut roots: Vec<Root> = tried
            .map(|(number, node)| Root {
                number,
                visits: node.visits.into(),
                value: node.mean.into(),
                proven: node.proven().is_some(),
            })
            .collect();
        let loses = |root: &Root| root.proven && root.value == 0.0;
        if roots.iter().all(loses) && root.tried < root.count {
            roots.push(Root {
                number: root.moves + u32::from(root.tried),
                visits: 0,
                value: 0.5,
                proven: false,
            });
        }
        roots
    }
}

/// A number that looks like chance.
#[inline]
fn mix(salt: u32, at: u32, child: u16) -> u32 {
    let mut number =
        salt ^ at.wrapping_mul(0x9E37_79B9) ^ u32::from(child).wrapping_mul(0x85EB_CA6B);
    number = (number ^ number >> 16).wrapping_mul(0x7FEB_352D);
    number = (number ^ number >> 15).wrapping_mul(0x846C_A68B);
    number ^ number >> 16
}
