//! Which parts of a ruleset random games go through, and which never.

mod play;
mod source;
#[cfg(test)]
mod tests;
mod trouble;

use std::collections::BTreeMap;

use parlor_core::Setup;
use serde::Serialize;

use crate::document::PhaseKind;
use crate::run::{Coverage, Failure};
use crate::{Place, Ruleset};
pub(crate) use source::Source;
pub use trouble::{Trouble, TroubleKind};

/// Which parts of a ruleset were gone through in some games, which never, and what went wrong on the way.
///
/// ```
/// use parlor_core::{Game, Setup};
/// use parlor_ruleset::{Part, Ruleset};
/// let ruleset = Ruleset::load(parlor_ruleset::doc::HIGH_CARD.as_bytes()).unwrap();
/// let setup = Setup::new(&ruleset.info(), 2).unwrap();
/// let report = ruleset.cover(&setup, 1, 50);
/// assert_eq!((report.reached(Part::Phase), report.all(Part::Phase)), (5, 5));
/// assert!(report.missed.is_empty() && report.faults.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CoverageReport {
    /// How many games were played.
    pub games: u64,
    /// How many commands they took together.
    pub commands: u64,
    /// How many parts there are of each kind.
    pub parts: BTreeMap<Part, usize>,
    /// What was never gone through, in the order of the file.
    pub missed: Vec<Missed>,
    /// Conditions of transitions and checks of objectives that went wrong, which counts as not met.
    pub faults: Vec<Trouble>,
    /// Matches that could not begin and actions that could not be taken, since something in them went wrong.
    pub refused: Vec<Trouble>,
}

/// A kind of parts of a ruleset.
///
/// ```
/// assert_eq!(parlor_ruleset::Part::Branch.plural(), "branches");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// A phase, which is reached.
    Phase,
    /// An action, which somebody takes.
    Action,
    /// A transition, which the game takes.
    Transition,
    /// An objective, which somebody reaches.
    Objective,
    /// One way of an `if` in an expression.
    Branch,
}

/// A part of a ruleset that was never gone through.
///
/// ```
/// use parlor_core::{Game, Setup};
/// use parlor_ruleset::{Ruleset, doc::HIGH_CARD};
/// let text = HIGH_CARD.replace("\"effect\": [\"end_turn()\"]", "\"condition\": \"turn_number > 9\", \"effect\": [\"end_turn()\"]");
/// let ruleset = Ruleset::load(text.as_bytes()).unwrap();
/// let setup = Setup::new(&ruleset.info(), 2).unwrap();
/// let missed = &ruleset.cover(&setup, 1, 50).missed[0];
/// assert_eq!(missed.at, "phase 'turns', action 'stand'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missed {
    /// What it is.
    pub part: Part,
    /// Where it stands in the file.
    #[serde(flatten)]
    pub place: Place,
    /// Where it stands, in words.
    pub at: String,
    /// Its expression, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Of an `if`, which way was never gone: the one where its condition holds, or the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<bool>,
}

impl Part {
    /// What several are called.
    pub fn plural(self) -> &'static str {
        match self {
            Part::Phase => "phases",
            Part::Action => "actions",
            Part::Transition => "transitions",
            Part::Objective => "objectives",
            Part::Branch => "branches",
        }
    }

    /// All kinds.
    pub const ALL: [Part; 5] = [
        Part::Phase,
        Part::Action,
        Part::Transition,
        Part::Objective,
        Part::Branch,
    ];
}

impl Ruleset {
    /// Plays random games and says which phases, actions, transitions, objectives and branches they went
    /// through. Where games are very
    /// long, there are fewer of them. The same seed gives the same report.
    pub fn cover(&self, setup: &Setup, seed: u64, games: u64) -> CoverageReport {
        self.cover_while(setup, seed, games, &|| true)
    }

    /// The same for as long as `go_on` says so, which is asked before each command. What was played until then counts.
    ///
    /// ```
    /// use parlor_core::{Game, Setup};
    /// let ruleset = parlor_ruleset::Ruleset::load(parlor_ruleset::doc::HIGH_CARD.as_bytes()).unwrap();
    /// let setup = Setup::new(&ruleset.info(), 2).unwrap();
    /// assert_eq!(ruleset.cover_while(&setup, 1, 50, &|| false).games, 0);
    /// ```
    pub fn cover_while(
        &self,
        setup: &Setup,
        seed: u64,
        games: u64,
        go_on: &dyn Fn() -> bool,
    ) -> CoverageReport {
        let coverage = Coverage::new(self.program());
        let (games, commands) = self.play_covered(setup, seed, games, &coverage, go_on);
        let mut report = CoverageReport {
            games,
            commands,
            parts: BTreeMap::new(),
            missed: Vec::new(),
            faults: Vec::new(),
            refused: Vec::new(),
        };
        report.look(self, &coverage);
        report
    }
}

