//! [`Through`]: a board as it is while some of its edges are open and others closed.

use std::ops::Deref;

use super::{Board, Cell, CellSet, Edge, Geometry};

/// Says which edges are open. Closures do: `|edge| edge != tunnel`.
///
/// ```
/// use parlor_table::{Doors, Edge};
/// let all_but_one = |edge: Edge| edge != Edge(3);
/// assert!(all_but_one.is_open(Edge(0)) && !all_but_one.is_open(Edge(3)));
/// ```
pub trait Doors {
    /// Whether this edge is open.
    fn is_open(&self, edge: Edge) -> bool;
}

impl<F: Fn(Edge) -> bool> Doors for F {
    #[inline]
    fn is_open(&self, edge: Edge) -> bool {
        self(edge)
    }
}

/// The edges that are open on a table now: see [`Table::board`](crate::Table::board).
///
/// ```
/// use parlor_table::{Doors, Edge, Geometry, Graph, Schema};
/// let mut schema = Schema::new();
/// let map = schema.zone("map").board(Graph::new().node("a").node("b").edge("a", "b").closed()).add();
/// let table = schema.lay(1);
/// assert!(!table.board(map).doors().is_open(Edge(0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OpenNow<'t>(pub(crate) &'t [i64]);

impl Doors for OpenNow<'_> {
    #[inline]
    fn is_open(&self, edge: Edge) -> bool {
        self.0
            .get(usize::from(edge.0))
            .is_some_and(|open| *open != 0)
    }
}

/// A board on which ways and lines of sight lead through open edges only: what [`Table::board`](crate::Table::board) and
/// [`Geometry::through`] give. What it can be asked is what every board can be asked.
///
/// ```
/// use parlor_table::{Adjacency, Edge, Geometry, Grid};
/// let house = Grid::new(3, 1, Adjacency::Orthogonal).door("a1", "b1");
/// let [a1, c1] = ["a1", "c1"].map(|name| house.cell(name).unwrap());
/// assert_eq!(house.distance(a1, c1), Some(2));
/// let shut = house.through(|_: Edge| false);
/// assert_eq!(shut.distance(a1, c1), None);
/// assert!(!shut.sees(a1, c1, |_| false));
/// assert_eq!(shut.whole().distance(a1, c1), Some(2));
/// ```
#[derive(Debug)]
pub struct Through<'b, B, D> {
    board: &'b B,
    doors: D,
}

impl<B, D: Clone> Clone for Through<'_, B, D> {
    fn clone(&self) -> Self {
        let (board, doors) = (self.board, self.doors.clone());
        Through { board, doors }
    }
}

impl<B, D: Copy> Copy for Through<'_, B, D> {}

/// A zone's board with the edges that are open now.
///
/// ```
/// use parlor_table::{Adjacency, BoardNow, Cell, Geometry, Grid, Schema};
/// fn near(board: BoardNow<'_>, cell: Cell) -> usize {
///     board.exits(cell).count()
/// }
/// let mut schema = Schema::new();
/// let grid = Grid::new(3, 3, Adjacency::All).door("a1", "b1").closed();
/// let field = schema.zone("field").board(grid).add();
/// assert_eq!(near(schema.lay(2).board(field), Cell(0)), 2);
/// ```
pub type BoardNow<'t> = Through<'t, Board, OpenNow<'t>>;

impl<'b, B: Geometry, D: Doors> Through<'b, B, D> {
    pub(crate) fn new(board: &'b B, doors: D) -> Through<'b, B, D> {
        Through { board, doors }
    }

    /// The board itself, as it is with all its edges open.
    #[inline]
    pub fn whole(&self) -> &'b B {
        self.board
    }

    /// Which edges are open.
    pub fn doors(&self) -> &D {
        &self.doors
    }

