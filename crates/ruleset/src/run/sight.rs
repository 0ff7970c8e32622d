//! Who sees which cards: zones show more or less from phase to phase, and of some only certain cards are seen.

use parlor_core::Seat;
use parlor_table::{Change, Eyes, Others, Piece, Sight, Zone};
use smallvec::SmallVec;

use super::Engine;
use crate::program::Shows;

impl Engine<'_> {
    /// Shows the cards of a zone of which only some are seen, and hides the others.
    #[inline]
    pub(super) fn sync(&mut self, zone: Zone) {
        if self.program.partial {
            self.sync_partial(zone);
        }
    }

    fn sync_partial(&mut self, zone: Zone) {
        let shows = self.program.zone_info(zone).shows[usize::from(self.state.at.phase)];
        if !shows.is_partial() {
            return;
        }
        let mut first = true;
        let cards: SmallVec<[Piece; 64]> = self.state.table.zone(zone).downwards().collect();
        for piece in cards {
            let seen = match shows {
                Shows::FirstCard => first,
                _ => self.state.at.is_face_up(piece),
            };
            first = false;
            if seen != (self.state.table.eyes(piece) == Eyes::ALL) {
                let to = seen.then_some(Eyes::ALL);
                self.change(Change::Show { piece, to });
            }
        }
    }

    /// A new phase begins: zones show what they show in it.
    pub(super) fn look(&mut self, before: u16) {
        if !self.program.sights_change {
            return;
        }
        for info in &self.program.zones {
            let now = info.shows[usize::from(self.state.at.phase)];
            if now == info.shows[usize::from(before)] {
                continue;
            }
            for seat in 0..info.copies(self.state.seats()) {
                let zone = info.of(seat);
                // What only some cards showed is over.
                let cards: SmallVec<[Piece; 64]> =
                    self.state.table.zone(zone).downwards().collect();
                if info.shows[usize::from(before)].is_partial() {
                    for piece in cards {
                        self.change(Change::Show { piece, to: None });
                    }
                }
                let sight = match now {
                    Shows::Public => Sight::OPEN,
                    Shows::Owner => Sight {
                        eyes: Eyes::of(Seat(seat)),
                        others: Others::Unordered,
                    },
                    Shows::Hidden | Shows::FirstCard | Shows::FaceUp => Sight::HIDDEN,
                };
                self.change(Change::Look { zone, sight });
                self.sync(zone);
            }
        }
    }
}
