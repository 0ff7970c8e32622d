//! Playing cards: the standard deck, by rank and suit.

use parlor_core::{Face, Shape};
use serde::{Deserialize, Serialize};

use crate::{Attribute, Definition, Packed, Place, Schema};

/// The suit of a playing card.
///
/// ```
/// use parlor_table::Suit;
/// assert_eq!(Suit::Spades.to_string(), "♠");
/// assert!(Suit::Hearts.is_red());
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

impl Suit {
    /// All four.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Whether it is red.
    pub fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }

    /// How it is written.
    pub fn sign(self) -> &'static str {
        ["♣", "♦", "♥", "♠"][self as usize]
    }
}

impl std::fmt::Display for Suit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.sign())
    }
}

impl Packed for Suit {
    #[inline]
    fn pack(self) -> i64 {
        self as i64
    }
    #[inline]
    fn unpack(number: i64) -> Suit {
        Suit::ALL[number as usize % 4]
    }
}

/// The rank of a playing card: ace is 1, jack 11, queen 12, king 13.
///
/// ```
/// use parlor_table::Rank;
/// assert_eq!(Rank(12).to_string(), "Q");
/// assert_eq!("10".parse(), Ok(Rank(10)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rank(pub u8);

const RANKS: [&str; 13] = [
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
];

impl Rank {
    /// From the ace up to the king.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator + Clone {
        (1..14).map(Rank)
    }

    /// How it is written.
    pub fn sign(self) -> &'static str {
        RANKS
            .get(usize::from(self.0).wrapping_sub(1))
            .unwrap_or(&"?")
    }
}

impl std::fmt::Display for Rank {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.sign())
    }
}

impl std::str::FromStr for Rank {
    type Err = ();

    fn from_str(text: &str) -> Result<Rank, ()> {
        let index = RANKS.iter().position(|rank| *rank == text).ok_or(())?;
        Ok(Rank(index as u8 + 1))
    }
}

impl Packed for Rank {
    #[inline]
    fn pack(self) -> i64 {
        self.0.into()
    }
    #[inline]
    fn unpack(number: i64) -> Rank {
        Rank(number as u8)
    }
}

/// A deck of playing cards, and the attributes by which to ask for them.
///
/// ```
/// use parlor_table::{Cards, Rank, Schema};
/// let mut schema = Schema::new();
/// let stock = schema.zone("stock").hidden().stacked().add();
/// let cards = Cards::standard(&mut schema, stock);
/// let table = schema.lay(2);
/// assert_eq!(table.zone(stock).len(), 52);
/// assert_eq!(table.zone(stock).pieces().with(cards.rank, Rank(12)).count(), 4);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cards {
    /// Ace to king.
    pub rank: Attribute<Rank>,
    /// Clubs, diamonds, hearts, spades.
    pub suit: Attribute<Suit>,
    first: Definition,
}

impl Cards {
    /// The 52 cards, all in one place.
    pub fn standard(schema: &mut Schema, to: impl Into<Place>) -> Cards {
        Cards::of_ranks(schema, to, Rank::all())
    }

    /// The cards of some ranks in four suits, all in one place.
    pub fn of_ranks(
        schema: &mut Schema,
        to: impl Into<Place>,
        ranks: impl Iterator<Item = Rank> + Clone,
    ) -> Cards {
        let to = to.into();
        let rank_words = std::iter::once("").chain(RANKS);
        let rank = schema.attribute("rank").words(rank_words).add();
        let suit_words = Suit::ALL.iter().map(ToString::to_string);
        let suit = schema.attribute("suit").words(suit_words).add();
        // As people hold them: red and black in turn, the ace above the king.
        let face = Face::new()
            .shape(Shape::Card)
            .sort_by("suit", ["♠", "♥", "♣", "♦"])
            .sort_by("rank", RANKS[1..].iter().chain(&RANKS[..1]).copied());
        schema.legend().pieces.insert("card".into(), face);
        let mut first = None;
        for one_suit in Suit::ALL {
            for one_rank in ranks.clone() {
                let card = schema.definition("card", &format!("{one_rank}{one_suit}"));
                schema.give(card, rank, one_rank);
                schema.give(card, suit, one_suit);
                schema.place(card, to, 1);
                first.get_or_insert(card);
            }
        }
        let first = first.unwrap_or(Definition(0));
        Cards { rank, suit, first }
    }

    /// The definition of the deck's first card; the others follow suit by suit.
    pub fn first(&self) -> Definition {
        self.first
    }
}
