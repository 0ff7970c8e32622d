//! The rules of a ruleset as prose.

use super::english::{English, Who, pile, spoken};
use super::page::{Block, Page};
use super::{capital, cards, sentence, table};
use crate::document::*;

pub(super) fn page(document: &Document) -> Page {
    let mut page = Vec::new();
    let meta = &document.meta;
    page.push(Block::Title(meta.name.clone()));
    if let Some(description) = &meta.description {
        page.push(Block::Text(sentence(description)));
    }
    page.push(Block::Text(who_plays(document)));
    page.push(Block::Chapter("The cards".into()));
    page.push(Block::Text(cards::deck(&document.deck)));
    page.push(Block::List(cards::values(&document.deck)));
    page.push(Block::Chapter("The table".into()));
    page.push(Block::List(
        document
            .zones
            .iter()
            .map(|zone| table::place(document, zone))
            .collect(),
    ));
    let kept = table::variables(document);
    if !kept.is_empty() {
        page.push(Block::Text("The rules keep count of:".into()));
        page.push(Block::List(kept));
    }
    page.push(Block::Chapter("How it goes".into()));
    for phase in &document.phases {
        tell_phase(document, phase, &mut page);
    }
    if let Some(all) = document
        .global_transitions
        .as_ref()
        .filter(|all| !all.is_empty())
    {
        page.push(Block::Section("At any time".into()));
        page.push(Block::List(transitions(document, all)));
    }
    page.push(Block::Chapter("Scoring".into()));
    page.push(Block::List(scoring(document)));
    let aims = objectives(document);
    if !aims.is_empty() {
        page.push(Block::Chapter("What bots aim at".into()));
        page.push(Block::Text(
            "Bots that cannot look to the end go by these. Nobody wins or loses by them.".into(),
        ));
        page.push(Block::List(aims));
    }
    page.retain(
        |block| !matches!(block, Block::List(items) | Block::Steps(items) if items.is_empty()),
    );
    Page(page)
}

fn who_plays(document: &Document) -> String {
    let players = document.meta.players;
    let mut text = match (players.min, players.max) {
        (1, 1) => "For 1 player.".to_owned(),
        (min, max) if min == max => format!("For {min} players."),
        (min, max) => format!("For {min} to {max} players."),
    };
    for role in document.roles.iter().filter(|role| !role.is_human) {
        let name = spoken(&role.name);
        text.push_str(&format!(" The {name} is played by the rules."));
    }
    text
}

fn tell_phase(document: &Document, phase: &Phase, page: &mut Vec<Block>) {
    let order = match phase.turn_order {
        Some(TurnOrder::Counterclockwise) => ", counterclockwise",
        _ => "",
    };
    let kind = match phase.kind {
        PhaseKind::Automatic => "by itself".to_owned(),
        PhaseKind::TurnBased => format!("one player after the other{order}"),
        PhaseKind::AllPlayers => "all players at once".to_owned(),
    };
    page.push(Block::Section(format!(
        "{} ({kind})",
        capital(&spoken(&phase.name))
    )));
    let english = English::new(document, Who::Current);
    let steps = |effects: &Option<Vec<String>>| -> Vec<String> {
        let effects = effects.iter().flatten();
        effects
            .map(|effect| sentence(&english.effect(effect)))
            .collect()
    };
    page.push(Block::Steps(steps(&phase.automatic_sequence)));
    page.push(Block::Steps(steps(&phase.on_enter)));
    let again = steps(&phase.on_step);
    if !again.is_empty() {
        page.push(Block::Text(
            "Then, again and again until something below holds:".into(),
        ));
        page.push(Block::Steps(again));
    }
    if !phase.actions.is_empty() {
        let lead = match phase.kind {
            PhaseKind::TurnBased => "On your turn you can:",
            _ => "Everybody can:",
        };
        page.push(Block::Text(lead.into()));
        page.push(Block::List(
            phase
                .actions
                .iter()
                .map(|action| tell_action(document, action))
                .collect(),
        ));
    }
    let yours = English::new(document, Who::You);
    let auto_end = phase.auto_end_turn_condition.as_ref();
    let auto_end = auto_end.or(document.scoring.auto_end_turn_condition.as_ref());
    if let Some(condition) = auto_end.filter(|_| phase.kind != PhaseKind::Automatic) {
        let when = yours
            .when(condition)
            .unwrap_or("you have done something".into());
        page.push(Block::Text(format!(
            "After that your turn ends by itself if {when}."
        )));
    }
    page.push(Block::List(transitions(document, &phase.transitions)));
    if phase.transitions.is_empty() && phase.kind == PhaseKind::Automatic {
        page.push(Block::Text("That is the end.".into()));
    }
}

