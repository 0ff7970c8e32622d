//! What viewers hear of a record.

use super::Match;
use super::record::{Ending, Entry};
use crate::{Actor, Game, Message, SystemCommand, Told, Viewer};

impl<G: Game> Match<G> {
    /// What a viewer heard of the record that led to a version.
    pub fn told(&self, version: u64, viewer: Viewer) -> Vec<Told> {
        if version == 0 || version > self.version() {
            return Vec::new();
        }
        let before = self.log.state(&self.game, version - 1);
        let (mut told, _) = self.tell(version, before, &[viewer]);
        told.pop().unwrap_or_default()
    }

    /// What each of some viewers heard of the latest record. Asked after every record, it costs less than [`Match::told`],
    /// which has to find out how things stood before.
    pub fn told_latest(&mut self, viewers: &[Viewer]) -> Vec<Vec<Told>> {
        let version = self.version();
        let before = match self.told.take() {
            Some((at, state)) if at + 1 == version => state,
            _ => self.log.state(&self.game, version.saturating_sub(1)),
        };
        let (told, after) = self.tell(version, before, viewers);
        let entry = self.log.record(version).map(|record| &record.entry);
        // An undo leads elsewhere.
        if !matches!(entry, Some(Entry::Undo { .. } | Entry::Redo { .. })) {
            self.told = Some((version, after));
        }
        told
    }

    /// Tells a record to viewers, and gives the state that its events lead to.
    fn tell(
        &self,
        version: u64,
        mut state: G::State,
        viewers: &[Viewer],
    ) -> (Vec<Vec<Told>>, G::State) {
        let mut told = vec![Vec::new(); viewers.len()];
        let Some(record) = self.log.record(version) else {
            return (told, state);
        };
        for event in record.entry.events() {
            for (told, viewer) in told.iter_mut().zip(viewers) {
                let viewer = self.seated(*viewer);
                told.extend(self.game.tell(&state, event, viewer));
            }
            self.game.apply(&mut state, event);
        }
        let by_system = told_by_system(&record.entry);
        let taken_back = match (&record.entry, record.actor) {
            (Entry::Undo { .. }, Actor::Seat(seat)) => {
                Some(Message::new("undone", "{seat} takes back").with("seat", seat))
            }
            (Entry::Redo { .. }, Actor::Seat(seat)) => {
                Some(Message::new("redone", "{seat} plays it again").with("seat", seat))
            }
            _ => None,
        };
        let all = by_system.into_iter().chain(taken_back.map(Told::new));
        for news in all {
            for told in &mut told {
                told.push(news.clone());
            }
        }
        (told, state)
    }
}

fn told_by_system<C, E>(entry: &Entry<C, E>) -> Option<Told> {
    let command = match entry {
        Entry::System { command, .. } => *command,
        Entry::End(Ending::Draw) => {
            return Some(Told::new(Message::new("draw_agreed", "a draw is agreed")));
        }
        Entry::End(Ending::Abort) => {
            return Some(Told::new(Message::new(
                "aborted",
                "the match is called off",
            )));
        }
        _ => return None,
    };
    let (id, text, seat) = match command {
        SystemCommand::Open => return None,
        SystemCommand::Resign { seat } => ("resigned", "{seat} resigns", seat),
        SystemCommand::TimeOut { seat } => ("timed_out", "{seat} has run out of time", seat),
    };
    Some(Told::new(Message::new(id, text).with("seat", seat)))
}
