//! What of a game there is to translate: every message that is declared, by its id.

use std::sync::LazyLock;

use parlor_core::{Message, Words};
use parlor_table::Schema;

use crate::action::{Action, Kind};
use crate::compile::Op;
use crate::said::Template;

/// The words for what every game of actions and a flow says.
pub(crate) fn basic() -> Words {
    static BASIC: LazyLock<Words> = LazyLock::new(|| {
        let mut words = Words::basic();
        words.add_json("en", include_str!("words/en.json"));
        words.add_json("de", include_str!("words/de.json"));
        words
    });
    BASIC.clone()
}

/// Adds the English of all that is declared.
pub(crate) fn declare(
    words: &mut Words,
    schema: &Schema,
    actions: &[Action],
    messages: &[Template],
    ops: &[Op],
    shown: &[&str],
    sides: &[Message],
) {
    let mut texts: Vec<Message> = schema.texts();
    for action in actions {
        texts.push(action.label.clone());
        texts.extend(action.prompt.clone());
        for condition in &action.conditions {
            texts.push(Message::new(condition.code.clone(), condition.text.clone()));
        }
        // The one choice of an action without a prompt of its own is asked for by the action's prompt.
        let asks = |choice: &&crate::action::Choice| {
            choice.has_prompt || action.choices.len() > 1 || action.prompt.is_none()
        };
        texts.extend(
            action
                .choices
                .iter()
                .filter(asks)
                .map(|choice| choice.prompt.clone()),
        );
        for choice in &action.choices {
            if let Some(only) = &choice.only {
                texts.push(Message::new(only.code.clone(), only.text.clone()));
            }
            if let Kind::Words(names) = &choice.kind
                && choice.display.is_none()
            {
                texts.extend(
                    names
                        .iter()
                        .map(|name| Message::word("word", name.as_str())),
                );
            }
        }
        if action.prompt.is_none() {
            texts.push(Message::word("answer", action.name.as_str()));
        }
    }
    for message in messages {
        texts.push(Message::new(message.id.clone(), message.text.clone()));
    }
    for op in ops {
        match op {
            Op::Step(step) => texts.extend(step.spec.prompt.clone()),
            Op::Together(step) => texts.extend(step.spec.prompt.clone()),
            Op::Phase { message, .. } => {
                let id = format!("phase.{}", message.id);
                texts.push(Message::new(id, message.text.clone()));
            }
            _ => {}
        }
    }
    texts.extend(sides.iter().cloned());
    texts.extend(shown.iter().map(|name| Message::word("value", name)));
    words.add("en", texts.into_iter().map(|text| (text.id, text.text)));
}
