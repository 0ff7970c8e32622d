//! The board: 24 points, the lines between them, and the mills that they can form.

use parlor_table::{Cell, Graph};

/// So many points.
pub(super) const POINTS: u16 = 24;

/// How many points each of the seven rows has, from the top.
pub(super) const ROWS: [u16; 7] = [3, 3, 3, 6, 3, 3, 3];

/// The points by name, row by row from the top.
pub(super) const NAMES: [&str; POINTS as usize] = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3",
    "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
];

/// Three points in a line, in the order in which they lie. A line joins each with the next.
const MILLS: [[u16; 3]; 16] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [9, 10, 11],
    [12, 13, 14],
    [15, 16, 17],
    [18, 19, 20],
    [21, 22, 23],
    [0, 9, 21],
    [3, 10, 18],
    [6, 11, 15],
    [1, 4, 7],
    [16, 19, 22],
    [8, 12, 17],
    [5, 13, 20],
    [2, 14, 23],
];

/// The points as places to stand on, where they are drawn, and the lines between them.
pub(super) fn graph() -> Graph {
    let mut graph = Graph::new();
    for name in NAMES {
        let (x, y) = spot(name);
        graph = graph.node_at(name, x, y);
    }
    for mill in MILLS {
        for pair in mill.windows(2) {
            graph = graph.edge(NAMES[pair[0] as usize], NAMES[pair[1] as usize]);
        }
    }
    graph
}

/// Columns go from a at the left, rows from 7 at the top.
fn spot(name: &str) -> (i32, i32) {
    match name.as_bytes() {
        [column, row] => (i32::from(column - b'a'), i32::from(b'7' - row)),
        _ => unreachable!("points are named by a letter and a digit"),
    }
}

/// The other two points of each mill that a point is part of: always two mills.
pub(super) fn mills_through(cell: Cell) -> impl Iterator<Item = [Cell; 2]> {
    MILLS.iter().filter_map(move |mill| match *mill {
        [a, b, c] if a == cell.0 => Some([Cell(b), Cell(c)]),
        [a, b, c] if b == cell.0 => Some([Cell(a), Cell(c)]),
        [a, b, c] if c == cell.0 => Some([Cell(a), Cell(b)]),
        _ => None,
    })
}
