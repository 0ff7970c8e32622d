//! What outlives the store's bad days, and what comes after them.

mod outages;
mod owners;
mod rules;
