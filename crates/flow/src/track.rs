//! [`Track`]: a row of boxes on a score sheet, what may be written into the next one, and what the row is worth.
//!
//! A track is only the rule. What a player has written lives in the state of the match as a list of numbers, one packed
//! [`Entry`] each, and every function here takes that list.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use parlor_core::{Message, Rejection};

/// The rule of a scoring track.
///
/// ```
/// use parlor_flow::{Entry, Track};
/// let column = Track::decreasing("column")
///     .most(3)
///     .points([0, -5, 10])
///     .bonus(25)
///     .special_may_repeat();
/// let mut entries = vec![];
/// for entry in [Entry::plain(9), Entry::plain(4)] {
///     column.check(&entries, entry).unwrap();
///     entries.push(entry.pack());
/// }
/// let refusal = column.check(&entries, Entry::plain(4)).unwrap_err();
/// assert_eq!(refusal.message().to_string(), "column goes down: after 4 comes 3 or less, not 4");
/// assert!(column.can_add(&entries, Entry::special(4)));
/// assert_eq!(column.points_for(&entries, Entry::plain(3)), 10);
///
/// entries.push(Entry::plain(3).pack());
/// assert_eq!(column.total(&entries), 0 - 5 + 10 + 25);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Track {
    name: Cow<'static, str>,
    title: Cow<'static, str>,
    kind: Kind,
    limit: Option<usize>,
    points: Points,
    bonus: i64,
    may_repeat: bool,
    special_may_repeat: bool,
    range: RangeInclusive<i64>,
}

/// What is written into one box of a [`Track`].
///
/// ```
/// use parlor_flow::Entry;
/// let entry = Entry::special(-3);
/// assert_eq!(entry.pack(), -5);
/// assert_eq!(Entry::unpack(-5), entry);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number.
    pub value: i64,
    /// Whether it came about in a special way, for which a track may be more lenient.
    pub special: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Increasing,
    Decreasing,
    Unique,
    Counter,
}

#[derive(Clone, Debug)]
enum Points {
    ByPosition(Vec<i64>),
    Each(i64),
    ByValue(fn(i64) -> i64),
}

/// Why an entry may not be written; cheap to find, so that a choice of entries can be filtered.
enum Fault {
    Full(usize),
    Range,
    Low { last: i64, lowest: i64 },
    High { last: i64, highest: i64 },
    Twice,
}

impl Entry {
    /// The values that fit into a packed entry.
    pub const VALUES: RangeInclusive<i64> = i64::MIN / 2..=i64::MAX / 2;

    /// An entry that is not special.
    pub const fn plain(value: i64) -> Entry {
        let special = false;
        Entry { value, special }
    }

    /// A special entry.
    pub const fn special(value: i64) -> Entry {
        let special = true;
        Entry { value, special }
    }

    /// The entry as one number: twice the value, and 1 more if it is special.
    ///
    /// # Panics
    /// When the value is none of [`Entry::VALUES`], which [`Track::check`] refuses.
    pub const fn pack(self) -> i64 {
        let twice = self.value.checked_mul(2);
        twice.expect("a checked entry fits") + self.special as i64
    }

    /// The entry that this number packs.
    pub const fn unpack(packed: i64) -> Entry {
        Entry {
            value: packed >> 1,
            special: packed & 1 == 1,
        }
    }
}

/// What the rule is.
impl Track {
    /// A track in which each value must be higher than the one before.
    pub fn increasing(name: impl Into<Cow<'static, str>>) -> Track {
        Track::of_kind(Kind::Increasing, name.into())
    }

    /// A track in which each value must be lower than the one before.
    pub fn decreasing(name: impl Into<Cow<'static, str>>) -> Track {
        Track::of_kind(Kind::Decreasing, name.into())
    }

    /// A track in which no value may come twice.
    pub fn unique(name: impl Into<Cow<'static, str>>) -> Track {
        Track::of_kind(Kind::Unique, name.into())
    }

