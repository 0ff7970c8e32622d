//! The lines of a match: a [`Header`], then [`Record`]s, each with a hash that rests on the one before.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::migrate::Origin;
use super::seal::Declared;
use crate::{
    Actor, Algorithm, Contribution, GameInfo, OptionValue, SeatSet, SeriesGame, Setup, SetupError,
    SystemCommand,
};

/// The version of the text format that this build writes.
///
/// ```
/// assert_eq!(parlor_core::FORMAT, 1);
/// ```
pub const FORMAT: u32 = 1;

/// The first line of a match: what is played, by whom, and the commitment to the seed.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
/// use parlor_core::Header;
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// let header = Header::read(&game.save()).unwrap();
/// assert_eq!((header.game.as_str(), header.seat_count()), ("sticks", 2));
/// assert!(Seed::Integer(1).keeps(&header.commitment));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the text format.
    pub parlor: u32,
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub game_version: String,
    /// The hash of its rules.
    pub rules: String,
    /// The players' names, by seat.
    pub seats: Vec<String>,
    /// The value of every option.
    pub options: BTreeMap<String, OptionValue>,
    /// The generator behind the match's chance.
    pub chance: Algorithm,
    /// The commitment to the seed.
    pub commitment: String,
    /// When the match was made, in milliseconds since 1970.
    pub time_ms: u64,
    /// What each seat brings, by its id; nothing where the game asks for nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<BTreeMap<String, Declared>>,
    /// What seats contribute to the seed; nothing where nobody does. The match draws from a hash of the seed and all of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entropy: Vec<Contribution>,
    /// The match that this one was made of, if it was played under older rules: see [`Match::migrate`](crate::Match::migrate).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub migrated: Option<Origin>,
    /// Which game of a series it is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<SeriesGame>,
}

impl Header {
    /// What was agreed before the match, checked against the game, without what seats bring: what is secret is not here.
    /// [`Match::setup`](crate::Match::setup) has all of it.
    pub fn setup(&self, info: &GameInfo) -> Result<Setup, SetupError> {
        let setup = Setup::new(info, self.seats.len())?
            .named(self.seats.clone())?
            .options(self.options.clone())?;
        let mut contributions = self.entropy.iter().cloned();
        let setup = contributions.try_fold(setup, Setup::contribution)?;
        match &self.series {
            Some(game) => setup.in_series(game.clone()),
            None => Ok(setup),
        }
    }

    /// How many seats there are.
    pub fn seat_count(&self) -> u8 {
        self.seats.len() as u8
    }
}

/// A record of the log: who did what, what came of it, and the hash up to here.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let mut game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// game.play(Seat(0), &2).unwrap();
/// let record = game.record(2).unwrap();
/// assert_eq!(record.actor, Actor::Seat(Seat(0)));
/// assert_eq!(record.entry.events(), [2]);
/// assert_eq!(record.hash, *game.hash());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record<C, E> {
    /// The match's version after this record. The first is 1.
    pub version: u64,
    /// Who asked for it.
    pub actor: Actor,
    /// What it is.
    pub entry: Entry<C, E>,
    /// The words of chance that the rules drew for it.
    pub chance: Vec<u32>,
    /// When it came, in milliseconds since 1970, as the host's clock had it.
    pub time_ms: u64,
    /// The sender's key, by which a repeated submission is known.
    pub key: Option<String>,
    /// The hash over this record and all before it.
    pub hash: Hash,
}

/// A hash of the chain.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let mut game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// let before: parlor_core::Hash = *game.hash();
/// game.play(Seat(0), &2).unwrap();
/// assert_ne!(before, *game.hash());
/// ```
pub type Hash = [u8; 32];

/// What a record says.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
/// use parlor_core::Entry;
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// assert!(matches!(
///     game.record(1).unwrap().entry,
///     Entry::System { command: SystemCommand::Open, ends: false, .. }
/// ));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Entry<C, E> {
    /// A seat's command and what came of it.
    Command {
        /// The command.
        command: C,
        /// What happened.
        events: Vec<E>,
    },
    /// The system's command and what came of it.
    System {
        /// The command.
        command: SystemCommand,
        /// What happened.
        events: Vec<E>,
        /// Whether the match ended by it.
        ends: bool,
    },
    /// The match went back to how it was at a version.
    Undo {
        /// That version.
        to: u64,
        /// The other seats that had agreed.
        consent: SeatSet,
    },
    /// An undo was taken back.
    Redo {
        /// The version that the match is at again.
        to: u64,
    },
    /// The match was ended, whatever the rules would say.
    End(Ending),
    /// From here on this is a match of its own, with its own seed.
    Fork {
        /// The generator from here on.
        chance: Algorithm,
        /// The commitment to the new seed.
        commitment: String,
    },
}

/// How a match ends that the rules have not ended.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
/// use parlor_core::Ending;
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let mut game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// game.end(Ending::Draw, 0).unwrap();
/// assert!(game.outcome().unwrap().is_draw());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All have agreed on a draw.
    Draw,
    /// It is called off: nobody has won or lost.
    Abort,
}

impl<C, E> Entry<C, E> {
    /// What happened. Undo, redo, fork and end have no events of their own.
    pub fn events(&self) -> &[E] {
        match self {
            Entry::Command { events, .. } | Entry::System { events, .. } => events,
            Entry::Undo { .. } | Entry::Redo { .. } | Entry::Fork { .. } | Entry::End(_) => &[],
        }
    }
}

