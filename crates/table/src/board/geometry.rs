//! [`Geometry`]: what every board can tell.

use super::{Cell, search};

/// What every board can tell: its cells, which of them touch, how far and in what line they lie, and what can be reached.
///
/// Nothing in here panics: a cell that is not on the board has no neighbours, is at no distance, sees nothing and is
/// named `?`. Results never depend on more than the board and the questions asked; among equals, the lowest cells win.
///
/// ```
/// use parlor_table::{Adjacency, Geometry, Grid};
/// // Anything that stands on cells can be written once for every kind of board.
/// fn liberties(board: &impl Geometry, stones: &[&str]) -> usize {
///     let stones: Vec<_> = stones.iter().filter_map(|name| board.cell(name)).collect();
///     let beside = |cell| board.neighbours(cell).iter().any(|near| stones.contains(near));
///     board.cells().filter(|cell| !stones.contains(cell) && beside(*cell)).count()
/// }
/// let go = Grid::new(19, 19, Adjacency::Orthogonal);
/// assert_eq!(liberties(&go, &["d4"]), 4);
/// assert_eq!(liberties(&go, &["a1", "b1"]), 3);
/// ```
pub trait Geometry {
    /// How many cells there are.
    fn len(&self) -> usize;

    /// The cells one step away, from the lowest up.
    fn neighbours(&self, cell: Cell) -> &[Cell];

    /// What people call the cell: `a1` on grids and hexes, the node's name on a graph.
    fn name(&self, cell: Cell) -> String;

    /// The cell that people call so.
    fn cell(&self, name: &str) -> Option<Cell>;

    /// How many steps it takes on the empty board; `None` when no number of steps will do.
    fn distance(&self, a: Cell, b: Cell) -> Option<u32>;

    /// The cells from the one to the other, both included, as straight as they lie; on a graph, a shortest path. Empty
    /// when there is no such line.
    fn line(&self, a: Cell, b: Cell) -> Vec<Cell>;

    /// Whether there are no cells at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the cell is on this board.
    #[inline]
    fn contains(&self, cell: Cell) -> bool {
        cell.index() < self.len()
    }

    /// All the cells, from the lowest up.
    fn cells(
        &self,
    ) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone + use<Self> {
        (0..self.len() as u16).map(Cell)
    }

    /// Whether nothing that blocks stands strictly between the two. Who sees is seen: where the line runs exactly
    /// between two cells, either of them may be clear.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Geometry, Grid};
    /// let grid = Grid::new(8, 8, Adjacency::All);
    /// let [a1, b1, c2, e3] = ["a1", "b1", "c2", "e3"].map(|name| grid.cell(name).unwrap());
    /// assert!(!grid.sees(a1, e3, |cell| cell == c2));
    /// assert!(grid.sees(a1, c2, |cell| cell == b1), "past the corner of b1, over b2");
    /// ```
    fn sees(&self, a: Cell, b: Cell, blocks: impl Fn(Cell) -> bool) -> bool {
        let clear = |line: Vec<Cell>| match line.as_slice() {
            [] => false,
            [_] => true,
            [_, between @ .., _] => !between.iter().any(|cell| blocks(*cell)),
        };
        // A line keeps to the left of its way, so that the line back passes on the other side.
        clear(self.line(a, b)) || clear(self.line(b, a))
    }

    /// A shortest path, both ends included, that enters only cells that may be passed. The first cell is never asked
    /// about, the last one is.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Geometry, Grid};
    /// let maze = Grid::new(3, 3, Adjacency::Orthogonal);
    /// let [a1, b1, b2, c1] = ["a1", "b1", "b2", "c1"].map(|name| maze.cell(name).unwrap());
    /// let path = maze.path(a1, c1, |cell| cell != b1 && cell != b2).unwrap();
    /// let names: Vec<String> = path.into_iter().map(|cell| maze.name(cell)).collect();
    /// assert_eq!(names.join(" "), "a1 a2 a3 b3 c3 c2 c1");
    /// ```
    fn path(&self, from: Cell, to: Cell, pass: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
        search::path(self.len(), from, to, |cell| {
            let near = self.neighbours(cell).iter().copied();
            near.filter(|cell| pass(*cell))
        })
    }

