//! `parlor explain`: the rules of a ruleset for people to read.
use anyhow::Result;
use clap::Args;
use parlor_core::Registry;

/// Tells the rules of a ruleset
#[derive(Args, Debug)]
pub struct Explain {}

impl Explain {
    pub fn run(self, _games: &Registry) -> Result<()> {
        Ok(())
    }
}
