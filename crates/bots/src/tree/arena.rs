//! The tree as two long lists: what is known of each move, and the positions between them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use parlor_core::Seat;

use crate::search::MOST_MOVES;

/// What is known of a move, in 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Node {
    /// How often it was looked at.
    pub visits: u32,
    /// What came of it on average, for the seat that moves.
    pub mean: f32,
    /// One by the root of the visits: how little is known of it. Nothing is unknown of what is proven.
    pub spread: f32,
    /// The position that it leads to, once that is unfolded.
    below: u32,
}

const FOLDED: u32 = u32::MAX;

// A move and the position that it leads to take no more than this together.
const _: () = assert!(size_of::<Node>() + size_of::<Position>() <= 32);

impl Node {
    pub const UNTRIED: Node = Node {
        visits: 0,
        mean: 0.0,
        spread: 1.0,
        below: FOLDED,
    };

    #[inline]
    pub fn below(&self) -> Option<u32> {
        (self.below != FOLDED).then_some(self.below)
    }

    pub fn set_below(&mut self, below: u32) {
        self.below = below;
    }

    /// It was looked at once more, and this came of it.
    #[inline]
    pub fn count(&mut self, value: f32) {
        self.visits = self.visits.saturating_add(1);
        if self.spread > 0.0 {
            self.mean += (value - self.mean) / self.visits as f32;
            self.spread = 1.0 / (self.visits as f32).sqrt();
        }
    }

    /// From now on its value is certain.
    #[inline]
    pub fn prove(&mut self, value: f32) {
        self.mean = value;
        self.spread = 0.0;
    }

    #[inline]
    pub fn proven(&self) -> Option<f32> {
        (self.spread == 0.0).then_some(self.mean)
    }
}

/// A position whose moves are listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// Its first child.
    pub first: u32,
    /// Its first move, in the rehearsal's list. The children are the first of its moves, in the same order.
    pub moves: u32,
    /// How many moves there are.
    pub count: u16,
    /// How many of them have been tried.
    pub tried: u16,
    /// Who moves.
    pub seat: Seat,
    /// What it is worth to that seat, if that is certain.
    pub value: Certain,
}

/// A value that is certain, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certain {
    /// It is not.
    No,
    /// It never will be but for a win, since not all moves are listed.
    Never,
    Loss,
    Draw,
    Win,
}

impl Certain {
    pub fn of(value: f32) -> Certain {
        match value {
            0.0 => Certain::Loss,
            1.0 => Certain::Win,
            _ => Certain::Draw,
        }
    }

    #[inline]
    pub fn value(self) -> Option<f32> {
        match self {
            Certain::No | Certain::Never => None,
            Certain::Loss => Some(0.0),
            Certain::Draw => Some(0.5),
            Certain::Win => Some(1.0),
        }
    }
}

impl Position {
    /// How many children there is room for: a few at first, then twice as many whenever they are all tried.
    fn room(&self) -> u16 {
        let room = match self.tried {
            0..=FIRST_ROOM => FIRST_ROOM,
            tried => tried.next_power_of_two(),
        };
        room.min(self.count)
    }
}

/// Room for so many nodes, which is 64 MiB with their moves and positions; then the tree stops growing.
const MOST_NODES: usize = 2 << 20;
/// A position starts with room for so many children.
const FIRST_ROOM: u16 = 4;

#[derive(Clone)]
pub(super) struct Arena {
    pub nodes: Vec<Node>,
    pub positions: Vec<Position>,
    /// The positions by their keys.
    known: HashMap<u64, u32, BuildHasherDefault<Same>>,
    /// How often the first position was looked at, and what came of it on average.
    pub visits: u32,
    pub worth: f32,
    /// How many moves the positions have together.
    moves: usize,
}

impl Arena {
    pub fn new() -> Arena {
        Arena {
            nodes: Vec::new(),
            positions: Vec::new(),
            known: HashMap::default(),
            visits: 0,
            worth: 0.5,
            moves: 0,
        }
    }

