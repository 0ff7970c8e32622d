//! Bringing what a viewer does not know into an order, so that how it lay tells nothing.

use parlor_core::Viewer;

use super::spots::{Shows, Slots, Spot, Spots, each_group, each_owner, is_stirred};
use crate::id::Holder;
use crate::{Definition, Eyes, Piece, Table};

impl Table {
    /// Brings what a viewer cannot know into an order that tells nothing of how it lay: two tables that the viewer cannot
    /// tell apart become one and the same. What [`Table::resample`] does before it draws.
    ///
    /// ```
    /// use parlor_core::{Rng, Viewer};
    /// use parlor_table::{Changes, Dealer, Schema};
    /// let mut schema = Schema::new();
    /// let deck = schema.zone("deck").hidden().add();
    /// for name in ["A", "B", "C"] {
    ///     let card = schema.definition("card", name);
    ///     schema.place(card, deck, 1);
    /// }
    /// let mut shuffled = schema.lay(2);
    /// Dealer::new(&mut shuffled, &mut Rng::fast(3, 0)).shuffle(deck);
    /// shuffled.forget(Viewer::Spectator);
    /// let names: Vec<&str> = shuffled.zone(deck).pieces().map(|piece| shuffled.name(piece)).collect();
    /// assert_eq!(names, ["A", "B", "C"]);
    /// ```
    pub fn forget(&mut self, viewer: Viewer) {
        if viewer == Viewer::Referee {
            return;
        }
        self.forget_sight(viewer);
        self.forget_terrain(viewer);
        let mut spots = Spots::new();
        self.find_unknown(viewer, &mut spots);
        let slots = Slots::new(self, &spots);
        self.gather(&spots);
        // In the order in which they lie now.
        spots.clear();
        self.find_unknown(viewer, &mut spots);
        self.turn_dice_back(&spots);
        for slot in &slots.loose {
            let hidden = self.hiding(&spots, *slot);
            let values = hidden.iter().map(|piece| self.raw_attribute(*piece, *slot));
            let mut values: Vec<i64> = values.collect();
            values.sort_unstable();
            for (piece, value) in hidden.iter().zip(values) {
                self.set_raw(*piece, *slot, value);
            }
        }
        for list in &slots.loose_lists {
            let hidden = self.hiding_list(&spots, *list);
            let items = |piece: &Piece| self.raw_items(*list, Holder::Piece(*piece)).to_vec();
            let mut all: Vec<Vec<i64>> = hidden.iter().map(items).collect();
            all.sort_unstable();
            for (piece, items) in hidden.iter().zip(all) {
                self.piece_lists
                    .set(*piece, *list, (!items.is_empty()).then_some(items));
            }
        }
        for zone in spots.chunk_by(|a, b| a.zone == b.zone) {
            if is_stirred(zone) {
                self.sort_within(zone, viewer, &slots);
            }
        }
        // Others are free now than before.
        spots.clear();
        self.find_unknown(viewer, &mut spots);
        spots.retain(|spot| !spot.within);
        each_group(self, &spots, |table, group| {
            let mut contents: Vec<Content> = table.contents(group, &slots);
            contents.sort();
            for (spot, content) in group.iter().zip(contents) {
                table.put_content(spot.piece, &content, &slots);
            }
        });
        self.set_secret_items(viewer, |_| 0);
        for kind in 0..self.schema.values.len() {
            let others = self.unseen_values(kind, viewer);
            let mut values: Vec<i64> = others.iter().map(|index| self.numbers[*index]).collect();
            values.sort_unstable();
            for (index, value) in others.iter().zip(values) {
                self.numbers[*index] = value;
            }
        }
    }

    /// What an unseen die shows is nothing to sort by.
    fn turn_dice_back(&mut self, spots: &[Spot]) {
        let schema = self.schema.clone();
        let Some(face) = schema.die_face else {
            return;
        };
        let spec = &schema.attributes[face as usize];
        for spot in spots.iter().filter(|spot| !spot.shows_of(spec.shown)) {
            let definition = &schema.definitions[self.definition(spot.piece).0 as usize];
            if definition.die.is_some() {
                self.set_raw(spot.piece, face, definition.values[face as usize]);
            }
        }
    }

