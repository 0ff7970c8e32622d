//! A room before its match begins: who is there, and how others get in.

use parlor_protocol::Player;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::app::{App, Link};
use super::draw::notes;
use crate::failure::printable;
use crate::play::around::Key;
use crate::play::frame::{block, draw_log, draw_title, key_line};
use crate::qr;
use crate::terminal::has_colours;

/// What is written beside a QR code takes at least so much room.
const NARROWEST: u16 = 40;

/// Draws the room.
pub fn draw(frame: &mut Frame<'_>, app: &App, status: Line<'static>, keys: &[Key]) {
    let palette = app.chooser.palette;
    let rows = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ]);
    let [title, middle, status_area, keys_area] = rows.areas(frame.area());
    let (game, me) = (&app.room.game_name, &app.place.me.name);
    let text = format!("{game} on {}, as {me}", app.place.server);
    let place = match app.link {
        Link::Up | Link::Again => "",
        Link::New => "connecting",
        Link::Lost => "no connection",
    };
    draw_title(frame, title, &printable(&text), place, palette);
    frame.render_widget(Paragraph::new(status), status_area);
    frame.render_widget(key_line(keys, palette), keys_area);

    let left = draw_code(frame, middle, app);
    let seats = seats(app);
    let invitation = invitation(app);
    let width = usize::from(left.width).max(1);
    let height: usize = invitation
        .iter()
        .map(|line| line.width().div_ceil(width).max(1))
        .sum();
    let rows = Layout::vertical([
        Constraint::Length(seats.len() as u16 + 2),
        Constraint::Length(if height == 0 { 0 } else { height as u16 + 2 }),
        Constraint::Min(0),
    ]);
    let [seats_area, invitation_area, log_area] = rows.areas(left);
    frame.render_widget(
        Paragraph::new(seats).block(block("Seats", palette)),
        seats_area,
    );
    let invitation = Paragraph::new(invitation).wrap(Wrap { trim: false });
    frame.render_widget(
        invitation.block(block("Others join with", palette)),
        invitation_area,
    );
    draw_log(frame, log_area, &app.chooser.log, palette);
}

/// Draws the link as a QR code at the right if there is room, and says what room is left.
fn draw_code(frame: &mut Frame<'_>, area: Rect, app: &App) -> Rect {
    let whole = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        ..area
    };
    let Some(link) = &app.room.link else {
        return whole;
    };
    let code = qr::light_on_dark(link);
    let lines: Vec<Line<'_>> = code.lines().map(Line::from).collect();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16;
    let height = lines.len() as u16;
    if width == 0 || whole.width < NARROWEST + 1 + width || area.height < height {
        return whole;
    }
    let [left, _, right] = Layout::horizontal([
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(width),
    ])
    .areas(whole);
    let right = Rect {
        y: right.y + (right.height - height) / 2,
        height,
        ..right
    };
    let style = match has_colours(true) {
        // Phones want it like that, whatever the terminal looks like.
        true => Style::new().fg(Color::White).bg(Color::Black),
        false => Style::new(),
    };
    frame.render_widget(Paragraph::new(lines).style(style), right);
    left
}

fn seats(app: &App) -> Vec<Line<'static>> {
    let palette = app.chooser.palette;
    let notes = notes(app);
    let line = |(player, note): (&Player, &crate::play::frame::SeatNote)| {
        let name = Span::raw(format!("  {}", printable(&player.name())));
        match player {
            Player::Open => name.style(palette.faint()).into(),
            Player::Human { account, .. } if account.id == app.place.me.id => {
                Line::from(vec![name, Span::styled(" (you)", palette.faint())])
            }
            player => {
                let guest = player.account().is_some_and(|account| account.guest);
                let guest = if guest { " (guest)" } else { "" };
                let behind = format!("{guest} {}", note.behind);
                Line::from(vec![name, Span::styled(behind, palette.faint())])
            }
        }
    };
    app.room.seats.iter().zip(&notes).map(line).collect()
}

fn invitation(app: &App) -> Vec<Line<'static>> {
    let palette = app.chooser.palette;
    let mut lines = Vec::new();
    if let Some(code) = &app.room.code {
        let (code, server) = (printable(code), &app.place.server);
        lines.push(Line::from(vec![
            Span::raw("the code "),
            Span::styled(code.clone(), palette.strong()),
        ]));
        let command = format!("parlor play --server {server} --join {code}");
        lines.push(Line::raw(command));
    }
    if let Some(link) = &app.room.link {
        lines.push(Line::raw(printable(link)));
    }
    lines
}

/// What is waited for.
pub fn status(app: &App) -> String {
    let open = |player: &&Player| **player == Player::Open;
    match app.room.seats.iter().filter(open).count() {
        _ if app.status.is_none() => " Connecting …".into(),
        0 => " The match is about to begin.".into(),
        1 => " Waiting for one more player.".into(),
        more => format!(" Waiting for {more} more players."),
    }
}
