//! [`Geometry`]: what every board can tell.

use super::{Cell, CellSet, Doors, Edge, Scratch, Through, area, cast, search};

/// What every board can tell: its cells, which of them touch, how far and in what line they lie, and what can be reached.
///
/// No question about cells panics: a cell that is not on the board has no neighbours, is at no distance, sees nothing and is
/// named `?`. Results never depend on more than the board and the questions asked; among equals, the lowest cells win.
///
/// A board by itself has all its [edges](Edge) open. Which are open now is part of a match: [`Table::board`] is the board as it
/// is now, and what it says of ways, distances and sight goes through open edges only. [`Through::whole`] ignores that, and
/// [`through`](Geometry::through) asks what would be if others were open.
///
/// [`Table::board`]: crate::Table::board
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

    /// The cells one step away when all edges are open, from the lowest up.
    fn neighbours(&self, cell: Cell) -> &[Cell];

    /// What people call the cell: `a1` on grids and hexes, the node's name on a graph.
    fn name(&self, cell: Cell) -> String;

    /// The cell that people call so.
    fn cell(&self, name: &str) -> Option<Cell>;

    /// How many steps it takes where nothing stands; `None` when no number of steps will do.
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
        self.sees_through(a, b, blocks, &|_: Edge| true)
    }

    /// All that can be seen from a cell, itself included, up to so many cells away along straight lines (as
    /// [`range`](Geometry::range) counts): the cells that it [sees](Geometry::sees). So whatever sees is seen, and what
    /// blocks is seen where the line to its middle is clear.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Geometry, Grid};
    /// let grid = Grid::new(5, 5, Adjacency::All);
    /// let [a1, b2] = ["a1", "b2"].map(|name| grid.cell(name).unwrap());
    /// let seen = grid.field_of_view(a1, 3, |cell| cell == b2);
    /// assert!(seen.contains(b2) && !seen.contains(grid.cell("c3").unwrap()));
    /// assert!(seen.contains(grid.cell("d1").unwrap()) && !seen.contains(grid.cell("e1").unwrap()));
    /// ```
    fn field_of_view(&self, from: Cell, radius: u32, blocks: impl Fn(Cell) -> bool) -> CellSet {
        self.view_through(from, radius, blocks, &|_: Edge| true)
    }

    /// How many cells away it is along a straight line: as the crow flies on grids, where a step aside is as far as one
    /// straight on, and the [distance](Geometry::distance) elsewhere.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Geometry, Grid};
    /// let grid = Grid::new(8, 8, Adjacency::Orthogonal);
    /// let [a1, c4] = ["a1", "c4"].map(|name| grid.cell(name).unwrap());
    /// assert_eq!((grid.range(a1, c4), grid.distance(a1, c4)), (Some(3), Some(5)));
    /// ```
    fn range(&self, a: Cell, b: Cell) -> Option<u32> {
        self.range_through(a, b, &|_: Edge| true)
    }

    /// All cells within so many of this one along straight lines, itself included: what a blast hits.
    ///
    /// ```
    /// use parlor_table::{Cell, Geometry, Hexes, Orientation};
    /// let hexes = Hexes::hexagon(3, Orientation::Flat);
    /// let middle = hexes.cell("d4").unwrap();
    /// assert_eq!((hexes.burst(middle, 1).len(), hexes.ring(middle, 2).len()), (7, 12));
    /// ```
    fn burst(&self, center: Cell, radius: u32) -> CellSet {
        let near = |cell: &Cell| self.range(center, *cell).is_some_and(|far| far <= radius);
        self.cells().filter(near).collect()
    }

    /// All cells exactly so far from this one along straight lines.
    fn ring(&self, center: Cell, radius: u32) -> CellSet {
        let near = |cell: &Cell| self.range(center, *cell) == Some(radius);
        self.cells().filter(near).collect()
    }

    /// A beam: the cells of the straight line towards another, up to so many steps away and without the first.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Cell, Geometry, Grid};
    /// let grid = Grid::new(8, 8, Adjacency::All);
    /// let beam = grid.beam(Cell(0), grid.cell("h8").unwrap(), 3);
    /// let names: Vec<String> = beam.iter().map(|cell| grid.name(cell)).collect();
    /// assert_eq!(names, ["b2", "c3", "d4"]);
    /// ```
    fn beam(&self, from: Cell, towards: Cell, length: u32) -> CellSet {
        let line = self.line(from, towards).into_iter();
        line.skip(1).take(length as usize).collect()
    }

    /// A cone: the cells up to so many steps away in the direction of another, without the first. It is a quarter of all
    /// around on grids and a sixth on hexagons; on a graph it is what is reached by the first step towards the other.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Geometry, Grid};
    /// let grid = Grid::new(9, 9, Adjacency::All);
    /// let [e5, e6] = ["e5", "e6"].map(|name| grid.cell(name).unwrap());
    /// assert_eq!(grid.cone(e5, e6, 2).len(), 3 + 5);
    /// ```
    fn cone(&self, from: Cell, towards: Cell, length: u32) -> CellSet {
        area::cone_of_steps(self, from, towards, length)
    }

    /// The cells to which the way is open, one step away, from the lowest up.
    ///
    /// ```
    /// use parlor_table::{Edge, Geometry, Graph};
    /// let map = Graph::new().node("a").node("b").node("c").edge("a", "b").edge("a", "c");
    /// let a = map.cell("a").unwrap();
    /// assert_eq!(map.exits(a).count(), 2);
    /// assert_eq!(map.through(|edge| edge == Edge(0)).exits(a).count(), 1);
    /// ```
    #[inline]
    fn exits(&self, cell: Cell) -> impl Iterator<Item = Cell> + Clone {
        let near = self.neighbours(cell).iter().copied();
        near.filter(move |next| self.leads(cell, *next))
    }

    /// Whether the way between two neighbours is open.
    #[inline]
    fn leads(&self, _from: Cell, _to: Cell) -> bool {
        true
    }

    /// The board with these edges open and all others closed.
    fn through<D: Doors>(&self, doors: D) -> Through<'_, Self, D>
    where
        Self: Sized,
    {
        Through::new(self, doors)
    }

    /// How many edges there are that open and close: all those of a graph; the doors and additional edges of other boards.
    fn edge_count(&self) -> u16 {
        0
    }

    /// The edges that open and close, in the order in which they were added.
    fn edges(
        &self,
    ) -> impl DoubleEndedIterator<Item = Edge> + ExactSizeIterator + Clone + use<Self> {
        (0..self.edge_count()).map(Edge)
    }

    /// What the edge joins; a one-way edge leads from the first to the second.
    ///
    /// # Panics
    /// When the edge is none of this board's.
    fn ends(&self, edge: Edge) -> (Cell, Cell) {
        panic!("the board has no edge {}", edge.0)
    }

    /// The first edge that leads from the one to the other.
    fn edge_between(&self, _a: Cell, _b: Cell) -> Option<Edge> {
        None
    }

    /// Whether the edge is closed when a match begins.
    fn is_closed_at_first(&self, _edge: Edge) -> bool {
        false
    }

    /// What a step between neighbours weighs over open edges, where there is a way: 1 unless an edge says otherwise.
    fn step_through(&self, _from: Cell, _to: Cell, _doors: &impl Doors) -> Option<u32> {
        Some(1)
    }

    /// Whether a line of sight passes between two cells that follow on each other.
    fn light_through(&self, _a: Cell, _b: Cell, _doors: &impl Doors) -> bool {
        true
    }

    /// [`line`](Geometry::line) over open edges.
    fn line_through(&self, a: Cell, b: Cell, _doors: &impl Doors) -> Vec<Cell> {
        self.line(a, b)
    }

    /// [`distance`](Geometry::distance) over open edges.
    fn distance_through(&self, a: Cell, b: Cell, doors: &impl Doors) -> Option<u32> {
        search::steps(self.len(), a, b, |cell| {
            let near = self.neighbours(cell).iter().copied();
            near.filter(move |next| self.step_through(cell, *next, doors).is_some())
        })
    }

    /// [`range`](Geometry::range) over open edges.
    fn range_through(&self, a: Cell, b: Cell, doors: &impl Doors) -> Option<u32> {
        self.distance_through(a, b, doors)
    }

    /// [`sees`](Geometry::sees) over open edges.
    fn sees_through(
        &self,
        a: Cell,
        b: Cell,
        blocks: impl Fn(Cell) -> bool,
        doors: &impl Doors,
    ) -> bool {
        let clear = |line: Vec<Cell>| {
            let dark = match line.as_slice() {
                [] => true,
                [_] => false,
                [_, between @ .., _] => between.iter().any(|cell| blocks(*cell)),
            };
            let mut steps = line.windows(2);
            !dark && steps.all(|step| self.light_through(step[0], step[1], doors))
        };
        // A line keeps to the left of its way, so that the line back passes on the other side.
        clear(self.line_through(a, b, doors)) || clear(self.line_through(b, a, doors))
    }

    /// [`field_of_view`](Geometry::field_of_view) over open edges.
    fn view_through(
        &self,
        from: Cell,
        radius: u32,
        blocks: impl Fn(Cell) -> bool,
        doors: &impl Doors,
    ) -> CellSet {
        cast::one_by_one(self, from, radius, &blocks, doors)
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
        let mut scratch = Scratch::default();
        let path = self.path_into(&mut scratch, from, to, pass)?;
        Some(path.to_vec())
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
        search::cheapest_path(&mut Scratch::default(), self.len(), from, to, |cell| {
            let (near, cost) = (self.exits(cell), &cost);
            near.filter_map(move |next| Some((next, cost(cell, next)?)))
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
        let mut scratch = Scratch::default();
        self.reach_into(&mut scratch, from, budget, cost).to_vec()
    }

    /// [`path`](Geometry::path) without allocating: the scratch keeps its memory from one search to the next.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Cell, Geometry, Grid, Scratch};
    /// let (grid, mut scratch) = (Grid::new(5, 5, Adjacency::All), Scratch::default());
    /// let steps = grid.cells().map(|cell| grid.path_into(&mut scratch, Cell(0), cell, |_| true).map(<[Cell]>::len));
    /// assert_eq!(steps.max(), Some(Some(5)));
    /// ```
    fn path_into<'s>(
        &self,
        scratch: &'s mut Scratch,
        from: Cell,
        to: Cell,
        pass: impl Fn(Cell) -> bool,
    ) -> Option<&'s [Cell]> {
        search::path(scratch, self.len(), from, to, |cell| {
            self.exits(cell).filter(|cell| pass(*cell))
        })
    }

    /// [`reach`](Geometry::reach) without allocating: the scratch keeps its memory from one search to the next.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Cell, Geometry, Grid, Scratch};
    /// let (grid, mut scratch) = (Grid::new(100, 100, Adjacency::All), Scratch::default());
    /// for start in [Cell(0), Cell(5_050)] {
    ///     let reached = grid.reach_into(&mut scratch, start, 3, |_, to| (to.0 % 7 > 0).then_some(1));
    ///     assert_eq!(reached[0], (start, 0));
    /// }
    /// ```
    fn reach_into<'s>(
        &self,
        scratch: &'s mut Scratch,
        from: Cell,
        budget: u32,
        cost: impl Fn(Cell, Cell) -> Option<u32>,
    ) -> &'s [(Cell, u32)] {
        search::reach(scratch, self.len(), from, budget, |cell| {
            let (near, cost) = (self.exits(cell), &cost);
            near.filter_map(move |next| Some((next, cost(cell, next)?)))
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
            self.exits(cell).filter(|cell| belongs(*cell))
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
            self.exits(cell).filter(|cell| belongs(*cell))
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
            self.exits(cell).filter(|cell| belongs(*cell))
        })
    }
}
