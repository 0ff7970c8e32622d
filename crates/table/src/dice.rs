//! [`Die`]: the shape of a die, which values it shows and what they are called.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Piece, Table};

/// The shape of a die. It never changes: what a die shows after a roll is kept elsewhere.
///
/// ```
/// use parlor_table::Die;
/// let die = Die::d6();
/// assert_eq!(die.values().sum::<i64>(), 21);
/// assert_eq!(die.opposite(2), Some(5));
/// assert_eq!("d20".parse(), Ok(Die::d20()));
///
/// let percent = Die::d10().from_zero();
/// assert_eq!((percent.lowest(), percent.highest()), (0, 9));
///
/// let fate = Die::new(3).labels(["minus", "blank", "plus"]);
/// assert_eq!(fate.label(3), "plus");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Fields")]
#[must_use]
pub struct Die {
    sides: u8,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    from_zero: bool,
    // Empty, or as many as there are sides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Cow<'static, str>>,
}

/// Why something is no die, or no pool of dice.
///
/// ```
/// use parlor_table::Die;
/// let text = |pool: &str| Die::pool(pool).unwrap_err().to_string();
/// assert_eq!(text("2d6+1"), "'d6+1' is no die: say d6, d20, 2d6, or d0-9 for one that counts from 0");
/// assert_eq!(text("d101"), "a die has 2 to 100 sides, not 101");
/// assert_eq!(text("99d6 2d8"), "a pool has 1 to 100 dice, not 101");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DieError {
    /// The text names no die.
    #[error("'{0}' is no die: say d6, d20, 2d6, or d0-9 for one that counts from 0")]
    Unreadable(String),
    /// A die has too few or too many sides.
    #[error("a die has 2 to 100 sides, not {0}")]
    Sides(usize),
    /// A pool has too few or too many dice.
    #[error("a pool has 1 to 100 dice, not {0}")]
    Count(usize),
    /// Not every side has a label, or there are labels to spare.
    #[error("a die with {sides} sides takes {sides} labels, not {labels}")]
    Labels {
        /// How many sides the die has.
        sides: u8,
        /// How many labels there are.
        labels: usize,
    },
}

/// A die as it comes from outside.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    sides: u8,
    #[serde(default)]
    from_zero: bool,
    #[serde(default)]
    labels: Vec<Cow<'static, str>>,
}

const MOST_SIDES: usize = 100;
const MOST_DICE: usize = 100;

impl Die {
    /// A die that shows 1 to `sides`.
    ///
    /// # Panics
    /// When there are not 2 to 100 sides.
    pub const fn new(sides: u8) -> Die {
        let fits = 2 <= sides && sides as usize <= MOST_SIDES;
        assert!(fits, "a die has 2 to 100 sides");
        Die {
            sides,
            from_zero: false,
            labels: Vec::new(),
        }
    }

    /// A tetrahedron.
    pub const fn d4() -> Die {
        Die::new(4)
    }

    /// A cube.
    pub const fn d6() -> Die {
        Die::new(6)
    }

    /// An octahedron.
    pub const fn d8() -> Die {
        Die::new(8)
    }

    /// A die with ten kites as faces, counted 1 to 10; [`Die::from_zero`] makes that 0 to 9.
    pub const fn d10() -> Die {
        Die::new(10)
    }

    /// A dodecahedron.
    pub const fn d12() -> Die {
        Die::new(12)
    }

    /// An icosahedron.
    pub const fn d20() -> Die {
        Die::new(20)
    }

    /// The usual set of six dice: d4, d6, d8, d10, d12 and d20.
    ///
    /// ```
    /// use parlor_table::Die;
    /// assert_eq!(Die::poly_set().map(|die| die.sides()), [4, 6, 8, 10, 12, 20]);
    /// ```
    pub const fn poly_set() -> [Die; 6] {
        [
            Die::d4(),
            Die::d6(),
            Die::d8(),
            Die::d10(),
            Die::d12(),
            Die::d20(),
        ]
    }

    /// The dice that a text lists, each `d8` or `2d6`, with spaces between.
    ///
    /// ```
    /// use parlor_table::Die;
    /// assert_eq!(Die::pool("2d6 d8"), Ok(vec![Die::d6(), Die::d6(), Die::d8()]));
    /// ```
    pub fn pool(text: &str) -> Result<Vec<Die>, DieError> {
        let mut dice = Vec::new();
        for term in text.split_whitespace() {
            let split = term.find(['d', 'D']).ok_or_else(|| unreadable(term))?;
            let (count, die) = term.split_at(split);
            let count = if count.is_empty() {
                Some(1)
            } else {
                number(count)
            };
            let count = count.filter(|count| *count > 0);
            let count = count.ok_or_else(|| unreadable(term))?;
            let die: Die = die.parse()?;
            let total = count + dice.len();
            if total > MOST_DICE {
                return Err(DieError::Count(total));
            }
            dice.extend(std::iter::repeat_n(die, count));
        }
        match dice.len() {
            0 => Err(DieError::Count(0)),
            _ => Ok(dice),
        }
    }

    /// The die with its faces counted from 0: a d10 of 0 to 9.
    pub const fn from_zero(mut self) -> Die {
        self.from_zero = true;
        self
    }

