//! [`TextMap`]: boards drawn as text, and what each symbol stands for.

use super::{Adjacency, BoardError, Cell, CellSet, Geometry, Grid, HexOffset, Hexes};

/// A board drawn as text, one symbol for each cell: whoever reads it says what the symbols stand for.
///
/// ```
/// use parlor_table::{Adjacency, Geometry, Grid};
/// let (grid, map) = Grid::from_map(
///     "
///     XXXX
///     XS.X
///     X.+X
///     ",
///     Adjacency::All,
/// )
/// .unwrap();
/// assert_eq!((grid.columns(), grid.rows()), (4, 3));
/// let walls = map.cells('X');
/// assert_eq!(grid.cell("b2"), map.cells('S').iter().next());
/// assert!(walls.contains(grid.cell("a3").unwrap()) && walls.len() == 8);
/// assert_eq!(map.symbol(grid.cell("c1").unwrap()), '+');
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMap {
    /// One for each cell.
    symbols: Vec<char>,
}

impl TextMap {
    /// The lines with their symbols. Empty lines before and after, and spaces around each line, are not part of the map.
    fn lines(text: &str) -> Result<Vec<Vec<char>>, BoardError> {
        let lines = text.trim().lines().map(|line| line.trim().chars());
        let lines: Vec<Vec<char>> = lines.map(Iterator::collect).collect();
        let expected = lines.first().map_or(0, Vec::len);
        for (line, symbols) in (1..).zip(&lines) {
            let found = symbols.len();
            if found != expected || found > 255 || line > 255 {
                return Err(BoardError::Uneven {
                    line,
                    expected,
                    found,
                });
            }
        }
        Ok(lines)
    }

    /// What is drawn at a cell; a space for cells that are not on the map.
    pub fn symbol(&self, cell: Cell) -> char {
        self.symbols.get(cell.index()).copied().unwrap_or(' ')
    }

    /// The cells at which this symbol is drawn.
    pub fn cells(&self, symbol: char) -> CellSet {
        self.cells_where(|other| other == symbol)
    }

    /// The cells at which any of the symbols is drawn for which this holds.
    pub fn cells_where(&self, holds: impl Fn(char) -> bool) -> CellSet {
        let all = (0..).map(Cell).zip(&self.symbols);
        all.filter(|(_, symbol)| holds(**symbol))
            .map(|(cell, _)| cell)
            .collect()
    }
}

impl Grid {
    /// A grid drawn as text: the first line is the topmost row.
    ///
    /// # Errors
    /// When there is nothing, or a line is longer or shorter than the first.
    pub fn from_map(text: &str, adjacency: Adjacency) -> Result<(Grid, TextMap), BoardError> {
        let lines = TextMap::lines(text)?;
        let (columns, rows) = (lines.first().map_or(0, Vec::len) as u8, lines.len() as u8);
        if columns == 0 || rows == 0 {
            return Err(BoardError::NoCells { columns, rows });
        }
        // Rows are numbered from the bottom.
        let symbols = lines.into_iter().rev().flatten().collect();
        Ok((Grid::new(columns, rows, adjacency), TextMap { symbols }))
    }
}

impl Hexes {
    /// A rectangle of hexagons drawn as text: the first line is row 1.
    ///
    /// ```
    /// use parlor_table::{Geometry, HexOffset, Hexes};
    /// let (hexes, map) = Hexes::from_map("~~.\n~..", HexOffset::OddRows).unwrap();
    /// assert_eq!(map.cells('~').iter().map(|cell| hexes.name(cell)).collect::<Vec<_>>(), ["a1", "b1", "a2"]);
    /// ```
    ///
    /// # Errors
    /// When there is nothing, or a line is longer or shorter than the first.
    pub fn from_map(text: &str, offset: HexOffset) -> Result<(Hexes, TextMap), BoardError> {
        let lines = TextMap::lines(text)?;
        let (columns, rows) = (lines.first().map_or(0, Vec::len) as u8, lines.len() as u8);
        if columns == 0 || rows == 0 {
            return Err(BoardError::NoCells { columns, rows });
        }
        let hexes = Hexes::rectangle(columns, rows, offset);
        debug_assert_eq!(hexes.len(), usize::from(columns) * usize::from(rows));
        let symbols = lines.into_iter().flatten().collect();
        Ok((hexes, TextMap { symbols }))
    }
}
