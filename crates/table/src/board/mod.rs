//! [`Board`]: where pieces stand, how places touch, and what [every board](Geometry) can tell of them.

mod area;
mod cast;
mod cells;
mod direction;
mod geometry;
mod graph;
mod grid;
mod hex;
mod hexes;
mod network;
mod notation;
mod seams;
mod search;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod through;

use serde::{Deserialize, Serialize};

pub use cells::CellSet;
pub use direction::{Adjacency, Direction};
pub use geometry::Geometry;
pub use graph::{Edge, Graph};
pub use grid::Grid;
pub use hex::{Hex, HexOffset};
pub use hexes::{HexShape, Hexes, Orientation};
pub use search::Scratch;
pub use text::TextMap;
pub use through::{BoardNow, Doors, OpenNow, Through};

/// A place on one board: its index, from 0 to one less than the board's [length](Geometry::len).
///
/// ```
/// use parlor_table::{Adjacency, Cell, Geometry, Grid};
/// let chess = Grid::new(8, 8, Adjacency::All);
/// assert_eq!(chess.cell("e4"), Some(Cell(28)));
/// assert_eq!(chess.name(Cell(28)), "e4");
/// assert_eq!(serde_json::to_string(&Cell(28)).unwrap(), "28");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell as an index into a list that holds something for each cell.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A board of any kind. As JSON it says which: `{"kind": "grid", "columns": 8, "rows": 8, "adjacency": "all"}`.
///
/// Boards are cheap to clone: clones share their tables.
///
/// ```
/// use parlor_table::{Adjacency, Board, Geometry, Graph, Grid, Hexes, Orientation};
/// let boards: [Board; 3] = [
///     Grid::new(8, 8, Adjacency::All).into(),
///     Hexes::hexagon(4, Orientation::Pointy).into(),
///     Graph::new().node("london").node("paris").edge("london", "paris").into(),
/// ];
/// assert_eq!(boards.each_ref().map(|board| board.len()), [64, 61, 2]);
/// let text = serde_json::to_string(&boards[1]).unwrap();
/// assert_eq!(text, r#"{"kind":"hexes","shape":"hexagon","radius":4,"orientation":"pointy"}"#);
/// assert_eq!(serde_json::from_str::<Board>(&text).unwrap(), boards[1]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Board {
    /// Squares in columns and rows.
    Grid(Grid),
    /// Hexagons.
    Hexes(Hexes),
    /// Named places and the edges between them.
    Graph(Graph),
}

macro_rules! whichever {
    ($self:ident, $board:ident => $answer:expr) => {
        match $self {
            Board::Grid($board) => $answer,
            Board::Hexes($board) => $answer,
            Board::Graph($board) => $answer,
        }
    };
}

impl Board {
    /// The walls between cells, each once: nothing goes or sees across.
    ///
    /// ```
    /// use parlor_table::{Adjacency, Board, Cell, Grid};
    /// let board = Board::from(Grid::new(2, 1, Adjacency::Orthogonal).wall("a1", "b1"));
    /// assert_eq!(board.walls(), [(Cell(0), Cell(1))]);
    /// ```
    pub fn walls(&self) -> Vec<(Cell, Cell)> {
        match self {
            Board::Grid(grid) => grid.walls(),
            Board::Hexes(hexes) => hexes.walls(),
            Board::Graph(_) => Vec::new(),
        }
    }
}

impl Geometry for Board {
    fn len(&self) -> usize {
        whichever!(self, board => board.len())
    }

    #[inline]
    fn neighbours(&self, cell: Cell) -> &[Cell] {
        whichever!(self, board => board.neighbours(cell))
    }

    fn name(&self, cell: Cell) -> String {
        whichever!(self, board => board.name(cell))
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        whichever!(self, board => board.cell(name))
    }

    fn distance(&self, a: Cell, b: Cell) -> Option<u32> {
        whichever!(self, board => board.distance(a, b))
    }

    fn line(&self, a: Cell, b: Cell) -> Vec<Cell> {
        whichever!(self, board => board.line(a, b))
    }

    fn burst(&self, center: Cell, radius: u32) -> CellSet {
        whichever!(self, board => board.burst(center, radius))
    }

    fn ring(&self, center: Cell, radius: u32) -> CellSet {
        whichever!(self, board => board.ring(center, radius))
    }

    fn cone(&self, from: Cell, towards: Cell, length: u32) -> CellSet {
        whichever!(self, board => board.cone(from, towards, length))
    }

    #[inline]
    fn edge_count(&self) -> u16 {
        whichever!(self, board => board.edge_count())
    }

    fn ends(&self, edge: Edge) -> (Cell, Cell) {
        whichever!(self, board => board.ends(edge))
    }

