//! The way into a match: commands of seats, and of the system.

use std::collections::{BTreeMap, VecDeque};

use super::record::{self, Ending, Entry, Record};
use super::{Match, RecordOf};
use crate::{Actor, Decision, Game, Rejection, Rng, Ruling, Seat, SystemCommand};

/// A seat's command, and the terms under which it is sent.
///
/// ```
/// use parlor_core::{Seat, Submission};
/// let submission = Submission::new(Seat(0), "b2").expecting(3).key("7f3a").at_ms(1_700_000_000_000);
/// assert_eq!(submission.expected_version, Some(3));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Submission<C> {
    /// Who sends it.
    pub seat: Seat,
    /// What is asked.
    pub command: C,
    /// The version that the sender has seen. If the match has moved on, the command is refused as stale.
    pub expected_version: Option<u64>,
    /// A name for this submission: sent again, it gets the first answer again.
    pub key: Option<String>,
    /// When it came, in milliseconds since 1970.
    pub time_ms: u64,
}

impl<C> Submission<C> {
    /// A command without terms.
    pub fn new(seat: Seat, command: C) -> Submission<C> {
        Submission {
            seat,
            command,
            expected_version: None,
            key: None,
            time_ms: 0,
        }
    }

    /// Only if the match is still at this version.
    #[must_use]
    pub fn expecting(mut self, version: u64) -> Submission<C> {
        self.expected_version = Some(version);
        self
    }

    /// With a key, so that it can be sent again without harm.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Submission<C> {
        self.key = Some(key.into());
        self
    }

    /// At this time, in milliseconds since 1970.
    #[must_use]
    pub fn at_ms(mut self, time_ms: u64) -> Submission<C> {
        self.time_ms = time_ms;
        self
    }
}

/// What an accepted submission led to.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let mut game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// let receipt = game.submit(Submission::new(Seat(0), 2).key("k")).unwrap();
/// assert_eq!((receipt.version, receipt.repeated), (2, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The version that it made.
    pub version: u64,
    /// Whether this is the answer to an earlier submission with the same key.
    pub repeated: bool,
}

/// The answers that were given under a key.
pub(super) struct Keys<C> {
    accepted: BTreeMap<(Seat, String), u64>,
    /// The latest refusals, oldest first.
    refused: VecDeque<(Submission<C>, Rejection)>,
}

impl<C> Default for Keys<C> {
    fn default() -> Self {
        Keys {
            accepted: BTreeMap::new(),
            refused: VecDeque::new(),
        }
    }
}

impl<C> Keys<C> {
    /// The longest key, in bytes.
    const LONGEST: usize = 64;
    /// How many refusals are remembered.
    const REFUSALS: usize = 64;

    pub(super) fn accept(&mut self, seat: Seat, key: String, version: u64) {
        self.accepted.insert((seat, key), version);
    }

    fn refuse(&mut self, submission: Submission<C>, rejection: Rejection) {
        if self.refused.len() >= Self::REFUSALS {
            self.refused.pop_front();
        }
        self.refused.push_back((submission, rejection));
    }
}

impl<G: Game> Match<G> {
    /// Sends a seat's command: [`Match::submit`] without terms.
    pub fn play(&mut self, seat: Seat, command: &G::Command) -> Result<Receipt, Rejection> {
        self.submit(Submission::new(seat, command.clone()))
    }

    /// Sends a seat's command.
    ///
    /// Accepted, it is a record in the log, and [`Match::last_line`] is what to keep before saying so to anybody.
    /// Refused, it has changed nothing.
    pub fn submit(&mut self, submission: Submission<G::Command>) -> Result<Receipt, Rejection> {
        if submission.key.is_none() {
            return self.accept(&submission);
        }
        if let Some(answer) = self.answered(&submission) {
            return answer;
        }
        let answer = self.accept(&submission);
        match (&answer, submission.key.clone()) {
            (Ok(receipt), Some(key)) => self.keys.accept(submission.seat, key, receipt.version),
            (Err(rejection), _) => self.keys.refuse(submission, rejection.clone()),
            (Ok(_), None) => {}
        }
        answer
    }

