//! A second, slow way to work out what the boards say, which knows nothing of how they do it.

use super::*;

/// Numbers drawn by a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, below: usize) -> usize {
        let next = self.0.wrapping_mul(6364136223846793005);
        self.0 = next.wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % below
    }
}

type Square = (i32, i32);

/// A grid as somebody would draw it on squared paper.
struct Paper {
    size: Square,
    wraps: (bool, bool),
    adjacency: Adjacency,
    /// What nothing passes, from both sides: walls and closed doors.
    barred: Vec<(Square, Square)>,
    /// What leads elsewhere, and what it weighs.
    tunnels: Vec<(Square, Square, u32)>,
}

impl Paper {
    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows) = self.size;
        (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)))
    }

    fn go(&self, (x, y): Square, (right, up): Square) -> Option<Square> {
        let along = |place: i32, size: i32, wraps: bool| match (0..size).contains(&place) {
            true => Some(place),
            false => wraps.then(|| place.rem_euclid(size)),
        };
        Some((
            along(x + right, self.size.0, self.wraps.0)?,
            along(y + up, self.size.1, self.wraps.1)?,
        ))
    }

    fn clear(&self, a: Square, b: Square) -> bool {
        !self.barred.contains(&(a, b)) && !self.barred.contains(&(b, a))
    }

    /// Where a step leads, and what it weighs.
    fn steps(&self, from: Square) -> Vec<(Square, u32)> {
        let near = (-2_i32..=2).flat_map(|right| (-2_i32..=2).map(move |up| (right, up)));
        let ways = near.filter(|(right, up)| match self.adjacency {
            Adjacency::Orthogonal => right.abs() + up.abs() == 1,
            Adjacency::Diagonal => right.abs() == 1 && up.abs() == 1,
            Adjacency::All => right.abs().max(up.abs()) == 1,
            Adjacency::Knight => right.abs() + up.abs() == 3,
        });
        let mut steps = Vec::new();
        for (right, up) in ways {
            let Some(to) = self.go(from, (right, up)).filter(|to| *to != from) else {
                continue;
            };
            let round = |corner: Option<Square>| {
                corner.is_some_and(|corner| self.clear(from, corner) && self.clear(corner, to))
            };
            let corner = right.abs() == 1 && up.abs() == 1;
            let turns =
                corner && !round(self.go(from, (right, 0))) && !round(self.go(from, (0, up)));
            if self.clear(from, to) && !turns {
                steps.push((to, 1));
            }
        }
        let tunnels = self.tunnels.iter().filter(|(start, ..)| *start == from);
        steps.extend(tunnels.map(|(_, to, weight)| (*to, *weight)));
        steps
    }

    /// What the ways to all squares weigh at least: tried until nothing gets better.
    fn weights(&self, from: Square, weigh: impl Fn(u32) -> u32) -> Vec<Option<u32>> {
        let index = |(x, y): Square| (y * self.size.0 + x) as usize;
        let mut best = vec![None; (self.size.0 * self.size.1) as usize];
        best[index(from)] = Some(0);
        loop {
            let before = best.clone();
            for square in self.squares() {
                let Some(here) = best[index(square)] else {
                    continue;
                };
                for (to, weight) in self.steps(square) {
                    let there = here + weigh(weight);
                    let known: &mut Option<u32> = &mut best[index(to)];
                    *known = Some(known.map_or(there, |known: u32| known.min(there)));
                }
            }
            if best == before {
                return best;
            }
        }
    }
}

