//! [`CellSet`]: a set of cells of one board, one bit each.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Cell;

/// A set of cells, one bit for each cell of a board: asking, joining and comparing cost a few instructions for every 64
/// cells. As JSON it is the list of its cells.
///
/// ```
/// use parlor_table::{Cell, CellSet};
/// let mut lit: CellSet = [Cell(3), Cell(1)].into_iter().collect();
/// assert!(lit.insert(Cell(200)) && !lit.insert(Cell(3)));
/// assert_eq!(lit.iter().collect::<Vec<_>>(), [Cell(1), Cell(3), Cell(200)]);
/// let dark = CellSet::from_iter([Cell(1), Cell(2)]);
/// assert_eq!((&lit & &dark).len(), 1);
/// assert_eq!((&lit | &dark).len(), 4);
/// assert_eq!((&lit - &dark).iter().next(), Some(Cell(3)));
/// assert_eq!(serde_json::to_string(&lit).unwrap(), "[1,3,200]");
/// ```
#[derive(Clone, Default)]
pub struct CellSet {
    words: Vec<u64>,
}

impl CellSet {
    /// No cells.
    pub const fn new() -> CellSet {
        CellSet { words: Vec::new() }
    }

    /// No cells, with room for those of a board of this length.
    pub fn with_capacity(len: usize) -> CellSet {
        CellSet {
            words: vec![0; len.div_ceil(64)],
        }
    }

    /// All cells of a board of this length.
    ///
    /// ```
    /// use parlor_table::{Cell, CellSet};
    /// let all = CellSet::all(70);
    /// assert_eq!(all.len(), 70);
    /// assert!(all.contains(Cell(69)) && !all.contains(Cell(70)));
    /// ```
    pub fn all(len: usize) -> CellSet {
        let mut words = vec![u64::MAX; len.div_ceil(64)];
        if let (Some(last), rest @ 1..) = (words.last_mut(), len % 64) {
            *last = (1 << rest) - 1;
        }
        CellSet { words }
    }

    /// Adds a cell, and says whether it is new.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        let (word, bit) = place(cell);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let fresh = self.words[word] & bit == 0;
        self.words[word] |= bit;
        fresh
    }

    /// Takes a cell out, and says whether it was in.
    #[inline]
    pub fn remove(&mut self, cell: Cell) -> bool {
        let (word, bit) = place(cell);
        let Some(word) = self.words.get_mut(word) else {
            return false;
        };
        let known = *word & bit != 0;
        *word &= !bit;
        known
    }

    /// Whether the cell is in.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        let (word, bit) = place(cell);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// How many cells are in.
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Takes all cells out, and keeps the memory.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The cells, from the lowest up.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + Clone {
        bits(&self.words)
    }

    /// Whether all cells of this set are in the other.
    pub fn is_subset(&self, other: &CellSet) -> bool {
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        self.words.iter().zip(others).all(|(a, b)| a & !b == 0)
    }

    /// Whether some cell is in both sets.
    pub fn meets(&self, other: &CellSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Adds all cells of another set.
    pub fn union(&mut self, other: &CellSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Keeps only what is in the other set too.
    pub fn intersection(&mut self, other: &CellSet) {
        self.words.truncate(other.words.len());
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    /// Takes out all cells of another set.
    pub fn difference(&mut self, other: &CellSet) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }
}

/// The word and the bit of a cell.
#[inline]
const fn place(cell: Cell) -> (usize, u64) {
    (cell.index() / 64, 1 << (cell.0 % 64))
}

/// The cells whose bits are set, from the lowest up.
fn bits(words: &[u64]) -> impl Iterator<Item = Cell> + Clone {
    (0_u16..).zip(words).flat_map(|(index, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros() as u16;
            left &= left.wrapping_sub(1);
            (bit < 64).then_some(Cell(index * 64 + bit))
        })
    })
}

impl PartialEq for CellSet {
    fn eq(&self, other: &CellSet) -> bool {
        self.is_subset(other) && other.is_subset(self)
    }
}

impl Eq for CellSet {}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|cell| cell.0))
            .finish()
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::new();
        set.extend(cells);
        set
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl BitOr for &CellSet {
    type Output = CellSet;

    fn bitor(self, other: &CellSet) -> CellSet {
        let mut both = self.clone();
        both.union(other);
        both
    }
}

impl BitAnd for &CellSet {
    type Output = CellSet;

    fn bitand(self, other: &CellSet) -> CellSet {
        let mut both = self.clone();
        both.intersection(other);
        both
    }
}

impl Sub for &CellSet {
    type Output = CellSet;

    fn sub(self, other: &CellSet) -> CellSet {
        let mut rest = self.clone();
        rest.difference(other);
        rest
    }
}

impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CellSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CellSet, D::Error> {
        Ok(Vec::<Cell>::deserialize(deserializer)?
            .into_iter()
            .collect())
    }
}
