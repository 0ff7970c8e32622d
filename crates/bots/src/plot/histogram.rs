//! How often each number came up, as columns.

use super::Chart;
use super::scale::{Scale, number};
use super::svg::{Anchor, EDGE, Paper, WIDTH, colour, label, top, width};

/// How high the part with the columns is.
const HEIGHT: f64 = 220.0;
/// The most columns; then several numbers share one.
const MOST_COLUMNS: usize = 40;

pub(crate) fn draw(chart: &Chart<'_>, counts: &[u64]) -> String {
    let first = counts.iter().position(|count| *count > 0).unwrap_or(0);
    let last = counts.iter().rposition(|count| *count > 0).unwrap_or(first);
    let each = share((last - first + 1).div_ceil(MOST_COLUMNS));
    // Shared columns begin at multiples, so that their bounds are round.
    let start = first - first % each;
    let columns: Vec<u64> = match counts.get(start..=last) {
        Some(counts) => counts
            .chunks(each)
            .map(|chunk| chunk.iter().sum())
            .collect(),
        None => Vec::new(),
    };

    let top = top(chart) + if chart.reference.is_some() { 14.0 } else { 0.0 };
    let bottom = top + HEIGHT;
    let values = columns.iter().map(|count| *count as f64).chain([0.0]);
    let y = Scale::new(values, chart.range, (bottom, top), 5, false).whole();
    let ticks = y.ticks();
    let widest = ticks
        .iter()
        .map(|(_, text)| width(text))
        .fold(0.0, f64::max);
    let left = EDGE + widest + 10.0 + if chart.y.is_empty() { 0.0 } else { 18.0 };
    let right = WIDTH - EDGE;

    let mut paper = Paper::new();
    for (place, text) in ticks {
        paper.line("grid", (left, place), (right, place));
        paper.text("small", (left - 10.0, place + 4.0), Anchor::End, &text);
    }
    let step = (right - left) / columns.len().max(1) as f64;
    // Few numbers make slim columns all the same.
    let wide = (step - (step * 0.15).clamp(1.0, 6.0)).min(64.0);
    // As many bounds are written as there is room for.
    let skip = share((46.0 / step).ceil().max(1.0) as usize);
    let mut words = Vec::new();
    for (column, count) in columns.iter().enumerate() {
        let middle = left + step * (column as f64 + 0.5);
        let from = start + column * each;
        let to = from + each - 1;
        let name = match each {
            1 => number(from as f64, 0),
            _ => format!("{} to {}", number(from as f64, 0), number(to as f64, 0)),
        };
        let hint = format!("{name}: {}", number(*count as f64, 0));
        if let (Some(high), Some(base)) = (y.place(*count as f64), y.place(y.low().max(0.0)))
            && *count > 0
        {
            // Whatever happened at all is seen.
            let high = high.min(base - 1.5);
            let place = (middle - wide / 2.0, high);
            paper.bar(colour(0), place, (wide, base - high), &hint);
            words.push(hint);
        }
        if (from / each).is_multiple_of(skip) {
            // A number stands below its column, a bound where the column begins.
            let x = if each == 1 {
                middle
            } else {
                middle - step / 2.0
            };
            paper.line("axis", (x, bottom), (x, bottom + 5.0));
            let text = number(from as f64, 0);
            paper.text("small", (x, bottom + 20.0), Anchor::Middle, &text);
        }
    }
    paper.line("axis", (left, bottom), (right, bottom));
    if let Some((value, name)) = chart.reference {
        // The reference is a number on the horizontal axis here: a mean, a median.
        let half = if each == 1 { 0.5 } else { 0.0 };
        let share = (value - start as f64) / each as f64 + half;
        if (0.0..=columns.len() as f64).contains(&share) {
            let x = left + share * step;
            paper.line("reference", (x, top - 4.0), (x, bottom));
            paper.text("small", (x, top - 10.0), Anchor::Middle, &label(name));
        }
    }
    paper.upright((EDGE + 2.0, (top + bottom) / 2.0), chart.y);
    let mut height = bottom + 20.0;
    if !chart.x.is_empty() {
        height += 22.0;
        let place = ((left + right) / 2.0, height);
        paper.text("small", place, Anchor::Middle, chart.x);
    }
    paper.finish(chart, height + EDGE * 0.75, &words.join("; "))
}

/// The round number (1, 2 or 5, and zeros) that is next above.
fn share(rough: usize) -> usize {
    let powers = std::iter::successors(Some(1_usize), |power| power.checked_mul(10));
    let steps = powers.flat_map(|power| [1, 2, 5].map(|digit| power.saturating_mul(digit)));
    steps
        .into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(rough)
}
