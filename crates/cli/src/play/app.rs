//! A match that is played here, on a screen: whose turn it is to look, which bots think, what people are asked.

use crate::speech::language;
use std::time::{Duration, Instant};

use parlor_core::{Guide, Seat, Viewer};
use serde_json::Value;

use super::choices::Choices;
use super::chooser::{Chooser, Chosen};
use super::session::{Answer, Session, UndoPlan};
use super::thinking::Thinking;
use crate::table::{self, Palette, text};

/// The state of the screen. `keys` changes it, `draw` shows it; nothing here reads a key or writes to a terminal.
pub struct App {
    /// The match.
    pub session: Session,
    pub(super) chooser: Chooser,
    /// The version up to which the viewer's log goes.
    heard: u64,
    /// Whether questions lead to commands, in a game that has them.
    pub(super) guided: bool,
    pub(super) mode: Mode,
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
            chooser: Chooser::new(
                viewer,
                crate::speech::view(&*session.current, viewer),
                palette,
            ),
            guided: session.game.is_guided(),
            session,
            heard: 0,
            mode: Mode::Table,
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
        self.mode == Mode::Table && self.chooser.is_asked()
    }

    /// Looks again after the match has changed.
    pub(super) fn refresh(&mut self) {
        let viewer = self.session.viewer(Some(self.chooser.viewer));
        if viewer != self.chooser.viewer && self.session.needs_curtain(viewer) {
            // Nothing of the next player's secrets is even computed before the curtain rises.
            self.mode = viewer.seat().map_or(Mode::Table, Mode::Curtain);
            return;
        }
        self.show(viewer);
    }

    /// Shows what a viewer may see.
    pub(super) fn show(&mut self, viewer: Viewer) {
        let current = &*self.session.current;
        let chooser = &mut self.chooser;
        if chooser.viewer != viewer {
            chooser.log.clear();
            self.heard = 0;
        }
        let version = current.version();
        chooser.viewer = viewer;
        chooser.view = crate::speech::view(current, viewer);
        let before = crate::speech::view_at(current, version.saturating_sub(1), viewer);
        chooser.fresh = before.map_or_else(Default::default, |before| {
            table::changed(&before, &chooser.view)
        });
        let news = self.heard + 1..=version;
        chooser
            .log
            .extend(news.flat_map(|version| text::told(current, version, viewer)));
        self.heard = version;
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
        self.chooser.start();
        if self.guided && self.chooser.is_asked() {
            self.answer(Vec::new());
        }
    }

    /// Goes on to the next question, or to the command.
    fn answer(&mut self, answers: Vec<parlor_core::Answer>) {
        let Some(seat) = self.chooser.viewer.seat() else {
            return;
        };
        match self.session.current.guide(seat, &answers) {
            Some(Ok(Guide::Ask(question))) => {
                let names = self.session.names();
                let words = &self.session.current.info().words;
                let question = words.translated_question(language(), question);
                let choices = Choices::question(question, answers, names);
                self.chooser.offer(choices);
            }
            Some(Ok(Guide::Done(command))) => self.play(command),
            Some(Err(rejection)) => {
                let why = self.session.why_not(&rejection);
                self.chooser.typed = None;
                self.chooser.alert(why);
            }
            None => self.guided = false,
        }
    }

    /// Does what was chosen.
    pub(super) fn follow(&mut self, chosen: Option<Chosen>) {
        match chosen {
            Some(Chosen::Play(command)) => self.play(command),
            Some(Chosen::Answers(answers)) => self.answer(answers),
            Some(Chosen::Text(text)) => {
                let seat = self.chooser.viewer.seat();
                let meant = seat.and_then(|seat| self.session.current.command(seat, &text));
                match meant {
                    Some(command) => self.play(command),
                    None => self.chooser.alert_unknown(&text),
                }
            }
            None => {}
        }
    }

    /// Sends a command for the viewer's seat.
    pub(super) fn play(&mut self, command: Value) {
        if let Some(seat) = self.chooser.viewer.seat() {
            let answer = self.session.play(seat, command);
            self.settle(answer);
        }
    }

    /// Shows what came of something.
    pub(super) fn settle(&mut self, answer: Answer) {
        self.chooser.notice = None;
        match answer {
            Ok(Ok(())) => self.refresh(),
            Ok(Err(rejection)) => {
                let why = self.session.why_not(&rejection);
                self.chooser.alert(why);
            }
            Err(error) => {
                self.refresh();
                self.chooser.alert(format!("{error:#}"));
            }
        }
    }
}
