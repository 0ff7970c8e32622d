//! Dealing anew what a viewer cannot know, for any table.

mod forget;
mod places;
mod recast;
mod spots;
mod unknown;

use parlor_core::{Rng, Seat, Viewer};
use smallvec::SmallVec;

use crate::spec::Held;
use crate::{Piece, Shown, Table, Zone};
pub use places::MayBeAt;
pub use unknown::{Redeal, Unknown};

use spots::{Slots, Spot, Spots, each_group, each_zone};

impl Table {
    /// A table that the viewer cannot tell from this one: what it sees or has seen and could follow stays, all other
    /// pieces of the same owner that look alike from behind become each other, pieces on a board on which the viewer does not
    /// see them lie anywhere there, and dice that it cannot see are rolled again.
    ///
    /// What comes out depends on what the viewer knows and on chance alone, however things lie in truth. This alone stays as it
    /// is, though the viewer may not know it, because only the rules could say what else is possible:
    ///
    /// - how many pieces lie in a zone that shows [nothing](crate::Others::Nothing), and whose they are;
    /// - of what is attached to a hidden card of several owners' cards, whose card it is attached to;
    /// - outside of [fog](crate::ZoneBuilder::fog), to whom else a piece was shown, and what others call it.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat, Viewer};
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// let hand = schema.zone("hand").owner_sees().each_seat();
    /// for (seat, name) in [(0, "A"), (1, "B"), (2, "C")] {
    ///     let card = schema.definition("card", name);
    ///     schema.place(card, hand.of(Seat(seat)), 1);
    /// }
    /// let table = schema.lay(3);
    /// let mut rng = Rng::fast(1, 0);
    /// let me = Viewer::Seat(Seat(0));
    /// for stream in 0..20 {
    ///     let sample = table.resample(me, &mut rng);
    ///     assert_eq!(sample.view(me), table.view(me));
    ///     let same = || Rng::fast(2, stream);
    ///     assert_eq!(sample.resample(me, &mut same()), table.resample(me, &mut same()));
    /// }
    /// ```
    pub fn resample(&self, viewer: Viewer, rng: &mut Rng) -> Table {
        let mut sample = self.clone();
        sample.forget(viewer);
        sample.redraw(viewer, rng);
        sample
    }

    /// Deals anew, in place, what the viewer cannot know. Of a table that [`Table::forget`] or [`Table::resample`] has
    /// brought into order this makes another sample, without sorting or allocating.
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
    /// let before = sample.clone();
    /// assert!((0..20).any(|_| { sample.redraw(Viewer::Spectator, &mut rng); sample != before }));
    /// ```
    pub fn redraw(&mut self, viewer: Viewer, rng: &mut Rng) {
        self.redraw_where(viewer, &|_| None, rng);
    }

