//! `parlor replay`: a match again, record by record, as any viewer may see it.

mod screen;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use parlor_core::{AnyMatch, Registry, Viewer};

use crate::failure::Failure;
use crate::table::text;
use crate::terminal::is_interactive;
use crate::{matchfile, rulesets};

/// Shows a match record by record
///
/// While a match with secrets goes on, you see it as a spectator does unless you say otherwise.
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor replay match.jsonl
  parlor replay match.jsonl --viewer 0 --at 5 --plain
  parlor replay match.jsonl --game my.cardgame.json

On a screen, arrows step, 'v' changes the viewer and 'q' quits. Without a terminal all versions are printed.")]
pub struct Replay {
    /// A match file
    file: PathBuf,
    /// Who looks: a seat counted from 0, spectator or referee [default: referee once there is nothing left to hide]
    #[arg(long)]
    viewer: Option<Viewer>,
    /// The version to show
    #[arg(long, value_name = "VERSION")]
    at: Option<u64>,
    /// The .cardgame.json file of its rules, where they are none of Parlor's own
    #[arg(long, value_name = "FILE")]
    game: Option<String>,
    /// Lines of text instead of a screen
    #[arg(long)]
    plain: bool,
}

impl Replay {
    /// Shows the match.
    pub fn run(self, games: &Registry) -> Result<()> {
        let games = rulesets::with_file(games, self.game.as_deref())?;
        let loaded = matchfile::load(&games, &self.file)?;
        let current = loaded.current;
        let latest = current.version();
        if let Some(at) = self.at.filter(|at| !(1..=latest).contains(at)) {
            let text = format!("there is no version {at}");
            let hint = format!("this match has versions 1 to {latest}");
            return Err(Failure::usage(text).hint(hint).into());
        }
        let seats = current.header().seat_count();
        if let Some(seat) = self
            .viewer
            .and_then(Viewer::seat)
            .filter(|seat| seat.0 >= seats)
        {
            let text = format!("there is no {seat}");
            let hint = format!("this match has seats 0 to {}", seats - 1);
            return Err(Failure::usage(text).hint(hint).into());
        }
        let viewer = self.viewer.unwrap_or_else(|| default_viewer(&*current));
        if !self.plain && is_interactive() {
            return screen::run(&*current, viewer, self.at.unwrap_or(1));
        }
        let versions = match self.at {
            Some(at) => at..=at,
            None => 1..=latest,
        };
        let mut out = io::stdout().lock();
        writeln!(out, "{}", title(&*current, viewer))?;
        for version in versions {
            writeln!(out, "\nversion {version} of {latest}")?;
            for line in text::told(&*current, version, viewer) {
                writeln!(out, "- {line}")?;
            }
            let view = crate::speech::view_at(&*current, version, viewer);
            for line in view.iter().flat_map(text::lines) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }
}

/// Secrets stay secret while they matter.
fn default_viewer(current: &dyn AnyMatch) -> Viewer {
    match current.info().hidden && current.outcome().is_none() {
        true => Viewer::Spectator,
        false => Viewer::Referee,
    }
}

fn title(current: &dyn AnyMatch, viewer: Viewer) -> String {
    let names = &current.header().seats;
    let seen_by = text::viewer_name(viewer, names);
    format!(
        "{}: {}; seen by {seen_by}",
        current.info().name,
        names.join(", ")
    )
}
