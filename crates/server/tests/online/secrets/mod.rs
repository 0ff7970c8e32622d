//! Nobody is sent a byte that depends on what they may not know.

mod canaries;
mod decks;
mod law;
mod placed;
