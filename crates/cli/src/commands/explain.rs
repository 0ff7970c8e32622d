//! `parlor explain`: the rules of a ruleset for people to read, and its phases as a picture.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};
use parlor_core::Registry;

use crate::commands::catalog::write;
use crate::rulesets;

/// Explains the rules of a ruleset in English, or draws its phases
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor explain my.cardgame.json
  parlor explain my.cardgame.json --format svg --output my.svg
  parlor explain my.cardgame.json --format markdown > RULES.md

FORMATS:
  text      the rules as prose
  markdown  the same with headings, and the phases as a Mermaid diagram
  html      a page of its own with the picture of the phases
  svg       the picture alone
  mermaid   the diagram alone")]
pub struct Explain {
    /// A .cardgame.json file, or the id of a bundled ruleset
    #[arg(value_name = "FILE")]
    ruleset: String,
    /// What to write
    #[arg(short, long, default_value = "text")]
    format: Format,
    /// Where to write it [default: the terminal]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What an explanation can be.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    #[value(alias = "md")]
    Markdown,
    Svg,
    Mermaid,
    Html,
}

impl Explain {
    /// Writes the explanation.
    pub fn run(self, games: &Registry) -> Result<()> {
        let (ruleset, _) = rulesets::find_ruleset(games, &self.ruleset)?;
        let page = ruleset.explain();
        let text = match self.format {
            Format::Text => page.text(),
            Format::Markdown => {
                let diagram = ruleset.mermaid();
                format!(
                    "{}\n## The phases\n\n```mermaid\n{diagram}```\n",
                    page.markdown()
                )
            }
            Format::Svg => ruleset.svg(),
            Format::Mermaid => ruleset.mermaid(),
            Format::Html => page.html(&ruleset.svg()),
        };
        let text = match self.format {
            // What a file says must not steer the terminal.
            Format::Text | Format::Markdown => harmless(&text),
            _ => text,
        };
        write(self.output.as_deref().unwrap_or(Path::new("-")), &text)
    }
}

fn harmless(text: &str) -> String {
    let harmless = |letter: &char| *letter == '\n' || !letter.is_control();
    text.chars().filter(harmless).collect()
}
