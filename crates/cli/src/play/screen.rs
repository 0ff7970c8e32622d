//! The screen's loop: draw, wait for a key or for a bot, and again.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::app::{App, Ending};
use super::{Session, draw};
use crate::table::Palette;
use crate::terminal::{Input, Screen, wait};

/// How long a bot seems to think, so that people can follow.
const BOT_PAUSE: Duration = Duration::from_millis(600);

/// Plays matches until the user has enough, and hands the last one back.
pub fn run(screen: &mut Screen, session: Session) -> Result<Session> {
    let mut app = App::new(session, Palette::from_environment());
    loop {
        match play(screen, &mut app)? {
            Ending::Quit => return Ok(app.session),
            Ending::Another => {
                let session = app.session.another()?;
                app = App::new(session, Palette::from_environment());
            }
        }
    }
}

fn play(screen: &mut Screen, app: &mut App) -> Result<Ending> {
    let mut bot_due = None;
    loop {
        screen.terminal.draw(|frame| draw::draw(frame, app))?;
        let bot = app.waiting_bot();
        let now = Instant::now();
        let limit = bot.map(|_| {
            let due = *bot_due.get_or_insert(now + BOT_PAUSE);
            due.saturating_duration_since(now)
        });
        match (wait(limit)?, bot) {
            (Input::Key(key), _) => {
                if let Some(ending) = app.key(key) {
                    return Ok(ending);
                }
            }
            (Input::Nothing, Some(bot)) if bot_due.is_some_and(|due| due <= Instant::now()) => {
                bot_due = None;
                app.play_bot(bot)?;
            }
            _ => {}
        }
    }
}
