//! Reading a match that was played under older rules of a game whose author says how.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::{self, Entry, Header, Record};
use super::rules::Rules;
use super::{Chance, LoadError, LoadProblem, Match, seal};
use crate::sides::side_acts;
use crate::{Actor, Budget, Game, Rejection, Ruling};

/// Which match a migrated one was made of, as its header says it.
///
/// ```
/// use parlor_core::Origin;
/// let json = r#"{"game_version":"1.0.0","rules":"ab","hash":"cd"}"#;
/// let origin: Origin = serde_json::from_str(json).unwrap();
/// assert_eq!(origin.game_version, "1.0.0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The version of the rules that it was played under.
    pub game_version: String,
    /// The hash of these rules.
    pub rules: String,
    /// The hash over its whole log.
    pub hash: String,
}

impl<G: Game> Match<G> {
    /// Reads a match that was played under older rules, as far as the game [migrates](Game::migrates) them: its commands are
    /// translated and decided again by today's rules, from the chance that was recorded. What comes out is a match of its
    /// own, whose header names the [origin](Origin). A match of today's rules is loaded as it is.
    ///
    /// What cannot be played again is refused with its record and the reason; nobody is called a forger for it.
    ///
    /// ```
    /// # use parlor_core::doc::Sticks;
    /// use parlor_core::prelude::*;
    /// let setup = Setup::new(&Sticks.info(), 2).unwrap();
    /// let text = Match::new(Sticks, setup, Seed::Integer(1)).unwrap().save();
    /// assert_eq!(Match::migrate(Sticks, &text).unwrap().save(), text);
    /// let older = text.replace("\"game_version\":\"1.0.0\"", "\"game_version\":\"0.9.0\"").replace("\"rules\":\"", "\"rules\":\"0");
    /// let error = Match::migrate(Sticks, &older).err().unwrap();
    /// assert!(error.to_string().contains("this match was played with Sticks 0.9.0"), "{error}");
    /// ```
    pub fn migrate(game: G, text: &str) -> Result<Match<G>, LoadError> {
        Match::migrate_shared(Arc::new(game), text)
    }

    /// Like [`Match::migrate`], of rules that several matches share.
    pub fn migrate_shared(game: Arc<G>, text: &str) -> Result<Match<G>, LoadError> {
        let old = Header::read(text)?;
        let info = game.info();
        let from = Rules {
            version: old.game_version.clone(),
            hash: old.rules.clone(),
        };
        let today = info.hashes().contains(&old.rules);
        if old.game != info.id || today || !game.migrates(&from) {
            return Match::load_shared(game, text);
        }
        let fail = |problem| LoadError {
            record: Some(0),
            problem,
        };
        let opened = super::file::opened(text)?;
        let setup = old.setup(&info).map_err(|error| fail(error.into()))?;
        let setup = seal::open(setup, &old.brings, &opened).map_err(fail)?;
        let (lines, hash) = records(text)?;
        let header = Header {
            game_version: info.version.clone(),
            rules: info.content_hash(),
            options: setup.option_values().clone(),
            migrated: Some(Origin {
                game_version: from.version.clone(),
                rules: from.hash.clone(),
                hash: blake3::Hash::from_bytes(hash).to_hex().to_string(),
            }),
            ..old
        };
        let chance = Chance::unknown(header.commitment.clone(), header.chance, 0);
        let mut migrated = Match::unopened(game, info, header, setup, opened, chance)
            .map_err(|error| fail(error.into()))?;
        for record in lines {
            let version = Some(record.version);
            migrated
                .migrate_record(&from, record)
                .map_err(|why| LoadError {
                    record: version,
                    problem: LoadProblem::NotMigrated {
                        game: migrated.info.name.clone(),
                        from: from.version.clone(),
                        to: migrated.info.version.clone(),
                        why,
                    },
                })?;
        }
        let last = text.lines().next_back().unwrap_or_default();
        if last.starts_with("{\"seed\"") {
            migrated.read_seed(last).map_err(fail)?;
        }
        Ok(migrated)
    }

