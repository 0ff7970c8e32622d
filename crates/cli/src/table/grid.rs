//! Boards of squares, with letters below and numbers at the left as people write them.

use parlor_core::ZoneView;

use super::ground::{Ground, seams, side};
use super::{Painter, Picture, Scale, face_width, letters, padded, piece_at, place};

/// Draws a board of squares; the first row is at the bottom.
pub fn draw(painter: &Painter<'_>, zone: &ZoneView, columns: u8, rows: u8) -> Picture {
    let (ground, seams) = (Ground::of(painter, zone), seams(zone));
    let face = face_width(painter, zone).max(ground.width());
    // Walls and doors stand on the lines between cells.
    let roomy = Painter {
        scale: Scale::Large,
        ..*painter
    };
    let painter = if seams.is_empty() { painter } else { &roomy };
    let (pitch, height) = match painter.scale {
        Scale::Large => (face + 3, 2),
        Scale::Small => (face + 1, 1),
    };
    let large = painter.scale == Scale::Large;
    let left = 3;
    let (width, lines) = (u16::from(columns) * pitch, u16::from(rows) * height);
    let mut picture = Picture::new(left + width + 2, lines + 1 + u16::from(large));
    let faint = painter.palette.faint();
    for row in 0..rows {
        let y = u16::from(rows - 1 - row) * height + u16::from(large);
        picture.put(0, y, &format!("{:>2}", row + 1), faint);
        if large {
            let first = row + 1 == rows;
            let ends = if first {
                ("┌", "┬", "┐")
            } else {
                ("├", "┼", "┤")
            };
            picture.put(left, y - 1, &ruler(columns, pitch, ends), faint);
        }
        for column in 0..columns {
            let x = left + u16::from(column) * pitch;
            if large {
                picture.put(x, y, "│", faint);
                picture.put(x + pitch, y, "│", faint);
            }
            let x = x + u16::from(large);
            let name = place(column, row);
            place_on(
                painter,
                &mut picture,
                zone,
                &name,
                x,
                y,
                face,
                &ground.sign(&name),
            );
        }
    }
    if large {
        picture.put(left, lines, &ruler(columns, pitch, ("└", "┴", "┘")), faint);
    }
    for (from, to, seam) in seams {
        let (beside, above) = seam.signs();
        let Some((square, is_beside)) = side(from, to) else {
            continue;
        };
        let strong = painter.palette.strong();
        let (x, y) = (
            left + u16::from(square.column()) * pitch,
            u16::from(rows - 1 - square.row()) * height + 1,
        );
        match is_beside {
            true => picture.put(x + pitch, y, beside, strong),
            false => picture.put(x + 1, y - 1, &above.repeat(usize::from(pitch) - 1), strong),
        }
    }
    for column in 0..columns {
        let x = left + u16::from(column) * pitch + u16::from(large) + 1;
        picture.put(x, lines + u16::from(large), &letters(column), faint);
    }
    picture
}

/// Draws one place of a board: signs around it, and what lies there; on an empty one what is known of its ground.
#[expect(
    clippy::too_many_arguments,
    reason = "one call for each place of a board"
)]
pub(super) fn place_on(
    painter: &Painter<'_>,
    picture: &mut Picture,
    zone: &ZoneView,
    name: &str,
    x: u16,
    y: u16,
    face_width: u16,
    ground: &str,
) {
    let piece = piece_at(zone, name);
    let handle = piece.and_then(|piece| piece.handle.as_deref());
    // Of several boards alike, a place is named with its zone.
    let whole = format!("{}/{name}", zone.id);
    let names = [name, &*whole, handle.unwrap_or(name)];
    let (before, after) = painter.brackets(&names, piece.is_none());
    let style = painter.touch_style(name).patch(painter.touch_style(&whole));
    let legal = names[..2]
        .iter()
        .any(|name| painter.marks.legal.contains(*name));
    let (text, style) = match piece {
        Some(piece) => (
            painter.face(zone, piece),
            painter.piece_style(piece).patch(style),
        ),
        None if legal => (format!("·{ground}"), style),
        None if !ground.is_empty() => (ground.to_owned(), painter.palette.faint().patch(style)),
        None if painter.scale == Scale::Large => (" ".into(), style),
        None => (".".into(), painter.palette.faint().patch(style)),
    };
    let text = padded(&text, face_width);
    if painter.scale == Scale::Large {
        picture.put(x, y, &format!("{before}{text}{after}"), style);
    } else {
        picture.put(x + 1, y, &text, style);
        // Close together, neighbours share the blank between them, so only signs are put there.
        for (x, sign) in [(x, before), (x + 1 + face_width, after)] {
            if sign != " " {
                picture.put(x, y, sign, style);
            }
        }
    }
    picture.spot(name, x + 1, y);
    picture.spot(&whole, x + 1, y);
    if let Some(handle) = handle {
        picture.spot(handle, x + 1, y);
    }
}

fn ruler(columns: u8, pitch: u16, (first, middle, last): (&str, &str, &str)) -> String {
    let dash = "─".repeat(usize::from(pitch) - 1);
    let dashes = vec![dash; usize::from(columns)].join(middle);
    format!("{first}{dashes}{last}")
}
