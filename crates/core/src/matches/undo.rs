//! Going back without erasing: undo, redo, and forks.

use super::record::Entry;
use super::submit::{Keys, Receipt};
use super::{Chance, Match};
use crate::{Actor, Game, Rejection, Seat, SeatSet, Seed};

/// A request to take back everything after a version.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let mut game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// game.play(Seat(0), &2).unwrap();
///
/// let to = game.undo_target(Seat(0)).unwrap();
/// game.undo(Undo::new(Seat(0), to)).unwrap();
/// assert_eq!(game.state().sticks, 7);
/// assert_eq!(game.version(), 3);
/// game.redo(Seat(0), 0).unwrap();
/// assert_eq!(game.state().sticks, 5);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undo {
    /// Who asks.
    pub seat: Seat,
    /// The version to go back to.
    pub to: u64,
    /// The other seats that have agreed. [`Match::undo_needs`] says whose consent it takes.
    pub consent: SeatSet,
    /// The version that everybody has seen who agreed. If the match has moved on, the request is refused as stale.
    pub expected_version: Option<u64>,
    /// When it came, in milliseconds since 1970.
    pub time_ms: u64,
}

impl Undo {
    /// Without anybody's consent.
    pub fn new(seat: Seat, to: u64) -> Undo {
        Undo {
            seat,
            to,
            consent: SeatSet::EMPTY,
            expected_version: None,
            time_ms: 0,
        }
    }

    /// With the consent of these seats.
    #[must_use]
    pub fn consent(mut self, seats: SeatSet) -> Undo {
        self.consent = seats;
        self
    }
}

/// Why a match cannot be forked like that.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// let error = game.fork(9, Seed::Integer(2), 0).err().unwrap();
/// assert_eq!(error.to_string(), "there is no version 9 to fork at: this match has versions 1 to 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForkError {
    /// There is no such version.
    #[error("there is no version {version} to fork at: this match has versions 1 to {latest}")]
    NoVersion {
        /// The version asked for.
        version: u64,
        /// The latest version.
        latest: u64,
    },
    /// With the same seed, what is drawn in the one tells what will be drawn in the other.
    #[error("a fork needs a seed of its own, not the one that the match has")]
    SameSeed,
}

impl<G: Game> Match<G> {
    /// The version before a seat's latest command that is still in effect.
    pub fn undo_target(&self, seat: Seat) -> Option<u64> {
        let mut at = self.head;
        // The opening is never taken back.
        while at > 1 {
            if self.log.record(at)?.actor == Actor::Seat(seat) {
                return Some(self.log.base(at));
            }
            at = self.log.base(at);
        }
        None
    }

    /// Whose consent it takes for `seat` to go back to a version: nobody's for its own commands that told nobody
    /// anything, a seat's for that seat's commands, everybody's once chance was drawn or something was revealed.
    ///
    /// What has told somebody something is found out by the match itself; the game's author does nothing for it. It is
    /// found by trying, which can miss what was unlikely from the start. So a game with secrets is stricter: there, going back
    /// over another seat's command takes everybody's consent, and a seat that has gone back in silence can do so again only
    /// after somebody else has acted. Nobody can ask the rules one question after the other.
    pub fn undo_needs(&self, seat: Seat, to: u64) -> Result<SeatSet, Rejection> {
        let needs = self.undo_needs_at_least(seat, to)?;
        let others = self.others(seat);
        if needs == others || !self.info.hidden {
            return Ok(needs);
        }
        let mut taken_back = self.in_effect_after(to)?.into_iter();
        match taken_back.any(|version| self.is_fenced(version)) {
            true => Ok(others),
            false => Ok(needs),
        }
    }

