//! Who sits where in which game.

use super::{Purpose, derive};

/// All games of an arena, in an order in which every prefix is about fair.
pub(crate) struct Schedule {
    seats: usize,
    /// Who meets. Nobody, if all sit at one table.
    pairs: Vec<(usize, usize)>,
    deals: u64,
    seed: u64,
}

/// Who sits where in one game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LineUp {
    /// Games of the same deal have the same seed.
    pub deal: u64,
    /// The bot on each seat.
    pub seats: Vec<usize>,
}

impl Schedule {
    pub fn new(bots: usize, seats: usize, games: u64, seed: u64) -> Schedule {
        let one_table = bots == seats && seats > 2;
        let mut pairs = Vec::new();
        if !one_table {
            for one in 0..bots {
                pairs.extend((one + 1..bots).map(|other| (one, other)));
            }
        }
        let mut schedule = Schedule {
            seats,
            pairs,
            deals: 0,
            seed,
        };
        schedule.deals = games.div_ceil(schedule.rotations());
        schedule
    }

    /// How often a deal is played by the same bots, so that each has had every seat equally often.
    fn rotations(&self) -> u64 {
        match self.is_one_table() {
            true => self.seats as u64,
            false => 2,
        }
    }

    fn is_one_table(&self) -> bool {
        self.pairs.is_empty()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        let tables = self.pairs.len().max(1) as u64;
        self.deals
            .saturating_mul(tables)
            .saturating_mul(self.rotations())
    }

    /// The game with this number. A deal is played by all before the next one begins.
    pub fn game(&self, number: u64) -> LineUp {
        let rotations = self.rotations();
        let (table, rotation) = (number / rotations, (number % rotations) as usize);
        if self.is_one_table() {
            // Who sits behind whom matters, so that each deal has its own order.
            let mut seats: Vec<usize> = (0..self.seats).collect();
            derive(self.seed, &[Purpose::Order as u64, table]).shuffle(&mut seats);
            seats.rotate_right(rotation);
            return LineUp { deal: table, seats };
        }
        let tables = self.pairs.len() as u64;
        let (one, other) = self.pairs[(table % tables) as usize];
        let bots = [one, other];
        LineUp {
            deal: table / tables,
            seats: (0..self.seats)
                .map(|seat| bots[(seat + rotation) % 2])
                .collect(),
        }
    }
}
