//! Cards that move, one by one, as far as there are any and there is room.

use parlor_table::{Change, End, Eyes, Piece, Zone};
use smallvec::SmallVec;

use super::{Engine, Fault};
use crate::program::TextNumber;

/// All cards of a zone.
pub(super) const ALL: u32 = u32::MAX;

impl Engine<'_, '_> {
    pub(super) fn shuffle(&mut self, zone: Zone) -> Result<(), Fault> {
        let mut order: Vec<Piece> = Vec::with_capacity(self.state.table.count_at(zone));
        order.extend(self.state.table.zone(zone).downwards());
        self.burn(order.len())?;
        self.sink.rng().shuffle(&mut order);
        order.reverse();
        self.change(Change::Order {
            place: zone.into(),
            order: order.into(),
        });
        self.sync(zone);
        Ok(())
    }

    /// Moves cards from the top of a zone to the bottom of another one, as many as there are.
    pub(super) fn move_cards(&mut self, from: Zone, to: Zone, many: u32) -> Result<(), Fault> {
        if from == to {
            return Err(Fault::OntoItself(from));
        }
        self.state.at.dealt = true;
        let mut moved = 0;
        while moved < many
            && let Some(card) = self.state.table.top_at(from)
        {
            self.put(card, to, End::Bottom)?;
            moved += 1;
        }
        self.burn(moved as usize)?;
        self.sync(from);
        self.sync(to);
        Ok(())
    }

    pub(super) fn move_rank(
        &mut self,
        from: Zone,
        to: Zone,
        rank: TextNumber,
    ) -> Result<(), Fault> {
        if from == to {
            return Err(Fault::OntoItself(from));
        }
        let table = &self.state.table;
        let cards: SmallVec<[Piece; 16]> = table
            .zone(from)
            .downwards()
            .filter(|card| self.program.cards[usize::from(table.definition(*card).0)].rank == rank)
            .collect();
        self.burn(table.zone(from).len())?;
        for card in cards {
            self.put(card, to, End::Bottom)?;
        }
        self.sync(from);
        self.sync(to);
        Ok(())
    }

    /// Puts a card there, if there is room.
    pub(super) fn put(&mut self, piece: Piece, to: Zone, end: End) -> Result<(), Fault> {
        if let Some(most) = self.program.zone_info(to).max_cards
            && self.state.table.count_at(to) >= usize::from(most)
        {
            return Err(Fault::Full(to));
        }
        let (to, seen) = (to.into(), Eyes::NOBODY);
        self.change(Change::Move {
            piece,
            to,
            end,
            seen,
        });
        Ok(())
    }

    /// Moves all cards of a zone face down to the bottom of another one.
    pub(super) fn gather(&mut self, from: Zone, to: Zone) -> Result<(), Fault> {
        if from == to {
            return match self.state.table.zone(from).is_empty() {
                true => Ok(()),
                false => Err(Fault::OntoItself(from)),
            };
        }
        while let Some(card) = self.state.table.top_at(from) {
            self.put(card, to, End::Bottom)?;
            self.state.at.turn_face(card, false);
            self.burn(1)?;
        }
        self.sync(from);
        self.sync(to);
        Ok(())
    }

    pub(super) fn collect_all(&mut self, to: Zone) -> Result<(), Fault> {
        for zone in &self.program.zones {
            for seat in 0..zone.copies(self.state.seats()) {
                let from = zone.of(seat);
                if from != to {
                    self.gather(from, to)?;
                }
            }
        }
        Ok(())
    }
}
