//! What can be seen from a cell, by shadows and line by line.

use super::*;

/// Boards with and without walls and doors, on which shadows are cast.
fn shadowed() -> Vec<Board> {
    let mut boards: Vec<Board> = vec![
        Grid::new(9, 9, Adjacency::All).into(),
        Grid::new(13, 4, Adjacency::Orthogonal).into(),
        Hexes::hexagon(5, Orientation::Pointy).into(),
        Hexes::parallelogram(8, 9, Orientation::Flat).into(),
        Grid::new(6, 6, Adjacency::All).wrap_columns().into(),
        europe().into(),
    ];
    boards.extend(OFFSETS.map(|offset| Board::from(Hexes::rectangle(9, 8, offset))));
    for seed in 0..6 {
        boards.push(divided(Grid::new(8, 8, Adjacency::All), seed).into());
        boards.push(divided_hexes(Hexes::hexagon(4, Orientation::Flat), seed).into());
    }
    boards
}

/// With walls and doors between cells that touch, drawn by a seed.
pub(super) fn divided(grid: Grid, seed: u64) -> Grid {
    let board = Board::from(grid.clone());
    let sides = sides(&board, seed);
    sides
        .into_iter()
        .fold(grid, |grid, (a, b, door)| match door {
            true => grid.door(&a, &b),
            false => grid.wall(&a, &b),
        })
}

fn divided_hexes(hexes: Hexes, seed: u64) -> Hexes {
    let board = Board::from(hexes.clone());
    let sides = sides(&board, seed);
    sides
        .into_iter()
        .fold(hexes, |hexes, (a, b, door)| match door {
            true => hexes.door(&a, &b),
            false => hexes.wall(&a, &b),
        })
}

fn sides(board: &Board, seed: u64) -> Vec<(String, String, bool)> {
    let (blocks, doors) = (random_blocks(board, seed), random_blocks(board, seed + 99));
    let here = board.cells().filter(|cell| blocks[cell.index()]);
    here.map(|cell| {
        let near = board.neighbours(cell);
        let to = near[(cell.index() * 7 + seed as usize) % near.len()];
        let door = doors[cell.index()];
        (board.name(cell), board.name(to), door)
    })
    .collect()
}

#[test]
fn the_field_of_view_is_what_is_seen_line_by_line() {
    for (board, seed) in shadowed().iter().flat_map(|board| {
        let seeds = 0..8;
        seeds.map(move |seed| (board, seed))
    }) {
        let mut blocks = random_blocks(board, seed);
        if seed % 2 == 0 {
            // Fewer, so that lines get far.
            let others = random_blocks(board, seed + 1000);
            blocks
                .iter_mut()
                .zip(others)
                .for_each(|(block, other)| *block &= other);
        }
        let closed = |edge: Edge| (u64::from(edge.0) + seed) % 3 > 0;
        let now = board.through(closed);
        for from in board.cells() {
            let radius = 1 + (from.index() as u32 + seed as u32) % 9;
            let view = now.field_of_view(from, radius, |cell| blocks[cell.index()]);
            for cell in board.cells() {
                let near = now.range(from, cell).or(now.range(cell, from));
                let seen = near.is_some_and(|range| range <= radius)
                    && now.sees(from, cell, |cell| blocks[cell.index()]);
                let pair = names(board, &[from, cell]);
                assert_eq!(view.contains(cell), seen, "seed {seed}, {board:?}: {pair}");
            }
        }
    }
}

#[test]
fn whoever_is_in_view_has_the_viewer_in_view() {
    for (board, seed) in shadowed().iter().zip(0..) {
        let blocks = random_blocks(board, seed);
        let closed = |edge: Edge| !edge.0.is_multiple_of(2);
        let now = board.through(closed);
        let views: Vec<CellSet> = board
            .cells()
            .map(|cell| now.field_of_view(cell, 6, |cell| blocks[cell.index()]))
            .collect();
        for (a, b) in pairs(board) {
            let both = [(a, b), (b, a)].map(|(from, to)| views[from.index()].contains(to));
            assert_eq!(both[0], both[1], "{board:?}: {}", names(board, &[a, b]));
        }
    }
}

