//! Talk to a Parlor server from Rust.
//!
//! | to do this | look at |
//! |---|---|
//! | say where the server is | [`Address`] |
//! | be somebody, make and join rooms, look back | [`Api`] |
//! | play and look on, and stay connected whatever happens | [`Client`], [`Event`] |
//! | send bytes of one's own | [`http`], [`stream`] |
//! | know what went wrong | [`Error`] |
//!
//! ```no_run
//! use parlor_client::{Api, Client, Event};
//! use parlor_core::{Seat, Viewer};
//! use parlor_protocol::NewRoom;
//!
//! # async fn play() -> Result<(), parlor_client::Error> {
//! let api = Api::new("http://localhost:8080")?;
//! let ann = api.guest("Ann").await?;
//! let room = api.with_token(&ann.token).create_room(&NewRoom::of("tic-tac-toe")).await?;
//!
//! let (client, mut events) = Client::connect(api.address().clone(), &ann.token);
//! client.subscribe(&room.id, None);
//! while let Some(event) = events.next().await {
//!     match event {
//!         Event::Table { .. } | Event::Update { .. } => {
//!             let view = client.view(&room.id, Viewer::Seat(Seat(0)));
//!             if let Some(action) = view.as_ref().and_then(|view| view.actions.first()) {
//!                 let answer = client.submit(&room.id, None, action.command.clone());
//!                 println!("{:?}", answer.await?);
//!             }
//!         }
//!         Event::Lost { why, .. } => println!("connection lost ({why}), trying again"),
//!         _ => {}
//!     }
//! }
//! # Ok(()) }
//! ```
//!
//! A command that was sent gets its answer: if the connection breaks, or the server is started anew, it is sent again under
//! the same key, and a server plays a key once.
//!
//! This crate knows no rules and draws nothing. It needs a tokio runtime; a runtime of one thread will do.

mod address;
mod api;
mod backoff;
mod client;
mod error;
mod event;
pub mod http;
mod known;
mod link;
mod settings;
pub mod stream;

pub use address::Address;
pub use api::Api;
pub use client::{Client, Events, entropy};
pub use error::Error;
pub use event::{Answer, Event};
pub use settings::Settings;
