//! What cards score: [`score_hand`] for a hand or crib with the starter, [`peg`] for a card as it is played.
//!
//! Both are called for every move of every simulated game, so they allocate nothing.

use parlor_table::Rank;
use serde::{Deserialize, Serialize};

use super::card::Card;

/// The rank that scores by itself: his heels as the starter, his nobs in a hand.
pub(super) const JACK: Rank = Rank(11);

/// What a hand scores with the starter, by kind.
///
/// ```
/// use parlor_games::cribbage::{Card, score_hand};
/// let card = |text: &str| text.parse::<Card>().unwrap();
/// let score = score_hand(&["5♥", "5♣", "5♦", "J♠"].map(card), card("5♠"), false);
/// assert_eq!((score.fifteens, score.pairs, score.nobs), (16, 12, 1));
/// assert_eq!(score.total(), 29);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandScore {
    /// 2 for each choice of cards that count 15 together.
    pub fifteens: u32,
    /// 2 for each two cards of a rank: 6 for three, 12 for four.
    pub pairs: u32,
    /// 1 for each card of each run of three or more; only the longest runs count.
    pub runs: u32,
    /// 4 for a hand of one suit, 5 if the starter has it too; a crib scores only the 5.
    pub flush: u32,
    /// 1 for the jack of the starter's suit in the hand.
    pub nobs: u32,
}

/// What a played card scores, by kind.
///
/// ```
/// use parlor_games::cribbage::{Card, peg};
/// let pile = ["4♥", "6♣", "5♦"].map(|text| text.parse::<Card>().unwrap());
/// let score = peg(&pile);
/// assert_eq!((score.fifteen, score.run), (2, 3));
/// assert_eq!(score.total(), 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PegScore {
    /// 2 if the pile now counts 15.
    pub fifteen: u32,
    /// 2 if the pile now counts 31.
    pub thirty_one: u32,
    /// 2, 6 or 12 if the last two, three or four cards have the same rank.
    pub pairs: u32,
    /// The length of the longest run that the last cards make, in any order, if that is three or more.
    pub run: u32,
}

impl HandScore {
    /// All points together.
    #[inline]
    pub const fn total(self) -> u32 {
        self.fifteens + self.pairs + self.runs + self.flush + self.nobs
    }
}

impl PegScore {
    /// All points together.
    #[inline]
    pub const fn total(self) -> u32 {
        self.fifteen + self.thirty_one + self.pairs + self.run
    }
}

/// What four cards and the starter score in the show; `crib` makes the rule for flushes stricter.
///
/// ```
/// use parlor_games::cribbage::{Card, score_hand};
/// let card = |text: &str| text.parse::<Card>().unwrap();
/// let hand = ["2♥", "4♥", "8♥", "K♥"].map(card);
/// assert_eq!(score_hand(&hand, card("Q♠"), false).flush, 4);
/// assert_eq!(score_hand(&hand, card("Q♠"), true).flush, 0);
/// ```
#[inline]
pub fn score_hand(hand: &[Card; 4], starter: Card, crib: bool) -> HandScore {
    let [a, b, c, d] = *hand;
    let cards = [a, b, c, d, starter];
    let starter_fits = starter.suit() == a.suit();
    let flush = match hand.iter().all(|card| card.suit() == a.suit()) {
        true if starter_fits => 5,
        true if !crib => 4,
        _ => 0,
    };
    let nobs = hand
        .iter()
        .any(|card| card.rank() == JACK && card.suit() == starter.suit());
    let (pairs, runs) = pairs_and_runs(cards);
    HandScore {
        fifteens: fifteens(cards),
        pairs,
        runs,
        flush,
        nobs: nobs.into(),
    }
}

/// What the last card of a pile scores; the pile is what was played since the count last began at 0.
///
/// The point for a go or for the last card is not in here: the cards do not show it.
///
/// ```
/// use parlor_games::cribbage::{Card, peg};
/// let pile = ["K♥", "4♣", "2♦", "3♠", "2♥"].map(|text| text.parse::<Card>().unwrap());
/// let runs: Vec<u32> = (0..=5).map(|played| peg(&pile[..played]).run).collect();
/// assert_eq!(runs, [0, 0, 0, 0, 3, 0]);
/// ```
#[inline]
pub fn peg(pile: &[Card]) -> PegScore {
    let Some(last) = pile.last() else {
        return PegScore::default();
    };
    let count: u32 = pile.iter().map(|card| u32::from(card.pips())).sum();
    let latest = pile.iter().rev();
    let same = latest.take_while(|card| card.rank() == last.rank()).count() as u32;
    PegScore {
        fifteen: if count == 15 { 2 } else { 0 },
        thirty_one: if count == 31 { 2 } else { 0 },
        pairs: same * (same - 1),
        run: last_run(pile),
    }
}

/// Finds in how many ways some of the cards count 15.
fn fifteens(cards: [Card; 5]) -> u32 {
    // Nibble n holds how many choices of the cards so far count n; what counts more than 15 falls off at the top. No
    // nibble spills over: no choice with the same count contains another, and of five cards at most ten such exist.
    let mut ways: u64 = 1;
    for card in cards {
        ways += ways << (4 * card.pips());
    }
    2 * (ways >> 60) as u32
}

fn pairs_and_runs(cards: [Card; 5]) -> (u32, u32) {
    // Nibble r of `counts` holds how many cards have rank r, bit r of `ranks` whether any has.
    let (mut counts, mut ranks, mut pairs) = (0_u64, 0_u32, 0);
    let count = |counts: u64, rank: u32| (counts >> (4 * rank)) as u32 & 15;
    for card in cards {
        let rank = u32::from(card.rank().0);
        pairs += 2 * count(counts, rank);
        counts += 1 << (4 * rank);
        ranks |= 1 << rank;
    }
    let threes = ranks & (ranks >> 1) & (ranks >> 2);
    if threes == 0 {
        return (pairs, 0);
    }
    // Five cards have room for one stretch of three ranks or more.
    let first = threes.trailing_zeros();
    let length = (ranks >> first).trailing_ones();
    let copies: u32 = (first..first + length)
        .map(|rank| count(counts, rank))
        .product();
    (pairs, length * copies)
}

/// Finds the length of the longest run at the end of the pile, or 0.
fn last_run(pile: &[Card]) -> u32 {
    let (mut ranks, mut run) = (0_u32, 0);
    for (card, length) in pile.iter().rev().zip(1..) {
        let rank = 1 << card.rank().0;
        if ranks & rank != 0 {
            break;
        }
        ranks |= rank;
        let in_a_row = (ranks >> ranks.trailing_zeros()).trailing_ones() == length;
        if length >= 3 && in_a_row {
            run = length;
        }
    }
    run
}

#[cfg(test)]
#[path = "score_tests.rs"]
mod tests;
