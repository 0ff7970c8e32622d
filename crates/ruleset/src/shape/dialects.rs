//! What is said in both dialects, or in the one here and in the other there.

use std::collections::HashSet;

use parlor_language::{
    Checker, Code, Field, Node, Problem, Spot, each, entries, find, section, shown,
};

pub(super) fn check(checker: &mut Checker<'_>) {
    let twice = said_twice(checker);
    if !twice {
        mixed(checker);
    }
}

/// Reports what is said in both dialects, and whether anything is.
fn said_twice(checker: &mut Checker<'_>) -> bool {
    let root = checker.tree().root();
    let mut any = false;
    let mut report = |newer: Field<'_>, older: &str, what: &str| {
        any = true;
        let message = format!("{what} said twice, in '{older}' and in '{}'", newer.name());
        checker.add_at(&newer, Code::SaidTwice, message, |problem| {
            problem.help("keep one of the two")
        });
    };
    if let (Some(older), Some(newer)) = (
        find(root, Spot::File, "initialVariables"),
        find(root, Spot::File, "variables"),
    ) {
        report(newer, older.name(), "the variables are");
    }
    let turn_ends = section(root, "scoring", "autoEndTurnCondition").is_some();
    for (spot, phase) in each(root, "phases") {
        if let Some(newer) = find(phase, spot, "autoEndTurnCondition").filter(|_| turn_ends) {
            report(
                newer,
                "scoring.autoEndTurnCondition",
                "when a turn ends by itself is",
            );
        }
        if phase.get("automaticSequence").is_some()
            && let Some(newer) = find(phase, spot, "onEnter")
        {
            report(newer, "automaticSequence", "what happens in this phase is");
        }
    }
    let rules = entries(root, "visibility")
        .iter()
        .filter(|rule| rule.get("phaseOverride").is_some());
    let ruled: HashSet<&str> = rules.filter_map(|rule| rule.get("zone")?.text()).collect();
    for (spot, zone) in each(root, "zones") {
        let name = zone.get("name").and_then(Node::text);
        if name.is_some_and(|name| ruled.contains(name))
            && let Some(newer) = find(zone, spot, "phaseOverrides")
        {
            report(
                newer,
                "phaseOverride",
                "who sees the cards of this zone in a phase is",
            );
        }
    }
    any
}

/// One warning if the file has fields of both dialects.
fn mixed(checker: &mut Checker<'_>) {
    let root = checker.tree().root();
    let first = |list: &'static str, names: &[&str]| {
        let mut fields = each(root, list)
            .flat_map(|(spot, entry)| names.iter().filter_map(move |name| find(entry, spot, name)));
        fields.next()
    };
    let older = find(root, Spot::File, "initialVariables")
        .or_else(|| find(root, Spot::File, "visibility"))
        .or_else(|| section(root, "scoring", "autoEndTurnCondition"))
        .or_else(|| first("phases", &["automaticSequence"]));
    let newer = find(root, Spot::File, "variables")
        .or_else(|| find(root, Spot::File, "globalTransitions"))
        .or_else(|| first("phases", &["onEnter", "onStep", "autoEndTurnCondition"]))
        .or_else(|| first("zones", &["phaseOverrides"]));
    let bare = || {
        let values = section(root, "deck", "cardValues")?;
        let member = values
            .node()
            .members()
            .iter()
            .find(|member| member.value.number().is_some())?;
        find(
            values.node(),
            Spot::Within("deck", "cardValues"),
            &member.key,
        )
    };
    let Some(older) = older else {
        return;
    };
    let (newer, name) = match newer {
        Some(newer) => {
            let name = format!("'{}'", newer.name());
            (newer, name)
        }
        None => match bare() {
            Some(newer) => {
                let name = format!("the bare number as value of '{}'", shown(newer.name()));
                (newer, name)
            }
            None => return,
        },
    };
    let message = format!(
        "'{}' is of the older dialect, {name} of the newer one",
        older.name()
    );
    let help = match older.name() {
        "initialVariables" => "the newer dialect says it in 'variables'",
        "visibility" => {
            "the newer dialect says it in the zones, with 'visibility' and 'phaseOverrides'"
        }
        "autoEndTurnCondition" => "the newer dialect says it in the phase",
        _ => "the newer dialect says it in 'onEnter'",
    };
    let more = |problem: Problem| problem.expected("one dialect in a file").help(help);
    checker.add_at(&newer, Code::MixedDialects, message, more);
}
