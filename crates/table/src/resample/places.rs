//! Where on a board the pieces could lie that a viewer does not see.

use parlor_core::{Rng, Viewer};
use smallvec::SmallVec;

use super::spots::{Spot, Spots};
use crate::table::NONE;
use crate::{Cell, End, Piece, Place, Table, Zone};

/// Says whether a piece that a viewer does not see could lie at a place. The pieces that are still to be dealt to a place lie
/// nowhere while it is asked.
///
/// ```
/// use parlor_table::MayBeAt;
/// let on_free_cells: &MayBeAt = &|table, _, _, place| table.zone(place).is_empty();
/// # let _ = on_free_cells;
/// ```
pub type MayBeAt = dyn Fn(&Table, Viewer, Piece, Place) -> bool + Send + Sync;

/// How often pieces are dealt to places from the start because one of them found none.
const RETRIES: usize = 16;

/// How many places are drawn for a piece before all of them are looked through.
const DRAWS: usize = 24;

impl Table {
    /// Whether the pieces of one zone could lie anywhere in it, for all that the viewer sees of them: at other places, or, where
    /// they are of several owners, in another order.
    pub(super) fn strays(&self, zone: &[Spot]) -> bool {
        let first = self.owner_of(&zone[0]);
        !zone[0].tracked
            && (self.place_count(self.zone_of(zone[0].piece)) > 1
                || zone.iter().any(|spot| self.owner_of(spot) != first))
    }

    /// The pieces of one zone that could lie anywhere in it, in an order that says nothing of where they lie. What is attached
    /// goes along, and where the viewer sees something attached, it knows the place.
    pub(super) fn strays_of(&self, spots: &[Spot]) -> SmallVec<[Piece; 32]> {
        let unseen = |piece: &Piece| spots.iter().any(|spot| spot.piece == *piece);
        let strays = spots.iter().map(|spot| spot.piece).filter(|piece| {
            let entry = &self.pieces[usize::from(piece.0)];
            entry.host == NONE && (entry.attached == NONE || self.tree(*piece).iter().all(unseen))
        });
        let mut strays: SmallVec<[Piece; 32]> = strays.collect();
        strays.sort_unstable();
        strays
    }

    /// Brings the pieces that could lie anywhere in their zones to the first place there.
    pub(super) fn gather(&mut self, spots: &[Spot]) {
        for zone in spots.chunk_by(|a, b| a.zone == b.zone) {
            if !self.strays(zone) {
                continue;
            }
            for piece in self.lift(zone) {
                let first = self.pieces[usize::from(piece.0)].place;
                self.set_down(piece, first.into());
            }
            // Who knows of something that it is here does not say at which place.
            let first = self.schema.place_index(self.zone_of(zone[0].piece).into());
            let places = usize::from(self.place_count(self.zone_of(zone[0].piece)));
            let lists = &mut self.places[first..first + places];
            let known = lists.iter().map(|list| list.within);
            let known = known.reduce(|all, within| all.or(within));
            for list in lists {
                list.within = known.unwrap_or(list.within);
            }
        }
    }

    /// Takes the pieces of one zone away that could lie anywhere in it.
    fn lift(&mut self, spots: &[Spot]) -> SmallVec<[Piece; 32]> {
        let strays = self.strays_of(spots);
        for piece in &strays {
            self.pick_up(*piece);
        }
        strays
    }

    /// Takes a piece from where it lies, with what is attached to it. Where it lay can no longer be read.
    pub(crate) fn pick_up(&mut self, piece: Piece) {
        self.outlook.forget();
        self.unlink(piece);
        let first = self.schema.place_index(self.zone_of(piece).into());
        for piece in self.tree(piece) {
            self.pieces[usize::from(piece.0)].place = first as u16;
        }
    }

    /// Puts it to another place of its zone: who knows of it and what it is called stays.
    pub(crate) fn set_down(&mut self, piece: Piece, place: usize) {
        self.link(piece, place, End::Top);
        let tree = self.tree(piece);
        self.arrive(&tree[1..], place);
    }

    /// Deals the pieces that could lie anywhere in their zones to places at which they could lie: to free ones, unless
    /// `may_be_at` says more of that zone.
    pub(super) fn deal_places<'m>(
        &mut self,
        viewer: Viewer,
        spots: &Spots,
        may_be_at: &dyn Fn(Zone) -> Option<&'m MayBeAt>,
        rng: &mut Rng,
    ) {
        for zone in spots.chunk_by(|a, b| a.zone == b.zone) {
            if !self.strays(zone) {
                continue;
            }
            let mut strays = self.lift(zone);
            let Some(zone) = strays.first().map(|piece| self.zone_of(*piece)) else {
                continue;
            };
            let rule = may_be_at(zone);
            for retry in 0..RETRIES {
                for last in (1..strays.len()).rev() {
                    strays.swap(last, rng.below(last as u32 + 1) as usize);
                }
                let dealt = strays.iter().position(|piece| {
                    let place = self.draw_place(viewer, *piece, zone, rule, rng);
                    // In the end it lies somewhere, though it could not.
                    let last = || self.last_resort(viewer, zone, rng);
                    let place = place.or_else(|| (retry + 1 == RETRIES).then(last));
                    match place {
                        Some(place) => {
                            self.set_down(*piece, self.schema.place_index(place));
                            false
                        }
                        None => true,
                    }
                });
                let Some(dealt) = dealt else {
                    break;
                };
                for piece in &strays[..dealt] {
                    self.pick_up(*piece);
                }
            }
        }
    }

    /// One of the places of a zone at which a piece could lie, each as likely as the others.
    pub(super) fn draw_place(
        &self,
        viewer: Viewer,
        piece: Piece,
        zone: Zone,
        rule: Option<&MayBeAt>,
        rng: &mut Rng,
    ) -> Option<Place> {
        let places = self.place_count(zone);
        if places == 1 {
            return Some(zone.into());
        }
        let could_lie = |place: &Place| {
            self.hides_from(viewer, *place)
                && match rule {
                    Some(rule) => rule(self, viewer, piece, *place),
                    None => self.count_at(*place) == 0,
                }
        };
        let draw = |rng: &mut Rng| zone.at(Cell(rng.below(places.into()) as u16));
        let mut drawn = (0..DRAWS).map(|_| draw(rng));
        if let Some(place) = drawn.find(could_lie) {
            return Some(place);
        }
        let all = (0..places).map(|cell| zone.at(Cell(cell)));
        let free: Vec<Place> = all.filter(could_lie).collect();
        rng.pick(&free).copied()
    }

    /// Whether something could lie at a place that a viewer does not see: on no cell that it sees.
    fn hides_from(&self, viewer: Viewer, place: Place) -> bool {
        !self.has_fog(place.zone) || !self.sees_cell(viewer, place)
    }

    /// A place for what could lie nowhere: out of sight, and a free one if there is any.
    fn last_resort(&self, viewer: Viewer, zone: Zone, rng: &mut Rng) -> Place {
        let all = (0..self.place_count(zone)).map(|cell| zone.at(Cell(cell)));
        let unseen: Vec<Place> = all
            .filter(|place| self.hides_from(viewer, *place))
            .collect();
        let free = unseen.iter().filter(|place| self.count_at(**place) == 0);
        let free: Vec<Place> = free.copied().collect();
        let place = rng.pick(&free).or_else(|| rng.pick(&unseen));
        place.copied().unwrap_or_else(|| zone.into())
    }
}