impl CoverageReport {
    /// How many parts of a kind there are. An `if` has two ways.
    pub fn all(&self, part: Part) -> usize {
        self.parts.get(&part).copied().unwrap_or(0)
    }

    /// How many parts of a kind were gone through.
    pub fn reached(&self, part: Part) -> usize {
        let missed = self.missed.iter().filter(|missed| missed.part == part);
        self.all(part) - missed.count()
    }

    /// With what another report on the same ruleset says: what one of them has gone through is not missed.
    pub fn merge(&mut self, other: &CoverageReport) {
        self.games += other.games;
        self.commands += other.commands;
        self.missed.retain(|missed| other.missed.contains(missed));
        for (all, more) in [
            (&mut self.faults, &other.faults),
            (&mut self.refused, &other.refused),
        ] {
            let new: Vec<Trouble> = more
                .iter()
                .filter(|one| !all.contains(one))
                .cloned()
                .collect();
            all.extend(new);
        }
    }

    fn look(&mut self, ruleset: &Ruleset, coverage: &Coverage) {
        let (program, source) = (ruleset.program(), Source::of(ruleset.document()));
        let mut transitions = BTreeMap::new();
        let mut actions = BTreeMap::new();
        for (phase, info) in program.phases.iter().enumerate() {
            let place = Place::of("/phases").index(phase);
            self.note(coverage.reached_phase(phase), Part::Phase, &place, &source);
            // What an automatic phase offers is no part of the file.
            let waits = info.kind != PhaseKind::Automatic;
            for (number, action) in info.actions.iter().filter(|_| waits).enumerate() {
                let place = place.field("actions").index(number);
                let taken = coverage.took_action(action.number);
                self.note(taken, Part::Action, &place, &source);
                actions.insert(action.number, place);
            }
            for (number, transition) in info.transitions.iter().enumerate() {
                let place = place.field("transitions").index(number).field("when");
                let taken = coverage.took_transition(transition.number);
                self.note(taken, Part::Transition, &place, &source);
                transitions.insert(transition.number, place);
            }
        }
        for (number, transition) in program.global.iter().enumerate() {
            let place = Place::of("/globalTransitions").index(number).field("when");
            let taken = coverage.took_transition(transition.number);
            self.note(taken, Part::Transition, &place, &source);
            transitions.insert(transition.number, place);
        }
        let mut objectives = BTreeMap::new();
        for number in 0..program.aims.len() {
            let place = Place::of("/ai/objectives").index(number).field("check");
            let reached = coverage.reached_objective(number);
            self.note(reached, Part::Objective, &place, &source);
            objectives.insert(number as u16, place);
        }
        for (number, place) in program.branches.iter().enumerate() {
            for (went, way) in coverage.ways(number).into_iter().zip([true, false]) {
                self.note(went, Part::Branch, place, &source);
                if let (false, Some(missed)) = (went, self.missed.last_mut()) {
                    missed.way = Some(way);
                }
            }
        }
        let troubles =
            |kind, places: &BTreeMap<u16, Place>, found: Vec<(u16, Failure)>| -> Vec<Trouble> {
                let found = found.into_iter().filter_map(|(number, failure)| {
                    let place = places.get(&number)?;
                    Some(ruleset.trouble(&source, kind, Some(place), failure))
                });
                found.collect()
            };
        self.faults = troubles(TroubleKind::Condition, &transitions, coverage.faults());
        let checks = coverage.check_faults();
        let checks = troubles(TroubleKind::Condition, &objectives, checks);
        self.faults.extend(checks);
        let openings = coverage.openings().into_iter();
        self.refused = openings
            .map(|failure| ruleset.trouble(&source, TroubleKind::Opening, None, failure))
            .collect();
        let refusals = troubles(TroubleKind::Action, &actions, coverage.refusals());
        self.refused.extend(refusals);
    }

    fn note(&mut self, reached: bool, part: Part, place: &Place, source: &Source<'_>) {
        *self.parts.entry(part).or_default() += 1;
        if !reached {
            self.missed.push(Missed {
                part,
                at: source.words(place),
                text: source.text(place),
                place: place.clone(),
                way: None,
            });
        }
    }
}
