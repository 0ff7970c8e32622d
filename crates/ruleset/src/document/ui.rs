//! How a game looks on a table.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How it looks on a table: hints that a client may follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Ui {
    /// How the players sit.
    pub layout: TableLayout,
    /// The colour of the table.
    pub table_color: TableColor,
    /// The colour, where `tableColor` is `custom`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_color: Option<String>,
    /// What zones are for and how they look, by name (an addition of Parlor's; otherwise that follows from who sees them).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<BTreeMap<String, ZoneUi>>,
    /// The values that people see, by the variable's name (an addition of Parlor's). Other variables are not shown; without `values`
    /// those are that are `public`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<BTreeMap<String, ValueUi>>,
    /// Whether players hear at the end of each round what everybody has scored, or who has won (an addition of Parlor's).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round_results: Option<bool>,
}

/// What a zone is for and how it looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ZoneUi {
    /// What it is for: `hand`, `deck`, `discard`, `trick`, `won`, `stack`, `board`, `crib`, `market`, `tableau`, `reserve`, `bag`,
    /// or another word. Zones with the role `trick` stand in the middle, before their players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub role: Option<String>,
    /// What people call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub label: Option<String>,
    /// How its cards lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<ZoneLayout>,
    /// Whether it stands in the middle of the table rather than beside its player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_the_middle: Option<bool>,
}

/// How the cards of a zone lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ZoneLayout {
    /// Side by side.
    Row,
    /// As in a hand.
    Fan,
    /// Side by side and never one over another.
    Spread,
    /// Each one over the one before.
    Overlap,
    /// One on the other.
    Pile,
}

/// What a value is and what people call it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ValueUi {
    /// What it is.
    pub shown_as: ShownAs,
    /// What people call it; otherwise its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub label: Option<String>,
    /// Where it stands among the others: what comes first has the lowest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u8>,
    /// Each player has one: `bet` stands for the variables `bet_0`, `bet_1` and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each_player: Option<bool>,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShownAs {
    /// A number of things.
    Counter,
    /// What is compared in the end.
    Points,
    /// An amount of money or chips.
    Money,
    /// A player, by number; a number below 0 is nobody.
    Player,
    /// Whether something is so: not, if it is 0.
    YesNo,
    /// A suit or color.
    Suit,
    /// A rank.
    Rank,
    /// Words.
    Word,
    /// For programs alone: no player sees it.
    Hidden,
}

/// How the players sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableLayout {
    /// In a half circle.
    Semicircle,
    /// All around.
    Circle,
    /// In rows and columns.
    Grid,
    /// Side by side.
    Linear,
}

/// The colour of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableColor {
    /// Green felt.
    FeltGreen,
    /// Wood.
    Wood,
    /// Dark.
    Dark,
    /// The one in `customColor`.
    Custom,
}
