//! The frames of a socket: each is one JSON object with a `type`.

use std::fmt;

use parlor_core::{Answer, Entropy, Guide, Patch, Rejection, Seat, SeatSet, Told, View, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Account, Problem, Room};

/// What a client says.
///
/// ```
/// use parlor_protocol::ToServer;
/// let frame = r#"{"type":"submit","match":"m1","command":"b2","key":"k1"}"#;
/// let ToServer::Submit { id, version, .. } = serde_json::from_str(frame).unwrap() else { panic!() };
/// assert_eq!((id.as_str(), version), ("m1", None));
/// ```
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ToServer {
    /// Who it is. The first frame of every socket.
    Hello {
        /// The token of a session.
        token: String,
        /// The version of what is spoken: [`PROTOCOL`](crate::PROTOCOL).
        protocol: u32,
    },
    /// It wants to see a match from now on.
    Subscribe {
        /// Which match.
        #[serde(rename = "match")]
        id: String,
        /// The latest version that it has seen: it gets what came after it. Nothing if it has seen none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
        /// As what; as a player if it has a seat, as a spectator otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<Role>,
        /// The code of the room. With it a display need not belong to anybody in the room: it is the TV on the wall.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<String>,
        /// A commitment to entropy that it will add to the seed, if the match has not begun: see [`Dealing`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<String>,
    },
    /// It tells what it has committed to, once it has seen what the server has committed to.
    Entropy {
        /// Of which match.
        #[serde(rename = "match")]
        id: String,
        /// What it adds to the seed.
        entropy: Entropy,
    },
    /// It no longer wants to.
    Unsubscribe {
        /// Which match.
        #[serde(rename = "match")]
        id: String,
    },
    /// It sends a command.
    Submit {
        /// In which match.
        #[serde(rename = "match")]
        id: String,
        /// For which seat; for the only one it has if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The command.
        command: Value,
        /// The version that it has seen. If the match has moved on, the command is refused as stale.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u64>,
        /// What tells this submission from all others of this seat, of 1 to 64 bytes. Sent again, it gets the first answer again.
        key: String,
    },
    /// It asks for the next question on the way to a command.
    Guide {
        /// In which match.
        #[serde(rename = "match")]
        id: String,
        /// For which seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// What was answered so far.
        #[serde(default)]
        answers: Vec<Answer>,
        /// What comes back with the answer.
        key: String,
    },
    /// It asks why a command is not possible. Nothing is played, whatever the answer is.
    Why {
        /// In which match.
        #[serde(rename = "match")]
        id: String,
        /// For which seat; for the only one it has if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The command.
        command: Value,
        /// What comes back with the answer.
        key: String,
    },
    /// It asks for something that is not a move.
    Ask {
        /// In which match.
        #[serde(rename = "match")]
        id: String,
        /// For which seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// What.
        ask: Ask,
    },
    /// It says something to the others.
    Chat {
        /// In which match.
        #[serde(rename = "match")]
        id: String,
        /// What.
        text: String,
    },
    /// It wants to know whether anybody is there.
    Ping {
        /// What comes back with the answer.
        at: u64,
    },
}

impl fmt::Debug for ToServer {
    /// A token is never printed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToServer::Hello { protocol, .. } => write!(f, "Hello(…, {protocol})"),
            other => f.write_str(&serde_json::to_string(other).unwrap_or_default()),
        }
    }
}

/// As what somebody looks at a match.
///
/// ```
/// use parlor_protocol::Role;
/// assert_eq!(serde_json::to_string(&Role::Display).unwrap(), "\"display\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// As all seats that the account has.
    Player,
    /// As somebody who looks on.
    Spectator,
    /// As the screen in the middle of the room: it sees what everybody may see, and the code to get in.
    Display,
}

/// What a player can ask for besides moves.
///
/// ```
/// use parlor_protocol::Ask;
/// assert_eq!(serde_json::to_string(&Ask::Draw).unwrap(), "\"draw\"");
/// assert_eq!(serde_json::from_str::<Ask>(r#""undo""#).unwrap(), Ask::Undo);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// To give up. Nobody has to agree.
    Resign,
    /// To give up the whole series, and with it this game. Nobody has to agree.
    ResignSeries,
    /// To end it as a draw, if all agree.
    Draw,
    /// To call it off. Before everybody has moved nobody has to agree.
    Abort,
    /// To take the latest own command back. Others have to agree where they have learned something, or have moved since.
    Undo,
    /// To play again what was just taken back.
    Redo,
    /// To stop the clocks, if all agree.
    Pause,
    /// To let the clocks run again. Nobody has to agree.
    Resume,
    /// Yes, to what somebody has asked for.
    Agree,
    /// No, to what somebody has asked for.
    Refuse,
}

