//! A match as text: JSON lines out, and in again with every line checked.

use super::record::{self, Entry, FORMAT, Header};
use super::rules::{Rules, other_rules};
use super::seal::{self, Opened};
use super::{Chance, Match, RecordOf, Secret};
use crate::sides::side_acts;
use crate::{
    Actor, Budget, Decision, Game, Rejection, Rng, Ruling, Seat, Seed, SetupError, SystemCommand,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A text that is no sound match, and at which line.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::Match;
/// let error = Match::load(Sticks, "hello").err().unwrap();
/// assert_eq!(error.to_string(), "this is no match file: its first line is not JSON");
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}{problem}", place(*.record))]
pub struct LoadError {
    /// The record that is wrong; 0 is the header, nothing the file as a whole.
    pub record: Option<u64>,
    /// What is wrong.
    pub problem: LoadProblem,
}

fn place(record: Option<u64>) -> String {
    match record {
        None => String::new(),
        Some(0) => "the header (line 1): ".into(),
        Some(record) => format!("record {record} (line {}): ", record + 1),
    }
}

/// What is wrong with a match's text.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
/// use parlor_core::LoadProblem;
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let mut game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// game.play(Seat(0), &1).unwrap();
/// let forged = game.save().replace("\"command\":1", "\"command\":2");
/// let error = Match::load(Sticks, &forged).err().unwrap();
/// assert_eq!(error.record, Some(2));
/// assert!(matches!(error.problem, LoadProblem::Damaged(_)));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LoadProblem {
    /// It does not begin like a match.
    #[error("this is no match file: {0}")]
    NoMatch(String),
    /// It was written by another version of Parlor.
    #[error("the file has format {format}, and this version of Parlor reads format {FORMAT}: {}", way_out(*.format))]
    Format {
        /// The file's format.
        format: u32,
    },
    /// It is a match of another game.
    #[error("this is a match of '{found}', not of '{expected}'")]
    OtherGame {
        /// The game in the file.
        found: String,
        /// The game that was to read it.
        expected: String,
    },
    /// It was played under other rules.
    #[error("{}", other_rules(.game, .found, .expected))]
    OtherRules {
        /// The game.
        game: String,
        /// The rules of the file.
        found: Box<Rules>,
        /// The rules at hand.
        expected: Box<Rules>,
    },
    /// It was played under older rules, and today's cannot play it again.
    #[error(
        "this match was played with {game} {from}, and cannot be played again by {game} {to}: {why}"
    )]
    NotMigrated {
        /// The game.
        game: String,
        /// The version that it was played with.
        from: String,
        /// The version at hand.
        to: String,
        /// What is in the way.
        why: String,
    },
    /// The game cannot be set up like that.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A line is damaged: cut off, changed, or no JSON.
    #[error("{0}")]
    Damaged(String),
    /// The seed is another one than the match was begun with.
    #[error("the seed is not the one that was committed to at the start")]
    OtherSeed,
    /// A secret that a seat brought is not the one that was sealed at the start.
    #[error("the {bring} of {seat} does not match its commitment")]
    OtherBring {
        /// What it is.
        bring: String,
        /// Whose it is.
        seat: Seat,
    },
    /// A secret that a seat brought is not opened, so that nobody but the host can read the match.
    #[error(
        "the {bring} of {seat} is still sealed: the match can be read when it is over and its host has opened it"
    )]
    StillSealed {
        /// What it is.
        bring: String,
        /// Whose it is.
        seat: Seat,
    },
    /// A line is well-formed, but the rules say otherwise.
    #[error("the file was changed, or the rules were without a new version: {0}")]
    Forged(String),
}

fn way_out(format: u32) -> &'static str {
    match format > FORMAT {
        true => "update Parlor to read it",
        false => "open it with the version that wrote it and save it anew",
    }
}

/// The last line of a file: the seed, and the secrets that seats have brought.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedLine {
    seed: Seed,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    brings: seal::BySeat<Opened>,
}

