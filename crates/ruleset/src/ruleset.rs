//! A ruleset that can be played, and the way there: read, check, compile.

use std::fmt;

use parlor_core::{GameInfo, Manifest, OptionSpec, Words};

use crate::check::check;
use crate::compile::compile;
use crate::document::{TableColor, TableLayout, Ui};
use crate::limits::LONGEST_MATCH;
use crate::program::{Act, Effect, Program};
use crate::texts::Texts;
use crate::{Document, Problem, Severity, read, render, shape};

/// A ruleset that has been read, checked and compiled: a [`Game`](parlor_core::Game) like any other.
///
/// ```
/// use parlor_core::{Game, Match, Seat, Seed, Setup};
/// use parlor_ruleset::Ruleset;
/// let ruleset = Ruleset::load(parlor_ruleset::doc::HIGH_CARD.as_bytes()).unwrap();
/// let setup = Setup::new(&ruleset.info(), 2).unwrap();
/// let mut game = Match::new(ruleset, setup, Seed::Integer(42)).unwrap();
/// for seat in [Seat(0), Seat(1)] {
///     let stand = serde_json::from_str(r#"{"action":"stand"}"#).unwrap();
///     game.play(seat, &stand).unwrap();
/// }
/// assert!(game.outcome().is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Ruleset {
    document: Document,
    program: Program,
    texts: Texts,
    pub(crate) info: GameInfo,
}

/// All that is to be said about a file, and the ruleset if it can be played.
///
/// ```
/// use parlor_ruleset::Ruleset;
/// let report = Ruleset::check(br#"{ "meta": 7 }"#);
/// assert!(report.ruleset.is_none());
/// assert!(report.problems.iter().any(|problem| problem.code.id() == "R103"));
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    /// What is wrong, in the order of the file.
    pub problems: Vec<Problem>,
    /// The ruleset, unless there are errors.
    pub ruleset: Option<Ruleset>,
}

/// A file that cannot be played.
///
/// ```
/// use parlor_ruleset::Ruleset;
/// let error = Ruleset::load(b"{").unwrap_err();
/// assert!(error.to_string().starts_with("error[R002]"));
/// ```
#[derive(Clone, Debug)]
pub struct LoadError {
    /// What is wrong, warnings included.
    pub problems: Vec<Problem>,
    source: Vec<u8>,
}

impl std::error::Error for LoadError {}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = render("ruleset", &self.source, &self.problems, false);
        f.write_str(text.trim_end())
    }
}

impl Ruleset {
    /// Reads, checks and compiles a file, and says everything that is wrong with it at once.
    pub fn check(bytes: &[u8]) -> Report {
        let tree = match read(bytes) {
            Ok(tree) => tree,
            Err(problem) => {
                return Report {
                    problems: vec![*problem],
                    ruleset: None,
                };
            }
        };
        let (document, mut problems) = shape(&tree);
        let mut ruleset = None;
        if let Some(document) = document {
            let well_shaped = problems
                .iter()
                .all(|problem| problem.severity() == Severity::Warning);
            let (program, found) = compile(&document);
            problems.extend(found);
            // Only of a file without other errors is it known what can never happen.
            if let Some(program) = program.filter(|_| well_shaped) {
                problems.extend(check(&document, &program));
                let playable = problems
                    .iter()
                    .all(|problem| problem.severity() == Severity::Warning);
                ruleset = playable.then(|| Ruleset::of(document, program));
            }
        }
        tree.locate_all(&mut problems);
        problems.sort_by_key(|problem| problem.place.position.map(|position| position.start));
        Report { problems, ruleset }
    }

    /// The same, for those who only want to play. Warnings are no obstacle.
    pub fn load(bytes: &[u8]) -> Result<Ruleset, LoadError> {
        let Report { problems, ruleset } = Ruleset::check(bytes);
        ruleset.ok_or_else(|| LoadError {
            problems,
            source: bytes.to_vec(),
        })
    }

