//! `parlor games`: what can be played.

use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use parlor_core::{GameInfo, Manifest, Registry};

use crate::brings::presets;
use crate::setup::describe;
use crate::speech;

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

/// The games as a table for people, in their language.
pub fn table(games: &Registry) -> String {
    let infos: Vec<GameInfo> = games.iter().map(|game| speech::info(game.info())).collect();
    let width = |text: fn(&GameInfo) -> &str, title: &str| {
        let widths = infos.iter().map(|info| text(info).chars().count());
        widths.chain([title.len()]).max().unwrap_or(0)
    };
    let id = width(|info| &info.id, "ID");
    let name = width(|info| &info.name, "NAME");
    let mut table = format!(
        "{:<id$}  {:<name$}  SEATS  MINUTES  AGES  LEVEL  SUMMARY\n",
        "ID", "NAME"
    );
    for info in &infos {
        let line = format!(
            "{:<id$}  {:<name$}  {:<5}  {:<7}  {:<4}  {:<5}  {}",
            info.id,
            info.name,
            seats(info),
            minutes(&info.manifest),
            ages(&info.manifest),
            level(&info.manifest),
            info.summary
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

/// What people want to know before they choose a game, in one line: players, minutes, ages, how hard it is.
pub fn facts(info: &GameInfo) -> String {
    let manifest = &info.manifest;
    let players = match seats(info) {
        one if one == "1" => "1 player".to_owned(),
        seats => format!("{seats} players"),
    };
    let minutes = Some(minutes(manifest)).filter(|text| !text.is_empty());
    let ages = Some(ages(manifest)).filter(|text| !text.is_empty());
    let level = Some(level(manifest)).filter(|text| !text.is_empty());
    let facts = [
        Some(players),
        minutes.map(|minutes| format!("{minutes} minutes")),
        ages.map(|ages| format!("ages {ages}")),
        level.map(|level| format!("complexity {level}")),
    ];
    facts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn minutes(manifest: &Manifest) -> String {
    match manifest.minutes {
        Some([least, most]) if least == most => least.to_string(),
        Some([least, most]) => format!("{least}-{most}"),
        None => String::new(),
    }
}

fn ages(manifest: &Manifest) -> String {
    manifest.age.map_or(String::new(), |age| format!("{age}+"))
}

fn level(manifest: &Manifest) -> String {
    let level = manifest.complexity;
    level.map_or(String::new(), |level| {
        format!("{level}/{}", Manifest::MOST_COMPLEX)
    })
}

fn seats(info: &GameInfo) -> String {
    match (info.min_seats, info.max_seats) {
        (min, max) if min == max => min.to_string(),
        (min, max) => format!("{min}-{max}"),
    }
}
