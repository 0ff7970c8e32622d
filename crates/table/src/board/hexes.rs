//! [`Hexes`]: boards of hexagons, in three shapes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::cast::Wedge;
use super::seams::{SeamData, SeamKind, Seamed, Seams, with_seams};
use super::tables::Tables;
use super::{BoardError, Cell, CellSet, Doors, Edge, Geometry, Hex, HexOffset, area, notation};

/// More would not fit the numbers of [cells](Cell).
pub(super) const LARGEST_RADIUS: u8 = 147;

/// No two hexagons of a board lie farther apart: those in opposite corners of the largest parallelogram.
const FARTHEST: u32 = 2 * (u8::MAX as u32 - 1);

/// How the hexagons of a board are turned.
///
/// ```
/// use parlor_table::{Hexes, Orientation};
/// assert_eq!(Hexes::hexagon(4, Orientation::Pointy).orientation(), Orientation::Pointy);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// A side on top: hexagons stand in straight columns.
    Flat,
    /// A corner on top: hexagons lie in straight rows.
    Pointy,
}

/// The outline of a board of hexagons.
///
/// ```
/// use parlor_table::{HexShape, Hexes, Orientation};
/// let orientation = Orientation::Flat;
/// assert_eq!(Hexes::hexagon(2, orientation).shape(), HexShape::Hexagon { radius: 2, orientation });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "shape", rename_all = "snake_case", deny_unknown_fields)]
pub enum HexShape {
    /// See [`Hexes::parallelogram`].
    Parallelogram {
        /// How many columns there are.
        columns: u8,
        /// How many rows there are.
        rows: u8,
        /// How the hexagons are turned.
        orientation: Orientation,
    },
    /// See [`Hexes::rectangle`].
    Rectangle {
        /// How many columns there are.
        columns: u8,
        /// How many rows there are.
        rows: u8,
        /// Which rows or columns are shoved.
        offset: HexOffset,
    },
    /// See [`Hexes::hexagon`].
    Hexagon {
        /// How far the corners are from the middle.
        radius: u8,
        /// How the hexagons are turned.
        orientation: Orientation,
    },
}

/// A board of hexagons, numbered row by row from the top, each from the left.
///
/// ```
/// use parlor_table::{Geometry, Hex, Hexes, Orientation};
/// let hex = Hexes::parallelogram(11, 11, Orientation::Pointy);
/// let f6 = hex.cell("f6").unwrap();
/// assert_eq!(hex.hex(f6), Hex::new(5, 5));
/// assert_eq!(hex.neighbours(f6).len(), 6);
/// assert_eq!(hex.distance(f6, hex.cell("a1").unwrap()), Some(10));
/// assert_eq!(hex.step(f6, 0), hex.cell("g6"));
/// assert_eq!(hex.at(Hex::new(11, 0)), None);
/// ```
///
/// Between the hexagons there may be walls, doors and additional edges, as on a [grid](super::Grid).
///
/// ```
/// use parlor_table::{Edge, Geometry, HexOffset, Hexes};
/// let map = Hexes::rectangle(3, 1, HexOffset::OddRows).wall("a1", "b1").edge("a1", "c1");
/// let [a1, b1] = ["a1", "b1"].map(|name| map.cell(name).unwrap());
/// assert_eq!(map.distance(a1, b1), Some(2));
/// assert_eq!(map.through(|_: Edge| false).distance(a1, b1), None);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "HexesData", into = "HexesData")]
pub struct Hexes {
    plain: PlainHexes,
    seams: Arc<Seams>,
}

/// The board without what is between its hexagons.
#[derive(Clone, Debug, PartialEq)]
struct PlainHexes {
    shape: HexShape,
    places: Arc<Places>,
    tables: Arc<Tables<6>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct HexesData {
    #[serde(flatten)]
    shape: HexShape,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seams: Vec<SeamData>,
}

/// Which hexagon is which cell.
#[derive(Debug, PartialEq)]
struct Places {
    hexes: Vec<Hex>,
    // For each column and row, row by row, whether they cross on the board or not.
    cells: Vec<Option<Cell>>,
}

impl Hexes {
    /// A board of slanted columns and rows, as Hex is played on: `a1` is the [origin](Hex::ORIGIN), `q` counts the
    /// columns and `r` the rows.
    ///
    /// # Panics
    /// When there are no columns or no rows.
    pub fn parallelogram(columns: u8, rows: u8, orientation: Orientation) -> Hexes {
        Hexes::new(HexShape::Parallelogram {
            columns,
            rows,
            orientation,
        })
    }

