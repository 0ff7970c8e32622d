//! What stands where in a document: expressions by their place, and places in words.

use crate::Place;
use crate::document::{Document, Phase, Transition};

/// What stands where.
pub(crate) struct Source<'d> {
    document: &'d Document,
    json: serde_json::Value,
}

impl<'d> Source<'d> {
    pub fn of(document: &'d Document) -> Source<'d> {
        // A document is texts, numbers, lists and objects: writing it cannot fail.
        let json = serde_json::to_value(document).unwrap_or_default();
        Source { document, json }
    }

    /// The expression at a place.
    pub fn text(&self, place: &Place) -> Option<String> {
        let text = self.json.pointer(&place.pointer)?.as_str()?;
        let within = place.within.clone().unwrap_or(0..text.len());
        text.get(within).map(String::from)
    }

    /// A place in words.
    pub fn words(&self, place: &Place) -> String {
        let steps: Vec<&str> = place.pointer.split('/').skip(1).collect();
        let number = |step: &str| step.parse::<usize>().unwrap_or(usize::MAX);
        let to = |transition: Option<&Transition>| {
            let to = transition.map_or("", |transition| &transition.to);
            format!("transition to '{to}'")
        };
        let phase = |step: &str| self.document.phases.get(number(step));
        let name = |phase: Option<&Phase>| {
            let name = phase.map_or("", |phase| &phase.name);
            format!("phase '{name}'")
        };
        match steps.as_slice() {
            ["phases", at, "transitions", index, ..] => {
                let transition = phase(at).and_then(|phase| phase.transitions.get(number(index)));
                format!("{}, {}", name(phase(at)), to(transition))
            }
            ["phases", at, "actions", index] => {
                let action = phase(at).and_then(|phase| phase.actions.get(number(index)));
                let action = action.map_or("", |action| &action.name);
                format!("{}, action '{action}'", name(phase(at)))
            }
            ["phases", at, "actions", index, rest @ ..] => {
                let action = phase(at).and_then(|phase| phase.actions.get(number(index)));
                let action = action.map_or("", |action| &action.name);
                let rest = parlor_language::readable(&format!("/{}", rest.join("/")));
                format!("{}, action '{action}', {rest}", name(phase(at)))
            }
            ["phases", at] => name(phase(at)),
            ["phases", at, rest @ ..] => {
                let rest = parlor_language::readable(&format!("/{}", rest.join("/")));
                format!("{}, {rest}", name(phase(at)))
            }
            ["globalTransitions", index, ..] => {
                let all = self.document.global_transitions.as_ref();
                format!("global {}", to(all.and_then(|all| all.get(number(index)))))
            }
            ["ai", "objectives", index, ..] => {
                let all = self.document.ai.as_ref();
                let objective = all.and_then(|ai| ai.objectives.get(number(index)));
                let name = objective.map_or("", |objective| &objective.name);
                format!("objective '{name}'")
            }
            _ => parlor_language::readable(&place.pointer),
        }
    }
}