    /// The die with a name for each face, from the lowest value up.
    ///
    /// # Panics
    /// When there are not as many labels as sides.
    pub fn labels<L: Into<Cow<'static, str>>>(self, labels: impl IntoIterator<Item = L>) -> Die {
        let labels = labels.into_iter().map(Into::into).collect();
        match self.labelled(labels) {
            Ok(die) => die,
            Err(error) => panic!("{error}"),
        }
    }

    fn labelled(mut self, labels: Vec<Cow<'static, str>>) -> Result<Die, DieError> {
        if labels.len() != usize::from(self.sides) {
            return Err(DieError::Labels {
                sides: self.sides,
                labels: labels.len(),
            });
        }
        self.labels = labels;
        Ok(self)
    }

    /// How many faces it has.
    pub const fn sides(&self) -> u8 {
        self.sides
    }

    /// The lowest value it shows: 1, or 0 where it counts from there.
    pub const fn lowest(&self) -> i64 {
        if self.from_zero { 0 } else { 1 }
    }

    /// The highest value it shows.
    pub const fn highest(&self) -> i64 {
        self.lowest() + self.sides as i64 - 1
    }

    /// The values it shows, from the lowest up.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = i64> + use<> {
        self.lowest()..=self.highest()
    }

    /// Whether it can show this value.
    pub const fn holds(&self, value: i64) -> bool {
        self.lowest() <= value && value <= self.highest()
    }

    /// What the face with this value is called: its label, or else the number.
    pub fn label(&self, value: i64) -> Cow<'_, str> {
        let index = self.holds(value).then(|| (value - self.lowest()) as usize);
        match index.and_then(|index| self.labels.get(index)) {
            Some(label) => Cow::Borrowed(label),
            None => Cow::Owned(value.to_string()),
        }
    }

    /// The value on the far side of the die, which with this one adds up to the lowest and the highest together.
    ///
    /// Nothing for a value that the die does not show, and for dice on which a corner lies opposite to a face: the d4, and
    /// those with an odd number of sides.
    ///
    /// ```
    /// use parlor_table::Die;
    /// assert_eq!(Die::d20().opposite(20), Some(1));
    /// assert_eq!(Die::d10().from_zero().opposite(9), Some(0));
    /// assert_eq!(Die::d4().opposite(1), None);
    /// ```
    pub const fn opposite(&self, value: i64) -> Option<i64> {
        let has_opposites = self.sides != 4 && self.sides.is_multiple_of(2);
        match has_opposites && self.holds(value) {
            true => Some(self.lowest() + self.highest() - value),
            false => None,
        }
    }
}

/// Prints `d6`, or `d0-9` where the die counts from 0; labels are not told.
impl Table {
    /// What a die shows; nothing for other pieces.
    ///
    /// ```
    /// use parlor_table::{Die, Schema};
    /// let mut schema = Schema::new();
    /// let face = schema.attribute("face").changes().add();
    /// let d8 = schema.die("d8", Die::d8(), face);
    /// let cup = schema.zone("cup").add();
    /// schema.place(d8, cup, 1);
    /// let table = schema.lay(1);
    /// let die = table.zone(cup).top().unwrap();
    /// assert_eq!(table.die_face(die), Some(table.get(die, face)));
    /// ```
    #[inline]
    pub fn die_face(&self, piece: Piece) -> Option<i64> {
        let face = self.schema.die_face?;
        self.die(piece)?;
        Some(self.raw_attribute(piece, face))
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from_zero {
            false => write!(f, "d{}", self.sides),
            true => write!(f, "d0-{}", self.highest()),
        }
    }
}

impl std::str::FromStr for Die {
    type Err = DieError;

    fn from_str(text: &str) -> Result<Die, DieError> {
        let rest = text.strip_prefix(['d', 'D']);
        let rest = rest.ok_or_else(|| unreadable(text))?;
        let highest = rest.strip_prefix("0-");
        let last = number(highest.unwrap_or(rest)).ok_or_else(|| unreadable(text))?;
        match highest {
            Some(_) => Ok(with_sides(last + 1)?.from_zero()),
            None => with_sides(last),
        }
    }
}

impl TryFrom<Fields> for Die {
    type Error = DieError;

    fn try_from(fields: Fields) -> Result<Die, DieError> {
        let mut die = with_sides(fields.sides.into())?;
        die.from_zero = fields.from_zero;
        match fields.labels.is_empty() {
            true => Ok(die),
            false => die.labelled(fields.labels),
        }
    }
}

fn with_sides(sides: usize) -> Result<Die, DieError> {
    match u8::try_from(sides) {
        Ok(small) if (2..=MOST_SIDES).contains(&sides) => Ok(Die::new(small)),
        _ => Err(DieError::Sides(sides)),
    }
}

/// Reads digits only: no sign, and no more than any limit here needs.
fn number(text: &str) -> Option<usize> {
    let digits = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}

fn unreadable(text: &str) -> DieError {
    DieError::Unreadable(text.chars().take(20).collect())
}

#[cfg(test)]
#[path = "dice_tests.rs"]
mod tests;
