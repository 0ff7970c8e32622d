//! Rulesets on the command line: from files, and those that come with Parlor.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use parlor_core::{AnyGame, Game, Registry, erase};
use parlor_ruleset::{Report, Ruleset, Severity, bundled, render};

use crate::failure::Failure;

/// What rulesets are called.
pub const ENDING: &str = ".cardgame.json";

/// One byte more than a ruleset may have: the reader says what is wrong with such a file.
const MOST_BYTES: u64 = 1024 * 1024 + 1;

/// A file, as it was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// As it was given.
    pub file: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// A game that somebody named, by its id or by the file of its rules.
pub struct Found {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// Its rules, where they are data, and the text of them.
    pub ruleset: Option<(Ruleset, Source)>,
}

impl Found {
    /// The games at hand with this one in front.
    pub fn beside(&self, games: &Registry) -> Registry {
        let mut games = games.clone();
        games.add(self.game.clone());
        games
    }
}

/// The games at hand, and that of a ruleset file if one was given.
pub fn with_file(games: &Registry, file: Option<&str>) -> Result<Registry> {
    match file {
        Some(file) => Ok(find(games, file)?.beside(games)),
        None => Ok(games.clone()),
    }
}

/// All games that come with Parlor: those in Rust, and the rulesets whose id is not taken by one of them.
pub fn registry() -> Registry {
    let mut games = parlor_games::all();
    for ruleset in parlor_ruleset::bundled_games() {
        if games.get(&ruleset.info().id).is_err() {
            games.add(erase(ruleset));
        }
    }
    games
}

/// Whether a file is meant and not the id of a game.
pub fn is_file(games: &Registry, text: &str) -> bool {
    text.ends_with(".json") || games.get(text).is_err() && Path::new(text).is_file()
}

/// The game with this id, or that of this file.
pub fn find(games: &Registry, text: &str) -> Result<Found> {
    if is_file(games, text) {
        let (ruleset, source) = load(text)?;
        let game = erase(ruleset.clone());
        let ruleset = Some((ruleset, source));
        return Ok(Found { game, ruleset });
    }
    let game = games.get(text).map_err(|error| {
        Failure::usage(error).hint("'parlor games' lists all games; a ruleset goes by its file")
    })?;
    // A game in Rust may have the id of a bundled ruleset; its rules have another fingerprint.
    let same = |ruleset: &Ruleset| ruleset.info().fingerprint == game.info().fingerprint;
    let ruleset = bundled_with_id(text).filter(|(ruleset, _)| same(ruleset));
    Ok(Found {
        game: game.clone(),
        ruleset,
    })
}

/// The ruleset of this file, or the bundled one with this id.
pub fn find_ruleset(games: &Registry, text: &str) -> Result<(Ruleset, Source)> {
    if is_file(games, text) {
        return load(text);
    }
    if let Some(found) = bundled_with_id(text) {
        return Ok(found);
    }
    Err(match games.get(text) {
        Ok(game) => {
            let name = &game.info().name;
            Failure::usage(format!("{name} is written in Rust and has no ruleset"))
                .hint("give the path of a .cardgame.json file")
        }
        Err(_) => Failure::usage(format!("there is no ruleset '{text}'"))
            .hint("give the path of a .cardgame.json file, or the id of a bundled one"),
    }
    .into())
}

fn bundled_with_id(id: &str) -> Option<(Ruleset, Source)> {
    let file = format!("{id}{ENDING}");
    let found = bundled().iter().find(|bundled| bundled.file == file)?;
    let ruleset = Ruleset::load(found.text.as_bytes()).ok()?;
    let bytes = found.text.as_bytes().to_vec();
    Some((ruleset, Source { file, bytes }))
}

/// The ruleset files at a place: the file itself, or all of a folder, in the order of their names.
pub fn files(place: &Path) -> Result<Vec<String>> {
    if !place.is_dir() {
        return Ok(vec![place.display().to_string()]);
    }
    let unreadable =
        |error: io::Error| Failure::failed(format!("cannot read {}: {error}", place.display()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(place).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path().display().to_string();
        if path.ends_with(ENDING) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Reads, checks and compiles a file; if it cannot be played, all that is wrong with it is shown.
pub fn load(file: &str) -> Result<(Ruleset, Source)> {
    let source = read(file)?;
    let report = Ruleset::check(&source.bytes);
    let errors = count(&report, Severity::Error);
    match report.ruleset {
        Some(ruleset) if errors == 0 => Ok((ruleset, source)),
        _ => {
            let colours = crate::terminal::has_colours(io::stderr().is_terminal());
            let shown = render(file, &source.bytes, &report.problems, colours);
            let text = format!("{file} cannot be played: it has {}", many(errors, "error"));
            Err(Failure::failed(text).shown(shown).into())
        }
    }
}

/// The bytes of a file, or as many as show that it is too large.
pub fn read(file: &str) -> Result<Source> {
    let unreadable = |error| {
        Failure::failed(format!("cannot read {file}: {error}"))
            .hint("give the path of a .cardgame.json file")
    };
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(unreadable)?;
    opened
        .take(MOST_BYTES)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    Ok(Source {
        file: file.into(),
        bytes,
    })
}

/// The rulesets of a folder, by name.
pub fn in_folder(folder: &Path) -> Result<Vec<String>> {
    let unreadable = |error| {
        Failure::failed(format!("cannot read {}: {error}", folder.display()))
            .hint(format!("give a folder with {ENDING} files in it"))
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.to_string_lossy().ends_with(ENDING) {
            files.push(path.to_string_lossy().into_owned());
        }
    }
    files.sort();
    Ok(files)
}

/// How many problems of a file are as bad as this.
pub fn count(report: &Report, severity: Severity) -> usize {
    let problems = report.problems.iter();
    problems
        .filter(|problem| problem.severity() == severity)
        .count()
}

/// "1 error", "2 errors".
pub fn many(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
