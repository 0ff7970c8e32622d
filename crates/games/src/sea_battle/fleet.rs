//! Where ships can lie: sets of cells as bits, and fleets drawn at random that fit all that was shot at.

use parlor_core::Rng;

/// Cells as bits: 121 are the most.
pub(super) type Cells = u128;

/// How many ships are tried before a fleet is given up.
const MOST_TRIES: u32 = 4_000;

/// A square of water.
#[derive(Clone, Copy)]
pub(super) struct Waters {
    size: u16,
}

/// What everybody knows of somebody's waters.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// Where ships were hit that are still afloat.
    pub hits: Cells,
    /// Where ships were sunk.
    pub sunk: Cells,
    /// Where shots hit nothing.
    pub misses: Cells,
}

impl Waters {
    /// A square with so many columns and rows.
    pub fn new(size: u16) -> Waters {
        Waters { size }
    }

    fn all(self) -> Cells {
        (1 << (self.size * self.size)) - 1
    }

    /// The cells of a ship, from its first cell to the right or up, if it fits into the water.
    pub fn ship(self, first: u16, length: u8, up: bool) -> Option<Cells> {
        let (column, row) = (first % self.size, first / self.size);
        let (along, step) = if up { (row, self.size) } else { (column, 1) };
        let fits = along + u16::from(length) <= self.size;
        fits.then(|| (0..u16::from(length)).fold(0, |ship, cell| ship | 1 << (first + cell * step)))
    }

    /// These cells and all cells that touch them, at a corner or along a side.
    pub fn around(self, cells: Cells) -> Cells {
        let first_column = (0..self.size).fold(0, |column, row| column | 1 << (row * self.size));
        let last_column = first_column << (self.size - 1);
        let wide = cells | (cells & !last_column) << 1 | (cells & !first_column) >> 1;
        (wide | wide << self.size | wide >> self.size) & self.all()
    }

    /// The cells among these that hang together with one of them: no two ships touch, so that is a ship.
    pub fn hanging_together(self, one: Cells, among: Cells) -> Cells {
        let more = self.around(one) & among;
        if more == one {
            one
        } else {
            self.hanging_together(more, among)
        }
    }

    /// The lengths of the ships that lie at these cells.
    pub fn lengths(self, mut cells: Cells) -> Vec<u8> {
        let mut lengths = Vec::new();
        while cells != 0 {
            let ship = self.hanging_together(1 << cells.trailing_zeros(), cells);
            lengths.push(ship.count_ones() as u8);
            cells &= !ship;
        }
        lengths
    }

    /// Whether a ship can lie at these cells beside the ships that are there, for all that is known.
    pub fn allows(self, ship: Cells, ships: Cells, known: &Known) -> bool {
        let around = self.around(ship);
        let free = ship & (known.misses | self.around(known.sunk)) == 0 && around & ships == 0;
        // Hits beside it would be a ship that touches it, and a ship that was hit all over has sunk.
        free && around & known.hits & !ship == 0 && ship & !known.hits != 0
    }

    /// Ships of these lengths, the longest first, at places that fit what is known and the ships that are there already. All
    /// ships together, or nothing when there is no room for them.
    pub fn draw(self, lengths: &[u8], ships: Cells, known: &Known, rng: &mut Rng) -> Option<Cells> {
        let mut tries = MOST_TRIES;
        self.fit(&mut lengths.to_vec(), ships, known, rng, &mut tries)
    }

    fn fit(
        self,
        left: &mut Vec<u8>,
        ships: Cells,
        known: &Known,
        rng: &mut Rng,
        tries: &mut u32,
    ) -> Option<Cells> {
        *tries = tries.checked_sub(1)?;
        // Where a ship was hit, there is one; the others lie anywhere, the longest first.
        let open = known.hits & !ships;
        let hit = if open == 0 {
            0
        } else {
            1 << open.trailing_zeros()
        };
        let Some(longest) = left.first().copied() else {
            return (hit == 0).then_some(ships);
        };
        let mut lengths = if hit == 0 {
            vec![longest]
        } else {
            left.clone()
        };
        lengths.dedup();
        let mut places: Vec<(u8, Cells)> = Vec::new();
        for length in lengths {
            for (cell, up) in
                (0..self.size * self.size).flat_map(|cell| [(cell, false), (cell, true)])
            {
                let ship = self.ship(cell, length, up).filter(|_| length > 1 || !up);
                let fits = |ship: &Cells| {
                    (hit == 0 || ship & hit != 0) && self.allows(*ship, ships, known)
                };
                places.extend(ship.filter(fits).map(|ship| (length, ship)));
            }
        }
        while !places.is_empty() {
            let (length, ship) = places.swap_remove(rng.below(places.len() as u32) as usize);
            let index = left.iter().position(|one| *one == length)?;
            left.remove(index);
            let all = self.fit(left, ships | ship, known, rng, tries);
            left.insert(index, length);
            if all.is_some() || *tries == 0 {
                return all;
            }
        }
        None
    }
}
