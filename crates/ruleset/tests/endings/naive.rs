//! Cards counted by their faces alone, the way people count them.

/// Rank and suit of `10♥`.
fn split(card: &str) -> (&str, &str) {
    let suit = card.char_indices().last().map_or(0, |(index, _)| index);
    card.split_at(suit)
}

/// 2 to 14 for an ace.
fn high(card: &str) -> u8 {
    match split(card).0 {
        "J" => 11,
        "Q" => 12,
        "K" => 13,
        "A" => 14,
        rank => rank
            .parse()
            .unwrap_or_else(|_| panic!("{card} has no rank")),
    }
}

pub fn hearts(cards: &[String]) -> i64 {
    let worth = |card: &String| match (card.as_str(), split(card).1) {
        ("Q♠", _) => 13,
        (_, "♥") => 1,
        _ => 0,
    };
    cards.iter().map(worth).sum()
}

pub fn crazy_eights(card: &str) -> i64 {
    match high(card) {
        8 => 50,
        14 => 1,
        rank => i64::from(rank.min(10)),
    }
}

pub fn rummy(card: &str) -> i64 {
    match high(card) {
        14 => 1,
        rank => i64::from(rank.min(10)),
    }
}

pub fn hue_and_cry(card: &str) -> i64 {
    let rank = ["Skip", "Reverse", "Draw Two"]
        .iter()
        .any(|rank| card.starts_with(rank));
    match card {
        _ if card.starts_with("Wild") => 50,
        _ if rank => 20,
        _ => i64::from(card.as_bytes()[0] - b'0'),
    }
}

pub fn blackjack(cards: &[String]) -> i64 {
    let mut aces = cards.iter().filter(|card| card.starts_with('A')).count();
    let worth = |card: &String| match high(card) {
        14 => 11,
        rank => i64::from(rank.min(10)),
    };
    let mut sum: i64 = cards.iter().map(worth).sum();
    while sum > 21 && aces > 0 {
        sum -= 10;
        aces -= 1;
    }
    sum
}

/// 1 for a hand that beats the dealer's, 0 for a tie, -1 for one that loses.
pub fn beats(hand: i64, dealer: i64) -> i64 {
    match (hand, dealer) {
        (22.., _) => -1,
        (_, 22..) => 1,
        _ => (hand - dealer).signum(),
    }
}

/// How good five cards are: the kind of hand, and the values that decide between two of a kind.
type Worth = (u8, Vec<u8>);

/// The best of all fives among seven cards.
pub fn poker(cards: &[String]) -> Worth {
    let mut best = (0, Vec::new());
    for one in 0..cards.len() {
        for two in one + 1..cards.len() {
            let five: Vec<&str> = (0..cards.len())
                .filter(|index| *index != one && *index != two)
                .map(|index| &*cards[index])
                .collect();
            best = best.max(five_cards(&five));
        }
    }
    best
}

fn five_cards(cards: &[&str]) -> Worth {
    let mut values: Vec<u8> = cards.iter().map(|card| high(card)).collect();
    values.sort_by(|a, b| b.cmp(a));
    let flush = cards.iter().all(|card| split(card).1 == split(cards[0]).1);
    let in_a_row = values.windows(2).all(|pair| pair[0] == pair[1] + 1);
    let wheel = values == [14, 5, 4, 3, 2];
    let many = |value: u8| values.iter().filter(|other| **other == value).count();
    let mut grouped = values.clone();
    grouped.sort_by_key(|value| std::cmp::Reverse((many(*value), *value)));
    let sizes: Vec<usize> = grouped.iter().map(|value| many(*value)).collect();
    let top = if wheel { vec![5] } else { vec![values[0]] };
    match (flush, in_a_row || wheel, &sizes[..]) {
        (true, true, _) => (8, top),
        (_, _, [4, ..]) => (7, grouped),
        (_, _, [3, 3, 3, 2, 2]) => (6, grouped),
        (true, ..) => (5, values),
        (_, true, _) => (4, top),
        (_, _, [3, ..]) => (3, grouped),
        (_, _, [2, 2, 2, 2, ..]) => (2, grouped),
        (_, _, [2, ..]) => (1, grouped),
        _ => (0, values),
    }
}

pub fn name(worth: &Worth) -> &'static str {
    match worth.0 {
        8 => "a straight flush",
        7 => "four of a kind",
        6 => "a full house",
        5 => "a flush",
        4 => "a straight",
        3 => "three of a kind",
        2 => "two pair",
        1 => "a pair",
        _ => "high card",
    }
}
