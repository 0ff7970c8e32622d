//! What others see, know and call things on boards in fog, in what a viewer imagines.

use parlor_core::Viewer;

use crate::names::{NAMELESS, column};
use crate::{Eyes, Glimpse, Piece, SightRule, Table};

impl Table {
    /// In what a viewer imagines, the others see what they would see there.
    pub fn imagine_sight(&mut self, rules: &[SightRule], viewer: Viewer) {
        if rules.is_empty() {
            return;
        }
        let names = self.names.clone();
        for rule in rules {
            for zone in rule.zones(self) {
                let others = self.seats().filter(|seat| !viewer.sees(*seat));
                let glimpses = others.filter_map(|seat| {
                    let seen = rule.afresh(self, zone, seat);
                    self.glimpse(zone, seat, &seen)
                });
                let glimpses: Vec<Glimpse> = glimpses.collect();
                self.change_sight(zone, &glimpses);
            }
        }
        self.names = names;
        self.know_as_seen(viewer);
        self.outlook.forget();
    }

    /// Of what lies in fog, others than this viewer know what they see where it lies now, and nothing from before.
    pub(crate) fn know_as_seen(&mut self, viewer: Viewer) {
        self.forget_others_fog(viewer);
        let mine = Eyes::of_viewer(viewer);
        let zones = self.schema.zones().filter(|zone| self.has_fog(*zone));
        for zone in zones.collect::<Vec<_>>() {
            for place in self.zone(zone).places() {
                self.places[place].within = Eyes::NOBODY;
            }
            for piece in self.all_in(zone).collect::<Vec<_>>() {
                let eyes = self.eyes_in_fog(piece);
                self.set_apart(piece, Some(eyes));
                let entry = &mut self.pieces[usize::from(piece.0)];
                entry.exact = entry.exact.and(mine).or(eyes);
                entry.within = entry.within.and(mine).or(eyes);
                let list = &mut self.places[usize::from(entry.place)];
                list.within = list.within.or(entry.within);
            }
        }
        for other in Viewer::all(self.schema.seats) {
            if other != viewer && other != Viewer::Referee {
                self.name_for(other);
            }
        }
    }

    /// Of how many cells a viewer would see more or less in a sample than it does: what does not see and stands in the way
    /// could not stand there.
    pub fn sight_contradictions(&self, rules: &[SightRule], viewer: Viewer) -> usize {
        let Viewer::Seat(seat) = viewer else {
            return 0;
        };
        let mut wrong = 0;
        for rule in rules.iter().filter(|rule| rule.has_blocks()) {
            for zone in rule.zones(self) {
                let afresh = rule.afresh(self, zone, seat);
                let held = self.seen_cells(viewer, zone);
                wrong += (&afresh - &held).len() + (&held - &afresh).len();
            }
        }
        wrong
    }

    /// Somebody else calls what it can tell apart in a sample by numbers that say nothing of what it saw before: its own
    /// pieces keep their names, all others come after them.
    fn name_for(&mut self, other: Viewer) {
        let Some(column) = column(self.schema.seats, other) else {
            return;
        };
        let pieces = || (0..self.pieces.len() as u16).map(Piece);
        let own = |piece: &Piece| {
            let owner = self.owner(*piece).map(Viewer::Seat);
            owner == Some(other) && self.can_follow(*piece, other)
        };
        let names = pieces()
            .filter(own)
            .map(|piece| self.names[self.row(piece) + column]);
        let mut next = names.max().map_or(0, |last| last + 1);
        let named = pieces().filter(|piece| !own(piece)).map(|piece| {
            let calls = self.followers(piece).see(other);
            (piece, calls)
        });
        for (piece, calls) in named.collect::<Vec<_>>() {
            let row = self.row(piece);
            self.names[row + column] = match calls {
                true => next,
                false => NAMELESS,
            };
            next += u32::from(calls);
        }
        self.names[column] = next;
    }
}
