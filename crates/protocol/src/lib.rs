//! What servers and clients say to each other: the frames of a socket, and the bodies of HTTP.
//!
//! | to do this | look at |
//! |---|---|
//! | speak over a socket | [`ToServer`], [`ToClient`], and what they carry: [`Table`], [`Status`], [`Ask`], [`Offer`] |
//! | be somebody | [`NewGuest`], [`Credentials`], [`Session`], [`Account`] |
//! | choose a game | [`GameCard`], [`GameDetails`] |
//! | gather at a room | [`NewRoom`], [`Room`], [`Player`], [`Join`] |
//! | find an opponent | [`Seek`], [`Sought`] |
//! | look back | [`Ranked`], [`PastMatch`], [`Checked`], [`History`] with its [`Step`]s |
//! | think about a match | [`Fork`], [`AskAdvice`], [`Advice`] |
//! | write a game | [`Inside`], [`LegalCommand`], [`AuthorNews`] |
//! | know why not | [`Problem`] |
//! | show the page of a house | [`About`] |
//!
//! This crate knows no sockets and no rules: it is plain data, written as JSON.

mod about;
mod account;
mod game;
mod history;
mod problem;
mod replay;
mod room;
mod socket;

pub use about::{About, Brand};
pub use account::{Account, Credentials, NewGuest, Session};
pub use game::{GameCard, GameDetails, RulesetUpload};
pub use history::{Checked, PastMatch, Ranked, RatingShown, Seek, Sought};
pub use problem::Problem;
pub use replay::{Advice, AskAdvice, AuthorNews, Fork, History, Inside, LegalCommand, Step};
pub use room::{
    Bring, Join, Leavers, NewRoom, Player, Room, RoomStatus, SeriesShown, SetBrings, SetSeat,
    Spectators, Visibility,
};
pub use socket::{
    Ask, ChatLine, ClockShown, Dealing, Offer, Presence, Role, Status, Table, TableView, ToClient,
    ToServer,
};

/// The version of what is said over sockets. A server refuses clients that speak another.
///
/// ```
/// assert_eq!(parlor_protocol::PROTOCOL, 1);
/// ```
pub const PROTOCOL: u32 = 1;