    /// The part of [`Match::undo_needs`] that the log alone shows, so that it can be checked when a file is loaded.
    pub(super) fn undo_needs_at_least(&self, seat: Seat, to: u64) -> Result<SeatSet, Rejection> {
        let others = self.others(seat);
        let mut needs = SeatSet::EMPTY;
        for version in self.in_effect_after(to)? {
            let Some(record) = self.log.record(version) else {
                continue;
            };
            let is_final = match &record.entry {
                Entry::Command { command, .. } => self.game.is_final(command),
                _ => false,
            };
            let open = record.chance.is_empty() && !is_final;
            needs = needs.union(match record.actor {
                Actor::Seat(actor) if actor == seat && open => SeatSet::EMPTY,
                Actor::Seat(actor) if open && !self.info.hidden => SeatSet::one(actor),
                // What a side does follows from what seats did.
                Actor::System if open && !self.info.hidden && is_side(&record.entry) => {
                    SeatSet::EMPTY
                }
                _ => others,
            });
        }
        match self.info.hidden && self.alone_since_silent_undo(seat, to) {
            true => Ok(others),
            false => Ok(needs),
        }
    }

    /// Whether a seat has gone back in silence, and nobody else has acted since in what leads to a version.
    fn alone_since_silent_undo(&self, seat: Seat, to: u64) -> bool {
        let Some(&since) = self.silent.get(&seat) else {
            return false;
        };
        let mut at = to;
        while at > since {
            let acted = self.log.record(at).map(|record| record.actor);
            if acted != Some(Actor::Seat(seat)) {
                return false;
            }
            at = self.log.base(at);
        }
        true
    }

    fn others(&self, seat: Seat) -> SeatSet {
        SeatSet::all(self.header.seat_count()).without(seat)
    }

    /// Takes back everything after a version. The log grows by a record; nothing is erased.
    pub fn undo(&mut self, undo: Undo) -> Result<Receipt, Rejection> {
        self.check_version(undo.expected_version)?;
        self.check_seat(undo.seat)?;
        let needs = self.undo_needs(undo.seat, undo.to)?;
        if let Some(missing) = needs.minus(undo.consent).first() {
            return Err(Rejection::new(
                "needs_consent",
                "this can only be taken back if {seat} agrees",
            )
            .with("seat", missing));
        }
        self.go_back(undo.seat, undo.to, needs, undo.time_ms)
    }

    /// Goes back without asking: [`Match::undo`] has asked, or the log says that it was done.
    pub(super) fn go_back(
        &mut self,
        seat: Seat,
        to: u64,
        consent: SeatSet,
        time_ms: u64,
    ) -> Result<Receipt, Rejection> {
        let state = self.log.state(&self.game, to);
        let entry = Entry::Undo { to, consent };
        let receipt = self.append(Actor::Seat(seat), entry, Vec::new(), time_ms, None)?;
        if consent.is_empty() {
            self.silent.insert(seat, receipt.version);
        }
        self.undone.push((seat, self.head));
        self.jump(to, state);
        Ok(receipt)
    }

    /// Whether a seat has just undone something that it can play again.
    pub fn can_redo(&self, seat: Seat) -> bool {
        self.undone.last().is_some_and(|(undid, _)| *undid == seat)
    }

    /// Takes back the latest undo. Only the seat that undid can do it, and only before anything else happens.
    pub fn redo(&mut self, seat: Seat, time_ms: u64) -> Result<Receipt, Rejection> {
        self.check_seat(seat)?;
        let to = match self.undone.last() {
            Some((undid, head)) if *undid == seat => *head,
            _ => {
                return Err(Rejection::new(
                    "nothing_to_redo",
                    "there is nothing that {seat} has just taken back",
                )
                .with("seat", seat));
            }
        };
        let state = self.log.state(&self.game, to);
        let receipt = self.append(
            Actor::Seat(seat),
            Entry::Redo { to },
            Vec::new(),
            time_ms,
            None,
        )?;
        self.undone.pop();
        self.jump(to, state);
        Ok(receipt)
    }

    fn jump(&mut self, head: u64, state: G::State) {
        self.head = head;
        self.log.jump(state.clone());
        self.state = state;
    }

