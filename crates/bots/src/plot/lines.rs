//! Lines through points, with names, and with points to look at.

use std::fmt::Write;

use super::scale::Scale;
use super::svg::{Anchor, EDGE, Paper, WIDTH, at, colour, label, top, width};
use super::{Chart, Series};

/// How high the part with the lines is.
const HEIGHT: f64 = 260.0;

pub(crate) fn draw(chart: &Chart<'_>, series: &[Series]) -> String {
    let points = || {
        let marks = series.iter().flat_map(|series| &series.marks);
        let marked = marks.map(|(x, y, _)| (*x, *y));
        let points = series.iter().flat_map(|series| series.points.iter());
        points.copied().chain(marked)
    };
    let names = Names::of(series);
    let top = top(chart) + names.height();
    let bottom = top + HEIGHT;
    let reference = chart.reference.map(|(value, _)| value);
    let ys = points().map(|(_, y)| y).chain(reference);
    let y = Scale::new(ys, chart.range, (bottom, top), 5, chart.percent);
    let ticks = y.ticks();
    let widest = ticks
        .iter()
        .map(|(_, text)| width(text))
        .fold(0.0, f64::max);
    let left = EDGE + widest + 10.0 + if chart.y.is_empty() { 0.0 } else { 18.0 };
    let right = WIDTH - EDGE;
    // Time has no need of a round end.
    let xs = || points().map(|(x, _)| x).filter(|x| x.is_finite());
    let ends = (
        xs().fold(f64::INFINITY, f64::min),
        xs().fold(f64::NEG_INFINITY, f64::max),
    );
    let x = Scale::new(xs(), Some(ends), (left, right), 8, false);
    let x = match xs().all(|x| x.fract() == 0.0) {
        true => x.whole(),
        false => x,
    };

    let mut paper = Paper::new();
    for (place, text) in ticks {
        paper.line("grid", (left, place), (right, place));
        paper.text("small", (left - 10.0, place + 4.0), Anchor::End, &text);
    }
    for (place, text) in x.ticks() {
        paper.line("axis", (place, bottom), (place, bottom + 5.0));
        paper.text("small", (place, bottom + 20.0), Anchor::Middle, &text);
    }
    paper.line("axis", (left, bottom), (right, bottom));
    if let Some((value, name)) = chart.reference
        && let Some(place) = y.place(value)
    {
        paper.line("reference", (left, place), (right, place));
        paper.text("small", (right, place - 6.0), Anchor::End, &label(name));
    }
    for (number, series) in series.iter().enumerate() {
        line(&mut paper, number, series, &x, &y);
    }
    let mut marks = Vec::new();
    for (number, series) in series.iter().enumerate() {
        for (mark_x, mark_y, text) in &series.marks {
            if let (Some(px), Some(py)) = (x.place(*mark_x), y.place(*mark_y)) {
                marks.push((colour(number), (px, py), *mark_y, text));
            }
        }
    }
    let mut labels = Labels {
        taken: Vec::new(),
        sides: (left, right),
        ends: (top, bottom),
    };
    for (colour, place, value, text) in &marks {
        let hint = format!("{text}: {}", y.text(*value));
        paper.dot(colour, *place, 5.0, &hint);
        labels.spare(*place);
    }
    for (_, place, _, text) in marks {
        labels.write(&mut paper, place, &label(text));
    }
    names.write(&mut paper, top - names.height());
    paper.upright((EDGE + 2.0, (top + bottom) / 2.0), chart.y);
    let mut height = bottom + 20.0;
    if !chart.x.is_empty() {
        height += 22.0;
        let place = ((left + right) / 2.0, height);
        paper.text("small", place, Anchor::Middle, chart.x);
    }
    let words: Vec<String> = series.iter().map(|series| told(series, &y)).collect();
    paper.finish(chart, height + EDGE * 0.75, &words.join("; "))
}