/// What a server says.
///
/// ```
/// use parlor_protocol::ToClient;
/// let frame = ToClient::Accepted { id: "m1".into(), key: "k1".into(), version: 7 };
/// assert_eq!(serde_json::to_string(&frame).unwrap(), r#"{"type":"accepted","match":"m1","key":"k1","version":7}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToClient {
    /// It knows who the client is.
    Welcome {
        /// Who.
        account: Account,
        /// The version of what is spoken.
        protocol: u32,
        /// The version of Parlor.
        server: String,
        /// What time it is, in milliseconds since 1970.
        time_ms: u64,
    },
    /// A match as a whole: after subscribing, and whenever the client has missed too much.
    Table(Box<Table>),
    /// A record more: what has changed for one viewer.
    Update {
        /// In which match.
        #[serde(rename = "match")]
        id: String,
        /// For whom.
        viewer: Viewer,
        /// The version that it led to.
        version: u64,
        /// What turns the view of the version before into this one.
        patch: Patch,
        /// What happened, as this viewer may hear it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        told: Vec<Told>,
        /// The clocks after it, where there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockShown>,
    },
    /// A command was accepted, and is kept for good.
    Accepted {
        /// In which match.
        #[serde(rename = "match")]
        id: String,
        /// Under which key.
        key: String,
        /// The version that it made.
        version: u64,
    },
    /// A command, or something else that was asked for, was refused by the rules. Nothing has changed.
    Rejected {
        /// In which match.
        #[serde(rename = "match")]
        id: String,
        /// Under which key.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// Why.
        rejection: Rejection,
    },
    /// The next question on the way to a command.
    Guided {
        /// In which match.
        #[serde(rename = "match")]
        id: String,
        /// What came with the request.
        key: String,
        /// The question, or the command that the answers add up to.
        guide: Guide<Value>,
    },
    /// Why a command is not possible now. Nothing was played.
    Why {
        /// In which match.
        #[serde(rename = "match")]
        id: String,
        /// What came with the request.
        key: String,
        /// What would be said if it were sent; nothing if it would be accepted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rejection: Option<Rejection>,
    },
    /// Who is there, what is asked, and all else but the view.
    Status(Box<Status>),
    /// Somebody has said something.
    Chat {
        /// In which match.
        #[serde(rename = "match")]
        id: String,
        /// Who, what and when.
        line: ChatLine,
    },
    /// A match was found for somebody who looked for an opponent.
    Paired {
        /// Which match.
        #[serde(rename = "match")]
        id: String,
    },
    /// A frame was refused.
    Refused {
        /// Of which match it spoke.
        #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Under which key, if it was a command or a question on the way to one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// Why.
        #[serde(flatten)]
        problem: Problem,
    },
    /// It is there.
    Pong {
        /// What came with the question.
        at: u64,
    },
    /// It closes the socket. A client comes back after a moment.
    Bye {
        /// Why.
        #[serde(flatten)]
        problem: Problem,
    },
}

/// A match as a whole, as somebody may know it.
///
/// ```
/// let json = r#"{"match":"m1","version":1,"views":[],"chat":[],"status":{"match":"m1","room":{"id":"m1","game":"hex",
///   "game_name":"Hex","options":{},"seats":[],"status":"playing","visibility":"public","clock":"none","rated":false,
///   "spectators":{},"leavers":"resign","late_join":false,"host":"ann","created_ms":1},"here":[],"spectators":0}}"#;
/// let table: parlor_protocol::Table = serde_json::from_str(json).unwrap();
/// assert_eq!(table.version, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Table {
    /// Which match.
    #[serde(rename = "match")]
    pub id: String,
    /// Its version; 0 before it has begun.
    pub version: u64,
    /// What can be seen, for each seat that the client has, or for a spectator. Empty before the match has begun.
    pub views: Vec<TableView>,
    /// What was said lately.
    pub chat: Vec<ChatLine>,
    /// All else.
    pub status: Status,
}

/// What one viewer sees.
///
/// ```
/// let json = r#"{"viewer":0,"view":{"viewer":0,"to_act":[0],"seats":[],"zones":[]}}"#;
/// let view: parlor_protocol::TableView = serde_json::from_str(json).unwrap();
/// assert_eq!(view.viewer.seat(), Some(parlor_core::Seat(0)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TableView {
    /// Who.
    pub viewer: Viewer,
    /// What.
    pub view: View,
}

