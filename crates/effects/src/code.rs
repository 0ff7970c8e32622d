//! What effects are compiled to: flat lists of small steps, and trees of numbers.

use parlor_flow::Target;
use parlor_table::{Attribute, Definition, EachZone, SeatValue, Value, Word, Zone};

use crate::effect::Which;

/// A compiled effect.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub steps: Vec<Step>,
    /// Which registers hold pieces and seats; the others hold numbers.
    pub targets: Vec<bool>,
}

impl Program {
    /// Whether anything of it is left to chance.
    pub fn draws_chance(&self) -> bool {
        self.steps.iter().any(|step| {
            let which = match step {
                Step::Find {
                    find: Find::Those(draw),
                    ..
                } => draw.which,
                Step::Do(Verb::Shuffle { .. } | Verb::Roll { .. }) => Which::Random,
                _ => Which::Chosen,
            };
            which == Which::Random
        })
    }
}

/// One step of a program.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Goes on there.
    Jump(usize),
    /// Goes on there unless something holds.
    Unless(Test, usize),
    /// Finds pieces and seats; somebody chooses, where there are too many.
    Find { find: Find, into: usize },
    /// Asks whether a seat wants to; goes on there if it does not.
    May {
        who: Ref,
        prompt: String,
        otherwise: usize,
    },
    /// Asks which way to go on.
    OneOf {
        who: Ref,
        labels: Vec<Word>,
        ways: Vec<usize>,
    },
    /// Takes the first of a list; goes on there when there is none left.
    Next {
        list: usize,
        into: usize,
        end: usize,
    },
    /// Notes a number.
    Note { number: Num, into: usize },
    /// Counts down; goes on there when there is nothing left.
    Down { count: usize, end: usize },
    /// Does something.
    Do(Verb),
}

/// What is done to a table.
#[derive(Clone, Debug)]
pub(crate) enum Verb {
    Move {
        pieces: Ref,
        to: Whereto,
        of: Option<Ref>,
        bottom: bool,
        openly: bool,
        because: Option<Word>,
    },
    Create {
        definition: Definition,
        to: Whereto,
        count: Num,
        of: Ref,
    },
    Shuffle {
        zone: Whereto,
        of: Ref,
    },
    Reveal {
        pieces: Ref,
        to: Option<Ref>,
    },
    Attach {
        pieces: Ref,
        to: Ref,
    },
    Control {
        pieces: Ref,
        by: Ref,
    },
    Write {
        slot: Slot,
        amount: Num,
        add: bool,
    },
    Roll {
        dice: u32,
        sides: u32,
        into: usize,
    },
}

/// A zone, or that of a seat.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whereto {
    One(Zone),
    Each(EachZone),
}

/// A number that can be read and written.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    Table(Value<i64>),
    Seats(Ref, SeatValue<i64>),
    Pieces(Ref, Attribute<i64>),
}

/// Pieces and seats by name.
#[derive(Clone, Debug)]
pub(crate) struct Ref {
    pub base: Base,
    pub via: Vec<Via>,
}

/// Where a name begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Register(usize),
    /// What a filter looks at.
    Candidate,
    Opponents,
    Everyone,
}

/// From pieces to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Via {
    Owner,
    Controller,
    Host,
    Attached,
}

/// Those that are looked for.
#[derive(Clone, Debug)]
pub(crate) enum Find {
    Named(Ref),
    Those(Box<Draw>),
}

/// So many of the pieces that fit.
#[derive(Clone, Debug)]
pub(crate) struct Draw {
    pub those: Fits,
    /// All of them, if it is not said.
    pub count: Option<Num>,
    pub up_to: bool,
    pub which: Which,
    pub chooser: Ref,
}

/// Which pieces fit.
#[derive(Clone, Debug)]
pub(crate) struct Fits {
    pub zone: Whereto,
    pub of: Ref,
    pub kind: Option<usize>,
    pub by: Option<Ref>,
    pub filter: Option<Test>,
    pub other: bool,
}

/// A number.
#[derive(Clone, Debug)]
pub(crate) enum Num {
    Const(i64),
    Register(usize),
    Slot(Box<Slot>),
    /// How many there are.
    Size(Ref),
    Count(Box<Fits>),
    Sum(Box<Fits>, Attribute<i64>),
    Least(Vec<Num>),
    Most(Vec<Num>),
    Work(Work, Box<(Num, Num)>),
}

/// How two numbers make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Plus,
    Minus,
    Times,
    Divided,
    Remainder,
}

/// Something that holds or does not.
#[derive(Clone, Debug)]
pub(crate) enum Test {
    Const(bool),
    Compare(std::cmp::Ordering, bool, Box<(Num, Num)>),
    Same(Ref, Ref),
    Is(Ref, usize),
    In(Ref, Whereto),
    Any(Ref),
    And(Box<(Test, Test)>),
    Or(Box<(Test, Test)>),
    Not(Box<Test>),
}

/// A target as a local keeps it.
pub(crate) fn packed(target: impl Into<Target>) -> i64 {
    parlor_table::Packed::pack(target.into())
}
