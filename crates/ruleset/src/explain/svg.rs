//! The phases as a picture: a box for each, one below the other, in it a row for each transition, from which a line leads to
//! the phase that follows. Lines down run on the right side, lines back up on the left.

use std::fmt::Write;

use super::graph::{Graph, Node};
use crate::document::PhaseKind;

const LETTER: f64 = 7.2;
const LINE: f64 = 18.0;
const HEADER: f64 = 34.0;
const PADDING: f64 = 12.0;
const GAP: f64 = 34.0;
const LANE: f64 = 16.0;
/// How many letters a row of a box has at most.
const LONGEST: usize = 52;
/// How many lines a condition has at most.
const MOST_LINES: usize = 4;

/// A box with its rows.
struct Placed<'g> {
    node: &'g Node,
    top: f64,
    height: f64,
    rows: Vec<Row>,
}

struct Row {
    to: usize,
    lines: Vec<String>,
    middle: f64,
}

/// A line from a row to a box.
struct Wire {
    from: f64,
    to: f64,
    lane: usize,
    global: bool,
}

pub(super) fn draw(graph: &Graph) -> String {
    let boxes = place(graph);
    let longest = boxes.iter().flat_map(|placed| {
        let rows = placed.rows.iter().flat_map(|row| &row.lines);
        let rows = rows.map(|line| line.chars().count());
        rows.chain([placed.node.name.chars().count() + kind(placed.node).len() + 8])
    });
    let width = longest.max().unwrap_or(20) as f64 * LETTER + 2.0 * PADDING;
    let (down, up) = (wires(&boxes, true), wires(&boxes, false));
    let lanes = |wires: &[Wire]| wires.iter().map(|wire| wire.lane + 1).max().unwrap_or(0) as f64;
    let left = PADDING + lanes(&up) * LANE + 20.0;
    let right = left + width;
    let total = right + lanes(&down) * LANE + 20.0 + PADDING;
    let height = boxes.last().map_or(0.0, |last| last.top + last.height) + 46.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{total:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {total:.0} {height:.0}\" font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"12\">\n\
         <defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" fill=\"#7b8794\"/></marker></defs>\n"
    );
    let middle = left + width / 2.0;
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<circle cx=\"{middle:.1}\" cy=\"12\" r=\"6\" fill=\"#7b8794\"/>\
         <path d=\"M{middle:.1} 18V{:.1}\" stroke=\"#7b8794\" stroke-width=\"1.5\" marker-end=\"url(#head)\"/>",
        boxes.first().map_or(30.0, |first| first.top) - 1.0
    );
    for wire in &down {
        let lane = right + 20.0 + wire.lane as f64 * LANE;
        line(&mut out, right, lane, wire);
    }
    for wire in &up {
        let lane = left - 20.0 - wire.lane as f64 * LANE;
        line(&mut out, left, lane, wire);
    }
    for placed in &boxes {
        draw_box(&mut out, placed, left, width);
    }
    out.push_str("</svg>\n");
    out
}

fn place(graph: &Graph) -> Vec<Placed<'_>> {
    let mut top = 40.0;
    let mut boxes = Vec::new();
    for node in &graph.nodes {
        let mut y = top + HEADER;
        let mut rows = Vec::new();
        for edge in &node.edges {
            let to = &graph.nodes[edge.to].name;
            let text = match (&edge.when, node.edges.len()) {
                (Some(when), _) => format!("→ {to}: {when}"),
                (None, 1) => format!("→ {to}"),
                (None, _) => format!("→ {to}: otherwise"),
            };
            let lines = wrap(&text);
            let height = lines.len() as f64 * LINE;
            rows.push(Row {
                to: edge.to,
                middle: y + height / 2.0,
                lines,
            });
            y += height + 4.0;
        }
        if node.ends || node.edges.is_empty() {
            y += LINE;
        }
        let height = y - top + 4.0;
        boxes.push(Placed {
            node,
            top,
            height,
            rows,
        });
        top += height + GAP;
    }
    boxes
}

