//! What each key does.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use parlor_bots::Thought;
use parlor_core::{Answer, Viewer};

use super::app::{App, Ask, Ending, Mode, Notice};
use super::choices::{Item, Then};
use super::hint::Hint;

/// How far PgUp and PgDn go.
const PAGE: usize = 10;

impl App {
    /// Does what a key says.
    pub fn key(&mut self, key: KeyEvent) -> Option<Ending> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let leaves = matches!(key.code, KeyCode::Char('c' | 'd' | 'q'));
            return leaves.then_some(Ending::Quit);
        }
        match &self.mode {
            Mode::Help => self.mode = Mode::Table,
            Mode::Curtain(seat) => match key.code {
                KeyCode::Enter => {
                    let viewer = Viewer::Seat(*seat);
                    self.mode = Mode::Table;
                    self.show(viewer);
                }
                KeyCode::Char('q') => return Some(Ending::Quit),
                _ => {}
            },
            Mode::Ask(_) => self.answer_key(key.code),
            Mode::Table if self.typed.is_some() => self.typing_key(key.code),
            Mode::Table => return self.table_key(key.code),
        }
        None
    }

    fn table_key(&mut self, code: KeyCode) -> Option<Ending> {
        self.notice = None;
        match code {
            KeyCode::Char('q') => return Some(Ending::Quit),
            KeyCode::Char('n') if self.view.outcome.is_some() => return Some(Ending::Another),
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help,
            KeyCode::Char('u') => self.ask_undo(),
            KeyCode::Char('r') => {
                let answer = self.session.redo();
                self.settle(answer);
            }
            KeyCode::Char('R') => self.ask_resign(),
            code if self.is_asked() => self.choosing_key(code),
            _ => {}
        }
        None
    }

    fn choosing_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('g') if self.session.game.is_guided() => {
                self.guided = !self.guided;
                self.start_choosing();
            }
            KeyCode::Char('/' | ':') => self.type_text(String::new()),
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.type_text(digit.into()),
            KeyCode::Esc | KeyCode::Backspace => self.step_back(),
            KeyCode::Enter | KeyCode::Char(' ') if self.selection_is_under_cursor() => self.touch(),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose_selected(),
            code => self.move_key(code),
        }
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

    fn typing_key(&mut self, code: KeyCode) {
        let Some(typed) = &mut self.typed else { return };
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
            KeyCode::Enter => self.choose_typed(),
            KeyCode::Left | KeyCode::Right => {}
            KeyCode::Up => self.select_matching(-1),
            KeyCode::Down => self.select_matching(1),
            _ => {}
        }
    }

    fn answer_key(&mut self, code: KeyCode) {
        let yes = match code {
            KeyCode::Char('y' | 'Y') => true,
            KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc => false,
            _ => return,
        };
        let Mode::Ask(ask) = std::mem::replace(&mut self.mode, Mode::Table) else {
            return;
        };
        if yes {
            let answer = match ask {
                Ask::Undo(plan) => self.session.undo(&plan),
                Ask::Resign(seat) => self.session.resign(seat),
            };
            self.settle(answer);
        }
    }

    fn ask_undo(&mut self) {
        match self.session.plan_undo() {
            // At a shared screen somebody else than the one who moved may have pressed the key.
            Ok(plan) if plan.ask.is_empty() && self.viewer == Viewer::Seat(plan.seat) => {
                let answer = self.session.undo(&plan);
                self.settle(answer);
            }
            Ok(plan) => self.mode = Mode::Ask(Ask::Undo(plan)),
            Err(rejection) => self.alert(rejection.to_string()),
        }
    }

    fn ask_resign(&mut self) {
        match self.viewer.seat() {
            Some(seat) if self.view.outcome.is_none() => self.mode = Mode::Ask(Ask::Resign(seat)),
            Some(_) => self.alert("the match is over".into()),
            None => self.alert("no human plays in this match".into()),
        }
    }

    /// Lets a bot think about a hint; it is shown once it is found.
    fn hint(&mut self) {
        let Some(seat) = self.viewer.seat() else {
            return;
        };
        match self.session.think_hint(seat) {
            Some(Ok(thinking)) => {
                self.hinting = Some(thinking);
                let text = "Thinking about a hint …".into();
                self.notice = Some(Notice { text, alert: false });
            }
            Some(Err(error)) => self.alert(format!("{error:#}")),
            None => self.alert("there are no hints for this game".into()),
        }
    }

    /// Shows a hint, and selects what it says.
    pub(super) fn show_hint(&mut self, thought: &Thought) {
        let hint = Hint::new(thought, &self.view.actions, self.session.players.len());
        let chosen = &hint.moves.first().map_or("", |first| &first.text);
        let same = self
            .choices
            .items
            .iter()
            .position(|item| item.text == *chosen);
        if let (Some(index), Mode::Table, None) = (same, &self.mode, &self.typed) {
            self.select(index);
        }
        let text = hint.lines().join(" ");
        self.notice = Some(Notice { text, alert: false });
    }

    fn type_text(&mut self, text: String) {
        self.typed = Some(text);
        self.select_first();
    }

    fn stop_typing(&mut self) {
        self.typed = None;
        self.select_under_cursor();
    }

    fn choose_typed(&mut self) {
        let typed = self.typed.clone().unwrap_or_default();
        if self.choices.free && !typed.is_empty() {
            let answer = typed.parse().map_or(Answer::Text(typed), Answer::Number);
            let then = Then::Answer(answer);
            let (text, touch) = (String::new(), None);
            return self.choose(Item { text, touch, then });
        }
        if self.matching().is_empty() {
            // A whole command may be typed in the midst of questions too.
            let seat = self.viewer.seat();
            let meant = seat.and_then(|seat| self.session.current.command(seat, &typed));
            match meant {
                Some(command) => self.play(command),
                None => self.alert(format!("'{typed}' is nothing that you can choose now")),
            }
            return;
        }
        self.choose_selected();
    }

    /// Chooses the selected one of the items.
    fn choose_selected(&mut self) {
        let item = self.choices.items.get(self.selected).cloned();
        if let Some(item) = item.filter(|_| self.matching().contains(&self.selected)) {
            self.choose(item);
        }
    }

    fn selection_is_under_cursor(&self) -> bool {
        let item = self.choices.items.get(self.selected);
        let touched = |item: &Item| item.touch == self.cursor;
        self.cursor.is_some() && item.is_some_and(touched)
    }

    /// Selects an item by its number in the list, and lets the cursor follow.
    fn select(&mut self, index: usize) {
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
