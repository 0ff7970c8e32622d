//! The screen of a match, wherever it is played: the board at the left; seats, choices and the log at the right; what to do below.

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::chooser::Chooser;
use super::frame::{
    SeatNote, block, draw_log, draw_picture, draw_title, fit, key_line, parts, seat_lines,
};
use crate::table::{Palette, text};

/// A key, and what it does.
pub type Key = (&'static str, &'static str);

/// What is said around the board and the choices.
pub struct Around {
    /// What this is.
    pub title: String,
    /// Where in it we are.
    pub place: String,
    /// What there is to say beside the seats.
    pub notes: Vec<SeatNote>,
    /// What is said below the result.
    pub below_result: Vec<Line<'static>>,
    /// The line about what happens now.
    pub status: Line<'static>,
    /// The keys that do something now.
    pub keys: Vec<Key>,
}

/// Draws a match.
pub fn draw_match(frame: &mut Frame<'_>, chooser: &mut Chooser, around: Around) {
    let mut parts = parts(frame.area());
    let picture = fit(&mut parts, |room| chooser.picture(room));
    chooser.room = (parts.board.width, parts.board.height);
    let (title, place) = (&around.title, &around.place);
    draw_title(frame, parts.title, title, place, chooser.palette);
    let cursor = chooser.cursor.as_deref();
    draw_picture(frame, parts.board, &picture, cursor);
    frame.render_widget(Paragraph::new(around.status.clone()), parts.status);
    frame.render_widget(key_line(&around.keys, chooser.palette), parts.keys);
    draw_side(frame, parts.side, chooser, around);
}

fn draw_side(frame: &mut Frame<'_>, area: Rect, chooser: &Chooser, around: Around) {
    let palette = chooser.palette;
    let seats = seat_lines(&chooser.view, &around.notes, palette, area.width);
    let seats_height = (seats.len() as u16 + 1).min(area.height / 2);
    let rest = area.height - seats_height;
    let middle = match chooser.view.outcome {
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
        Paragraph::new(seats).block(block("Seats", palette)),
        seats_area,
    );
    match chooser.view.outcome {
        Some(_) => draw_result(frame, choices_area, chooser, around.below_result),
        None => draw_choices(frame, choices_area, chooser),
    }
    draw_log(frame, log_area, &chooser.log, palette);
}

fn draw_choices(frame: &mut Frame<'_>, area: Rect, chooser: &Chooser) {
    let matching = chooser.matching();
    let title = match (&chooser.choices.prompt, &chooser.typed) {
        (_, Some(_)) => format!(
            "Choose: {} of {}",
            matching.len(),
            chooser.choices.items.len()
        ),
        (Some(prompt), None) => prompt.clone(),
        (None, None) => match chooser.choices.items.len() {
            0 => "Choose".into(),
            count => format!("Choose: {count}"),
        },
    };
    let room = usize::from(area.height.saturating_sub(1)).max(1);
    let position = matching
        .iter()
        .position(|index| *index == chooser.selected)
        .unwrap_or(0);
    let first = position
        .saturating_sub(room / 2)
        .min(matching.len().saturating_sub(room));
    // Numbers beside numbers would confuse, and a number that is typed means the text first.
    let numbered = !chooser
        .choices
        .items
        .iter()
        .all(|item| item.text.parse::<i64>().is_ok());
    let lines = matching.iter().skip(first).take(room).map(|index| {
        let item = &chooser.choices.items[*index];
        let selected = *index == chooser.selected;
        let style = if selected {
            chooser.palette.cursor()
        } else {
            Style::new()
        };
        let number = if numbered {
            format!("{:>3} ", index + 1)
        } else {
            "    ".into()
        };
        Line::from(vec![
            Span::styled(number, chooser.palette.faint()),
            Span::styled(
                format!("{}{}", if selected { "›" } else { " " }, item.text),
                style,
            ),
        ])
    });
    let mut lines: Vec<Line<'_>> = lines.collect();
    if chooser.choices.is_nothing() {
        lines = vec![Line::styled(
            "  nothing for you to do now",
            chooser.palette.faint(),
        )];
    }
    frame.render_widget(
        Paragraph::new(lines).block(block(&title, chooser.palette)),
        area,
    );
}

