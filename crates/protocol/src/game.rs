//! The games that a server has.

use parlor_core::{GameInfo, Manifest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game as the catalogue lists it.
///
/// ```
/// let json = r#"{"id":"hex","name":"Hex","version":"1","summary":"","min_seats":2,"max_seats":2,"hidden":false,"chance":false}"#;
/// let card: parlor_protocol::GameCard = serde_json::from_str(json).unwrap();
/// assert_eq!(card.name, "Hex");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameCard {
    /// What programs call it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The version of its rules.
    pub version: String,
    /// One sentence.
    pub summary: String,
    /// What kind of game it is, in words by which people look for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// What people want to know before they choose it.
    #[serde(default, skip_serializing_if = "Manifest::is_empty")]
    pub manifest: Manifest,
    /// The fewest seats.
    pub min_seats: u8,
    /// The most seats.
    pub max_seats: u8,
    /// Whether a seat may know what another does not.
    pub hidden: bool,
    /// Whether chance plays a part.
    pub chance: bool,
}

impl From<&GameInfo> for GameCard {
    fn from(info: &GameInfo) -> GameCard {
        GameCard {
            id: info.id.clone(),
            name: info.name.clone(),
            version: info.version.clone(),
            summary: info.summary.clone(),
            tags: info.tags.clone(),
            manifest: info.manifest.clone(),
            min_seats: info.min_seats,
            max_seats: info.max_seats,
            hidden: info.hidden,
            chance: info.chance,
        }
    }
}

/// All that can be known of a game before it is played.
///
/// ```
/// use parlor_protocol::GameDetails;
/// let info = parlor_core::GameInfo::new("hex", "Hex", 2..=2);
/// let details = GameDetails { info, options_schema: serde_json::json!({"type": "object"}), ruleset: None };
/// assert!(serde_json::to_string(&details).unwrap().starts_with(r#"{"id":"hex""#));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameDetails {
    /// The facts, and the options that can be set.
    #[serde(flatten)]
    pub info: GameInfo,
    /// The options of a new room as a JSON Schema: what a form can be made from.
    pub options_schema: Value,
    /// The rules themselves, where they are data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<Value>,
}

/// A ruleset to be added, where the host allows it: the rules, or where they are.
///
/// ```
/// use parlor_protocol::RulesetUpload;
/// let upload: RulesetUpload = serde_json::from_str(r#"{"url":"https://example.org/war.cardgame.json"}"#).unwrap();
/// assert!(matches!(upload, RulesetUpload::Url(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RulesetUpload {
    /// The text of a `.cardgame.json`.
    Text(String),
    /// Where the server can fetch it.
    Url(String),
}
