//! What a `.cardgame.json` file says, as plain data: its shape is the JSON Schema, field for field.

mod about;
mod ui;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use about::About;
pub use ui::{ShownAs, TableColor, TableLayout, Ui, ValueUi, ZoneLayout, ZoneUi};

/// A card game: metadata, deck, roles, zones, phases, scoring, and how it looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Document {
    /// The JSON Schema of this file, so that editors complete and underline.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// What the game is called, and by how many it is played.
    pub meta: Meta,
    /// Which cards there are, and what they are worth.
    pub deck: Deck,
    /// Who takes part.
    #[schemars(length(min = 1))]
    pub roles: Vec<Role>,
    /// Where cards lie. Every card is in exactly one zone at any time.
    #[schemars(length(min = 1))]
    pub zones: Vec<Zone>,
    /// Numbers that the rules keep, by name, and what they are at the beginning of a round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_variables: Option<BTreeMap<String, f64>>,
    /// Numbers and texts that the rules keep (newer dialect, in place of `initialVariables`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variables: Option<BTreeMap<String, Variable>>,
    /// The parts of a game, the first one first.
    #[schemars(length(min = 1))]
    pub phases: Vec<Phase>,
    /// Transitions from any phase, tried after the phase's own (newer dialect).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub global_transitions: Option<Vec<Transition>>,
    /// How a round is scored, and who has won it.
    pub scoring: Scoring,
    /// Who sees which cards. It goes before what the zones say themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Vec<VisibilityRule>>,
    /// How it looks on a table.
    pub ui: Ui,
    /// What people read in other languages, by language and then by the ids of messages (an addition of Parlor's).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translations: Option<BTreeMap<String, BTreeMap<String, String>>>,
    /// What guides bots (an addition of Parlor's).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ai: Option<Ai>,
}

/// What the game is called, and by how many it is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Meta {
    /// What people call it.
    #[schemars(length(min = 1))]
    pub name: String,
    /// What programs call it: lower case, digits and hyphens.
    #[schemars(regex(pattern = r"^[a-z0-9-]+$"))]
    pub slug: String,
    /// The version of the rules: three numbers.
    #[schemars(regex(pattern = r"^\d+\.\d+\.\d+$"))]
    pub version: String,
    /// Who wrote it.
    #[schemars(length(min = 1))]
    pub author: String,
    /// By how many it is played.
    pub players: Players,
    /// One sentence for a catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub description: Option<String>,
    /// Words to find it by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// The licence of this file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub license: Option<String>,
    /// How long and how hard it is, for whom, and where it is from (an addition of Parlor's).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<About>,
}

/// By how many a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Players {
    /// The fewest.
    #[schemars(range(min = 1, max = 31))]
    pub min: u8,
    /// The most.
    #[schemars(range(min = 1, max = 31))]
    pub max: u8,
}

/// Which cards there are, and what they are worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Deck {
    /// A deck that is known by name, or `custom`.
    pub preset: Preset,
    /// How many such decks are shuffled together.
    #[schemars(range(min = 1, max = 100))]
    pub copies: u32,
    /// The cards of a `custom` deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub cards: Option<Vec<CardTemplate>>,
    /// What each rank is worth.
    pub card_values: BTreeMap<String, CardValue>,
}

/// A deck that is known by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Preset {
    /// 52 cards: hearts, diamonds, clubs, spades; A, 2 to 10, J, Q, K.
    #[serde(rename = "standard_52")]
    Standard52,
    /// The same and two jokers.
    #[serde(rename = "standard_54")]
    Standard54,
    /// 108 cards in four colours with Skip, Reverse, Draw Two and wild cards.
    #[serde(rename = "uno_108")]
    Uno108,
    /// The cards listed in `cards`.
    #[serde(rename = "custom")]
    Custom,
}

/// A card of a custom deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CardTemplate {
    /// Its suit or colour.
    #[schemars(length(min = 1))]
    pub suit: String,
    /// Its rank.
    #[schemars(length(min = 1))]
    pub rank: String,
}

/// What a rank is worth: a number, or one of two.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CardValue {
    /// A bare number (newer dialect).
    Number(f64),
    /// An object with a `kind`.
    Kind(CardValueKind),
}

/// What a rank is worth, said by kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum CardValueKind {
    /// Always the same.
    Fixed {
        /// How much.
        value: f64,
    },
    /// The high value, or the low one where the high one is too much.
    Dual {
        /// The low value.
        low: f64,
        /// The high value.
        high: f64,
    },
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Role {
    /// What zones and scoring call it.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Whether people play it; the others do only what automatic phases do for them.
    pub is_human: bool,
    /// How many there are: a number, or `per_player`.
    pub count: RoleCount,
}

/// How many there are of a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RoleCount {
    /// So many.
    Number(#[schemars(range(min = 1))] u32),
    /// One for each player.
    Word(PerPlayer),
}

/// One for each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PerPlayer {
    /// One for each player.
    PerPlayer,
}

/// Where cards lie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Zone {
    /// What expressions call it. A zone that each player has becomes `hand:0`, `hand:1` and so on.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Who sees its cards.
    pub visibility: Visibility,
    /// The roles that own it; none for a zone that all share.
    pub owners: Vec<String>,
    /// The most cards it can hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_cards: Option<u32>,
    /// Who sees its cards in some phases (newer dialect, in place of the rules in `visibility`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase_overrides: Option<Vec<PhaseOverride>>,
}