fn tell_action(document: &Document, action: &Action) -> String {
    let english = English::new(document, Who::You);
    let mut text = format!("**{}**", action.label);
    for (name, parameter) in action.params.iter().flatten() {
        let choice = match parameter {
            Parameter::Options(options) => {
                let options: Vec<String> = options
                    .iter()
                    .map(|option| match option {
                        Scalar::Number(number) => crate::run::js_number(*number),
                        Scalar::Text(text) => text.clone(),
                    })
                    .collect();
                format!("one of {}", options.join(", "))
            }
            Parameter::Range { min, max } => format!("a number from {min} to {max}"),
            Parameter::Rank {} => "a rank".into(),
            Parameter::Suit {} => "a suit".into(),
            Parameter::Player {
                including_self: true,
            } => "a player".into(),
            Parameter::Player {
                including_self: false,
            } => "another player".into(),
        };
        text.push_str(&format!(", choosing {choice} as the {}", spoken(name)));
    }
    let zones = |zones: &Option<Vec<String>>| {
        let zones = zones.as_ref()?;
        let zones: Vec<String> = zones
            .iter()
            .map(|zone| match english.is_each(zone) {
                true => format!("your {}", pile(zone)),
                false => format!("the {}", pile(zone)),
            })
            .collect();
        Some(zones.join(" or "))
    };
    if let (Some(from), Some(to)) = (zones(&action.from), zones(&action.to)) {
        text.push_str(&format!(", from {from} to {to}"));
    }
    if let Some(when) = action
        .condition
        .as_ref()
        .and_then(|text| english.when(text))
    {
        text.push_str(&format!(", if {when}"));
    }
    let effects: Vec<String> = action
        .effect
        .iter()
        .map(|effect| english.effect(effect))
        .collect();
    match effects.as_slice() {
        [] => sentence(&text),
        effects => format!(
            "{text}. {}",
            effects
                .iter()
                .map(|effect| sentence(effect))
                .collect::<Vec<_>>()
                .join(" ")
        ),
    }
}

/// Where it goes on.
fn transitions(document: &Document, transitions: &[Transition]) -> Vec<String> {
    let english = English::new(document, Who::Current);
    let single = transitions.len() == 1;
    let tell = |(index, transition): (usize, &Transition)| {
        let to = capital(&spoken(&transition.to));
        match (english.when(&transition.when), index) {
            (Some(when), _) => format!("When {when}, it goes on with **{to}**."),
            (None, 0) if single => format!("Then it goes on with **{to}**."),
            (None, _) => format!("Otherwise it goes on with **{to}**."),
        }
    };
    transitions.iter().enumerate().map(tell).collect()
}

fn scoring(document: &Document) -> Vec<String> {
    let english = English::new(document, Who::Scored);
    let scoring = &document.scoring;
    let mut lines = vec![format!(
        "A player's score is {}.",
        english.number(&scoring.method)
    )];
    let clause = |text: &str| english.when(text).unwrap_or("in any case".into());
    if let Some(bust) = &scoring.bust_condition {
        lines.push(format!("A player has lost if {}.", clause(bust)));
    }
    let win = clause(&scoring.win_condition);
    let first = if scoring.bust_condition.is_some() {
        "Otherwise a"
    } else {
        "A"
    };
    lines.push(format!("{first} player has won if {win}."));
    if let Some(tie) = &scoring.tie_condition {
        lines.push(format!(
            "It is a tie for a player who has not won if {}.",
            clause(tie)
        ));
    }
    lines.push("Everybody else has lost.".into());
    lines
}

/// What is worth having, and how much.
fn objectives(document: &Document) -> Vec<String> {
    let english = English::new(document, Who::Scored);
    let all = document.ai.iter().flat_map(|ai| &ai.objectives);
    let tell = |objective: &Objective| {
        let name = capital(&objective.name);
        let when = english.when(&objective.check);
        let when = when.unwrap_or("in any case".into());
        let weight = crate::run::js_number(objective.weight.abs());
        let worth = match objective.weight < 0.0 {
            true => format!("costs {weight}"),
            false => format!("is worth {weight}"),
        };
        format!("**{name}** {worth} if {when}.")
    };
    all.map(tell).collect()
}