    /// A track of marks: what the values are does not matter. [`Track::mark`] makes them.
    ///
    /// ```
    /// use parlor_flow::Track;
    /// let poison = Track::counter("poison").most(6).points_each(2).bonus(10);
    /// let mut entries = vec![];
    /// for _ in 0..6 {
    ///     entries.push(Track::mark(&entries).pack());
    /// }
    /// assert_eq!(poison.total(&entries), 6 * 2 + 10);
    /// ```
    pub fn counter(name: impl Into<Cow<'static, str>>) -> Track {
        Track::of_kind(Kind::Counter, name.into())
    }

    fn of_kind(kind: Kind, name: Cow<'static, str>) -> Track {
        Track {
            title: name.clone(),
            name,
            kind,
            limit: None,
            points: Points::Each(0),
            bonus: 0,
            may_repeat: false,
            special_may_repeat: false,
            range: Entry::VALUES,
        }
    }

    /// The track with this title for people; without one it shows its name.
    pub fn titled(mut self, title: impl Into<Cow<'static, str>>) -> Track {
        self.title = title.into();
        self
    }

    /// The track with room for so many entries. A track without a limit is never complete.
    pub fn most(mut self, entries: usize) -> Track {
        self.limit = Some(entries);
        self
    }

    /// Points by position: for the first entry, the second, and so on; later ones score 0.
    pub fn points(mut self, points: impl IntoIterator<Item = i64>) -> Track {
        self.points = Points::ByPosition(points.into_iter().collect());
        self
    }

    /// The same points for every entry.
    pub fn points_each(mut self, points: i64) -> Track {
        self.points = Points::Each(points);
        self
    }

    /// Points by value.
    pub fn points_by(mut self, points: fn(i64) -> i64) -> Track {
        self.points = Points::ByValue(points);
        self
    }

    /// The track with so many points more once it is complete.
    pub fn bonus(mut self, points: i64) -> Track {
        self.bonus = points;
        self
    }

    /// The track with equal values allowed one after the other, where values must rise or fall.
    pub fn may_repeat(mut self) -> Track {
        self.may_repeat = true;
        self
    }

    /// The track with special entries allowed to repeat a value: the last one where values must rise or fall, any where
    /// each may come once.
    pub fn special_may_repeat(mut self) -> Track {
        self.special_may_repeat = true;
        self
    }

    /// The track with only these values allowed, as far as they are [ones that can be written](Entry::VALUES).
    pub fn range(mut self, values: RangeInclusive<i64>) -> Track {
        let (lowest, highest) = Entry::VALUES.into_inner();
        self.range = *values.start().max(&lowest)..=*values.end().min(&highest);
        self
    }

    /// The name, by which rules refer to the track.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The title, which people see.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// How many entries there is room for, if that is limited.
    pub fn limit(&self) -> Option<usize> {
        self.limit
    }
}

/// What the rule says about a list of entries.
impl Track {
    /// Whether the entry may be written next, and if not, why not.
    ///
    /// Rejections have the code `track_full`, `out_of_range`, `must_increase`, `must_decrease` or `already_there`.
    pub fn check(&self, entries: &[i64], entry: Entry) -> Result<(), Rejection> {
        let Some(fault) = self.fault(entries, entry) else {
            return Ok(());
        };
        let refuse = |code, text| {
            Rejection::new(code, text)
                .with(
                    "track",
                    Message::new(format!("track.{}", self.name), self.title.clone()),
                )
                .with("value", entry.value)
        };
        Err(match fault {
            Fault::Full(most) => refuse("track_full", "{track} is full: it has room for {most}")
                .with("most", most as i64),
            Fault::Range => {
                let text = "{track} takes values from {lowest} to {highest}, not {value}";
                refuse("out_of_range", text)
                    .with("lowest", *self.range.start())
                    .with("highest", *self.range.end())
            }
            Fault::Low { last, lowest } => {
                let text = "{track} goes up: after {last} comes {lowest} or more, not {value}";
                refuse("must_increase", text)
                    .with("last", last)
                    .with("lowest", lowest)
            }
            Fault::High { last, highest } => {
                let text = "{track} goes down: after {last} comes {highest} or less, not {value}";
                refuse("must_decrease", text)
                    .with("last", last)
                    .with("highest", highest)
            }
            Fault::Twice => {
                let text = "{track} has {value} already, and takes each value once";
                refuse("already_there", text)
            }
        })
    }

