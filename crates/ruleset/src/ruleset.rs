//! A ruleset that can be played.

use parlor_core::{GameInfo, OptionSpec};

use crate::compile::compile;
use crate::program::Program;
use crate::{Document, Problem};

/// A ruleset that has been read, checked and compiled: a [`Game`](parlor_core::Game) like any other.
#[derive(Clone, Debug)]
pub struct Ruleset {
    document: Document,
    program: Program,
    pub(crate) info: GameInfo,
}

impl Ruleset {
    /// Compiles a document whose shape has been checked.
    pub fn from_document(document: Document) -> Result<Ruleset, Vec<Problem>> {
        let (program, problems) = compile(&document);
        let Some(program) = program else {
            return Err(problems);
        };
        let info = info(&document);
        Ok(Ruleset {
            document,
            program,
            info,
        })
    }

    /// What the file says.
    pub fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }
}

/// No match takes more commands than this.
pub(crate) const LONGEST: u32 = 50_000;

fn info(document: &Document) -> GameInfo {
    let meta = &document.meta;
    let text = serde_json::to_string(document).unwrap_or_default();
    let fingerprint = blake3::hash(text.as_bytes()).to_hex().to_string();
    GameInfo::new(&meta.slug, &meta.name, meta.players.min..=meta.players.max)
        .version(&meta.version)
        .summary(meta.description.clone().unwrap_or_default())
        .option(OptionSpec::int(
            "rounds",
            "Rounds (0 for any number)",
            0..=1000,
            10,
        ))
        .hidden()
        .chance()
        .longest(LONGEST.into())
        .fingerprint(fingerprint)
}
