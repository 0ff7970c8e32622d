//! [`Card`]: one of the 52 playing cards, written `5♥`, `10♦` or `J♣` as people do.

use std::fmt;

use parlor_table::{Rank, Suit};
use serde::{Deserialize, Serialize};

/// A playing card; cards sort by rank, then by suit.
///
/// ```
/// use parlor_games::cribbage::Card;
/// use parlor_table::{Rank, Suit};
/// let jack: Card = "J♣".parse().unwrap();
/// assert_eq!(jack, Card::new(Rank(11), Suit::Clubs));
/// assert_eq!((jack.rank(), jack.pips()), (Rank(11), 10));
/// assert_eq!("td".parse::<Card>().unwrap().to_string(), "10♦");
/// assert_eq!(Card::deck().count(), 52);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Card {
    rank: Rank,
    suit: Suit,
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

impl Card {
    /// The card of this rank, from the ace to the king, and suit.
    ///
    /// # Panics
    /// When the rank is not within 1 to 13.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        assert!(
            1 <= rank.0 && rank.0 <= 13,
            "ranks are 1 (ace) to 13 (king)"
        );
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
        Suit::ALL
            .into_iter()
            .flat_map(|suit| Rank::all().map(move |rank| Card::new(rank, suit)))
    }

    /// The rank: 1 is the ace, 11 the jack, 12 the queen, 13 the king.
    #[inline]
    pub const fn rank(self) -> Rank {
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
        pips(self.rank)
    }
}

/// What a card of this rank counts.
#[inline]
pub(super) const fn pips(rank: Rank) -> u8 {
    if rank.0 < 10 { rank.0 } else { 10 }
}

fn read_suit(letter: char) -> Option<Suit> {
    match letter.to_ascii_uppercase() {
        '♣' | '♧' | 'C' => Some(Suit::Clubs),
        '♦' | '♢' | 'D' => Some(Suit::Diamonds),
        '♥' | '♡' | 'H' => Some(Suit::Hearts),
        '♠' | '♤' | 'S' => Some(Suit::Spades),
        _ => None,
    }
}

fn read_rank(text: &str) -> Option<Rank> {
    match text.to_ascii_uppercase().as_str() {
        "T" => Some(Rank(10)),
        text => text.parse().ok(),
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank, self.suit)
    }
}

impl std::str::FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        let read = || {
            let letter = text.chars().next_back()?;
            let rank = text.strip_suffix(letter)?;
            Some(Card::new(read_rank(rank)?, read_suit(letter)?))
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
