//! Stepping through a match on a screen.

use crate::speech::view_at;
use anyhow::Result;
use crossterm::event::{KeyCode, KeyModifiers};
use parlor_core::{AnyMatch, Viewer};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::title;
use crate::play::frame::{
    block, draw_log, draw_picture, draw_title, fit, is_too_small, key_line, parts, seat_lines,
};
use crate::table::{Marks, Palette, changed, picture, text};
use crate::terminal::{Input, Screen, wait};

const KEYS: [(&str, &str); 5] = [
    ("←→", "step"),
    ("PgUp PgDn", "ten steps"),
    ("Home End", "first, last"),
    ("v", "viewer"),
    ("q", "quit"),
];

struct Replay<'a> {
    current: &'a dyn AnyMatch,
    viewer: Viewer,
    version: u64,
    palette: Palette,
}

/// Steps through a match until the user has enough.
pub fn run(current: &dyn AnyMatch, viewer: Viewer, version: u64) -> Result<()> {
    let mut screen = Screen::open()?;
    let palette = Palette::from_environment();
    let mut replay = Replay {
        current,
        viewer,
        version,
        palette,
    };
    loop {
        screen.terminal.draw(|frame| replay.draw(frame))?;
        if let Input::Key(key) = wait(None)? {
            let control = key.modifiers.contains(KeyModifiers::CONTROL);
            if !replay.key(key.code, control) {
                return Ok(());
            }
        }
    }
}

impl Replay<'_> {
    /// Does what a key says; false to leave.
    fn key(&mut self, code: KeyCode, control: bool) -> bool {
        let latest = self.current.version();
        let to = match code {
            KeyCode::Char('c') if control => return false,
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Left | KeyCode::Up => self.version.saturating_sub(1),
            KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ') => {
                self.version + 1
            }
            KeyCode::PageUp => self.version.saturating_sub(10),
            KeyCode::PageDown => self.version + 10,
            KeyCode::Home => 1,
            KeyCode::End => latest,
            KeyCode::Char('v') => {
                let all: Vec<Viewer> = Viewer::all(self.current.header().seat_count()).collect();
                let now = all.iter().position(|viewer| *viewer == self.viewer);
                self.viewer = all[(now.unwrap_or(0) + 1) % all.len()];
                self.version
            }
            _ => self.version,
        };
        self.version = to.clamp(1, latest);
        true
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        if is_too_small(frame) {
            return;
        }
        let Some(view) = view_at(self.current, self.version, self.viewer) else {
            return;
        };
        let before = view_at(self.current, self.version - 1, self.viewer);
        let marks = Marks {
            fresh: before.map_or_else(Default::default, |before| changed(&before, &view)),
            ..Marks::default()
        };
        let mut parts = parts(frame.area());
        let drawn = fit(&mut parts, |room| {
            picture(&view, &marks, self.palette, Some(room))
        });
        let place = format!("version {} of {}", self.version, self.current.version());
        draw_title(
            frame,
            parts.title,
            &title(self.current, self.viewer),
            &place,
            self.palette,
        );
        draw_picture(frame, parts.board, &drawn, None);

        let names = &self.current.header().seats;
        let seats = seat_lines(&view, &[], self.palette, parts.side.width);
        let result = view
            .outcome
            .as_ref()
            .map(|outcome| text::result(outcome, names));
        let result: Vec<Line<'_>> = result.into_iter().flatten().map(Line::from).collect();
        let rows = Layout::vertical([
            Constraint::Length(seats.len() as u16 + 1),
            Constraint::Length(if result.is_empty() {
                0
            } else {
                result.len() as u16 + 2
            }),
            Constraint::Min(0),
        ]);
        let [seats_area, result_area, log_area] = rows.areas(parts.side);
        frame.render_widget(
            Paragraph::new(seats).block(block("Seats", self.palette)),
            seats_area,
        );
        if !result.is_empty() {
            let result = Paragraph::new(result).wrap(Wrap { trim: false });
            frame.render_widget(result.block(block("Result", self.palette)), result_area);
        }
        let log: Vec<String> = (1..=self.version)
            .flat_map(|version| text::told(self.current, version, self.viewer))
            .collect();
        draw_log(frame, log_area, &log, self.palette);
        let latest = text::told(self.current, self.version, self.viewer).join("; ");
        frame.render_widget(Paragraph::new(format!(" {latest}")), parts.status);
        frame.render_widget(key_line(&KEYS, self.palette), parts.keys);
    }
}
