//! Flat Monte Carlo: each command is tried equally often, with random play to the end.

use parlor_core::{Rehearsal, Rng};

use crate::Tuning;
use crate::clock::Clock;
use crate::judge::Judge;
use crate::search::{Look, MOST_MOVES, Root};

pub(crate) struct Flat {
    pub rehearsal: Box<dyn Rehearsal>,
    rng: Rng,
    judge: Judge,
    roots: Vec<Root>,
    next: usize,
}

impl Flat {
    pub fn new(mut rehearsal: Box<dyn Rehearsal>, mut rng: Rng, tuning: &Tuning) -> Flat {
        rehearsal.start(&mut rng);
        let mut numbers: Vec<u32> = rehearsal
            .list(rehearsal.seat(), MOST_MOVES, &mut rng)
            .collect();
        // So that chance decides among equals.
        rng.shuffle(&mut numbers);
        let root = |number| Root {
            number,
            visits: 0,
            value: 0.0,
            proven: false,
        };
        Flat {
            judge: Judge::new(&*rehearsal, tuning),
            roots: numbers.into_iter().map(root).collect(),
            rehearsal,
            rng,
            next: 0,
        }
    }

    pub fn look(&mut self, clock: &mut Clock) -> Look {
        let seat = self.rehearsal.seat();
        let Some(root) = self.roots.get_mut(self.next) else {
            return Look::Finished;
        };
        self.rehearsal.start(&mut self.rng);
        self.rehearsal.play(seat, root.number, &mut self.rng);
        if !clock.play_out(&mut *self.rehearsal, &mut self.rng, self.judge.horizon) {
            return Look::Interrupted;
        }
        self.judge.judge(&*self.rehearsal);
        root.visits += 1;
        let value = f64::from(self.judge.values[seat.index()]);
        root.value += (value - root.value) / root.visits as f64;
        self.next = (self.next + 1) % self.roots.len();
        match self.roots.len() {
            1 => Look::Finished,
            _ => Look::Done,
        }
    }

    pub fn roots(&self) -> Vec<Root> {
        self.roots.clone()
    }
}
