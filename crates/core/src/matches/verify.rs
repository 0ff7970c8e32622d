//! Proof that a match was fair: the seed keeps its promise, and everything follows from it again.

use super::{Match, record::Entry};
use crate::{Actor, Budget, Game, Rejection, Submission};

/// What was proved of a match.
///
/// ```
/// # use parlor_core::doc::Cup;
/// use parlor_core::prelude::*;
/// let setup = Setup::new(&Cup.info(), 2).unwrap();
/// let cup = Match::new(Cup, setup, Seed::Secret([7; 32])).unwrap();
/// let proof = cup.verify().unwrap();
/// assert_eq!((proof.records, proof.drawn, proof.proved), (1, 1, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// How many records there are; all of them follow from the rules.
    pub records: u64,
    /// How many words of chance were drawn in them.
    pub drawn: u64,
    /// The words of chance that were shown to come from the seed that was committed to.
    pub proved: u64,
    /// Whether the seed is known. Without it nothing is proved of chance.
    pub seed_known: bool,
}

/// Why a match is not what it claims to be.
///
/// ```
/// use parlor_core::VerifyError;
/// let error = VerifyError::Chance { record: 4 };
/// assert_eq!(error.to_string(), "record 4: its chance does not come from the seed that was committed to");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// Chance that does not come from the seed.
    #[error("record {record}: its chance does not come from the seed that was committed to")]
    Chance {
        /// The record.
        record: u64,
    },
}

impl<G: Game> Match<G> {
    /// Checks that all chance comes from the seed that was committed to before the match.
    ///
    /// That the records follow from the rules and this chance was checked when the match was loaded. In a fork, what was
    /// drawn before the fork came from another seed and is not proved here.
    ///
    /// ```
    /// # use parlor_core::doc::Sticks;
    /// use parlor_core::prelude::*;
    /// let setup = Setup::new(&Sticks.info(), 2).unwrap();
    /// let game = Match::new(Sticks, setup, Seed::Secret([7; 32])).unwrap();
    /// assert!(game.verify().unwrap().seed_known);
    /// ```
    pub fn verify(&self) -> Result<Proof, VerifyError> {
        let mut chance = self.chance.clone();
        chance.drawn = 0;
        let mut proof = Proof {
            records: self.version(),
            drawn: 0,
            proved: 0,
            seed_known: chance.secret.is_some(),
        };
        for record in self.records() {
            let words = record.chance.len() as u64;
            proof.drawn += words;
            if !proof.seed_known || record.version <= chance.since {
                continue;
            }
            let mut rng = chance.rng(record.version);
            if record.chance.iter().any(|word| rng.word() != *word) {
                return Err(VerifyError::Chance {
                    record: record.version,
                });
            }
            chance.drawn += words;
            proof.proved += words;
        }
        Ok(proof)
    }

    /// Plays the same commands from the same seed again. The new log is equal to this one, byte for byte; nothing if the
    /// seed is not known or this is a fork.
    pub fn rederive(&self) -> Option<Result<Match<G>, Rejection>> {
        let (seed, _) = self
            .chance
            .secret
            .as_ref()
            .filter(|_| self.chance.since == 0)?;
        let mut again = match Match::new_shared(
            self.game.clone(),
            (*self.setup).clone(),
            seed.clone(),
            self.header.time_ms,
        ) {
            Ok(again) => again,
            Err(error) => return Some(Err(Rejection::malformed(error))),
        };
        again.budget = Budget::CEILING;
        for record in self.records().skip(1) {
            let time_ms = record.time_ms;
            let result = match (&record.actor, &record.entry) {
                (Actor::Seat(seat), Entry::Command { command, .. }) => again.submit(Submission {
                    seat: *seat,
                    command: command.clone(),
                    expected_version: None,
                    key: record.key.clone(),
                    time_ms,
                }),
                (Actor::Seat(seat), Entry::Undo { to, consent }) => {
                    let taken_back = again.in_effect_after(*to);
                    taken_back.and_then(|_| again.go_back(*seat, *to, *consent, time_ms))
                }
                (Actor::Seat(seat), Entry::Redo { .. }) => again.redo(*seat, time_ms),
                (Actor::System, Entry::System { command, .. }) => again.system(*command, time_ms),
                (Actor::System, Entry::End(ending)) => again.end(*ending, time_ms),
                _ => Err(Rejection::illegal()),
            };
            if let Err(rejection) = result {
                return Some(Err(rejection));
            }
        }
        Some(Ok(again))
    }
}
