//! What each key does.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use parlor_bots::Thought;
use parlor_core::Viewer;

use super::app::{App, Ask, Ending, Mode};
use super::hint::Hint;

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
            Mode::Table if self.chooser.typed.is_some() => {
                let chosen = self.chooser.typing_key(key.code);
                self.follow(chosen);
            }
            Mode::Table => return self.table_key(key.code),
        }
        None
    }

    fn table_key(&mut self, code: KeyCode) -> Option<Ending> {
        self.chooser.notice = None;
        match code {
            KeyCode::Char('q') => return Some(Ending::Quit),
            KeyCode::Char('n') if self.chooser.view.outcome.is_some() => {
                return Some(Ending::Another);
            }
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
            code => {
                let chosen = self.chooser.choosing_key(code);
                self.follow(chosen);
            }
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
            Ok(plan) if plan.ask.is_empty() && self.chooser.viewer == Viewer::Seat(plan.seat) => {
                let answer = self.session.undo(&plan);
                self.settle(answer);
            }
            Ok(plan) => self.mode = Mode::Ask(Ask::Undo(plan)),
            Err(rejection) => self.chooser.alert(rejection.to_string()),
        }
    }

    fn ask_resign(&mut self) {
        match self.chooser.viewer.seat() {
            Some(seat) if self.chooser.view.outcome.is_none() => {
                self.mode = Mode::Ask(Ask::Resign(seat))
            }
            Some(_) => self.chooser.alert("the match is over".into()),
            None => self.chooser.alert("no human plays in this match".into()),
        }
    }

    /// Lets a bot think about a hint; it is shown once it is found.
    fn hint(&mut self) {
        let Some(seat) = self.chooser.viewer.seat() else {
            return;
        };
        match self.session.think_hint(seat) {
            Some(Ok(thinking)) => {
                self.hinting = Some(thinking);
                self.chooser.note("Thinking about a hint …".into());
            }
            Some(Err(error)) => self.chooser.alert(format!("{error:#}")),
            None => self
                .chooser
                .alert("there are no hints for this game".into()),
        }
    }

    /// Shows a hint, and selects what it says.
    pub(super) fn show_hint(&mut self, thought: &Thought) {
        let hint = Hint::new(
            thought,
            &self.chooser.view.actions,
            self.session.players.len(),
        );
        let chosen = &hint.moves.first().map_or("", |first| &first.text);
        let same = self
            .chooser
            .choices
            .items
            .iter()
            .position(|item| item.text == *chosen);
        if let (Some(index), Mode::Table, None) = (same, &self.mode, &self.chooser.typed) {
            self.chooser.select(index);
        }
        self.chooser.note(hint.lines().join(" "));
    }
}