/// The lines that go down, or those that go back up; each in the innermost lane that is free there.
fn wires(boxes: &[Placed<'_>], down: bool) -> Vec<Wire> {
    let mut wires = Vec::new();
    for (number, placed) in boxes.iter().enumerate() {
        for (row, edge) in placed.rows.iter().zip(&placed.node.edges) {
            if (row.to > number) == down {
                // Lines that come back to where they began, or go back up, end at the header.
                let to = boxes[row.to].top + if down { 11.0 } else { 21.0 };
                wires.push(Wire {
                    from: row.middle,
                    to,
                    lane: 0,
                    global: edge.global,
                });
            }
        }
    }
    wires.sort_by(|a, b| (a.from - a.to).abs().total_cmp(&(b.from - b.to).abs()));
    let mut taken: Vec<Vec<(f64, f64, f64)>> = Vec::new();
    for wire in &mut wires {
        let (low, high) = (wire.from.min(wire.to) - 4.0, wire.from.max(wire.to) + 4.0);
        let free = |lane: &Vec<(f64, f64, f64)>| {
            // Lines to the same box may run together.
            lane.iter()
                .all(|(from, to, target)| high < *from || low > *to || *target == wire.to)
        };
        let lane = taken.iter().position(free).unwrap_or(taken.len());
        if lane == taken.len() {
            taken.push(Vec::new());
        }
        taken[lane].push((low, high, wire.to));
        wire.lane = lane;
    }
    wires
}

/// Out of the row, along the lane, into the header, with round corners.
fn line(out: &mut String, side: f64, lane: f64, wire: &Wire) {
    let (from, to) = (wire.from, wire.to);
    let round = 6.0_f64.min((from - to).abs() / 2.0);
    let (out_x, y) = ((lane - side).signum() * round, (to - from).signum() * round);
    let dash = if wire.global {
        " stroke-dasharray=\"4 3\""
    } else {
        ""
    };
    let _ = writeln!(
        out,
        "<path d=\"M{side:.1} {from:.1}H{:.1}Q{lane:.1} {from:.1} {lane:.1} {:.1}V{:.1}Q{lane:.1} {to:.1} {:.1} {to:.1}H{:.1}\" \
         fill=\"none\" stroke=\"#7b8794\" stroke-width=\"1.5\"{dash} marker-end=\"url(#head)\"/>",
        lane - out_x,
        from + y,
        to - y,
        lane - out_x,
        side + (lane - side).signum(),
    );
}

fn draw_box(out: &mut String, placed: &Placed<'_>, left: f64, width: f64) {
    let Placed {
        node,
        top,
        height,
        rows,
    } = placed;
    let (fill, stroke, ink) = match node.kind {
        PhaseKind::Automatic => ("#eef0f3", "#7b8794", "#1f2933"),
        PhaseKind::TurnBased => ("#cfe3ff", "#3b6fb6", "#14263f"),
        PhaseKind::AllPlayers => ("#d9f2d5", "#4a8f43", "#16301a"),
    };
    let name = escaped(&node.name);
    let _ = writeln!(
        out,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"7\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{ink}\" font-weight=\"bold\" font-size=\"14\">{name}</text>\
         <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{ink}\" opacity=\"0.75\" text-anchor=\"end\">{}</text>",
        left + PADDING,
        top + 21.0,
        left + width - PADDING,
        top + 21.0,
        kind(node),
    );
    for row in rows {
        let first = row.middle - (row.lines.len() as f64 - 1.0) * LINE / 2.0 + 4.0;
        for (number, text) in row.lines.iter().enumerate() {
            let y = first + number as f64 * LINE;
            // Lines after the first begin under its words, not under its arrow.
            let x = left + PADDING + if number == 0 { 0.0 } else { 2.0 * LETTER };
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{ink}\">{}</text>",
                escaped(text)
            );
        }
    }
    if node.ends || node.edges.is_empty() {
        let y = top + height - 10.0;
        let what = if node.ends {
            "● the game ends"
        } else {
            "● it stays here"
        };
        let x = left + PADDING;
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{ink}\">{what}</text>"
        );
    }
}

fn kind(node: &Node) -> &'static str {
    match node.kind {
        PhaseKind::Automatic => "by itself",
        PhaseKind::TurnBased => "in turns",
        PhaseKind::AllPlayers => "all at once",
    }
}

/// Lines that fit into a box; what is longer than a few of them is cut.
fn wrap(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let width = lines.last().map_or(0, |line| line.chars().count());
        if width > 0 && width + 1 + word.chars().count() > LONGEST {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.extend(word.chars().take(LONGEST));
        }
    }
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        if let Some(last) = lines.last_mut() {
            last.push_str(" …");
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    let harmless = text.chars().filter(|letter| !letter.is_control());
    let text: String = harmless.collect();
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