fn draw_result(frame: &mut Frame<'_>, area: Rect, chooser: &Chooser, below: Vec<Line<'static>>) {
    let Some(outcome) = &chooser.view.outcome else {
        return;
    };
    let result = text::result(outcome, &text::names(&chooser.view));
    let mut lines: Vec<Line<'_>> = result.into_iter().map(Line::from).collect();
    if let Some(headline) = lines.first_mut() {
        headline.style = chooser.palette.strong();
    }
    lines.extend(below);
    let paragraph = Paragraph::new(lines).wrap(Wrap { trim: false });
    frame.render_widget(paragraph.block(block("Result", chooser.palette)), area);
}

/// What needs attention before all else: what is wrong, what is typed, what was said.
pub fn pressing(chooser: &Chooser) -> Option<Line<'static>> {
    let palette = chooser.palette;
    match (&chooser.typed, &chooser.notice) {
        (_, Some(notice)) if notice.alert => {
            Some(Line::styled(format!(" {}", notice.text), palette.alert()))
        }
        (Some(typed), _) => Some(typing("", typed, palette)),
        (None, Some(notice)) => Some(Line::raw(format!(" {}", notice.text))),
        (None, None) => None,
    }
}

/// A line that is being typed.
pub fn typing(prompt: &str, typed: &str, palette: Palette) -> Line<'static> {
    Line::from(vec![
        Span::styled(format!(" {prompt}› "), palette.strong()),
        Span::raw(typed.to_string()),
        Span::styled("▏", palette.strong()),
    ])
}

/// What the viewer is asked to do, or whose turn it is.
pub fn turn(chooser: &Chooser) -> Line<'static> {
    let view = &chooser.view;
    let names = &text::names(view);
    if view.outcome.is_some() {
        return Line::raw(" The match is over.");
    }
    if !chooser.is_asked() {
        return Line::raw(format!(" {}", text::turn(view).unwrap_or_default()));
    }
    let prompt = view.prompt.as_ref().map(|prompt| prompt.render(names));
    let prompt = prompt.unwrap_or_else(|| "Your turn".into());
    let phase = view.phase.as_ref().map(|phase| phase.render(names));
    let phase = phase.map_or(String::new(), |phase| format!("{phase}. "));
    let values = match text::values(view, &view.values) {
        values if values.is_empty() => values,
        values => format!("{values}. "),
    };
    let progress = text::progress(view).map_or(String::new(), |progress| format!(" {progress}"));
    Line::raw(format!(" {values}{phase}{prompt}{progress}"))
}

/// Hides everything but what everybody knows until the right one looks.
pub fn draw_curtain(
    frame: &mut Frame<'_>,
    palette: Palette,
    game: &str,
    name: &str,
    public: Vec<String>,
) {
    let mut lines = vec![
        Line::raw(""),
        Line::styled(format!("Pass the device to {name}."), palette.strong()),
        Line::raw(""),
        Line::raw(format!("{name}, press Enter when nobody else looks.")),
        Line::raw(""),
    ];
    lines.extend(
        public
            .into_iter()
            .map(|line| Line::styled(line, palette.faint())),
    );
    let block = Block::bordered().title(format!(" {game} "));
    let paragraph = Paragraph::new(lines)
        .alignment(Alignment::Center)
        .block(block);
    frame.render_widget(paragraph, frame.area());
}

/// Lays all keys and what they do over the rest.
pub fn draw_help(frame: &mut Frame<'_>, palette: Palette, title: &str, keys: &[Key]) {
    let area = frame.area();
    let width = 70.min(area.width);
    let height = (keys.len() as u16 + 4).min(area.height);
    let area = Rect::new(
        (area.width - width) / 2,
        (area.height - height) / 2,
        width,
        height,
    );
    let mut lines: Vec<Line<'_>> = keys
        .iter()
        .map(|(key, does)| {
            let key = Span::styled(format!(" {key:<14}"), palette.strong());
            Line::from(vec![key, Span::raw(*does)])
        })
        .collect();
    lines.push(Line::raw(""));
    lines.push(Line::styled(" Any key closes this.", palette.faint()));
    frame.render_widget(Clear, area);
    frame.render_widget(
        Paragraph::new(lines).block(Block::bordered().title(format!(" {title} "))),
        area,
    );
}
