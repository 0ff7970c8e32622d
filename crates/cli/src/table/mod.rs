//! How a [`View`] looks in a terminal: one picture for the screen and for plain text.
//!
//! Everything here is a function of a view; nothing reads keys or writes anywhere.

mod grid;
mod ground;
#[cfg(test)]
mod ground_tests;
mod hexes;
mod map;
mod painter;
mod palette;
mod row;
#[cfg(test)]
mod tests;
pub mod text;

use std::collections::BTreeSet;

use parlor_core::{PieceView, View, ZoneView};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

use painter::Painter;
pub use palette::Palette;

/// A drawn table, and where on it the places, pieces and zones are that can be touched.
pub struct Picture {
    /// The characters and their colours.
    pub buffer: Buffer,
    /// What can be found by name.
    pub spots: Vec<Spot>,
}

/// Where a place, a piece or a zone is in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// The name that commands touch it by.
    pub name: String,
    /// The column of its middle.
    pub x: u16,
    /// Its line.
    pub y: u16,
}

/// What is marked in a picture.
#[derive(Default)]
pub struct Marks {
    /// What can be touched now.
    pub legal: BTreeSet<String>,
    /// Where the cursor is.
    pub cursor: Option<String>,
    /// What was touched on the way to a command.
    pub picked: BTreeSet<String>,
    /// What has changed with the latest record.
    pub fresh: BTreeSet<String>,
}

/// How much room a picture takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// With lines around every place and piece.
    Large,
    /// As close as it goes.
    Small,
}

/// Draws the zones of a view: large if that fits into the room, close together otherwise.
pub fn picture(view: &View, marks: &Marks, palette: Palette, room: Option<(u16, u16)>) -> Picture {
    let painter = |scale, width| Painter {
        view,
        marks,
        palette,
        scale,
        width,
        height: room.map(|(_, height)| height),
    };
    if let Some((width, height)) = room {
        let large = painter(Scale::Large, width).table();
        if large.buffer.area.width <= width && large.buffer.area.height <= height {
            return large;
        }
    }
    let width = room.map_or(100, |(width, _)| width);
    painter(Scale::Small, width).table()
}

impl Picture {
    fn new(width: u16, height: u16) -> Picture {
        Picture {
            buffer: Buffer::empty(Rect::new(0, 0, width, height)),
            spots: Vec::new(),
        }
    }

    fn width(&self) -> u16 {
        self.buffer.area.width
    }

    fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        let area = self.buffer.area;
        if x < area.width && y < area.height {
            self.buffer.set_string(x, y, text, style);
        }
    }

    fn spot(&mut self, name: &str, x: u16, y: u16) {
        self.spots.push(Spot {
            name: name.into(),
            x,
            y,
        });
    }

    /// The picture as text, without blanks at the ends of lines.
    pub fn lines(&self) -> Vec<String> {
        let width = usize::from(self.buffer.area.width);
        self.buffer
            .content
            .chunks(width.max(1))
            .map(|row| {
                let line: String = row.iter().map(|cell| cell.symbol()).collect();
                line.trim_end().to_string()
            })
            .collect()
    }
}

/// Puts pictures one below the other.
fn stack(pictures: Vec<Picture>) -> Picture {
    let width = pictures.iter().map(|p| p.buffer.area.width).max();
    let height = pictures.iter().map(|p| p.buffer.area.height).sum();
    let mut all = Picture::new(width.unwrap_or(0), height);
    let mut top = 0;
    for picture in pictures {
        let area = picture.buffer.area;
        for y in 0..area.height {
            for x in 0..area.width {
                all.buffer[(x, top + y)] = picture.buffer[(x, y)].clone();
            }
        }
        all.spots.extend(picture.spots.into_iter().map(|spot| Spot {
            y: spot.y + top,
            ..spot
        }));
        top += area.height;
    }
    all
}

/// Puts pictures side by side, with so many columns between them.
fn beside(pictures: Vec<Picture>, between: u16) -> Picture {
    let width: u16 = pictures.iter().map(|p| p.width() + between).sum();
    let height = pictures.iter().map(|p| p.buffer.area.height).max();
    let mut all = Picture::new(width.saturating_sub(between), height.unwrap_or(0));
    let mut left = 0;
    for picture in pictures {
        let area = picture.buffer.area;
        for (x, y) in (0..area.height).flat_map(|y| (0..area.width).map(move |x| (x, y))) {
            all.buffer[(left + x, y)] = picture.buffer[(x, y)].clone();
        }
        all.spots.extend(picture.spots.into_iter().map(|spot| Spot {
            x: spot.x + left,
            ..spot
        }));
        left += area.width + between;
    }
    all
}

/// The name of a place on a board.
fn place(column: u8, row: u8) -> String {
    format!("{}{}", letters(column), row + 1)
}

/// The letters of a column: `aa` comes after `z`.
fn letters(column: u8) -> String {
    let last = char::from(b'a' + column % 26);
    match column / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

/// The pieces of a board by their places.
fn piece_at<'a>(zone: &'a ZoneView, place: &str) -> Option<&'a PieceView> {
    // The last one lies on top.
    zone.pieces
        .iter()
        .rev()
        .find(|piece| piece.at.as_deref() == Some(place))
}

/// A text with blanks after it, up to this width on the screen.
fn padded(text: &str, width: u16) -> String {
    let missing = usize::from(width).saturating_sub(Span::raw(text).width());
    format!("{text}{}", " ".repeat(missing))
}

/// How wide the widest face on a board is.
fn face_width(painter: &Painter<'_>, zone: &ZoneView) -> u16 {
    let width = |piece| Span::raw(painter.face(zone, piece)).width() as u16;
    zone.pieces.iter().map(width).max().unwrap_or(1).max(1)
}

/// The places that hold something else than they did before: what the latest record changed.
pub fn changed(before: &View, after: &View) -> BTreeSet<String> {
    let mut changed = BTreeSet::new();
    for (old, new) in before.zones.iter().zip(&after.zones) {
        for piece in &new.pieces {
            if let (Some(at), false) = (&piece.at, old.pieces.contains(piece)) {
                changed.insert(at.to_string());
            }
        }
    }
    changed
}
