//! What holds on every table.

mod change;
mod dealer;
mod fog;
mod knowledge;
mod list;
mod load;
mod piece;
mod query;
mod resample;
mod sight;
mod told;
mod unnoticed;
mod view;
mod world;
mod worlds;
