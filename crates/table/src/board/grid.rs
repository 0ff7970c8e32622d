//! [`Grid`]: squares in columns and rows, which may wrap around.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::cast::{self, Wedge};
use super::seams::{SeamData, SeamKind, Seamed, Seams, with_seams};
use super::tables::Tables;
use super::{
    Adjacency, BoardError, Cell, CellSet, Direction, Doors, Edge, Geometry, area, notation, part,
    search,
};

/// A board of squares, numbered row by row from `a1` at the bottom left.
///
/// ```
/// use parlor_table::{Adjacency, Direction, Geometry, Grid};
/// let chess = Grid::new(8, 8, Adjacency::All);
/// let c1 = chess.cell("c1").unwrap();
/// let bishop: Vec<String> = chess.ray(c1, Direction::NorthEast).map(|cell| chess.name(cell)).collect();
/// assert_eq!(bishop, ["d2", "e3", "f4", "g5", "h6"]);
///
/// let world = Grid::new(20, 10, Adjacency::Orthogonal).wrap_columns();
/// let west = world.step(world.cell("a5").unwrap(), Direction::West);
/// assert_eq!(west, world.cell("t5"));
/// ```
///
/// Between the squares there may be walls, doors that open and close, and edges to elsewhere. Ways and lines of sight mind walls
/// and doors; a way past a corner needs a clear way round one of its two sides. [`step`](Grid::step) and [`ray`](Grid::ray)
/// know nothing of them.
///
/// ```
/// use parlor_table::{Adjacency, Geometry, Grid};
/// let cellar = Grid::new(4, 2, Adjacency::Orthogonal)
///     .wall("b1", "c1")
///     .door("b2", "c2")
///     .edge("a1", "d1");
/// let [a1, b1, c1, d1] = ["a1", "b1", "c1", "d1"].map(|name| cellar.cell(name).unwrap());
/// assert_eq!(cellar.distance(b1, c1), Some(3));
/// assert_eq!(cellar.through(|edge| Some(edge) == cellar.edge_between(a1, d1)).distance(b1, c1), Some(3));
/// assert!(!cellar.sees(b1, c1, |_| false));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "GridData", into = "GridData")]
pub struct Grid {
    squares: Squares,
    seams: Arc<Seams>,
}

