//! What does not play by the rules gets a typed refusal, or is closed; and nobody else notices.

mod all_at_once;
mod frames;
mod requests;