impl Header {
    /// Reads the header of a match's text, to find out which game it is.
    pub fn read(text: &str) -> Result<Header, LoadError> {
        let fail = |problem| LoadError {
            record: Some(0),
            problem,
        };
        let line = text.lines().next().unwrap_or_default();
        let value: serde_json::Value = serde_json::from_str(line).map_err(|_| LoadError {
            record: None,
            problem: LoadProblem::NoMatch("its first line is not JSON".into()),
        })?;
        match value.get("parlor").map(serde_json::Value::as_u64) {
            Some(Some(format)) if format == u64::from(FORMAT) => {}
            Some(Some(format)) => {
                let format = u32::try_from(format).unwrap_or(u32::MAX);
                return Err(fail(LoadProblem::Format { format }));
            }
            _ => {
                let problem = "its first line has no \"parlor\" with a format number".into();
                return Err(LoadError {
                    record: None,
                    problem: LoadProblem::NoMatch(problem),
                });
            }
        }
        serde_json::from_str(line).map_err(|error| fail(LoadProblem::Damaged(error.to_string())))
    }
}

/// What opens the secrets that seats have brought, if the text says that. It stands in the last line, and nothing can be
/// set up without it.
pub(super) fn opened(text: &str) -> Result<seal::BySeat<Opened>, LoadError> {
    let last = text.lines().next_back().unwrap_or_default();
    if !last.starts_with("{\"seed\"") {
        return Ok(Vec::new());
    }
    let line: SeedLine = serde_json::from_str(last).map_err(|error| LoadError {
        record: Some(text.lines().count() as u64 - 1),
        problem: LoadProblem::Damaged(error.to_string()),
    })?;
    Ok(line.brings)
}

impl<G: Game> Match<G> {
    /// The whole match as text, seed included: for the host's own files. Whoever has it knows every draw to come.
    pub fn save(&self) -> String {
        self.text(true)
    }

    /// The match as text for others: the seed is in it only once the match is over.
    ///
    /// It holds every event, so while a game with secrets goes on it is for the host alone all the same.
    pub fn export(&self) -> String {
        self.text(self.outcome().is_some())
    }

    fn text(&self, with_seed: bool) -> String {
        let mut text = self.header_line();
        text.push('\n');
        let mut line = Vec::new();
        let mut before = record::header_hash(text.trim_end());
        for record in self.records() {
            // Each record has been written once, when it was made; the same data writes the same line again.
            if let Ok(hash) = record::write(record, &before, &mut line) {
                before = hash;
                text.push_str(&String::from_utf8_lossy(&line));
                text.push('\n');
            }
        }
        if let (true, Some(secret)) = (with_seed, &self.chance.secret) {
            let line = SeedLine {
                seed: secret.seed.clone(),
                brings: (*self.opened).clone(),
            };
            text.push_str(&serde_json::to_string(&line).unwrap_or_default());
            text.push('\n');
        }
        text
    }

    /// The header as a line.
    pub fn header_line(&self) -> String {
        serde_json::to_string(&*self.header).unwrap_or_default()
    }

    /// The latest record as a line: what to keep before telling anybody that it happened.
    pub fn last_line(&self) -> &str {
        std::str::from_utf8(&self.line).unwrap_or_default()
    }

    /// Reads a match from text.
    ///
    /// Every line is checked: its hash, that the rules allow the command, and that they decide the recorded events from
    /// the recorded chance. [`Match::verify`] then checks the chance itself against the seed.
    pub fn load(game: G, text: &str) -> Result<Match<G>, LoadError> {
        Match::load_shared(Arc::new(game), text)
    }

