//! The ground of a board: values of its cells and fog as signs, walls and doors between them.

use std::collections::{BTreeMap, BTreeSet};

use parlor_core::{Square, ZoneView};
use ratatui::text::Span;
use serde_json::{Map, Value};

use super::Painter;

/// A cell that was never seen, and one that is out of sight.
const UNSEEN: &str = "▓";
const EXPLORED: &str = "░";

/// What is known of the cells of a board, in signs.
pub struct Ground<'a> {
    cells: Option<&'a Map<String, Value>>,
    fog: bool,
    /// What stands for a word of a value.
    signs: BTreeMap<(&'a str, &'a str), String>,
    /// The values that people see, with their labels.
    names: BTreeMap<&'a str, String>,
}

impl<'a> Ground<'a> {
    pub fn of(painter: &Painter<'a>, zone: &'a ZoneView) -> Ground<'a> {
        let cells = zone.attributes.get("cells").and_then(Value::as_object);
        let colored = zone.attributes.get("colors").and_then(Value::as_object);
        let mut names = BTreeMap::new();
        let known = cells.into_iter().flat_map(Map::values);
        let known = known.filter_map(Value::as_object);
        let values = known.flatten().filter(|(name, _)| *name != "sight");
        let mut words = BTreeSet::new();
        for (name, value) in values {
            let look = painter.view.legend.values.get(&**name);
            let label = look.map(|look| look.label.text.to_string());
            let is_colored = colored.is_some_and(|colors| colors.contains_key(name));
            let Some(label) = label.or_else(|| is_colored.then(String::new)) else {
                continue;
            };
            names.insert(&**name, label);
            if let Value::String(word) = value {
                words.insert((&**name, &**word));
            }
        }
        // As few letters of a word as tell it from the others.
        let mut signs = BTreeMap::new();
        for (name, word) in words {
            let letters =
                |count: usize| word.chars().take(count).collect::<String>().to_lowercase();
            let taken = |sign: &String| signs.values().any(|other| other == sign);
            let sign = (1..=word.chars().count())
                .map(letters)
                .find(|sign| !taken(sign));
            signs.insert((name, word), sign.unwrap_or_else(|| word.to_owned()));
        }
        let fog = zone.attributes.get("fog").is_some_and(|fog| *fog == true);
        Ground {
            cells,
            fog,
            signs,
            names,
        }
    }

    /// What is written on an empty cell; nothing where there is nothing to say.
    pub fn sign(&self, place: &str) -> String {
        let known = self.cells.and_then(|cells| cells.get(place)?.as_object());
        let mut sign = String::new();
        for (name, value) in known.into_iter().flatten() {
            match value {
                _ if !self.names.contains_key(&**name) => {}
                Value::String(word) => {
                    sign.push_str(self.signs.get(&(&**name, &**word)).map_or("", |sign| sign))
                }
                Value::Bool(true) => sign.extend(self.names[&**name].chars().take(1)),
                Value::Number(number) => sign.push_str(&number.to_string()),
                _ => {}
            }
        }
        // What stood there when the viewer last saw it, with the number of its seat.
        let last_seen = known.and_then(|known| known.get("last_seen")?.as_array());
        for piece in last_seen.into_iter().flatten() {
            let owner = piece["owner"].as_u64().map(|seat| (seat + 1).to_string());
            let face = piece["face"].as_str().unwrap_or_default();
            sign.push_str(&format!("{face}{}?", owner.unwrap_or_default()));
        }
        let sight = known.and_then(|known| known.get("sight")?.as_str());
        match sight {
            _ if !self.fog => {}
            None => sign.push_str(UNSEEN),
            Some("explored") => sign.push_str(EXPLORED),
            Some(_) => {}
        }
        sign
    }

    /// How wide the widest sign is.
    pub fn width(&self) -> u16 {
        let cells = self.cells.into_iter().flat_map(Map::keys);
        let widths = cells.map(|place| Span::raw(self.sign(place)).width() as u16);
        // What can be touched has a dot before its sign.
        widths
            .max()
            .map_or(0, |width| if width > 0 { width + 1 } else { 0 })
    }

    /// What the signs mean.
    pub fn legend(&self) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        if self.fog {
            parts.push(format!("{UNSEEN} unexplored"));
            parts.push(format!("{EXPLORED} out of sight"));
        }
        let cells = self.cells.into_iter().flat_map(Map::values);
        if cells
            .into_iter()
            .any(|cell| cell.get("last_seen").is_some())
        {
            parts.push("? last seen there".into());
        }
        parts.extend(
            self.signs
                .iter()
                .map(|((_, word), sign)| format!("{sign} {word}")),
        );
        let numbers = self.names.iter().filter(|(name, label)| {
            !label.is_empty() && !self.signs.keys().any(|(known, _)| known == *name)
        });
        parts.extend(numbers.map(|(_, label)| format!("numbers: {label}")));
        (!parts.is_empty())
            .then(|| parts.join(", "))
            .into_iter()
            .collect()
    }
}

/// What stands between two neighbors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seam {
    Wall,
    Closed,
    Open,
}

impl Seam {
    /// Its signs between cells beside each other, and between cells one above the other.
    pub fn signs(self) -> (&'static str, &'static str) {
        match self {
            Seam::Wall => ("┃", "━"),
            Seam::Closed => ("║", "═"),
            Seam::Open => ("╎", "╌"),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Seam::Wall => "wall",
            Seam::Closed => "closed door",
            Seam::Open => "open door",
        }
    }
}

/// Walls and doors with the places on both sides.
pub fn seams(zone: &ZoneView) -> Vec<(&str, &str, Seam)> {
    let list = |name: &str| {
        zone.attributes
            .get(name)
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice)
    };
    let walls = list("walls").iter();
    let walls = walls.filter_map(|wall| Some((wall[0].as_str()?, wall[1].as_str()?, Seam::Wall)));
    let doors = list("links").iter().filter_map(|link| {
        let seam = if link["open"] == false {
            Seam::Closed
        } else {
            Seam::Open
        };
        Some((link["from"].as_str()?, link["to"].as_str()?, seam))
    });
    walls.chain(doors).collect()
}

/// Two squares that share a side, the left or lower one first; whether they lie beside each other.
pub fn side(from: &str, to: &str) -> Option<(Square, bool)> {
    let (a, b): (Square, Square) = (from.parse().ok()?, to.parse().ok()?);
    match (a.column().abs_diff(b.column()), a.row().abs_diff(b.row())) {
        (1, 0) => Some((if a.column() < b.column() { a } else { b }, true)),
        (0, 1) => Some((if a.row() < b.row() { a } else { b }, false)),
        _ => None,
    }
}

/// What the signs of a grid mean, and in words what cannot be drawn.
pub fn notes(zone: &ZoneView, drawn: bool) -> Vec<String> {
    let all = seams(zone);
    let (signs, words): (Vec<_>, Vec<_>) = all
        .iter()
        .partition(|(from, to, _)| drawn && side(from, to).is_some());
    let kinds: BTreeSet<Seam> = signs.iter().map(|(_, _, seam)| *seam).collect();
    let kinds: Vec<String> = kinds
        .iter()
        .map(|seam| format!("{} {}", seam.signs().0, seam.word()))
        .collect();
    let words: Vec<String> = words
        .iter()
        .map(|(from, to, seam)| match seam {
            Seam::Wall => format!("wall {from}–{to}"),
            Seam::Closed => format!("closed way {from}–{to}"),
            Seam::Open => format!("way {from}–{to}"),
        })
        .collect();
    [kinds, words]
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| part.join(", "))
        .collect()
}
