//! Bars and dots: a row for each labelled value.

use super::scale::Scale;
use super::svg::{Anchor, EDGE, Paper, WIDTH, at, colour, label, top, width};
use super::{Chart, Mark};

/// What stands for a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shape {
    Bar,
    Dot,
}

/// How high a row is.
const ROW: f64 = 32.0;
const BAR: f64 = 18.0;

pub(crate) fn draw(chart: &Chart<'_>, marks: &[Mark], shape: Shape) -> String {
    let longest = marks.iter().map(|mark| width(&label(&mark.label)));
    let left = EDGE + longest.fold(0.0, f64::max) + 14.0;
    let right = WIDTH - EDGE - 70.0;
    let ends = marks.iter().flat_map(|mark| {
        let (low, high) = mark.interval.unwrap_or((mark.value, mark.value));
        [mark.value, low, high]
    });
    let reference = chart.reference.map(|(value, _)| value);
    // A bar stands on nothing.
    let base = (shape == Shape::Bar).then_some(0.0);
    let values = ends.chain(reference).chain(base);
    let scale = Scale::new(values, chart.range, (left, right), 6, chart.percent);
    let above = if chart.reference.is_some() { 16.0 } else { 0.0 };
    let top = top(chart) + above;
    let bottom = top + ROW * marks.len().max(1) as f64;

    let mut paper = Paper::new();
    for (x, text) in scale.ticks() {
        paper.line("grid", (x, top), (x, bottom));
        paper.text("small", (x, bottom + 18.0), Anchor::Middle, &text);
    }
    let base = match shape {
        Shape::Bar => scale.place(0.0).unwrap_or(left),
        Shape::Dot => left,
    };
    if shape == Shape::Bar {
        paper.line("axis", (base, top), (base, bottom));
    }
    for (row, mark) in marks.iter().enumerate() {
        let middle = top + ROW * (row as f64 + 0.5);
        let name = label(&mark.label);
        paper.text("", (left - 14.0, middle + 4.5), Anchor::End, &name);
        let Some(x) = scale.place(mark.value) else {
            continue;
        };
        let hint = told(&scale, mark);
        if shape == Shape::Bar {
            let (from, wide) = (x.min(base), (x - base).abs());
            let place = (from, middle - BAR / 2.0);
            paper.bar(colour(0), place, (wide, BAR), &hint);
        }
        if let Some((low, high)) = mark.interval {
            whisker(&mut paper, &scale, (low, high), middle);
        }
        if shape == Shape::Dot {
            paper.dot(colour(0), (x, middle), 6.0, &hint);
        }
        let value = scale.text(mark.value);
        paper.text("", (WIDTH - EDGE, middle + 4.5), Anchor::End, &value);
    }
    if let Some((value, name)) = chart.reference
        && let Some(x) = scale.place(value)
    {
        paper.line("reference", (x, top - 4.0), (x, bottom));
        paper.text("small", (x, top - 10.0), Anchor::Middle, &label(name));
    }
    paper.upright((EDGE - 8.0, (top + bottom) / 2.0), chart.y);
    let mut height = bottom + 18.0;
    if !chart.x.is_empty() {
        height += 22.0;
        let place = ((left + right) / 2.0, height);
        paper.text("small", place, Anchor::Middle, chart.x);
    }
    let words: Vec<String> = marks.iter().map(|mark| told(&scale, mark)).collect();
    paper.finish(chart, height + EDGE * 0.75, &words.join("; "))
}

fn whisker(paper: &mut Paper, scale: &Scale, (low, high): (f64, f64), y: f64) {
    if let (Some(low), Some(high)) = (scale.place(low), scale.place(high)) {
        paper.raw(&format!(
            r#"<path class="whisker" fill="none" d="M{low} {}v10M{low} {y}H{high}M{high} {}v10"/>"#,
            at(y - 5.0),
            at(y - 5.0),
            low = at(low),
            high = at(high),
            y = at(y),
        ));
    }
}

/// A value in words, with all that is known of it.
fn told(scale: &Scale, mark: &Mark) -> String {
    let value = match mark.value.is_nan() {
        true => "unknown".into(),
        false => scale.text(mark.value),
    };
    match mark.interval {
        None => format!("{}: {value}", mark.label),
        Some((low, high)) => {
            let (low, high) = (scale.text(low), scale.text(high));
            format!("{}: {value} ({low} to {high})", mark.label)
        }
    }
}
