//! Imagining which list a seat has brought, from lists that fit what a viewer has seen of it.

use parlor_core::{Rng, Seat, Viewer};

use super::spots::{Slots, Spots};
use crate::{Definition, Piece, Table};

impl Table {
    /// Makes the pieces that a seat owns, and of which the viewer does not know which they are, those of one of these lists.
    /// What the viewer has seen of the seat's list decides which lists are possible; where none has all of it, those that
    /// have the most of it are taken. Only pieces with the backs of the lists' pieces change.
    ///
    /// This belongs after [`Table::redraw`]: that deals what is really there anew, and a viewer may not even know what that is.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat, Viewer};
    /// use parlor_table::{Changes, Dealer, Schema};
    /// let mut schema = Schema::new();
    /// let deck = schema.zone("deck").hidden().each_seat();
    /// let field = schema.zone("field").each_seat();
    /// let [ox, spark, gull, wave] = ["ox", "spark", "gull", "wave"].map(|name| schema.definition("card", name));
    /// let mut table = schema.lay(2);
    /// let mut rng = Rng::fast(1, 0);
    /// let mut dealer = Dealer::new(&mut table, &mut rng);
    /// for card in [ox, ox, spark] {
    ///     dealer.create(card, deck.of(Seat(1)), Some(Seat(1)));
    /// }
    /// dealer.draw(deck.of(Seat(1)), field.of(Seat(1)));
    ///
    /// // The spark lies open, so that it is no deck of gulls; which of the two others it is, nobody can tell.
    /// let lists = [vec![ox, ox, spark], vec![wave, spark, wave], vec![gull, gull, gull]];
    /// let names = |rng: &mut Rng| {
    ///     let mut sample = table.resample(Viewer::Seat(Seat(0)), rng);
    ///     sample.recast(Viewer::Seat(Seat(0)), Seat(1), &lists, rng);
    ///     sample.zone(deck.of(Seat(1))).pieces().map(|piece| sample.name(piece).to_string()).collect::<Vec<_>>()
    /// };
    /// let samples: Vec<_> = (0..50).map(|_| names(&mut rng)).collect();
    /// assert!(samples.iter().all(|cards| *cards == ["ox", "ox"] || *cards == ["wave", "wave"]));
    /// assert!(samples.iter().any(|cards| *cards == ["ox", "ox"]));
    /// assert!(samples.iter().any(|cards| *cards == ["wave", "wave"]));
    /// ```
    pub fn recast(
        &mut self,
        viewer: Viewer,
        owner: Seat,
        lists: &[Vec<Definition>],
        rng: &mut Rng,
    ) {
        if viewer == Viewer::Referee || viewer.sees(owner) {
            return;
        }
        let is_of_list = |table: &Table, piece: Piece| {
            let back = table.schema.back_of(table.definition(piece));
            let mut all = lists.iter().flatten();
            all.any(|definition| table.schema.back_of(*definition) == back)
        };
        let mut spots = Spots::new();
        self.find_unknown(viewer, &mut spots);
        let slots = Slots::new(self, &spots);
        spots.retain(|spot| {
            !spot.within && self.owner(spot.piece) == Some(owner) && is_of_list(self, spot.piece)
        });
        if spots.is_empty() {
            return;
        }
        let known = (0..self.pieces.len() as u16).map(Piece).filter(|piece| {
            self.owner(*piece) == Some(owner)
                && is_of_list(self, *piece)
                && spots.iter().all(|spot| spot.piece != *piece)
        });
        let known: Vec<Definition> = known.map(|piece| self.definition(piece)).collect();
        let Some(mut rest) = draw_list(lists, &known, rng) else {
            return;
        };
        rng.shuffle(&mut rest);
        let schema = self.schema.clone();
        for (spot, definition) in spots.iter().zip(rest.iter().cycle()) {
            self.pieces[usize::from(spot.piece.0)].definition = *definition;
            // What goes along with a piece is what a new one has.
            let values = &schema.definitions[usize::from(definition.0)].values;
            for list in &slots.tied_lists {
                self.piece_lists.set(spot.piece, *list, None);
            }
            for attribute in &slots.tied {
                self.set_raw(spot.piece, *attribute, values[usize::from(*attribute)]);
            }
        }
    }
}

/// One of the lists that have the most of what is known, without that; the whole list if nothing were left.
fn draw_list(
    lists: &[Vec<Definition>],
    known: &[Definition],
    rng: &mut Rng,
) -> Option<Vec<Definition>> {
    let without = |list: &Vec<Definition>| {
        let mut rest = list.clone();
        let mut missing = 0;
        for definition in known {
            match rest.iter().position(|other| other == definition) {
                Some(index) => drop(rest.remove(index)),
                None => missing += 1,
            }
        }
        (missing, rest)
    };
    let fits: Vec<(usize, Vec<Definition>)> = lists.iter().map(without).collect();
    let least = fits.iter().map(|(missing, _)| *missing).min()?;
    let fits: Vec<_> = fits
        .into_iter()
        .filter(|(missing, _)| *missing == least)
        .collect();
    let (_, rest) = rng.pick(&fits)?;
    match rest.is_empty() {
        true => lists.iter().find(|list| !list.is_empty()).cloned(),
        false => Some(rest.clone()),
    }
}
