//! What a server writes into the page, so that it is known before anything is asked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the page looks here, and whom it serves.
///
/// ```
/// let json = r#"{"brand":{"name":"Parlor","theme":"system","accent":"","table":""},"author_tools":false}"#;
/// let about: parlor_protocol::About = serde_json::from_str(json).unwrap();
/// assert_eq!(about.brand.name, "Parlor");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct About {
    /// The house.
    pub brand: Brand,
    /// Whether there are tools for whoever writes a game.
    pub author_tools: bool,
}

/// How a house looks.
///
/// ```
/// let json = r##"{"name":"Ann's","theme":"dark","accent":"#113355","table":""}"##;
/// let brand: parlor_protocol::Brand = serde_json::from_str(json).unwrap();
/// assert_eq!(brand.theme, "dark");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Brand {
    /// What the place is called.
    pub name: String,
    /// The theme for whoever has chosen none.
    pub theme: String,
    /// The color of buttons and links; empty for the usual one.
    pub accent: String,
    /// The color of the table; empty for the usual one.
    pub table: String,
}
