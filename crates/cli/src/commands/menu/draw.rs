//! How the menu looks.

use crate::commands::games::facts;
use crate::speech;
use parlor_bots::{Level, Spec};
use parlor_core::{OptionKind, OptionValue};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::form::{Field, Form};
use super::{Entry, Menu};
use crate::play::frame::{draw_title, is_too_small, key_line};
use crate::setup::{Player, describe};
use crate::table::Palette;

/// Draws the list of games, or the form of one.
pub fn draw(frame: &mut Frame<'_>, menu: &Menu) {
    if is_too_small(frame) {
        return;
    }
    let rows = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ]);
    let [title, _, body, status, keys] = rows.areas(frame.area());
    let version = concat!("Parlor ", env!("CARGO_PKG_VERSION"));
    let (text, (lines, selected_line), hints): (_, _, &[(&str, &str)]) = match &menu.form {
        None => (
            "What do you want to play?".to_string(),
            list(menu),
            &[
                ("↑↓", "move"),
                ("Enter", "choose"),
                ("1-9", "choose"),
                ("q", "quit"),
            ],
        ),
        Some(form) => (
            speech::info(form.game.info()).name,
            form_lines(form, menu.palette),
            &[
                ("↑↓", "move"),
                ("←→", "change"),
                ("0-9", "number"),
                ("Enter", "begin"),
                ("Esc", "back"),
            ],
        ),
    };
    draw_title(frame, title, &text, version, menu.palette);
    let scroll = (selected_line as u16 + 2).saturating_sub(body.height);
    frame.render_widget(Paragraph::new(lines).scroll((scroll, 0)), body);
    if let Some(notice) = &menu.notice {
        let notice = Line::styled(format!(" {notice}"), menu.palette.alert());
        frame.render_widget(Paragraph::new(notice), status);
    }
    frame.render_widget(key_line(hints, menu.palette), keys);
}

/// The lines, and which of them is selected.
type Lines = (Vec<Line<'static>>, usize);

fn list(menu: &Menu) -> Lines {
    let (mut lines, mut selected_line) = (Vec::new(), 0);
    let names = menu
        .entries
        .iter()
        .map(|entry| entry_name(entry).chars().count());
    let width = names.max().unwrap_or(0);
    let mut resuming = false;
    for (index, entry) in menu.entries.iter().enumerate() {
        if let (Entry::Resume(..), false) = (entry, resuming) {
            resuming = true;
            lines.push(Line::raw(""));
            lines.push(Line::styled(" Resume", menu.palette.strong()));
        }
        if index == menu.selected {
            selected_line = lines.len();
        }
        let about = match entry {
            Entry::Begin(game) => speech::info(game.info()).summary,
            Entry::Resume(_, loaded) => {
                let names = loaded.current.header().seats.join(", ");
                format!("{names}; version {}", loaded.current.version())
            }
        };
        let number = if index < 9 {
            format!("{}", index + 1)
        } else {
            " ".into()
        };
        let name = format!("{:<width$}", entry_name(entry));
        lines.push(row(
            &number,
            name,
            about,
            index == menu.selected,
            menu.palette,
        ));
    }
    (lines, selected_line)
}

fn entry_name(entry: &Entry) -> String {
    let game = match entry {
        Entry::Begin(game) => game,
        Entry::Resume(_, loaded) => &loaded.game,
    };
    speech::info(game.info()).name
}

fn form_lines(form: &Form, palette: Palette) -> Lines {
    let mut lines = vec![
        Line::styled(
            format!(" {}", speech::info(form.game.info()).summary),
            palette.faint(),
        ),
        Line::styled(format!(" {}", facts(form.game.info())), palette.faint()),
        Line::raw(""),
    ];
    let selected_line = lines.len() + form.selected;
    let labels: Vec<String> = labels(form);
    let width = labels
        .iter()
        .map(|label| label.chars().count())
        .max()
        .unwrap_or(0);
    for (index, (field, label)) in form.fields.iter().zip(labels).enumerate() {
        let (value, about) = match field {
            Field::Seats { count } => {
                let info = form.game.info();
                (
                    count.to_string(),
                    format!("{} to {}", info.min_seats, info.max_seats),
                )
            }
            Field::Player { player } => match player {
                Player::Human => ("human".into(), "at this terminal".into()),
                Player::Bot(spec) => (format!("{spec} bot"), about_bot(spec).into()),
            },
            Field::Option { spec, value } => match (&spec.kind, value) {
                (OptionKind::Bool { .. }, value) => {
                    let yes = *value == OptionValue::Bool(true);
                    (if yes { "yes" } else { "no" }.into(), String::new())
                }
                (kind, value) => (value.to_string(), describe(kind)),
            },
        };
        let text = format!("{label:<width$}  ◂ {value} ▸");
        let padded = format!("{text:<pad$}", pad = width + 18);
        lines.push(row(" ", padded, about, index == form.selected, palette));
    }
    (lines, selected_line)
}

fn about_bot(spec: &Spec) -> &'static str {
    let level = Level::ALL
        .into_iter()
        .find(|level| Spec::from(*level) == *spec);
    match level {
        Some(Level::Easy) => "for a first game",
        Some(Level::Medium) => "sees what is coming next",
        Some(Level::Hard) => "a serious opponent",
        Some(Level::Expert) => "thinks for some seconds, on all cores",
        None => "plays any legal command",
    }
}

fn labels(form: &Form) -> Vec<String> {
    let mut seat = 0;
    let label = |field: &Field| match field {
        Field::Seats { .. } => "Seats".into(),
        Field::Player { .. } => {
            seat += 1;
            format!("Player {seat}")
        }
        Field::Option { spec, .. } => spec.label.clone(),
    };
    form.fields.iter().map(label).collect()
}

fn row(
    number: &str,
    text: String,
    about: String,
    selected: bool,
    palette: Palette,
) -> Line<'static> {
    let style = if selected {
        palette.cursor()
    } else {
        Style::new()
    };
    let sign = if selected { "›" } else { " " };
    Line::from(vec![
        Span::styled(format!(" {number} "), palette.faint()),
        Span::styled(format!("{sign} {text} "), style),
        Span::styled(format!("  {about}"), palette.faint()),
    ])
}
