//! Fences: which records have told somebody something, so that they cannot be taken back in silence.
//!
//! A record is fenced if it drew chance, came from the system, is final by the rules, or told any viewer something that it could not have known
//! before. The last is found by trying: for each viewer, deal anew what it cannot see, let the rules decide the same
//! command there, and compare what the viewer hears and sees. If it could tell the difference, it has learned something.

use super::record::Entry;
use super::{Match, RecordOf};
use crate::{
    Budget, Decision, Domain, DynHidden, Game, Outcome, Rng, Seat, SeatSet, Told, View, Viewer,
};

/// How often each viewer's secrets are dealt anew. Taking back is rare, so this may take its time.
const SAMPLES: u64 = 128;

impl<G: Game> Match<G> {
    /// Whether the record that led to this version has told anybody something.
    ///
    /// Never so in a game without chance and secrets; always so where a game has secrets and cannot say what a viewer
    /// can tell apart (it lacks [`Hidden`](crate::Hidden)).
    pub fn is_fenced(&self, version: u64) -> bool {
        let Some(record) = self.log.record(version) else {
            return false;
        };
        let Entry::Command { command, .. } = &record.entry else {
            return true;
        };
        if !record.chance.is_empty() || self.game.is_final(command) {
            return true;
        }
        if !self.info.hidden {
            return false;
        }
        let (crate::Actor::Seat(seat), Some(hidden)) =
            (record.actor, self.game.capabilities().hidden)
        else {
            return true;
        };
        let before = self.log.state(&self.game, self.log.base(version));
        Seat::all(self.header.seat_count())
            .map(Viewer::Seat)
            .chain([Viewer::Spectator])
            .any(|viewer| self.tells(&before, seat, command, record, hidden, viewer))
    }

    /// Whether a viewer learned something from a record.
    fn tells(
        &self,
        before: &G::State,
        seat: Seat,
        command: &G::Command,
        record: &RecordOf<G>,
        hidden: &DynHidden<G>,
        viewer: Viewer,
    ) -> bool {
        let known = self.experience(before, record.entry.events(), viewer);
        // From the match's own secret, so that nobody can work out beforehand which deals will be tried.
        let mut rng = match &self.chance.secret {
            Some(secret) => Rng::new(&secret.mixed, Domain::Resample, record.version),
            None => Rng::fast(record.version, 0),
        };
        (0..SAMPLES).any(|_| {
            let other = hidden.resample(before, viewer, &mut rng);
            let mut events = Vec::new();
            let mut decision = Decision::new(&mut rng, &mut events, Budget::CEILING);
            let decided = self.game.decide(&other, seat, command, &mut decision);
            decided.is_err() || self.experience(&other, &events, viewer) != known
        })
    }

    /// What a viewer hears and then knows when these events happen.
    fn experience(
        &self,
        before: &G::State,
        events: &[G::Event],
        viewer: Viewer,
    ) -> Experience<G::Command> {
        let mut state = before.clone();
        let told = events.iter().filter_map(|event| {
            let told = self.game.tell(&state, event, viewer);
            self.game.apply(&mut state, event);
            told
        });
        let told = told.collect();
        let mut legal = Vec::new();
        if let Some(seat) = viewer.seat() {
            self.game.legal(&state, seat, &mut legal);
        }
        Experience {
            told,
            view: self.game.view(&state, viewer),
            to_act: self.game.to_act(&state),
            outcome: self.game.outcome(&state),
            legal,
        }
    }
}

/// All that reaches a viewer.
#[derive(PartialEq)]
struct Experience<C> {
    told: Vec<Told>,
    view: View,
    to_act: SeatSet,
    outcome: Option<Outcome>,
    legal: Vec<C>,
}
