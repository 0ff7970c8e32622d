//! How the screen looks: the board at the left; seats, choices and the log at the right; what to do below.

use parlor_core::Seat;
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::app::{App, Ask, Mode};
use super::frame::{
    block, draw_log, draw_picture, draw_title, fit, is_too_small, key_line, parts, seat_lines,
};
use crate::table::text;

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, app: &mut App) {
    let area = frame.area();
    if is_too_small(frame) {
        return;
    }
    if let Mode::Curtain(seat) = app.mode {
        return draw_curtain(frame, app, seat);
    }
    let mut parts = parts(area);
    let picture = fit(&mut parts, |room| app.picture(room));
    app.room = (parts.board.width, parts.board.height);

    let names = app.session.names().join(", ");
    let title = format!("{}: {names}", app.session.current.info().name);
    let version = format!("version {}", app.session.current.version());
    draw_title(frame, parts.title, &title, &version, app.palette);
    let cursor = app.cursor.as_deref();
    draw_picture(frame, parts.board, &picture, cursor);
    draw_side(frame, parts.side, app);
    frame.render_widget(status(app), parts.status);
    frame.render_widget(keys(app), parts.keys);
    if app.mode == Mode::Help {
        draw_help(frame, app);
    }
}

fn draw_side(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let seats = seat_lines(&app.view, app.palette, area.width);
    let seats_height = (seats.len() as u16 + 1).min(area.height / 2);
    let rest = area.height - seats_height;
    let middle = match app.view.outcome {
        Some(_) => 12.min(rest),
        None => rest - rest / 3,
    };
    let rows = Layout::vertical([
        Constraint::Length(seats_height),
        Constraint::Length(middle),
        Constraint::Min(0),
    ]);
    let [seats_area, choices_area, log_area] = rows.areas(area);
    frame.render_widget(
        Paragraph::new(seats).block(block("Seats", app.palette)),
        seats_area,
    );
    match app.view.outcome {
        Some(_) => draw_result(frame, choices_area, app),
        None => draw_choices(frame, choices_area, app),
    }
    draw_log(frame, log_area, &app.log, app.palette);
}

fn draw_choices(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let matching = app.matching();
    let title = match (&app.choices.prompt, &app.typed) {
        (_, Some(_)) => format!("Choose: {} of {}", matching.len(), app.choices.items.len()),
        (Some(prompt), None) => prompt.clone(),
        (None, None) => match app.choices.items.len() {
            0 => "Choose".into(),
            count => format!("Choose: {count}"),
        },
    };
    let room = usize::from(area.height.saturating_sub(1)).max(1);
    let position = matching
        .iter()
        .position(|index| *index == app.selected)
        .unwrap_or(0);
    let first = position
        .saturating_sub(room / 2)
        .min(matching.len().saturating_sub(room));
    // Numbers beside numbers would confuse, and a number that is typed means the text first.
    let numbered = !app
        .choices
        .items
        .iter()
        .all(|item| item.text.parse::<i64>().is_ok());
    let lines = matching.iter().skip(first).take(room).map(|index| {
        let item = &app.choices.items[*index];
        let selected = *index == app.selected;
        let style = if selected {
            app.palette.cursor()
        } else {
            Style::new()
        };
        let number = if numbered {
            format!("{:>3} ", index + 1)
        } else {
            "    ".into()
        };
        Line::from(vec![
            Span::styled(number, app.palette.faint()),
            Span::styled(
                format!("{}{}", if selected { "›" } else { " " }, item.text),
                style,
            ),
        ])
    });
    let mut lines: Vec<Line<'_>> = lines.collect();
    if app.choices.items.is_empty() && !app.choices.free {
        lines = vec![Line::styled(
            "  nothing for you to do now",
            app.palette.faint(),
        )];
    }
    frame.render_widget(
        Paragraph::new(lines).block(block(&title, app.palette)),
        area,
    );
}

fn draw_result(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let Some(outcome) = &app.view.outcome else {
        return;
    };
    let mut result = text::result(outcome, app.session.names())
        .into_iter()
        .map(Line::from);
    let mut lines: Vec<Line<'_>> = Vec::new();
    lines.extend(
        result
            .next()
            .map(|headline| headline.style(app.palette.strong())),
    );
    lines.extend(result);
    let path = app.session.path.display().to_string();
    lines.push(Line::styled(
        "The match and its seed are in",
        app.palette.faint(),
    ));
    lines.push(Line::raw(path));
    lines.push(Line::styled(app.session.proof_note(), app.palette.faint()));
    let paragraph = Paragraph::new(lines).wrap(Wrap { trim: false });
    frame.render_widget(paragraph.block(block("Result", app.palette)), area);
}

