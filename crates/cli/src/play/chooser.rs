//! What somebody looks at and chooses from: the board with its cursor, the list, what is typed. Where the match is played, here
//! or on a server, is none of its business: it says what was chosen, and somebody else does it.

use std::collections::BTreeSet;

use parlor_core::{Answer, View, Viewer};
use serde_json::Value;

use super::choices::{Choices, Item, Then, is_asked};
use crate::table::{self, Marks, Palette, Picture};

/// What somebody looks at and chooses from.
pub struct Chooser {
    /// Colours, or none.
    pub palette: Palette,
    /// Who looks.
    pub viewer: Viewer,
    /// What they see.
    pub view: View,
    /// What has changed on the board lately.
    pub fresh: BTreeSet<String>,
    /// What they have heard.
    pub log: Vec<String>,
    /// What can be chosen.
    pub choices: Choices,
    /// What is typed to choose by text or number.
    pub typed: Option<String>,
    /// The chosen one among the items that match.
    pub selected: usize,
    /// What the cursor on the board is on.
    pub cursor: Option<String>,
    /// Where on the picture the cursor was last, so that it stays near when places vanish.
    pub cursor_at: Option<(u16, u16)>,
    /// What was said to them last.
    pub notice: Option<Notice>,
    /// The room for the board, as it was last drawn.
    pub room: (u16, u16),
}

/// A line for the user.
pub struct Notice {
    pub text: String,
    pub alert: bool,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// This command.
    Play(Value),
    /// These answers, which lead to another question or to a command.
    Answers(Vec<Answer>),
    /// A text that is none of the items. It may be a command all the same.
    Text(String),
}

impl Chooser {
    /// For a viewer who sees this.
    pub fn new(viewer: Viewer, view: View, palette: Palette) -> Chooser {
        Chooser {
            palette,
            viewer,
            view,
            fresh: BTreeSet::new(),
            log: Vec::new(),
            choices: Choices::default(),
            typed: None,
            selected: 0,
            cursor: None,
            cursor_at: None,
            notice: None,
            room: (40, 20),
        }
    }

    /// Whether the viewer is to act.
    pub fn is_asked(&self) -> bool {
        is_asked(&self.view, self.viewer)
    }

    /// From the beginning: no touches, no answers.
    pub fn start(&mut self) {
        let choices = match self.is_asked() {
            true => Choices::commands(&self.view, Vec::new()),
            false => Choices::default(),
        };
        self.offer(choices);
    }

    /// Lets the viewer choose from something else.
    pub fn offer(&mut self, choices: Choices) {
        self.choices = choices;
        self.typed = None;
        self.selected = 0;
        self.place_cursor();
    }

    /// Whether something was touched or answered already on the way to a command.
    pub fn is_on_the_way(&self) -> bool {
        !self.choices.picked.is_empty() || !self.choices.answers.is_empty()
    }

    /// One step back on the way to a command.
    pub fn step_back(&mut self) -> Option<Chosen> {
        if !self.choices.answers.is_empty() {
            let mut answers = self.choices.answers.clone();
            answers.pop();
            return Some(Chosen::Answers(answers));
        }
        if !self.choices.picked.is_empty() {
            let mut picked = std::mem::take(&mut self.choices.picked);
            picked.pop();
            self.choices = Choices::commands(&self.view, picked);
            self.place_cursor();
        }
        None
    }

    /// What an item stands for.
    pub(super) fn choose(&self, item: Item) -> Chosen {
        match item.then {
            Then::Play(command) => Chosen::Play(command),
            Then::Answer(answer) => {
                let mut answers = self.choices.answers.clone();
                answers.push(answer);
                Chosen::Answers(answers)
            }
        }
    }

    /// Touches what is under the cursor: that plays, or narrows down what can be played.
    pub(super) fn touch(&mut self) -> Option<Chosen> {
        let cursor = self.cursor.clone()?;
        let touched = |item: &&Item| item.touch.as_ref() == Some(&cursor);
        let mut items = self.choices.items.iter().filter(touched);
        if let (Some(item), None) = (items.next(), items.next()) {
            return Some(self.choose(item.clone()));
        }
        if self.choices.answers.is_empty() && self.choices.prompt.is_none() {
            let mut picked = self.choices.picked.clone();
            picked.push(cursor);
            self.choices = Choices::commands(&self.view, picked);
            self.selected = 0;
            self.place_cursor();
        }
        None
    }

    /// Says what is wrong, or asks for attention.
    pub fn alert(&mut self, text: String) {
        self.notice = Some(Notice { text, alert: true });
    }

    /// Says something.
    pub fn note(&mut self, text: String) {
        self.notice = Some(Notice { text, alert: false });
    }

    /// A text that is nothing to choose.
    pub fn alert_unknown(&mut self, text: &str) {
        self.alert(format!("'{text}' is nothing that you can choose now"));
    }

    /// The items that match what is typed, by number.
    pub fn matching(&self) -> Vec<usize> {
        self.choices.matching(self.typed.as_deref().unwrap_or(""))
    }

    /// The board as it looks in this room.
    pub fn picture(&self, room: (u16, u16)) -> Picture {
        let marks = Marks {
            legal: self.choices.touches(),
            cursor: self.cursor.clone(),
            picked: self.choices.picked.iter().cloned().collect(),
            fresh: self.fresh.clone(),
        };
        table::picture(&self.view, &marks, self.palette, Some(room))
    }
}