    /// The same, where rules say of some zones at which places a hidden piece could lie. Without a rule it could lie wherever
    /// nothing else does.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat, Viewer};
    /// use parlor_table::{Adjacency, Cell, Grid, MayBeAt, Others, Schema};
    /// let mut schema = Schema::new();
    /// let sea = schema.zone("sea").owner_sees().others_see(Others::Nothing);
    /// let sea = sea.board(Grid::new(4, 4, Adjacency::All)).each_seat();
    /// let boat = schema.definition("boat", "boat");
    /// schema.place(boat, sea.of(Seat(0)).at(Cell(5)), 1);
    /// let (mut table, me, mut rng) = (schema.lay(2), Viewer::Seat(Seat(1)), Rng::fast(1, 0));
    /// table.forget(me);
    ///
    /// let in_the_north: &MayBeAt = &|_, _, _, place| place.cell >= Cell(8);
    /// let mut imagine = || {
    ///     table.redraw_where(me, &|zone| (zone == sea.of(Seat(0))).then_some(in_the_north), &mut rng);
    ///     table.cell_of(table.zone(sea.of(Seat(0))).top().unwrap())
    /// };
    /// let cells: Vec<Cell> = (0..99).map(|_| imagine()).collect();
    /// assert!(cells.iter().all(|cell| *cell >= Cell(8)));
    /// assert!(cells.contains(&Cell(8)) && cells.contains(&Cell(15)));
    /// ```
    pub fn redraw_where<'m>(
        &mut self,
        viewer: Viewer,
        may_be_at: &dyn Fn(Zone) -> Option<&'m MayBeAt>,
        rng: &mut Rng,
    ) {
        if viewer == Viewer::Referee {
            return;
        }
        let mut spots = Spots::new();
        self.find_unknown(viewer, &mut spots);
        if !spots.is_empty() {
            let slots = Slots::new(self, &spots);
            self.deal_anew(&spots, &slots, rng);
            for slot in &slots.loose {
                let hidden = self.hiding(&spots, *slot);
                for last in (1..hidden.len()).rev() {
                    let other = rng.below(last as u32 + 1) as usize;
                    self.swap_value(hidden[last], hidden[other], *slot);
                }
            }
            for list in &slots.loose_lists {
                let hidden = self.hiding_list(&spots, *list);
                for last in (1..hidden.len()).rev() {
                    let other = rng.below(last as u32 + 1) as usize;
                    self.piece_lists.swap(hidden[last], hidden[other], *list);
                }
            }
            self.roll_unseen(&spots, rng);
            self.deal_places(viewer, &spots, may_be_at, rng);
        }
        self.draw_values(viewer, rng);
        self.set_secret_items(viewer, |many| rng.below(many));
    }

    fn deal_anew(&mut self, spots: &[Spot], slots: &Slots, rng: &mut Rng) {
        // Of some the viewer knows in which zone they are: only the others go from zone to zone.
        let shuffle = |table: &mut Table, group: &[Spot]| {
            for last in (1..group.len()).rev() {
                let other = rng.below(last as u32 + 1) as usize;
                table.swap(group[last].piece, group[other].piece, slots);
            }
        };
        if spots.iter().any(|spot| spot.within) {
            let free: Spots = spots.iter().filter(|spot| !spot.within).copied().collect();
            each_group(self, &free, shuffle);
        } else {
            each_group(self, spots, shuffle);
        }
        // Then each zone is shuffled within itself, so that nobody knows where in it the known ones are.
        each_zone(self, spots, |table, group| {
            for last in (1..group.len()).rev() {
                let other = rng.below(last as u32 + 1) as usize;
                table.swap(group[last].piece, group[other].piece, slots);
                table.swap_within(group[last].piece, group[other].piece);
            }
        });
    }

    /// Swaps what two pieces are, while place, handle and who has seen them stay. What shows even from behind belongs to
    /// the place, not to what lies there.
    #[inline]
    fn swap(&mut self, a: Piece, b: Piece, slots: &Slots) {
        let (i, j) = (a.0 as usize, b.0 as usize);
        let definition = self.pieces[i].definition;
        self.pieces[i].definition = self.pieces[j].definition;
        self.pieces[j].definition = definition;
        if slots.rows && i != j {
            let width = usize::from(self.schema.changing);
            let (left, right) = self.attributes.split_at_mut(i.max(j) * width);
            let first = i.min(j) * width;
            left[first..first + width].swap_with_slice(&mut right[..width]);
        }
        for attribute in &slots.singly {
            self.swap_value(a, b, *attribute);
        }
        for list in &slots.tied_lists {
            self.piece_lists.swap(a, b, *list);
        }
    }

    /// Who knows that a piece is in its zone goes along with it there.
    fn swap_within(&mut self, a: Piece, b: Piece) {
        let (i, j) = (a.0 as usize, b.0 as usize);
        let (first, second) = (self.pieces[i], self.pieces[j]);
        self.pieces[i].within = second.within;
        self.pieces[j].within = first.within;
        for (place, within) in [(first.place, second.within), (second.place, first.within)] {
            let list = &mut self.places[place as usize];
            list.within = list.within.or(within);
        }
    }

    fn roll_unseen(&mut self, spots: &[Spot], rng: &mut Rng) {
        let Some(face) = self.schema.die_face else {
            return;
        };
        let schema = self.schema.clone();
        let spec = &schema.attributes[face as usize];
        // Where some faces show and others do not, nothing that was under there before may stay.
        let shows_somewhere = spots.iter().any(|spot| spot.shows_of(spec.shown));
        for spot in spots.iter().filter(|spot| !spot.shows_of(spec.shown)) {
            let definition = &schema.definitions[self.definition(spot.piece).0 as usize];
            let value = match &definition.die {
                Some(die) => die.lowest() + i64::from(rng.below(die.sides().into())),
                None if shows_somewhere => definition.values[face as usize],
                None => continue,
            };
            self.set_raw(spot.piece, face, value);
        }
    }

    /// Values that only their seats see are drawn from what they can be; where that was not declared, they change places
    /// among the seats that the viewer does not see into.
    fn draw_values(&mut self, viewer: Viewer, rng: &mut Rng) {
        for kind in 0..self.schema.values.len() {
            let others = self.unseen_values(kind, viewer);
            if let Some((low, high)) = self.schema.values[kind].between {
                let many = u32::try_from(high.saturating_sub(low)).unwrap_or(u32::MAX - 1) + 1;
                for index in others {
                    self.numbers[index] = low + i64::from(rng.below(many));
                }
                continue;
            }
            for last in (1..others.len()).rev() {
                let other = rng.below(last as u32 + 1) as usize;
                self.numbers.swap(others[last], others[other]);
            }
        }
    }

    /// What is in lists that only their seats see is one of so many numbers from the lowest on.
    fn set_secret_items(&mut self, viewer: Viewer, mut pick: impl FnMut(u32) -> u32) {
        let schema = self.schema.clone();
        for spec in schema.lists.iter().filter(|spec| spec.is_secret()) {
            let Some((low, high)) = spec.between else {
                continue;
            };
            let many = u32::try_from(high.saturating_sub(low)).unwrap_or(u32::MAX - 1) + 1;
            for copy in Seat::all(spec.copies(schema.seats)) {
                if spec.held == Held::Table || !viewer.sees(copy) {
                    for item in &mut self.lists[usize::from(spec.first) + copy.index()] {
                        *item = low + i64::from(pick(many));
                    }
                }
            }
        }
    }

    /// The numbers of this kind that are secrets of others.
    fn unseen_values(&self, kind: usize, viewer: Viewer) -> SmallVec<[usize; 32]> {
        let spec = &self.schema.values[kind];
        if !spec.is_secret() {
            return SmallVec::new();
        }
        // A secret of the table is nobody's, and nor is one that is never shown.
        let copies = if spec.each { self.schema.seats } else { 1 };
        let owned = spec.each && spec.shown == Shown::ToOwner;
        Seat::all(copies)
            .filter(|seat| !owned || !viewer.sees(*seat))
            .map(|seat| usize::from(spec.first) + seat.index())
            .collect()
    }
}
