//! [`Hex`]: the place of a hexagon in axial coordinates, and the arithmetic of hexagons.

use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

use super::part;

/// The place of a hexagon among all hexagons. With [pointy](super::Orientation::Pointy) tops, `q` grows to the right
/// and `r` down to the right; with [flat](super::Orientation::Flat) ones, `q` grows down to the right and `r` down.
///
/// Coordinates that would leave the range of numbers wrap around; no board reaches so far.
///
/// ```
/// use parlor_table::Hex;
/// let hex = Hex::new(2, -1);
/// assert_eq!(hex.distance(Hex::ORIGIN), 2);
/// assert_eq!(hex.rotate_left().rotate_left().rotate_left(), -hex);
/// assert_eq!(hex.neighbours().filter(|near| near.distance(Hex::ORIGIN) == 3).count(), 2);
/// assert_eq!(Hex::ORIGIN.ring(2).count(), 12);
/// assert_eq!(Hex::ORIGIN.range(2).count(), 19);
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Hex {
    /// The first coordinate.
    pub q: i16,
    /// The second coordinate.
    pub r: i16,
}

/// How hexagons stand in columns and rows, where every other row or column is shoved by a half: which of them, counted
/// from 0. Shoved rows go with pointy tops, shoved columns with flat ones.
///
/// ```
/// use parlor_table::{Hex, HexOffset};
/// let hex = Hex::from_offset(2, 3, HexOffset::OddRows);
/// assert_eq!(hex, Hex::new(1, 3));
/// assert_eq!(hex.to_offset(HexOffset::OddRows), (2, 3));
/// assert_eq!(hex.to_offset(HexOffset::EvenRows), (3, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HexOffset {
    /// The odd rows are shoved to the right ("odd-r").
    OddRows,
    /// The even rows are shoved to the right ("even-r").
    EvenRows,
    /// The odd columns are shoved down ("odd-q").
    OddColumns,
    /// The even columns are shoved down ("even-q").
    EvenColumns,
}

impl Hex {
    /// The hexagon in the middle of it all.
    pub const ORIGIN: Hex = Hex::new(0, 0);

    const DIRECTIONS: [Hex; 6] = [
        Hex::new(1, 0),
        Hex::new(1, -1),
        Hex::new(0, -1),
        Hex::new(-1, 0),
        Hex::new(-1, 1),
        Hex::new(0, 1),
    ];

    /// The hexagon at these coordinates.
    #[inline]
    pub const fn new(q: i16, r: i16) -> Hex {
        Hex { q, r }
    }

    /// The third coordinate: the three always sum to 0.
    #[inline]
    pub const fn s(self) -> i32 {
        -(self.q as i32) - self.r as i32
    }

    /// The three coordinates.
    #[inline]
    pub const fn cube(self) -> [i32; 3] {
        [self.q as i32, self.r as i32, self.s()]
    }

    /// The hexagon at these three coordinates; `None` when they do not sum to 0 or are too large.
    pub fn from_cube([q, r, s]: [i32; 3]) -> Option<Hex> {
        let sum = i64::from(q) + i64::from(r) + i64::from(s);
        let hex = Hex::new(q.try_into().ok()?, r.try_into().ok()?);
        (sum == 0).then_some(hex)
    }

    /// The column and row, where every other one is shoved.
    pub const fn to_offset(self, offset: HexOffset) -> (i32, i32) {
        let (q, r) = (self.q as i32, self.r as i32);
        match offset {
            HexOffset::OddRows => (q + (r - (r & 1)) / 2, r),
            HexOffset::EvenRows => (q + (r + (r & 1)) / 2, r),
            HexOffset::OddColumns => (q, r + (q - (q & 1)) / 2),
            HexOffset::EvenColumns => (q, r + (q + (q & 1)) / 2),
        }
    }

    /// The hexagon in this column and row, where every other one is shoved.
    pub const fn from_offset(column: i16, row: i16, offset: HexOffset) -> Hex {
        let (column, row) = (column as i32, row as i32);
        let (q, r) = match offset {
            HexOffset::OddRows => (column - (row - (row & 1)) / 2, row),
            HexOffset::EvenRows => (column - (row + (row & 1)) / 2, row),
            HexOffset::OddColumns => (column, row - (column - (column & 1)) / 2),
            HexOffset::EvenColumns => (column, row - (column + (column & 1)) / 2),
        };
        Hex::new(q as i16, r as i16)
    }

    /// The six steps there are, each turned left by a sixth from the one before. The first is where `q` grows.
    #[inline]
    pub const fn directions() -> [Hex; 6] {
        Hex::DIRECTIONS
    }

    /// The next hexagon in this direction; 6 is 0 again.
    #[inline]
    pub fn step(self, direction: u8) -> Hex {
        self + Hex::DIRECTIONS[usize::from(direction % 6)]
    }