    /// Brings what the viewer knows to be in a zone to the front of it, in order; what else lies there is for now as it may.
    fn sort_within(&mut self, zone: &[Spot], viewer: Viewer, slots: &Slots) {
        let backs = !zone[0].tracked && zone[0].shows == Shows::Back;
        let sort = |table: &mut Table, group: &[Spot]| {
            let within = group
                .iter()
                .map(|spot| table.pieces[spot.piece.0 as usize].within);
            let within: Vec<Eyes> = within.collect();
            let contents = table.contents(group, slots);
            let mut known = Vec::new();
            let mut free = Vec::new();
            for (content, within) in contents.into_iter().zip(within) {
                match within.see(viewer) {
                    true => known.push((content, within)),
                    false => free.push((content, within)),
                }
            }
            known.sort_by(|a, b| (&a.0, a.1.0).cmp(&(&b.0, b.1.0)));
            if backs {
                let looks = &table.schema.looks;
                free.sort_by_key(|(content, _)| looks[content.0.0 as usize][Shows::Back as usize]);
            }
            for (spot, (content, within)) in group.iter().zip(known.into_iter().chain(free)) {
                table.put_content(spot.piece, &content, slots);
                table.pieces[spot.piece.0 as usize].within = within;
            }
        };
        match zone[0].tracked {
            true => each_group(self, zone, sort),
            false => each_owner(self, zone, sort),
        }
        self.sort_knowledge(zone, viewer);
    }

    /// Who else knows of a piece that it is in this zone stays here when what it is goes elsewhere.
    fn sort_knowledge(&mut self, zone: &[Spot], viewer: Viewer) {
        let pieces = zone.iter().map(|spot| spot.piece.0 as usize);
        let free = |piece: &usize| !self.pieces[*piece].within.see(viewer);
        let free: Vec<usize> = pieces.filter(free).collect();
        let mut within: Vec<Eyes> = free
            .iter()
            .map(|piece| self.pieces[*piece].within)
            .collect();
        within.sort_by_key(|eyes| eyes.0);
        for (piece, within) in free.into_iter().zip(within) {
            self.pieces[piece].within = within;
        }
        // Each place of the zone may hold any of it.
        let first = self.schema.place_index(self.zone_of(zone[0].piece).into());
        let places = usize::from(self.place_count(self.zone_of(zone[0].piece)));
        let lists = &mut self.places[first..first + places];
        let known = lists
            .iter()
            .fold(Eyes::NOBODY, |eyes, list| eyes.or(list.within));
        for list in lists {
            list.within = known;
        }
    }

    fn contents(&self, spots: &[Spot], slots: &Slots) -> Vec<Content> {
        let content = |spot: &Spot| {
            let values = slots.tied.iter();
            let values = values.map(|attribute| self.raw_attribute(spot.piece, *attribute));
            let lists = slots.tied_lists.iter();
            let lists = lists.map(|list| self.raw_items(*list, Holder::Piece(spot.piece)).to_vec());
            (
                self.definition(spot.piece),
                values.collect(),
                lists.collect(),
            )
        };
        spots.iter().map(content).collect()
    }

    fn put_content(&mut self, piece: Piece, content: &Content, slots: &Slots) {
        self.pieces[piece.0 as usize].definition = content.0;
        for (attribute, value) in slots.tied.iter().zip(&content.1) {
            self.set_raw(piece, *attribute, *value);
        }
        for (list, items) in slots.tied_lists.iter().zip(&content.2) {
            let items = (!items.is_empty()).then(|| items.clone());
            self.piece_lists.set(piece, *list, items);
        }
    }
}

/// What a piece is, with all that goes along.
type Content = (Definition, Vec<i64>, Vec<Vec<i64>>);
