//! What a schema notes of each definition, attribute, zone and value.

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::dice::Die;
use crate::look::ZoneLook;
use crate::{Others, ShownAs};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DefinitionSpec {
    pub kind: String,
    pub name: String,
    pub back: String,
    pub values: Vec<i64>,
    pub die: Option<Die>,
    /// What is removed of it is gone for good.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub token: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AttributeSpec {
    pub name: String,
    pub start: i64,
    /// Its number among the attributes that change in play and that every piece has, or that it is [kept for few](SPARSE).
    pub slot: Option<u8>,
    pub shown: Shown,
    pub shown_as: ShownAs,
    pub words: Vec<String>,
}

impl AttributeSpec {
    /// Where it is kept among those that every piece has.
    pub fn dense(&self) -> Option<u8> {
        self.slot.filter(|slot| *slot != SPARSE)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ZoneSpec {
    pub name: String,
    pub each: bool,
    pub faces: Faces,
    pub others: Others,
    pub stacked: bool,
    pub board: Option<Board>,
    pub inside: Option<u8>,
    /// How many pieces a place of it can hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u16>,
    /// How it looks: the rules do not depend on it.
    #[serde(default)]
    pub look: ZoneLook,
    /// Found when the table is laid.
    pub first_place: u16,
    pub places: u16,
    pub first_instance: u16,
    pub first_edge: u16,
    /// Whoever sees a cell sees what lies on it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fog: bool,
    #[serde(default, skip)]
    pub first_fog: u32,
}

impl ZoneSpec {
    pub fn span(&self) -> Span {
        Span {
            first_place: self.first_place,
            places: self.places,
            first_instance: self.first_instance,
            most: self.most.unwrap_or(u16::MAX),
            fog: self.fog,
        }
    }
}

// Boards are compared by all they are made of, whole numbers and names.
impl Eq for Board {}

/// Where a zone's places and its instances begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub first_place: u16,
    pub places: u16,
    pub first_instance: u16,
    pub most: u16,
    pub fog: bool,
}

/// The slot of an attribute that does not change.
pub(crate) const FIXED: u8 = u8::MAX;

/// The slot of an attribute that is kept for those pieces alone that differ in it from its start.
pub(crate) const SPARSE: u8 = u8::MAX - 1;

/// Who sees the faces in a zone, before anything has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Faces {
    All,
    Owner,
    Nobody,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ValueSpec {
    pub name: String,
    pub start: i64,
    pub each: bool,
    pub shown: Shown,
    pub shown_as: ShownAs,
    pub words: Vec<String>,
    /// What a secret value can be.
    pub between: Option<(i64, i64)>,
    /// Found when the table is laid.
    pub first: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ListSpec {
    pub name: String,
    pub held: Held,
    pub shown: Shown,
    pub shown_as: ShownAs,
    /// What its items can be, where they are a secret.
    pub between: Option<(i64, i64)>,
    /// Found when the table is laid.
    pub first: u16,
}

/// Who has such a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Held {
    Table,
    Seats,
    Pieces,
}

impl ListSpec {
    /// How many of them every table has, apart from those of pieces.
    pub fn copies(&self, seats: u8) -> u8 {
        match self.held {
            Held::Table => 1,
            Held::Seats => seats,
            Held::Pieces => 0,
        }
    }

    /// Whether some do not know what is in it.
    pub fn is_secret(&self) -> bool {
        self.held != Held::Pieces && self.shown == Shown::ToOwner
    }
}

impl ValueSpec {
    /// Whether some do not know it: what only its seat sees, and what is never shown and says what it can be.
    pub fn is_secret(&self) -> bool {
        match self.shown {
            Shown::ToOwner => true,
            Shown::Never => self.between.is_some(),
            Shown::WithFace | Shown::Always => false,
        }
    }
}

/// Who sees an attribute or a value.
///
/// ```
/// use parlor_table::{Schema, Shown};
/// let mut schema = Schema::new();
/// let tapped = schema.attribute::<bool>("tapped").shown(Shown::Always).changes().add();
/// # let _ = tapped;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// Everybody who sees the piece's face; for a value, everybody.
    WithFace,
    /// Everybody who sees the piece at all, even from behind.
    Always,
    /// The owner of the piece, or the seat whose value it is.
    ToOwner,
    /// Nobody: it is for the rules alone. Everybody could work it out from what they saw and heard, so bots go by it. What
    /// nobody can know is a secret: say with [`between`](crate::ValueBuilder::between) what it can be, and bots guess like
    /// everybody else.
    Never,
}
