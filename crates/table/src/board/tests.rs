//! What holds on every board.

mod graph;
mod hex;
mod json;
mod naive;
mod pictures;
mod seams;
mod sight;

use super::*;

/// Small boards of every kind.
fn boards() -> Vec<Board> {
    let mut boards = grids();
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        boards.extend((0..4).map(|radius| Hexes::hexagon(radius, orientation).into()));
    }
    let sizes = [(1, 1), (1, 6), (6, 1), (2, 5), (5, 2), (5, 4), (4, 6)];
    for (columns, rows) in sizes {
        boards.push(Hexes::parallelogram(columns, rows, Orientation::Pointy).into());
        boards.extend(OFFSETS.map(|offset| Hexes::rectangle(columns, rows, offset).into()));
    }
    boards.push(europe().into());
    boards
}

fn grids() -> Vec<Board> {
    use Adjacency::*;
    let mut grids = Vec::new();
    for (columns, rows) in (1..=6).flat_map(|columns| (1..=5).map(move |rows| (columns, rows))) {
        for adjacency in [Orthogonal, Diagonal, All, Knight] {
            let grid = Grid::new(columns, rows, adjacency);
            grids.push(grid.clone().into());
            grids.push(grid.clone().wrap_columns().into());
            grids.push(grid.clone().wrap_rows().into());
            grids.push(grid.wrap_columns().wrap_rows().into());
        }
    }
    grids
}

const OFFSETS: [HexOffset; 4] = [
    HexOffset::OddRows,
    HexOffset::EvenRows,
    HexOffset::OddColumns,
    HexOffset::EvenColumns,
];

/// Two lines between London and Paris, a ferry that does not come back, and an island.
fn europe() -> Graph {
    Graph::new()
        .node_at("london", 0, 0)
        .node_at("paris", 10, 20)
        .node("rome")
        .node("vienna")
        .node("malta")
        .edge_with("london", "paris", 2)
        .edge_with("london", "paris", 5)
        .edge_with("paris", "rome", 7)
        .edge_with("paris", "vienna", 6)
        .edge("vienna", "rome")
        .one_way("rome", "malta")
}

fn cells<const N: usize>(board: &impl Geometry, names: [&str; N]) -> [Cell; N] {
    names.map(|name| board.cell(name).unwrap_or_else(|| panic!("no cell {name}")))
}

fn names(board: &impl Geometry, cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(|cell| board.name(*cell)).collect();
    names.join(" ")
}

fn pairs(board: &Board) -> impl Iterator<Item = (Cell, Cell)> {
    let all = board.cells();
    all.clone()
        .flat_map(move |a| all.clone().map(move |b| (a, b)))
}

/// A third of all cells, drawn by a seed.
fn random_blocks(board: &Board, seed: u64) -> Vec<bool> {
    let mut state = seed;
    let mut draw = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33).is_multiple_of(3)
    };
    board.cells().map(|_| draw()).collect()
}

#[test]
fn the_distance_is_what_a_search_finds() {
    for board in boards() {
        for (a, b) in pairs(&board) {
            let steps = board.path(a, b, |_| true).map(|path| path.len() as u32 - 1);
            assert_eq!(board.distance(a, b), steps, "{board:?} from {a:?} to {b:?}");
        }
    }
}

#[test]
fn neighbours_are_sorted_and_one_step_away() {
    for board in boards() {
        for cell in board.cells() {
            let near: Vec<Cell> = board
                .cells()
                .filter(|other| board.distance(cell, *other) == Some(1))
                .collect();
            assert_eq!(board.neighbours(cell), near, "{board:?} at {cell:?}");
        }
    }
}

#[test]
fn lines_join_their_ends_without_gaps() {
    for board in boards() {
        for (a, b) in pairs(&board) {
            let line = board.line(a, b);
            let touch = |a: Cell, b: Cell| match &board {
                Board::Grid(grid) => Direction::ALL
                    .iter()
                    .any(|way| grid.step(a, *way) == Some(b)),
                _ => board.neighbours(a).contains(&b),
            };
            if board.distance(a, b).is_none() && matches!(board, Board::Graph(_)) {
                assert_eq!(line, []);
                continue;
            }
            assert_eq!((line.first(), line.last()), (Some(&a), Some(&b)));
            let joined = line.windows(2).all(|pair| touch(pair[0], pair[1]));
            assert!(joined, "{board:?}: {}", names(&board, &line));
            if !matches!(board, Board::Grid(_)) {
                assert_eq!(Some(line.len() as u32 - 1), board.distance(a, b));
            }
        }
    }
}

