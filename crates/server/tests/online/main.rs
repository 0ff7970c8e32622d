//! The server as its users meet it: real sockets, whole matches, restarts, crowds and attackers.
//!
//! | file | holds |
//! |---|---|
//! | `house` | a server of one's own, guests, bare sockets and bare requests |
//! | `playing` | what people do: rooms, moves, offers, spectators, accounts, ratings |
//! | `clocks` | time that runs out, stands still and survives restarts |
//! | `racing` | many at once under one key or at one version, and readers who stop reading |
//! | `secrets` | that nobody is sent a byte which depends on what they may not know |
//! | `hosting` | what a host sets up and looks at: a proxy in front, other sites, the log, readiness |
//! | `attacks` | what does not play by the rules, while an honest match goes on |

mod attacks;
mod clocks;
mod durable;
mod hosting;
mod house;
mod playing;
mod racing;
mod secrets;
