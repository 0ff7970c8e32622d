//! What the schema cannot say of single fields: numbers the wrong way round, cards that do not fit, fields without effect.

use parlor_language::{Checker, Code, Node, each, find, section};

pub(super) fn check(checker: &mut Checker<'_>) {
    players(checker);
    cards(checker);
}

fn players(checker: &mut Checker<'_>) {
    let Some(players) = section(checker.tree().root(), "meta", "players") else {
        return;
    };
    let bound = |name: &str| players.node().get(name).and_then(Node::number);
    let (Some(min), Some(max)) = (bound("min"), bound("max")) else {
        return;
    };
    if min > max {
        let message = format!("the fewest players are {min}, the most are {max}");
        checker.add_at(&players, Code::PlayersReversed, message, |problem| {
            problem
                .expected("`min` not above `max`")
                .help("exchange the two numbers")
        });
    }
}

fn cards(checker: &mut Checker<'_>) {
    let root = checker.tree().root();
    let Some(preset) = section(root, "deck", "preset") else {
        return;
    };
    match (preset.node().text(), section(root, "deck", "cards")) {
        (Some("custom"), None) => {
            checker.add_at(
                &preset,
                Code::DeckCards,
                "a custom deck has no cards",
                |problem| {
                    problem.help("list them in the field 'cards' of deck, or choose another preset")
                },
            );
        }
        (Some(name @ ("standard_52" | "standard_54" | "uno_108")), Some(cards)) => {
            let message = format!("the preset '{name}' has its own cards, but cards are listed");
            checker.add_at(&cards, Code::DeckCards, message, |problem| {
                problem.help("remove 'cards', or set the preset to `custom`")
            });
        }
        _ => {}
    }
}

/// Warnings of fields that change nothing.
pub(super) fn without_effect(checker: &mut Checker<'_>) {
    for (spot, phase) in each(checker.tree().root(), "phases") {
        let kind = phase.get("kind").and_then(Node::text);
        let waits = matches!(kind, Some("turn_based" | "all_players"));
        for name in ["onExit", "onEnter", "automaticSequence", "onStep"] {
            let Some(field) =
                find(phase, spot, name).filter(|field| !field.node().entries().is_empty())
            else {
                continue;
            };
            let message = match name {
                "onExit" => "'onExit' is reserved: nothing happens when a phase is left".to_owned(),
                _ if waits => format!("'{name}' does nothing in a phase that is not automatic"),
                _ => continue,
            };
            checker.add_at(&field, Code::NothingHappens, message, |problem| {
                problem.help("do it in an automatic phase before or after this one")
            });
        }
    }
}
