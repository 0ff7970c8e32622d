//! What the screen is about: who looks, what they see, what they are choosing, what they are asked.

use std::time::{Duration, Instant};

use parlor_core::{Seat, View, Viewer};
use serde_json::Value;

use super::choices::{Choices, Item, Then, is_asked};
use super::session::{Answer, Session, UndoPlan};
use super::thinking::Thinking;
use crate::table::{self, Marks, Palette, Picture, text};

/// The state of the screen. `keys` changes it, `draw` shows it; nothing here reads a key or writes to a terminal.
pub struct App {
    /// The match.
    pub session: Session,
    pub(super) palette: Palette,
    pub(super) viewer: Viewer,
    pub(super) view: View,
    pub(super) log: Vec<String>,
    /// The version up to which the viewer's log goes.
    heard: u64,
    pub(super) choices: Choices,
    /// Whether questions lead to commands, in a game that has them.
    pub(super) guided: bool,
    /// What is typed to choose by text or number.
    pub(super) typed: Option<String>,
    /// The chosen one among the items that match.
    pub(super) selected: usize,
    pub(super) cursor: Option<String>,
    /// Where on the picture the cursor was last, so that it stays near when places vanish.
    pub(super) cursor_at: Option<(u16, u16)>,
    pub(super) mode: Mode,
    pub(super) notice: Option<Notice>,
    /// The room for the board, as it was last drawn.
    pub(super) room: (u16, u16),
    /// The bot that thinks, and when it may act at the earliest.
    thinking: Option<(Thinking, Instant)>,
    /// The bot that thinks about a hint.
    pub(super) hinting: Option<Thinking>,
}

/// A bot acts after so much time at the earliest, so that people can follow.
const BOT_PAUSE: Duration = Duration::from_millis(600);

/// So often is looked whether a bot is done.
const LOOK_EVERY: Duration = Duration::from_millis(30);

/// What keys do now.
#[derive(Debug, PartialEq)]
pub(super) enum Mode {
    /// They play.
    Table,
    /// They close the help.
    Help,
    /// Enter lets this seat's player look.
    Curtain(Seat),
    /// `y` and `n` answer a question.
    Ask(Ask),
}

/// A question that is answered with yes or no.
#[derive(Debug, PartialEq)]
pub(super) enum Ask {
    Undo(UndoPlan),
    Resign(Seat),
}

/// A line for the user.
pub(super) struct Notice {
    pub text: String,
    pub alert: bool,
}

/// How playing on the screen ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ending {
    /// The user leaves.
    Quit,
    /// The user wants another match of the same game.
    Another,
}

impl App {
    /// A screen for a match.
    pub fn new(session: Session, palette: Palette) -> App {
        let viewer = match session.humans()[..] {
            [human] => Viewer::Seat(human),
            _ => Viewer::Spectator,
        };
        let mut app = App {
            view: session.current.view(viewer),
            guided: session.game.is_guided(),
            session,
            palette,
            viewer,
            log: Vec::new(),
            heard: 0,
            choices: Choices::default(),
            typed: None,
            selected: 0,
            cursor: None,
            cursor_at: None,
            mode: Mode::Table,
            notice: None,
            room: (40, 20),
            thinking: None,
            hinting: None,
        };
        app.refresh();
        app
    }

    /// The bot that acts next, unless the user is busy with a question.
    pub fn waiting_bot(&self) -> Option<Seat> {
        match self.mode {
            Mode::Table | Mode::Help => self.session.acting_bot(),
            _ => None,
        }
    }

    /// Lets bots think and act, and says how long to wait for a key until the next time; for ever if nobody thinks.
    pub fn tick(&mut self, now: Instant) -> anyhow::Result<Option<Duration>> {
        let version = self.session.current.version();
        // Somebody took something back, or resigned.
        self.thinking.take_if(|(bot, _)| bot.version != version);
        self.hinting.take_if(|bot| bot.version != version);
        if let Some(bot) = &mut self.hinting
            && let Some(found) = bot.look()
        {
            self.hinting = None;
            self.show_hint(&found?.1);
        }
        if let Some(seat) = self.waiting_bot() {
            if self.thinking.is_none() {
                self.thinking = Some((self.session.think(seat)?, now + BOT_PAUSE));
            }
            if let Some((bot, due)) = &mut self.thinking
                && *due <= now
                && let Some(found) = bot.look()
            {
                let seat = bot.seat;
                self.thinking = None;
                self.session.play_found(seat, found?)?;
                self.refresh();
                return Ok(Some(Duration::ZERO));
            }
        }
        let waits = self.waiting_bot().is_some() || self.hinting.is_some();
        Ok(waits.then_some(LOOK_EVERY))
    }

    /// Calls off whoever thinks.
    pub fn call_off(&mut self) {
        self.thinking = None;
        self.hinting = None;
    }

    /// Whether the viewer is to act.
    pub(super) fn is_asked(&self) -> bool {
        self.mode == Mode::Table && is_asked(&self.view, self.viewer)
    }

