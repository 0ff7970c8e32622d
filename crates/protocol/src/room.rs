//! Where people gather, and what they agree on before and while they play.

use std::collections::BTreeMap;
use std::fmt;

use parlor_core::{OptionValue, Outcome, Points, Seat, SeriesLength};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Account, RatingShown};

/// A wish for a room.
///
/// ```
/// use parlor_protocol::NewRoom;
/// let room: NewRoom = serde_json::from_str(r#"{"game":"hex","seats":["me","hard"],"clock":"5m+3s"}"#).unwrap();
/// assert_eq!(room.seats, ["me", "hard"]);
/// assert_eq!(room, NewRoom { seats: room.seats.clone(), clock: "5m+3s".into(), ..NewRoom::of("hex") });
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The id of the game.
    pub game: String,
    /// What the game lets one choose.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Who sits where: `me`, `open` for whoever comes, or a bot (`easy`, `medium`, `hard`, `expert`). Empty: me, and as many
    /// open seats as the game needs.
    #[serde(default)]
    pub seats: Vec<String>,
    /// What I bring, by what the game calls it. What is not here is the first preset.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub brings: BTreeMap<String, Bring>,
    /// Whether it is listed.
    #[serde(default)]
    pub visibility: Visibility,
    /// The clock: `none`, `30s` for each move, `5m+3s` for the match with so much more after each move, `3d` for each move.
    #[serde(default = "no_clock")]
    pub clock: String,
    /// Whether it counts for ratings. Only matches between humans do.
    #[serde(default)]
    pub rated: bool,
    /// Who may look on.
    #[serde(default)]
    pub spectators: Spectators,
    /// What becomes of the seat of somebody who leaves.
    #[serde(default)]
    pub leavers: Leavers,
    /// Whether somebody may take over a bot's seat after the match has begun.
    #[serde(default)]
    pub late_join: bool,
    /// Whether the match begins by itself once every seat is taken.
    #[serde(default = "yes")]
    pub start_when_full: bool,
    /// Several games in a row, as one contest: `{"best_of":3}`, `{"first_to":5}` or `{"games":4}`. Only the series is rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<SeriesLength>,
    /// A seed that makes the match repeatable. Whoever knows it knows every card: only a host who plays alone allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// A commitment to entropy that I will add to the seed: see [`Dealing`](crate::Dealing).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
}

fn yes() -> bool {
    true
}

fn no_clock() -> String {
    "none".into()
}

impl NewRoom {
    /// A room for a game, with the usual settings.
    pub fn of(game: impl Into<String>) -> NewRoom {
        NewRoom {
            game: game.into(),
            options: BTreeMap::new(),
            seats: Vec::new(),
            brings: BTreeMap::new(),
            visibility: Visibility::default(),
            clock: no_clock(),
            rated: false,
            spectators: Spectators::default(),
            leavers: Leavers::default(),
            late_join: false,
            start_when_full: true,
            series: None,
            seed: None,
            commitment: None,
        }
    }
}

/// What somebody brings to a match: a deck, a squad. Nobody else is told of it unless the game says that it is open.
///
/// ```
/// use parlor_protocol::Bring;
/// let json = |bring: &Bring| serde_json::to_string(bring).unwrap();
/// assert_eq!(json(&Bring::Preset("embers".into())), r#"{"preset":"embers"}"#);
/// let bring = Bring::Value(serde_json::json!(["ox", "spark"]));
/// assert_eq!(json(&bring), r#"{"value":["ox","spark"]}"#);
/// assert_eq!(format!("{bring:?}"), "Bring(…)");
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bring {
    /// A ready-made one, by its id.
    Preset(String),
    /// One of one's own. What it has to look like is the game's affair.
    Value(Value),
}

/// It may be a secret, so it is never printed.
impl fmt::Debug for Bring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bring(…)")
    }
}

/// What somebody at a seat wants to bring instead, before the match begins.
///
/// ```
/// let set: parlor_protocol::SetBrings = serde_json::from_str(r#"{"brings":{"deck":{"preset":"embers"}}}"#).unwrap();
/// assert_eq!(set.brings.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetBrings {
    /// By what the game calls it. What is not here stays as it is.
    pub brings: BTreeMap<String, Bring>,
}

/// Whether a room is listed.
///
/// ```
/// use parlor_protocol::Visibility;
/// assert_eq!(serde_json::to_string(&Visibility::default()).unwrap(), "\"by_code\"");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Whoever has the code or the link gets in.
    #[default]
    ByCode,
    /// Everybody sees it in the list.
    Public,
}

/// Who may look on.
///
/// ```
/// use parlor_protocol::Spectators;
/// assert_eq!(Spectators::default(), Spectators { allowed: true, delay_seconds: 0 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spectators {
    /// Whether anybody but the players may.
    #[serde(default = "yes")]
    pub allowed: bool,
    /// How far behind they see the match.
    #[serde(default)]
    pub delay_seconds: u32,
}

impl Default for Spectators {
    fn default() -> Spectators {
        Spectators {
            allowed: true,
            delay_seconds: 0,
        }
    }
}

/// What becomes of the seat of somebody who leaves a match.
///
/// ```
/// use parlor_protocol::Leavers;
/// assert_eq!(serde_json::to_string(&Leavers::default()).unwrap(), "\"resign\"");
/// assert_eq!(serde_json::to_string(&Leavers::Bot("easy".into())).unwrap(), r#"{"bot":"easy"}"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leavers {
    /// They give up.
    #[default]
    Resign,
    /// A bot of this level plays on for them, and they may come back.
    Bot(String),
}

