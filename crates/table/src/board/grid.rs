//! [`Grid`]: squares in columns and rows, which may wrap around.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::tables::Tables;
use super::{Adjacency, BoardError, Cell, Direction, Geometry, notation, part, search};

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "GridData", into = "GridData")]
pub struct Grid {
    data: GridData,
    tables: Arc<Tables<8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GridData {
    columns: u8,
    rows: u8,
    adjacency: Adjacency,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    wrap_columns: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    wrap_rows: bool,
}

impl Grid {
    /// A grid of so many columns and rows.
    ///
    /// # Panics
    /// When there are no columns or no rows.
    pub fn new(columns: u8, rows: u8, adjacency: Adjacency) -> Grid {
        let data = GridData {
            columns,
            rows,
            adjacency,
            wrap_columns: false,
            wrap_rows: false,
        };
        Grid::try_from(data).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same grid, where the first column follows on the last: a cylinder.
    pub fn wrap_columns(self) -> Grid {
        Grid::build(GridData {
            wrap_columns: true,
            ..self.data
        })
    }

    /// The same grid, where the first row follows on the last; with columns that wrap too, a torus.
    pub fn wrap_rows(self) -> Grid {
        Grid::build(GridData {
            wrap_rows: true,
            ..self.data
        })
    }

    /// How many columns there are.
    #[inline]
    pub fn columns(&self) -> u8 {
        self.data.columns
    }

    /// How many rows there are.
    #[inline]
    pub fn rows(&self) -> u8 {
        self.data.rows
    }

    /// Which squares are one step apart.
    pub fn adjacency(&self) -> Adjacency {
        self.data.adjacency
    }

    /// The cell in this column and row, both counted from 0.
    #[inline]
    pub fn at(&self, column: u8, row: u8) -> Option<Cell> {
        let GridData { columns, rows, .. } = self.data;
        let index = u16::from(row) * u16::from(columns) + u16::from(column);
        (column < columns && row < rows).then_some(Cell(index))
    }

    /// The cell's column, counted from 0 at the left.
    #[inline]
    pub fn column(&self, cell: Cell) -> u8 {
        (cell.0 % u16::from(self.data.columns)) as u8
    }

    /// The cell's row, counted from 0 at the bottom.
    #[inline]
    pub fn row(&self, cell: Cell) -> u8 {
        (cell.0 / u16::from(self.data.columns)) as u8
    }

    /// The next cell in this direction, whatever the adjacency; `None` beyond the board's edge.
    #[inline]
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.tables.step(cell, direction as usize)
    }

    /// The cells in this direction, without the first, up to the board's edge; where the board wraps, until they come
    /// round to the first.
    #[inline]
    pub fn ray(&self, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
        let step = move |from: &Cell| self.step(*from, direction).filter(|next| *next != cell);
        std::iter::successors(step(&cell), step)
    }

    fn build(data: GridData) -> Grid {
        let len = usize::from(data.columns) * usize::from(data.rows);
        let tables = Tables::new(
            len,
            |cell, direction| data.shift(cell, Direction::ALL[direction].offset()),
            |cell| {
                let offsets = data.adjacency.offsets().into_iter();
                offsets.filter_map(move |offset| data.shift(cell, offset))
            },
        );
        Grid {
            data,
            tables: Arc::new(tables),
        }
    }
}

impl GridData {
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
        self.tables.len()
    }

    #[inline]
    fn neighbours(&self, cell: Cell) -> &[Cell] {
        self.tables.neighbours(cell)
    }

    fn name(&self, cell: Cell) -> String {
        match self.contains(cell) {
            true => notation::write(self.column(cell).into(), self.row(cell).into()),
            false => "?".into(),
        }
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        let (column, row) = notation::read(name)?;
        self.at(column.try_into().ok()?, row.try_into().ok()?)
    }

    fn distance(&self, a: Cell, b: Cell) -> Option<u32> {
        if !self.contains(a) || !self.contains(b) {
            return None;
        }
        let (right, up) = self.data.offset(a, b);
        let (right, up) = (right.unsigned_abs(), up.unsigned_abs());
        match self.data.adjacency {
            Adjacency::Orthogonal => Some(right + up),
            Adjacency::All => Some(right.max(up)),
            Adjacency::Diagonal => self.data.diagonal_steps((right, up)),
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
        let (right, up) = self.data.offset(a, b);
        let steps = right.abs().max(up.abs());
        let along = |step: i32, whole: i32, half: i32| {
            part(step.into(), steps.into(), whole.into(), half.into()) as i32
        };
        let offset = |step: i32| match right.abs() == steps {
            true => (step * right.signum(), along(step, up, right.signum())),
            false => (along(step, right, -up.signum()), step * up.signum()),
        };
        (0..=steps)
            .filter_map(|step| self.data.shift(a, offset(step)))
            .collect()
    }
}

impl TryFrom<GridData> for Grid {
    type Error = BoardError;

    fn try_from(data: GridData) -> Result<Grid, BoardError> {
        let GridData { columns, rows, .. } = data;
        match columns == 0 || rows == 0 {
            true => Err(BoardError::NoCells { columns, rows }),
            false => Ok(Grid::build(data)),
        }
    }
}

impl From<Grid> for GridData {
    fn from(grid: Grid) -> GridData {
        grid.data
    }
}
