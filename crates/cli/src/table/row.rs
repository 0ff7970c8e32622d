//! Rows and piles: cards, dice and counters side by side or one on the other.

use parlor_core::{Layout, PieceView, ZoneView};
use ratatui::style::Style;
use ratatui::text::Span;

use super::{Painter, Picture, Scale};

/// Whether pieces lie side by side: in a terminal all such layouts look alike.
pub fn is_row(layout: Layout) -> bool {
    matches!(
        layout,
        Layout::Row | Layout::Fan | Layout::Spread | Layout::Overlap
    )
}

/// Draws a row of pieces, or a pile with what is known of it. The pieces begin after `labels` columns at the earliest.
pub fn draw(painter: &Painter<'_>, zone: &ZoneView, heading: &str, labels: u16) -> Picture {
    let label = label(zone, heading);
    let shown: &[PieceView] = match zone.layout {
        // Of a pile one sees the top.
        Layout::Pile => zone.pieces.last().map_or(&[], std::slice::from_ref),
        _ => &zone.pieces,
    };
    let large = painter.scale == Scale::Large;
    let width = |piece: &PieceView| {
        Span::raw(painter.card(zone, piece)).width() as u16 + if large { 4 } else { 2 }
    };
    let start = labels.max(Span::raw(&label).width() as u16) + 1;
    // Where each piece goes: as many on a line as there is room for, at least one. Rather than in several lines, large
    // pieces are drawn small.
    let (mut x, mut line) = (start, 0);
    let mut places = Vec::new();
    for piece in shown {
        if !large && x > start && x + width(piece) > painter.width.max(start) {
            (x, line) = (start, line + 1);
        }
        places.push((x, line));
        x += width(piece) + 1;
    }
    let right = places
        .iter()
        .zip(shown)
        .map(|((x, _), piece)| x + width(piece));
    let right = right.max().unwrap_or(start).max(start);
    let lines = line + 1;
    let height = if large && !shown.is_empty() { 3 } else { 1 };
    let mut picture = Picture::new(right, lines * height);
    let style = zone
        .owner
        .map_or_else(Style::new, |seat| painter.palette.seat(seat));
    let touch = painter.touch_style(&zone.id);
    picture.put(0, height / 2, &label, style.patch(touch));
    picture.spot(&zone.id, 0, height / 2);
    for ((x, line), piece) in places.into_iter().zip(shown) {
        let face = painter.card(zone, piece);
        draw_piece(painter, &mut picture, piece, &face, (x, line * height));
    }
    picture
}

fn draw_piece(
    painter: &Painter<'_>,
    picture: &mut Picture,
    piece: &PieceView,
    face: &str,
    (x, y): (u16, u16),
) {
    let style = painter.piece_style(piece);
    let name = piece.handle.as_deref();
    let (before, after) = painter.brackets(&name.map_or(vec![], |name| vec![name]), false);
    let middle = if painter.scale == Scale::Large {
        let dash = "─".repeat(Span::raw(face).width() + 2);
        let faint = painter.palette.faint();
        picture.put(x, y, &format!("┌{dash}┐"), faint);
        picture.put(x, y + 1, "│", faint);
        picture.put(x + 1, y + 1, &format!("{before}{face}{after}"), style);
        picture.put(x + 3 + Span::raw(face).width() as u16, y + 1, "│", faint);
        picture.put(x, y + 2, &format!("└{dash}┘"), faint);
        y + 1
    } else {
        picture.put(x, y, &format!("[{face}]"), style);
        y
    };
    if let Some(name) = name {
        picture.spot(name, x + 1, middle);
    }
}

/// What stands before the pieces: the heading and how many there are, where that is not seen.
pub fn label(zone: &ZoneView, heading: &str) -> String {
    let count = match (zone.layout, zone.count) {
        (_, Some(count)) => Some(count),
        (Layout::Pile, None) => Some(zone.pieces.len() as u32),
        _ => None,
    };
    match count {
        Some(count) if zone.pieces.is_empty() => format!("{heading}: {count}"),
        Some(count) => format!("{heading}: {count}, on top"),
        None if zone.pieces.is_empty() => format!("{heading}: none"),
        None => format!("{heading}:"),
    }
}
