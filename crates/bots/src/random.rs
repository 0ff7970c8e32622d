//! Any legal command, each as likely as the others.

use parlor_core::{Rehearsal, Rng};

use crate::search::{MOST_MOVES, Root};

pub(crate) struct Random {
    pub rehearsal: Box<dyn Rehearsal>,
    chosen: Option<u32>,
}

impl Random {
    pub fn new(mut rehearsal: Box<dyn Rehearsal>, mut rng: Rng) -> Random {
        rehearsal.start(&mut rng);
        let moves = rehearsal.list(rehearsal.seat(), MOST_MOVES, &mut rng);
        let chosen = (!moves.is_empty()).then(|| moves.start + rng.below(moves.len() as u32));
        Random { rehearsal, chosen }
    }

    pub fn roots(&self) -> Vec<Root> {
        let root = |number| Root {
            number,
            visits: 1,
            value: 0.5,
            proven: false,
        };
        self.chosen.map(root).into_iter().collect()
    }
}
