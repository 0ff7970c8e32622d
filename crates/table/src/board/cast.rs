//! What can be seen from a cell: shadows cast outwards, row by row, in whole numbers.

use super::{Cell, CellSet, Doors, Geometry};

/// A slope as a fraction: columns over rows.
type Slope = (u32, u32);

fn less(a: Slope, b: Slope) -> bool {
    a.0 * b.1 < b.0 * a.1
}

fn larger(a: Slope, b: Slope) -> Slope {
    if less(a, b) { b } else { a }
}

fn smaller(a: Slope, b: Slope) -> Slope {
    if less(a, b) { a } else { b }
}

/// A part of what is around a cell, in rows that grow with the distance: row 1 has columns 0 and 1, row 2 has 0 to 2, and so
/// on. Eight of these make the squares around a square, six the hexagons around a hexagon.
pub(super) struct Wedge<C> {
    /// How far out it goes.
    pub radius: u32,
    /// The cell in this row and column, where there is one.
    pub cell: C,
    /// Whether something may stand between cells: where nothing does, nobody need ask.
    pub seams: bool,
}

impl<C: Fn(u32, u32) -> Option<Cell>> Wedge<C> {
    /// Adds what a line from the middle of the cell `from` reaches: the middles of cells, past all that blocks and across
    /// all sides that are clear. A line may touch what blocks, but only on one side of it: a cell is seen exactly if
    /// [`Geometry::sees`] says so.
    pub(super) fn cast(
        &self,
        from: Cell,
        blocks: &impl Fn(Cell) -> bool,
        clear: &impl Fn(Cell, Cell) -> bool,
        rows: &mut Vec<(u32, Slope, Slope)>,
        seen: &mut CellSet,
    ) {
        rows.push((1, (0, 1), (1, 1)));
        while let Some((row, low, high)) = rows.pop() {
            if row > self.radius {
                continue;
            }
            // The first column that lies above the lower slope, and the last one that lies below the higher.
            let first = (2 * low.0 * row + low.1) / (2 * low.1);
            let last = (2 * high.0 * row + high.1 - 1) / (2 * high.1);
            let mut light = None;
            for column in first..=last.min(row) {
                let cell = (self.cell)(row, column);
                let bottom = larger(low, (2 * column.max(1) - 1, 2 * row));
                let bottom = if column == 0 { low } else { bottom };
                let top = smaller(high, (2 * column + 1, 2 * row));
                let open = cell.is_some_and(|cell| !blocks(cell));
                let mut part = |bottom: Slope, top: Slope, across: bool| {
                    if !less(bottom, top) {
                        return;
                    }
                    let middle = (column, row);
                    if let Some(cell) = cell
                        && across
                        && !less(middle, bottom)
                        && !less(top, middle)
                    {
                        seen.insert(cell);
                    }
                    match (open && across, light) {
                        (true, None) => light = Some(bottom),
                        (false, Some(start)) => {
                            rows.push((row + 1, start, bottom));
                            light = None;
                        }
                        _ => {}
                    }
                };
                if !self.seams {
                    part(bottom, top, true);
                    continue;
                }
                // The line came from the same column of the row before, or from the one below.
                let across = |column: u32| {
                    let before = match row {
                        1 => Some(from),
                        _ => (self.cell)(row - 1, column),
                    };
                    before.zip(cell).is_some_and(|(a, b)| clear(a, b))
                };
                if column == 0 {
                    part(bottom, top, across(column));
                } else if column == row {
                    part(bottom, top, across(column - 1));
                } else {
                    let turn = (2 * column - 1, 2 * (row - 1));
                    part(bottom, smaller(top, turn), across(column - 1));
                    part(larger(bottom, turn), top, across(column));
                }
            }
            if let Some(start) = light {
                rows.push((row + 1, start, high));
            }
        }
    }
}

/// The same, cell by cell: slower, for boards on which lines bend or go round.
pub(super) fn one_by_one(
    board: &(impl Geometry + ?Sized),
    from: Cell,
    radius: u32,
    blocks: &impl Fn(Cell) -> bool,
    doors: &impl Doors,
) -> CellSet {
    let near = |cell: &Cell| {
        let range = |a, b| board.range_through(a, b, doors);
        let range = range(from, *cell).or_else(|| range(*cell, from));
        range.is_some_and(|range| range <= radius)
    };
    let seen = |cell: &Cell| board.sees_through(from, *cell, blocks, doors);
    let (index, len) = (from.index(), board.len());
    let cells = (index < len).then(|| board.cells()).into_iter().flatten();
    cells.filter(near).filter(seen).collect()
}