    /// Does by today's rules what a record says.
    fn migrate_record(&mut self, from: &Rules, record: Record<Value, Value>) -> Result<(), String> {
        let text = |rejection: Rejection| rejection.message().render(&self.header.seats);
        let time_ms = record.time_ms;
        let mut rng = self.replaying(&record.chance);
        let (entry, rng, reached) = match (record.actor, record.entry) {
            (Actor::Seat(seat), Entry::Command { command, .. }) => {
                let command = self.game.migrate(from, seat, command)?;
                let command: G::Command =
                    serde_json::from_value(command).map_err(|error| error.to_string())?;
                if !self.to_act().contains(seat) {
                    return Err(text(Rejection::not_your_turn(self.to_act())));
                }
                let decided = self.decided(&mut rng, |game, state, decision| {
                    game.reach(state, seat, &command, decision)
                });
                let (events, reached) = decided.map_err(text)?;
                (Entry::Command { command, events }, rng, reached)
            }
            // What sides do, today's rules choose.
            (Actor::System, Entry::Command { .. }) => {
                let acts = side_acts(&*self.game, &self.state, &mut rng, Budget::CEILING);
                let acts = acts.map_err(text)?.ok_or("no side is to act")?;
                let entry = Entry::Command {
                    command: acts.command,
                    events: acts.events,
                };
                (entry, rng, Some(acts.state))
            }
            (Actor::System, Entry::System { command, .. }) => {
                let decided = self.decided(&mut rng, |game, state, decision| {
                    game.system(state, &command, decision)
                });
                let (events, ruling) = decided.map_err(text)?;
                let ends = ruling == Ruling::End;
                let entry = Entry::System {
                    command,
                    events,
                    ends,
                };
                (entry, rng, None)
            }
            (Actor::Seat(seat), Entry::Undo { to, consent }) => {
                let back = self.go_back(seat, to, consent, time_ms);
                return back.map(|_| ()).map_err(|no| no.to_string());
            }
            (Actor::Seat(seat), Entry::Redo { .. }) => {
                let redone = self.redo(seat, time_ms);
                return redone.map(|_| ()).map_err(|no| no.to_string());
            }
            (Actor::System, Entry::End(ending)) => {
                let ended = self.end(ending, time_ms);
                return ended.map(|_| ()).map_err(|no| no.to_string());
            }
            (Actor::System, Entry::Fork { chance, commitment }) => {
                let chance = Chance::unknown(commitment, chance, self.version());
                let forked = self.begin_fork(chance, time_ms);
                return forked.map(|_| ()).map_err(|no| no.to_string());
            }
            _ => return Err("this actor cannot do that".into()),
        };
        let key = record.key;
        let done = self.recommit(
            record.actor,
            entry,
            &record.chance,
            &rng,
            time_ms,
            key,
            reached,
        );
        done.map_err(|no| no.to_string())
    }
}

/// The records of a text with the hash of the last: whole and in order, whatever their rules say.
fn records(text: &str) -> Result<(Vec<Record<Value, Value>>, record::Hash), LoadError> {
    let mut lines = text.lines();
    let mut hash = record::header_hash(lines.next().unwrap_or_default());
    let mut records: Vec<Record<Value, Value>> = Vec::new();
    for line in lines.filter(|line| !line.starts_with("{\"seed\"")) {
        let version = records.len() as u64 + 1;
        let damaged = |problem: String| LoadError {
            record: Some(version),
            problem: LoadProblem::Damaged(problem),
        };
        let record = record::read::<Value, Value>(line, &hash).map_err(damaged)?;
        if record.version != version {
            let says = format!("it says that it is record {}", record.version);
            return Err(damaged(says));
        }
        hash = record.hash;
        records.push(record);
    }
    Ok((records, hash))
}