fn line(paper: &mut Paper, number: usize, series: &Series, x: &Scale, y: &Scale) {
    let mut path = String::new();
    let mut pen_down = false;
    let mut alone = None;
    for (at_x, at_y) in &series.points {
        // Where a value is missing the line has a gap.
        let (Some(px), Some(py)) = (x.place(*at_x), y.place(*at_y)) else {
            pen_down = false;
            continue;
        };
        let pen = if pen_down { 'L' } else { 'M' };
        let _ = write!(path, "{pen}{} {}", at(px), at(py));
        alone = (series.points.len() == 1).then_some((px, py));
        pen_down = true;
    }
    if let Some(place) = alone {
        paper.dot(colour(number), place, 4.0, &told(series, y));
    } else if !path.is_empty() {
        // Once the colours come round again, dashes tell the lines apart.
        let dashes = match number / 6 {
            0 => String::new(),
            round => format!(r#" stroke-dasharray="{} 5""#, 2 + 5 * round),
        };
        paper.raw(&format!(
            r#"<path class="line" stroke="{}"{dashes} d="{path}"/>"#,
            colour(number)
        ));
    }
}

/// The names of the series, in rows above the lines.
struct Names {
    /// Each with its number, its row, and where it begins.
    placed: Vec<(usize, f64, f64, String)>,
    rows: f64,
}

/// How high a row of names is.
const ROW: f64 = 20.0;

impl Names {
    fn of(series: &[Series]) -> Names {
        let (mut x, mut row) = (EDGE, 0.0);
        let mut placed = Vec::new();
        for (number, series) in series.iter().enumerate() {
            if series.name.is_empty() {
                continue;
            }
            let name = label(&series.name);
            let wide = 22.0 + width(&name) + 18.0;
            if x > EDGE && x + wide > WIDTH {
                (x, row) = (EDGE, row + 1.0);
            }
            placed.push((number, row, x, name));
            x += wide;
        }
        let rows = if placed.is_empty() { 0.0 } else { row + 1.0 };
        Names { placed, rows }
    }

    fn height(&self) -> f64 {
        match self.placed.is_empty() {
            true => 0.0,
            false => self.rows * ROW + 6.0,
        }
    }

    fn write(&self, paper: &mut Paper, top: f64) {
        for (number, row, x, name) in &self.placed {
            let line = top + row * ROW + 6.0;
            let colour = colour(*number);
            paper.raw(&format!(
                r#"<rect fill="{colour}" x="{}" y="{}" width="14" height="4" rx="2"/>"#,
                at(*x),
                at(line - 6.0)
            ));
            paper.text("", (x + 22.0, line), Anchor::Start, name);
        }
    }
}

/// Where labels cannot stand any more.
struct Labels {
    /// Left, top, right and bottom of each.
    taken: Vec<[f64; 4]>,
    sides: (f64, f64),
    ends: (f64, f64),
}

impl Labels {
    /// Keeps a point free of labels.
    fn spare(&mut self, (x, y): (f64, f64)) {
        self.taken.push([x - 5.0, y - 5.0, x + 5.0, y + 5.0]);
    }

    /// Writes a label above its point, or below it, or farther off: wherever it hides no other one.
    fn write(&mut self, paper: &mut Paper, (x, y): (f64, f64), text: &str) {
        let half = width(text) / 2.0;
        let x = x.clamp(
            self.sides.0 + half,
            (self.sides.1 - half).max(self.sides.0 + half),
        );
        let lines = [-11.0, 20.0, -27.0, 36.0, -43.0, 52.0].map(|offset| y + offset);
        let boxed = |line: f64| [x - half, line - 12.0, x + half, line + 3.0];
        let free = lines.into_iter().find(|line| {
            let [left, top, right, bottom] = boxed(*line);
            let inside = top >= self.ends.0 && bottom <= self.ends.1;
            let apart = |taken: &[f64; 4]| {
                taken[2] < left || taken[0] > right || taken[3] < top || taken[1] > bottom
            };
            inside && self.taken.iter().all(apart)
        });
        // Where there is no room at all, the point can still be pointed at.
        if let Some(line) = free {
            self.taken.push(boxed(line));
            paper.text("label", (x, line), Anchor::Middle, text);
        }
    }
}

fn told(series: &Series, y: &Scale) -> String {
    let sound = |point: &&(f64, f64)| !point.1.is_nan();
    let ends = series
        .points
        .iter()
        .find(sound)
        .zip(series.points.iter().rfind(sound));
    let Some((first, last)) = ends else {
        return format!("{}: nothing", series.name);
    };
    let (first, last) = (y.text(first.1), y.text(last.1));
    match series.name.is_empty() {
        true => format!("From {first} to {last}"),
        false => format!("{}: from {first} to {last}", series.name),
    }
}
