//! What holds on every table.

mod dealer;
mod inverse;
mod knowledge;
mod load;
mod query;
mod resample;
mod sight;
mod told;
mod unnoticed;
mod view;
mod world;
