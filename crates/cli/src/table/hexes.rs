//! Boards of hexagons: each row is half a place to the right of the row above, and the first row is at the top.

use parlor_core::ZoneView;

use super::grid::place_on;
use super::ground::Ground;
use super::{Painter, Picture, Scale, face_width, letters, place};

/// Draws a board of hexagons.
pub fn draw(painter: &Painter<'_>, zone: &ZoneView, columns: u8, rows: u8) -> Picture {
    match painter.scale {
        Scale::Large
            if face_width(painter, zone) == 1 && Ground::of(painter, zone).width() == 0 =>
        {
            large(painter, zone, columns, rows)
        }
        _ => small(painter, zone, columns, rows),
    }
}

/// With the sides of every hexagon:
///
/// ```text
///      a   b
///     / \ / \
/// 1  |   |   |
///     \ / \ / \
///   2  |   |   |
///       \ / \ /
/// ```
fn large(painter: &Painter<'_>, zone: &ZoneView, columns: u8, rows: u8) -> Picture {
    let left = 3;
    let width = left + 4 * u16::from(columns) + 2 * u16::from(rows.max(1) - 1) + 1;
    let mut picture = Picture::new(width, 2 * u16::from(rows) + 2);
    let faint = painter.palette.faint();
    for column in 0..columns {
        let x = left + 4 * u16::from(column);
        picture.put(x + 2, 0, &letters(column), faint);
        picture.put(x + 1, 1, "/", faint);
        picture.put(x + 3, 1, "\\", faint);
    }
    for row in 0..rows {
        let (wall, y) = (left + 2 * u16::from(row), 2 * u16::from(row) + 2);
        picture.put(wall - 3, y, &format!("{:>2}", row + 1), faint);
        for column in 0..columns {
            let x = wall + 4 * u16::from(column);
            picture.put(x, y, "|", faint);
            picture.put(x + 4, y, "|", faint);
            picture.put(x + 1, y + 1, "\\", faint);
            picture.put(x + 3, y + 1, "/", faint);
            place_on(
                painter,
                &mut picture,
                zone,
                &place(column, row),
                x + 1,
                y,
                1,
                "",
            );
        }
        if row + 1 < rows {
            picture.put(wall + 4 * u16::from(columns) + 1, y + 1, "\\", faint);
        }
    }
    picture
}

/// As close as it goes, which is still about as wide as it is high.
fn small(painter: &Painter<'_>, zone: &ZoneView, columns: u8, rows: u8) -> Picture {
    let ground = Ground::of(painter, zone);
    let face = face_width(painter, zone).max(ground.width());
    let pitch = (face + 1).next_multiple_of(2);
    let left = 2;
    let width = left + pitch * u16::from(columns) + pitch / 2 * u16::from(rows) + 2;
    let mut picture = Picture::new(width, u16::from(rows) + 1);
    let faint = painter.palette.faint();
    for column in 0..columns {
        let x = left + pitch * u16::from(column) + 1;
        picture.put(x, 0, &letters(column), faint);
    }
    // Places are always drawn close here, whatever scale was tried.
    let close = Painter {
        scale: Scale::Small,
        ..*painter
    };
    for row in 0..rows {
        let (x, y) = (left + pitch / 2 * u16::from(row), u16::from(row) + 1);
        picture.put(x - 2, y, &format!("{:>2}", row + 1), faint);
        for column in 0..columns {
            let x = x + pitch * u16::from(column);
            let name = place(column, row);
            place_on(
                &close,
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
    picture
}
