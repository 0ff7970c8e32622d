//! Actions that nobody can ever take, and phases in which nobody can do anything.

use super::facts::Facts;
use super::fold::Fold;
use super::{Findings, quoted};
use crate::document::{Document, PhaseKind};
use crate::program::*;
use crate::{Code, Place, Problem};

pub(super) fn check(
    document: &Document,
    program: &Program,
    facts: &Facts,
    reached: &[bool],
    findings: &mut Findings,
) {
    let players = (document.meta.players.min, document.meta.players.max);
    let mut fold = Fold::new(program, facts, players);
    for (index, phase) in document.phases.iter().enumerate() {
        let place = Place::of("/phases").index(index).field("actions");
        if phase.kind == PhaseKind::Automatic {
            if !phase.actions.is_empty() {
                report_automatic(&phase.name, place, findings);
            }
            continue;
        }
        if phase.actions.is_empty() {
            report_empty(&phase.name, Place::of("/phases").index(index), findings);
            continue;
        }
        fold.moods = facts.phases[index].moods;
        let mut possible = false;
        for (number, action) in program.phases[index].actions.iter().enumerate() {
            let text = phase.actions[number].condition.as_deref().unwrap_or("");
            fold.playing = action.play.is_some();
            match hindrance(&fold, action, text) {
                Some(hindrance) => report_never(action, hindrance, &place.index(number), findings),
                None => possible = true,
            }
        }
        if !possible && reached[index] {
            let message = format!("no action of the phase '{}' can ever be taken", phase.name);
            let problem = Problem::new(Code::NobodyCanAct, place, message)
                .expected("an action that is possible at some time");
            findings
                .report(problem.help("change the conditions of its actions, or make it automatic"));
        }
    }
}

/// Why an action can never be taken.
struct Hindrance {
    /// The field that says so; the action itself if none does.
    field: Option<&'static str>,
    message: String,
    expected: &'static str,
    help: String,
}

fn hindrance(fold: &Fold<'_>, action: &ActionInfo, text: &str) -> Option<Hindrance> {
    let condition = action
        .condition
        .map(|condition| fold.condition(condition.tree));
    if condition.is_some_and(|truth| truth.is_never()) {
        return Some(Hindrance {
            field: Some("condition"),
            message: format!("{} never holds", quoted(text)),
            expected: "a condition that holds at some time",
            help: "change the condition, or remove the action".into(),
        });
    }
    if let Some(play) = &action.play {
        return unplayable(fold, play);
    }
    let seats = fold.players.1;
    let param = action
        .params
        .iter()
        .find(|param| param.choices.count(seats) == 0)?;
    Some(Hindrance {
        field: None,
        message: format!("there is nothing to choose for '{}'", param.name),
        expected: "at least one choice",
        help: match param.choices {
            ParamChoices::Player { .. } => {
                "with one player there is no other: let more play, or say \"including_self\": true"
                    .into()
            }
            ParamChoices::Values(_) => "add choices to its params".into(),
        },
    })
}

fn unplayable(fold: &Fold<'_>, play: &PlayInfo) -> Option<Hindrance> {
    let filled = |zone: &&u8| fold.facts.filled[usize::from(**zone)];
    let name = |zone: u8| &*fold.program.zones[usize::from(zone)].name;
    let first = play.from.first()?;
    if !play.from.iter().any(|zone| filled(&zone)) {
        return Some(Hindrance {
            field: None,
            message: format!(
                "no card ever gets into '{}', so none can be played",
                name(*first)
            ),
            expected: "cards to play",
            help: format!(
                "deal cards first: deal({}, {}, 5)",
                fold.program.zone_info(fold.program.deck_zone).name,
                name(*first)
            ),
        });
    }
    let moves = |from: &u8| play.to.iter().any(|to| to != from);
    if !play.from.iter().filter(filled).any(moves) {
        return Some(Hindrance {
            field: None,
            message: format!("the cards of '{}' are played onto themselves", name(*first)),
            expected: "two different zones",
            help: "say where cards go: \"to\": [\"discard\"]".into(),
        });
    }
    None
}

fn report_never(action: &ActionInfo, hindrance: Hindrance, place: &Place, findings: &mut Findings) {
    if findings.is_full() {
        return;
    }
    let place = match hindrance.field {
        Some(field) => place.field(field),
        None => place.clone(),
    };
    let message = format!(
        "nobody can ever take the action '{}': {}",
        action.name, hindrance.message
    );
    let problem = Problem::new(Code::ActionNeverTaken, place, message);
    findings.report(problem.expected(hindrance.expected).help(hindrance.help));
}

fn report_automatic(name: &str, place: Place, findings: &mut Findings) {
    let message = format!("the phase '{name}' is automatic, so nobody can take its actions");
    let problem = Problem::new(Code::AutomaticActions, place, message)
        .expected("no actions, or the kind 'turn_based' or 'all_players'");
    findings.report(problem.help("put what happens by itself into onEnter or automaticSequence"));
}

fn report_empty(name: &str, place: Place, findings: &mut Findings) {
    let message = format!("the phase '{name}' waits for players, but has no actions");
    let problem = Problem::new(Code::NobodyCanAct, place, message)
        .expected("at least one action, or the kind 'automatic'");
    findings.report(problem.help(
        "add an action, like { \"name\": \"pass\", \"label\": \"Pass\", \"effect\": [\"end_turn()\"] }",
    ));
}
