//! What a board works out once, so that asking is a lookup: where each step leads, and which cells touch.

use std::fmt;

use super::Cell;

/// Where a step leads that leaves the board. No board has so many cells.
const NOWHERE: Cell = Cell(u16::MAX);

/// The steps in each of so many directions, and the neighbours, of each cell.
pub(super) struct Tables<const DIRECTIONS: usize> {
    steps: Vec<[Cell; DIRECTIONS]>,
    // The neighbours of all the cells in one list, and where those of each cell begin.
    neighbours: Vec<Cell>,
    starts: Vec<u32>,
}

impl<const DIRECTIONS: usize> Tables<DIRECTIONS> {
    pub(super) fn new<I: Iterator<Item = Cell>>(
        len: usize,
        step: impl Fn(Cell, usize) -> Option<Cell>,
        neighbours: impl Fn(Cell) -> I,
    ) -> Tables<DIRECTIONS> {
        let mut tables = Tables {
            steps: Vec::with_capacity(len),
            neighbours: Vec::with_capacity(len * DIRECTIONS),
            starts: Vec::with_capacity(len + 1),
        };
        tables.starts.push(0);
        for cell in (0..len as u16).map(Cell) {
            let steps = std::array::from_fn(|direction| step(cell, direction).unwrap_or(NOWHERE));
            tables.steps.push(steps);
            // On a board that wraps, two ways may lead to the same cell, or back to this one.
            let mut near: Vec<Cell> = neighbours(cell).filter(|next| *next != cell).collect();
            near.sort_unstable();
            near.dedup();
            tables.neighbours.extend(near);
            tables.starts.push(tables.neighbours.len() as u32);
        }
        tables
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    #[inline]
    pub(super) fn step(&self, cell: Cell, direction: usize) -> Option<Cell> {
        let next = self.steps.get(cell.index())?[direction];
        (next != NOWHERE).then_some(next)
    }

    #[inline]
    pub(super) fn neighbours(&self, cell: Cell) -> &[Cell] {
        match self.starts.get(cell.index()..cell.index() + 2) {
            Some([start, end]) => &self.neighbours[*start as usize..*end as usize],
            _ => &[],
        }
    }
}

// The tables follow from the rest of the board: they make no two boards differ, and are not worth reading.

impl<const DIRECTIONS: usize> PartialEq for Tables<DIRECTIONS> {
    fn eq(&self, _: &Tables<DIRECTIONS>) -> bool {
        true
    }
}

impl<const DIRECTIONS: usize> fmt::Debug for Tables<DIRECTIONS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tables")
    }
}
