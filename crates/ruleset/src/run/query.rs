//! What the builtins ask of cards and players.

use parlor_table::Zone;
use smallvec::SmallVec;

use super::eval::Worked;
use super::poker::best_five;
use super::{Eval, Fault};
use crate::program::{Card, Num, NumId, TextNumber, ZoneId};

/// Words, and how often each comes.
type Groups = SmallVec<[(TextNumber, u16); 16]>;

impl<'a> Eval<'a> {
    /// The cards of a zone, the top first.
    #[inline]
    pub fn cards(&self, zone: Zone) -> Worked<impl Iterator<Item = &'a Card> + use<'a>> {
        let cards = self.state.table.zone(zone);
        self.burn(self.state.table.count_at(zone))?;
        let (table, known) = (&self.state.table, &self.program.cards);
        Ok(cards
            .downwards()
            .map(|piece| &known[usize::from(table.definition(piece).0)]))
    }

    pub fn card(&mut self, zone: ZoneId, index: NumId) -> Worked<&'a Card> {
        let zone = self.zone(zone)?;
        // The card that is about to be played need not be looked for.
        if self.program.nums[index.0 as usize] == Num::PlayedIndex
            && let Some(played) = self.played
            && played.zone == zone
        {
            return Ok(self.card_of(played.piece));
        }
        let index = self.num(index)?;
        self.card_at(zone, index)
    }

    #[inline]
    pub fn card_at(&self, zone: Zone, index: f64) -> Worked<&'a Card> {
        let table = &self.state.table;
        let piece = if index == 0.0 {
            table.top_at(zone)
        } else if index.fract() != 0.0 || !(0.0..table.count_at(zone) as f64).contains(&index) {
            None
        } else {
            self.burn(index as usize)?;
            table.zone(zone).downwards().nth(index as usize)
        };
        match piece {
            Some(piece) => Ok(self.card_of(piece)),
            None => self.stop(Fault::NoCard {
                zone,
                index: index as i16,
            }),
        }
    }

    /// Rank and suit that match a zone's top card.
    #[inline]
    pub fn wanted(&self, target: Zone) -> Option<(TextNumber, TextNumber)> {
        let top = self.card_of(self.state.table.top_at(target)?);
        let active = self.program.active_suit.map_or(0, |var| self.text_var(var));
        let suit = if active == 0 { top.suit } else { active };
        Some((top.rank, suit))
    }

    pub fn matches_top(&self, card: &Card, target: Zone) -> Worked<bool> {
        match self.wanted(target) {
            Some((rank, suit)) => Ok(card.suit == suit || card.rank == rank),
            None => self.stop(Fault::NoCard {
                zone: target,
                index: 0,
            }),
        }
    }

    /// The values together; while they are over the target, cards with two values count low, the largest difference first.
    pub fn hand_value(&self, zone: Zone, target: f64) -> Worked<f64> {
        let mut total = 0.0;
        let mut differences = SmallVec::<[f64; 8]>::new();
        for card in self.cards(zone)? {
            total += card.value;
            if card.low != card.value {
                differences.push(card.value - card.low);
            }
        }
        differences.sort_by(|a, b| b.total_cmp(a));
        for difference in differences {
            if total <= target {
                break;
            }
            total -= difference;
        }
        Ok(total)
    }

    /// How many cards there are of each rank.
    pub fn ranks(&self, zone: Zone) -> Worked<Groups> {
        Ok(groups(self.cards(zone)?.map(|card| card.rank)))
    }

    /// How many cards there are of each suit.
    pub fn suits(&self, zone: Zone) -> Worked<Groups> {
        Ok(groups(self.cards(zone)?.map(|card| card.suit)))
    }

    /// How long the rows of values that follow each other are. Cards with two values count as both.
    pub fn runs(&self, zone: Zone) -> Worked<SmallVec<[u16; 8]>> {
        let mut values = SmallVec::<[f64; 32]>::new();
        for card in self.cards(zone)? {
            values.push(card.value);
            values.push(card.low);
        }
        values.sort_by(f64::total_cmp);
        values.dedup();
        let mut runs = SmallVec::<[u16; 8]>::new();
        let mut before = None;
        for value in values {
            match runs.last_mut() {
                Some(run) if before == Some(value - 1.0) => *run += 1,
                _ => runs.push(1),
            }
            before = Some(value);
        }
        Ok(runs)
    }

    /// How good the best five cards of one or two zones are at poker.
    pub fn poker_hand(&self, zone: Zone, other: Zone) -> Worked<f64> {
        let mut cards: SmallVec<[&Card; 16]> = self.cards(zone)?.collect();
        if other != zone {
            cards.extend(self.cards(other)?);
        }
        // Suits are compared with each other.
        self.burn(cards.len() * cards.len())?;
        Ok(best_five(&cards))
    }

    /// The card that was led to a trick.
    pub fn led(&self, kind: u8) -> Option<&'a Card> {
        let lead = self.state.at.vars.get(self.program.lead?.into())?;
        let seat = Eval::as_seat(lead, self.state.seats())?;
        let zone = self.program.zones[usize::from(kind)].of(seat.0);
        let card = self.state.table.top_at(zone)?;
        Some(self.card_of(card))
    }

    /// The player whose top card is the highest of the trumps, or else of the suit that was led; -1 for nobody.
    pub fn trick_winner(&self, kind: u8) -> f64 {
        let Some(led) = self.led(kind) else {
            return -1.0;
        };
        let trump = self.program.trump_suit.map(|var| self.text_var(var));
        let zones = &self.program.zones[usize::from(kind)];
        let top = |seat: u8| {
            let card = self.state.table.top_at(zones.of(seat))?;
            Some((seat, self.card_of(card)))
        };
        let highest = |suit: TextNumber| {
            let mut best: Option<(u8, &Card)> = None;
            for (seat, card) in (0..self.state.seats()).filter_map(top) {
                if card.suit == suit && best.is_none_or(|(_, best)| card.value > best.value) {
                    best = Some((seat, card));
                }
            }
            best.map(|(seat, _)| f64::from(seat))
        };
        let trumped = trump.and_then(highest);
        trumped.or_else(|| highest(led.suit)).unwrap_or(-1.0)
    }

    pub fn trick_card_count(&self, kind: u8) -> f64 {
        let zones = &self.program.zones[usize::from(kind)];
        let counts =
            (0..self.state.seats()).map(|seat| self.state.table.zone(zones.of(seat)).len());
        counts.sum::<usize>() as f64
    }

    /// A player's score over all rounds.
    pub fn cumulative(&self, player: f64) -> f64 {
        let seat = Eval::as_seat(player, self.state.seats());
        seat.map_or(0.0, |seat| self.cumulative_of(seat.0))
    }

    fn cumulative_of(&self, seat: u8) -> f64 {
        let first = self.program.cumulative.map(usize::from);
        let score = first.and_then(|first| self.state.at.vars.get(first + usize::from(seat)));
        score.unwrap_or(0.0)
    }

    pub fn all_cumulative(&self) -> impl Iterator<Item = f64> {
        (0..self.state.seats()).map(|seat| self.cumulative_of(seat))
    }
}

/// How often each word comes.
fn groups(words: impl Iterator<Item = TextNumber>) -> Groups {
    let mut sorted: SmallVec<[TextNumber; 32]> = words.collect();
    sorted.sort_unstable();
    let mut groups = Groups::new();
    for word in sorted {
        match groups.last_mut() {
            Some((known, size)) if *known == word => *size += 1,
            _ => groups.push((word, 1)),
        }
    }
    groups
}
