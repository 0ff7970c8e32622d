//! Pieces on pieces: what is attached to what. It lies where its host lies, shows as its host's place allows, and goes along.

use smallvec::SmallVec;

use crate::table::{Entry, NONE};
use crate::{End, Eyes, Piece, Pieces, Place, Table, Zone};

impl Table {
    /// What a piece is attached to.
    ///
    /// ```
    /// use parlor_core::Rng;
    /// use parlor_table::{Changes, Dealer, Schema};
    /// let mut schema = Schema::new();
    /// let (field, grave) = (schema.zone("field").add(), schema.zone("grave").add());
    /// let [bear, chains] = ["bear", "chains"].map(|name| schema.definition("card", name));
    /// schema.place(bear, field, 1);
    /// schema.place(chains, field, 1);
    /// let (mut table, mut rng) = (schema.lay(2), Rng::from_integer(1));
    /// let [bear, chains] = [table.zone(field).first().unwrap(), table.zone(field).top().unwrap()];
    /// Dealer::new(&mut table, &mut rng).attach(chains, bear);
    /// assert_eq!(table.host(chains), Some(bear));
    /// assert_eq!(table.zone(field).len(), 1);
    /// assert_eq!(table.text(), "field: bear[chains]\n");
    /// // It goes along, unless it is put elsewhere first.
    /// Dealer::new(&mut table, &mut rng).put(bear, grave);
    /// assert_eq!(table.text(), "grave: bear[chains]\n");
    /// Dealer::new(&mut table, &mut rng).put(chains, field);
    /// assert_eq!(table.text(), "field: chains\ngrave: bear\n");
    /// ```
    #[inline]
    pub fn host(&self, piece: Piece) -> Option<Piece> {
        let host = self.pieces[piece.0 as usize].host;
        (host != NONE).then_some(Piece(host))
    }

    /// What is attached to a piece, in the order in which it came; not what is attached to that.
    #[inline]
    pub fn attached(&self, piece: Piece) -> Pieces<'_, impl Iterator<Item = Piece>> {
        let mut next = self.pieces[piece.0 as usize].attached;
        let children = std::iter::from_fn(move || {
            let piece = Piece(next);
            next = self.pieces.get(usize::from(next))?.after;
            Some(piece)
        });
        Pieces::new(self, children)
    }

    /// The piece that comes after this one at its place, where what is attached comes after its host.
    #[inline]
    pub(crate) fn next_here(&self, piece: u16) -> u16 {
        let entry = &self.pieces[usize::from(piece)];
        match entry.attached {
            NONE if entry.host == NONE => entry.after,
            NONE => self.next_of_host(entry),
            attached => attached,
        }
    }

    #[inline(never)]
    fn next_of_host<'t>(&'t self, mut entry: &'t Entry) -> u16 {
        while entry.after == NONE && entry.host != NONE {
            entry = &self.pieces[usize::from(entry.host)];
        }
        entry.after
    }

    /// All that lies in a zone, with what is attached to it.
    pub(crate) fn all_in(&self, zone: Zone) -> impl Iterator<Item = Piece> {
        let (mut places, mut next) = (self.zone(zone).places(), NONE);
        std::iter::from_fn(move || {
            if next == NONE {
                let place = self.occupied.first(places.clone())?;
                places.start = place + 1;
                next = self.places[place].first;
            }
            let piece = Piece(next);
            next = self.next_here(next);
            Some(piece)
        })
    }

    /// A piece with all that is attached to it, each after its host: what goes along when it moves.
    ///
    /// ```
    /// use parlor_core::Rng;
    /// use parlor_table::{Changes, Dealer, Piece, Schema};
    /// let mut schema = Schema::new();
    /// let (field, card) = (schema.zone("field").add(), schema.definition("card", "A"));
    /// schema.place(card, field, 3);
    /// let (mut table, mut rng) = (schema.lay(1), Rng::fast(1, 0));
    /// Dealer::new(&mut table, &mut rng).attach(Piece(2), Piece(0));
    /// assert_eq!(table.tree(Piece(0))[..], [Piece(0), Piece(2)]);
    /// ```
    pub fn tree(&self, piece: Piece) -> SmallVec<[Piece; 4]> {
        let (mut tree, mut index) = (SmallVec::from_elem(piece, 1), 0);
        while let Some(host) = tree.get(index).copied() {
            tree.extend(self.attached(host));
            index += 1;
        }
        tree
    }

    /// Moves a piece onto another one. Nothing can be attached to what is attached to it, or to what is no longer there.
    pub(crate) fn attach(&mut self, piece: Piece, host: Piece) {
        let tree = self.tree(piece);
        let place = self.pieces[host.0 as usize].place;
        if tree.contains(&host) {
            return;
        }
        if self.zone_of(host) == Zone::REMOVED {
            return self.relocate(piece, Zone::REMOVED.into(), End::Top, Eyes::NOBODY);
        }
        self.leave(&tree, self.place_of(host), Eyes::NOBODY);
        let before = self.attached(host).last();
        let entry = &mut self.pieces[piece.0 as usize];
        entry.host = host.0;
        (entry.before, entry.after) = (before.map_or(NONE, |before| before.0), NONE);
        match before {
            Some(before) => self.pieces[before.0 as usize].after = piece.0,
            None => self.pieces[host.0 as usize].attached = piece.0,
        }
        self.arrive(&tree, place.into());
    }

    /// Moves a piece with all that is attached to it. What is removed comes apart.
    pub(crate) fn relocate_tree(&mut self, piece: Piece, to: Place, end: End, seen: Eyes) {
        let tree = self.tree(piece);
        if to.zone == Zone::REMOVED {
            for attached in tree[1..].iter().rev() {
                self.relocate(*attached, to, end, Eyes::NOBODY);
            }
            return self.relocate(piece, to, end, seen);
        }
        let place = self.schema.place_index(to);
        self.leave(&tree, to, seen);
        self.link(piece, place, end);
        self.arrive(&tree[1..], place);
        self.show_in_fog(piece);
    }

    /// Takes a piece with all that is attached to it from where it lies; everybody knows of it what they know when it has come to
    /// another zone.
    fn leave(&mut self, tree: &[Piece], to: Place, seen: Eyes) {
        let from = self.zone_of(tree[0]);
        self.unlink(tree[0]);
        for (index, piece) in tree.iter().enumerate() {
            let seen = if index == 0 { seen } else { Eyes::NOBODY };
            if from != to.zone {
                self.follow(*piece, from, to, seen);
            } else if !seen.is_empty() {
                self.learn(*piece, seen);
            }
        }
    }

    pub(crate) fn arrive(&mut self, tree: &[Piece], place: usize) {
        for piece in tree {
            let entry = &mut self.pieces[piece.0 as usize];
            entry.place = place as u16;
            let list = &mut self.places[place];
            list.within = list.within.or(entry.within);
            self.show_in_fog(*piece);
        }
    }
}