#[test]
fn who_sees_is_seen() {
    let boards: [Board; 5] = [
        Grid::new(6, 6, Adjacency::All).into(),
        Grid::new(6, 6, Adjacency::All).wrap_columns().into(),
        Hexes::hexagon(3, Orientation::Pointy).into(),
        Hexes::rectangle(5, 6, HexOffset::EvenColumns).into(),
        europe().into(),
    ];
    for (board, seed) in boards
        .iter()
        .flat_map(|board| (0..20).map(move |seed| (board, seed)))
    {
        let blocks = random_blocks(board, seed);
        let sees = |a, b| board.sees(a, b, |cell| blocks[cell.index()]);
        for (a, b) in pairs(board) {
            assert_eq!(
                sees(a, b),
                sees(b, a),
                "seed {seed}, {board:?}: {a:?} {b:?}"
            );
            let next_to = board.neighbours(a).contains(&b);
            assert!(sees(a, b) || !(a == b || next_to), "what is next is seen");
        }
    }
}

#[test]
fn names_are_read_as_they_are_written() {
    let large = [
        Grid::new(255, 255, Adjacency::Diagonal).into(),
        Hexes::hexagon(147, Orientation::Flat).into(),
        Hexes::rectangle(255, 3, HexOffset::OddRows).into(),
    ];
    for board in boards().into_iter().chain(large) {
        for cell in board.cells() {
            assert_eq!(board.cell(&board.name(cell)), Some(cell), "{board:?}");
        }
        for text in [
            "",
            "a",
            "1",
            "a0",
            "a01",
            "1a",
            "a1a",
            "ä1",
            "zzzz1",
            "a99999999999",
            "?",
        ] {
            assert_eq!(board.cell(text), None, "{text}");
        }
    }
    let grid = Grid::new(255, 255, Adjacency::Orthogonal);
    let column = |column| grid.name(grid.at(column, 0).unwrap());
    assert_eq!(
        [25, 26, 51, 52, 254].map(column),
        ["z1", "aa1", "az1", "ba1", "iu1"]
    );
    assert_eq!(grid.cell("C12"), grid.at(2, 11));
}

#[test]
fn a_cell_of_another_board_is_nowhere() {
    for board in boards() {
        for off in [Cell(board.len() as u16), Cell(u16::MAX)] {
            assert!(!board.contains(off) && board.neighbours(off).is_empty());
            assert_eq!(board.name(off), "?");
            assert_eq!(board.distance(off, Cell(0)), None);
            assert_eq!(board.distance(Cell(0), off), None);
            assert!(board.line(Cell(0), off).is_empty() && board.line(off, off).is_empty());
            assert!(!board.sees(off, off, |_| false));
            assert_eq!(board.path(off, off, |_| true), None);
            assert_eq!(board.cheapest_path(off, off, |_, _| Some(0)), None);
            assert_eq!(board.cheapest_path(Cell(0), off, |_, _| Some(0)), None);
            assert!(board.reach(off, 9, |_, _| Some(1)).is_empty());
            assert!(board.region(off, |_| true).is_empty());
        }
    }
}

#[test]
fn the_cheapest_path_costs_what_its_steps_cost() {
    for (board, seed) in boards().into_iter().zip(0..) {
        let dear = random_blocks(&board, seed);
        let cost = |_, to: Cell| Some(if dear[to.index()] { 3 } else { 1 });
        for (a, b) in pairs(&board) {
            let found = board.cheapest_path(a, b, cost);
            let reached = board.reach(a, u32::MAX, cost);
            let reached = reached.iter().find(|(cell, _)| *cell == b);
            assert_eq!(
                found.as_ref().map(|found| found.0),
                reached.map(|(_, cost)| *cost)
            );
            let Some((total, path)) = found else { continue };
            let steps = path.windows(2).map(|pair| cost(pair[0], pair[1]).unwrap());
            assert_eq!(steps.sum::<u32>(), total, "seed {seed}, {board:?}");
            let single = board.cheapest_path(a, b, |_, _| Some(1)).unwrap();
            assert_eq!(Some(single.0), board.distance(a, b));
        }
    }
}