    /// The cells one step away on the [whole](Through::whole) board; those to which the way is open are
    /// [`exits`](Geometry::exits).
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> &'b [Cell] {
        self.board.neighbours(cell)
    }

    /// The cells to which the way is open, one step away, from the lowest up.
    #[inline]
    pub fn exits(self, cell: Cell) -> impl Iterator<Item = Cell> + use<'b, B, D> {
        let near = self.board.neighbours(cell).iter().copied();
        near.filter(move |next| self.leads(cell, *next))
    }

    /// The path of least weight, both ends included, and its weight.
    ///
    /// ```
    /// use parlor_table::{Edge, Geometry, Graph};
    /// let map = Graph::new().node("a").node("b").node("c");
    /// let map = map.edge_with("a", "c", 9).edge_with("a", "b", 2).edge_with("b", "c", 3);
    /// let [a, b, c] = ["a", "b", "c"].map(|name| map.cell(name).unwrap());
    /// let all = map.through(|_: Edge| true);
    /// assert_eq!(all.lightest_path(a, c), Some((5, vec![a, b, c])));
    /// ```
    pub fn lightest_path(&self, from: Cell, to: Cell) -> Option<(u32, Vec<Cell>)> {
        let weight = |from, to| self.board.step_through(from, to, &self.doors);
        self.cheapest_path(from, to, weight)
    }
}

impl<B, D> Deref for Through<'_, B, D> {
    type Target = B;

    fn deref(&self) -> &B {
        self.board
    }
}

impl<B: Geometry, D: Doors> Geometry for Through<'_, B, D> {
    #[inline]
    fn len(&self) -> usize {
        self.board.len()
    }

    #[inline]
    fn neighbours(&self, cell: Cell) -> &[Cell] {
        self.board.neighbours(cell)
    }

    fn name(&self, cell: Cell) -> String {
        self.board.name(cell)
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        self.board.cell(name)
    }

    fn distance(&self, a: Cell, b: Cell) -> Option<u32> {
        match self.board.edge_count() {
            0 => self.board.distance(a, b),
            _ => self.board.distance_through(a, b, &self.doors),
        }
    }

    fn range(&self, a: Cell, b: Cell) -> Option<u32> {
        self.board.range_through(a, b, &self.doors)
    }

    fn line(&self, a: Cell, b: Cell) -> Vec<Cell> {
        self.board.line_through(a, b, &self.doors)
    }

    fn sees(&self, a: Cell, b: Cell, blocks: impl Fn(Cell) -> bool) -> bool {
        self.board.sees_through(a, b, blocks, &self.doors)
    }

    fn field_of_view(&self, from: Cell, radius: u32, blocks: impl Fn(Cell) -> bool) -> CellSet {
        self.board.view_through(from, radius, blocks, &self.doors)
    }

    fn edge_count(&self) -> u16 {
        self.board.edge_count()
    }

    fn ends(&self, edge: Edge) -> (Cell, Cell) {
        self.board.ends(edge)
    }

    fn edge_between(&self, a: Cell, b: Cell) -> Option<Edge> {
        self.board.edge_between(a, b)
    }

    fn is_closed_at_first(&self, edge: Edge) -> bool {
        self.board.is_closed_at_first(edge)
    }

    #[inline]
    fn leads(&self, from: Cell, to: Cell) -> bool {
        self.board.step_through(from, to, &self.doors).is_some()
    }

    fn step_through(&self, from: Cell, to: Cell, doors: &impl Doors) -> Option<u32> {
        self.board.step_through(from, to, doors)
    }

    fn light_through(&self, a: Cell, b: Cell, doors: &impl Doors) -> bool {
        self.board.light_through(a, b, doors)
    }

    fn line_through(&self, a: Cell, b: Cell, doors: &impl Doors) -> Vec<Cell> {
        self.board.line_through(a, b, doors)
    }

    fn range_through(&self, a: Cell, b: Cell, doors: &impl Doors) -> Option<u32> {
        self.board.range_through(a, b, doors)
    }

    fn sees_through(
        &self,
        a: Cell,
        b: Cell,
        blocks: impl Fn(Cell) -> bool,
        doors: &impl Doors,
    ) -> bool {
        self.board.sees_through(a, b, blocks, doors)
    }

    fn view_through(
        &self,
        from: Cell,
        radius: u32,
        blocks: impl Fn(Cell) -> bool,
        doors: &impl Doors,
    ) -> CellSet {
        self.board.view_through(from, radius, blocks, doors)
    }
}