    fn edge_between(&self, a: Cell, b: Cell) -> Option<Edge> {
        whichever!(self, board => board.edge_between(a, b))
    }

    fn is_closed_at_first(&self, edge: Edge) -> bool {
        whichever!(self, board => board.is_closed_at_first(edge))
    }

    #[inline]
    fn step_through(&self, from: Cell, to: Cell, doors: &impl Doors) -> Option<u32> {
        whichever!(self, board => board.step_through(from, to, doors))
    }

    fn light_through(&self, a: Cell, b: Cell, doors: &impl Doors) -> bool {
        whichever!(self, board => board.light_through(a, b, doors))
    }

    fn line_through(&self, a: Cell, b: Cell, doors: &impl Doors) -> Vec<Cell> {
        whichever!(self, board => board.line_through(a, b, doors))
    }

    fn range_through(&self, a: Cell, b: Cell, doors: &impl Doors) -> Option<u32> {
        whichever!(self, board => board.range_through(a, b, doors))
    }

    fn sees_through(
        &self,
        a: Cell,
        b: Cell,
        blocks: impl Fn(Cell) -> bool,
        doors: &impl Doors,
    ) -> bool {
        whichever!(self, board => board.sees_through(a, b, blocks, doors))
    }

    fn view_through(
        &self,
        from: Cell,
        radius: u32,
        blocks: impl Fn(Cell) -> bool,
        doors: &impl Doors,
    ) -> CellSet {
        whichever!(self, board => board.view_through(from, radius, blocks, doors))
    }
}

impl From<Grid> for Board {
    fn from(grid: Grid) -> Board {
        Board::Grid(grid)
    }
}

impl From<Hexes> for Board {
    fn from(hexes: Hexes) -> Board {
        Board::Hexes(hexes)
    }
}

impl From<Graph> for Board {
    fn from(graph: Graph) -> Board {
        Board::Graph(graph)
    }
}

/// So many of the steps along a whole, rounded to the nearest; a half goes up or down as the sign of `half` says.
fn part(step: i64, steps: i64, whole: i64, half: i64) -> i64 {
    match steps {
        0 => 0,
        _ => half * (2 * step * whole * half + steps).div_euclid(2 * steps),
    }
}

/// Why a board makes no sense.
///
/// ```
/// use parlor_table::Board;
/// let text = r#"{"kind": "grid", "columns": 8, "rows": 0, "adjacency": "all"}"#;
/// let error = serde_json::from_str::<Board>(text).unwrap_err();
/// assert_eq!(error.to_string(), "8 columns and 0 rows make no board: say at least 1 of each");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// There are no cells.
    #[error("{columns} columns and {rows} rows make no board: say at least 1 of each")]
    NoCells {
        /// How many columns were asked for.
        columns: u8,
        /// How many rows were asked for.
        rows: u8,
    },
    /// A hexagon has more cells than can be numbered.
    #[error("a hexagon of radius {0} is too large: the largest is {max}", max = hexes::LARGEST_RADIUS)]
    TooLarge(u8),
    /// A graph has more nodes or edges than can be numbered.
    #[error("a graph has at most {max} nodes and {max} edges", max = u16::MAX)]
    TooMany,
    /// Two nodes have the same name.
    #[error("two nodes are named '{0}': give each its own name")]
    SameName(String),
    /// An edge leads to no node.
    #[error("no node is named '{name}': the nodes are {known}")]
    UnknownNode {
        /// What the edge says.
        name: String,
        /// The first few names that there are.
        known: String,
    },
    /// An edge joins a node with itself.
    #[error("an edge leads from '{0}' to itself: an edge joins two nodes")]
    Loop(String),
    /// A wall, a door or an edge is at no cell.
    #[error("there is no cell '{0}' on the board: cells are named like a1")]
    UnknownCell(String),
    /// A wall or a door is between cells that do not touch.
    #[error("'{0}' and '{1}' do not touch: a wall or a door is between two that do")]
    Apart(String, String),
    /// A wall or a door that leads one way.
    #[error("what is between '{0}' and '{1}' is so from both sides: only edges lead one way")]
    TwoWays(String, String),
    /// There is no edge that could be closed.
    #[error("nothing can be closed here: add an edge or a door first")]
    NothingToClose,
    /// A map as text is empty, uneven or too large.
    #[error(
        "line {line} of the map has {found} symbols and the first has {expected}: make all lines as long, at most 255 by 255"
    )]
    Uneven {
        /// Which line, counted from 1.
        line: usize,
        /// How many symbols the first line has.
        expected: usize,
        /// How many it has itself.
        found: usize,
    },
}
