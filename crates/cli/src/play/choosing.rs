//! What each key does to choose something: the same wherever a match is played.

use crossterm::event::KeyCode;
use parlor_core::Answer;

use super::choices::{Item, Then};
use super::chooser::{Chooser, Chosen};

/// How far PgUp and PgDn go.
const PAGE: usize = 10;

impl Chooser {
    /// Does what a key says while nothing is typed.
    pub fn choosing_key(&mut self, code: KeyCode) -> Option<Chosen> {
        match code {
            KeyCode::Char('/' | ':') => self.type_text(String::new()),
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.type_text(digit.into()),
            KeyCode::Esc | KeyCode::Backspace => return self.step_back(),
            KeyCode::Enter | KeyCode::Char(' ') => {
                return match self.selection_is_under_cursor() {
                    true => self.touch(),
                    false => self.choose_selected(),
                };
            }
            code => self.move_key(code),
        }
        None
    }

    /// Arrows move over the board where it has something to touch, and through the list where it has not.
    fn move_key(&mut self, code: KeyCode) {
        let on_board = self.cursor.is_some();
        match code {
            KeyCode::PageUp => self.select(self.selected.saturating_sub(PAGE)),
            KeyCode::PageDown => self.select(self.selected + PAGE),
            KeyCode::Home => self.select(0),
            KeyCode::End => self.select(usize::MAX),
            KeyCode::BackTab => self.select(self.selected.saturating_sub(1)),
            KeyCode::Tab => self.select(self.selected + 1),
            KeyCode::Up if on_board => self.move_cursor(0, -1),
            KeyCode::Down if on_board => self.move_cursor(0, 1),
            KeyCode::Left if on_board => self.move_cursor(-1, 0),
            KeyCode::Right if on_board => self.move_cursor(1, 0),
            KeyCode::Up | KeyCode::Left => self.select(self.selected.saturating_sub(1)),
            KeyCode::Down | KeyCode::Right => self.select(self.selected + 1),
            _ => {}
        }
    }

    /// Does what a key says while something is typed.
    pub fn typing_key(&mut self, code: KeyCode) -> Option<Chosen> {
        let typed = self.typed.as_mut()?;
        self.notice = None;
        match code {
            KeyCode::Char(c) if typed.len() < 200 => {
                typed.push(c);
                self.select_first();
            }
            KeyCode::Backspace if typed.is_empty() => self.stop_typing(),
            KeyCode::Backspace => {
                typed.pop();
                self.select_first();
            }
            KeyCode::Esc => self.stop_typing(),
            KeyCode::Enter => return self.choose_typed(),
            KeyCode::Left | KeyCode::Right => {}
            KeyCode::Up => self.select_matching(-1),
            KeyCode::Down => self.select_matching(1),
            _ => {}
        }
        None
    }

    fn type_text(&mut self, text: String) {
        self.typed = Some(text);
        self.select_first();
    }

    fn stop_typing(&mut self) {
        self.typed = None;
        self.select_under_cursor();
    }

    fn choose_typed(&mut self) -> Option<Chosen> {
        let typed = self.typed.clone().unwrap_or_default();
        if self.choices.free && !typed.is_empty() {
            let answer = typed.parse().map_or(Answer::Text(typed), Answer::Number);
            let then = Then::Answer(answer);
            let (text, touch) = (String::new(), None);
            return Some(self.choose(Item { text, touch, then }));
        }
        match self.matching().is_empty() {
            // A whole command may be typed in the midst of questions too.
            true => Some(Chosen::Text(typed)),
            false => self.choose_selected(),
        }
    }

    /// Chooses the selected one of the items.
    fn choose_selected(&mut self) -> Option<Chosen> {
        let item = self.choices.items.get(self.selected).cloned();
        let item = item.filter(|_| self.matching().contains(&self.selected));
        item.map(|item| self.choose(item))
    }

    fn selection_is_under_cursor(&self) -> bool {
        let item = self.choices.items.get(self.selected);
        let touched = |item: &Item| item.touch == self.cursor;
        self.cursor.is_some() && item.is_some_and(touched)
    }

    /// Selects an item by its number in the list, and lets the cursor follow.
    pub fn select(&mut self, index: usize) {
        self.selected = index.min(self.choices.items.len().saturating_sub(1));
        let item = self.choices.items.get(self.selected);
        let touch = item.and_then(|item| item.touch.clone());
        if let (Some(touch), true) = (touch, self.cursor.is_some()) {
            self.cursor = Some(touch);
        }
    }

    fn select_first(&mut self) {
        if let Some(first) = self.matching().first() {
            self.select(*first);
        }
    }

    fn select_matching(&mut self, step: isize) {
        let matching = self.matching();
        let now = matching.iter().position(|index| *index == self.selected);
        let next = now.unwrap_or(0).saturating_add_signed(step);
        if let Some(index) = matching.get(next.min(matching.len().saturating_sub(1))) {
            self.select(*index);
        }
    }
}
