//! Boards of points and lines: every point with its piece and its name, and the links between them.
//!
//! ```text
//!  W a7──. d7──. g7
//!   │             │
//!  . a4         B g4
//! ```

use parlor_core::ZoneView;
use ratatui::text::Span;
use serde_json::Value;

use super::grid::place_on;
use super::ground::Ground;
use super::{Painter, Picture, Scale, face_width, piece_at};

/// With more points than this, a picture in letters is no picture any more.
const MOST_SPOTS: usize = 200;
/// So many lines are tried at most.
const MOST_LINES: i64 = 60;
/// With so many lines, a picture may be as flat as it likes.
const FLAT_LINES: i64 = 18;

/// A point: its name, and what follows the name on the table; where it lies.
struct Point<'a> {
    name: &'a str,
    text: String,
    x: i64,
    y: i64,
}

/// A link between two points, by their indices.
struct Link {
    ends: (usize, usize),
    open: bool,
}

struct Map<'a> {
    points: Vec<Point<'a>>,
    links: Vec<Link>,
}

/// Draws a map: as a picture where its points can be told apart, as a list otherwise.
pub fn draw(painter: &Painter<'_>, zone: &ZoneView) -> Picture {
    let map = Map::read(zone);
    let face = face_width(painter, zone);
    // Without a lower edge there is room for lines between the points.
    let roomy = painter.scale == Scale::Large || painter.height.is_none();
    match map.lay_out(face, painter.width, roomy) {
        Some(anchors) => picture(painter, zone, &map, &anchors, face),
        None => list(painter, zone, &map, face),
    }
}

impl<'a> Map<'a> {
    fn read(zone: &'a ZoneView) -> Map<'a> {
        let entries = |name: &str| match zone.attributes.get(name) {
            Some(Value::Array(entries)) => entries.as_slice(),
            _ => &[],
        };
        let point = |spot: &'a Value| {
            let name = spot["at"].as_str()?;
            let pieces = zone.pieces.iter();
            let pieces = pieces.filter(|piece| piece.at.as_deref() == Some(name));
            // The topmost is drawn; of the others one sees how many they are.
            let text = match pieces.count() {
                0 | 1 => name.to_string(),
                count => format!("{name} ({count})"),
            };
            let (x, y) = (spot["x"].as_i64()?, spot["y"].as_i64()?);
            Some(Point { name, text, x, y })
        };
        let points: Vec<Point<'a>> = entries("spots").iter().filter_map(point).collect();
        let link = |link: &Value| {
            let find = |end: &str| {
                let name = link[end].as_str()?;
                points.iter().position(|point| point.name == name)
            };
            Some(Link {
                ends: (find("from")?, find("to")?),
                open: link["open"].as_bool().unwrap_or(true),
            })
        };
        let links = entries("links").iter().filter_map(link).collect();
        Map { points, links }
    }

    /// Where the sign of each point stands: on as few lines as tell all points apart, and no wider than this. Nothing if
    /// there is no such picture, or if it would say nothing: where nobody has placed the points, they lie in one line.
    fn lay_out(&self, face: u16, width: u16, roomy: bool) -> Option<Vec<(u16, u16)>> {
        let points = &self.points;
        let bounds = |of: fn(&Point<'_>) -> i64| {
            let values = points.iter().map(of);
            Some((values.clone().min()?, values.max()?))
        };
        let ((left, right), (top, bottom)) = (bounds(|p| p.x)?, bounds(|p| p.y)?);
        let (across, down) = (right - left, bottom - top);
        let in_line = across == 0 || down == 0;
        if points.len() > MOST_SPOTS || in_line && self.passes_over_points() {
            return None;
        }
        let texts: Vec<i64> = points.iter().map(|point| text_width(point, face)).collect();
        let (between, apart) = if roomy { (3, 2) } else { (1, 1) };
        let widest = i64::from(width) - 1 - texts.iter().max()?;
        let place = |columns: i64, lines: i64| -> Vec<(i64, i64)> {
            let scale = |value: i64, range: i64, whole: i64| match range {
                0 => 0,
                _ => (2 * value * whole + range) / (2 * range),
            };
            let at = |point: &Point<'_>| {
                let x = scale(point.x - left, across, columns);
                (x, scale(point.y - top, down, lines))
            };
            points.iter().map(at).collect()
        };
        let told_apart = |places: &[(i64, i64)]| {
            places.iter().enumerate().all(|(index, a)| {
                let others = places.iter().enumerate().take(index);
                others.into_iter().all(|(other, b)| {
                    let beside =
                        a.0 >= b.0 + texts[other] + between || b.0 >= a.0 + texts[index] + between;
                    beside || (a.1 - b.1).abs() >= apart
                })
            })
        };
        let most_lines = if down == 0 { 0 } else { MOST_LINES };
        let fits = |lines: &i64| {
            let widest = if across == 0 { 0 } else { widest };
            widest >= 0 && told_apart(&place(widest, *lines))
        };
        let shape = |lines: i64| {
            // As wide as it must be, and as it is high: a line is about twice as high as a letter is wide.
            let natural = if down == 0 {
                0
            } else {
                2 * lines * across / down
            };
            let narrow =
                (natural.min(widest)..widest).find(|columns| told_apart(&place(*columns, lines)));
            (lines, narrow.unwrap_or(widest), natural)
        };
        let least = (i64::from(down > 0)..=most_lines).find(fits)?;
        let mut shapes = (least..=most_lines).filter(fits).map(shape);
        let (lines, columns, _) = match roomy {
            // A flat picture gets higher while there is room for it.
            true => shapes.find(|(lines, columns, natural)| {
                *lines >= FLAT_LINES || down == 0 || *columns <= 3 * natural
            })?,
            false => shapes.next()?,
        };
        let places = place(columns, lines).into_iter();
        Some(places.map(|(x, y)| (x as u16 + 1, y as u16)).collect())
    }

    /// Whether a link leads past other points, where all lie in one line.
    fn passes_over_points(&self) -> bool {
        let position = |index: usize| (self.points[index].x, self.points[index].y);
        self.links.iter().any(|link| {
            let (a, b) = (position(link.ends.0), position(link.ends.1));
            let between = |point: &Point<'_>| {
                let at = (point.x, point.y);
                at != a && at != b && a.min(b) < at && at < a.max(b)
            };
            self.points.iter().any(between)
        })
    }
}

