//! What goes wrong in play, as its author reads it: where in the file, in which phase, why, and what to do.

use serde::Serialize;

use super::source::Source;
use crate::run::{Failure, Fault};
use crate::{Code, Place, Problem, Ruleset};

/// An expression that went wrong in play.
///
/// ```
/// use parlor_core::{Game, Setup};
/// use parlor_ruleset::{Ruleset, doc::HIGH_CARD};
/// let text = HIGH_CARD.replace("\"when\": \"all_players_done\"", "\"when\": \"top_card_rank(discard) > 0 && all_players_done\"");
/// let ruleset = Ruleset::load(text.as_bytes()).unwrap();
/// let setup = Setup::new(&ruleset.info(), 2).unwrap();
/// let fault = &ruleset.cover(&setup, 1, 50).faults[0];
/// assert_eq!(fault.reason, "the zone discard is empty, so it has no top card");
/// assert_eq!(fault.text.as_deref(), Some("top_card_rank(discard)"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trouble {
    /// What it comes to.
    #[serde(rename = "trouble")]
    pub kind: TroubleKind,
    /// Where the part that went wrong stands in the file.
    #[serde(flatten)]
    pub place: Place,
    /// Which action, transition or objective it belongs to, in words.
    pub at: String,
    /// The phase that was running.
    pub phase: String,
    /// The part of the expression that went wrong; nothing where it is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What went wrong.
    pub reason: String,
    /// What to do about it.
    pub help: String,
}

/// What it comes to when an expression goes wrong.
///
/// ```
/// assert_eq!(parlor_ruleset::TroubleKind::Action.code().id(), "R801");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TroubleKind {
    /// The match cannot begin.
    Opening,
    /// An action cannot be taken.
    Action,
    /// An automatic phase cannot go on.
    Step,
    /// A condition counts as not met.
    Condition,
}

impl TroubleKind {
    /// The kind of problem that this is.
    pub fn code(self) -> Code {
        match self {
            TroubleKind::Opening | TroubleKind::Action | TroubleKind::Step => Code::RulesFail,
            TroubleKind::Condition => Code::ConditionFails,
        }
    }
}

impl Trouble {
    /// The same as a problem of the file, to be [rendered](crate::render) with the line it stands in.
    ///
    /// ```
    /// use parlor_core::{Game, Setup};
    /// use parlor_ruleset::{Ruleset, doc::HIGH_CARD, read, render};
    /// let text = HIGH_CARD.replace("\"when\": \"all_players_done\"", "\"when\": \"top_card_rank(discard) > 0\"");
    /// let ruleset = Ruleset::load(text.as_bytes()).unwrap();
    /// let setup = Setup::new(&ruleset.info(), 2).unwrap();
    /// let mut problems = [ruleset.cover(&setup, 1, 50).faults[0].problem()];
    /// read(text.as_bytes()).unwrap().locate_all(&mut problems);
    /// assert!(render("my.cardgame.json", text.as_bytes(), &problems, false).starts_with("warning[R802]"));
    /// ```
    pub fn problem(&self) -> Problem {
        let Trouble { at, reason, .. } = self;
        let mut message = match self.kind {
            TroubleKind::Opening => format!("the match cannot begin: {reason}"),
            TroubleKind::Action => format!("{at} cannot be taken: {reason}"),
            TroubleKind::Step => format!("{at} cannot go on: {reason}"),
            TroubleKind::Condition => format!("{at} fails, so it counts as not met: {reason}"),
        };
        let phase = format!("phase '{}'", self.phase);
        if self.kind == TroubleKind::Opening || !at.starts_with(&phase) {
            message.push_str(&format!(" (in {phase})"));
        }
        Problem::new(self.kind.code(), self.place.clone(), message).help(self.help.clone())
    }
}

impl Ruleset {
    /// What failed in the action, transition or objective at a place.
    pub(crate) fn trouble(
        &self,
        source: &Source<'_>,
        kind: TroubleKind,
        of: Option<&Place>,
        failure: Failure,
    ) -> Trouble {
        let Failure { fault, phase, node } = failure;
        let program = self.program();
        let running = Place::of("/phases").index(phase.into());
        let place = match fault {
            Fault::TooManySteps => running.field("onStep"),
            Fault::TooManyPhases => running.clone(),
            _ => node
                .and_then(|node| program.spans.place(node))
                .unwrap_or_else(|| of.unwrap_or(&running).clone()),
        };
        Trouble {
            kind,
            at: source.words(of.unwrap_or(&running)),
            phase: program.phases[usize::from(phase)].name.to_string(),
            text: source.text(&place),
            place,
            reason: fault.message(program),
            help: fault.help(program),
        }
    }
}