    /// The six that touch this one, in the order of the directions.
    pub fn neighbours(self) -> impl Iterator<Item = Hex> {
        Hex::DIRECTIONS.into_iter().map(move |step| self + step)
    }

    /// How many steps lie between the two.
    pub fn distance(self, other: Hex) -> u32 {
        let (a, b) = (self.cube(), other.cube());
        let offset = |axis: usize| a[axis].abs_diff(b[axis]);
        offset(0).max(offset(1)).max(offset(2))
    }

    /// Turned left by a sixth around the origin. To turn around another: `(hex - other).rotate_left() + other`.
    pub const fn rotate_left(self) -> Hex {
        Hex::new(-self.s() as i16, self.q.wrapping_neg())
    }

    /// Turned right by a sixth around the origin.
    pub const fn rotate_right(self) -> Hex {
        Hex::new(self.r.wrapping_neg(), -self.s() as i16)
    }

    /// Mirrored so that `q` stays, and the other two change places.
    pub const fn reflect_q(self) -> Hex {
        Hex::new(self.q, self.s() as i16)
    }

    /// Mirrored so that `r` stays, and the other two change places.
    pub const fn reflect_r(self) -> Hex {
        Hex::new(self.s() as i16, self.r)
    }

    /// Mirrored so that the [third coordinate](Hex::s) stays, and the other two change places.
    pub const fn reflect_s(self) -> Hex {
        Hex::new(self.r, self.q)
    }

    /// Those at exactly this distance, going round once; at 0, this one.
    pub fn ring(self, radius: u8) -> impl Iterator<Item = Hex> {
        let radius = i16::from(radius);
        let sides = (0..6).flat_map(move |side: usize| {
            let (corner, along) = (Hex::DIRECTIONS[side], Hex::DIRECTIONS[(side + 2) % 6]);
            (0..radius).map(move |step| self + corner.times(radius) + along.times(step))
        });
        (radius == 0).then_some(self).into_iter().chain(sides)
    }

    /// Those at no more than this distance: a spiral from this one outwards, ring by ring.
    pub fn range(self, radius: u8) -> impl Iterator<Item = Hex> {
        (0..=radius).flat_map(move |radius| self.ring(radius))
    }

    /// The hexagons on the straight line to another, both included. Where it runs exactly between two hexagons it takes
    /// the one on its left.
    ///
    /// ```
    /// use parlor_table::Hex;
    /// let (a, b) = (Hex::ORIGIN, Hex::new(1, 1));
    /// assert_eq!(a.line(b).collect::<Vec<_>>(), [a, Hex::new(1, 0), b]);
    /// assert_eq!(b.line(a).collect::<Vec<_>>(), [b, Hex::new(0, 1), a]);
    /// ```
    pub fn line(self, other: Hex) -> impl Iterator<Item = Hex> {
        self.line_sides(other).map(|[left, _]| left)
    }

    /// The line, with the hexagons on either side where it runs exactly between two, else the same twice.
    pub(super) fn line_sides(self, other: Hex) -> impl Iterator<Item = [Hex; 2]> {
        let steps = i64::from(self.distance(other));
        let (start, end) = (self.cube(), other.cube());
        let offset = [0, 1, 2].map(|axis: usize| i64::from(end[axis]) - i64::from(start[axis]));
        // One coordinate changes by one with each step, and so is whole all along. Only the next need be rounded: the
        // third follows, and is the nearest too. Exactly halfway, rounding up or down takes either side.
        let axis = (0..3)
            .find(|axis| offset[*axis].abs() == steps)
            .unwrap_or(0);
        let next = (axis + 1) % 3;
        let forward = offset[axis].signum();
        (0..=steps).map(move |step| {
            [-forward, forward].map(|half| {
                let mut cube = [None; 3];
                cube[axis] = Some(i64::from(start[axis]) + step * forward);
                cube[next] = Some(i64::from(start[next]) + part(step, steps, offset[next], half));
                let third = -cube.iter().flatten().sum::<i64>();
                let [q, r, _] = cube.map(|coordinate| coordinate.unwrap_or(third));
                Hex::new(q as i16, r as i16)
            })
        })
    }

    fn times(self, factor: i16) -> Hex {
        Hex::new(self.q.wrapping_mul(factor), self.r.wrapping_mul(factor))
    }
}

impl Add for Hex {
    type Output = Hex;

    #[inline]
    fn add(self, other: Hex) -> Hex {
        Hex::new(self.q.wrapping_add(other.q), self.r.wrapping_add(other.r))
    }
}

impl Sub for Hex {
    type Output = Hex;

    #[inline]
    fn sub(self, other: Hex) -> Hex {
        Hex::new(self.q.wrapping_sub(other.q), self.r.wrapping_sub(other.r))
    }
}

impl Neg for Hex {
    type Output = Hex;

    #[inline]
    fn neg(self) -> Hex {
        Hex::ORIGIN - self
    }
}
