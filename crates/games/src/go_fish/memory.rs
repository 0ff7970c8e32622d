//! What everybody who listens knows of a hand: whoever asks for a rank holds one, and whoever was asked has none left.

use parlor_flow::prelude::*;

/// What was heard of each hand. It is in no view, since remembering is part of the game; whoever imagines what others hold
/// goes by it.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    /// The ranks that a hand must have, a bit for each.
    has: SeatValue<i64>,
    /// How many of each rank a hand can have, three bits for each.
    most: SeatValue<i64>,
}

/// One of each rank, from 1 to 13.
const ONES: i64 = 0o11_111_111_111_110;

impl Memory {
    pub fn new(game: &mut GameBuilder) -> Memory {
        let four = 4 * ONES;
        Memory {
            has: game.value("has", 0).shown(Shown::Never).each_seat(),
            most: game.value("most", four).shown(Shown::Never).each_seat(),
        }
    }

    /// Whoever asks for a rank holds one; whoever was asked has none of it afterwards.
    pub fn asked(self, play: &mut Play<'_, '_>, asker: Seat, asked: Seat, rank: Rank) {
        let has = play.of(asker, self.has) | bit(rank);
        play.set_of(asker, self.has, has);
        let has = play.of(asked, self.has) & !bit(rank);
        play.set_of(asked, self.has, has);
        let most = play.of(asked, self.most) & !(7 * one(rank));
        play.set_of(asked, self.most, most);
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
        let most = play.of(seat, self.most);
        play.set_of(seat, self.most, most + (ones & !(most >> 2)));
    }

    /// A book lies open: nobody holds its rank any more.
    pub fn booked(self, play: &mut Play<'_, '_>, rank: Rank) {
        for seat in play.seats() {
            let has = play.of(seat, self.has) & !bit(rank);
            play.set_of(seat, self.has, has);
        }
    }

    /// A player who leaves holds nothing.
    pub fn left(self, play: &mut Play<'_, '_>, seat: Seat) {
        play.set_of(seat, self.has, 0);
    }

    /// How many of the cards in a hand were heard not to be there, how many must be there and are not, and whether there are
    /// four of a rank, which would lie open.
    pub fn contradictions(
        self,
        at: &At<'_>,
        seat: Seat,
        ranks: impl Iterator<Item = Rank>,
    ) -> usize {
        let (mut held, mut left, mut wrong) = (0, at.of(seat, self.most), 0);
        let mut fours = 4 * ONES;
        for rank in ranks {
            held |= bit(rank);
            match left & (7 * one(rank)) {
                0 => wrong += 1,
                _ => left -= one(rank),
            }
            fours -= one(rank);
        }
        let missing = (at.of(seat, self.has) & !held).count_ones() as usize;
        let fours = (fours | fours >> 1 | fours >> 2) & ONES;
        wrong + missing + (ONES & !fours).count_ones() as usize
    }
}

fn bit(rank: Rank) -> i64 {
    1 << rank.pack()
}

fn one(rank: Rank) -> i64 {
    1 << (3 * rank.pack())
}
