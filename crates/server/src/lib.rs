//! Online play that loses nothing and tells no secrets: rooms, seats, sockets, clocks, lobby and HTTP.
//!
//! | to do this | look at |
//! |---|---|
//! | run a server | [`Server`], with [`Games`] and a store; [`Handle`] to change it while it runs |
//! | set a server up | [`Config`] and its sections, [`ConfigError`], [`SETTINGS`], [`StoreAt`] |
//! | say where others find this machine | [`own_address`] |
//! | say how much time there is | [`ClockRules`], [`ClockError`] |
//!
//! This crate knows no rules: it runs any game that the core can run.

mod accounts;
mod api;
mod clock;
mod config;
mod failure;
mod fair;
mod fetch;
mod games;
mod guard;
mod hub;
mod ids;
mod limits;
mod live;
mod metrics;
mod names;
mod new_room;
mod own_address;
mod owner;
mod pages;
mod pairing;
mod password;
mod past;
mod patient;
mod queue;
mod rating;
mod ratings;
mod room;
mod rules;
mod serve;
mod socket;
mod time;
mod token;
mod web;

pub use clock::{ClockError, ClockRules};
pub use config::{
    BotsConfig, BrandConfig, Config, ConfigError, ConfigProblem, LimitsConfig, LogConfig,
    PostgresUrl, SETTINGS, ServerConfig, Setting, StoreAt, StoreAtError, StoreConfig,
};
pub use games::Games;
pub use own_address::own_address;
pub use serve::{Handle, Reloaded, Server};
