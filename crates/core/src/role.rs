//! What a zone is for and where it stands, so that clients need not guess it from its name.

use serde::{Deserialize, Serialize};

use crate::Text;

/// What a zone is for: how a client arranges it, animates it and reads it out.
///
/// In JSON it is a word. A word that is not listed here is a role of the game's own.
///
/// ```
/// use parlor_core::{Role, ZoneView};
/// assert_eq!(serde_json::to_string(&Role::Discard).unwrap(), r#""discard""#);
/// assert_eq!(Role::from("graveyard"), Role::Other("graveyard".into()));
/// // A zone that is called like a role has it, and a board is a board.
/// assert_eq!(ZoneView::row("hand-0").role, Some(Role::Hand));
/// assert_eq!(ZoneView::grid("sea", 10, 10).role, Some(Role::Board));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Text", into = "Text")]
pub enum Role {
    /// What a player holds.
    Hand,
    /// What is drawn from.
    Deck,
    /// Where things go that were used.
    Discard,
    /// What each seat has played, to be compared and cleared together.
    Trick,
    /// What each seat has won and keeps: tricks, books, captured pieces.
    Won,
    /// What waits to be resolved, the last one first.
    Stack,
    /// Squares, hexagons or places on which pieces stand.
    Board,
    /// Cards that belong to a seat and are counted later, as in cribbage.
    Crib,
    /// What everybody may take or buy from.
    Market,
    /// What a seat has laid open before it.
    Tableau,
    /// Pieces that have not come into play.
    Reserve,
    /// What is drawn from without an order.
    Bag,
    /// Dice that are rolled together.
    Dice,
    /// Something else, in a word.
    Other(Text),
}

impl Role {
    /// The word for it.
    pub fn word(&self) -> &str {
        match self {
            Role::Hand => "hand",
            Role::Deck => "deck",
            Role::Discard => "discard",
            Role::Trick => "trick",
            Role::Won => "won",
            Role::Stack => "stack",
            Role::Board => "board",
            Role::Crib => "crib",
            Role::Market => "market",
            Role::Tableau => "tableau",
            Role::Reserve => "reserve",
            Role::Bag => "bag",
            Role::Dice => "dice",
            Role::Other(word) => word,
        }
    }

    /// The role that this word stands for in every game, if it is one of those.
    pub fn known(word: &str) -> Option<Role> {
        Some(match word {
            "hand" => Role::Hand,
            "deck" => Role::Deck,
            "discard" => Role::Discard,
            "trick" => Role::Trick,
            "won" => Role::Won,
            "stack" => Role::Stack,
            "board" => Role::Board,
            "crib" => Role::Crib,
            "market" => Role::Market,
            "tableau" => Role::Tableau,
            "reserve" => Role::Reserve,
            "bag" => Role::Bag,
            "dice" => Role::Dice,
            _ => return None,
        })
    }
}

impl From<Text> for Role {
    fn from(word: Text) -> Role {
        Role::known(&word).unwrap_or(Role::Other(word))
    }
}

impl From<&str> for Role {
    fn from(word: &str) -> Role {
        Role::from(Text::from(word))
    }
}

impl From<Role> for Text {
    fn from(role: Role) -> Text {
        role.word().into()
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Role {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ZoneRole".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "What a zone is for: hand, deck, discard, trick, won, stack, board, crib, market, tableau, reserve, bag, \
                            dice, or another word.",
            "type": "string",
        })
    }
}

/// Where a zone stands on the table.
///
/// ```
/// use parlor_core::{Seat, Stands, ZoneView};
/// let played = ZoneView::row("played-0").owner(Seat(0)).stands(Stands::Middle);
/// assert_eq!(played.stands, Some(Stands::Middle));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stands {
    /// Beside the seat that owns it. That is so of a zone with an owner unless it says otherwise.
    Seat,
    /// In the middle; with an owner, before that seat. That is so of what nobody owns, and of tricks.
    Middle,
}