#[test]
fn a_closed_door_and_a_wall_hide_what_is_behind() {
    let (grid, _) = Grid::from_map("...\n...\n...", Adjacency::All).unwrap();
    let grid = ["1", "2", "3"].iter().fold(grid, |grid, row| {
        let (a, b) = (format!("a{row}"), format!("b{row}"));
        match *row {
            "2" => grid.door(&a, &b).closed(),
            _ => grid.wall(&a, &b),
        }
    });
    let [a2, b2] = cells(&grid, ["a2", "b2"]);
    let view = |open: bool| {
        let now = grid.through(move |_: Edge| open);
        let seen = now
            .field_of_view(a2, 9, |_| false)
            .iter()
            .collect::<Vec<_>>();
        names(&grid, &seen)
    };
    assert_eq!(view(false), "a1 a2 a3");
    assert_eq!(view(true), "a1 b1 c1 a2 b2 c2 a3 b3 c3");
    assert!(grid.is_closed_at_first(Edge(0)));
    assert!(!grid.through(|_: Edge| false).leads(a2, b2));
}

#[test]
fn areas_are_what_their_names_say() {
    let grid = Grid::new(9, 9, Adjacency::Orthogonal);
    let [a1, e5, e9, i9, g6] = cells(&grid, ["a1", "e5", "e9", "i9", "g6"]);
    assert_eq!(grid.burst(e5, 2).len(), 25);
    assert_eq!(grid.burst(a1, 2).len(), 9);
    assert_eq!(grid.ring(e5, 2).len(), 16);
    assert_eq!(grid.ring(e5, 0).len(), 1);
    assert_eq!(grid.beam(a1, i9, 20).len(), 8);
    assert_eq!(grid.cone(e5, e9, 3).len(), 3 + 5 + 7);
    // Towards a corner, the cone is the quarter in between.
    assert_eq!(grid.cone(e5, i9, 2).len(), 8);
    assert!(grid.cone(e5, g6, 4).contains(g6));
    assert!(grid.cone(e5, e5, 4).is_empty());

    let hexes = Hexes::hexagon(4, Orientation::Pointy);
    let [e5, f5] = cells(&hexes, ["e5", "f5"]);
    assert_eq!(
        (hexes.burst(e5, 4).len(), hexes.ring(e5, 3).len()),
        (61, 18)
    );
    assert_eq!(hexes.cone(e5, f5, 2).len(), 1 + 3);
    for length in 0..4 {
        let whole: usize = hexes
            .neighbours(e5)
            .iter()
            .map(|near| hexes.cone(e5, *near, length).len())
            .sum();
        let corners = (2..=length).step_by(2).count() * 6;
        assert_eq!(whole, hexes.burst(e5, length).len() - 1 + corners);
    }

    let map = europe();
    let [london, paris, rome] = cells(&map, ["london", "paris", "rome"]);
    assert_eq!(map.cone(london, paris, 2).len(), 3);
    assert_eq!(map.cone(rome, paris, 9).len(), 2);
}

#[test]
fn areas_are_the_same_cell_by_cell() {
    for board in boards() {
        let all = |holds: &dyn Fn(Cell) -> bool| -> CellSet {
            board.cells().filter(|cell| holds(*cell)).collect()
        };
        for center in board.cells() {
            for radius in 0..4 {
                let near = all(&|cell| board.range(center, cell).is_some_and(|far| far <= radius));
                let ring = all(&|cell| board.range(center, cell) == Some(radius));
                assert_eq!(board.burst(center, radius), near, "{board:?}");
                assert_eq!(board.ring(center, radius), ring, "{board:?}");
            }
        }
    }
}
