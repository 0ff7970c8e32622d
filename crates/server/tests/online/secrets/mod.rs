//! Nobody is sent a byte that depends on what they may not know.

mod canaries;
mod law;
mod placed;