    /// Like [`Match::load`], of rules that several matches share.
    pub fn load_shared(game: Arc<G>, text: &str) -> Result<Match<G>, LoadError> {
        let header = Header::read(text)?;
        let fail = |problem| LoadError {
            record: Some(0),
            problem,
        };
        let info = game.info();
        if header.game != info.id {
            return Err(fail(LoadProblem::OtherGame {
                found: header.game,
                expected: info.id,
            }));
        }
        if !info.hashes().contains(&header.rules) {
            return Err(fail(LoadProblem::OtherRules {
                game: info.name.clone(),
                found: Box::new(Rules {
                    version: header.game_version,
                    hash: header.rules,
                }),
                expected: Box::new(Rules::of(&info)),
            }));
        }
        let opened = opened(text)?;
        let setup = header.setup(&info).map_err(|error| fail(error.into()))?;
        let setup = seal::open(setup, &header.brings, &opened).map_err(fail)?;
        let chance = Chance::unknown(header.commitment.clone(), header.chance, 0);
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let mut loaded = Match::unopened(game, info, header, setup, opened, chance)
            .map_err(|error| fail(error.into()))?;
        // The chain rests on the line as it stands in the file.
        loaded.hash = record::header_hash(first);
        if first != loaded.header_line() {
            let problem = "it is not written as Parlor writes it: it was changed".into();
            return Err(fail(LoadProblem::Damaged(problem)));
        }
        for line in lines {
            let record = Some(loaded.version() + 1);
            loaded
                .read_line(line)
                .map_err(|problem| LoadError { record, problem })?;
        }
        if loaded.version() == 0 {
            return Err(LoadError {
                record: Some(1),
                problem: LoadProblem::Damaged("the opening is missing".into()),
            });
        }
        Ok(loaded)
    }

    fn read_line(&mut self, line: &str) -> Result<(), LoadProblem> {
        if line.starts_with("{\"seed\"") && self.chance.secret.is_none() {
            return self.read_seed(line);
        }
        if self.chance.secret.is_some() {
            let problem = "there is more after the seed".into();
            return Err(LoadProblem::Damaged(problem));
        }
        let record: RecordOf<G> = record::read(line, &self.hash).map_err(LoadProblem::Damaged)?;
        if record.version != self.version() + 1 {
            return Err(LoadProblem::Damaged(format!(
                "it says that it is record {}",
                record.version
            )));
        }
        let hash = record.hash;
        self.read_record(record)
            .map_err(|problem| LoadProblem::Forged(problem.to_string()))?;
        if self.hash != hash {
            let problem = "it is not written as Parlor writes it".into();
            return Err(LoadProblem::Damaged(problem));
        }
        Ok(())
    }

    pub(super) fn read_seed(&mut self, line: &str) -> Result<(), LoadProblem> {
        let SeedLine { seed, .. } =
            serde_json::from_str(line).map_err(|error| LoadProblem::Damaged(error.to_string()))?;
        if !seed.keeps(&self.chance.commitment) {
            return Err(LoadProblem::OtherSeed);
        }
        // What was drawn after a fork comes from its own seed alone.
        let contributions = match self.chance.since {
            0 => &*self.header.entropy,
            _ => &[],
        };
        self.chance.secret = Some(Secret::new(seed, contributions));
        Ok(())
    }