    /// A board with four straight edges, where every other row or column is shoved, as maps of war games are.
    ///
    /// ```
    /// use parlor_table::{Geometry, HexOffset, Hexes, Orientation};
    /// let map = Hexes::rectangle(5, 4, HexOffset::OddRows);
    /// let [a1, a4] = ["a1", "a4"].map(|name| map.cell(name).unwrap());
    /// assert_eq!(map.orientation(), Orientation::Pointy);
    /// assert_eq!(map.distance(a1, a4), Some(3));
    /// ```
    ///
    /// # Panics
    /// When there are no columns or no rows.
    pub fn rectangle(columns: u8, rows: u8, offset: HexOffset) -> Hexes {
        Hexes::new(HexShape::Rectangle {
            columns,
            rows,
            offset,
        })
    }

    /// A board of all that is at most so far from the [origin](Hex::ORIGIN), as Abalone and Havannah are played on.
    ///
    /// With pointy tops the rows are 1, 2 and so on from the top, and the lines that rise to the right are `a`, `b`
    /// and so on. With flat tops the columns are `a`, `b` and so on from the left, and the lines that rise to the right are 1,
    /// 2 and so on. The first corner is `a1`; later rows begin farther on.
    ///
    /// ```
    /// use parlor_table::{Geometry, Hex, Hexes, Orientation};
    /// let abalone = Hexes::hexagon(4, Orientation::Pointy);
    /// let second = abalone.cells().filter(|cell| abalone.hex(*cell).r == -3);
    /// let names: Vec<String> = second.map(|cell| abalone.name(cell)).collect();
    /// assert_eq!(names, ["a2", "b2", "c2", "d2", "e2", "f2"]);
    /// assert_eq!(abalone.cell("e5"), abalone.at(Hex::ORIGIN));
    /// assert_eq!(abalone.cell("a9"), None);
    /// ```
    ///
    /// # Panics
    /// When the radius is more than 147.
    pub fn hexagon(radius: u8, orientation: Orientation) -> Hexes {
        Hexes::new(HexShape::Hexagon {
            radius,
            orientation,
        })
    }

    /// The outline.
    pub fn shape(&self) -> HexShape {
        self.plain.shape
    }

    /// How the hexagons are turned.
    pub fn orientation(&self) -> Orientation {
        match self.plain.shape {
            HexShape::Parallelogram { orientation, .. } => orientation,
            HexShape::Hexagon { orientation, .. } => orientation,
            HexShape::Rectangle { offset, .. } => match offset {
                HexOffset::OddRows | HexOffset::EvenRows => Orientation::Pointy,
                HexOffset::OddColumns | HexOffset::EvenColumns => Orientation::Flat,
            },
        }
    }

    /// Where the cell is among all hexagons.
    ///
    /// # Panics
    /// When the cell is not on this board.
    #[inline]
    pub fn hex(&self, cell: Cell) -> Hex {
        self.plain.places.hexes[cell.index()]
    }

    /// The cell that is there.
    #[inline]
    pub fn at(&self, hex: Hex) -> Option<Cell> {
        self.plain.places.at(self.plain.shape, hex)
    }

    /// The next cell in this [direction](Hex::directions), where 6 is 0 again; `None` beyond the board's edge.
    #[inline]
    pub fn step(&self, cell: Cell, direction: u8) -> Option<Cell> {
        self.plain.tables.step(cell, usize::from(direction % 6))
    }

    fn new(shape: HexShape) -> Hexes {
        let plain = PlainHexes::try_from(shape).unwrap_or_else(|error| panic!("{error}"));
        Hexes {
            plain,
            seams: Arc::default(),
        }
    }
}

with_seams!(Hexes, plain);

impl HexShape {
    /// How many columns and rows the names of the cells count.
    fn bounds(self) -> (u16, u16) {
        match self {
            HexShape::Parallelogram { columns, rows, .. } => (columns.into(), rows.into()),
            HexShape::Rectangle { columns, rows, .. } => (columns.into(), rows.into()),
            HexShape::Hexagon { radius, .. } => {
                let across = 2 * u16::from(radius) + 1;
                (across, across)
            }
        }
    }

    /// The column and row that the hexagon's name counts, whether it is on the board or not.
    fn place(self, hex: Hex) -> (i32, i32) {
        let [q, r, s] = hex.cube();
        match self {
            HexShape::Parallelogram { .. } => (q, r),
            HexShape::Rectangle { offset, .. } => hex.to_offset(offset),
            HexShape::Hexagon {
                radius,
                orientation,
            } => {
                let radius = i32::from(radius);
                match orientation {
                    Orientation::Pointy => (radius - s, radius + r),
                    Orientation::Flat => (radius + q, radius - s),
                }
            }
        }
    }

