//! `parlor games`: what can be played.

use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use parlor_core::{GameInfo, Registry};

use crate::brings::presets;
use crate::setup::describe;

/// Lists the games, how many can play, and their options
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor games
  parlor games --json")]
pub struct Games {
    /// Prints one JSON array with everything that is known of each game
    #[arg(long)]
    json: bool,
}

impl Games {
    /// Prints the list.
    pub fn run(self, games: &Registry) -> Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            let infos: Vec<&GameInfo> = games.iter().map(|game| game.info()).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&infos)?)?;
        } else {
            write!(out, "{}", table(games))?;
        }
        out.flush()?;
        Ok(())
    }
}

/// The games as a table for people.
pub fn table(games: &Registry) -> String {
    let infos: Vec<&GameInfo> = games.iter().map(|game| game.info()).collect();
    let width = |text: fn(&GameInfo) -> &str, title: &str| {
        let widths = infos.iter().map(|info| text(info).chars().count());
        widths.chain([title.len()]).max().unwrap_or(0)
    };
    let id = width(|info| &info.id, "ID");
    let name = width(|info| &info.name, "NAME");
    let mut table = format!("{:<id$}  {:<name$}  SEATS  SUMMARY\n", "ID", "NAME");
    for info in infos {
        let seats = seats(info);
        let line = format!(
            "{:<id$}  {:<name$}  {seats:<5}  {}",
            info.id, info.name, info.summary
        );
        table.push_str(line.trim_end());
        table.push('\n');
        for option in &info.options {
            let text = format!(
                "{}: {} ({})",
                option.name,
                option.label,
                describe(&option.kind)
            );
            table.push_str(&format!("{:<id$}    option {text}\n", ""));
        }
        for spec in &info.brings {
            let text = format!("{}: {} ({})", spec.id, spec.label, presets(spec));
            table.push_str(&format!("{:<id$}    brings {text}\n", ""));
        }
    }
    table
}

fn seats(info: &GameInfo) -> String {
    match (info.min_seats, info.max_seats) {
        (min, max) if min == max => min.to_string(),
        (min, max) => format!("{min}-{max}"),
    }
}