    /// A match of its own from a version on. It shares the log up to there, and has its own seed: what is drawn in it
    /// says nothing of what will be drawn in this one.
    pub fn fork(&self, version: u64, seed: Seed, time_ms: u64) -> Result<Match<G>, ForkError> {
        if version == 0 || version > self.version() {
            return Err(ForkError::NoVersion {
                version,
                latest: self.version(),
            });
        }
        let chance = Chance::new(seed, &[], version);
        if self.has_commitment(&chance.commitment) {
            return Err(ForkError::SameSeed);
        }
        let log = self.log.prefix(version);
        let hash = log.record(version).map_or(self.hash, |record| record.hash);
        let mut fork = Match {
            game: self.game.clone(),
            info: self.info.clone(),
            opened: self.opened.clone(),
            header: self.header.clone(),
            setup: self.setup.clone(),
            state: log.state(&self.game, version),
            head: log.effective(version),
            log,
            hash,
            line: Vec::new(),
            chance: self.chance.clone(),
            undone: Vec::new(),
            silent: (self.silent.iter())
                .map(|(seat, undo)| (*seat, *undo))
                .filter(|(_, undo)| *undo <= version)
                .collect(),
            keys: Keys::default(),
            budget: self.budget,
            one_by_one: self.one_by_one,
            told: None,
        };
        // A fork's record has no data of the game's, so it can always be written.
        let _ = fork.begin_fork(chance, time_ms);
        // Where a side was about to act it does so now, with the chance of the new seed.
        if let (false, Ok(turns)) = (
            fork.one_by_one || fork.ended(fork.head).is_some(),
            fork.sides_act(&fork.state, fork.chance.clone(), fork.version()),
        ) {
            for turn in turns {
                let _ = fork.commit_side(turn, time_ms);
            }
        }
        Ok(fork)
    }

    /// Whether this match began with that seed, or draws from it now.
    pub(super) fn has_commitment(&self, commitment: &str) -> bool {
        self.header.commitment == commitment || self.chance.commitment == commitment
    }

    pub(super) fn begin_fork(
        &mut self,
        chance: Chance,
        time_ms: u64,
    ) -> Result<Receipt, Rejection> {
        let entry = Entry::Fork {
            chance: chance.algorithm,
            commitment: chance.commitment.clone(),
        };
        let receipt = self.append(Actor::System, entry, Vec::new(), time_ms, None)?;
        self.undone.clear();
        self.chance = chance;
        Ok(receipt)
    }

    /// The versions whose records the state comes from, earliest first: all but what was taken back.
    pub fn in_effect(&self) -> Vec<u64> {
        let mut versions = Vec::new();
        let mut at = self.head;
        while at > 0 {
            versions.push(at);
            at = self.log.base(at);
        }
        versions.reverse();
        versions
    }

    /// The versions that a return to `to` takes back, latest first.
    pub(super) fn in_effect_after(&self, to: u64) -> Result<Vec<u64>, Rejection> {
        // At the end the seed is revealed. Whoever went back then would know every draw to come.
        let chance = self.info.chance || self.chance.drawn > 0;
        if chance && self.outcome().is_some() {
            return Err(Rejection::new(
                "seed_revealed",
                "the match is over and its seed may be known: fork it to play on from an earlier version",
            ));
        }
        let mut versions = Vec::new();
        let mut at = self.head;
        while at > to.max(1) {
            versions.push(at);
            at = self.log.base(at);
        }
        // Where a side is to act nobody could go on.
        let first = versions.last().and_then(|first| self.log.record(*first));
        let by_side =
            first.is_some_and(|first| first.actor == Actor::System && is_side(&first.entry));
        if at != to || versions.is_empty() || by_side {
            return Err(Rejection::new(
                "no_such_undo",
                "the match cannot go back to version {version}",
            )
            .with("version", to));
        }
        Ok(versions)
    }
}

/// Whether a record of the system is a side's command.
fn is_side<C, E>(entry: &Entry<C, E>) -> bool {
    matches!(entry, Entry::Command { .. })
}