/// A record as a line, less its hash. `C` and `E` are references when writing and owned when reading.
#[derive(Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(deserialize = "C: Deserialize<'de>, E: Deserialize<'de>")
)]
struct Line<C, E> {
    version: u64,
    actor: Actor,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    command: Option<C>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    system: Option<SystemCommand>,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    events: Option<E>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ends: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undo: Option<u64>,
    #[serde(default, skip_serializing_if = "nobody")]
    consent: SeatSet,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    redo: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<Ending>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fork: Option<ForkLine>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chance: Option<String>,
    time_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

fn nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

fn none<T>() -> Option<T> {
    None
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ForkLine {
    chance: Algorithm,
    commitment: String,
}

/// What stands between a record's content and its hash.
const SEAL: &str = ",\"hash\":\"";

/// The hash of a header, on which the first record rests.
pub(super) fn header_hash(line: &str) -> Hash {
    *blake3::Hasher::new_derive_key("parlor 2026 header")
        .update(line.as_bytes())
        .finalize()
        .as_bytes()
}

fn record_hash(before: &Hash, content: &[u8]) -> Hash {
    *blake3::Hasher::new_keyed(before)
        .update(content)
        .finalize()
        .as_bytes()
}

/// Writes a record's line into `line` (without a line end) and returns the hash that it is sealed with.
pub(super) fn write<C: Serialize, E: Serialize>(
    record: &Record<C, E>,
    before: &Hash,
    line: &mut Vec<u8>,
) -> serde_json::Result<Hash> {
    let mut content = Line {
        version: record.version,
        actor: record.actor,
        command: None,
        system: None,
        events: None,
        ends: None,
        undo: None,
        consent: SeatSet::EMPTY,
        redo: None,
        end: None,
        fork: None,
        chance: (!record.chance.is_empty()).then(|| hex(&record.chance)),
        time_ms: record.time_ms,
        key: record.key.clone(),
    };
    match &record.entry {
        Entry::Command { command, events } => {
            content.command = Some(command);
            content.events = Some(events);
        }
        Entry::System {
            command,
            events,
            ends,
        } => {
            content.system = Some(*command);
            content.events = Some(events);
            content.ends = ends.then_some(true);
        }
        Entry::Undo { to, consent } => {
            content.undo = Some(*to);
            content.consent = *consent;
        }
        Entry::Redo { to } => content.redo = Some(*to),
        Entry::End(ending) => content.end = Some(*ending),
        Entry::Fork { chance, commitment } => {
            content.fork = Some(ForkLine {
                chance: *chance,
                commitment: commitment.clone(),
            });
        }
    }
    line.clear();
    serde_json::to_writer(&mut *line, &content)?;
    line.pop();
    let hash = record_hash(before, line);
    line.extend_from_slice(SEAL.as_bytes());
    line.extend_from_slice(blake3::Hash::from_bytes(hash).to_hex().as_bytes());
    line.extend_from_slice(b"\"}");
    Ok(hash)
}

/// Reads a record's line and checks its seal.
pub(super) fn read<C, E>(line: &str, before: &Hash) -> Result<Record<C, E>, String>
where
    C: for<'de> Deserialize<'de>,
    E: for<'de> Deserialize<'de>,
{
    let (content, seal) = line
        .rsplit_once(SEAL)
        .ok_or("it is cut off or no record: there is no hash at its end")?;
    let hash = record_hash(before, content.as_bytes());
    let expected = blake3::Hash::from_bytes(hash).to_hex();
    if seal.strip_suffix("\"}") != Some(expected.as_str()) {
        return Err(
            "hash mismatch: this line was changed, or the one before it was changed or is missing"
                .into(),
        );
    }
    let content = format!("{content}}}");
    let content: Line<C, Vec<E>> =
        serde_json::from_str(&content).map_err(|error| error.to_string())?;
    let chance = match &content.chance {
        Some(text) => unhex(text).ok_or("its chance is not written in words of 8 digits")?,
        None => Vec::new(),
    };
    let Line {
        events,
        ends,
        consent,
        ..
    } = content;
    if !consent.is_empty() && content.undo.is_none() {
        return Err("only an undo has consent".into());
    }
    let entry = match (
        (content.command, content.system, events, ends),
        (content.undo, content.redo, content.end, content.fork),
    ) {
        ((Some(command), None, Some(events), None), (None, None, None, None)) => {
            Entry::Command { command, events }
        }
        ((None, Some(command), Some(events), ends), (None, None, None, None)) => Entry::System {
            command,
            events,
            ends: ends.unwrap_or(false),
        },
        ((None, None, None, None), (Some(to), None, None, None)) => Entry::Undo { to, consent },
        ((None, None, None, None), (None, Some(to), None, None)) => Entry::Redo { to },
        ((None, None, None, None), (None, None, Some(ending), None)) => Entry::End(ending),
        ((None, None, None, None), (None, None, None, Some(fork))) => Entry::Fork {
            chance: fork.chance,
            commitment: fork.commitment,
        },
        _ => {
            return Err(
                "it is not exactly one of command, system, undo, redo, end and fork".into(),
            );
        }
    };
    Ok(Record {
        version: content.version,
        actor: content.actor,
        entry,
        chance,
        time_ms: content.time_ms,
        key: content.key,
        hash,
    })
}

fn hex(words: &[u32]) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(words.len() * 8);
    for word in words {
        let _ = write!(text, "{word:08x}");
    }
    text
}

fn unhex(text: &str) -> Option<Vec<u32>> {
    let bytes = text.as_bytes();
    if bytes.is_empty()
        || !bytes.len().is_multiple_of(8)
        || !bytes.iter().all(u8::is_ascii_hexdigit)
    {
        return None;
    }
    bytes
        .chunks_exact(8)
        .map(|word| u32::from_str_radix(std::str::from_utf8(word).ok()?, 16).ok())
        .collect()
}
