//! Walls, doors and tunnels on grids and hexagons; maps as text; sets of cells; searches in the same memory.

use super::sight::divided;
use super::*;

#[test]
fn tunnels_join_what_is_far_apart() {
    let grid = Grid::new(8, 8, Adjacency::Orthogonal)
        .edge("a1", "h8")
        .one_way("d4", "a1")
        .edge_with("b1", "c1", 9);
    let [a1, h8, d4, b1, c1] = cells(&grid, ["a1", "h8", "d4", "b1", "c1"]);
    assert_eq!(names(&grid, grid.neighbours(a1)), "b1 a2 h8");
    assert_eq!(
        (grid.distance(a1, h8), grid.distance(b1, h8)),
        (Some(1), Some(2))
    );
    assert_eq!(
        (grid.distance(d4, a1), grid.distance(a1, d4)),
        (Some(1), Some(6))
    );
    assert_eq!(grid.step_through(b1, c1, &|_: Edge| true), Some(1));
    assert_eq!(grid.range(a1, h8), Some(7), "nobody sees through a tunnel");
    let shut = grid.through(|edge: Edge| edge != Edge(0));
    assert_eq!(shut.distance(a1, h8), Some(14));
    assert_eq!(shut.whole().distance(a1, h8), Some(1));
    assert_eq!(shut.reach(a1, 1, |_, _| Some(1)).len(), 3);
    let heavy = grid.through(|_: Edge| true).lightest_path(b1, c1);
    assert_eq!(heavy, Some((1, vec![b1, c1])));
    assert_eq!(grid.edge_between(h8, a1), Some(Edge(0)));
    assert_eq!(grid.edge_between(a1, d4), None);
    assert_eq!(grid.ends(Edge(1)), (d4, a1));
}

#[test]
fn a_corner_is_passed_where_one_side_is_clear() {
    let check = |walls: &[(&str, &str)], goes: bool| {
        let grid = Grid::new(2, 2, Adjacency::All);
        let grid = walls.iter().fold(grid, |grid, (a, b)| grid.wall(a, b));
        let [a1, b2] = cells(&grid, ["a1", "b2"]);
        for (a, b) in [(a1, b2), (b2, a1)] {
            assert_eq!(grid.neighbours(a).contains(&b), goes, "{walls:?}");
            assert_eq!(grid.sees(a, b, |_| false), goes, "{walls:?}");
        }
    };
    check(&[], true);
    check(&[("a1", "b1")], true);
    check(&[("a1", "b1"), ("b1", "b2")], true);
    check(&[("a1", "b1"), ("a2", "b2")], false);
    check(&[("a1", "b1"), ("a1", "a2")], false);
    check(&[("a1", "b2")], false);
}

#[test]
fn with_everything_open_the_ways_are_those_of_the_whole_board() {
    for seed in 0..8 {
        let grid = divided(Grid::new(7, 6, Adjacency::All), seed).edge("a1", "g6");
        let all = grid.through(|_: Edge| true);
        for cell in grid.cells() {
            assert!(all.exits(cell).eq(grid.neighbours(cell).iter().copied()));
            for far in grid.cells() {
                assert_eq!(all.distance(cell, far), grid.distance(cell, far));
                let both = [(cell, far), (far, cell)];
                let [there, back] = both.map(|(a, b)| grid.neighbours(a).contains(&b));
                assert_eq!(there, back, "walls are walls from both sides");
            }
        }
        // Closing doors only takes ways away.
        let shut = grid.through(|_: Edge| false);
        let less = |cell: Cell| shut.exits(cell).count() <= grid.neighbours(cell).len();
        assert!(grid.cells().all(less));
    }
}

