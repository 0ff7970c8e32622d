//! Dealing anew what a viewer cannot know, for any table.

use parlor_core::{Rng, Seat, Viewer};

use crate::spec::AttributeSpec;
use crate::{Others, Piece, Shown, Table};

impl Table {
    /// A table that the viewer cannot tell from this one: what it sees or has seen and could follow stays, all other
    /// pieces that look alike from behind change places, and dice that it cannot see are rolled again.
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
    /// for _ in 0..20 {
    ///     let sample = table.resample(me, &mut rng);
    ///     assert_eq!(sample.view(me), table.view(me));
    /// }
    /// ```
    pub fn resample(&self, viewer: Viewer, rng: &mut Rng) -> Table {
        let mut sample = self.clone();
        if viewer == Viewer::Referee {
            return sample;
        }
        let unknown: Vec<Piece> = (0..self.pieces.len() as u16)
            .map(Piece)
            .filter(|piece| !self.known_to(*piece).see(viewer))
            .collect();
        for alike in alike(self, &unknown, viewer) {
            sample.deal_anew(&alike, viewer, rng);
        }
        sample.deal_unseen_backs(&unknown, viewer, rng);
        for piece in &unknown {
            sample.roll_unseen(*piece, viewer, rng);
        }
        sample.hidden_values(viewer, rng);
        sample
    }

    /// Deals these pieces, which look alike from behind, anew among the places where they lie.
    fn deal_anew(&mut self, alike: &[Piece], viewer: Viewer, rng: &mut Rng) {
        // Of some the viewer knows in which zone they are: only the others go from zone to zone.
        let free: Vec<Piece> = alike
            .iter()
            .copied()
            .filter(|piece| !self.pieces[piece.0 as usize].within.see(viewer))
            .collect();
        self.shuffle_among(&free, viewer, false, rng);
        if free.len() == alike.len() {
            return;
        }
        // Then each zone is shuffled within itself, so that nobody knows where in it the known ones are.
        let mut zones: Vec<Vec<Piece>> = vec![Vec::new(); self.sights.len()];
        for piece in alike {
            let zone = self.schema.instance(self.zone_of(*piece));
            zones[zone].push(*piece);
        }
        for zone in zones {
            self.shuffle_among(&zone, viewer, true, rng);
        }
    }

    /// Where a viewer sees backs but not which is which, only the backs have to stay; where it sees none, nothing has to.
    fn deal_unseen_backs(&mut self, unknown: &[Piece], viewer: Viewer, rng: &mut Rng) {
        // Who sees into a zone sees each back of what is hidden there all the same.
        let others = |table: &Table, piece: &Piece| {
            let sight = table.sight(table.zone_of(*piece));
            match sight.eyes.see(viewer) {
                true => Others::Backs,
                false => sight.others,
            }
        };
        let free = unknown.iter().copied().filter(|piece| {
            let within = self.pieces[piece.0 as usize].within;
            others(self, piece) != Others::Backs && !within.see(viewer)
        });
        let free: Vec<Piece> = free.collect();
        let mut backs: Vec<String> = free.iter().map(|piece| self.back(*piece).into()).collect();
        backs.sort();
        backs.dedup();
        for back in backs {
            let same = free
                .iter()
                .copied()
                .filter(|piece| self.back(*piece) == back);
            let same: Vec<Piece> = same.collect();
            self.shuffle_among(&same, viewer, false, rng);
        }
        let blank = |piece: &Piece| others(self, piece) != Others::Unordered;
        let blank: Vec<Piece> = free.iter().copied().filter(blank).collect();
        self.shuffle_among(&blank, viewer, false, rng);
    }

    /// Shuffles what these pieces are.
    fn shuffle_among(&mut self, pieces: &[Piece], viewer: Viewer, within: bool, rng: &mut Rng) {
        for last in (1..pieces.len()).rev() {
            let other = rng.below(last as u32 + 1) as usize;
            self.swap(pieces[last], pieces[other], viewer, within);
        }
    }

    /// Swaps what two pieces are, while place, handle and who has seen them stay. Who knows that they are in their zone
    /// goes along within a zone.
    fn swap(&mut self, a: Piece, b: Piece, viewer: Viewer, within: bool) {
        if a == b {
            return;
        }
        let (i, j) = (a.0 as usize, b.0 as usize);
        let (first, second) = (self.pieces[i], self.pieces[j]);
        self.pieces[i].definition = second.definition;
        self.pieces[j].definition = first.definition;
        if within {
            self.pieces[i].within = second.within;
            self.pieces[j].within = first.within;
            for (place, within) in [(first.place, second.within), (second.place, first.within)] {
                let list = &mut self.places[place as usize];
                list.within = list.within.or(within);
            }
        }
        // What the viewer sees even from behind belongs to the place, not to what lies there.
        for spec in &self.schema.attributes {
            if let Some(slot) = spec.slot
                && !self.shows_from_behind(spec, a, viewer)
                && !self.shows_from_behind(spec, b, viewer)
            {
                let (x, y) = (self.slot(a, slot), self.slot(b, slot));
                self.attributes.swap(x, y);
            }
        }
    }

    fn roll_unseen(&mut self, piece: Piece, viewer: Viewer, rng: &mut Rng) {
        let schema = self.schema.clone();
        let definition = self.definition(piece);
        let Some(die) = &schema.definitions[definition.0 as usize].die else {
            return;
        };
        let face = schema
            .die_face
            .map(|face| &schema.attributes[face as usize]);
        let unseen = face.filter(|face| !self.shows_from_behind(face, piece, viewer));
        if let Some(slot) = unseen.and_then(|face| face.slot) {
            let index = self.slot(piece, slot);
            self.attributes[index] = die.lowest() + i64::from(rng.below(die.sides().into()));
        }
    }

    /// Values that only their seats see are drawn from what they can be; where that was not declared, they change places
    /// among the seats that the viewer does not see into.
    fn hidden_values(&mut self, viewer: Viewer, rng: &mut Rng) {
        let schema = self.schema.clone();
        for spec in &schema.values {
            if spec.shown != Shown::ToOwner {
                continue;
            }
            // A secret of the table is nobody's.
            let copies = if spec.each { schema.seats } else { 1 };
            let others: Vec<usize> = Seat::all(copies)
                .filter(|seat| !spec.each || !viewer.sees(*seat))
                .map(|seat| usize::from(spec.first) + seat.index())
                .collect();
            if let Some((low, high)) = spec.between {
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
}

/// What a piece looks like from behind: its back, and what else of it cannot change and shows.
type Look<'t> = (&'t str, Vec<Option<i64>>);

/// Pieces that look alike from behind to a viewer, together.
fn alike(table: &Table, pieces: &[Piece], viewer: Viewer) -> Vec<Vec<Piece>> {
    let shown = |spec: &AttributeSpec| matches!(spec.shown, Shown::Always | Shown::ToOwner);
    let fixed = (0..).zip(&table.schema.attributes);
    let fixed = fixed.filter(|(_, spec)| spec.slot.is_none() && shown(spec));
    let fixed: Vec<(u8, &AttributeSpec)> = fixed.collect();
    let mut groups: Vec<(Look<'_>, Vec<Piece>)> = Vec::new();
    for piece in pieces {
        let values = fixed.iter().map(|(index, spec)| {
            let shows = table.shows_from_behind(spec, *piece, viewer);
            shows.then(|| table.raw_attribute(*piece, *index))
        });
        let look = (table.back(*piece), values.collect());
        match groups.iter_mut().find(|(known, _)| *known == look) {
            Some((_, group)) => group.push(*piece),
            None => groups.push((look, vec![*piece])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
