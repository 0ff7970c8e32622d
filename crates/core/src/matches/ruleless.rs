//! What can be done to a match whose rules are not at hand.

use serde_json::Value;

use super::record::{self, Ending, Entry, Hash, Record};
use crate::{Actor, Header, LoadError, LoadProblem};

/// The record that aborts a match, as the next line of its text. The rules are not asked: so a match can be ended when they are
/// gone, and whoever has them can still read all of it. That every line rests on the one before is checked.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let mut game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// game.play(Seat(0), &2).unwrap();
/// let mut lines: Vec<String> = game.save().lines().map(String::from).collect();
/// let line = parlor_core::abort_without_rules(&game.save(), 7).unwrap();
/// lines.insert(3, line);
/// let aborted = Match::load(Sticks, &lines.join("\n")).unwrap();
/// assert!(aborted.outcome().unwrap().is_aborted());
/// ```
pub fn abort_without_rules(text: &str, time_ms: u64) -> Result<String, LoadError> {
    Header::read(text)?;
    let mut lines = text.lines();
    let mut hash: Hash = record::header_hash(lines.next().unwrap_or_default());
    let mut version = 0;
    for line in lines.filter(|line| !line.starts_with("{\"seed\"")) {
        let read = record::read::<Value, Value>(line, &hash);
        let record = read.map_err(|problem| LoadError {
            record: Some(version + 1),
            problem: LoadProblem::Damaged(problem),
        })?;
        (hash, version) = (record.hash, version + 1);
    }
    let record: Record<Value, Value> = Record {
        version: version + 1,
        actor: Actor::System,
        entry: Entry::End(Ending::Abort),
        chance: Vec::new(),
        time_ms,
        key: None,
        hash: Hash::default(),
    };
    let mut line = Vec::new();
    let written = record::write(&record, &hash, &mut line);
    written.map_err(|error| LoadError {
        record: Some(version + 1),
        problem: LoadProblem::Damaged(error.to_string()),
    })?;
    Ok(String::from_utf8_lossy(&line).into_owned())
}
