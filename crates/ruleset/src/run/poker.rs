//! How good the best five cards of some are at poker.

use smallvec::SmallVec;

use crate::program::{Card, TextNumber};

/// The values of some cards, the highest first.
type Values = SmallVec<[u8; 16]>;

const STRAIGHT_FLUSH: u8 = 8;
const FOUR: u8 = 7;
const FULL_HOUSE: u8 = 6;
const FLUSH: u8 = 5;
const STRAIGHT: u8 = 4;
const THREE: u8 = 3;
const TWO_PAIRS: u8 = 2;
const PAIR: u8 = 1;
const HIGH_CARD: u8 = 0;

/// A number that is the higher the better the best five of these cards are: the kind of hand from 8 for a straight flush down
/// to 0, then the values that decide between two of a kind, two digits each.
pub(super) fn best_five(cards: &[&Card]) -> f64 {
    let flush = flush(cards);
    if let Some(top) = flush.and_then(|suit| straight(cards, Some(suit))) {
        return worth(STRAIGHT_FLUSH, &[top]);
    }
    // The ranks with the most cards first, the highest of them first.
    let mut groups = SmallVec::<[(usize, u8); 16]>::new();
    let values = values(cards, None);
    for value in &values {
        match groups.iter_mut().find(|(_, known)| known == value) {
            Some((size, _)) => *size += 1,
            None => groups.push((1, *value)),
        }
    }
    groups.sort_by(|a, b| b.cmp(a));
    let sizes = (
        groups.first().map_or(0, |(size, _)| *size),
        groups.get(1).map_or(0, |(size, _)| *size),
    );
    // What is left beside the groups that count, as many as make five cards.
    let with = |kind: u8, used: usize, single: usize| {
        let mut decides: Values = groups.iter().take(used).map(|(_, value)| *value).collect();
        let used = decides.clone();
        decides.extend(
            values
                .iter()
                .filter(|value| !used.contains(value))
                .take(single)
                .copied(),
        );
        worth(kind, &decides)
    };
    match (sizes, flush, straight(cards, None)) {
        ((4.., _), ..) => with(FOUR, 1, 1),
        ((3, 2..), ..) => {
            let pairs = groups.iter().skip(1).filter(|(size, _)| *size >= 2);
            let pair = pairs.map(|(_, value)| *value).max().unwrap_or(0);
            worth(FULL_HOUSE, &[groups[0].1, pair])
        }
        (_, Some(suit), _) => worth(FLUSH, &self::values(cards, Some(suit))),
        (.., Some(top)) => worth(STRAIGHT, &[top]),
        ((3, _), ..) => with(THREE, 1, 2),
        ((2, 2), ..) => with(TWO_PAIRS, 2, 1),
        ((2, _), ..) => with(PAIR, 1, 3),
        _ => with(HIGH_CARD, 0, 5),
    }
}

/// What people call a hand that is worth so much.
pub(super) fn hand_name(worth: f64) -> &'static str {
    const NAMES: [&str; 9] = [
        "high card",
        "a pair",
        "two pair",
        "three of a kind",
        "a straight",
        "a flush",
        "a full house",
        "four of a kind",
        "a straight flush",
    ];
    let kind = (worth / 1e10).clamp(0.0, 8.0) as usize;
    NAMES[kind]
}

fn worth(kind: u8, decides: &[u8]) -> f64 {
    let digits = decides.iter().chain([0; 5].iter()).take(5);
    digits.fold(f64::from(kind), |worth, value| {
        worth * 100.0 + f64::from(*value)
    })
}

fn whole(value: f64) -> u8 {
    value.clamp(0.0, 99.0) as u8
}

fn values(cards: &[&Card], suit: Option<TextNumber>) -> Values {
    let cards = cards
        .iter()
        .filter(|card| suit.is_none_or(|suit| card.suit == suit));
    let mut values: Values = cards.map(|card| whole(card.value)).collect();
    values.sort_by(|a, b| b.cmp(a));
    values
}

/// The suit of which there are five; the one with the better cards if there are two.
fn flush(cards: &[&Card]) -> Option<TextNumber> {
    let of = |suit| cards.iter().filter(|card| card.suit == suit).count();
    let suits = cards
        .iter()
        .map(|card| card.suit)
        .filter(|suit| of(*suit) >= 5);
    suits.max_by_key(|suit| values(cards, Some(*suit)))
}

