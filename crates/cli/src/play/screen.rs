//! The screen's loop: draw, wait for a key or for a bot, and again.

use std::time::Instant;

use anyhow::Result;

use super::app::{App, Ending};
use super::{Session, draw};
use crate::table::Palette;
use crate::terminal::{Input, Screen, wait};

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
    loop {
        let limit = app.tick(Instant::now())?;
        screen.terminal.draw(|frame| draw::draw(frame, app))?;
        if let Input::Key(key) = wait(limit)?
            && let Some(ending) = app.key(key)
        {
            // Whoever still thinks is called off.
            app.call_off();
            return Ok(ending);
        }
    }
}