/// A grid with walls, doors and tunnels drawn by a seed, which of its edges are open, and the same on paper.
fn drawn(seed: u64) -> (Grid, Vec<bool>, Paper) {
    use Adjacency::*;
    let mut draw = Draw(seed);
    let mut paper = Paper {
        // Round fewer columns several ways lead to the same place, and which corner is meant is anybody's guess.
        size: (4 + draw.below(5) as i32, 4 + draw.below(5) as i32),
        wraps: (draw.below(3) == 0, draw.below(3) == 0),
        adjacency: [Orthogonal, Diagonal, All, All, Knight][draw.below(5)],
        barred: Vec::new(),
        tunnels: Vec::new(),
    };
    let mut grid = Grid::new(paper.size.0 as u8, paper.size.1 as u8, paper.adjacency);
    if paper.wraps.0 {
        grid = grid.wrap_columns();
    }
    if paper.wraps.1 {
        grid = grid.wrap_rows();
    }
    let plain = grid.clone();
    let name = |(x, y): Square| plain.name(plain.at(x as u8, y as u8).unwrap());
    let mut open = Vec::new();
    for _ in 0..draw.below(40) {
        let a = (
            draw.below(paper.size.0 as usize) as i32,
            draw.below(paper.size.1 as usize) as i32,
        );
        let way = (draw.below(3) as i32 - 1, draw.below(3) as i32 - 1);
        let b = paper.go(a, way).filter(|b| *b != a);
        match (draw.below(4), b) {
            (0, Some(b)) => {
                grid = grid.wall(&name(a), &name(b));
                paper.barred.push((a, b));
            }
            (1, Some(b)) => {
                grid = grid.door(&name(b), &name(a));
                open.push(draw.below(2) == 0);
                if open.last() == Some(&false) {
                    paper.barred.push((a, b));
                }
            }
            (2, _) if draw.below(4) == 0 => {
                let far = paper.squares().nth(draw.below(9)).unwrap();
                if far == a {
                    continue;
                }
                let weight = draw.below(5) as u32;
                let one_way = draw.below(2) == 0;
                grid = match one_way {
                    true => grid.one_way(&name(a), &name(far)),
                    false => grid.edge_with(&name(a), &name(far), weight),
                };
                open.push(draw.below(2) == 0);
                if open.last() == Some(&true) {
                    match one_way {
                        true => paper.tunnels.push((a, far, 1)),
                        false => paper.tunnels.extend([(a, far, weight), (far, a, weight)]),
                    }
                }
            }
            _ => {}
        }
    }
    (grid, open, paper)
}

#[test]
fn ways_past_walls_doors_and_tunnels_are_those_on_squared_paper() {
    for seed in 0..100 {
        let (grid, open, paper) = drawn(seed);
        let now = grid.through(|edge: Edge| open[usize::from(edge.0)]);
        for from in grid.cells() {
            let square = (grid.column(from).into(), grid.row(from).into());
            let steps = paper.weights(square, |_| 1);
            let weights = paper.weights(square, |weight| weight);
            let reached = now.reach(from, u32::MAX, |_, _| Some(1));
            for to in grid.cells() {
                let index = to.index();
                let about = || {
                    let pair = names(&grid, &[from, to]);
                    format!("seed {seed}, {grid:?} open {open:?}: {pair}")
                };
                assert_eq!(now.distance(from, to), steps[index], "{}", about());
                let found = reached.iter().find(|(cell, _)| *cell == to);
                assert_eq!(found.map(|(_, cost)| *cost), steps[index], "{}", about());
            }
            let to = Cell(((from.index() * 7 + seed as usize) % grid.len()) as u16);
            let lightest = now.lightest_path(from, to).map(|(weight, _)| weight);
            assert_eq!(lightest, weights[to.index()], "seed {seed}, {grid:?}");
        }
    }
}

#[test]
fn the_largest_boards_are_seen_from_corner_to_corner() {
    let slanted = Hexes::parallelogram(255, 255, Orientation::Pointy);
    let boards: [Board; 4] = [
        Grid::new(255, 255, Adjacency::All).into(),
        Hexes::rectangle(255, 255, HexOffset::EvenRows).into(),
        Hexes::hexagon(147, Orientation::Flat).into(),
        slanted.into(),
    ];
    for (board, seed) in boards.iter().zip(0..) {
        let mut draw = Draw(seed);
        let last = Cell(board.len() as u16 - 1);
        for from in [Cell(0), last, Cell(draw.below(board.len()) as u16)] {
            for radius in [254, 255, 256, 300, 400, 508, u32::MAX] {
                let range = |cell: Cell| board.range(from, cell).unwrap();
                let count = |holds: &dyn Fn(u32) -> bool| {
                    board.cells().filter(|cell| holds(range(*cell))).count()
                };
                let near = count(&|far| far <= radius);
                assert_eq!(board.burst(from, radius).len(), near, "{radius}");
                let ring = count(&|far| far == radius);
                assert_eq!(board.ring(from, radius).len(), ring, "{radius}");
                let view = board.field_of_view(from, radius, |_| false);
                assert_eq!(view.len(), near, "all that is near, where nothing blocks");
            }
            // A few pillars: whoever is in view is seen, and the other way round.
            let pillar = |cell: Cell| cell.0 % 7919 == 3;
            let view = board.field_of_view(from, u32::MAX, pillar);
            for _ in 0..300 {
                let to = Cell(draw.below(board.len()) as u16);
                let pair = names(board, &[from, to]);
                assert_eq!(view.contains(to), board.sees(from, to, pillar), "{pair}");
                assert_eq!(
                    board.sees(from, to, pillar),
                    board.sees(to, from, pillar),
                    "{pair}"
                );
                let line = board.line(from, to);
                assert_eq!(
                    line.len() as u32 - 1,
                    board.range(from, to).unwrap(),
                    "{pair}"
                );
            }
        }
    }
}
