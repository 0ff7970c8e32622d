//! Information-set tree search, for games with secrets, chance, or several seats that act at once.
//!
//! Before each look ahead, all that the seat cannot know is drawn anew; one tree collects what came of all of them. A move
//! is known by what it is, so that it is the same in all of them, and it competes only with the moves that were possible
//! when it was. Chance is drawn whenever it plays a part. Seats that act at once each choose without knowing what the
//! others choose.

use std::collections::HashMap;

use parlor_core::{Rehearsal, Rng, Seat};

use crate::Tuning;
use crate::clock::Clock;
use crate::judge::Judge;
use crate::math::{hundredths, ln};
use crate::search::{Look, MOST_MOVES, Root};

/// How much a move that was tried seldom is worth another look.
const EXPLORATION: f32 = 0.5;
/// First-play urgency: how promising a move is that was never tried, in comparison with what was tried.
const URGENCY: f32 = 1.0;
/// With so few moves all of them may be tried at once; with more, one after the other.
const NARROW: f32 = 16.0;
/// The tree stops growing at so many moves, which are 28 MiB, and as much again as the moves themselves take.
const MOST_EDGES: usize = 1 << 20;
/// Nobody looks further ahead than so many moves.
const DEEPEST: usize = 512;

const NONE: u32 = u32::MAX;
/// The seat of an edge that stands for the choices of several seats together.
const TOGETHER: Seat = Seat(u8::MAX);

/// What is known of a move at one place in the tree, in 28 bytes.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The move, in the rehearsal's list.
    number: u32,
    visits: u32,
    /// How often it was possible when the seat chose.
    possible: u32,
    /// What came of it on average, for the seat that moves.
    mean: f32,
    /// The first edge below.
    below: u32,
    /// The next edge beside.
    beside: u32,
    seat: Seat,
}

const _: () = assert!(size_of::<Edge>() <= 32);

impl Edge {
    fn new(seat: Seat, number: u32) -> Edge {
        Edge {
            number,
            visits: 0,
            possible: 1,
            mean: 0.0,
            below: NONE,
            beside: NONE,
            seat,
        }
    }

    fn promise(&self, explore: f32) -> f32 {
        match self.visits {
            0 => f32::MAX,
            visits => self.mean + explore * (ln(self.possible) / visits as f32).sqrt(),
        }
    }
}

pub(crate) struct Information {
    pub rehearsal: Box<dyn Rehearsal>,
    rng: Rng,
    judge: Judge,
    /// The first one is above all moves.
    edges: Vec<Edge>,
    /// The edges for what several seats choose together, by the edge above and what tells the choices from others.
    joints: HashMap<(u32, u32), u32>,
    path: Vec<u32>,
    /// Whether all is drawn only once.
    once: bool,
    exploration: f32,
    /// How far values lie apart.
    range: f32,
    urgency: f32,
    scratch: Scratch,
}

/// Lists that are used again and again.
#[derive(Default)]
struct Scratch {
    /// The edges of one seat below one edge, and their moves.
    edges: Vec<u32>,
    known: Vec<u32>,
    /// For each listed move its place among the known ones.
    found: Vec<Option<u32>>,
    untried: Vec<u32>,
}

impl Information {
    pub fn new(mut rehearsal: Box<dyn Rehearsal>, mut rng: Rng, tuning: &Tuning) -> Information {
        rehearsal.start(&mut rng);
        let seat = rehearsal.seat();
        let mut search = Information {
            judge: Judge::new(&*rehearsal, tuning),
            edges: vec![Edge::new(TOGETHER, 0)],
            joints: HashMap::new(),
            path: Vec::new(),
            once: false,
            exploration: hundredths(tuning.explore, EXPLORATION),
            range: 1.0,
            urgency: hundredths(tuning.urgency, URGENCY),
            scratch: Scratch::default(),
            rehearsal,
            rng,
        };
        // Before the first look there is something to answer.
        search.choose(0, seat);
        search
    }

    /// Takes the first draw for the truth.
    pub fn drawing_once(mut self) -> Information {
        self.once = true;
        self
    }

    pub fn look(&mut self, clock: &mut Clock) -> Look {
        match self.once {
            true => self.rehearsal.restart(),
            false => self.rehearsal.start(&mut self.rng),
        };
        self.path.clear();
        if !self.descend(clock) {
            return Look::Interrupted;
        }
        let horizon = self.judge.horizon;
        if !clock.play_out(&mut *self.rehearsal, &mut self.rng, horizon) {
            return Look::Interrupted;
        }
        self.judge.judge(&*self.rehearsal);
        self.range = self.judge.range(self.rehearsal.seat());
        for edge in &self.path {
            let edge = &mut self.edges[*edge as usize];
            edge.visits = edge.visits.saturating_add(1);
            if edge.seat != TOGETHER {
                let value = self.judge.values[edge.seat.index()];
                edge.mean += (value - edge.mean) / edge.visits as f32;
            }
        }
        self.edges[0].visits = self.edges[0].visits.saturating_add(1);
        match self.is_forced() {
            true => Look::Finished,
            false => Look::Done,
        }
    }

    /// Whether there is only one thing to do.
    fn is_forced(&mut self) -> bool {
        if self.edges[0].visits != 1 {
            return false;
        }
        self.rehearsal.restart();
        let seat = self.rehearsal.seat();
        let moves = self.rehearsal.list(seat, 2, &mut self.rng);
        self.rehearsal.forget(moves.start);
        moves.len() < 2
    }

