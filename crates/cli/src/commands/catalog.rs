//! `parlor catalog`: the rulesets of a folder in one list, for those who offer them to others.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use parlor_core::Game;
use parlor_ruleset::{Ruleset, Severity, render};
use serde_json::{Value, json};

use crate::failure::{Failure, printable};
use crate::rulesets::{self, count, many};
use crate::terminal::has_colours;

/// Writes catalog.json: what the rulesets of a folder say of themselves
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor catalog rulesets/                       writes rulesets/catalog.json
  parlor catalog rulesets/ --output games.json
  parlor catalog rulesets/ --output -            prints it

Files that cannot be played are reported and left out.

Exit codes: 0 all files are in the catalogue, 1 some were left out, or two have the same slug.")]
pub struct Catalog {
    /// A folder of .cardgame.json files
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Where to write it; '-' prints it [default: catalog.json in the folder]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Catalog {
    /// Reads the folder and writes the list.
    pub fn run(self) -> Result<()> {
        let files = rulesets::in_folder(&self.folder)?;
        let mut entries: BTreeMap<String, Value> = BTreeMap::new();
        let mut broken = 0;
        for file in &files {
            let Some(ruleset) = load(file)? else {
                broken += 1;
                continue;
            };
            let slug = ruleset.document().meta.slug.clone();
            let entry = entry(&ruleset, file);
            if let Some(other) = entries.insert(slug.clone(), entry) {
                let text = format!("{} and {file} have the same slug '{slug}'", other["file"]);
                return Err(Failure::failed(text)
                    .hint("give one of them another slug; nothing was written")
                    .into());
            }
        }
        let list: Vec<&Value> = entries.values().collect();
        let text = serde_json::to_string_pretty(&json!({ "rulesets": list }))? + "\n";
        let output = self
            .output
            .unwrap_or_else(|| self.folder.join("catalog.json"));
        write(&output, &text)?;
        if output != Path::new("-") {
            let mut out = io::stdout().lock();
            let many = many(list.len(), "ruleset");
            writeln!(
                out,
                "{many} in {}",
                printable(&output.display().to_string())
            )?;
        }
        if broken > 0 {
            let text = format!("{} left out", many(broken, "file"));
            return Err(Failure::failed(text)
                .hint("'parlor check' says what is wrong with each")
                .into());
        }
        Ok(())
    }
}

/// The ruleset of a file; nothing if it has errors, which are shown.
fn load(file: &str) -> Result<Option<Ruleset>> {
    let source = rulesets::read(file)?;
    let report = Ruleset::check(&source.bytes);
    if count(&report, Severity::Error) == 0 && report.ruleset.is_some() {
        return Ok(report.ruleset);
    }
    let mut stderr = io::stderr().lock();
    let colours = has_colours(stderr.is_terminal());
    let shown = render(file, &source.bytes, &report.problems, colours);
    writeln!(stderr, "{shown}")?;
    Ok(None)
}

fn entry(ruleset: &Ruleset, file: &str) -> Value {
    let meta = &ruleset.document().meta;
    let name = Path::new(file).file_name().unwrap_or_default();
    let mut entry = json!({
        "slug": meta.slug,
        "name": meta.name,
        "version": meta.version,
        "author": meta.author,
        "players": meta.players,
        "file": name.to_string_lossy(),
        "fingerprint": ruleset.info().fingerprint,
    });
    let optional = [
        (
            "description",
            meta.description.as_ref().map(|text| json!(text)),
        ),
        ("tags", meta.tags.as_ref().map(|tags| json!(tags))),
        ("license", meta.license.as_ref().map(|text| json!(text))),
    ];
    for (field, value) in optional {
        if let Some(value) = value {
            entry[field] = value;
        }
    }
    entry
}

/// Writes a file, or to the terminal where '-' is said.
pub fn write(output: &Path, text: &str) -> Result<()> {
    if output == Path::new("-") {
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    }
    std::fs::write(output, text).map_err(|error| {
        Failure::failed(format!("cannot write {}: {error}", output.display()))
            .hint("say --output with a path that you can write to")
    })?;
    Ok(())
}