    /// The answer that this submission's key has had before; nothing if it is new, or has no key.
    ///
    /// ```
    /// # use parlor_core::doc::Sticks;
    /// use parlor_core::prelude::*;
    /// let setup = Setup::new(&Sticks.info(), 2).unwrap();
    /// let mut game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
    /// let take_two = Submission::new(Seat(0), 2).key("k");
    /// assert!(game.answered(&take_two).is_none());
    /// game.submit(take_two.clone()).unwrap();
    /// assert_eq!(game.answered(&take_two).unwrap().unwrap().version, 2);
    /// ```
    pub fn answered(
        &self,
        submission: &Submission<G::Command>,
    ) -> Option<Result<Receipt, Rejection>> {
        let key = submission.key.as_ref()?;
        let bad = key.is_empty() || key.len() > Keys::<G::Command>::LONGEST;
        if bad || key.chars().any(char::is_control) {
            return Some(Err(Rejection::new(
                "bad_key",
                "a key has 1 to {longest} bytes, none of them a control character",
            )
            .with("longest", Keys::<G::Command>::LONGEST as u64)));
        }
        let name = (submission.seat, key.clone());
        if let Some(&version) = self.keys.accepted.get(&name) {
            let same = self.log.record(version).is_some_and(|record| {
                matches!(&record.entry, Entry::Command { command, .. } if *command == submission.command)
            });
            return Some(match same {
                true => Ok(Receipt {
                    version,
                    repeated: true,
                }),
                false => Err(Rejection::key_reused()),
            });
        }
        let (earlier, rejection) = self.keys.refused.iter().rev().find(|(earlier, _)| {
            earlier.seat == submission.seat && earlier.key == submission.key
        })?;
        Some(Err(match earlier.command == submission.command {
            true => rejection.clone(),
            false => Rejection::key_reused(),
        }))
    }

    fn accept(&mut self, submission: &Submission<G::Command>) -> Result<Receipt, Rejection> {
        let seat = submission.seat;
        self.check_version(submission.expected_version)?;
        let mut rng = self.rng();
        let (events, reached) = self.decide(seat, &submission.command, &mut rng)?;
        let entry = Entry::Command {
            command: submission.command.clone(),
            events,
        };
        self.commit(
            Actor::Seat(seat),
            entry,
            rng,
            submission.time_ms,
            submission.key.clone(),
            reached,
        )
    }

    /// Why a seat's command would be refused now; nothing if it would not be. Nothing is played, whatever the answer is.
    ///
    /// It is the refusal that [`Match::submit`] would give. Chance that the rules draw on the way is thrown away, and has
    /// nothing to do with the chance of this match: nobody learns the next roll by asking.
    ///
    /// ```
    /// # use parlor_core::doc::Sticks;
    /// use parlor_core::prelude::*;
    /// let setup = Setup::new(&Sticks.info(), 2).unwrap();
    /// let game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
    /// assert_eq!(game.why_not(Seat(0), &2), None);
    /// assert_eq!(game.why_not(Seat(1), &2).unwrap().code(), "not_your_turn");
    /// assert_eq!(game.version(), 1);
    /// ```
    pub fn why_not(&self, seat: Seat, command: &G::Command) -> Option<Rejection> {
        let mut rng = Rng::fast(0, self.version());
        self.decide(seat, command, &mut rng).err()
    }

