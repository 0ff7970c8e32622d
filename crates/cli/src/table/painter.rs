//! What all zones are drawn with: faces, marks and headings.

use parlor_core::{Layout, PieceView, Role, View, ZoneView};
use ratatui::style::Style;
use ratatui::text::Span;

use super::{Marks, Palette, Picture, Scale, beside, grid, ground, hexes, map, row, stack, text};

/// The columns between two boards.
const BETWEEN: u16 = 3;

/// What all zones are drawn with.
pub struct Painter<'a> {
    pub view: &'a View,
    pub marks: &'a Marks,
    pub palette: Palette,
    pub scale: Scale,
    pub width: u16,
    /// How many lines there are, where that is limited.
    pub height: Option<u16>,
}

impl Painter<'_> {
    pub fn table(&self) -> Picture {
        let mut pictures = Vec::new();
        // The pieces of all rows begin in the same column.
        let rows = self.view.zones.iter().filter(|zone| self.is_shown(zone));
        let rows = rows.filter(|zone| row::is_row(zone.layout) && !zone.pieces.is_empty());
        let labels = rows.map(|zone| Span::raw(row::label(zone, &self.heading(zone))).width());
        let labels = labels.max().unwrap_or(0) as u16;
        // A lone board needs no heading.
        let alone = self.view.zones.len() == 1;
        let zones: Vec<&ZoneView> = self
            .view
            .zones
            .iter()
            .filter(|zone| self.is_shown(zone))
            .collect();
        let mut zones = &zones[..];
        while let Some(first) = zones.first() {
            let is_own_board = |zone: &&&ZoneView| {
                matches!(zone.layout, Layout::Grid { .. }) && zone.owner.is_some()
            };
            let boards = zones.iter().take_while(is_own_board).count().max(1);
            let (now, later) = zones.split_at(boards);
            zones = later;
            if boards == 1 {
                self.zone(first, alone, labels, &mut pictures);
                continue;
            }
            // The boards of the seats lie side by side where there is room.
            let draw = |zone: &ZoneView| {
                let mut parts = Vec::new();
                self.zone(zone, alone, labels, &mut parts);
                stack(parts)
            };
            let boards: Vec<Picture> = now.iter().copied().map(draw).collect();
            let width: u16 = boards.iter().map(|board| board.width() + BETWEEN).sum();
            match width <= self.width + BETWEEN {
                true => pictures.push(beside(boards, BETWEEN)),
                false => pictures.extend(boards),
            }
        }
        stack(pictures)
    }

    /// Nobody misses what is empty and has nothing to do with what comes next; hands and tricks have their places.
    fn is_shown(&self, zone: &ZoneView) -> bool {
        let is_board = !row::is_row(zone.layout) && zone.layout != Layout::Pile;
        let has_place = matches!(zone.role, Some(Role::Hand | Role::Trick));
        let is_empty = zone.pieces.is_empty() && zone.count.unwrap_or(0) == 0;
        let is_marked =
            self.marks.legal.contains(&*zone.id) || self.marks.cursor.as_deref() == Some(&*zone.id);
        is_board
            || has_place
            || !is_empty
            || is_marked
            || zone.zones.iter().any(|zone| self.is_shown(zone))
    }

    fn zone(&self, zone: &ZoneView, alone: bool, labels: u16, out: &mut Vec<Picture>) {
        let heading = self.heading(zone);
        match zone.layout {
            Layout::Grid { columns, rows } => {
                if !alone || heading.contains('(') {
                    out.push(self.line(&heading, zone));
                }
                out.push(grid::draw(self, zone, columns, rows));
                self.explain(zone, true, out);
            }
            Layout::Hexes { columns, rows } => {
                if !alone || heading.contains('(') {
                    out.push(self.line(&heading, zone));
                }
                out.push(hexes::draw(self, zone, columns, rows));
                self.explain(zone, false, out);
            }
            Layout::Map => {
                if !alone || heading.contains('(') {
                    out.push(self.line(&heading, zone));
                }
                out.push(map::draw(self, zone));
                out.extend(
                    ground::Ground::of(self, zone)
                        .legend()
                        .iter()
                        .map(|text| self.note(text)),
                );
            }
            Layout::Row | Layout::Fan | Layout::Spread | Layout::Overlap => {
                out.push(row::draw(self, zone, &heading, labels));
                let texts = zone
                    .pieces
                    .iter()
                    .filter_map(|piece| text::rules(self.view, piece));
                out.extend(texts.map(|text| self.note(&text)));
            }
            Layout::Pile => out.push(row::draw(self, zone, &heading, 0)),
        }
        for inner in &zone.zones {
            self.zone(inner, false, labels, out);
        }
    }

    /// What the signs on a board mean.
    fn explain(&self, zone: &ZoneView, drawn: bool, out: &mut Vec<Picture>) {
        let ground = ground::Ground::of(self, zone).legend();
        let notes = ground.into_iter().chain(ground::notes(zone, drawn));
        out.extend(notes.map(|text| self.note(&text)));
    }

    fn note(&self, text: &str) -> Picture {
        let text = format!("   {text}");
        let mut picture = Picture::new(Span::raw(&text).width() as u16, 1);
        picture.put(0, 0, &text, self.palette.faint());
        picture
    }

    /// The zone's name, whose it is, and its attributes.
    fn heading(&self, zone: &ZoneView) -> String {
        let mut heading = zone.name().text.into_owned();
        if let Some(owner) = zone.owner {
            let name = self.view.seats.get(owner.index());
            let name = name.map_or_else(|| owner.to_string(), |seat| seat.name.to_string());
            heading = format!("{name}, {}", lower(&heading));
        }
        // What the game declares is for people; all else is drawn, or for programs.
        let values = text::values(self.view, &zone.attributes);
        if !values.is_empty() {
            heading.push_str(&format!(" ({values})"));
        }
        heading
    }

    fn line(&self, text: &str, zone: &ZoneView) -> Picture {
        let mut picture = Picture::new(Span::raw(text).width() as u16, 1);
        let style = zone
            .owner
            .map_or_else(Style::new, |seat| self.palette.seat(seat));
        picture.put(0, 0, text, style.patch(self.touch_style(&zone.id)));
        picture.spot(&zone.id, 0, 0);
        picture
    }

    /// What stands on a piece: its face, a mark for a face that is hidden. Where pieces of several seats look alike, the
    /// seat's number (counted from 1, as in the list of seats) tells them apart.
    pub fn face(&self, zone: &ZoneView, piece: &PieceView) -> String {
        let Some(face) = &piece.face else {
            return "?".into();
        };
        let twin = |other: &PieceView| other.face == piece.face && other.owner != piece.owner;
        let mut text = match piece.owner {
            Some(owner) if zone.pieces.iter().any(twin) => format!("{face}{}", owner.0 + 1),
            _ => face.to_string(),
        };
        if let Some(controller) = piece.controller {
            text.push_str(&format!("→{}", controller.0 + 1));
        }
        if !piece.attached.is_empty() {
            let attached: Vec<String> = piece
                .attached
                .iter()
                .map(|piece| self.face(zone, piece))
                .collect();
            text.push_str(&format!("[{}]", attached.join(" ")));
        }
        text
    }

    /// The same with what its game declares to stand on it: corners, bars, and that it lies on its side.
    pub fn card(&self, zone: &ZoneView, piece: &PieceView) -> String {
        [vec![self.face(zone, piece)], text::marks(self.view, piece)]
            .concat()
            .join(" ")
    }

    pub fn piece_style(&self, piece: &PieceView) -> Style {
        let style = match (piece.controller.or(piece.owner), &piece.face) {
            (_, None) => self.palette.faint(),
            (Some(seat), _) => self.palette.seat(seat),
            (None, _) => Style::new(),
        };
        let touched = piece.handle.as_deref().map(|name| self.touch_style(name));
        style.patch(touched.unwrap_or_default())
    }

    /// How the marks on a name look, apart from the signs around it.
    pub fn touch_style(&self, name: &str) -> Style {
        let mut style = Style::new();
        if self.marks.fresh.contains(name) {
            style = style.patch(self.palette.fresh());
        }
        if self.marks.legal.contains(name) {
            style = style.patch(self.palette.legal());
        }
        if self.marks.picked.contains(name) {
            style = style.patch(self.palette.picked());
        }
        if self.marks.cursor.as_deref() == Some(name) {
            style = style.patch(self.palette.cursor());
        }
        style
    }

    /// The signs before and after a place or piece, so that colour is never the only one.
    pub fn brackets(&self, names: &[&str], empty: bool) -> (&'static str, &'static str) {
        let is = |wanted: &dyn Fn(&str) -> bool| names.iter().any(|name| wanted(name));
        if is(&|name| self.marks.cursor.as_deref() == Some(name)) {
            ("[", "]")
        } else if is(&|name| self.marks.picked.contains(name)) {
            ("{", "}")
        } else if !empty && is(&|name| self.marks.legal.contains(name)) {
            ("(", ")")
        } else {
            (" ", " ")
        }
    }
}

/// A label within a line begins with a small letter.
fn lower(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}