/// Who sees the cards of a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Visibility {
    /// Everybody.
    Public {},
    /// The player whose zone it is.
    OwnerOnly {},
    /// Nobody.
    Hidden {},
    /// Everybody sees some of the cards.
    Partial {
        /// Which ones: `first_card_only` or `face_up_only`. An unknown rule hides them all.
        rule: String,
    },
}

/// Who sees the cards of a zone in one phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PhaseOverride {
    /// In which phase.
    #[schemars(length(min = 1))]
    pub phase: String,
    /// Who sees the cards then.
    pub visibility: Visibility,
}

/// Who sees the cards of a zone, said apart from the zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VisibilityRule {
    /// Which zone.
    #[schemars(length(min = 1))]
    pub zone: String,
    /// Who sees its cards.
    pub visibility: Visibility,
    /// Who sees them in one phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase_override: Option<PhaseOverride>,
}

/// A number or text that the rules keep (newer dialect).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Variable {
    /// `number` or `string`; without it, what `initial` is.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<VariableKind>,
    /// What it is at the beginning of a round.
    pub initial: Scalar,
    /// Whether players see it. If any variable says this, only those that do are seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<bool>,
}

/// What a variable keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VariableKind {
    /// A number.
    Number,
    /// A text.
    String,
}

/// A number or a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Scalar {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// A part of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Phase {
    /// What transitions call it.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Who acts in it.
    pub kind: PhaseKind,
    /// What players can do; nothing in automatic phases.
    #[serde(default)]
    pub actions: Vec<Action>,
    /// Where it goes on, the first one that holds.
    pub transitions: Vec<Transition>,
    /// What happens when an automatic phase begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub automatic_sequence: Option<Vec<String>>,
    /// What happens when an automatic phase begins (newer dialect, in place of `automaticSequence`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_enter: Option<Vec<String>>,
    /// What happens again and again, one step at a time, until a transition holds (newer dialect).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_step: Option<Vec<String>>,
    /// Reserved by the newer dialect; nothing happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_exit: Option<Vec<String>>,
    /// Which way round the table turns go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_order: Option<TurnOrder>,
    /// When the turn of whoever has just acted ends by itself (newer dialect, in place of `scoring`'s).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_end_turn_condition: Option<String>,
}

/// Who acts in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PhaseKind {
    /// Nobody: it runs by itself.
    Automatic,
    /// One player after the other.
    TurnBased,
    /// All players at once.
    AllPlayers,
}

/// Which way round the table turns go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnOrder {
    /// From player 0 to player 1 and on. That is so unless a phase says otherwise.
    Clockwise,
    /// The other way round.
    Counterclockwise,
    /// From player to player, whatever effects say about the order of turns.
    Fixed,
}

/// Something that players can do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Action {
    /// What programs call it. `play_card` moves a card, then its effects happen.
    #[schemars(length(min = 1))]
    pub name: String,
    /// What people read.
    #[schemars(length(min = 1))]
    pub label: String,
    /// When it can be done; always, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// What it does, in order.
    pub effect: Vec<String>,
    /// What the player chooses with it, by the name that `get_param` reads (an addition of Parlor's).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub params: Option<BTreeMap<String, Parameter>>,
    /// The zones from which `play_card` takes cards (an addition of Parlor's; otherwise it is found out).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<String>>,
    /// The zones to which `play_card` plays them (an addition of Parlor's; otherwise it is found out).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Vec<String>>,
}

/// What a player may choose for a parameter (an addition of Parlor's).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Parameter {
    /// One of these.
    Options(#[schemars(length(min = 1))] Vec<Scalar>),
    /// A whole number.
    Range {
        /// The lowest.
        min: i32,
        /// The highest.
        max: i32,
    },
    /// A rank of the deck.
    Rank {},
    /// A suit of the deck.
    Suit {},
    /// A player, by number.
    Player {
        /// Whether the players may choose themselves.
        #[serde(default)]
        including_self: bool,
    },
}

/// Where a phase goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Transition {
    /// To which phase.
    #[schemars(length(min = 1))]
    pub to: String,
    /// When.
    #[schemars(length(min = 1))]
    pub when: String,
}

/// How a round is scored, and who has won it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scoring {
    /// The score of a player or role, as a number.
    #[schemars(length(min = 1))]
    pub method: String,
    /// When a player has won.
    #[schemars(length(min = 1))]
    pub win_condition: String,
    /// When a player has lost whatever else holds. It is asked first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bust_condition: Option<String>,
    /// When a player who has not won has not lost either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie_condition: Option<String>,
    /// When the turn of whoever has just acted ends by itself, in any phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_end_turn_condition: Option<String>,
    /// Why the match ended as it did for a player, as a text for people (an addition of Parlor's; otherwise it is found out).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub reason: Option<String>,
    /// Which scores are better, for the places of those who have not won (an addition of Parlor's; otherwise it is found out).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Ranking>,
}

/// Which scores are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ranking {
    /// High ones.
    Highest,
    /// Low ones.
    Lowest,
    /// None: all who have lost share a place.
    None,
}

/// What guides bots (an addition of Parlor's). The rules are the same with and without it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Ai {
    /// What is worth having on the way to the end.
    #[serde(default)]
    pub objectives: Vec<Objective>,
    /// How many actions bots play at random before they ask for the objectives: 24 if it is omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1000))]
    pub horizon: Option<u32>,
}

/// Something that is worth having on the way to the end, for bots that cannot look that far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Objective {
    /// What it is, in a few words.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Whether a player has it: a condition, in which `current_player` is that player.
    #[schemars(length(min = 1))]
    pub check: String,
    /// How much it is worth: 1 is a lot, and what had better be avoided is below 0.
    #[schemars(range(min = -100, max = 100))]
    pub weight: f64,
}