    /// The hexagon in this column and row, when it is on the board.
    fn hex(self, column: i16, row: i16) -> Option<Hex> {
        match self {
            HexShape::Parallelogram { .. } => Some(Hex::new(column, row)),
            HexShape::Rectangle { offset, .. } => Some(Hex::from_offset(column, row, offset)),
            HexShape::Hexagon {
                radius,
                orientation,
            } => {
                let middle = i16::from(radius);
                let hex = match orientation {
                    Orientation::Pointy => Hex::new(column - row, row - middle),
                    Orientation::Flat => Hex::new(column - middle, row - column),
                };
                (hex.distance(Hex::ORIGIN) <= radius.into()).then_some(hex)
            }
        }
    }
}

impl Places {
    fn new(shape: HexShape) -> Places {
        let (columns, rows) = shape.bounds();
        let mut places = Places {
            hexes: Vec::new(),
            cells: Vec::with_capacity(usize::from(columns) * usize::from(rows)),
        };
        for row in 0..rows as i16 {
            for column in 0..columns as i16 {
                let hex = shape.hex(column, row);
                let cell = hex.map(|_| Cell(places.hexes.len() as u16));
                places.hexes.extend(hex);
                places.cells.push(cell);
            }
        }
        places
    }

    #[inline]
    fn at(&self, shape: HexShape, hex: Hex) -> Option<Cell> {
        let (column, row) = shape.place(hex);
        self.crossing(shape, column.try_into().ok()?, row.try_into().ok()?)
    }

    /// The cell in this column and row.
    fn crossing(&self, shape: HexShape, column: usize, row: usize) -> Option<Cell> {
        let columns = usize::from(shape.bounds().0);
        let index = row.checked_mul(columns)?.checked_add(column)?;
        let cell = self.cells.get(index).copied().flatten();
        cell.filter(|_| column < columns)
    }
}

impl Geometry for Hexes {
    #[inline]
    fn len(&self) -> usize {
        self.plain.places.hexes.len()
    }

    #[inline]
    fn neighbours(&self, cell: Cell) -> &[Cell] {
        let seams = self.seams.neighbours(cell);
        seams.unwrap_or_else(|| self.plain.tables.neighbours(cell))
    }

    fn name(&self, cell: Cell) -> String {
        match self.contains(cell) {
            true => self.plain.name_of(cell),
            false => "?".into(),
        }
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        self.plain.cell_called(name)
    }

    fn distance(&self, a: Cell, b: Cell) -> Option<u32> {
        match self.seams.is_empty() {
            true => self.range(a, b),
            false => self.distance_through(a, b, &|_: Edge| true),
        }
    }

    /// As [`Hex::line`] does, but never off the board: along a jagged edge it takes the hexagon on its right instead.
    fn line(&self, a: Cell, b: Cell) -> Vec<Cell> {
        if !self.contains(a) || !self.contains(b) {
            return Vec::new();
        }
        self.hex(a)
            .line_sides(self.hex(b))
            .filter_map(|sides| sides.into_iter().find_map(|hex| self.at(hex)))
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
            false => self.seams.step(&self.plain, from, to, doors),
        }
    }

    #[inline]
    fn light_through(&self, a: Cell, b: Cell, doors: &impl Doors) -> bool {
        self.seams.is_plain(a, b) || self.seams.passes(&self.plain, a, b, doors)
    }

    fn range_through(&self, a: Cell, b: Cell, _doors: &impl Doors) -> Option<u32> {
        let on_board = self.contains(a) && self.contains(b);
        on_board.then(|| self.hex(a).distance(self.hex(b)))
    }

    fn view_through(
        &self,
        from: Cell,
        radius: u32,
        blocks: impl Fn(Cell) -> bool,
        doors: &impl Doors,
    ) -> CellSet {
        if !self.contains(from) {
            return CellSet::new();
        }
        let mut seen = CellSet::with_capacity(self.len());
        seen.insert(from);
        let (origin, clear) = (self.hex(from), |a, b| self.light_through(a, b, doors));
        let mut shadows = Vec::with_capacity(16);
        for way in 0..6 {
            let (near, far) = (Hex::ORIGIN.step(way), Hex::ORIGIN.step(way + 1));
            let cell = |row: u32, column: u32| {
                let (row, column) = (row as i16, column as i16);
                let q = (row - column) * near.q + column * far.q;
                let r = (row - column) * near.r + column * far.r;
                self.at(origin + Hex::new(q, r))
            };
            let wedge = Wedge {
                radius: radius.min(FARTHEST),
                cell,
                seams: !self.seams.is_empty(),
            };
            wedge.cast(from, &blocks, &clear, &mut shadows, &mut seen);
        }
        seen
    }

