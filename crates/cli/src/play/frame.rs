//! The parts that a table and a replay share: how the window is divided, the board, the seats, the log, the keys.

use parlor_core::{Seat, View, ZoneView};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};

use crate::table::{Palette, Picture, text};

/// The smallest window that a table fits into.
const SMALLEST: (u16, u16) = (50, 16);

/// The side stays at least this wide.
const NARROWEST_SIDE: u16 = 26;

/// The parts of the screen that a table and a replay have in common.
pub struct Parts {
    pub title: Rect,
    pub board: Rect,
    pub side: Rect,
    pub status: Rect,
    pub keys: Rect,
}

/// Says so where the window is too small for anything else.
pub fn is_too_small(frame: &mut Frame<'_>) -> bool {
    let area = frame.area();
    let small = area.width < SMALLEST.0 || area.height < SMALLEST.1;
    if small {
        let (width, height) = SMALLEST;
        let text = format!("This window is too small: it takes {width} × {height}.");
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    }
    small
}

/// Divides the window.
pub fn parts(area: Rect) -> Parts {
    let rows = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ]);
    let [title, middle, status, keys] = rows.areas(area);
    let side = (area.width * 2 / 5).clamp(NARROWEST_SIDE, 44);
    let columns = Layout::horizontal([
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(side),
    ]);
    let [_, board, _, side] = columns.areas(middle);
    Parts {
        title,
        board,
        side,
        status,
        keys,
    }
}

/// A wide board takes room from the side, as far as the side can spare it; `draw` draws the board into a given room.
pub fn fit(parts: &mut Parts, draw: impl Fn((u16, u16)) -> Picture) -> Picture {
    let most = parts.board.width + parts.side.width.saturating_sub(NARROWEST_SIDE);
    let widest = draw((most, parts.board.height)).buffer.area.width;
    let moved = widest.clamp(parts.board.width, most) - parts.board.width;
    parts.board.width += moved;
    parts.side.x += moved;
    parts.side.width -= moved;
    draw((parts.board.width, parts.board.height))
}

/// The line at the top: what this is, and where in it we are.
pub fn draw_title(frame: &mut Frame<'_>, area: Rect, text: &str, place: &str, palette: Palette) {
    let style = palette.strong().add_modifier(Modifier::REVERSED);
    let width = usize::from(area.width).saturating_sub(place.len() + 2);
    let text: String = text.chars().take(width.saturating_sub(1)).collect();
    let line = Line::styled(format!(" {text:<width$}{place} "), style);
    frame.render_widget(Paragraph::new(line), area);
}

/// Puts a picture in the middle; one that is larger than the room is moved so that the cursor can be seen.
pub fn draw_picture(frame: &mut Frame<'_>, area: Rect, picture: &Picture, cursor: Option<&str>) {
    let size = picture.buffer.area;
    let spot = cursor.and_then(|name| picture.spots.iter().find(|spot| spot.name == name));
    let (x, y) = spot.map_or((0, 0), |spot| (spot.x, spot.y));
    let scroll = |at: u16, size: u16, room: u16| match size > room {
        true => at.saturating_sub(room / 2).min(size - room),
        false => 0,
    };
    let (skip_x, skip_y) = (
        scroll(x, size.width, area.width),
        scroll(y, size.height, area.height),
    );
    let left = area.x + area.width.saturating_sub(size.width) / 2;
    let top = area.y + area.height.saturating_sub(size.height) / 2;
    for y in 0..size.height.min(area.height) {
        for x in 0..size.width.min(area.width) {
            let cell = picture.buffer[(x + skip_x, y + skip_y)].clone();
            frame.buffer_mut()[(left + x, top + y)] = cell;
        }
    }
}

/// What there is to say beside a seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatNote {
    /// Behind its name.
    pub behind: String,
    /// At the right: the time that it has left.
    pub time: String,
    /// Whether that time is short.
    pub alert: bool,
}

