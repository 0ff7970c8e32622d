//! What everybody who listens knows of a hand: whoever asks for a rank holds one, and whoever was asked has none left.

use parlor_flow::prelude::*;

/// What was heard of each hand. It is in no view, since remembering is part of the game; whoever imagines what others hold
/// goes by it.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    /// Four bits for each rank: how many of it a hand can have at most, and whether it must have one.
    heard: SeatValue<i64>,
}

/// One of each rank, from 1 to 13.
const ONES: i64 = 0x11_1111_1111_1110;
/// As many as there are.
const FOUR: i64 = 4;
/// At least one.
const HAS: i64 = 8;

impl Memory {
    pub fn new(game: &mut GameBuilder) -> Memory {
        let heard = game.value("heard", FOUR * ONES).shown(Shown::Never);
        Memory {
            heard: heard.each_seat(),
        }
    }

    /// Whoever asks for a rank holds one; whoever was asked has none of it afterwards.
    pub fn asked(self, play: &mut Play<'_, '_>, asker: Seat, asked: Seat, rank: Rank) {
        let heard = play.of(asker, self.heard) | (HAS * one(rank));
        play.set_of(asker, self.heard, heard);
        let heard = play.of(asked, self.heard) & !((HAS | 7) * one(rank));
        play.set_of(asked, self.heard, heard);
    }

    /// Cards of a rank came into a hand for all to see.
    pub fn got(self, play: &mut Play<'_, '_>, seat: Seat, rank: Rank, cards: usize) {
        for _ in 0..cards {
            self.more(play, seat, one(rank));
        }
    }

    /// A card came into a hand that nobody else has seen: it can be of any rank but one.
    pub fn drew(self, play: &mut Play<'_, '_>, seat: Seat, but: Option<Rank>) {
        self.more(play, seat, ONES & !but.map_or(0, one));
    }

    /// There may be one more of these ranks, and never more than four.
    fn more(self, play: &mut Play<'_, '_>, seat: Seat, ones: i64) {
        let heard = play.of(seat, self.heard);
        play.set_of(seat, self.heard, heard + (ones & !(heard >> 2)));
    }

    /// A book lies open: nobody holds its rank any more.
    pub fn booked(self, play: &mut Play<'_, '_>, rank: Rank) {
        for seat in play.seats() {
            let heard = play.of(seat, self.heard);
            if heard & (HAS * one(rank)) != 0 {
                play.set_of(seat, self.heard, heard & !(HAS * one(rank)));
            }
        }
    }

    /// A player who leaves holds nothing.
    pub fn left(self, play: &mut Play<'_, '_>, seat: Seat) {
        let heard = play.of(seat, self.heard) & !(HAS * ONES);
        play.set_of(seat, self.heard, heard);
    }

    /// How many of the cards in a hand were heard not to be there, how many must be there and are not, and how often there are
    /// four of a rank, which would lie open.
    pub fn contradictions(
        self,
        at: &At<'_>,
        seat: Seat,
        ranks: impl Iterator<Item = Rank>,
    ) -> usize {
        let heard = at.of(seat, self.heard);
        let (mut left, mut held, mut wrong) = (heard & (7 * ONES), 0, 0);
        for rank in ranks {
            held += one(rank);
            match left & (7 * one(rank)) {
                0 => wrong += 1,
                _ => left -= one(rank),
            }
        }
        let any = held | (held >> 1) | (held >> 2);
        let missing = (heard >> 3) & ONES & !any;
        let fours = (held >> 2) & ONES;
        wrong + (missing.count_ones() + fours.count_ones()) as usize
    }
}

fn one(rank: Rank) -> i64 {
    1 << (4 * rank.pack())
}
