//! Games from actions and a turn structure: say what is on the table, what can be done and when, and get the rules.
//!
//! | to do this | look at |
//! |---|---|
//! | write a game | [`GameBuilder`], which gives a [`FlowGame`] |
//! | say what can be done | [`ActionBuilder`], [`Args`], [`At`], [`Play`] |
//! | say when | [`Flow`]: [`sequence`], [`repeat_while`], [`forever`], [`repeat`], [`repeat_times`], [`each_seat`] with an [`Order`], [`for_each`], [`bind`], [`step`], [`together`], [`ask`], [`phase`], [`switch`], [`when`], [`run`], [`set`], [`states`] |
//! | ask in the middle of a rule | [`GameBuilder::procedure`], [`Play::call`], [`Ask`], [`Programs`] |
//! | share rules between games | [`GameBuilder::plugin`] |
//! | react | [`Happening`], [`GameBuilder::on_move`], [`GameBuilder::on`], [`GameBuilder::settle`], [`Play::schedule`] |
//! | let seats see only what their pieces see | [`GameBuilder::sight`] |
//! | speak | [`MessageId`], [`Say`] |
//! | keep score | [`Track`], [`Abilities`] |
//! | let seats bring decks and squads | [`GameBuilder::brings`] |
//! | guide bots | [`GameBuilder::objective`] |
//! | test it | [`Scenario`], [`transcript`] |
//! | read logs | [`Command`], [`Input`], [`Event`], [`Act`], [`Went`], [`Way`] |
//!
//! This crate knows no network: a game made here is a [`parlor_core::Game`] like any other.

mod ability;
mod action;
mod advance;
mod args;
mod at;
mod brings;
mod builder;
mod choice;
mod combine;
mod command;
mod compile;
mod derived;
mod draw;
mod fingerprint;
mod game;
mod guide;
mod happening;
mod hidden;
mod label;
mod leaves;
mod local;
mod node;
mod numbers;
mod objective;
mod order;
mod play;
mod plugin;
mod program;
mod question;
mod resolve;
mod rounds;
mod said;
mod scenario;
mod script;
mod side;
mod sight;
mod state;
mod step;
mod subset;
#[cfg(test)]
mod tests;
mod texts;
mod track;
mod view;
mod ways;

pub use ability::{Abilities, Ability, AbilityInfo, Earned, Source};
pub use action::ActionBuilder;
pub use args::{Args, Way};
pub use at::At;
pub use brings::BringBuilder;
pub use builder::GameBuilder;
pub use command::{Command, Input};
pub use derived::Derived;
pub use game::{Act, Event, FlowGame, Went};
pub use happening::{Happening, HappeningId, Scheduled, When};
pub use local::{Body, Local, Params, Procedure};
pub use node::{
    Flow, NamedState, bind, each_seat, for_each, forever, phase, repeat, repeat_times,
    repeat_while, run, sequence, set, state, states, switch, when,
};
pub use order::Order;
pub use play::Play;
pub use program::{Next, ProgramFrame, Programs};
pub use question::{Ask, Target, ask};
pub use said::{MessageId, Said, Say};
pub use scenario::{Scenario, picture};
pub use script::transcript;
pub use side::Side;
pub use state::{Position, State};
pub use step::{StepSpec, TogetherSpec, step, together};
pub use track::{Entry, Track};

/// What an author of games needs: `use parlor_flow::prelude::*`.
pub mod prelude {
    pub use crate::{
        Abilities, Ability, AbilityInfo, Args, Ask, At, Command, Derived, Entry, Flow, FlowGame,
        GameBuilder, Happening, HappeningId, Local, MessageId, NamedState, Order, Play, Procedure,
        Say, Scenario, Side, Source, StepSpec, Target, TogetherSpec, Track, When, ask, bind,
        each_seat, for_each, forever, phase, picture, repeat, repeat_times, repeat_while, run,
        sequence, set, state, states, step, switch, together, transcript, when,
    };
    pub use parlor_core::{
        Corner, Layout, Manifest, Message, OptionSpec, Outcome, Rejection, Role, Seat, SeatSet,
        Setup, Shape, SheetBox, Stands, TrackState, ValueType, Viewer,
    };
    pub use parlor_table::{
        Adjacency, Attribute, Board, Cards, Cell, CellSet, CellValue, Changes, Definition, Die,
        Direction, EachZone, Edge, Eyes, Geometry, Graph, Grid, Hex, HexOffset, Hexes, Orientation,
        Others, Packed, Piece, PieceList, Place, Rank, Region, Scratch, SeatList, SeatValue, Shown,
        Sight, Suit, Table, TableList, TextMap, Value, Word, Zone,
    };
}
