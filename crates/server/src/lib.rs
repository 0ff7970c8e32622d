//! Online play that loses nothing and tells no secrets: rooms, seats, sockets, clocks, lobby and HTTP.
//!
//! | to do this | look at |
//! |---|---|
//! | set a server up | [`Config`] and its sections, [`ConfigError`], [`SETTINGS`], [`StoreAt`] |
//! | say how much time there is | [`ClockRules`], [`ClockError`], and what clients are shown: [`ClockShown`] |
//!
//! This crate knows no rules: it runs any game that the core can run.

// What decides is kept apart from what waits: these modules are plain functions of what they are given, the time and the
// random bytes included.
#[allow(dead_code, reason = "the running matches use it")]
mod clock;
mod config;
#[allow(dead_code, reason = "whatever comes in from outside uses it")]
mod limits;
#[allow(dead_code, reason = "logging in uses it")]
mod password;
#[allow(dead_code, reason = "the ends of matches use it")]
mod rating;
#[allow(dead_code, unused_imports, reason = "logging in uses it")]
mod token;

pub use clock::{ClockError, ClockRules, ClockShown};
pub use config::{
    BotsConfig, Config, ConfigError, ConfigProblem, LimitsConfig, LogConfig, PostgresUrl, SETTINGS,
    ServerConfig, Setting, StoreAt, StoreAtError, StoreConfig,
};
