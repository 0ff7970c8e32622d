//! What the acting human can choose now: commands, or answers to the questions that lead to one.

use std::collections::BTreeSet;

use parlor_core::{Answer, Answers, Choice, Question, Text, View, Viewer};
use serde_json::Value;

/// A numeric question with more answers than this is typed, not listed.
const MOST_NUMBERS: i64 = 200;

/// Something to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What people read.
    pub text: String,
    /// What can be touched on the table instead.
    pub touch: Option<String>,
    /// What choosing it does.
    pub then: Then,
}

/// What choosing an item does.
#[derive(Clone, Debug, PartialEq)]
pub enum Then {
    /// The command is sent.
    Play(Value),
    /// The question is answered.
    Answer(Answer),
}

/// All that can be chosen now, on the way that was gone so far.
#[derive(Debug, Default)]
pub struct Choices {
    /// What is asked, where a question leads to a command.
    pub prompt: Option<String>,
    /// What can be chosen, in a fixed order: its numbers stay the same while it is filtered.
    pub items: Vec<Item>,
    /// Whether any text is an answer.
    pub free: bool,
    /// What was touched so far.
    pub picked: Vec<String>,
    /// What was answered so far.
    pub answers: Vec<Answer>,
}

impl Choices {
    /// The commands that a view offers, less those that another touch was made for.
    pub fn commands(view: &View, picked: Vec<String>) -> Choices {
        let items = view
            .actions
            .iter()
            .filter(|action| {
                action.touches.len() >= picked.len()
                    && action
                        .touches
                        .iter()
                        .zip(&picked)
                        .all(|(touch, picked)| touch == picked)
            })
            .map(|action| Item {
                text: action.text.to_string(),
                touch: action.touches.get(picked.len()).map(Text::to_string),
                then: Then::Play(action.command.clone()),
            });
        Choices {
            items: items.collect(),
            picked,
            ..Choices::default()
        }
    }

    /// What can be answered to a question, after what was answered before it.
    pub fn question(question: Question, answers: Vec<Answer>, names: &[String]) -> Choices {
        let (items, free) = match question.answers {
            Answers::OneOf(choices) => {
                let item = |choice: Choice| Item {
                    text: choice.label.render(names),
                    touch: choice.touch,
                    then: Then::Answer(choice.answer),
                };
                (choices.into_iter().map(item).collect(), false)
            }
            Answers::Number { min, max } => {
                let number = |number: i64| Item {
                    text: number.to_string(),
                    touch: None,
                    then: Then::Answer(Answer::Number(number)),
                };
                let most = max.min(min.saturating_add(MOST_NUMBERS));
                ((min..=most).map(number).collect(), most < max)
            }
            Answers::Text { .. } => (Vec::new(), true),
        };
        Choices {
            prompt: Some(question.prompt.render(names)),
            items,
            free,
            picked: Vec::new(),
            answers,
        }
    }

    /// Whether there is nothing to choose.
    pub fn is_nothing(&self) -> bool {
        self.items.is_empty() && !self.free
    }

    /// What can be touched.
    pub fn touches(&self) -> BTreeSet<String> {
        let touches = self.items.iter().filter_map(|item| item.touch.clone());
        touches.collect()
    }

    /// The numbers of the items that a typed text may mean, the best first; all of them if it is empty.
    pub fn matching(&self, typed: &str) -> Vec<usize> {
        let typed = typed.trim().to_lowercase();
        let rank = |(index, item): (usize, &Item)| {
            let text = item.text.to_lowercase();
            let rank = match () {
                () if typed.is_empty() => 0,
                () if text == typed => 0,
                () if typed.parse() == Ok(index + 1) => 1,
                () if text.starts_with(&typed) => 2,
                () if text.contains(&typed) => 3,
                () => return None,
            };
            Some((rank, index))
        };
        let mut found: Vec<(u8, usize)> = self.items.iter().enumerate().filter_map(rank).collect();
        found.sort_unstable();
        found.into_iter().map(|(_, index)| index).collect()
    }
}

/// Whether this viewer is asked for something now.
pub fn is_asked(view: &View, viewer: Viewer) -> bool {
    viewer.seat().is_some_and(|seat| view.to_act.contains(seat))
}