/// How many columns the sign, the signs around it and the text of a point take.
fn text_width(point: &Point<'_>, face: u16) -> i64 {
    2 + i64::from(face) + Span::raw(&point.text).width() as i64
}

fn picture(
    painter: &Painter<'_>,
    zone: &ZoneView,
    map: &Map<'_>,
    anchors: &[(u16, u16)],
    face: u16,
) -> Picture {
    let each = || map.points.iter().zip(anchors);
    let width = each().map(|(point, (x, _))| x + text_width(point, face) as u16);
    let height = anchors.iter().map(|(_, y)| y + 1).max().unwrap_or(0);
    let mut picture = Picture::new(width.max().unwrap_or(0), height);
    for link in &map.links {
        let (from, to) = (anchors[link.ends.0], anchors[link.ends.1]);
        line(painter, &mut picture, from, to, link.open);
    }
    for (point, (x, y)) in each() {
        point_at(painter, &mut picture, zone, point, (*x, *y), face);
    }
    picture
}

/// A point: its sign with the marks around it, and then its name.
fn point_at(
    painter: &Painter<'_>,
    picture: &mut Picture,
    zone: &ZoneView,
    point: &Point<'_>,
    (x, y): (u16, u16),
    face: u16,
) {
    // Lines lead up to the sign, so there are no blanks around it.
    let close = Painter {
        scale: Scale::Small,
        ..*painter
    };
    picture.put(x + face, y, " ", painter.palette.faint());
    place_on(&close, picture, zone, point.name, x - 1, y, face, "");
    let text = format!(
        "{}{}",
        point.text,
        Ground::of(painter, zone).sign(point.name)
    );
    let style = match piece_at(zone, point.name) {
        Some(piece) => painter.piece_style(piece),
        None => painter.palette.faint(),
    };
    let style = style.patch(painter.touch_style(point.name));
    picture.put(x + face + 1, y, &text, style);
}

/// The line between two signs, letter by letter; a closed link is dotted.
fn line(
    painter: &Painter<'_>,
    picture: &mut Picture,
    from: (u16, u16),
    to: (u16, u16),
    open: bool,
) {
    let (dx, dy) = (
        i64::from(to.0) - i64::from(from.0),
        i64::from(to.1) - i64::from(from.1),
    );
    let steps = dx.abs().max(dy.abs());
    let sign = match (dx, dy) {
        _ if !open => "·",
        (_, 0) => "─",
        (0, _) => "│",
        // Flat lines are made of dashes where they keep to a row.
        _ if dx.signum() == dy.signum() => "╲",
        _ => "╱",
    };
    let at = |step: i64| {
        let part =
            |from: u16, way: i64| i64::from(from) + (2 * step * way + steps).div_euclid(2 * steps);
        (part(from.0, dx) as u16, part(from.1, dy) as u16)
    };
    for step in 1..steps {
        let (x, y) = at(step);
        let level = dy != 0 && dx != 0 && open && at(step - 1).1 == y && at(step + 1).1 == y;
        let sign = if level { "─" } else { sign };
        let crossed = match (picture.buffer[(x, y)].symbol(), sign) {
            ("─", "│") | ("│", "─") | ("┼", "─" | "│") => "┼",
            _ => sign,
        };
        picture.put(x, y, crossed, painter.palette.faint());
    }
}

/// A line for each point: its piece, its name, and where its open links lead.
fn list(painter: &Painter<'_>, zone: &ZoneView, map: &Map<'_>, face: u16) -> Picture {
    let names = map.points.iter().map(|point| text_width(point, face));
    let names = names.max().unwrap_or(0) as u16;
    let beside = |index: usize| {
        let open = map.links.iter().filter(|link| link.open);
        let ends = open.filter_map(|link| match link.ends {
            (from, to) if from == index => Some(map.points[to].name),
            (from, to) if to == index => Some(map.points[from].name),
            _ => None,
        });
        ends.collect::<Vec<_>>().join(", ")
    };
    let lines: Vec<String> = (0..map.points.len()).map(beside).collect();
    let right = lines.iter().map(|line| Span::raw(line).width()).max();
    let width = names + right.unwrap_or(0) as u16 + 5;
    let mut picture = Picture::new(width, map.points.len() as u16);
    for (y, (point, beside)) in (0..).zip(map.points.iter().zip(lines)) {
        point_at(painter, &mut picture, zone, point, (1, y), face);
        if !beside.is_empty() {
            let faint = painter.palette.faint();
            picture.put(names + 2, y, &format!("── {beside}"), faint);
        }
    }
    picture
}