/// A line for each seat with what there is to say beside it, and its values below if it has any.
pub fn seat_lines(
    view: &View,
    notes: &[SeatNote],
    palette: Palette,
    width: u16,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (seat, seat_view) in (0..).map(Seat).zip(&view.seats) {
        let acts = view.to_act.contains(seat);
        let sign = sign(&view.zones, seat).unwrap_or_else(|| " ".into());
        let mut style = palette.seat(seat);
        if acts {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        let you = if view.viewer == Some(seat.into()) {
            " (you)"
        } else {
            ""
        };
        let mut line = Line::from(vec![
            Span::raw(if acts { "▶ " } else { "  " }),
            Span::styled(format!("{sign} "), palette.seat(seat)),
            Span::styled(seat_view.name.to_string(), style),
            Span::styled(you, palette.faint()),
        ]);
        if let Some(note) = notes.get(seat.index()) {
            annotate(&mut line, note, palette, width);
        }
        lines.push(line);
        if !seat_view.values.is_empty() {
            let values = fold(
                &text::values(view, &seat_view.values),
                usize::from(width).max(12) - 4,
            );
            let values = values.into_iter().map(|line| format!("    {line}"));
            lines.extend(values.map(|line| Line::styled(line, palette.faint())));
        }
    }
    lines
}

/// Writes what there is to say beside a seat; a long name makes room for it.
fn annotate(line: &mut Line<'static>, note: &SeatNote, palette: Palette, width: u16) {
    if !note.behind.is_empty() {
        line.push_span(Span::styled(format!(" {}", note.behind), palette.faint()));
    }
    if note.time.is_empty() {
        return;
    }
    let time = Span::raw(note.time.clone());
    let left = usize::from(width).saturating_sub(time.width() + 1);
    while line.width() > left && line.spans.iter().any(|span| !span.content.is_empty()) {
        let longest = (line.spans.iter_mut()).max_by_key(|span| span.content.len());
        let Some(span) = longest else { return };
        let mut content = span.content.to_string();
        content.pop();
        span.content = content.into();
    }
    let gap = " ".repeat(left - line.width() + 1);
    let style = match note.alert {
        true => palette.alert(),
        false => palette.strong(),
    };
    line.push_span(Span::raw(gap));
    line.push_span(time.style(style));
}

/// What the pieces of a seat look like on boards if they all look the same, or else the seat's number.
fn sign(zones: &[ZoneView], seat: Seat) -> Option<String> {
    let pieces = zones.iter().flat_map(|zone| &zone.pieces);
    let owned = pieces.filter(|piece| piece.owner == Some(seat) && piece.at.is_some());
    let mut faces = owned.filter_map(|piece| piece.face.as_deref());
    let first = faces.next()?;
    let same = first.chars().count() == 1 && faces.all(|face| face == first);
    Some(if same {
        first.into()
    } else {
        (seat.0 + 1).to_string()
    })
}

/// The latest lines of the log, the newest at the bottom.
pub fn draw_log(frame: &mut Frame<'_>, area: Rect, log: &[String], palette: Palette) {
    let room = usize::from(area.height.saturating_sub(1));
    let width = usize::from(area.width).max(8);
    let mut lines: Vec<String> = Vec::new();
    for entry in log.iter().rev() {
        let folded = fold(entry, width);
        if lines.len() + folded.len() > room {
            break;
        }
        lines.splice(0..0, folded);
    }
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).block(block("Log", palette)), area);
}

/// Breaks a line between words; what goes on is indented.
fn fold(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines
            .last_mut()
            .map_or(0, |line| Span::raw(line.as_str()).width());
        if last > 0 && last + 1 + Span::raw(word).width() > width {
            lines.push(format!("  {word}"));
        } else if let Some(line) = lines.last_mut() {
            if last > 0 {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// A part with a heading.
pub fn block(title: &str, palette: Palette) -> Block<'static> {
    Block::new()
        .borders(Borders::TOP)
        .border_style(palette.faint())
        .title(Span::styled(format!(" {title} "), palette.strong()))
}

/// Keys and what they do, in one line.
pub fn key_line(keys: &[(&str, &str)], palette: Palette) -> Paragraph<'static> {
    let spans = keys.iter().flat_map(|(key, does)| {
        [
            Span::styled(format!(" {key}"), palette.strong()),
            Span::styled(format!(" {does} "), palette.faint()),
        ]
    });
    Paragraph::new(Line::from_iter(spans))
}
