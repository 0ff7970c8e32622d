//! How a game looks on a table.

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
