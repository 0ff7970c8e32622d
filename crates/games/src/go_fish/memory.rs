//! What everybody who listens knows: whoever asks for a rank holds one.

use parlor_flow::prelude::*;

/// The latest asks that still tell something: who must hold a card of which rank. They are in no view, since remembering is part
/// of the game; whoever imagines what others hold goes by them.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    asks: [Value<i64>; REMEMBERED],
}

/// Nobody remembers everything; and a deal that fits to many of them would take long to find.
const REMEMBERED: usize = 4;

/// No ask.
const NONE: i64 = -1;

impl Memory {
    pub fn new(game: &mut GameBuilder) -> Memory {
        let names = ["ask-1", "ask-2", "ask-3", "ask-4"];
        Memory {
            asks: names.map(|name| game.value(name, NONE).shown(Shown::Never).add()),
        }
    }

    /// Whoever asks for a rank holds one; whoever was asked has none of it afterwards.
    pub fn asked(self, play: &mut Play<'_, '_>, asker: Seat, asked: Seat, rank: Rank) {
        self.forget(play, |ask| {
            ask == code(asked, rank) || ask == code(asker, rank)
        });
        for (earlier, later) in self.asks.iter().zip(&self.asks[1..]) {
            let ask = play.value(*later);
            play.set_value(*earlier, ask);
        }
        play.set_value(self.asks[REMEMBERED - 1], code(asker, rank));
    }

    /// A book lies open: nobody holds its rank any more.
    pub fn booked(self, play: &mut Play<'_, '_>, rank: Rank) {
        self.forget(play, |ask| ask >> 8 == rank.pack());
    }

    /// A player who leaves holds nothing.
    pub fn left(self, play: &mut Play<'_, '_>, seat: Seat) {
        self.forget(play, |ask| ask & 0xFF == i64::from(seat.0));
    }

    fn forget(self, play: &mut Play<'_, '_>, is_over: impl Fn(i64) -> bool) {
        for ask in self.asks {
            if play.value(ask) != NONE && is_over(play.value(ask)) {
                play.set_value(ask, NONE);
            }
        }
    }

    /// Whether a seat can hold these ranks: one of each that it asked for, and four of none, since four would lie open.
    pub fn allows(self, at: &At<'_>, seat: Seat, ranks: impl Iterator<Item = Rank>) -> bool {
        let (mut held, mut counts) = (0_u64, 0_u64);
        for rank in ranks {
            held |= 1 << rank.pack();
            // Three bits for each rank: the highest is set by the fourth card.
            counts += 1 << (3 * rank.pack());
        }
        const FOURS: u64 = 0o4444_4444_4444_4444_4444;
        let asks = self.asks.iter().map(|ask| at.value(*ask));
        let mut own = asks.filter(|ask| *ask != NONE && ask & 0xFF == i64::from(seat.0));
        counts & FOURS == 0 && own.all(|ask| held >> (ask >> 8) & 1 == 1)
    }
}

/// An ask as a number.
fn code(asker: Seat, rank: Rank) -> i64 {
    rank.pack() << 8 | i64::from(asker.0)
}