    pub fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES || self.moves >= 8 * MOST_NODES
    }

    pub fn known(&self, key: u64) -> Option<u32> {
        self.known.get(&key).copied()
    }

    /// A position with these moves, none of them tried.
    pub fn unfold(&mut self, seat: Seat, moves: Range<u32>, key: Option<u64>) -> u32 {
        let position = Position {
            first: self.nodes.len() as u32,
            moves: moves.start,
            count: moves.len() as u16,
            tried: 0,
            seat,
            value: match moves.len() < MOST_MOVES {
                true => Certain::No,
                false => Certain::Never,
            },
        };
        let room = usize::from(position.room());
        let index = self.positions.len() as u32;
        self.moves += moves.len();
        self.nodes.resize(self.nodes.len() + room, Node::UNTRIED);
        self.positions.push(position);
        if let Some(key) = key {
            self.known.insert(key, index);
        }
        index
    }

    /// Makes room for one more child; false if the tree is full.
    pub fn make_room(&mut self, at: u32) -> bool {
        let position = &mut self.positions[at as usize];
        let (first, tried) = (position.first as usize, usize::from(position.tried));
        if position.tried < position.room() {
            return true;
        }
        if self.nodes.len() >= MOST_NODES {
            return false;
        }
        // The children move to a place with twice the room; where they were is lost.
        let room = tried * 2;
        position.first = self.nodes.len() as u32;
        let grown = self.nodes.len() + room.min(position.count.into());
        self.nodes.extend_from_within(first..first + tried);
        self.nodes.resize(grown, Node::UNTRIED);
        true
    }

    /// What is known of a child.
    pub fn node(&self, at: u32, child: u16) -> Node {
        self.nodes[self.positions[at as usize].first as usize + usize::from(child)]
    }

    /// A tree of its own for a position and all that it leads to, and the moves that go with it, in their new order.
    pub fn part_below(&self, root: u32) -> (Arena, Vec<Range<u32>>) {
        let mut part = Arena::new();
        let mut moves = Vec::new();
        let mut renumbered = vec![FOLDED; self.positions.len()];
        let mut kept = vec![root];
        renumbered[root as usize] = 0;
        let mut next = 0;
        while let Some(old) = kept.get(next).copied() {
            next += 1;
            let mut position = self.positions[old as usize];
            moves.push(position.moves..position.moves + u32::from(position.count));
            let children = position.first as usize;
            let children = children..children + usize::from(position.tried);
            let room = part.nodes.len() + usize::from(position.room());
            position.first = part.nodes.len() as u32;
            position.moves = part.moves as u32;
            part.moves += usize::from(position.count);
            for node in &self.nodes[children] {
                let mut node = *node;
                if let Some(below) = node.below() {
                    let number = &mut renumbered[below as usize];
                    if *number == FOLDED {
                        *number = kept.len() as u32;
                        kept.push(below);
                    }
                    node.set_below(*number);
                }
                part.nodes.push(node);
            }
            part.nodes.resize(room, Node::UNTRIED);
            part.positions.push(position);
        }
        let known = self.known.iter();
        let known = known.map(|(key, old)| (*key, renumbered[*old as usize]));
        part.known = known.filter(|(_, number)| *number != FOLDED).collect();
        (part, moves)
    }

    /// The value of the best child, if all there can be are proven.
    pub fn best_if_all_proven(&self, position: &Position) -> Option<f32> {
        let all_tried = position.value != Certain::Never && position.tried == position.count;
        all_tried.then_some(())?;
        let first = position.first as usize;
        let children = &self.nodes[first..first + usize::from(position.tried)];
        let values = children.iter().map(Node::proven);
        values
            .reduce(|best, value| Some(best?.max(value?)))
            .flatten()
    }
}

/// Keys are mixed well already.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
