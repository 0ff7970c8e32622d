//! Proof that a match was fair: the seed keeps its promise, and everything follows from it again.

use super::{Header, Match, record::Entry};
use crate::{Actor, Budget, Contribution, Entropy, Game, Rejection, SeatSet, Submission};

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
    /// The seats whose entropy is in what all chance came from: unless all of these work together with the host, nobody
    /// could choose it.
    pub contributed: SeatSet,
    /// The seats that had committed to entropy and did not tell it in time, as the host says.
    pub left_out: SeatSet,
}

impl Header {
    /// Checks a match against what somebody heard and told before it began: the host's commitment to its seed, heard before any
    /// entropy was told, and the entropy that they told themselves. A host that changed its mind afterwards is found out
    /// by nobody else.
    ///
    /// ```
    /// # use parlor_core::doc::Cup;
    /// use parlor_core::prelude::*;
    /// use parlor_core::{Contribution, Entropy, VerifyError};
    /// let mine = Entropy([7; 32]);
    /// let setup = Setup::new(&Cup.info(), 2).unwrap().contribution(Contribution::revealed(Seat(1), mine)).unwrap();
    /// let cup = Match::new(Cup, setup, Seed::Secret([1; 32])).unwrap();
    /// let heard = Seed::Secret([1; 32]).commitment();
    /// assert_eq!(cup.header().check(Some(&heard), Some(mine)), Ok(()));
    /// let other = Seed::Secret([2; 32]).commitment();
    /// assert_eq!(cup.header().check(Some(&other), Some(mine)), Err(VerifyError::Promise));
    /// assert_eq!(cup.header().check(None, Some(Entropy([8; 32]))), Err(VerifyError::LeftOut));
    /// ```
    pub fn check(&self, heard: Option<&str>, told: Option<Entropy>) -> Result<(), VerifyError> {
        if heard.is_some_and(|heard| !heard.eq_ignore_ascii_case(&self.commitment)) {
            return Err(VerifyError::Promise);
        }
        let mut revealed = self.entropy.iter().filter_map(|one| one.revealed);
        match told.is_none_or(|told| revealed.any(|one| one == told)) {
            true => Ok(()),
            false => Err(VerifyError::LeftOut),
        }
    }
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
    /// The host had committed to another seed before seats told their entropy.
    #[error("the host had committed to another seed before the match began")]
    Promise,
    /// What somebody contributed is not in the seed.
    #[error("the entropy that was contributed is not in the seed")]
    LeftOut,
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
        let seats = |is: &dyn Fn(&Contribution) -> bool| -> SeatSet {
            // In a fork all that is proved comes from a seed that nobody has added to.
            let entropy = self
                .header
                .entropy
                .iter()
                .filter(|_| self.chance.since == 0);
            entropy.filter(|one| is(one)).map(|one| one.seat).collect()
        };
        let mut proof = Proof {
            records: self.version(),
            drawn: 0,
            proved: 0,
            seed_known: chance.secret.is_some(),
            contributed: seats(&|one| one.revealed.is_some()),
            left_out: seats(&|one| one.revealed.is_none()),
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
        let secret = self.chance.secret.as_ref();
        let seed = &secret.filter(|_| self.chance.since == 0)?.seed;
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
        again.one_by_one = true;
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
                (Actor::System, Entry::Command { .. }) => {
                    let acted = again.side_acts(time_ms).transpose();
                    acted.unwrap_or_else(|| Err(Rejection::illegal()))
                }
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
