//! Searches over cells, whatever leads from one to the next: breadth first for steps, Dijkstra's for costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Cell;

/// Memory for searches, kept from one to the next: see [`reach_into`](super::Geometry::reach_into).
///
/// ```
/// use parlor_table::{Adjacency, Cell, Geometry, Grid, Scratch};
/// let mut scratch = Scratch::default();
/// for size in [8, 3, 20] {
///     let grid = Grid::new(size, size, Adjacency::Orthogonal);
///     assert_eq!(grid.reach_into(&mut scratch, Cell(0), 1, |_, _| Some(1)).len(), 3);
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Visits of earlier searches do not count.
    search: u32,
    visits: Vec<Visit>,
    /// The cells that were visited, in the order in which they were found.
    found: Vec<Cell>,
    queue: BinaryHeap<Reverse<(u32, u32, Cell)>>,
    reached: Vec<(Cell, u32)>,
    path: Vec<Cell>,
}

/// How a cell is best reached as far as we know.
#[derive(Clone, Copy, Debug)]
struct Visit {
    search: u32,
    cost: u32,
    steps: u32,
    before: Cell,
}

impl Visit {
    const NEVER: Visit = Visit {
        search: 0,
        cost: 0,
        steps: 0,
        before: Cell(0),
    };
}

impl Scratch {
    /// Gets ready for a search on a board of this length.
    fn begin(&mut self, len: usize) {
        if self.search == u32::MAX {
            self.visits.clear();
            self.search = 0;
        }
        self.search += 1;
        if self.visits.len() < len {
            self.visits.resize(len, Visit::NEVER);
        }
        self.found.clear();
        self.queue.clear();
    }

    #[inline]
    fn visit(&self, cell: Cell) -> Option<Visit> {
        let visit = self.visits[cell.index()];
        (visit.search == self.search).then_some(visit)
    }

    #[inline]
    fn find(&mut self, cell: Cell, cost: u32, steps: u32, before: Cell) {
        let visit = &mut self.visits[cell.index()];
        if visit.search != self.search {
            self.found.push(cell);
        }
        *visit = Visit {
            search: self.search,
            cost,
            steps,
            before,
        };
    }

    /// The way from the one to the other, told by what came before each cell.
    fn walk_back(&mut self, from: Cell, to: Cell) -> &[Cell] {
        self.path.clear();
        self.path.push(to);
        let mut cell = to;
        while cell != from {
            cell = self.visits[cell.index()].before;
            self.path.push(cell);
        }
        self.path.reverse();
        &self.path
    }
}

/// A shortest path, where `next` gives the cells that may be entered from a cell.
pub(super) fn path<I: IntoIterator<Item = Cell>>(
    scratch: &mut Scratch,
    len: usize,
    from: Cell,
    to: Cell,
    next: impl Fn(Cell) -> I,
) -> Option<&[Cell]> {
    if from.index() >= len || to.index() >= len {
        return None;
    }
    scratch.begin(len);
    scratch.find(from, 0, 0, from);
    let mut index = 0;
    while scratch.visit(to).is_none() {
        let cell = *scratch.found.get(index)?;
        index += 1;
        let steps = scratch.visits[cell.index()].steps;
        for near in next(cell) {
            if scratch.visit(near).is_none() {
                scratch.find(near, 0, steps + 1, cell);
            }
        }
    }
    Some(scratch.walk_back(from, to))
}

/// How many steps a shortest path takes.
pub(super) fn steps<I: IntoIterator<Item = Cell>>(
    len: usize,
    from: Cell,
    to: Cell,
    next: impl Fn(Cell) -> I,
) -> Option<u32> {
    let mut scratch = Scratch::default();
    path(&mut scratch, len, from, to, next).map(|path| path.len() as u32 - 1)
}

/// A cheapest path and its cost, where `next` gives the cells that may be entered from a cell, and at what cost.
pub(super) fn cheapest_path<I: IntoIterator<Item = (Cell, u32)>>(
    scratch: &mut Scratch,
    len: usize,
    from: Cell,
    to: Cell,
    next: impl Fn(Cell) -> I,
) -> Option<(u32, Vec<Cell>)> {
    if to.index() >= len {
        return None;
    }
    visit_all(scratch, len, from, u32::MAX, Some(to), next);
    let cost = scratch.visit(to)?.cost;
    Some((cost, scratch.walk_back(from, to).to_vec()))
}

