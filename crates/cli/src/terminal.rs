//! The terminal: whether there is one, taking it over, and giving it back whatever happens.

use std::io::{self, IsTerminal};
use std::time::Duration;

use anyhow::{Context, Result};
use crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use ratatui::DefaultTerminal;

/// Whether somebody sits in front of both ends.
pub fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether to write in colours, to what may be a terminal: see no-color.org.
pub fn has_colours(is_terminal: bool) -> bool {
    is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The terminal while it shows a screen. Dropping it, or a panic, gives the terminal back as it was.
pub struct Screen {
    /// What to draw on.
    pub terminal: DefaultTerminal,
}

impl Screen {
    /// Takes the terminal over.
    pub fn open() -> Result<Screen> {
        let terminal = ratatui::try_init().context("cannot use this terminal; try --plain")?;
        Ok(Screen { terminal })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// What may happen while a screen waits.
pub enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// The window has another size now: draw again.
    Resized,
    /// Nothing happened within the time.
    Nothing,
}

/// Waits for a key, for as long as given or for ever.
pub fn wait(limit: Option<Duration>) -> Result<Input> {
    if let Some(limit) = limit
        && !event::poll(limit)?
    {
        return Ok(Input::Nothing);
    }
    Ok(match event::read()? {
        // Some terminals report the release of a key too.
        Event::Key(key) if key.kind != KeyEventKind::Release => Input::Key(key),
        Event::Resize(..) => Input::Resized,
        _ => Input::Nothing,
    })
}