/// The highest value of the highest five that follow each other. Cards with two values count as both.
fn straight(cards: &[&Card], suit: Option<TextNumber>) -> Option<u8> {
    let cards = cards
        .iter()
        .filter(|card| suit.is_none_or(|suit| card.suit == suit));
    let there = cards.fold(0_u128, |there, card| {
        there | 1 << whole(card.value) | 1 << whole(card.low)
    });
    (4..=99)
        .rev()
        .find(|top| there >> (top - 4) & 0b1_1111 == 0b1_1111)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `Ts 9h`: the value of the best five, as the kind and the values that decide.
    fn hand(text: &str) -> f64 {
        let cards: Vec<Card> = text
            .split_whitespace()
            .map(|card| {
                let (rank, suit) = card.split_at(1);
                let value = 2 + "23456789TJQKA".find(rank).unwrap() as u8;
                Card {
                    rank: value.into(),
                    suit: "shdc".find(suit).unwrap() as TextNumber,
                    value: value.into(),
                    low: if rank == "A" { 1.0 } else { value.into() },
                }
            })
            .collect();
        best_five(&cards.iter().collect::<Vec<_>>())
    }

    fn check(text: &str, kind: u8, decides: &[u8]) {
        assert_eq!(hand(text), worth(kind, decides), "{text}");
    }

    #[test]
    fn the_best_five_of_seven_cards_are_found() {
        check("As Ks Qs Js Ts 9s 2d", STRAIGHT_FLUSH, &[14]);
        check("As 2s 3s 4s 5s 6d 7d", STRAIGHT_FLUSH, &[5]);
        check("9s 9h 9d 9c Kd Kh 2c", FOUR, &[9, 13]);
        check("9s 9h 9d Kc Kd Kh 2c", FULL_HOUSE, &[13, 9]);
        check("9s 9h 9d Kc Kd Ah Ac", FULL_HOUSE, &[9, 14]);
        check("As 9s 7s 4s 3s 2s Kd", FLUSH, &[14, 9, 7, 4, 3]);
        check("6d 5c 4h 3d 2s 9c Kd", STRAIGHT, &[6]);
        check("Ad 5c 4h 3d 2s 9c Kd", STRAIGHT, &[5]);
        check("8d 8c 8h Kd 2s 9c 4d", THREE, &[8, 13, 9]);
        check("8d 8c Kh Kd 2s 2c Ad", TWO_PAIRS, &[13, 8, 14]);
        check("8d 8c Kh Qd 2s 3c Ad", PAIR, &[8, 14, 13, 12]);
        check("8d 7c Kh Qd 2s 3c Ad", HIGH_CARD, &[14, 13, 12, 8, 7]);
    }

    #[test]
    fn a_straight_and_a_flush_of_other_cards_are_no_straight_flush() {
        check("As 9s 8s 7s 3s 6d 5d", FLUSH, &[14, 9, 8, 7, 3]);
    }

    #[test]
    fn a_hand_is_called_what_people_call_it() {
        for (text, name) in [
            ("As Ks Qs Js Ts 9s 2d", "a straight flush"),
            ("9s 9h 9d Kc Kd Kh 2c", "a full house"),
            ("As 9s 7s 4s 3s 2s Kd", "a flush"),
            ("8d 8c Kh Kd 2s 2c Ad", "two pair"),
            ("Ad 3c", "high card"),
            ("", "high card"),
        ] {
            assert_eq!(hand_name(hand(text)), name, "{text}");
        }
    }

    #[test]
    fn a_straight_does_not_go_round_the_corner() {
        check("2d Ac Kh Qd Js 3c 7d", HIGH_CARD, &[14, 13, 12, 11, 7]);
    }

    #[test]
    fn fewer_than_five_cards_count_as_well() {
        check("8d 8c", PAIR, &[8]);
        check("Ad 3c", HIGH_CARD, &[14, 3]);
        check("", HIGH_CARD, &[]);
    }

    #[test]
    fn a_better_hand_is_worth_more() {
        let ladder = [
            "3d 5c 7h 9d Js",
            "2d 2c 3h 4d 5s",
            "Ad Ac 3h 4d 5s",
            "2d 2c 3h 3d 4s",
            "2d 2c 2h 3d 4s",
            "Ad 2c 3h 4d 5s",
            "2d 3c 4h 5d 6s",
            "2d 3d 4d 5d 7d",
            "2d 2c 2h 3d 3s",
            "2d 2c 2h 2s 3s",
            "Ad 2d 3d 4d 5d",
            "Ad Kd Qd Jd Td",
        ];
        assert!(ladder.is_sorted_by(|low, high| hand(low) < hand(high)));
    }
}