    /// Looks again after the match has changed.
    pub(super) fn refresh(&mut self) {
        let viewer = self.session.viewer(Some(self.viewer));
        if viewer != self.viewer && self.session.needs_curtain(viewer) {
            // Nothing of the next player's secrets is even computed before the curtain rises.
            self.mode = viewer.seat().map_or(Mode::Table, Mode::Curtain);
            return;
        }
        self.show(viewer);
    }

    /// Shows what a viewer may see.
    pub(super) fn show(&mut self, viewer: Viewer) {
        let current = &*self.session.current;
        if self.viewer != viewer {
            self.log.clear();
            self.heard = 0;
        }
        self.viewer = viewer;
        self.view = current.view(viewer);
        let news = self.heard + 1..=current.version();
        self.log
            .extend(news.flat_map(|version| text::told(current, version, viewer)));
        self.heard = current.version();
        self.start_choosing();
    }

    /// The latest that everybody knows.
    pub(super) fn public_news(&self) -> Vec<String> {
        let current = &*self.session.current;
        let latest = current.version();
        (latest.saturating_sub(5).max(1)..=latest)
            .flat_map(|version| text::told(current, version, Viewer::Spectator))
            .collect()
    }

    /// From the beginning: no touches, no answers.
    pub(super) fn start_choosing(&mut self) {
        self.typed = None;
        self.selected = 0;
        self.choices = Choices::default();
        if !is_asked(&self.view, self.viewer) {
            self.cursor = None;
            return;
        }
        self.choices = Choices::commands(&self.view, Vec::new());
        if self.guided {
            self.answer(Vec::new());
        }
        self.place_cursor();
    }

    /// Goes on to the next question, or to the command.
    fn answer(&mut self, answers: Vec<parlor_core::Answer>) {
        let Some(seat) = self.viewer.seat() else {
            return;
        };
        match Choices::question(&*self.session.current, seat, answers) {
            Some(Ok(Ok(choices))) => self.choices = choices,
            Some(Ok(Err(command))) => return self.play(command),
            Some(Err(rejection)) => self.alert(rejection.message().render(self.session.names())),
            None => self.guided = false,
        }
        self.typed = None;
        self.selected = 0;
        self.place_cursor();
    }

    /// One step back on the way to a command.
    pub(super) fn step_back(&mut self) {
        if !self.choices.answers.is_empty() {
            let mut answers = std::mem::take(&mut self.choices.answers);
            answers.pop();
            self.answer(answers);
        } else if !self.choices.picked.is_empty() {
            let mut picked = std::mem::take(&mut self.choices.picked);
            picked.pop();
            self.choices = Choices::commands(&self.view, picked);
            self.place_cursor();
        }
    }

    /// Does what an item stands for.
    pub(super) fn choose(&mut self, item: Item) {
        match item.then {
            Then::Play(command) => self.play(command),
            Then::Answer(answer) => {
                let mut answers = self.choices.answers.clone();
                answers.push(answer);
                self.answer(answers);
            }
        }
    }

    /// Touches what is under the cursor: that plays, or narrows down what can be played.
    pub(super) fn touch(&mut self) {
        let Some(cursor) = self.cursor.clone() else {
            return;
        };
        let touched = |item: &&Item| item.touch.as_ref() == Some(&cursor);
        let mut items = self.choices.items.iter().filter(touched);
        if let (Some(item), None) = (items.next(), items.next()) {
            return self.choose(item.clone());
        }
        if self.choices.answers.is_empty() && self.choices.prompt.is_none() {
            let mut picked = self.choices.picked.clone();
            picked.push(cursor);
            self.choices = Choices::commands(&self.view, picked);
            self.selected = 0;
            self.place_cursor();
        }
    }

    /// Sends a command for the viewer's seat.
    pub(super) fn play(&mut self, command: Value) {
        if let Some(seat) = self.viewer.seat() {
            let answer = self.session.play(seat, command);
            self.settle(answer);
        }
    }

    /// Shows what came of something.
    pub(super) fn settle(&mut self, answer: Answer) {
        self.notice = None;
        match answer {
            Ok(Ok(())) => self.refresh(),
            Ok(Err(rejection)) => self.alert(rejection.message().render(self.session.names())),
            Err(error) => {
                self.refresh();
                self.alert(format!("{error:#}"));
            }
        }
    }

    pub(super) fn alert(&mut self, text: String) {
        self.notice = Some(Notice { text, alert: true });
    }

    /// The items that match what is typed, by number.
    pub(super) fn matching(&self) -> Vec<usize> {
        self.choices.matching(self.typed.as_deref().unwrap_or(""))
    }

    /// The board as it looks in this room.
    pub(super) fn picture(&self, room: (u16, u16)) -> Picture {
        let before = self.session.current.version().saturating_sub(1);
        let before = self.session.current.view_at(before, self.viewer);
        let marks = Marks {
            legal: self.choices.touches(),
            cursor: self.cursor.clone(),
            picked: self.choices.picked.iter().cloned().collect(),
            fresh: before.map_or_else(Default::default, |before| {
                table::changed(&before, &self.view)
            }),
        };
        table::picture(&self.view, &marks, self.palette, Some(room))
    }
}
