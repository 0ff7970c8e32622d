//! Changing a sample little by little, where rules know more of it than the table does.

use parlor_core::{Rng, Viewer};

use super::MayBeAt;
use super::spots::{Slots, Spots, look};
use crate::{Piece, Place, Table, Zone};

/// The pieces of which a viewer does not know which they are, or where: see [`Table::unknown`].
pub struct Unknown {
    viewer: Viewer,
    spots: Spots,
    slots: Slots,
    /// Those that could lie anywhere in their zones.
    strays: Vec<Piece>,
}

/// A small change of a sample that its viewer cannot notice.
///
/// ```
/// use parlor_table::{Piece, Redeal};
/// assert_ne!(Redeal::Swap(Piece(0), Piece(1)), Redeal::Swap(Piece(0), Piece(2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redeal {
    /// Two pieces become each other.
    Swap(Piece, Piece),
    /// A piece lies at another place of its zone.
    Put(Piece, Place),
}

impl Unknown {
    /// A small change that the viewer cannot notice, drawn at random. Nothing if what was drawn is no such change: then draw
    /// again. `may_be_at` is the same as for [`Table::redraw_where`].
    pub fn pick<'m>(
        &self,
        table: &Table,
        may_be_at: &dyn Fn(Zone) -> Option<&'m MayBeAt>,
        rng: &mut Rng,
    ) -> Option<Redeal> {
        if !self.strays.is_empty() && rng.below(2) == 0 {
            let piece = *rng.pick(&self.strays)?;
            let zone = table.zone_of(piece);
            let place = table.draw_place(self.viewer, piece, zone, may_be_at(zone), rng)?;
            return Some(Redeal::Put(piece, place));
        }
        let (a, b) = (rng.pick(&self.spots)?, rng.pick(&self.spots)?);
        let alike = |shows| look(table, a, shows) == look(table, b, shows);
        let same_owner = table.owner_of(a) == table.owner_of(b);
        let may_swap = a.piece != b.piece && same_owner && alike(a.shows) && alike(b.shows);
        may_swap.then_some(Redeal::Swap(a.piece, b.piece))
    }
}

impl Table {
    /// What a viewer does not know, to be changed little by little. What the viewer knows to be in a zone does not leave it.
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
    /// let change = (0..10).find_map(|_| unknown.pick(&sample, &|_| None, &mut rng)).unwrap();
    /// let back = sample.redeal(&unknown, change);
    /// assert_ne!(sample, before);
    /// sample.redeal(&unknown, back);
    /// assert_eq!(sample, before);
    /// ```
    pub fn unknown(&self, viewer: Viewer) -> Unknown {
        let mut spots = Spots::new();
        self.find_unknown(viewer, &mut spots);
        let slots = Slots::new(self, &spots);
        let zones = spots.chunk_by(|a, b| a.zone == b.zone);
        let strays = zones.filter(|zone| self.strays(zone));
        let strays = strays.flat_map(|zone| self.strays_of(zone));
        let has_places = |piece: &Piece| self.place_count(self.zone_of(*piece)) > 1;
        let strays = strays.filter(has_places).collect();
        spots.retain(|spot| !spot.within);
        Unknown {
            viewer,
            spots,
            slots,
            strays,
        }
    }

    /// Makes a change that [`Unknown::pick`] has found. Returns the one that takes it back.
    pub fn redeal(&mut self, unknown: &Unknown, change: Redeal) -> Redeal {
        match change {
            Redeal::Swap(a, b) => {
                self.swap(a, b, &unknown.slots);
                change
            }
            Redeal::Put(piece, place) => {
                let before = self.place_of(piece);
                self.pick_up(piece);
                self.set_down(piece, self.schema.place_index(place));
                Redeal::Put(piece, before)
            }
        }
    }
}
