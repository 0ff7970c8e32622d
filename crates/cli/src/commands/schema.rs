//! `parlor schema`: what editors need to complete and underline rulesets.

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, ValueEnum};

/// Prints the JSON Schema of .cardgame.json files, for editors
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor schema > cardgame.schema.json
  parlor schema --draft 07 > cardgame.schema.json    for editors that know no newer draft

Then say \"$schema\": \"./cardgame.schema.json\" in the first line of a ruleset.")]
pub struct Schema {
    /// The draft of JSON Schema
    #[arg(long, default_value = "2020-12")]
    draft: Draft,
}

/// The drafts that there are.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Draft {
    #[value(name = "07", alias = "7", alias = "draft-07")]
    Older,
    #[value(name = "2020-12")]
    Newer,
}

impl Schema {
    /// Prints it.
    pub fn run(self) -> Result<()> {
        let [newer, older] = parlor_ruleset::schemas();
        let schema = match self.draft {
            Draft::Older => older,
            Draft::Newer => newer,
        };
        io::stdout().lock().write_all(schema.text.as_bytes())?;
        Ok(())
    }
}
