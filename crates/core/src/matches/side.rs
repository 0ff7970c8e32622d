//! What sides do that have no seat: their commands in the log, one by one or all that come next.

use super::record::Entry;
use super::submit::{Receipt, has_seed};
use super::{Chance, Match};
use crate::sides::{SideActs, side_acts, within};
use crate::{Actor, Game, Message, Rejection, SideTurn};

/// A command of a side that has been decided, and the words of chance that it drew.
pub(super) struct Decided<G: Game> {
    acts: SideActs<G>,
    chance: Vec<u32>,
}

impl<G: Game> Match<G> {
    /// The side that acts now: only where sides act [one by one](Match::one_by_one), or a file ends in the middle of it.
    pub fn side(&self) -> Option<Message> {
        match self.ended(self.head) {
            Some(_) => None,
            None => self.game.capabilities().sided?.side(&self.state),
        }
    }

    /// From now on sides wait for [`Match::side_acts`], so that each of their commands can be kept and shown by itself.
    ///
    /// A command after which sides would never stop is refused all the same.
    ///
    /// ```
    /// # use parlor_core::doc::Tide;
    /// use parlor_core::prelude::*;
    /// let setup = Setup::new(&Tide.info(), 1).unwrap();
    /// let mut game = Match::new(Tide, setup, Seed::Integer(1)).unwrap();
    /// game.one_by_one();
    /// game.play(Seat(0), &2).unwrap();
    /// assert_eq!(game.side().unwrap().to_string(), "The sea");
    /// assert_eq!(game.side_acts(0).unwrap().unwrap().version, 3);
    /// assert_eq!(game.side_acts(0).unwrap(), None);
    /// ```
    pub fn one_by_one(&mut self) {
        self.one_by_one = true;
    }

    /// Lets the side send its next command, if it is a side's turn.
    pub fn side_acts(&mut self, time_ms: u64) -> Result<Option<Receipt>, Rejection> {
        if self.side().is_none() {
            return Ok(None);
        }
        let chance = self.chance.clone();
        match self.side_acts_once(&self.state, &chance, self.version())? {
            Some(decided) => self.commit_side(decided, time_ms).map(Some),
            None => Ok(None),
        }
    }

    /// What a side did in the record with this version, and what it could have done instead; nothing if it is no side's.
    pub fn side_turn(&self, version: u64) -> Option<SideTurn<G::Command>> {
        self.side_turn_as(version, |_, command| command.clone())
    }

    /// The same, as people say it.
    pub(crate) fn side_turn_said(&self, version: u64) -> Option<SideTurn<Message>> {
        let sided = self.game.capabilities().sided?;
        self.side_turn_as(version, |state, command| sided.side_label(state, command))
    }

    fn side_turn_as<T>(
        &self,
        version: u64,
        say: impl Fn(&G::State, &G::Command) -> T,
    ) -> Option<SideTurn<T>> {
        let record = self.log.record(version)?;
        let (Actor::System, Entry::Command { command, .. }) = (record.actor, &record.entry) else {
            return None;
        };
        let sided = self.game.capabilities().sided?;
        let before = self.log.state(&self.game, self.log.base(version));
        let mut others = Vec::new();
        sided.side_legal(&before, &mut others);
        others.retain(|other| other != command);
        Some(SideTurn {
            version,
            side: sided.side(&before)?,
            command: say(&before, command),
            others: others.iter().map(|other| say(&before, other)).collect(),
        })
    }

    /// All that sides do before a seat has to act, from a state on.
    pub(super) fn sides_act(
        &self,
        after: &G::State,
        mut chance: Chance,
        mut version: u64,
    ) -> Result<Vec<Decided<G>>, Rejection> {
        let mut turns: Vec<Decided<G>> = Vec::new();
        loop {
            let state = turns.last().map_or(after, |turn| &turn.acts.state);
            let Some(turn) = self.side_acts_once(state, &chance, version)? else {
                return Ok(turns);
            };
            within(turns.len() as u32 + 1, self.budget)?;
            chance.drawn += turn.chance.len() as u64;
            version += 1;
            turns.push(turn);
        }
    }

    fn side_acts_once(
        &self,
        state: &G::State,
        chance: &Chance,
        version: u64,
    ) -> Result<Option<Decided<G>>, Rejection> {
        let mut rng = chance.rng(version + 1);
        let Some(acts) = side_acts(&*self.game, state, &mut rng, self.budget)? else {
            return Ok(None);
        };
        has_seed(&rng)?;
        let chance = rng.recorded();
        Ok(Some(Decided { acts, chance }))
    }

    pub(super) fn commit_side(
        &mut self,
        decided: Decided<G>,
        time_ms: u64,
    ) -> Result<Receipt, Rejection> {
        let Decided { acts, chance } = decided;
        let entry = Entry::Command {
            command: acts.command,
            events: acts.events,
        };
        self.commit_drawn(
            Actor::System,
            entry,
            chance,
            time_ms,
            None,
            Some(acts.state),
        )
    }
}