    /// Does again what a record says, and checks that it comes out the same.
    fn read_record(&mut self, record: RecordOf<G>) -> Result<(), Rejection> {
        let forged = |text: &'static str| Err(Rejection::new("forged", text));
        let time_ms = record.time_ms;
        let opens = matches!(
            record.entry,
            Entry::System {
                command: SystemCommand::Open,
                ..
            }
        );
        if opens != (self.version() == 0) {
            return forged("the opening is the first record and no other");
        }
        match (record.actor, record.entry) {
            (Actor::Seat(seat), Entry::Command { command, events }) => {
                self.check_seat(seat)?;
                if !self.to_act().contains(seat) {
                    return Err(Rejection::not_your_turn(self.to_act()));
                }
                let mut rng = self.replaying(&record.chance);
                let decided = self.decided(&mut rng, |game, state, decision| {
                    game.reach(state, seat, &command, decision)
                })?;
                let (decided, reached) = decided;
                if decided != events {
                    return forged("the rules decide other events than these");
                }
                let entry = Entry::Command { command, events };
                self.recommit(
                    record.actor,
                    entry,
                    &record.chance,
                    &rng,
                    time_ms,
                    record.key,
                    reached,
                )
            }
            (Actor::System, Entry::Command { command, events }) => {
                let mut rng = self.replaying(&record.chance);
                let acts = side_acts(&*self.game, &self.state, &mut rng, Budget::CEILING)?;
                let Some(acts) = acts.filter(|_| self.side().is_some()) else {
                    return forged("no side is to act");
                };
                if acts.command != command || acts.events != events {
                    return forged("the rules choose or decide something else");
                }
                let entry = Entry::Command { command, events };
                self.recommit(
                    record.actor,
                    entry,
                    &record.chance,
                    &rng,
                    time_ms,
                    record.key,
                    Some(acts.state),
                )
            }
            (
                Actor::System,
                Entry::System {
                    command,
                    events,
                    ends,
                },
            ) => {
                if let SystemCommand::Resign { seat } | SystemCommand::TimeOut { seat } = command {
                    self.check_seat(seat)?;
                    if self.outcome().is_some() {
                        return Err(Rejection::not_your_turn(crate::SeatSet::EMPTY));
                    }
                }
                let mut rng = self.replaying(&record.chance);
                let decided = self.decided(&mut rng, |game, state, decision| {
                    game.system(state, &command, decision)
                })?;
                let ruling = if ends { Ruling::End } else { Ruling::Continue };
                if decided != (events, ruling) {
                    return forged("the rules decide other events than these");
                }
                let entry = Entry::System {
                    command,
                    events: decided.0,
                    ends,
                };
                self.recommit(
                    record.actor,
                    entry,
                    &record.chance,
                    &rng,
                    time_ms,
                    record.key,
                    None,
                )
            }
            (Actor::Seat(seat), Entry::Undo { to, consent }) => {
                self.check_seat(seat)?;
                let needs = self.undo_needs_at_least(seat, to)?;
                let others = crate::SeatSet::all(self.header.seat_count()).without(seat);
                if !needs.minus(consent).is_empty() || !consent.minus(others).is_empty() {
                    return forged("it takes back without the consent of others");
                }
                self.go_back(seat, to, consent, time_ms).map(|_| ())
            }
            (Actor::Seat(seat), Entry::Redo { to }) => {
                if self.undone.last() != Some(&(seat, to)) {
                    return forged("there was no such undo to take back");
                }
                self.redo(seat, time_ms).map(|_| ())
            }
            (Actor::System, Entry::End(ending)) => self.end(ending, time_ms).map(|_| ()),
            (Actor::System, Entry::Fork { commitment, .. }) if self.has_commitment(&commitment) => {
                forged("a fork has a seed of its own")
            }
            (Actor::System, Entry::Fork { chance, commitment }) => {
                let chance = Chance::unknown(commitment, chance, self.version());
                self.begin_fork(chance, time_ms).map(|_| ())
            }
            _ => forged("this actor cannot do that"),
        }
    }

    pub(super) fn replaying(&self, chance: &[u32]) -> Rng {
        Rng::replaying(chance, self.chance.algorithm)
    }

    /// What the rules decide here, and what they say beside the events.
    pub(super) fn decided<T>(
        &self,
        rng: &mut Rng,
        decide: impl FnOnce(&G, &G::State, &mut Decision<'_, G::Event>) -> Result<T, Rejection>,
    ) -> Result<(Vec<G::Event>, T), Rejection> {
        let mut events = Vec::new();
        let mut decision = Decision::new(rng, &mut events, Budget::CEILING);
        let said = decide(&self.game, &self.state, &mut decision)?;
        Ok((events, said))
    }

    /// Commits what was read, if it used exactly the chance that was recorded.
    #[expect(clippy::too_many_arguments, reason = "all that a record is made of")]
    pub(super) fn recommit(
        &mut self,
        actor: Actor,
        entry: Entry<G::Command, G::Event>,
        chance: &[u32],
        rng: &Rng,
        time_ms: u64,
        key: Option<String>,
        reached: Option<G::State>,
    ) -> Result<(), Rejection> {
        if rng.drawn() != chance.len() as u64 {
            return Err(Rejection::new(
                "forged",
                "the rules draw another amount of chance than is recorded",
            ));
        }
        let receipt =
            self.commit_drawn(actor, entry, chance.to_vec(), time_ms, key.clone(), reached)?;
        if let (Actor::Seat(seat), Some(key)) = (actor, key) {
            self.keys.accept(seat, key, receipt.version);
        }
        Ok(())
    }
}