    /// Whether the entry may be written next.
    pub fn can_add(&self, entries: &[i64], entry: Entry) -> bool {
        self.fault(entries, entry).is_none()
    }

    /// What the entry earns if it is written next, without the bonus for completion.
    pub fn points_for(&self, entries: &[i64], entry: Entry) -> i64 {
        self.points_at(entries.len(), entry)
    }

    /// All points: for each entry, and the bonus if the track is complete.
    pub fn total(&self, entries: &[i64]) -> i64 {
        let each: i64 = self.scored(entries).map(|(_, points)| points).sum();
        each + self.bonus_earned(entries)
    }

    /// The bonus, if the track is complete, else 0.
    pub fn bonus_earned(&self, entries: &[i64]) -> i64 {
        if self.is_complete(entries) {
            self.bonus
        } else {
            0
        }
    }

    /// Each entry with its points, for a score sheet.
    ///
    /// ```
    /// use parlor_flow::{Entry, Track};
    /// let squares = Track::unique("squares").points_by(|value| value * value);
    /// let entries = [Entry::plain(2).pack(), Entry::plain(5).pack()];
    /// let points: Vec<i64> = squares.scored(&entries).map(|(_, points)| points).collect();
    /// assert_eq!(points, [4, 25]);
    /// ```
    pub fn scored(&self, entries: &[i64]) -> impl Iterator<Item = (Entry, i64)> {
        let entries = entries.iter().map(|&packed| Entry::unpack(packed));
        let place = |(position, entry)| (entry, self.points_at(position, entry));
        entries.enumerate().map(place)
    }

    /// Whether there is no room for another entry.
    pub fn is_complete(&self, entries: &[i64]) -> bool {
        self.limit.is_some_and(|limit| entries.len() >= limit)
    }

    /// The entry written last.
    pub fn last(entries: &[i64]) -> Option<Entry> {
        entries.last().map(|&packed| Entry::unpack(packed))
    }

    /// Whether some entry has this value.
    pub fn holds(entries: &[i64], value: i64) -> bool {
        Track::values(entries).any(|written| written == value)
    }

    /// The values written, in order.
    pub fn values(entries: &[i64]) -> impl Iterator<Item = i64> {
        entries.iter().map(|&packed| Entry::unpack(packed).value)
    }

    /// The next mark of a [counter](Track::counter): its value is how many there will be.
    pub fn mark(entries: &[i64]) -> Entry {
        Entry::plain(entries.len() as i64 + 1)
    }

    fn points_at(&self, position: usize, entry: Entry) -> i64 {
        match &self.points {
            Points::ByPosition(points) => points.get(position).copied().unwrap_or(0),
            Points::Each(points) => *points,
            Points::ByValue(points) => points(entry.value),
        }
    }

    fn fault(&self, entries: &[i64], entry: Entry) -> Option<Fault> {
        let value = entry.value;
        if let Some(most) = self.limit
            && entries.len() >= most
        {
            return Some(Fault::Full(most));
        }
        if !self.range.contains(&value) {
            return Some(Fault::Range);
        }
        let special = entry.special && self.special_may_repeat;
        let step = i64::from(!special && !self.may_repeat);
        let last = || Track::last(entries).map(|last| last.value);
        match self.kind {
            Kind::Increasing => {
                let last = last()?;
                let lowest = last + step;
                (value < lowest).then_some(Fault::Low { last, lowest })
            }
            Kind::Decreasing => {
                let last = last()?;
                let highest = last - step;
                (value > highest).then_some(Fault::High { last, highest })
            }
            Kind::Unique if special || !Track::holds(entries, value) => None,
            Kind::Unique => Some(Fault::Twice),
            Kind::Counter => None,
        }
    }
}

#[cfg(test)]
#[path = "track_tests.rs"]
mod tests;
