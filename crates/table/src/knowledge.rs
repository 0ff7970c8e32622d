//! Who knows what: how knowledge and names follow from what happens.

use crate::table::{NOBODY, NONE};
use crate::{Eyes, Piece, Place, Sight, Table, Zone};

impl Table {
    pub(crate) fn show(&mut self, piece: Piece, to: Option<Eyes>) {
        let before = self.followers(piece);
        self.set_apart(piece, to);
        self.learn(piece, self.eyes(piece));
        // Where pieces cannot be told apart, an old name would tell when this one came; to all others nothing happens.
        self.name_anew(piece, before, self.followers(piece));
    }

    /// These get to know a piece; where they cannot follow it, they know later only that it is there.
    pub(crate) fn learn(&mut self, piece: Piece, eyes: Eyes) {
        let tracked = self.sight(self.zone_of(piece)).tracked();
        let entry = &mut self.pieces[piece.0 as usize];
        entry.exact = entry.exact.or(eyes.and(tracked));
        entry.within = entry.within.or(eyes);
        let list = &mut self.places[entry.place as usize];
        list.within = list.within.or(eyes);
    }

    /// What a die shows once it was rolled is known only to those who see it.
    pub(crate) fn forget_die(&mut self, piece: Piece) {
        let definition = self.definition(piece);
        if self.schema.definitions[definition.0 as usize].die.is_some() {
            let eyes = self.eyes(piece);
            let entry = &mut self.pieces[piece.0 as usize];
            entry.exact = entry.exact.and(eyes);
        }
    }

    pub(crate) fn look(&mut self, zone: Zone, sight: Sight) {
        let instance = self.schema.instance(zone);
        let before = std::mem::replace(&mut self.sights[instance], sight);
        let pieces: Vec<Piece> = self.all_in(zone).collect();
        for piece in pieces {
            // Whoever can no longer tell the pieces apart knows of them only that they are here.
            let eyes = self.eyes(piece);
            let entry = &mut self.pieces[piece.0 as usize];
            entry.exact = entry.exact.or(eyes).and(sight.tracked());
            entry.within = entry.within.or(eyes);
            let list = &mut self.places[entry.place as usize];
            list.within = list.within.or(eyes);
            // A piece that is an exception is seen by the same as before.
            let before = match self.pieces[piece.0 as usize].apart {
                true => before.tracked().or(eyes),
                false => before.tracked(),
            };
            self.name_anew(piece, before, self.followers(piece));
            self.show_in_fog(piece);
        }
    }

    /// What everybody knows of a piece after it has gone from one zone to another; whoever cannot follow it there and could
    /// until now loses its name, and whoever can and could not gives it one.
    pub(crate) fn follow(&mut self, piece: Piece, from: Zone, to: Place, seen: Eyes) {
        let (source, target) = (self.sight(from), self.sight_at(to, self.owner(piece)));
        let (tracked_before, tracked_after) = (source.tracked(), target.tracked());
        let entry = &self.pieces[piece.0 as usize];
        let seen_here = match entry.apart {
            true => entry.shown,
            false => source.eyes,
        };
        let followed = match from {
            Zone::REMOVED => self.callers(piece),
            _ => tracked_before.or(seen_here),
        };
        let seen_before = seen_here.or(seen);
        self.set_apart(piece, self.has_fog(to.zone).then_some(target.eyes));
        if !self.fog.shown.is_empty() {
            self.set_shown_in_fog(piece, Eyes::NOBODY);
        }
        let entry = &mut self.pieces[piece.0 as usize];
        entry.controller = NOBODY;
        let knows = seen_before
            .or(entry.exact.and(tracked_before))
            .or(target.eyes);
        // Those who do not know what left can no longer be sure of what is left behind, unless they can point at it.
        let unsure = Eyes::ALL.but(knows);
        let some_know = |eyes: Eyes| !unsure.and(eyes).is_empty();
        if some_know(self.places[entry.place as usize].within)
            || (!unsure.is_empty() && self.schema.spans[from.kind as usize].places > 1)
        {
            let mut places = self.zone(from).places();
            while let Some(place) = self.occupied.first(places.clone()) {
                places.start = place + 1;
                let mut next = self.places[place].first;
                let mut within = Eyes::NOBODY;
                while next != NONE {
                    let (entry, after) = (&self.pieces[next as usize], self.next_here(next));
                    if !entry.within.and(unsure).is_empty() {
                        let known = self.known_to(Piece(next));
                        let entry = &mut self.pieces[next as usize];
                        entry.within = entry.within.but(unsure.but(known));
                    }
                    within = within.or(self.pieces[next as usize].within);
                    next = after;
                }
                self.places[place].within = within;
            }
        }
        let entry = &mut self.pieces[piece.0 as usize];
        entry.exact = knows.and(tracked_after);
        entry.within = knows;
        self.name_anew(piece, followed, follow_to(followed, to.zone, target));
    }

    /// From now on these see it, or whoever its zone says.
    #[inline]
    pub(crate) fn set_apart(&mut self, piece: Piece, eyes: Option<Eyes>) {
        let entry = &mut self.pieces[piece.0 as usize];
        self.apart -= u16::from(entry.apart);
        self.apart += u16::from(eyes.is_some());
        entry.apart = eyes.is_some();
        entry.shown = eyes.unwrap_or(Eyes::NOBODY);
    }
}

/// Who can tell a piece from others after it has come to a place of a zone that shows this, of which these could before.
#[inline]
pub(crate) fn follow_to(followed: Eyes, to: Zone, sight: Sight) -> Eyes {
    match to {
        // Nobody looks there: removed pieces are known to those who saw them go.
        Zone::REMOVED => followed,
        _ => sight.tracked(),
    }
}
