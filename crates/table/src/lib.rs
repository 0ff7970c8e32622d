//! The world of a match: zones and pieces, boards and dice, who sees what, and what happened.
//!
//! | to do this | look at |
//! |---|---|
//! | declare a table | [`Schema`], [`Definition`], [`Attribute`], [`CellValue`], [`Region`], [`Zone`], [`EachZone`], [`Value`], [`SeatValue`], [`TableList`], [`SeatList`], [`PieceList`] |
//! | say how it looks | [`Schema::face`], [`FaceBuilder`], [`Schema::legend`], [`Schema::hint`], [`ZoneBuilder`], [`ValueBuilder`] |
//! | read it | [`Table`], [`ZoneRef`], [`Pieces`], [`Piece`], [`Place`] |
//! | change it | [`Changes`], [`Dealer`], [`Change`] |
//! | play on a board | [`Board`], [`Geometry`], [`Grid`], [`Hexes`], [`Graph`], [`Cell`], [`CellSet`], [`Through`], [`TextMap`] |
//! | play with cards and dice | [`Cards`], [`Rank`], [`Suit`], [`Die`] |
//! | write positions as text | [`Table::text`], [`Table::arrange`] |
//! | keep secrets | [`Sight`], [`Eyes`], [`Others`], [`Shown`], [`Handle`]; [`Table::view`], [`Table::tell`], [`Traces`], [`ToldChange`], [`Table::resample`], [`MayBeAt`], [`Unknown`], [`Redeal`] |
//!
//! This crate knows no turn order: whose turn it is and what may be done is for `parlor-flow`, or for your own rules.

mod attach;
mod board;
mod cards;
mod change;
mod dealer;
mod declare;
mod dice;
mod eyes;
mod fingerprint;
mod fog;
mod id;
mod imagine;
mod knowledge;
mod laid;
mod load;
mod look;
mod named;
mod names;
mod numbers;
mod occupied;
mod query;
mod renumber;
mod resample;
mod schema;
mod scramble;
mod sight;
mod sparse;
mod spec;
mod table;
mod terrain;
#[cfg(test)]
mod tests;
mod text;
mod texts;
mod told;
mod trace;
mod view;
mod word;
mod zone;

pub use board::{
    Adjacency, Board, BoardError, BoardNow, Cell, CellSet, Direction, Doors, Edge, Geometry, Graph,
    Grid, Hex, HexOffset, HexShape, Hexes, OpenNow, Orientation, Scratch, TextMap, Through,
};
pub use cards::{Cards, Rank, Suit};
pub use change::{Change, End};
pub use dealer::{Changes, Dealer};
pub use declare::{AttributeBuilder, ListBuilder, ValueBuilder, ZoneBuilder};
pub use dice::{Die, DieError};
pub use eyes::{Eyes, MOST_SEATS, Others, Sight};
pub use fog::Glimpse;
pub use id::{
    Attribute, Definition, EachZone, Handle, ListOf, Packed, Piece, PieceList, Place, SeatList,
    SeatValue, ShownAs, TableList, Value, Zone, ZoneKind,
};
pub use load::TableError;
pub use look::{Attributes, FaceBuilder};
pub use named::Named;
pub use query::Pieces;
pub use resample::{MayBeAt, Redeal, Unknown};
pub use schema::Schema;
pub use sight::{SightRule, Watched};
pub use spec::Shown;
pub use table::Table;
pub use terrain::{CellValue, CellValueBuilder, Region, RegionBuilder};
pub use text::TextError;
pub use told::ToldChange;
pub use trace::Traces;
pub use word::{Word, WordError};
pub use zone::{Area, Downwards, Walk, ZoneRef};
