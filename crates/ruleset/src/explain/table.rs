//! The table in words: where cards lie and who sees them, and what the rules keep count of.

use super::english::{English, Who, pile, spoken};
use super::{capital, list};
use crate::document::*;

/// A zone: whose it is, and who sees what.
pub(super) fn place(document: &Document, zone: &Zone) -> String {
    let english = English::new(document, Who::Current);
    let name = pile(&zone.name);
    let whose = match zone.owners.as_slice() {
        _ if english.is_each(&zone.name) => "each player has one".to_owned(),
        [] => "one for all".to_owned(),
        owners => {
            let owners: Vec<String> = owners
                .iter()
                .map(|owner| format!("the {}", spoken(owner)))
                .collect();
            format!("it belongs to {}", list(&owners))
        }
    };
    let rules = document.visibility.iter().flatten();
    let rules: Vec<&VisibilityRule> = rules.filter(|rule| rule.zone == zone.name).collect();
    let usual = rules
        .first()
        .map_or(&zone.visibility, |rule| &rule.visibility);
    let mut text = format!("**{}**: {whose}; {}", capital(&name), seen(usual));
    let overrides = rules
        .iter()
        .filter_map(|rule| rule.phase_override.as_ref())
        .chain(zone.phase_overrides.iter().flatten());
    for exception in overrides {
        let phase = spoken(&exception.phase);
        text.push_str(&format!(
            "; in the phase “{phase}” {}",
            seen(&exception.visibility)
        ));
    }
    if let Some(most) = zone.max_cards {
        text.push_str(&format!("; it holds {most} cards at most"));
    }
    text + "."
}

fn seen(visibility: &Visibility) -> &'static str {
    match visibility {
        Visibility::Public {} => "everybody sees its cards",
        Visibility::OwnerOnly {} => "only its owner sees the cards",
        Visibility::Hidden {} => "nobody sees its cards",
        Visibility::Partial { rule } => match &**rule {
            "first_card_only" => "everybody sees its first card and none of the others",
            "face_up_only" => "everybody sees the cards that lie face up",
            _ => "nobody sees its cards",
        },
    }
}

/// What the rules keep count of.
pub(super) fn variables(document: &Document) -> Vec<String> {
    let older = document.initial_variables.iter().flatten();
    let older = older.map(|(name, value)| (name, crate::run::js_number(*value), None));
    let newer = document.variables.iter().flatten().map(|(name, variable)| {
        let initial = match &variable.initial {
            Scalar::Number(number) => crate::run::js_number(*number),
            Scalar::Text(text) if text.is_empty() => "empty".into(),
            Scalar::Text(text) => text.clone(),
        };
        (name, initial, variable.public)
    });
    let any_public = document
        .variables
        .iter()
        .flatten()
        .any(|(_, variable)| variable.public.is_some());
    older
        .chain(newer)
        .map(|(name, initial, public)| {
            let hidden = any_public && public != Some(true);
            let hidden = if hidden {
                ", which players do not see"
            } else {
                ""
            };
            format!("“{}”, {initial} at first{hidden}", spoken(name))
        })
        .collect()
}