    /// The events that a seat's command leads to, and perhaps the state; or why there are none.
    #[expect(
        clippy::type_complexity,
        reason = "what is decided, and the state that it leads to"
    )]
    fn decide(
        &self,
        seat: Seat,
        command: &G::Command,
        rng: &mut Rng,
    ) -> Result<(Vec<G::Event>, Option<G::State>), Rejection> {
        self.check_seat(seat)?;
        let to_act = self.to_act();
        if !to_act.contains(seat) {
            return Err(Rejection::not_your_turn(to_act));
        }
        let mut events = Vec::new();
        let mut decision = Decision::new(rng, &mut events, self.budget);
        let decided = self.game.reach(&self.state, seat, command, &mut decision);
        let reached = decided.map_err(|rejection| match rejection.legal() {
            [] => rejection.with_legal(self.legal_json(seat)),
            _ => rejection,
        })?;
        Ok((events, reached))
    }

    /// Sends a command of the system: a player resigns or runs out of time.
    ///
    /// ```
    /// # use parlor_core::doc::Sticks;
    /// use parlor_core::prelude::*;
    /// let setup = Setup::new(&Sticks.info(), 2).unwrap();
    /// let mut game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
    /// game.system(SystemCommand::Resign { seat: Seat(0) }, 0).unwrap();
    /// assert_eq!(game.outcome().unwrap().winners().first(), Some(Seat(1)));
    /// ```
    pub fn system(&mut self, command: SystemCommand, time_ms: u64) -> Result<Receipt, Rejection> {
        match command {
            SystemCommand::Open => {
                return Err(Rejection::new("already_open", "the match has begun"));
            }
            SystemCommand::Resign { seat } | SystemCommand::TimeOut { seat } => {
                self.check_seat(seat)?;
            }
        }
        if self.outcome().is_some() {
            return Err(Rejection::not_your_turn(crate::SeatSet::EMPTY));
        }
        self.rule(command, time_ms)
    }

    /// Ends the match without asking the rules. Whoever runs it has made sure that all have agreed.
    ///
    /// ```
    /// # use parlor_core::doc::Sticks;
    /// use parlor_core::prelude::*;
    /// use parlor_core::Ending;
    /// let setup = Setup::new(&Sticks.info(), 2).unwrap();
    /// let mut game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
    /// game.end(Ending::Abort, 0).unwrap();
    /// assert!(game.outcome().unwrap().is_aborted());
    /// ```
    pub fn end(&mut self, ending: Ending, time_ms: u64) -> Result<Receipt, Rejection> {
        if self.outcome().is_some() {
            return Err(Rejection::not_your_turn(crate::SeatSet::EMPTY));
        }
        let entry = Entry::End(ending);
        self.commit_drawn(Actor::System, entry, Vec::new(), time_ms, None, None)
    }

    pub(super) fn open(&mut self, time_ms: u64) -> Result<Receipt, Rejection> {
        self.rule(SystemCommand::Open, time_ms)
    }

    fn rule(&mut self, command: SystemCommand, time_ms: u64) -> Result<Receipt, Rejection> {
        let mut rng = self.rng();
        let mut events = Vec::new();
        let mut decision = Decision::new(&mut rng, &mut events, self.budget);
        let ruling = self.game.system(&self.state, &command, &mut decision)?;
        let entry = Entry::System {
            command,
            events,
            ends: ruling == Ruling::End,
        };
        self.commit(Actor::System, entry, rng, time_ms, None, None)
    }

    /// Writes an entry with events into the log, goes on to the state that they lead to, and lets sides act.
    fn commit(
        &mut self,
        actor: Actor,
        entry: Entry<G::Command, G::Event>,
        rng: Rng,
        time_ms: u64,
        key: Option<String>,
        reached: Option<G::State>,
    ) -> Result<Receipt, Rejection> {
        has_seed(&rng)?;
        let chance = rng.recorded();
        let ends = matches!(entry, Entry::System { ends: true, .. });
        if ends || self.game.capabilities().sided.is_none() {
            return self.commit_drawn(actor, entry, chance, time_ms, key, reached);
        }
        let after = reached.unwrap_or_else(|| {
            let mut state = self.state.clone();
            for event in entry.events() {
                self.game.apply(&mut state, event);
            }
            state
        });
        let mut ahead = self.chance.clone();
        ahead.drawn += chance.len() as u64;
        // Whatever sides cannot do is refused before anything is written down.
        let turns = self.sides_act(&after, ahead, self.version() + 1)?;
        let receipt = self.commit_drawn(actor, entry, chance, time_ms, key, Some(after))?;
        if !self.one_by_one {
            for turn in turns {
                self.commit_side(turn, time_ms)?;
            }
        }
        Ok(receipt)
    }

    pub(super) fn commit_drawn(
        &mut self,
        actor: Actor,
        entry: Entry<G::Command, G::Event>,
        chance: Vec<u32>,
        time_ms: u64,
        key: Option<String>,
        reached: Option<G::State>,
    ) -> Result<Receipt, Rejection> {
        let drawn = chance.len() as u64;
        let receipt = self.append(actor, entry, chance, time_ms, key)?;
        self.chance.drawn += drawn;
        self.head = receipt.version;
        self.undone.clear();
        match (reached, self.log.record(receipt.version)) {
            (Some(state), _) => self.state = state,
            (None, Some(record)) => {
                for event in record.entry.events() {
                    self.game.apply(&mut self.state, event);
                }
            }
            (None, None) => {}
        }
        Ok(receipt)
    }

    /// Writes an entry into the log, leaving the state alone.
    pub(super) fn append(
        &mut self,
        actor: Actor,
        entry: Entry<G::Command, G::Event>,
        chance: Vec<u32>,
        time_ms: u64,
        key: Option<String>,
    ) -> Result<Receipt, Rejection> {
        let version = self.version() + 1;
        let mut record: RecordOf<G> = Record {
            version,
            actor,
            entry,
            chance,
            time_ms,
            key,
            hash: [0; 32],
        };
        record.hash = record::write(&record, &self.hash, &mut self.line).map_err(|error| {
            Rejection::new("unwritable", "the game's data cannot be written: {error}")
                .with("error", error.to_string())
        })?;
        self.hash = record.hash;
        self.log.push(record, &self.state);
        Ok(Receipt {
            version,
            repeated: false,
        })
    }

    pub(super) fn check_version(&self, expected: Option<u64>) -> Result<(), Rejection> {
        match expected {
            Some(expected) if expected != self.version() => {
                Err(Rejection::stale(expected, self.version()))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn check_seat(&self, seat: Seat) -> Result<(), Rejection> {
        match seat.0 < self.header.seat_count() {
            true => Ok(()),
            false => Err(Rejection::no_such_seat(self.header.seat_count())),
        }
    }

    /// The generator for the next record.
    pub(super) fn rng(&self) -> Rng {
        self.chance.rng(self.version() + 1)
    }
}

/// Whether there was a seed for all chance that was drawn.
pub(super) fn has_seed(rng: &Rng) -> Result<(), Rejection> {
    match rng.overdrawn() {
        false => Ok(()),
        true => Err(Rejection::new(
            "no_seed",
            "this copy of the match has no seed to draw chance from: it can be replayed and forked, not continued",
        )),
    }
}