fn status(app: &App) -> Paragraph<'static> {
    let names = app.session.names();
    let line = match (&app.mode, &app.typed, &app.notice) {
        (Mode::Ask(Ask::Undo(plan)), ..) => {
            let others: Vec<&str> = plan
                .ask
                .iter()
                .map(|seat| app.session.name(*seat))
                .collect();
            let asker = app.session.name(plan.seat);
            let text = match others[..] {
                [] => format!(" Take back the latest command of {asker}? (y/n)"),
                _ => format!(" {}: may {asker} take back? (y/n)", others.join(", ")),
            };
            Line::styled(text, app.palette.alert())
        }
        (Mode::Ask(Ask::Resign(seat)), ..) => {
            let text = format!(" {}: resign? (y/n)", app.session.name(*seat));
            Line::styled(text, app.palette.alert())
        }
        (_, _, Some(notice)) if notice.alert => {
            Line::styled(format!(" {}", notice.text), app.palette.alert())
        }
        (_, Some(typed), _) => Line::from(vec![
            Span::styled(" › ", app.palette.strong()),
            Span::raw(typed.clone()),
            Span::styled("▏", app.palette.strong()),
        ]),
        (_, _, Some(notice)) => Line::raw(format!(" {}", notice.text)),
        _ if app.view.outcome.is_some() => Line::raw(" The match is over."),
        _ if app.is_asked() => {
            let prompt = app.view.prompt.as_ref().map(|prompt| prompt.render(names));
            let prompt = prompt.unwrap_or_else(|| "Your turn".into());
            let phase = app.view.phase.as_ref().map(|phase| phase.render(names));
            let phase = phase.map_or(String::new(), |phase| format!("{phase}. "));
            let values = match text::values(&app.view.values, names) {
                values if values.is_empty() => values,
                values => format!("{values}. "),
            };
            Line::raw(format!(" {values}{phase}{prompt}"))
        }
        _ => match app.session.acting_bot() {
            Some(bot) => Line::raw(format!(" {} is thinking …", app.session.name(bot))),
            None => Line::raw(format!(" {}", text::turn(&app.view).unwrap_or_default())),
        },
    };
    Paragraph::new(line)
}

/// The keys that do something now.
fn keys(app: &App) -> Paragraph<'static> {
    let mut keys: Vec<(&str, &str)> = Vec::new();
    if matches!(app.mode, Mode::Ask(_)) {
        keys.extend([("y", "yes"), ("n", "no")]);
    } else if app.typed.is_some() {
        keys.extend([("Enter", "choose"), ("↑↓", "move"), ("Esc", "back")]);
    } else {
        if app.view.outcome.is_some() {
            keys.push(("n", "another"));
        } else if app.is_asked() {
            keys.extend([
                ("arrows", "move"),
                ("Enter", "play"),
                ("/", "type"),
                ("h", "hint"),
            ]);
            if !app.choices.picked.is_empty() || !app.choices.answers.is_empty() {
                keys.push(("Esc", "back"));
            }
        }
        // The rest is in the help: the line fits into 80 columns.
        keys.extend([("u", "undo"), ("?", "help"), ("q", "quit")]);
    }
    key_line(&keys, app.palette)
}

fn draw_curtain(frame: &mut Frame<'_>, app: &App, seat: Seat) {
    let name = app.session.name(seat).to_string();
    // What everybody knows may be read by whoever holds the device.
    let public = app.public_news();
    let mut lines = vec![
        Line::raw(""),
        Line::styled(format!("Pass the device to {name}."), app.palette.strong()),
        Line::raw(""),
        Line::raw(format!("{name}, press Enter when nobody else looks.")),
        Line::raw(""),
    ];
    lines.extend(
        public
            .into_iter()
            .map(|line| Line::styled(line, app.palette.faint())),
    );
    let block = Block::bordered().title(format!(" {} ", app.session.current.info().name));
    let paragraph = Paragraph::new(lines)
        .alignment(Alignment::Center)
        .block(block);
    frame.render_widget(paragraph, frame.area());
}

const HELP: [(&str, &str); 12] = [
    ("arrows", "move the cursor, or through the list"),
    ("Enter", "play what is under the cursor or selected"),
    ("1 2 3 …", "choose by number, then Enter"),
    ("/ or :", "type a command or a part of it, then Enter"),
    ("Tab PgUp PgDn", "move through the list"),
    ("Esc", "take one step back on the way to a command"),
    ("h", "hint: what a strong bot would play, and its worth"),
    ("g", "questions or the whole list, where a game has both"),
    ("u  r", "take back; play it again"),
    ("R", "resign"),
    ("q", "quit; the match is saved and can be resumed"),
    ("signs", "[x] cursor  (x) can be touched  · free and legal"),
];

fn draw_help(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    let width = 70.min(area.width);
    let height = (HELP.len() as u16 + 4).min(area.height);
    let area = Rect::new(
        (area.width - width) / 2,
        (area.height - height) / 2,
        width,
        height,
    );
    let mut lines: Vec<Line<'_>> = HELP
        .iter()
        .map(|(key, does)| {
            let key = Span::styled(format!(" {key:<14}"), app.palette.strong());
            Line::from(vec![key, Span::raw(*does)])
        })
        .collect();
    lines.push(Line::raw(""));
    lines.push(Line::styled(" Any key closes this.", app.palette.faint()));
    frame.render_widget(Clear, area);
    let title = format!(
        " {}: {} ",
        app.session.current.info().name,
        app.session.current.info().summary
    );
    frame.render_widget(
        Paragraph::new(lines).block(Block::bordered().title(title)),
        area,
    );
}
