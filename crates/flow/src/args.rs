//! The answers to an action's choices as the rules read them: resolved, checked, by name.

use std::ops::RangeInclusive;

use parlor_core::Seat;
use parlor_table::{Cell, Packed, Piece, Place, Word, Zone};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::action::{Action, Kind};

/// An answer that has been resolved: a piece instead of its handle, a cell instead of its name.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolved {
    Nothing,
    One(i64),
    Many(Box<[i64]>),
    Text(Box<str>),
}

impl Clone for Resolved {
    fn clone(&self) -> Resolved {
        match self {
            Resolved::Nothing => Resolved::Nothing,
            Resolved::One(raw) => Resolved::One(*raw),
            Resolved::Many(raws) => Resolved::Many(raws.clone()),
            Resolved::Text(text) => Resolved::Text(text.clone()),
        }
    }

    fn clone_from(&mut self, other: &Resolved) {
        match (self, other) {
            (Resolved::Many(own), Resolved::Many(raws)) => own.clone_from(raws),
            (own, other) => *own = other.clone(),
        }
    }
}

pub type ResolvedArgs = SmallVec<[Resolved; 2]>;

/// A way to act: an action, and an answer to each of its choices. [`FlowGame`](crate::FlowGame) knows its commands by these.
///
/// ```
/// fn is_copied<T: Clone>() {}
/// is_copied::<parlor_flow::Way>();
/// ```
#[derive(Clone, Debug)]
pub struct Way(pub(crate) u16, pub(crate) ResolvedArgs);

/// The answers to an action's choices, by the names of the choices.
///
/// Asking for a choice that the action does not have, or that is of another kind, is a mistake of the game's author and
/// panics with the names that there are.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("guess", "Guess", 1..=1);
/// let last = game.value("last", 0_i64).add();
/// game.action("guess")
///     .choose_number("number", |_| 1..=3)
///     .run(move |play, args| play.set_value(last, args.number("number")));
/// let game = game.flow(step(["guess"]));
/// let mut scenario = Scenario::new(&game, 1, 42);
/// scenario.play("guess 2").unwrap();
/// assert_eq!(scenario.table().value(last), 2);
/// ```
#[derive(Clone, Copy)]
pub struct Args<'a> {
    pub(crate) action: Option<&'a Action>,
    pub(crate) given: &'a [Resolved],
}

impl Args<'_> {
    fn find(&self, name: &str) -> (&Kind, Option<&Resolved>) {
        let choices = self.action.map_or(&[][..], |action| &action.choices);
        match choices.iter().position(|choice| choice.name == name) {
            Some(index) => (&choices[index].kind, self.given.get(index)),
            None => {
                let names: Vec<&str> = choices.iter().map(|choice| &*choice.name).collect();
                panic!(
                    "no choice is called '{name}'; there are: {}",
                    names.join(", ")
                )
            }
        }
    }

    fn one(&self, name: &str) -> i64 {
        match self.find(name).1 {
            Some(Resolved::One(raw)) => *raw,
            _ => panic!("the choice '{name}' has no single answer (yet)"),
        }
    }

    /// Whether an optional choice was answered.
    pub fn has(&self, name: &str) -> bool {
        !matches!(self.find(name).1, None | Some(Resolved::Nothing))
    }

    /// The piece that was chosen.
    pub fn piece(&self, name: &str) -> Piece {
        Piece::unpack(self.one(name))
    }

    /// The pieces that were chosen.
    pub fn pieces(&self, name: &str) -> Vec<Piece> {
        self.many(name)
    }

    /// The seat that was chosen.
    pub fn seat(&self, name: &str) -> Seat {
        Seat::unpack(self.one(name))
    }

    /// The number that was chosen.
    pub fn number(&self, name: &str) -> i64 {
        self.one(name)
    }

    /// What was chosen from a list.
    pub fn get<T: Packed>(&self, name: &str) -> T {
        T::unpack(self.one(name))
    }

    /// All that was chosen from a list.
    pub fn many<T: Packed>(&self, name: &str) -> Vec<T> {
        match self.find(name).1 {
            Some(Resolved::Many(raws)) => raws.iter().map(|raw| T::unpack(*raw)).collect(),
            Some(Resolved::One(raw)) => vec![T::unpack(*raw)],
            _ => Vec::new(),
        }
    }

    /// The cell of a board that was chosen.
    pub fn cell(&self, name: &str) -> Cell {
        Cell::unpack(self.one(name))
    }

    /// The place that was chosen.
    pub fn place(&self, name: &str) -> Place {
        match self.find(name).0 {
            Kind::Cell { zone, .. } => zone.at(self.cell(name)),
            _ => self.zone(name).into(),
        }
    }

    /// The zone that was chosen.
    pub fn zone(&self, name: &str) -> Zone {
        Zone::unpack(self.one(name))
    }

    /// The word that was chosen.
    pub fn word(&self, name: &str) -> Word {
        match self.find(name) {
            (Kind::Words(words), Some(Resolved::One(raw))) => words[*raw as usize],
            _ => panic!("the choice '{name}' is not one of words"),
        }
    }

    /// The text that was written.
    pub fn text(&self, name: &str) -> &str {
        match self.find(name).1 {
            Some(Resolved::Text(text)) => text,
            _ => panic!("the choice '{name}' is no text"),
        }
    }
}

/// How many answers a choice takes.
pub(crate) type Amount = RangeInclusive<usize>;