/// Who is there, what is asked, and all else but the view.
///
/// ```
/// let json = r#"{"match":"m1","room":{"id":"m1","game":"hex","game_name":"Hex","options":{},"seats":[],
///   "status":"playing","visibility":"public","clock":"none","rated":false,"spectators":{},"leavers":"resign",
///   "late_join":false,"host":"ann","created_ms":1},"here":[{"account":"ann","away":false}],"spectators":0}"#;
/// let status: parlor_protocol::Status = serde_json::from_str(json).unwrap();
/// assert_eq!(status.offer, None);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Status {
    /// Which match.
    #[serde(rename = "match")]
    pub id: String,
    /// The room.
    pub room: Room,
    /// Whether the players are there.
    pub here: Vec<Presence>,
    /// How many look on.
    pub spectators: u32,
    /// Whether the table is on a screen that all can see: then phones need to show no more than one's own hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub screen: bool,
    /// What somebody has asked the others for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
    /// The clocks, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockShown>,
    /// Once the match has begun: what the server has bound itself to. The seed is in the match's file when it is over, and
    /// whoever has kept this can check that it is the one from which all chance came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The match is about to begin: players are adding to its seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealing: Option<Dealing>,
    /// What goes wrong at this table, where something does: rules that have changed under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Problem>,
}

/// A match that is about to begin. Players who have said a commitment to entropy add it to the seed now: the server has committed
/// to its own part, so that neither can choose what fits the other. Who does not tell in time is left out, and named in the header.
///
/// ```
/// let dealing = parlor_protocol::Dealing { commitment: "ab".into(), waits_for: vec!["ann".into()] };
/// assert_eq!(serde_json::to_string(&dealing).unwrap(), r#"{"commitment":"ab","waits_for":["ann"]}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dealing {
    /// What the server has bound itself to. The header of the match has the same.
    pub commitment: String,
    /// The accounts that have still to tell their entropy.
    pub waits_for: Vec<String>,
}

/// Whether a player is there.
///
/// ```
/// let here = parlor_protocol::Presence { account: "ann".into(), away: false };
/// assert_eq!(serde_json::to_string(&here).unwrap(), r#"{"account":"ann","away":false}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// Whose account.
    pub account: String,
    /// Whether no socket of theirs looks at this match.
    pub away: bool,
}

/// Something that a seat has asked the others for.
///
/// ```
/// use parlor_core::{Seat, SeatSet};
/// use parlor_protocol::{Ask, Offer};
/// let offer = Offer { by: Seat(0), ask: Ask::Draw, needs: SeatSet::one(Seat(1)) };
/// assert_eq!(serde_json::to_string(&offer).unwrap(), r#"{"by":0,"ask":"draw","needs":[1]}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    /// Who.
    pub by: Seat,
    /// What.
    pub ask: Ask,
    /// Who still has to agree.
    pub needs: SeatSet,
}

/// The clocks, as of the moment at which they were sent.
///
/// ```
/// use parlor_protocol::ClockShown;
/// let text = r#"{"remaining_ms":[4000,9000],"running":[0],"paused":false}"#;
/// let shown: ClockShown = serde_json::from_str(text).unwrap();
/// assert_eq!(shown.remaining_ms[1], 9000);
/// assert_eq!(shown.running.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockShown {
    /// What each seat has left, in milliseconds. Where each move has its own time, it is what was left of the latest.
    pub remaining_ms: Vec<u64>,
    /// The seats whose time runs, or will run when the pause is over.
    pub running: SeatSet,
    /// Whether the match is paused: all time stands still, and nothing can be played until a player resumes it.
    pub paused: bool,
    /// Who asked for the pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    pub paused_by: Option<Seat>,
}

/// Something that somebody has said.
///
/// ```
/// let json = r#"{"from":"Ann","account":"ann","guest":false,"text":"hi","time_ms":5}"#;
/// let line: parlor_protocol::ChatLine = serde_json::from_str(json).unwrap();
/// assert_eq!((&*line.account, line.guest, &*line.text), ("ann", false, "hi"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// By which name.
    pub from: String,
    /// Whose account. Empty in a line that is older than this field.
    #[serde(default)]
    pub account: String,
    /// Whether they are a guest, whose name is nobody's for good.
    #[serde(default = "yes")]
    pub guest: bool,
    /// What.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub time_ms: u64,
}

fn yes() -> bool {
    true
}
