//! Changing something that may be a secret without asking who sees it: what laws compare resampling with.

use parlor_core::Rng;

use crate::{Cell, Piece, Place, Table};

impl Table {
    /// Changes one small thing that may be a secret: two pieces of one owner become each other, a piece lies at another
    /// place of its zone, a die shows another face, or a secret value is another one. `may_be_at` says whether a piece could
    /// lie at a place; the piece lies nowhere while it is asked.
    ///
    /// It does not ask who could notice. A law does: it keeps the changes that a viewer does not see, and so finds other
    /// positions that are possible for the viewer, with none of the bookkeeping that [`Table::resample`] goes by.
    ///
    /// ```
    /// use parlor_core::{Rng, Viewer};
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// let deck = schema.zone("deck").hidden().add();
    /// for name in ["A", "B", "C"] {
    ///     let card = schema.definition("card", name);
    ///     schema.place(card, deck, 1);
    /// }
    /// let (table, mut rng) = (schema.lay(2), Rng::fast(1, 0));
    /// let mut other = table.clone();
    /// for _ in 0..10 {
    ///     other.scramble(&|_, _, _| true, &mut rng);
    /// }
    /// assert_ne!(other, table);
    /// assert_eq!(other.view(Viewer::Spectator), table.view(Viewer::Spectator));
    /// ```
    pub fn scramble(&mut self, may_be_at: &dyn Fn(&Table, Piece, Place) -> bool, rng: &mut Rng) {
        let pieces: Vec<Piece> = self.pieces().collect();
        match rng.below(4) {
            0 => self.scramble_numbers(rng),
            1 => {
                let boards = pieces.iter().copied();
                let boards = boards.filter(|piece| {
                    self.host(*piece).is_none() && self.place_count(self.zone_of(*piece)) > 1
                });
                let on_boards: Vec<Piece> = boards.collect();
                let Some(piece) = rng.pick(&on_boards).copied() else {
                    return;
                };
                let zone = self.zone_of(piece);
                let place = zone.at(Cell(rng.below(self.place_count(zone).into()) as u16));
                let before = self.place_of(piece);
                self.pick_up(piece);
                let may_be = may_be_at(self, piece, place);
                let to = if may_be { place } else { before };
                self.set_down(piece, self.schema.place_index(to));
                // Whoever sees a cell in fog sees what lies there now.
                self.show_in_fog(piece);
            }
            _ => {
                let (Some(a), Some(b)) = (rng.pick(&pieces), rng.pick(&pieces)) else {
                    return;
                };
                if self.owner(*a) == self.owner(*b) {
                    self.exchange(*a, *b);
                }
            }
        }
    }

    fn exchange(&mut self, a: Piece, b: Piece) {
        let definition = self.definition(a);
        self.pieces[usize::from(a.0)].definition = self.definition(b);
        self.pieces[usize::from(b.0)].definition = definition;
        let changing = self
            .schema
            .attributes
            .iter()
            .map(|spec| spec.slot.is_some());
        for (attribute, changes) in (0..).zip(changing.collect::<Vec<bool>>()) {
            if changes {
                self.swap_value(a, b, attribute);
            }
        }
    }

    fn scramble_numbers(&mut self, rng: &mut Rng) {
        for piece in (0..self.pieces.len() as u16).map(Piece) {
            let die = self.die(piece).map(|die| (die.lowest(), die.sides()));
            if let (Some((lowest, sides)), Some(face), 0) =
                (die, self.schema.die_face, rng.below(4))
            {
                let value = lowest + i64::from(rng.below(sides.into()));
                self.set_raw(piece, face, value);
            }
        }
        for spec in &self.schema.values {
            let Some((low, high)) = spec.between else {
                continue;
            };
            let copies = if spec.each { self.schema.seats } else { 1 };
            for copy in 0..copies {
                let many = u32::try_from(high.saturating_sub(low)).unwrap_or(u32::MAX - 1) + 1;
                if rng.below(4) == 0 {
                    self.numbers[usize::from(spec.first + u16::from(copy))] =
                        low + i64::from(rng.below(many));
                }
            }
        }
    }
}
