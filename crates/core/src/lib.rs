//! An event-sourced match you can trust: a **seat** sends a **command**; the rules **decide events**; events **apply** to
//! the **state**; each **viewer** gets a **view**.
//!
//! | to do this | look at |
//! |---|---|
//! | write a game | [`PlainGame`], [`Game`] and what they are made of: [`GameInfo`], [`BringSpec`], [`Fingerprint`], [`Setup`], [`Decision`], [`Outcome`], [`Rejection`] |
//! | let it do more | [`Fast`], [`Hidden`], [`Guided`], [`Drawn`], told in [`Capabilities`] |
//! | help its bots | [`Keyed`], [`Numbered`], [`Objectives`] |
//! | show it | [`View`], [`Patch`], [`Told`], [`Message`], [`Square`] |
//! | run it | [`Match`], [`Submission`], [`Undo`], [`Header`], [`Record`], [`Proof`] |
//! | play several in a row | [`Series`] |
//! | draw chance | [`Rng`], [`Seed`], [`Entropy`] |
//! | run any game | [`AnyGame`], [`AnyMatch`], [`Registry`] |
//! | play many | [`simulate`], [`Tally`] |
//! | think ahead | [`Rehearsal`] |
//!
//! This crate knows no clock, no thread, no file and no network: time and seeds are brought in, lines are handed out.

mod any;
mod brings;
mod capability;
mod decision;
#[doc(hidden)]
pub mod doc;
mod fingerprint;
mod game;
mod info;
mod legend;
mod manifest;
mod matches;
mod message;
mod near;
mod outcome;
mod patch;
mod plain;
mod registry;
mod rehearsal;
mod rejection;
mod rng;
mod role;
mod search;
mod seat;
mod series;
mod setup;
mod sides;
mod simulate;
mod square;
mod view;
mod words;

pub use any::{AnyGame, AnyMatch, Played, erase};
pub use brings::{BringFault, BringSpec, Preset};
pub use capability::{
    Answer, Answers, Capabilities, Choice, Drawn, DynFast, DynGuided, DynHidden, DynKeyed,
    DynNumbered, DynObjectives, DynSided, Fast, Guide, Guided, Hidden, Question,
};
pub use decision::{Budget, Decision};
pub use fingerprint::Fingerprint;
pub use game::{Data, Game, Ruling, SystemCommand};
pub use info::{GameInfo, OptionKind, OptionSpec};
pub use legend::{
    Bar, Corner, Face, Legend, Progress, Shape, SheetBox, SortBy, TrackState, ValueLook, ValueType,
    written,
};
pub use manifest::Manifest;
pub use matches::{
    Declared, Ending, Entry, FORMAT, ForkError, Hash, Header, LoadError, LoadProblem, Match,
    Opened, Origin, Proof, Receipt, Record, Rules, Submission, Undo, VerifyError,
    abort_without_rules,
};
pub use message::{Arg, Message, Told};
pub use near::nearest;
pub use outcome::{Fate, Outcome, Ranking, Standing};
pub use patch::{Patch, PatchError};
pub use plain::PlainGame;
pub use registry::{Registry, UnknownGame};
pub use rehearsal::{Rehearsal, rehearse};
pub use rejection::Rejection;
pub use rng::{Algorithm, Contribution, Domain, Entropy, EntropyError, Rng, Seed, SeedError};
pub use role::{Role, Stands};
pub use search::{HORIZON, Keyed, Numbered, Objective, Objectives};
pub use seat::{Actor, Seat, SeatSet, Viewer};
pub use series::{Points, Series, SeriesError, SeriesGame, SeriesLength};
pub use setup::{OptionValue, Setup, SetupError};
pub use sides::{SideTurn, Sided, follow_sides};
pub use simulate::{Tally, simulate};
pub use square::{Square, SquareError};
pub use view::{ActionView, Layout, Link, PieceView, SeatView, Spot, Text, View, ZoneView};
pub use words::Words;

/// What an author of games needs: `use parlor_core::prelude::*`.
pub mod prelude {
    pub use crate::{
        Actor, Answer, Answers, BringSpec, Budget, Capabilities, Choice, Decision, Drawn, Fast,
        Fate, Game, GameInfo, Guide, Guided, Hidden, Keyed, Manifest, Match, Message, Numbered,
        Objective, Objectives, OptionSpec, Outcome, PieceView, PlainGame, Question, Ranking,
        Rejection, Rng, Role, Ruling, Seat, SeatSet, Seed, Setup, SetupError, Square, Standing,
        Submission, SystemCommand, Told, Undo, ValueType, View, Viewer, ZoneView,
    };
    pub use serde::{Deserialize, Serialize};
}
