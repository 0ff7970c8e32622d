//! [`Direction`] and [`Adjacency`]: the ways to go on a grid.

use serde::{Deserialize, Serialize};

/// Which squares of a grid are one step apart.
///
/// ```
/// use parlor_table::{Adjacency, Geometry, Grid};
/// let near = |adjacency| {
///     let grid = Grid::new(5, 5, adjacency);
///     grid.neighbours(grid.cell("c3").unwrap()).len()
/// };
/// assert_eq!(near(Adjacency::Orthogonal), 4);
/// assert_eq!(near(Adjacency::All), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Adjacency {
    /// Those that share a side: as rooks step.
    Orthogonal,
    /// Those that share no more than a corner: as bishops step.
    Diagonal,
    /// Those that share a side or a corner: as kings step.
    All,
    /// Those two steps straight on and one aside: as knights jump.
    Knight,
}

impl Adjacency {
    /// How many columns to the right and rows up each step goes.
    pub(super) fn offsets(self) -> Vec<(i32, i32)> {
        let steps = |directions: &[Direction]| directions.iter().map(|way| way.offset()).collect();
        match self {
            Adjacency::Orthogonal => steps(&Direction::ORTHOGONAL),
            Adjacency::Diagonal => steps(&Direction::DIAGONAL),
            Adjacency::All => steps(&Direction::ALL),
            Adjacency::Knight => {
                let jumps = Direction::DIAGONAL.map(Direction::offset).into_iter();
                jumps.flat_map(|(x, y)| [(2 * x, y), (x, 2 * y)]).collect()
            }
        }
    }
}

/// A way to go on a grid, clockwise from north, which is where the row numbers grow.
///
/// ```
/// use parlor_table::Direction;
/// assert_eq!(Direction::North.opposite(), Direction::South);
/// assert_eq!(Direction::North.turn(1), Direction::NorthEast);
/// assert_eq!(Direction::North.turn(-2), Direction::West);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the compass says it")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

use Direction::*;

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Direction; 8] = [
        North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest,
    ];

    /// Along columns and rows.
    pub const ORTHOGONAL: [Direction; 4] = [North, East, South, West];

    /// Across the corners.
    pub const DIAGONAL: [Direction; 4] = [NorthEast, SouthEast, SouthWest, NorthWest];

    /// The way back.
    pub const fn opposite(self) -> Direction {
        self.turn(4)
    }

    /// Turned right by so many eighths of a full turn, or left when negative.
    pub const fn turn(self, eighths: i32) -> Direction {
        Direction::ALL[(self as usize + eighths.rem_euclid(8) as usize) % 8]
    }

    /// How many columns to the right and rows up a step goes.
    pub const fn offset(self) -> (i32, i32) {
        match self {
            North => (0, 1),
            NorthEast => (1, 1),
            East => (1, 0),
            SouthEast => (1, -1),
            South => (0, -1),
            SouthWest => (-1, -1),
            West => (-1, 0),
            NorthWest => (-1, 1),
        }
    }
}
