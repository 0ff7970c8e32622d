//! The same table with its pieces numbered otherwise: what nobody may notice.

use parlor_core::{Rng, Viewer};

use crate::names::columns;
use crate::table::{Entry, NONE};
use crate::{Packed, Piece, ShownAs, Table};

impl Table {
    /// The same table, in which the pieces have other numbers: those that somebody does not see, or all where everybody sees
    /// all. Values and attributes that are pieces follow. No viewer but the referee can tell it from this one.
    ///
    /// ```
    /// use parlor_core::{Rng, Viewer};
    /// use parlor_table::{Piece, Schema};
    /// let mut schema = Schema::new();
    /// let deck = schema.zone("deck").hidden().add();
    /// for name in ["A", "B"] {
    ///     let card = schema.definition("card", name);
    ///     schema.place(card, deck, 1);
    /// }
    /// let table = schema.lay(2);
    /// let other = table.renumbered(&mut Rng::fast(1, 0));
    /// assert_eq!((table.name(Piece(0)), other.name(Piece(0))), ("A", "B"));
    /// assert_eq!(table.view(Viewer::Spectator), other.view(Viewer::Spectator));
    /// ```
    #[must_use]
    pub fn renumbered(&self, rng: &mut Rng) -> Table {
        self.with_numbers(&self.other_numbers(rng))
    }

    /// The same table, in which each piece has the number that stands at its own: what [`Table::other_numbers`] gives.
    #[must_use]
    pub fn with_numbers(&self, number: &[Piece]) -> Table {
        let link = |piece: u16| match piece {
            NONE => NONE,
            piece => number[usize::from(piece)].0,
        };
        let mut other = self.clone();
        let (width, changing) = (
            columns(self.schema.seats),
            usize::from(self.schema.changing),
        );
        for (old, new) in (0..).zip(number) {
            let (old, new) = (Piece(old), *new);
            let entry = self.pieces[old.0 as usize];
            other.pieces[new.0 as usize] = Entry {
                before: link(entry.before),
                after: link(entry.after),
                host: link(entry.host),
                attached: link(entry.attached),
                ..entry
            };
            let (from, to) = (self.row(old), self.row(new));
            other.names[to..to + width].copy_from_slice(&self.names[from..from + width]);
            let (from, to) = (self.slot(old, 0), self.slot(new, 0));
            let values = &self.attributes[from..from + changing];
            other.attributes[to..to + changing].copy_from_slice(values);
        }
        for list in &mut other.places {
            (list.first, list.last) = (link(list.first), link(list.last));
        }
        let named = |value: &mut i64| {
            if let Some(new) = usize::try_from(*value).ok().and_then(|old| number.get(old)) {
                *value = new.pack();
            }
        };
        for spec in self
            .schema
            .values
            .iter()
            .filter(|spec| spec.shown_as == ShownAs::Piece)
        {
            let (first, copies) = (
                usize::from(spec.first),
                if spec.each { self.schema.seats } else { 1 },
            );
            other.numbers[first..first + usize::from(copies)]
                .iter_mut()
                .for_each(named);
        }
        let pieces = self.schema.attributes.iter();
        let pieces = pieces.filter(|spec| spec.shown_as == ShownAs::Piece);
        for slot in pieces.filter_map(|spec| spec.dense()) {
            let values = other.attributes.iter_mut();
            values.skip(slot.into()).step_by(changing).for_each(named);
        }
        let sparse = self.sparse.iter();
        let sparse = sparse.map(|(piece, attribute, mut value)| {
            if self.schema.attributes[attribute as usize].shown_as == ShownAs::Piece {
                named(&mut value);
            }
            (number[usize::from(piece.0)], attribute, value)
        });
        other.sparse = sparse.collect();
        let names_pieces =
            |list: u8| self.schema.lists[usize::from(list)].shown_as == ShownAs::Piece;
        for (list, spec) in (0..).zip(&self.schema.lists) {
            if names_pieces(list) {
                let first = usize::from(spec.first);
                let copies = usize::from(spec.copies(self.schema.seats));
                let lists = other.lists[first..first + copies].iter_mut();
                lists.flatten().for_each(named);
            }
        }
        let lists = self.piece_lists.iter().map(|(piece, list, mut items)| {
            if names_pieces(list) {
                items.iter_mut().for_each(named);
            }
            (number[usize::from(piece.0)], list, items)
        });
        other.piece_lists = lists.collect();
        let shown = &mut other.fog.shown;
        for (piece, _) in &mut *shown {
            *piece = number[usize::from(piece.0)];
        }
        shown.sort_unstable_by_key(|(piece, _)| *piece);
        other
    }

    /// Another number for each piece that somebody does not see, or for all where everybody sees all, if there is a second one.
    ///
    /// ```
    /// use parlor_core::Rng;
    /// use parlor_table::{Piece, Schema};
    /// let mut schema = Schema::new();
    /// let (deck, card) = (schema.zone("deck").hidden().add(), schema.definition("card", "A"));
    /// schema.place(card, deck, 2);
    /// assert_eq!(schema.lay(2).other_numbers(&mut Rng::fast(1, 0)), [Piece(1), Piece(0)]);
    /// ```
    pub fn other_numbers(&self, rng: &mut Rng) -> Vec<Piece> {
        let all = || (0..self.pieces.len() as u16).map(Piece);
        let everybody = || Viewer::all(self.schema.seats);
        let covered = |piece: &Piece| everybody().any(|viewer| !self.sees(viewer, *piece));
        let mut moving: Vec<u16> = all().filter(covered).map(|piece| piece.0).collect();
        if moving.is_empty() {
            moving = all().map(|piece| piece.0).collect();
        }
        rng.shuffle(&mut moving);
        let mut number: Vec<Piece> = all().collect();
        // Each takes the number of the next one in a random circle, so that none keeps its own.
        for (index, piece) in moving.iter().enumerate() {
            number[usize::from(*piece)] = Piece(moving[(index + 1) % moving.len()]);
        }
        number
    }
}