#[test]
fn free_steps_and_endless_costs_do_no_harm() {
    let grid = Grid::new(4, 4, Adjacency::Orthogonal);
    let [a1, d1] = cells(&grid, ["a1", "d1"]);
    let (cost, path) = grid.cheapest_path(a1, d1, |_, _| Some(0)).unwrap();
    assert_eq!((cost, names(&grid, &path).as_str()), (0, "a1 b1 c1 d1"));
    assert_eq!(grid.cheapest_path(a1, d1, |_, _| Some(u32::MAX)), None);
    assert_eq!(grid.reach(d1, 0, |_, _| Some(0))[0], (d1, 0));
    assert_eq!(grid.reach(d1, 5, |_, _| None), [(d1, 0)]);
}

#[test]
fn every_cell_that_belongs_is_in_one_region() {
    for (board, seed) in boards().into_iter().zip(0..) {
        if matches!(board, Board::Graph(_)) {
            continue;
        }
        let blocks = random_blocks(&board, seed);
        let belongs = |cell: Cell| !blocks[cell.index()];
        let regions = board.regions(belongs);
        let mut all = regions.concat();
        all.sort_unstable();
        assert_eq!(
            all,
            board
                .cells()
                .filter(|cell| belongs(*cell))
                .collect::<Vec<_>>()
        );
        for region in &regions {
            assert!(
                region
                    .iter()
                    .all(|cell| board.region(*cell, belongs) == *region)
            );
        }
        for (a, b) in pairs(&board) {
            let together = regions
                .iter()
                .any(|region| region.contains(&a) && region.contains(&b));
            let connected = board.connects(|cell| cell == a, |cell| cell == b, belongs);
            assert_eq!(connected, together, "seed {seed}, {board:?}: {a:?} {b:?}");
        }
    }
}

#[test]
fn a_ray_ends_at_the_edge_or_where_it_began() {
    let grid = Grid::new(4, 3, Adjacency::All);
    let [b2] = cells(&grid, ["b2"]);
    let ray = |grid: &Grid, way| names(grid, &grid.ray(b2, way).collect::<Vec<_>>());
    assert_eq!(ray(&grid, Direction::East), "c2 d2");
    assert_eq!(ray(&grid, Direction::SouthWest), "a1");
    let cylinder = grid.wrap_columns();
    assert_eq!(ray(&cylinder, Direction::East), "c2 d2 a2");
    assert_eq!(ray(&cylinder, Direction::North), "b3");
    let torus = cylinder.wrap_rows();
    assert_eq!(
        ray(&torus, Direction::NorthEast),
        "c3 d1 a2 b3 c1 d2 a3 b1 c2 d3 a1"
    );
}

#[test]
fn known_neighbours_and_distances() {
    let check = |board: Board, cell: &str, neighbours: &str, far: &str, steps: Option<u32>| {
        let [cell, far] = cells(&board, [cell, far]);
        assert_eq!(names(&board, board.neighbours(cell)), neighbours);
        assert_eq!(board.distance(cell, far), steps);
    };
    let chess = |adjacency| Grid::new(8, 8, adjacency);
    use Adjacency::*;
    check(chess(Orthogonal).into(), "b1", "a1 c1 b2", "h8", Some(13));
    check(chess(All).into(), "b1", "a1 c1 a2 b2 c2", "h8", Some(7));
    check(chess(Diagonal).into(), "b1", "a2 c2", "h8", None);
    check(chess(Diagonal).into(), "b1", "a2 c2", "b5", Some(4));
    check(chess(Knight).into(), "b1", "d2 a3 c3", "b2", Some(3));
    let torus = chess(Orthogonal).wrap_columns().wrap_rows();
    check(torus.into(), "a1", "b1 h1 a2 a8", "g7", Some(4));
    // Round an odd number of columns a bishop changes its colour.
    let odd = Grid::new(7, 7, Diagonal).wrap_columns();
    check(odd.into(), "a1", "b2 g2", "b1", Some(6));

    let hex = Hexes::parallelogram(5, 5, Orientation::Pointy);
    check(hex.into(), "b2", "b1 c1 a2 c2 a3 b3", "e5", Some(6));
    let odd_rows = Hexes::rectangle(5, 5, HexOffset::OddRows);
    check(odd_rows.into(), "b2", "b1 c1 a2 c2 b3 c3", "a5", Some(3));
    let even_columns = Hexes::rectangle(5, 5, HexOffset::EvenColumns);
    check(
        even_columns.into(),
        "b2",
        "a1 b1 c1 a2 c2 b3",
        "e5",
        Some(5),
    );
    let hexagon = Hexes::hexagon(2, Orientation::Flat);
    check(hexagon.into(), "a1", "b1 a2 b2", "e5", Some(4));
}
