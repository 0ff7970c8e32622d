//! What the player at this terminal can answer now: listed commands, or questions that lead to one.

use parlor_core::{ActionView, Answer, Answers, Question, Seat};
use serde_json::Value;

/// What is asked of a seat.
pub struct Asking {
    /// Of which seat.
    pub seat: Seat,
    /// The commands, where they are listed.
    pub actions: Vec<ActionView>,
    /// The question on the way to a command, and what was answered before it.
    pub question: Option<(Question, Vec<Answer>)>,
}

/// What a line means.
pub enum Meant {
    /// This command.
    Command(Value),
    /// The answers so far, with one more.
    Answers(Vec<Answer>),
    /// The line is no answer to the question.
    Nothing,
}

impl Asking {
    /// What can be chosen, with numbers from one on.
    pub fn items(&self, names: &[String]) -> Vec<String> {
        match &self.question {
            None => self
                .actions
                .iter()
                .map(|action| action.text.to_string())
                .collect(),
            Some((question, _)) => match &question.answers {
                Answers::OneOf(choices) => choices
                    .iter()
                    .map(|choice| choice.label.render(names))
                    .collect(),
                Answers::Number { .. } | Answers::Text { .. } => Vec::new(),
            },
        }
    }

    /// What is asked, where a question leads to a command.
    pub fn prompt(&self, names: &[String]) -> Option<String> {
        let (question, _) = self.question.as_ref()?;
        let prompt = question.prompt.render(names);
        Some(match &question.answers {
            Answers::Number { min, max } => format!("{prompt} ({min} to {max})"),
            _ => prompt,
        })
    }

    /// Whether a line is one of the commands as they are written: it is the game's then, whatever else it may mean.
    pub fn is_written(&self, line: &str, names: &[String]) -> bool {
        let line = line.to_lowercase();
        self.items(names)
            .iter()
            .any(|item| item.to_lowercase() == line)
    }

    /// What a line means. A text comes before a number: the commands of some games are numbers themselves.
    pub fn read(&self, line: &str, names: &[String]) -> Meant {
        let lower = line.to_lowercase();
        let items = self.items(names);
        let written = items.iter().position(|item| item.to_lowercase() == lower);
        let number = || line.parse::<usize>().ok()?.checked_sub(1);
        let index = written.or_else(number).filter(|index| *index < items.len());
        let Some((question, answers)) = &self.question else {
            return Meant::Command(match index {
                Some(index) => self.actions[index].command.clone(),
                // The rules know best why it is not legal.
                None => line.into(),
            });
        };
        let answer = match (&question.answers, index) {
            (Answers::OneOf(choices), Some(index)) => choices[index].answer.clone(),
            (Answers::OneOf(_), None) => return Meant::Nothing,
            (Answers::Number { .. }, _) => match line.parse() {
                Ok(number) => Answer::Number(number),
                Err(_) => return Meant::Nothing,
            },
            (Answers::Text { .. }, _) => Answer::Text(line.into()),
        };
        Meant::Answers([answers.clone(), vec![answer]].concat())
    }
}