    fn burst(&self, center: Cell, radius: u32) -> CellSet {
        match u8::try_from(radius) {
            Ok(radius) => self.near(center, |hex| hex.range(radius).collect()),
            Err(_) => self.at_range(center, |far| far <= radius),
        }
    }

    fn ring(&self, center: Cell, radius: u32) -> CellSet {
        match u8::try_from(radius) {
            Ok(radius) => self.near(center, |hex| hex.ring(radius).collect()),
            Err(_) => self.at_range(center, |far| far == radius),
        }
    }

    fn cone(&self, from: Cell, towards: Cell, length: u32) -> CellSet {
        if !self.contains(from) || !self.contains(towards) {
            return CellSet::new();
        }
        let way = |cell| {
            let way = self.hex(cell) - self.hex(from);
            (i64::from(way.q), i64::from(way.r))
        };
        // Twice the product: the two directions are a sixth of a turn apart.
        let product =
            |a: (i64, i64), b: (i64, i64)| 2 * (a.0 * b.0 + a.1 * b.1) + a.0 * b.1 + a.1 * b.0;
        let aim = way(towards);
        let ahead = |cell: &Cell| {
            let way = way(*cell);
            let squares = (product(aim, aim), product(way, way));
            area::is_ahead(product(aim, way), squares, true)
        };
        self.burst(from, length).iter().filter(ahead).collect()
    }
}

impl Hexes {
    fn near(&self, center: Cell, around: impl Fn(Hex) -> Vec<Hex>) -> CellSet {
        match self.contains(center) {
            true => around(self.hex(center))
                .into_iter()
                .filter_map(|hex| self.at(hex))
                .collect(),
            false => CellSet::new(),
        }
    }

    fn at_range(&self, center: Cell, holds: impl Fn(u32) -> bool) -> CellSet {
        let there = |cell: &Cell| self.range(center, *cell).is_some_and(&holds);
        self.cells().filter(there).collect()
    }
}

impl Seamed for PlainHexes {
    fn cell_called(&self, name: &str) -> Option<Cell> {
        let (column, row) = notation::read(name)?;
        self.places.crossing(self.shape, column, row)
    }

    fn name_of(&self, cell: Cell) -> String {
        let (column, row) = self.shape.place(self.places.hexes[cell.index()]);
        notation::write(column as usize, row as usize)
    }

    fn plain_neighbours(&self, cell: Cell) -> &[Cell] {
        self.tables.neighbours(cell)
    }

    fn touch(&self, a: Cell, b: Cell) -> bool {
        self.tables.neighbours(a).contains(&b)
    }

    fn corners(&self, _a: Cell, _b: Cell) -> Option<[Option<Cell>; 2]> {
        None
    }
}

impl TryFrom<HexShape> for PlainHexes {
    type Error = BoardError;

    fn try_from(shape: HexShape) -> Result<PlainHexes, BoardError> {
        match shape {
            HexShape::Parallelogram { columns, rows, .. }
            | HexShape::Rectangle { columns, rows, .. }
                if columns == 0 || rows == 0 =>
            {
                return Err(BoardError::NoCells { columns, rows });
            }
            HexShape::Hexagon { radius, .. } if radius > LARGEST_RADIUS => {
                return Err(BoardError::TooLarge(radius));
            }
            _ => {}
        }
        let places = Places::new(shape);
        let near = |cell: Cell| places.hexes[cell.index()].neighbours();
        let tables = Tables::new(
            places.hexes.len(),
            |cell, direction| {
                let next = places.hexes[cell.index()].step(direction as u8);
                places.at(shape, next)
            },
            |cell| near(cell).filter_map(|hex| places.at(shape, hex)),
        );
        Ok(PlainHexes {
            shape,
            places: Arc::new(places),
            tables: Arc::new(tables),
        })
    }
}

impl TryFrom<HexesData> for Hexes {
    type Error = BoardError;

    fn try_from(data: HexesData) -> Result<Hexes, BoardError> {
        let plain = PlainHexes::try_from(data.shape)?;
        let seams = Seams::read(&plain, &data.seams)?;
        Ok(Hexes {
            plain,
            seams: Arc::new(seams),
        })
    }
}

impl From<Hexes> for HexesData {
    fn from(hexes: Hexes) -> HexesData {
        HexesData {
            shape: hexes.plain.shape,
            seams: hexes.seams.write(&hexes.plain),
        }
    }
}