/// The cells within the budget and their least costs, the nearer before the farther.
pub(super) fn reach<I: IntoIterator<Item = (Cell, u32)>>(
    scratch: &mut Scratch,
    len: usize,
    from: Cell,
    budget: u32,
    next: impl Fn(Cell) -> I,
) -> &[(Cell, u32)] {
    visit_all(scratch, len, from, budget, None, next);
    let (found, visits) = (&scratch.found, &scratch.visits);
    scratch.reached.clear();
    let costs = found.iter().map(|cell| (*cell, visits[cell.index()].cost));
    scratch.reached.extend(costs);
    // The start comes first even where other steps are free.
    let order = |(cell, cost): &(Cell, u32)| (*cost, *cell != from, *cell);
    scratch.reached.sort_unstable_by_key(order);
    &scratch.reached
}

/// All that can be reached from the starts, from the lowest up.
pub(super) fn flood<I: IntoIterator<Item = Cell>>(
    len: usize,
    starts: impl IntoIterator<Item = Cell>,
    next: impl Fn(Cell) -> I,
) -> Vec<Cell> {
    let mut seen = vec![false; len];
    let mut reached = Vec::new();
    for start in starts {
        reached.extend(spread(&mut seen, start, &next));
    }
    reached.sort_unstable();
    reached
}

/// What each cell reaches that none before it did.
pub(super) fn regions<I: IntoIterator<Item = Cell>>(
    len: usize,
    cells: impl IntoIterator<Item = Cell>,
    next: impl Fn(Cell) -> I,
) -> Vec<Vec<Cell>> {
    let mut seen = vec![false; len];
    let mut regions = Vec::new();
    for cell in cells {
        let mut region: Vec<Cell> = spread(&mut seen, cell, &next).collect();
        if !region.is_empty() {
            region.sort_unstable();
            regions.push(region);
        }
    }
    regions
}

/// Whether a cell that is looked for can be reached from any of the starts.
pub(super) fn meets<I: IntoIterator<Item = Cell>>(
    len: usize,
    starts: impl IntoIterator<Item = Cell>,
    to: impl Fn(Cell) -> bool,
    next: impl Fn(Cell) -> I,
) -> bool {
    let mut seen = vec![false; len];
    starts
        .into_iter()
        .any(|start| spread(&mut seen, start, &next).any(&to))
}

/// The cells that a start reaches and that were not seen before.
fn spread<I: IntoIterator<Item = Cell>>(
    seen: &mut [bool],
    start: Cell,
    next: impl Fn(Cell) -> I,
) -> impl Iterator<Item = Cell> {
    let fresh = !std::mem::replace(&mut seen[start.index()], true);
    let mut stack = Vec::from_iter(fresh.then_some(start));
    std::iter::from_fn(move || {
        let cell = stack.pop()?;
        for near in next(cell) {
            if !std::mem::replace(&mut seen[near.index()], true) {
                stack.push(near);
            }
        }
        Some(cell)
    })
}

/// Finds the best visit of each cell within the budget; those that come after the goal need not be the best.
fn visit_all<I: IntoIterator<Item = (Cell, u32)>>(
    scratch: &mut Scratch,
    len: usize,
    from: Cell,
    budget: u32,
    goal: Option<Cell>,
    next: impl Fn(Cell) -> I,
) {
    scratch.begin(len);
    if from.index() < len {
        scratch.find(from, 0, 0, from);
        scratch.queue.push(Reverse((0, 0, from)));
    }
    while let Some(Reverse((cost, steps, cell))) = scratch.queue.pop() {
        if goal == Some(cell) {
            break;
        }
        let visit = scratch.visits[cell.index()];
        if (visit.cost, visit.steps) < (cost, steps) {
            continue;
        }
        for (near, price) in next(cell) {
            // A sum that overflows is beyond any budget.
            let Some(cost) = cost.checked_add(price).filter(|cost| *cost <= budget) else {
                continue;
            };
            let better = |old: Visit| (cost, steps + 1) < (old.cost, old.steps);
            if scratch.visit(near).is_none_or(better) {
                scratch.find(near, cost, steps + 1, cell);
                scratch.queue.push(Reverse((cost, steps + 1, near)));
            }
        }
    }
}
