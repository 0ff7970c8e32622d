//! What does not play by the rules.

mod all_at_once;
mod delay;
mod farm;
mod flood;
mod frames;
mod impostor;
mod requests;
mod starve;
