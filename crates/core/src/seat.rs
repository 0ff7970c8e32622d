//! Who sits, who acts, who looks: [`Seat`], [`SeatSet`], [`Actor`], [`Viewer`].

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place at the table, counted from 0.
///
/// ```
/// use parlor_core::Seat;
/// assert_eq!(Seat(0).after(2), Seat(1));
/// assert_eq!(Seat(1).after(2), Seat(0));
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The most seats that a match can have.
    pub const MAX: u8 = 64;

    /// The seat as an index into a slice of seats.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of `seats`.
    #[inline]
    pub fn after(self, seats: u8) -> Seat {
        if self.0 + 1 >= seats {
            Seat(0)
        } else {
            Seat(self.0 + 1)
        }
    }

    /// What is touched to choose this seat: its plate. No place, piece or zone has such a name.
    ///
    /// ```
    /// assert_eq!(parlor_core::Seat(2).touch(), "@2");
    /// ```
    pub fn touch(self) -> String {
        format!("@{}", self.0)
    }

    /// All the seats of a table of `seats`, in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats in one machine word.
///
/// ```
/// use parlor_core::{Seat, SeatSet};
/// let set = SeatSet::EMPTY.with(Seat(2)).with(Seat(0));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.first(), Some(Seat(0)));
/// assert_eq!(serde_json::to_string(&set).unwrap(), "[0,2]");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u64);

impl SeatSet {
    /// No seat at all.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Just this seat.
    #[inline]
    pub fn one(seat: Seat) -> SeatSet {
        SeatSet::EMPTY.with(seat)
    }

    /// All the seats of a table of `seats`.
    pub fn all(seats: u8) -> SeatSet {
        Seat::all(seats).collect()
    }

    /// This set and `seat`. Seats from 64 up do not exist and are left out.
    #[inline]
    #[must_use]
    pub fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1u64.checked_shl(seat.0.into()).unwrap_or(0))
    }

    /// This set less `seat`.
    #[inline]
    #[must_use]
    pub fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !SeatSet::one(seat).0)
    }

    /// The seats that are in this set or in the other one.
    #[inline]
    #[must_use]
    pub fn union(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// The seats of this set that are not in the other one.
    #[inline]
    #[must_use]
    pub fn minus(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Whether `seat` is in this set.
    #[inline]
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & SeatSet::one(seat).0 != 0
    }

    /// Whether no seat is in this set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in this set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest seat.
    #[inline]
    pub fn first(self) -> Option<Seat> {
        (self.0 != 0).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// The seats from the lowest up.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let seat = rest.first()?;
            rest = rest.without(seat);
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for SeatSet {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SeatSet".into()
    }

    fn json_schema(schemas: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<Seat>::json_schema(schemas)
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<SeatSet, D::Error> {
        let seats = Vec::<Seat>::deserialize(deserializer)?;
        match seats.iter().find(|seat| seat.0 >= Seat::MAX) {
            Some(seat) => Err(serde::de::Error::custom(format!(
                "{seat} does not exist: seats count from 0 to {}",
                Seat::MAX - 1
            ))),
            None => Ok(seats.into_iter().collect()),
        }
    }
}

/// Who sends a command: a seat, or the system itself (opening, time-outs, resignations).
///
/// ```
/// use parlor_core::{Actor, Seat};
/// assert_eq!(serde_json::to_string(&Actor::Seat(Seat(1))).unwrap(), "1");
/// assert_eq!(serde_json::to_string(&Actor::System).unwrap(), "\"system\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Who", into = "Who")]
pub enum Actor {
    /// A seat, by its player.
    Seat(Seat),
    /// The system that runs the match.
    System,
}

impl From<Seat> for Actor {
    fn from(seat: Seat) -> Actor {
        Actor::Seat(seat)
    }
}

/// Who looks: a seat, a spectator (sees what is public), or the referee (sees all).
///
/// ```
/// use parlor_core::{Seat, Viewer};
/// assert_eq!("spectator".parse(), Ok(Viewer::Spectator));
/// assert_eq!("1".parse(), Ok(Viewer::Seat(Seat(1))));
/// assert!(Viewer::Referee.sees(Seat(0)) && !Viewer::Spectator.sees(Seat(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Looker", into = "Looker")]
pub enum Viewer {
    /// The player of a seat.
    Seat(Seat),
    /// Somebody who has no seat and knows only what is public.
    Spectator,
    /// Whoever may see everything: the host's own tools, never a player.
    Referee,
}

impl Viewer {
    /// Whether this viewer may see what belongs to `seat` alone.
    #[inline]
    pub fn sees(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat) || self == Viewer::Referee
    }

    /// The viewer's own seat, if it has one.
    #[inline]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Referee => None,
        }
    }

    /// Everybody who can look at a table of `seats`: each seat, a spectator, the referee.
    pub fn all(seats: u8) -> impl Iterator<Item = Viewer> {
        Seat::all(seats)
            .map(Viewer::Seat)
            .chain([Viewer::Spectator, Viewer::Referee])
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Viewer {
        Viewer::Seat(seat)
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => write!(f, "{seat}"),
            Viewer::Spectator => f.write_str("spectator"),
            Viewer::Referee => f.write_str("referee"),
        }
    }
}

impl std::str::FromStr for Viewer {
    type Err = String;

    fn from_str(text: &str) -> Result<Viewer, String> {
        match text {
            "spectator" => Ok(Viewer::Spectator),
            "referee" => Ok(Viewer::Referee),
            number => match number.parse() {
                Ok(seat) if seat < Seat::MAX => Ok(Viewer::Seat(Seat(seat))),
                _ => Err(format!(
                    "'{text}' is no viewer: say a seat (counted from 0), spectator or referee"
                )),
            },
        }
    }
}

/// How [`Actor`] looks in JSON: a seat's number or the word "system".
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Who {
    Seat(Seat),
    System(SystemWord),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SystemWord {
    System,
}

impl From<Who> for Actor {
    fn from(who: Who) -> Actor {
        match who {
            Who::Seat(seat) => Actor::Seat(seat),
            Who::System(_) => Actor::System,
        }
    }
}

impl From<Actor> for Who {
    fn from(actor: Actor) -> Who {
        match actor {
            Actor::Seat(seat) => Who::Seat(seat),
            Actor::System => Who::System(SystemWord::System),
        }
    }
}

/// How [`Viewer`] looks in JSON: a seat's number or a word.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Looker {
    Seat(Seat),
    Word(#[cfg_attr(feature = "schema", schemars(with = "LookerWord"))] String),
}

/// The words among them.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(inline, rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there to be described")]
enum LookerWord {
    Spectator,
    Referee,
}

impl TryFrom<Looker> for Viewer {
    type Error = String;

    fn try_from(looker: Looker) -> Result<Viewer, String> {
        match looker {
            Looker::Seat(seat) => Ok(Viewer::Seat(seat)),
            Looker::Word(word) => word.parse(),
        }
    }
}

impl From<Viewer> for Looker {
    fn from(viewer: Viewer) -> Looker {
        match viewer {
            Viewer::Seat(seat) => Looker::Seat(seat),
            word => Looker::Word(word.to_string()),
        }
    }
}