#[test]
fn boards_with_seams_survive_json() {
    let grid = Grid::new(3, 3, Adjacency::All)
        .wall("a1", "b1")
        .door("b1", "c1")
        .closed()
        .edge_with("a1", "c3", 4)
        .one_way("a2", "c2");
    let hexes = Hexes::hexagon(2, Orientation::Flat)
        .wall("c3", "c2")
        .door("c3", "b3");
    for board in [Board::from(grid), hexes.into()] {
        let text = serde_json::to_string(&board).unwrap();
        let read: Board = serde_json::from_str(&text).unwrap();
        assert_eq!(read, board);
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        for cell in board.cells() {
            assert_eq!(read.neighbours(cell), board.neighbours(cell));
        }
    }
    let refused = |seam: &str| {
        let text =
            format!(r#"{{"kind":"grid","columns":3,"rows":3,"adjacency":"all","seams":[{seam}]}}"#);
        serde_json::from_str::<Board>(&text)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(r#"{"kind":"wall","from":"a1","to":"c3"}"#),
        "'a1' and 'c3' do not touch: a wall or a door is between two that do"
    );
    assert_eq!(
        refused(r#"{"kind":"edge","from":"a1","to":"d1"}"#),
        "there is no cell 'd1' on the board: cells are named like a1"
    );
    assert_eq!(
        refused(r#"{"kind":"wall","from":"a1","to":"b1","closed":true}"#),
        "nothing can be closed here: add an edge or a door first"
    );
    assert_eq!(
        refused(r#"{"kind":"door","from":"a1","to":"b1","one_way":true}"#),
        "what is between 'a1' and 'b1' is so from both sides: only edges lead one way"
    );
}

#[test]
fn uneven_maps_are_refused() {
    let error = |text: &str| {
        Grid::from_map(text, Adjacency::All)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error(" \n "),
        "0 columns and 0 rows make no board: say at least 1 of each"
    );
    assert!(error("###\n##").starts_with("line 2 of the map has 2 symbols and the first has 3"));
    assert!(error(&"#".repeat(256)).starts_with("line 1"));
}

#[test]
fn sets_of_cells_are_sets() {
    let mut state = 7_u32;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    for _ in 0..50 {
        let mut lists = [Vec::new(), Vec::new()];
        for list in &mut lists {
            let count = draw(40);
            list.extend((0..count).map(|_| Cell(draw(200) as u16)));
            list.sort_unstable();
            list.dedup();
        }
        let [a, b] = lists
            .each_ref()
            .map(|list| list.iter().copied().collect::<CellSet>());
        let of = |holds: &dyn Fn(&Cell) -> bool| -> Vec<Cell> {
            (0..300).map(Cell).filter(|cell| holds(cell)).collect()
        };
        let list = |set: CellSet| set.iter().collect::<Vec<_>>();
        assert_eq!(list(a.clone()), lists[0]);
        let (in_a, in_b) = (
            |cell: &Cell| lists[0].contains(cell),
            |cell: &Cell| lists[1].contains(cell),
        );
        assert_eq!(list(&a | &b), of(&|cell| in_a(cell) || in_b(cell)));
        assert_eq!(list(&a & &b), of(&|cell| in_a(cell) && in_b(cell)));
        assert_eq!(list(&a - &b), of(&|cell| in_a(cell) && !in_b(cell)));
        assert_eq!(a.meets(&b), !(&a & &b).is_empty());
        assert_eq!(a.is_subset(&b), (&a - &b).is_empty());
        assert_eq!(a.len(), lists[0].len());
        // Room for more cells makes no other set.
        let mut roomy = CellSet::with_capacity(1000);
        roomy.union(&a);
        assert_eq!(roomy, a);
        assert!(lists[0].iter().all(|cell| roomy.remove(*cell)) && roomy.is_empty());
    }
}

#[test]
fn searches_in_the_same_memory_find_the_same() {
    let mut scratch = Scratch::default();
    for (board, seed) in boards().iter().zip(0..) {
        let blocks = random_blocks(board, seed);
        let dear = |_, to: Cell| Some(if blocks[to.index()] { 3 } else { 1 });
        for from in board.cells() {
            let reached = board.reach(from, 4, dear);
            assert_eq!(board.reach_into(&mut scratch, from, 4, dear), reached);
            for to in board.cells() {
                let pass = |cell: Cell| !blocks[cell.index()];
                let path = board.path(from, to, pass);
                let found = board.path_into(&mut scratch, from, to, pass);
                assert_eq!(found, path.as_deref());
            }
        }
    }
}
