//! Reading a match from a file, whatever game it is of.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use parlor_core::{AnyGame, AnyMatch, Header, LoadError, LoadProblem, Registry};

use crate::failure::Failure;

/// No match comes near this; a file beyond it is something else.
const LARGEST: u64 = 256 * 1024 * 1024;

/// A match from a file, with its game.
pub struct Loaded {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The match, each record of it checked.
    pub current: Box<dyn AnyMatch>,
}

/// The id of the game that a file is a match of, if it is one.
pub fn game_of(path: &Path) -> Option<String> {
    Some(Header::read(&read(path).ok()?).ok()?.game)
}

/// Reads and checks a match. One that was played under older rules goes on by today's, where these know how.
pub fn load(games: &Registry, path: &Path) -> Result<Loaded> {
    load_with(games, path, |game, text| game.migrate(text))
}

/// Reads and checks a match as it is: by the rules that it was played under, or not at all.
pub fn load_as_it_is(games: &Registry, path: &Path) -> Result<Loaded> {
    load_with(games, path, |game, text| game.load(text))
}

fn load_with(
    games: &Registry,
    path: &Path,
    load: impl FnOnce(&dyn AnyGame, &str) -> Result<Box<dyn AnyMatch>, LoadError>,
) -> Result<Loaded> {
    let text = read(path)?;
    let damaged = |error: &LoadError| {
        let failure = Failure::failed(format!("{}: {error}", path.display()));
        match error.problem {
            LoadProblem::NoMatch(_) => {
                failure.hint("a match file has one JSON object per line, as Parlor wrote it")
            }
            LoadProblem::Damaged(_) | LoadProblem::OtherSeed => {
                failure.hint("this is not the file that Parlor wrote: use another copy of it")
            }
            LoadProblem::Forged(_) => failure.hint(
                "use another copy of the file; if you have changed the rules, raise their version and begin a new match",
            ),
            LoadProblem::OtherRules { .. } => failure.hint(
                "a ruleset goes by its file, as it was: 'parlor play FILE --resume', or --game FILE",
            ),
            _ => failure,
        }
    };
    let header = Header::read(&text).map_err(|error| damaged(&error))?;
    let game = games.get(&header.game).map_err(|error| {
        Failure::failed(format!("{}: {error}", path.display())).hint(
            "'parlor games' lists the games that this version has; the file of a ruleset is given with \
             --game FILE, or to 'parlor play FILE --resume'",
        )
    })?;
    let current = load(&**game, &text).map_err(|error| damaged(&error))?;
    Ok(Loaded {
        game: game.clone(),
        current,
    })
}

/// The text of a file that may be anything.
fn read(path: &Path) -> Result<String> {
    let unreadable = |error| {
        Failure::failed(format!("cannot read {}: {error}", path.display()))
            .hint("give the path of a match file; 'parlor play' says where it saves")
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.by_ref()
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST {
        let text = format!("{} is too large for a match file", path.display());
        return Err(Failure::failed(text).into());
    }
    Ok(String::from_utf8(bytes).map_err(|_| {
        Failure::failed(format!(
            "{}: this is no match file: it is not text",
            path.display()
        ))
        .hint("a match file has one JSON object per line, as Parlor wrote it")
    })?)
}