/// The grid without what is between its squares.
#[derive(Clone, Debug, PartialEq)]
struct Squares {
    data: Outline,
    tables: Arc<Tables<8>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GridData {
    columns: u8,
    rows: u8,
    adjacency: Adjacency,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    wrap_columns: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    wrap_rows: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seams: Vec<SeamData>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Outline {
    columns: u8,
    rows: u8,
    adjacency: Adjacency,
    wrap_columns: bool,
    wrap_rows: bool,
}

impl Grid {
    /// A grid of so many columns and rows.
    ///
    /// # Panics
    /// When there are no columns or no rows.
    pub fn new(columns: u8, rows: u8, adjacency: Adjacency) -> Grid {
        let outline = Outline {
            columns,
            rows,
            adjacency,
            wrap_columns: false,
            wrap_rows: false,
        };
        Squares::try_from(outline)
            .map(Grid::from)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same grid, where the first column follows on the last: a cylinder. Say so before there are walls and doors.
    ///
    /// # Panics
    /// When there are walls, doors or edges already.
    pub fn wrap_columns(self) -> Grid {
        self.reshape(|outline| outline.wrap_columns = true)
    }

    /// The same grid, where the first row follows on the last; with columns that wrap too, a torus. Say so before there are
    /// walls and doors.
    ///
    /// # Panics
    /// When there are walls, doors or edges already.
    pub fn wrap_rows(self) -> Grid {
        self.reshape(|outline| outline.wrap_rows = true)
    }

    fn reshape(self, change: impl FnOnce(&mut Outline)) -> Grid {
        assert!(
            self.seams.is_empty(),
            "a grid wraps before it gets walls and doors"
        );
        let mut outline = self.squares.data;
        change(&mut outline);
        Squares::build(outline).into()
    }

    /// How many columns there are.
    #[inline]
    pub fn columns(&self) -> u8 {
        self.squares.data.columns
    }

    /// How many rows there are.
    #[inline]
    pub fn rows(&self) -> u8 {
        self.squares.data.rows
    }

    /// Which squares are one step apart.
    pub fn adjacency(&self) -> Adjacency {
        self.squares.data.adjacency
    }

    /// The cell in this column and row, both counted from 0.
    #[inline]
    pub fn at(&self, column: u8, row: u8) -> Option<Cell> {
        let Outline { columns, rows, .. } = self.squares.data;
        let index = u16::from(row) * u16::from(columns) + u16::from(column);
        (column < columns && row < rows).then_some(Cell(index))
    }

    /// The cell's column, counted from 0 at the left.
    #[inline]
    pub fn column(&self, cell: Cell) -> u8 {
        (cell.0 % u16::from(self.squares.data.columns)) as u8
    }

    /// The cell's row, counted from 0 at the bottom.
    #[inline]
    pub fn row(&self, cell: Cell) -> u8 {
        (cell.0 / u16::from(self.squares.data.columns)) as u8
    }

    /// The next cell in this direction, whatever the adjacency; `None` beyond the board's edge.
    #[inline]
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.squares.tables.step(cell, direction as usize)
    }

    /// The cells in this direction, without the first, up to the board's edge; where the board wraps, until they come
    /// round to the first.
    #[inline]
    pub fn ray(&self, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
        let step = move |from: &Cell| self.step(*from, direction).filter(|next| *next != cell);
        std::iter::successors(step(&cell), step)
    }
}

with_seams!(Grid, squares);

impl Squares {
    fn build(data: Outline) -> Squares {
        let len = usize::from(data.columns) * usize::from(data.rows);
        let tables = Tables::new(
            len,
            |cell, direction| data.shift(cell, Direction::ALL[direction].offset()),
            |cell| {
                let offsets = data.adjacency.offsets().into_iter();
                offsets.filter_map(move |offset| data.shift(cell, offset))
            },
        );
        Squares {
            data,
            tables: Arc::new(tables),
        }
    }
}

impl Seamed for Squares {
    fn cell_called(&self, name: &str) -> Option<Cell> {
        let Outline { columns, rows, .. } = self.data;
        let (column, row) = notation::read(name)?;
        let on_board = column < columns.into() && row < rows.into();
        on_board.then(|| Cell((row * usize::from(columns) + column) as u16))
    }

    fn name_of(&self, cell: Cell) -> String {
        let columns = usize::from(self.data.columns);
        notation::write(cell.index() % columns, cell.index() / columns)
    }

    fn plain_neighbours(&self, cell: Cell) -> &[Cell] {
        self.tables.neighbours(cell)
    }

    fn touch(&self, a: Cell, b: Cell) -> bool {
        let mut ways = (0..Direction::ALL.len()).map(|way| self.tables.step(a, way));
        ways.any(|next| next == Some(b))
    }

    fn corners(&self, a: Cell, b: Cell) -> Option<[Option<Cell>; 2]> {
        match self.data.offset(a, b) {
            (right @ (-1 | 1), up @ (-1 | 1)) => {
                Some([self.data.shift(a, (right, 0)), self.data.shift(a, (0, up))])
            }
            _ => None,
        }
    }
}

impl From<Squares> for Grid {
    fn from(squares: Squares) -> Grid {
        Grid {
            squares,
            seams: Arc::default(),
        }
    }
}

impl Outline {
    /// The cell so many columns to the right and rows up.
    fn shift(self, cell: Cell, (right, up): (i32, i32)) -> Option<Cell> {
        let columns = i32::from(self.columns);
        let (column, row) = (i32::from(cell.0) % columns, i32::from(cell.0) / columns);
        let within = |place: i32, count: u8, wraps: bool| match wraps {
            true => Some(place.rem_euclid(i32::from(count))),
            false => (0..i32::from(count)).contains(&place).then_some(place),
        };
        let column = within(column + right, self.columns, self.wrap_columns)?;
        let row = within(row + up, self.rows, self.wrap_rows)?;
        Some(Cell((row * columns + column) as u16))
    }

    /// How far the second cell lies to the right of the first and above it, the shorter way round where the board wraps.
    fn offset(self, a: Cell, b: Cell) -> (i32, i32) {
        let shorter = |offset: i32, count: u8, wraps: bool| {
            let count = i32::from(count);
            match offset.rem_euclid(count) {
                _ if !wraps => offset,
                forward if 2 * forward <= count => forward,
                forward => forward - count,
            }
        };
        let columns = i32::from(self.columns);
        let (a, b) = (i32::from(a.0), i32::from(b.0));
        (
            shorter(b % columns - a % columns, self.columns, self.wrap_columns),
            shorter(b / columns - a / columns, self.rows, self.wrap_rows),
        )
    }

    /// How many diagonal steps it takes. Each changes both column and row by one, so that both must take the same number
    /// up to an even rest, in which the shorter way goes forth and back.
    fn diagonal_steps(self, (right, up): (u32, u32)) -> Option<u32> {
        let narrow = |count: u8, wraps: bool| count == 1 && !wraps;
        if narrow(self.columns, self.wrap_columns) || narrow(self.rows, self.wrap_rows) {
            return (right == 0 && up == 0).then_some(0);
        }
        // Round an odd number of columns, the longer way is even where the shorter is odd.
        let ways = |offset: u32, count: u8, wraps: bool| match wraps {
            true => [offset, u32::from(count) - offset],
            false => [offset, offset],
        };
        let rights = ways(right, self.columns, self.wrap_columns).into_iter();
        let ups = ways(up, self.rows, self.wrap_rows);
        rights
            .flat_map(|right| ups.map(|up| (right, up)))
            .filter(|(right, up)| (right + up) % 2 == 0)
            .map(|(right, up)| right.max(up))
            .min()
    }
}

impl Geometry for Grid {
    #[inline]
    fn len(&self) -> usize {
        self.squares.tables.len()
    }

    #[inline]
    fn neighbours(&self, cell: Cell) -> &[Cell] {
        let seams = self.seams.neighbours(cell);
        seams.unwrap_or_else(|| self.squares.tables.neighbours(cell))
    }

    fn name(&self, cell: Cell) -> String {
        match self.contains(cell) {
            true => notation::write(self.column(cell).into(), self.row(cell).into()),
            false => "?".into(),
        }
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        self.squares.cell_called(name)
    }

    fn distance(&self, a: Cell, b: Cell) -> Option<u32> {
        if !self.contains(a) || !self.contains(b) {
            return None;
        }
        if !self.seams.is_empty() {
            return self.distance_through(a, b, &|_: Edge| true);
        }
        let (right, up) = self.squares.data.offset(a, b);
        let (right, up) = (right.unsigned_abs(), up.unsigned_abs());
        match self.squares.data.adjacency {
            Adjacency::Orthogonal => Some(right + up),
            Adjacency::All => Some(right.max(up)),
            Adjacency::Diagonal => self.squares.data.diagonal_steps((right, up)),
            Adjacency::Knight => search::steps(self.len(), a, b, |cell| {
                self.neighbours(cell).iter().copied()
            }),
        }
    }

    /// Straight as a ruler lies, whatever the adjacency; the shorter way round where the board wraps. Where it runs
    /// exactly between two cells it takes the one on its left.
    fn line(&self, a: Cell, b: Cell) -> Vec<Cell> {
        if !self.contains(a) || !self.contains(b) {
            return Vec::new();
        }
        let (right, up) = self.squares.data.offset(a, b);
        let steps = right.abs().max(up.abs());
        let along = |step: i32, whole: i32, half: i32| {
            part(step.into(), steps.into(), whole.into(), half.into()) as i32
        };
        let offset = |step: i32| match right.abs() == steps {
            true => (step * right.signum(), along(step, up, right.signum())),
            false => (along(step, right, -up.signum()), step * up.signum()),
        };
        (0..=steps)
            .filter_map(|step| self.squares.data.shift(a, offset(step)))
            .collect()
    }

    fn edge_count(&self) -> u16 {
        self.seams.roads().len() as u16
    }

    fn ends(&self, edge: Edge) -> (Cell, Cell) {
        self.seams.roads()[usize::from(edge.0)].ends
    }

    fn edge_between(&self, a: Cell, b: Cell) -> Option<Edge> {
        self.seams.edge_between(a, b)
    }

    fn is_closed_at_first(&self, edge: Edge) -> bool {
        self.seams.roads()[usize::from(edge.0)].closed
    }

    #[inline]
    fn step_through(&self, from: Cell, to: Cell, doors: &impl Doors) -> Option<u32> {
        match self.seams.is_plain(from, to) {
            true => Some(1),
            false => self.seams.step(&self.squares, from, to, doors),
        }
    }

    #[inline]
    fn light_through(&self, a: Cell, b: Cell, doors: &impl Doors) -> bool {
        self.seams.is_plain(a, b) || self.seams.passes(&self.squares, a, b, doors)
    }

    fn range_through(&self, a: Cell, b: Cell, _doors: &impl Doors) -> Option<u32> {
        let on_board = self.contains(a) && self.contains(b);
        let (right, up) = self.squares.data.offset(a, b);
        on_board.then(|| right.unsigned_abs().max(up.unsigned_abs()))
    }

    fn view_through(
        &self,
        from: Cell,
        radius: u32,
        blocks: impl Fn(Cell) -> bool,
        doors: &impl Doors,
    ) -> CellSet {
        let Outline { columns, rows, .. } = self.squares.data;
        if self.squares.data.wrap_columns || self.squares.data.wrap_rows || !self.contains(from) {
            return cast::one_by_one(self, from, radius, &blocks, doors);
        }
        let mut seen = CellSet::with_capacity(self.len());
        seen.insert(from);
        let (left, below) = (i32::from(self.column(from)), i32::from(self.row(from)));
        let clear = |a, b| self.light_through(a, b, doors);
        let mut shadows = Vec::with_capacity(16);
        for way in Direction::ORTHOGONAL {
            for aside in [way.turn(2), way.turn(-2)] {
                let ((x, y), (across, up)) = (way.offset(), aside.offset());
                let cell = |row: u32, column: u32| {
                    let (row, column) = (row as i32, column as i32);
                    let x = left + row * x + column * across;
                    let y = below + row * y + column * up;
                    let on_board = (0..i32::from(columns)).contains(&x);
                    let on_board = on_board && (0..i32::from(rows)).contains(&y);
                    on_board.then(|| Cell((y * i32::from(columns) + x) as u16))
                };
                let wedge = Wedge {
                    radius: radius.min(255),
                    cell,
                    seams: !self.seams.is_empty(),
                };
                wedge.cast(from, &blocks, &clear, &mut shadows, &mut seen);
            }
        }
        seen
    }

    fn burst(&self, center: Cell, radius: u32) -> CellSet {
        self.near(center, radius, |_| true)
    }

    fn ring(&self, center: Cell, radius: u32) -> CellSet {
        self.near(center, radius, |far| far == radius)
    }

    fn cone(&self, from: Cell, towards: Cell, length: u32) -> CellSet {
        if !self.contains(towards) {
            return CellSet::new();
        }
        let way = |cell| {
            let (right, up) = self.squares.data.offset(from, cell);
            (i64::from(right), i64::from(up))
        };
        let product = |a: (i64, i64), b: (i64, i64)| a.0 * b.0 + a.1 * b.1;
        let aim = way(towards);
        let mut near = self.near(from, length, |far| far > 0);
        let aside = |cell: &Cell| {
            let way = way(*cell);
            let squares = (product(aim, aim), product(way, way));
            !area::is_ahead(product(aim, way), squares, false)
        };
        let aside: CellSet = near.iter().filter(aside).collect();
        near.difference(&aside);
        near
    }
}

impl Grid {
    /// The cells within a radius that are as far away as this says.
    fn near(&self, center: Cell, radius: u32, far: impl Fn(u32) -> bool) -> CellSet {
        if !self.contains(center) {
            return CellSet::new();
        }
        let radius = radius.min(self.columns().max(self.rows()).into()) as i32;
        let around = (-radius..=radius).flat_map(|up| (-radius..=radius).map(move |x| (x, up)));
        around
            .filter_map(|offset| self.squares.data.shift(center, offset))
            .filter(|cell| self.range(center, *cell).is_some_and(&far))
            .collect()
    }
}

impl TryFrom<Outline> for Squares {
    type Error = BoardError;

    fn try_from(outline: Outline) -> Result<Squares, BoardError> {
        let Outline { columns, rows, .. } = outline;
        match columns == 0 || rows == 0 {
            true => Err(BoardError::NoCells { columns, rows }),
            false => Ok(Squares::build(outline)),
        }
    }
}

impl TryFrom<GridData> for Grid {
    type Error = BoardError;

    fn try_from(data: GridData) -> Result<Grid, BoardError> {
        let squares = Squares::try_from(Outline {
            columns: data.columns,
            rows: data.rows,
            adjacency: data.adjacency,
            wrap_columns: data.wrap_columns,
            wrap_rows: data.wrap_rows,
        })?;
        let seams = Seams::read(&squares, &data.seams)?;
        Ok(Grid {
            squares,
            seams: Arc::new(seams),
        })
    }
}

impl From<Grid> for GridData {
    fn from(grid: Grid) -> GridData {
        let Outline {
            columns,
            rows,
            adjacency,
            wrap_columns,
            wrap_rows,
        } = grid.squares.data;
        GridData {
            columns,
            rows,
            adjacency,
            wrap_columns,
            wrap_rows,
            seams: grid.seams.write(&grid.squares),
        }
    }
}
