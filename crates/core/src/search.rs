//! What a game can do for bots beyond playing fast, each as a small trait: [`Keyed`], [`Numbered`], [`Objectives`].

use std::borrow::Cow;

use crate::{Game, Rng, Seat};

/// Tells positions apart by a number, so that search looks at each only once, whichever way it was reached.
///
/// The law `keys_tell_positions_apart` holds it to [`Game::legal`] and [`Game::outcome`].
///
/// ```
/// # use parlor_core::doc::{Heap, Sticks};
/// use parlor_core::{Keyed, Seat};
/// let heap = |sticks| Heap { sticks, turn: Seat(0) };
/// assert_eq!(Sticks.key(&heap(5)), Sticks.key(&heap(5)));
/// assert_ne!(Sticks.key(&heap(5)), Sticks.key(&heap(4)));
/// ```
pub trait Keyed: Game {
    /// A number that is the same for positions from which the same can happen, and in all likelihood another for every
    /// other position: mix what there is well.
    fn key(&self, state: &Self::State) -> u64;
}

/// Numbers its commands, so that search need not write them out: worth it where a command holds names or lists.
///
/// The law `numbers_are_commands` holds it to [`Game::legal`] and [`Game::decide`].
///
/// ```
/// # use parlor_core::doc::{Cup, Table};
/// use parlor_core::{Numbered, Rng, Seat};
/// let (mut table, mut rng) = (Table { die: 4, guess: None }, Rng::fast(1, 0));
/// let mut numbers = Vec::new();
/// Cup.numbers(&table, Seat(1), usize::MAX, &mut rng, &mut numbers);
/// assert_eq!(numbers.len(), 6);
/// assert_eq!(Cup.numbered(&table, Seat(1), numbers[3]), Some(4));
/// assert!(Cup.advance_number(&mut table, Seat(1), numbers[3], &mut rng));
/// assert_eq!(table.guess, Some(4));
/// ```
pub trait Numbered: Game {
    /// Adds a number for each legal command, in the order of [`Game::legal`]; where there are more than `most`, for so
    /// many of them, drawn at random.
    ///
    /// Equal numbers mean equal commands, not only here but in every state of the match, and the numbers of a seat's
    /// commands follow from what that seat may know.
    fn numbers(
        &self,
        state: &Self::State,
        seat: Seat,
        most: usize,
        rng: &mut Rng,
        out: &mut Vec<u64>,
    );

    /// Whether [`Numbered::numbers`] names every legal command where `most` allows it. Where a text can be anything it does
    /// not, and nobody can prove what is best.
    fn numbers_all(&self) -> bool {
        true
    }

    /// Plays the command with this number in place, drawing the same chance as `decide` would; false, and nothing has
    /// happened, if it is not legal.
    fn advance_number(
        &self,
        state: &mut Self::State,
        seat: Seat,
        number: u64,
        rng: &mut Rng,
    ) -> bool;

    /// The legal command with this number.
    fn numbered(&self, state: &Self::State, seat: Seat, number: u64) -> Option<Self::Command>;
}

/// How many commands bots play at random before they ask for objectives, where the game does not say.
///
/// ```
/// assert_eq!(parlor_core::HORIZON, 24);
/// ```
pub const HORIZON: u64 = 24;

/// Knows what is worth having on the way to the end: what bots go by where they cannot look that far.
///
/// ```
/// # use parlor_core::doc::{Heap, Sticks};
/// use parlor_core::{Objectives, Seat};
/// let heap = Heap { sticks: 3, turn: Seat(0) };
/// assert_eq!(Sticks.objectives()[0].name, "leave a multiple of three");
/// assert!(Sticks.holds(0, &heap, Seat(1)));
/// assert!(!Sticks.holds(0, &heap, Seat(0)));
/// ```
pub trait Objectives: Game {
    /// The objectives, by number.
    fn objectives(&self) -> &[Objective];

    /// So many commands are played at random before the objectives are asked: more than it takes for a choice to show in
    /// them, and not many more, since random play blurs what it was good for.
    fn horizon(&self) -> u64 {
        HORIZON
    }

    /// Whether a seat has reached the objective with this number.
    fn holds(&self, number: usize, state: &Self::State, seat: Seat) -> bool;
}

/// Something worth having, and how much. A negative weight is for what had better be avoided.
///
/// ```
/// use parlor_core::Objective;
/// const KINGS: Objective = Objective::new("has a king", 0.3);
/// assert_eq!(KINGS.name, "has a king");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// What it is, in a few words.
    pub name: Cow<'static, str>,
    /// How much it is worth: 1 is a lot.
    pub weight: f64,
}

impl Objective {
    /// An objective with a name and a weight.
    pub const fn new(name: &'static str, weight: f64) -> Objective {
        Objective {
            name: Cow::Borrowed(name),
            weight,
        }
    }
}
