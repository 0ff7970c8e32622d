//! Changing a sample little by little, where rules know more of it than the table does.

use parlor_core::{Rng, Viewer};

use super::spots::{Slots, Spots, look};
use crate::{Piece, Table};

/// The pieces of which a viewer does not know which they are: see [`Table::unknown`].
pub struct Unknown {
    spots: Spots,
    slots: Slots,
}

impl Unknown {
    /// Two pieces that could change places without the viewer noticing, drawn at random. Nothing if the first two that were
    /// drawn could not: then draw again.
    pub fn pick_two(&self, table: &Table, rng: &mut Rng) -> Option<(Piece, Piece)> {
        let (a, b) = (rng.pick(&self.spots)?, rng.pick(&self.spots)?);
        let alike = |shows| look(table, a, shows) == look(table, b, shows);
        (a.piece != b.piece && alike(a.shows) && alike(b.shows)).then_some((a.piece, b.piece))
    }
}

impl Table {
    /// What a viewer does not know, to be changed little by little. Of what the viewer knows to be in a zone nothing
    /// leaves it.
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
    /// let mut rng = Rng::fast(1, 0);
    /// let mut sample = schema.lay(2).resample(Viewer::Spectator, &mut rng);
    /// let unknown = sample.unknown(Viewer::Spectator);
    /// let before = sample.clone();
    /// let two = (0..10).find_map(|_| unknown.pick_two(&sample, &mut rng)).unwrap();
    /// sample.swap_unknown(&unknown, two);
    /// assert_ne!(sample, before);
    /// sample.swap_unknown(&unknown, two);
    /// assert_eq!(sample, before);
    /// ```
    pub fn unknown(&self, viewer: Viewer) -> Unknown {
        let mut spots = Spots::new();
        self.find_unknown(viewer, &mut spots);
        let slots = Slots::new(self, &spots);
        spots.retain(|spot| !spot.within);
        Unknown { spots, slots }
    }

    /// Lets two pieces change places that [`Unknown::pick_two`] has found.
    pub fn swap_unknown(&mut self, unknown: &Unknown, two: (Piece, Piece)) {
        self.swap(two.0, two.1, &unknown.slots);
    }
}