    fn of(document: Document, program: Program) -> Ruleset {
        let texts = Texts::of(&document);
        let info = info(&document, &program, &texts);
        Ruleset {
            texts,
            document,
            program,
            info,
        }
    }

    /// What the file says.
    pub fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn texts(&self) -> &Texts {
        &self.texts
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }
}

/// The option that says how many rounds are played.
pub(crate) const ROUNDS: &str = "rounds";

pub(crate) fn info(document: &Document, program: &Program, texts: &Texts) -> GameInfo {
    let mut info = facts(document, program);
    info.words = words(document, program, texts);
    info
}

fn facts(document: &Document, program: &Program) -> GameInfo {
    let meta = &document.meta;
    let description = meta.description.as_deref().unwrap_or_default();
    let info = GameInfo::new(&meta.slug, &meta.name, meta.players.min..=meta.players.max)
        .version(&meta.version)
        .summary(first_sentence(description))
        .tags(tags(meta))
        .hidden()
        .chance()
        .longest(LONGEST_MATCH.into())
        .fingerprint(fingerprint(&decisive(document)))
        // Earlier versions hashed all of it.
        .earlier(fingerprint(&without_additions(document)))
        .manifest(manifest(document));
    let does = |effect: Effect| program.acts.contains(&Act::Do(effect));
    if !does(Effect::ResetRound) {
        return info;
    }
    // A game that its rules end needs no other limit.
    let default = if does(Effect::EndGame) { 0 } else { 10 };
    let label = "Rounds (0 for any number)";
    info.option(OptionSpec::int(ROUNDS, label, 0..=1000, default))
}

/// What the file says of how long, how hard and for whom the game is.
fn manifest(document: &Document) -> Manifest {
    let meta = &document.meta;
    let mut manifest: Manifest = meta.about.clone().unwrap_or_default().into();
    manifest.authors = vec![meta.author.clone()];
    manifest.license = meta.license.clone();
    manifest
}

/// All that the ruleset says, and its translations.
fn words(document: &Document, program: &Program, texts: &Texts) -> Words {
    let mut words = crate::texts::basic();
    crate::texts::declare(&mut words, program, texts);
    for (language, texts) in document.translations.iter().flatten() {
        words.add(language.clone(), texts.clone());
    }
    crate::texts::name_cards(&mut words, document, program);
    words
}

/// Without what later versions of Parlor have added, none of which decides how a game is played.
fn without_additions(document: &Document) -> Document {
    let mut document = document.clone();
    document.translations = None;
    document.meta.about = None;
    document.ui.round_results = None;
    document
}

fn fingerprint(document: &Document) -> String {
    let text = serde_json::to_string(document).unwrap_or_default();
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// What decides how a game is played: all but its words for people, its looks and what guides its bots. Matches that are on go
/// on when only these change.
fn decisive(document: &Document) -> Document {
    let mut document = without_additions(document);
    document.schema = None;
    document.ai = None;
    document.ui = Ui {
        layout: TableLayout::Circle,
        table_color: TableColor::Dark,
        custom_color: None,
        zones: None,
        values: None,
        round_results: None,
    };
    let meta = &mut document.meta;
    meta.name.clear();
    meta.author.clear();
    (meta.description, meta.tags, meta.license) = (None, None, None);
    for phase in &mut document.phases {
        for action in &mut phase.actions {
            action.label.clear();
        }
    }
    document
}

/// All of them are card games, whatever else they are.
fn tags(meta: &crate::document::Meta) -> Vec<String> {
    let mut tags = vec!["cards".to_string()];
    let own = meta.tags.iter().flatten().map(|tag| tag.to_lowercase());
    tags.extend(own.filter(|tag| tag != "cards"));
    tags
}

/// A description may be a paragraph; a list of games has room for a sentence.
fn first_sentence(text: &str) -> String {
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text[..end].into()
}