    /// Goes down to the edge of the tree. False if there was no time for it.
    fn descend(&mut self, clock: &mut Clock) -> bool {
        let (mut at, mut to_act) = (0, self.rehearsal.to_act());
        while !to_act.is_empty() && self.path.len() < DEEPEST {
            let asked = to_act;
            let (mut is_new, mut together, mut chosen) = (false, 0u32, 0);
            for seat in asked.iter().filter(|_| asked.len() > 1) {
                // What one of them does may leave nothing to do for another.
                if !self.rehearsal.to_act().contains(seat) {
                    continue;
                }
                let Some((edge, fresh)) = self.choose(at, seat) else {
                    return true;
                };
                to_act = self
                    .rehearsal
                    .play(seat, self.edges[edge as usize].number, &mut self.rng);
                self.path.push(edge);
                is_new |= fresh;
                together = (together ^ edge).wrapping_mul(0x9E37_79B1).rotate_left(13);
                chosen += 1;
            }
            at = match asked.first() {
                Some(seat) if asked.len() == 1 => {
                    let Some((edge, fresh)) = self.choose(at, seat) else {
                        return true;
                    };
                    to_act =
                        self.rehearsal
                            .play(seat, self.edges[edge as usize].number, &mut self.rng);
                    self.path.push(edge);
                    is_new = fresh;
                    edge
                }
                _ if chosen == 0 => return true,
                _ => {
                    let Some((edge, fresh)) = self.joint(at, together) else {
                        return true;
                    };
                    self.path.push(edge);
                    is_new |= fresh;
                    edge
                }
            };
            if is_new || self.edges.len() >= MOST_EDGES && self.edges[at as usize].below == NONE {
                return true;
            }
            if clock.is_up(1) {
                return false;
            }
        }
        true
    }

    /// The edge that a seat goes along, and whether it is new. Nothing if it cannot do anything.
    fn choose(&mut self, at: u32, seat: Seat) -> Option<(u32, bool)> {
        let listed = self.rehearsal.list(seat, MOST_MOVES, &mut self.rng);
        (!listed.is_empty()).then_some(())?;
        let explore = self.exploration * self.range;
        let scratch = &mut self.scratch;
        scratch.edges.clear();
        scratch.known.clear();
        let mut edge = self.edges[at as usize].below;
        while edge != NONE {
            let Edge {
                number,
                beside,
                seat: mover,
                ..
            } = self.edges[edge as usize];
            if mover == seat {
                scratch.edges.push(edge);
                scratch.known.push(number);
            }
            edge = beside;
        }
        self.rehearsal
            .find(listed.clone(), &scratch.known, &mut scratch.found);
        scratch.untried.clear();
        let (mut best, mut most) = (NONE, f32::MIN);
        let (mut looks, mut sum) = (0.0, 0.0);
        for (listed, found) in listed.clone().zip(&scratch.found) {
            let Some(place) = found else {
                scratch.untried.push(listed);
                continue;
            };
            let number = scratch.edges[*place as usize];
            let edge = &mut self.edges[number as usize];
            edge.possible = edge.possible.saturating_add(1);
            let promise = edge.promise(explore);
            looks += edge.visits as f32;
            sum += edge.visits as f32 * edge.mean;
            if promise > most {
                (best, most) = (number, promise);
            }
        }
        // What was never tried promises as much as one look at something average.
        let tried = (listed.len() - scratch.untried.len()) as f32;
        let average = sum / f32::max(looks, 1.0);
        let fresh = average + self.urgency * explore * ln(looks as u32 + 1).sqrt();
        let may_grow = best == NONE
            || self.edges.len() < MOST_EDGES && most < fresh && tried < NARROW + 2.0 * looks.sqrt();
        // What ends a list is often of another kind than the rest: to pass, to call, to fold. It is tried first.
        let untried = match scratch.edges.is_empty() {
            true => scratch.untried.last(),
            false => self.rng.pick(&scratch.untried),
        };
        let untried = untried.copied();
        match untried.filter(|_| may_grow) {
            Some(number) => {
                // Its move stays in the list; all others of this list are forgotten.
                self.rehearsal.swap(listed.start, number);
                self.rehearsal.forget(listed.start + 1);
                Some((self.add(at, Edge::new(seat, listed.start)), true))
            }
            None => {
                self.rehearsal.forget(listed.start);
                Some((best, false))
            }
        }
    }

    /// The edge for what several seats have chosen together, and whether it is new. Nothing if there is no room for it.
    fn joint(&mut self, at: u32, together: u32) -> Option<(u32, bool)> {
        if let Some(edge) = self.joints.get(&(at, together)) {
            return Some((*edge, false));
        }
        let edge = self.edges.len() as u32;
        (self.edges.len() < MOST_EDGES).then_some(())?;
        self.joints.insert((at, together), edge);
        self.edges.push(Edge::new(TOGETHER, 0));
        Some((edge, true))
    }

    fn add(&mut self, at: u32, mut edge: Edge) -> u32 {
        let index = self.edges.len() as u32;
        edge.beside = self.edges[at as usize].below;
        self.edges[at as usize].below = index;
        self.edges.push(edge);
        index
    }

    pub fn roots(&self) -> Vec<Root> {
        let mut roots = Vec::new();
        let mut edge = self.edges[0].below;
        while edge != NONE {
            let known = &self.edges[edge as usize];
            if known.seat == self.rehearsal.seat() {
                roots.push(Root {
                    number: known.number,
                    visits: known.visits.into(),
                    value: known.mean.into(),
                    proven: false,
                });
            }
            edge = known.beside;
        }
        roots
    }
}
