//! What each key does besides choosing.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use parlor_core::Viewer;
use parlor_protocol::{Ask, Role};

use super::app::{App, Deed, Mode, UnderWay};
use crate::play::chooser::Chosen;

/// The longest line that can be said, in bytes.
const LONGEST_LINE: usize = 400;

impl App {
    /// Does what a key says; true if it says to leave.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return matches!(key.code, KeyCode::Char('c' | 'd' | 'q'));
        }
        match &self.mode {
            Mode::Help => self.mode = Mode::Table,
            Mode::Curtain(seat) => match key.code {
                KeyCode::Enter => {
                    let viewer = Viewer::Seat(*seat);
                    self.mode = Mode::Table;
                    self.show(viewer);
                }
                code => return code == KeyCode::Char('q'),
            },
            Mode::Sure(ask) => {
                let ask = *ask;
                self.sure_key(ask, key.code);
            }
            Mode::Chat(_) => self.chat_key(key.code),
            Mode::Table if self.chooser.typed.is_some() => {
                let chosen = self.chooser.typing_key(key.code);
                self.follow(chosen);
            }
            Mode::Table => return self.table_key(key.code),
        }
        false
    }

    fn table_key(&mut self, code: KeyCode) -> bool {
        self.chooser.notice = None;
        self.calm();
        match code {
            KeyCode::Char('q') => return true,
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help,
            KeyCode::Char('c') => self.mode = Mode::Chat(String::new()),
            KeyCode::Char('n') if self.is_over() => self.another(),
            // Before it has begun there is nothing to ask for.
            _ if self.shown.is_none() => {}
            KeyCode::Char('y') if self.to_answer().is_some() => self.ask(Ask::Agree),
            KeyCode::Char('n') if self.to_answer().is_some() => self.ask(Ask::Refuse),
            KeyCode::Char('d') => self.ask_if_sure(Ask::Draw),
            KeyCode::Char('A') => self.ask_if_sure(Ask::Abort),
            KeyCode::Char('R') => self.ask_if_sure(Ask::Resign),
            KeyCode::Char('u') => self.ask(Ask::Undo),
            KeyCode::Char('r') => self.ask(Ask::Redo),
            KeyCode::Char('p') => match &self.clock {
                Some(clock) if clock.paused => self.ask(Ask::Resume),
                Some(_) => self.ask(Ask::Pause),
                None => self.chooser.alert("there are no clocks".into()),
            },
            code if self.can_choose() => self.choosing_key(code),
            _ => {}
        }
        false
    }

    fn choosing_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char('g') if !self.chooser.view.actions.is_empty() => {
                self.guided = !self.guided;
                self.start_choosing();
            }
            code => {
                let chosen = self.chooser.choosing_key(code);
                self.follow(chosen);
            }
        }
    }

    /// Does what was chosen.
    fn follow(&mut self, chosen: Option<Chosen>) {
        match chosen {
            // Something may have come in between.
            Some(_) if !self.can_choose() => {}
            Some(Chosen::Play(command)) => self.submit(command, None),
            Some(Chosen::Answers(answers)) => self.ask_question(answers),
            // The rules know best why it is not legal.
            Some(Chosen::Text(text)) => self.submit(text.as_str().into(), Some(text)),
            None => {}
        }
    }

    /// Asks the others for something, or answers them.
    fn ask(&mut self, ask: Ask) {
        let answering = matches!(ask, Ask::Agree | Ask::Refuse);
        let seat = match answering {
            true => self.to_answer(),
            false => self.chooser.viewer.seat(),
        };
        match seat {
            _ if self.is_over() => self.chooser.alert("the match is over".into()),
            Some(seat) => self.deeds.push(Deed::Ask(seat, ask)),
            None => self.chooser.alert("you are a spectator here".into()),
        }
    }

    fn ask_if_sure(&mut self, ask: Ask) {
        match self.chooser.viewer.seat() {
            Some(_) if !self.is_over() => self.mode = Mode::Sure(ask),
            _ => self.ask(ask),
        }
    }

    fn sure_key(&mut self, ask: Ask, code: KeyCode) {
        match code {
            KeyCode::Char('y' | 'Y') => {
                self.mode = Mode::Table;
                self.ask(ask);
            }
            KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc => self.mode = Mode::Table,
            _ => {}
        }
    }

    fn chat_key(&mut self, code: KeyCode) {
        let Mode::Chat(line) = &mut self.mode else {
            return;
        };
        match code {
            KeyCode::Char(c) if line.len() < LONGEST_LINE => line.push(c),
            KeyCode::Backspace if line.pop().is_some() => {}
            KeyCode::Backspace | KeyCode::Esc => self.mode = Mode::Table,
            KeyCode::Enter => {
                let line = line.trim().to_string();
                self.mode = Mode::Table;
                if !line.is_empty() {
                    self.deeds.push(Deed::Chat(line));
                }
            }
            _ => {}
        }
    }

    /// Goes on to the next match. Whoever looks on has to wait until there is one.
    fn another(&mut self) {
        let looks_on = self.place.role == Some(Role::Spectator);
        if looks_on && self.room.next.is_none() {
            self.chooser.alert("there is no other match yet".into());
        } else if self.under_way == UnderWay::Nothing {
            self.under_way = UnderWay::Another;
            self.deeds.push(Deed::Another);
        }
    }
}
