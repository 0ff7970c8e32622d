//! Searches over cells, whatever leads from one to the next: breadth first for steps, Dijkstra's for costs.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::Cell;

/// A shortest path, where `next` gives the cells that may be entered from a cell.
pub(super) fn path<I: IntoIterator<Item = Cell>>(
    len: usize,
    from: Cell,
    to: Cell,
    next: impl Fn(Cell) -> I,
) -> Option<Vec<Cell>> {
    if from.index() >= len || to.index() >= len {
        return None;
    }
    let mut before = vec![None; len];
    let mut queue = VecDeque::from([from]);
    before[from.index()] = Some(from);
    while before[to.index()].is_none() {
        let cell = queue.pop_front()?;
        for near in next(cell) {
            if before[near.index()].is_none() {
                before[near.index()] = Some(cell);
                queue.push_back(near);
            }
        }
    }
    Some(walk_back(from, to, |cell| before[cell.index()]))
}

/// How many steps a shortest path takes.
pub(super) fn steps<I: IntoIterator<Item = Cell>>(
    len: usize,
    from: Cell,
    to: Cell,
    next: impl Fn(Cell) -> I,
) -> Option<u32> {
    path(len, from, to, next).map(|path| path.len() as u32 - 1)
}

/// A cheapest path and its cost, where `next` gives the cells that may be entered from a cell, and at what cost.
pub(super) fn cheapest_path<I: IntoIterator<Item = (Cell, u32)>>(
    len: usize,
    from: Cell,
    to: Cell,
    next: impl Fn(Cell) -> I,
) -> Option<(u32, Vec<Cell>)> {
    if to.index() >= len {
        return None;
    }
    let visits = visits(len, from, u32::MAX, Some(to), next);
    let visit = visits.get(to.index()).copied().flatten()?;
    let before = |cell: Cell| visits[cell.index()].map(|visit| visit.before);
    Some((visit.cost, walk_back(from, to, before)))
}

/// The cells within the budget and their least costs, the nearer before the farther.
pub(super) fn reach<I: IntoIterator<Item = (Cell, u32)>>(
    len: usize,
    from: Cell,
    budget: u32,
    next: impl Fn(Cell) -> I,
) -> Vec<(Cell, u32)> {
    let visits = visits(len, from, budget, None, next);
    let mut reached: Vec<(Cell, u32)> = (0..)
        .zip(visits)
        .filter_map(|(index, visit)| Some((Cell(index), visit?.cost)))
        .collect();
    // The start comes first even where other steps are free.
    reached.sort_unstable_by_key(|(cell, cost)| (*cost, *cell != from, *cell));
    reached
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

/// How a cell is best reached as far as we know.
#[derive(Clone, Copy)]
struct Visit {
    cost: u32,
    steps: u32,
    before: Cell,
}

/// The best visit of each cell within the budget; those that come after the goal need not be the best.
fn visits<I: IntoIterator<Item = (Cell, u32)>>(
    len: usize,
    from: Cell,
    budget: u32,
    goal: Option<Cell>,
    next: impl Fn(Cell) -> I,
) -> Vec<Option<Visit>> {
    let mut visits = vec![None; len];
    let mut queue = BinaryHeap::new();
    if let Some(visit) = visits.get_mut(from.index()) {
        *visit = Some(Visit {
            cost: 0,
            steps: 0,
            before: from,
        });
        queue.push(Reverse((0, 0, from)));
    }
    while let Some(Reverse((cost, steps, cell))) = queue.pop() {
        if goal == Some(cell) {
            break;
        }
        let stale = |visit: Visit| (visit.cost, visit.steps) < (cost, steps);
        if visits[cell.index()].is_some_and(stale) {
            continue;
        }
        for (near, price) in next(cell) {
            // A sum that overflows is beyond any budget.
            let Some(cost) = cost.checked_add(price).filter(|cost| *cost <= budget) else {
                continue;
            };
            let visit = &mut visits[near.index()];
            let better = |old: Visit| (cost, steps + 1) < (old.cost, old.steps);
            if visit.is_none_or(better) {
                *visit = Some(Visit {
                    cost,
                    steps: steps + 1,
                    before: cell,
                });
                queue.push(Reverse((cost, steps + 1, near)));
            }
        }
    }
    visits
}

/// The way from the one to the other, told by what came before each cell.
fn walk_back(from: Cell, to: Cell, before: impl Fn(Cell) -> Option<Cell>) -> Vec<Cell> {
    let back = std::iter::successors(Some(to), |cell| {
        (*cell != from).then(|| before(*cell)).flatten()
    });
    let mut path: Vec<Cell> = back.collect();
    path.reverse();
    path
}
