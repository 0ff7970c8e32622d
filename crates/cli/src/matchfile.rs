//! Reading a match from a file, whatever game it is of.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use parlor_core::{AnyGame, AnyMatch, GameInfo, Header, LoadError, LoadProblem, Registry};

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

/// Reads and checks a match.
pub fn load(games: &Registry, path: &Path) -> Result<Loaded> {
    let text = read(path)?;
    let damaged = |error: &LoadError| {
        let failure = Failure::failed(format!("{}: {error}", path.display()));
        match error.problem {
            LoadProblem::NoMatch(_) => {
                failure.hint("a match file has one JSON object per line, as Parlor wrote it")
            }
            LoadProblem::Damaged(_) | LoadProblem::Forged(_) | LoadProblem::OtherSeed => {
                failure.hint("this is not the file that Parlor wrote: use another copy of it")
            }
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
    let current = game.load(&text).map_err(|error| match error.problem {
        LoadProblem::OtherRules { .. } if !game.info().fingerprint.is_empty() => {
            other_ruleset(path, &header, game.info())
        }
        _ => damaged(&error),
    })?;
    Ok(Loaded {
        game: game.clone(),
        current,
    })
}

/// The game of the match is a ruleset, and not the one at hand.
fn other_ruleset(path: &Path, header: &Header, info: &GameInfo) -> Failure {
    let short = |hash: &str| -> String { hash.chars().take(8).collect() };
    let text = format!(
        "{}: it was begun with another ruleset '{}' (version {}, hash {}) than the one at hand (version {}, hash {})",
        path.display(),
        info.id,
        header.game_version,
        short(&header.rules),
        info.version,
        short(&info.content_hash()),
    );
    Failure::failed(text).hint(
        "give the file that it was begun with, unchanged: 'parlor play FILE --resume', or --game FILE",
    )
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
