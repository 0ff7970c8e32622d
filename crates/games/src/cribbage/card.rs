//! [`Card`]: one of the 52 playing cards, written `5♥`, `10♦` or `J♣` as people do.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A playing card; cards sort by rank, then by suit.
///
/// ```
/// use parlor_games::cribbage::{Card, Suit};
/// let jack: Card = "J♣".parse().unwrap();
/// assert_eq!(jack, Card::new(11, Suit::Clubs));
/// assert_eq!((jack.rank(), jack.pips()), (11, 10));
/// assert_eq!("td".parse::<Card>().unwrap().to_string(), "10♦");
/// assert_eq!(Card::deck().count(), 52);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Card {
    rank: u8,
    suit: Suit,
}

/// The suit of a [`Card`].
///
/// ```
/// use parlor_games::cribbage::Suit;
/// assert_eq!(Suit::ALL.map(Suit::symbol), ['♣', '♦', '♥', '♠']);
/// assert_eq!(serde_json::to_string(&Suit::Hearts).unwrap(), "\"hearts\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

/// A text that names no card.
///
/// ```
/// use parlor_games::cribbage::Card;
/// let error = "1H".parse::<Card>().unwrap_err();
/// assert_eq!(error.to_string(), "'1H' is no card: say a rank (A 2 … 10 J Q K) and a suit, as in 5♥ or 5H");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no card: say a rank (A 2 … 10 J Q K) and a suit, as in 5♥ or 5H")]
pub struct CardError(String);

const RANKS: [&str; 13] = [
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
];

impl Card {
    /// The card of this rank, from 1 for the ace to 13 for the king, and suit.
    ///
    /// # Panics
    /// When the rank is not within 1 to 13.
    #[inline]
    pub const fn new(rank: u8, suit: Suit) -> Card {
        assert!(1 <= rank && rank <= 13, "ranks are 1 (ace) to 13 (king)");
        Card { rank, suit }
    }

    /// All 52 cards, the clubs from the ace up first.
    ///
    /// ```
    /// use parlor_games::cribbage::Card;
    /// let deck: Vec<String> = Card::deck().map(|card| card.to_string()).collect();
    /// assert_eq!((&*deck[0], &*deck[12], &*deck[51]), ("A♣", "K♣", "K♠"));
    /// ```
    pub fn deck() -> impl Iterator<Item = Card> {
        let ranks = 1..=13;
        Suit::ALL
            .into_iter()
            .flat_map(move |suit| ranks.clone().map(move |rank| Card::new(rank, suit)))
    }

    /// The rank: 1 is the ace, 11 the jack, 12 the queen, 13 the king.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// The suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        self.suit
    }

    /// What the card counts: its rank, but 10 for a jack, queen or king.
    #[inline]
    pub const fn pips(self) -> u8 {
        if self.rank < 10 { self.rank } else { 10 }
    }
}

impl Suit {
    /// The four suits.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The sign on the card.
    pub const fn symbol(self) -> char {
        match self {
            Suit::Clubs => '♣',
            Suit::Diamonds => '♦',
            Suit::Hearts => '♥',
            Suit::Spades => '♠',
        }
    }

    fn read(letter: char) -> Option<Suit> {
        match letter.to_ascii_uppercase() {
            '♣' | '♧' | 'C' => Some(Suit::Clubs),
            '♦' | '♢' | 'D' => Some(Suit::Diamonds),
            '♥' | '♡' | 'H' => Some(Suit::Hearts),
            '♠' | '♤' | 'S' => Some(Suit::Spades),
            _ => None,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = RANKS[self.rank as usize - 1];
        write!(f, "{rank}{}", self.suit.symbol())
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

impl std::str::FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        let read = || {
            let letter = text.chars().next_back()?;
            let rank = text.strip_suffix(letter)?;
            let suit = Suit::read(letter)?;
            let ten = rank.eq_ignore_ascii_case("T").then_some("10");
            let rank = ten.unwrap_or(rank);
            let index = RANKS.iter().position(|it| it.eq_ignore_ascii_case(rank))?;
            Some(Card::new(index as u8 + 1, suit))
        };
        read().ok_or_else(|| CardError(text.chars().take(20).collect()))
    }
}

impl TryFrom<String> for Card {
    type Error = CardError;

    fn try_from(text: String) -> Result<Card, CardError> {
        text.parse()
    }
}

impl From<Card> for String {
    fn from(card: Card) -> String {
        card.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_from_its_text_and_its_json() {
        for card in Card::deck() {
            assert_eq!(card.to_string().parse(), Ok(card));
            let json = serde_json::to_string(&card).unwrap();
            assert_eq!(json, format!("\"{card}\""));
            assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card);
        }
    }

    #[test]
    fn letters_do_for_suits_and_tens_have_two_spellings() {
        for (text, shown) in [("5H", "5♥"), ("jc", "J♣"), ("TD", "10♦"), ("10d", "10♦")] {
            assert_eq!(text.parse::<Card>().unwrap().to_string(), shown);
        }
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in [
            "", "♥", "H", "5", "1H", "0H", "14S", "11C", "+5H", "5 H", "5HH", "♥5",
        ] {
            assert_eq!(text.parse::<Card>(), Err(CardError(text.into())));
        }
        assert!(serde_json::from_str::<Card>("\"5X\"").is_err());
    }
}