/// How far a room has come.
///
/// ```
/// use parlor_protocol::RoomStatus;
/// assert_eq!(serde_json::to_string(&RoomStatus::Gathering).unwrap(), "\"gathering\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoomStatus {
    /// Seats are being taken.
    Gathering,
    /// The match is on.
    Playing,
    /// The match is over.
    Over,
}

/// Who has a seat.
///
/// ```
/// use parlor_protocol::Player;
/// assert_eq!(serde_json::to_string(&Player::Open).unwrap(), r#"{"kind":"open"}"#);
/// assert_eq!(Player::Bot { level: "hard".into(), name: None, instead_of: None }.name(), "Bot (hard)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// Nobody yet.
    Open,
    /// A person.
    Human {
        /// Who.
        account: Account,
        /// What they are called at this seat, where that is not the name of their account: several people share a device, or
        /// somebody else at the table has that name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// How strong they were when they sat down, in a rated match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<RatingShown>,
    },
    /// The computer.
    Bot {
        /// How strong.
        level: String,
        /// What it is called, where several like it are at the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Whose seat it keeps warm, if somebody has left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead_of: Option<Account>,
    },
}

impl Player {
    /// What people call them.
    pub fn name(&self) -> String {
        match self {
            Player::Open => "nobody yet".into(),
            Player::Human {
                name: Some(name), ..
            }
            | Player::Bot {
                name: Some(name), ..
            } => name.clone(),
            Player::Human { account, .. } => account.name.clone(),
            Player::Bot { level, .. } => format!("Bot ({level})"),
        }
    }

    /// The account of a human.
    pub fn account(&self) -> Option<&Account> {
        match self {
            Player::Human { account, .. } => Some(account),
            Player::Open | Player::Bot { .. } => None,
        }
    }
}

/// A room, as somebody may know it.
///
/// ```
/// let json = r#"{"id":"m1","game":"hex","game_name":"Hex","options":{},"seats":[{"kind":"open"}],"status":"gathering",
///   "visibility":"public","clock":"none","rated":false,"spectators":{},"leavers":"resign","late_join":false,
///   "host":"ann","created_ms":1}"#;
/// let room: parlor_protocol::Room = serde_json::from_str(json).unwrap();
/// assert_eq!(room.code, None);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Room {
    /// What it, and its match, is called everywhere.
    pub id: String,
    /// The id of the game.
    pub game: String,
    /// What people call the game.
    pub game_name: String,
    /// What was chosen.
    pub options: BTreeMap<String, OptionValue>,
    /// Who sits where.
    pub seats: Vec<Player>,
    /// How far it has come.
    pub status: RoomStatus,
    /// Whether it is listed.
    pub visibility: Visibility,
    /// The clock.
    pub clock: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Who may look on.
    pub spectators: Spectators,
    /// What becomes of the seat of somebody who leaves.
    pub leavers: Leavers,
    /// Whether a bot's seat may be taken over.
    pub late_join: bool,
    /// The id of the account that made it.
    pub host: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: u64,
    /// What lets others in. Only who is in, or has come by it, gets to know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The address that lets others in, to be sent or shown as a QR code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The room of the rematch, or of the next game of the series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The match that it continues, where somebody tries out how that could have gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analysis_of: Option<String>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The series that the match is a game of, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<SeriesShown>,
}

/// A series of games, as it stands at one of them.
///
/// ```
/// use parlor_core::{Points, SeriesLength};
/// let json = r#"{"id":"m1","length":{"best_of":3},"number":2,"half_points":[0,2]}"#;
/// let shown: parlor_protocol::SeriesShown = serde_json::from_str(json).unwrap();
/// assert_eq!((shown.length, shown.number), (SeriesLength::BestOf(3), 2));
/// assert_eq!((shown.standing(), shown.outcome), ("0–1".into(), None));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeriesShown {
    /// What it is called: the room of its first game.
    pub id: String,
    /// When it is over.
    pub length: SeriesLength,
    /// Which of its games this is, from 1.
    pub number: u16,
    /// The points by the seats of this game, in halves: before it while it is on, and with it once it is over.
    pub half_points: Vec<Points>,
    /// How the series ended, by the seats of this game, if it ended with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The accounts that are not ready for this game yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waits_for: Vec<String>,
    /// When it begins even without them, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins_ms: Option<u64>,
}

impl SeriesShown {
    /// The points in a row, as people write a standing.
    pub fn standing(&self) -> String {
        let points: Vec<String> = self.half_points.iter().map(Points::to_string).collect();
        points.join("–")
    }
}

/// A wish for a seat.
///
/// ```
/// use parlor_protocol::Join;
/// assert_eq!(serde_json::from_str::<Join>("{}").unwrap(), Join::default());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Which seat; the first that is free if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What to be called at this seat, where several people share a device: each joins in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What I bring, by what the game calls it. What is not here is the first preset.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub brings: BTreeMap<String, Bring>,
    /// The code of the room, where it is not listed and was found by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// A commitment to entropy that I will add to the seed: see [`Dealing`](crate::Dealing).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
}

/// What the host makes of a seat: `open`, or a bot's level.
///
/// ```
/// let set: parlor_protocol::SetSeat = serde_json::from_str(r#"{"player":"hard"}"#).unwrap();
/// assert_eq!(set.player, "hard");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetSeat {
    /// `open`, or a bot's level.
    pub player: String,
}
