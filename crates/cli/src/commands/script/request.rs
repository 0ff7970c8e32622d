//! The lines of a script, read strictly: an unknown field is a mistake that is told, not passed over.

use std::collections::BTreeMap;

use parlor_core::{Answer, OptionValue, Seat, SeatSet, Seed, Viewer};
use parlor_protocol::Bring;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The first line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupLine {
    pub seats: Option<usize>,
    pub names: Option<Vec<String>>,
    pub options: Option<BTreeMap<String, OptionValue>>,
    /// What each seat brings, by seat: presets and values, as in `{"0": {"deck": {"preset": "embers"}}}`.
    pub brings: Option<BTreeMap<u8, BTreeMap<String, Bring>>>,
    pub seed: Option<Seed>,
    #[serde(default)]
    pub time_ms: u64,
}

/// What a line asks for.
pub enum Request {
    Command(CommandLine),
    View(Viewer, Option<u64>),
    Legal(Seat),
    Told(Viewer, Option<u64>),
    Undo(UndoLine, u64),
    Redo(RedoLine, u64),
    Resign(Seat, u64),
    TimeOut(Seat, u64),
    Fork(ForkLine, u64),
    Guide(GuideLine),
    Export,
    Verify,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandLine {
    pub seat: Seat,
    pub command: Value,
    pub expect: Option<u64>,
    pub key: Option<String>,
    #[serde(default)]
    pub time_ms: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UndoLine {
    pub seat: Seat,
    pub to: Option<u64>,
    #[serde(default)]
    pub consent: SeatSet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RedoLine {
    pub seat: Seat,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForkLine {
    pub version: u64,
    pub seed: Option<Seed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuideLine {
    pub seat: Seat,
    #[serde(default)]
    pub answers: Vec<Answer>,
}

/// The field that says what a line asks for, and the fields that may stand beside it.
const KINDS: [(&str, &[&str]); 12] = [
    ("command", &["seat", "expect", "key", "time_ms"]),
    ("view", &["at"]),
    ("legal", &[]),
    ("told", &["version"]),
    ("undo", &["time_ms"]),
    ("redo", &["time_ms"]),
    ("resign", &["time_ms"]),
    ("time_out", &["time_ms"]),
    ("fork", &["time_ms"]),
    ("guide", &[]),
    ("export", &[]),
    ("verify", &[]),
];

impl Request {
    /// Reads a line.
    pub fn read(line: &[u8]) -> Result<Request, String> {
        let value: Value = parse(line)?;
        let Value::Object(fields) = &value else {
            return Err("a line is a JSON object, as in {\"legal\":0}".into());
        };
        let mut kinds = KINDS.iter().filter(|(kind, _)| fields.contains_key(*kind));
        let (kind, beside) = match (kinds.next(), kinds.next()) {
            (Some(kind), None) => kind,
            (Some((one, _)), Some((other, _))) => {
                return Err(format!(
                    "it asks for '{one}' and '{other}': ask for one at a time"
                ));
            }
            (None, _) => {
                let known: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).collect();
                return Err(format!(
                    "it asks for nothing; it needs one of {}",
                    known.join(", ")
                ));
            }
        };
        let stray = |name: &&String| name != kind && !beside.contains(&name.as_str());
        if let Some(name) = fields.keys().find(stray) {
            return Err(match beside {
                [] => format!("'{kind}' takes no field '{name}' beside it"),
                _ => format!(
                    "'{kind}' takes no field '{name}' beside it, only {}",
                    beside.join(", ")
                ),
            });
        }
        let time_ms = || optional(&value, "time_ms").map(|time_ms| time_ms.unwrap_or(0));
        Ok(match *kind {
            "command" => Request::Command(from(value)?),
            "view" => Request::View(field(&value, kind)?, optional(&value, "at")?),
            "legal" => Request::Legal(field(&value, kind)?),
            "told" => Request::Told(field(&value, kind)?, optional(&value, "version")?),
            "undo" => Request::Undo(field(&value, kind)?, time_ms()?),
            "redo" => Request::Redo(field(&value, kind)?, time_ms()?),
            "resign" => Request::Resign(field(&value, kind)?, time_ms()?),
            "time_out" => Request::TimeOut(field(&value, kind)?, time_ms()?),
            "fork" => Request::Fork(field(&value, kind)?, time_ms()?),
            "guide" => Request::Guide(field(&value, kind)?),
            "export" => truly(&value, kind).map(|()| Request::Export)?,
            _ => truly(&value, kind).map(|()| Request::Verify)?,
        })
    }
}

/// Reads JSON, and says where it goes wrong.
pub fn parse<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    serde_json::from_slice(line).map_err(|error| {
        // There is only one line, so only the column tells anything.
        error.to_string().replace(" at line 1 column", " at column")
    })
}

fn from<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

fn field<T: DeserializeOwned>(value: &Value, name: &str) -> Result<T, String> {
    from(value[name].clone()).map_err(|error| format!("'{name}': {error}"))
}

fn optional<T: DeserializeOwned>(value: &Value, name: &str) -> Result<Option<T>, String> {
    match value.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(_) => field(value, name).map(Some),
    }
}

fn truly(value: &Value, name: &str) -> Result<(), String> {
    match value[name] {
        Value::Bool(true) => Ok(()),
        _ => Err(format!(
            "'{name}' is asked for with true, as in {{\"{name}\":true}}"
        )),
    }
}