    /// A cheapest path, both ends included, and what it costs, where each step from one cell to the next has a cost, or
    /// `None` when it is forbidden. Among equally cheap paths it takes one with the fewest steps.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Geometry, Grid};
    /// let grid = Grid::new(3, 2, Adjacency::Orthogonal);
    /// let [a1, b1, c1] = ["a1", "b1", "c1"].map(|name| grid.cell(name).unwrap());
    /// let swamp = |_, to| Some(if to == b1 { 5 } else { 1 });
    /// let (cost, path) = grid.cheapest_path(a1, c1, swamp).unwrap();
    /// assert_eq!((cost, path.len()), (4, 5));
    /// ```
    fn cheapest_path(
        &self,
        from: Cell,
        to: Cell,
        cost: impl Fn(Cell, Cell) -> Option<u32>,
    ) -> Option<(u32, Vec<Cell>)> {
        search::cheapest_path(self.len(), from, to, |cell| {
            let (near, cost) = (self.neighbours(cell).iter(), &cost);
            near.filter_map(move |next| Some((*next, cost(cell, *next)?)))
        })
    }

    /// The cells that can be reached at no more than this cost, each with its least cost: the start first, at 0, then
    /// the nearer before the farther.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Cell, Geometry, Grid};
    /// let grid = Grid::new(8, 8, Adjacency::All);
    /// let king = grid.reach(Cell(0), 1, |_, _| Some(1));
    /// assert_eq!(king, [(Cell(0), 0), (Cell(1), 1), (Cell(8), 1), (Cell(9), 1)]);
    /// ```
    fn reach(
        &self,
        from: Cell,
        budget: u32,
        cost: impl Fn(Cell, Cell) -> Option<u32>,
    ) -> Vec<(Cell, u32)> {
        search::reach(self.len(), from, budget, |cell| {
            let (near, cost) = (self.neighbours(cell).iter(), &cost);
            near.filter_map(move |next| Some((*next, cost(cell, *next)?)))
        })
    }

    /// The cells that belong and hang together with this one, itself included, from the lowest up; none when it does
    /// not belong itself.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Cell, Geometry, Grid};
    /// let go = Grid::new(5, 5, Adjacency::Orthogonal);
    /// let stones = [Cell(0), Cell(1), Cell(5), Cell(12)];
    /// assert_eq!(go.region(Cell(5), |cell| stones.contains(&cell)), [Cell(0), Cell(1), Cell(5)]);
    /// ```
    fn region(&self, from: Cell, belongs: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let starts = (self.contains(from) && belongs(from)).then_some(from);
        search::flood(self.len(), starts, |cell| {
            let near = self.neighbours(cell).iter().copied();
            near.filter(|cell| belongs(*cell))
        })
    }

    /// All the cells that belong, in groups that hang together, each from the lowest up. Where edges are one-way, each
    /// group is what its lowest cell reaches and no group before it did.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Geometry, Grid};
    /// let board = Grid::new(8, 8, Adjacency::Orthogonal);
    /// let dark = |cell| (board.column(cell) + board.row(cell)) % 2 == 0;
    /// assert_eq!(board.regions(dark).len(), 32);
    /// ```
    fn regions(&self, belongs: impl Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
        let starts = self.cells().filter(|cell| belongs(*cell));
        search::regions(self.len(), starts, |cell| {
            let near = self.neighbours(cell).iter().copied();
            near.filter(|cell| belongs(*cell))
        })
    }

    /// Whether cells that belong lead from one edge to another: what wins at Hex.
    ///
    /// ```
    /// use parlor_table::{Geometry, Hexes, Orientation};
    /// let hex = Hexes::parallelogram(3, 3, Orientation::Pointy);
    /// let stones = ["b1", "b2", "a3"].map(|name| hex.cell(name).unwrap());
    /// let (top, bottom) = (|cell| hex.hex(cell).r == 0, |cell| hex.hex(cell).r == 2);
    /// assert!(hex.connects(top, bottom, |cell| stones.contains(&cell)));
    /// ```
    fn connects(
        &self,
        from: impl Fn(Cell) -> bool,
        to: impl Fn(Cell) -> bool,
        belongs: impl Fn(Cell) -> bool,
    ) -> bool {
        let starts = self.cells().filter(|cell| from(*cell) && belongs(*cell));
        search::meets(self.len(), starts, to, |cell| {
            let near = self.neighbours(cell).iter().copied();
            near.filter(|cell| belongs(*cell))
        })
    }
}
