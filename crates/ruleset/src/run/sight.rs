//! Who sees which cards: zones show more or less from phase to phase, and of some only certain cards are seen.

use parlor_core::Seat;
use parlor_table::{Change, Eyes, Others, Piece, Sight, Zone};
use smallvec::SmallVec;

use super::{Engine, Pace, Status};
use crate::document::PhaseKind;
use crate::program::{Program, Shows, ZoneInfo};

impl Engine<'_, '_> {
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

    /// Whether the game rests in an automatic phase before it goes on: the phase shows cards to players who do not see them
    /// otherwise, and who would not see them any more in the next one.
    pub(super) fn rests_before(&self, next: u16) -> bool {
        let at = &self.state.at;
        let phase = usize::from(at.phase);
        let may_rest = !self.program.phases[phase].actions.is_empty();
        if !may_rest || self.pace == Pace::Stepwise || at.status != Status::Playing {
            return false;
        }
        let reveals = |info: &ZoneInfo| {
            let (now, usual, next) = (info.shows[phase], info.usual, info.shows[usize::from(next)]);
            (0..info.copies(self.state.seats())).any(|seat| {
                let cards = self.state.table.zone(info.of(seat)).downwards();
                (0..).zip(cards).any(|(index, piece)| {
                    let seen = |shows: Shows| shows.how_many_see(index, at.is_face_up(piece));
                    seen(now) > seen(usual).max(seen(next))
                })
            })
        };
        self.program.zones.iter().any(reveals)
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

/// Whether there is an automatic phase in which more is shown than otherwise.
pub(crate) fn may_rest(program: &Program, phase: usize) -> bool {
    // Of a card on top that lies face down, and of one below it that lies face up.
    let cards = [(0, false), (1, true), (1, false)];
    let shows_more = |info: &ZoneInfo| {
        let (now, usual) = (info.shows[phase], info.usual);
        let seen = |shows: Shows, (index, up)| shows.how_many_see(index, up);
        cards
            .into_iter()
            .any(|card| seen(now, card) > seen(usual, card))
    };
    program.phases[phase].kind == PhaseKind::Automatic && program.zones.iter().any(shows_more)
}
