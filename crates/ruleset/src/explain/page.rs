//! A page of prose, and the forms it can have: plain text, Markdown, HTML.

use std::fmt::Write;

/// Prose in parts.
///
/// ```
/// use parlor_ruleset::{Block, Page};
/// let page = Page(vec![Block::Title("War".into()), Block::Text("For 2 players.".into())]);
/// assert_eq!(page.markdown(), "# War\n\nFor 2 players.\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page(pub Vec<Block>);

/// A part of a page.
///
/// ```
/// use parlor_ruleset::{Block, Page};
/// let steps = Block::Steps(vec!["Shuffle.".into(), "Deal.".into()]);
/// assert_eq!(Page(vec![steps]).text(), "1. Shuffle.\n2. Deal.\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// What the page is about.
    Title(String),
    /// The heading of a chapter.
    Chapter(String),
    /// The heading of a section.
    Section(String),
    /// A paragraph.
    Text(String),
    /// Things beside each other.
    List(Vec<String>),
    /// Things after each other.
    Steps(Vec<String>),
}

/// The width of lines of plain text.
const WIDTH: usize = 100;

impl Page {
    /// For a terminal.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for block in &self.0 {
            if !text.is_empty() {
                text.push('\n');
            }
            match block {
                Block::Title(title) => text.push_str(&underlined(title, '=')),
                Block::Chapter(title) => text.push_str(&underlined(title, '-')),
                Block::Section(title) => text.push_str(&wrapped(&format!("* {title} *"), "", "")),
                Block::Text(words) => text.push_str(&wrapped(&plain(words), "", "")),
                Block::List(items) => {
                    for item in items {
                        text.push_str(&wrapped(&plain(item), "- ", "  "));
                    }
                }
                Block::Steps(items) => {
                    for (number, item) in (1..).zip(items) {
                        let mark = format!("{number}. ");
                        let space = " ".repeat(mark.len());
                        text.push_str(&wrapped(&plain(item), &mark, &space));
                    }
                }
            }
        }
        text
    }

    /// For documents.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        for block in &self.0 {
            if !text.is_empty() {
                text.push('\n');
            }
            // Writing to a string cannot fail.
            let _ = match block {
                Block::Title(title) => writeln!(text, "# {title}"),
                Block::Chapter(title) => writeln!(text, "## {title}"),
                Block::Section(title) => writeln!(text, "### {title}"),
                Block::Text(words) => writeln!(text, "{words}"),
                Block::List(items) => items.iter().try_for_each(|item| writeln!(text, "- {item}")),
                Block::Steps(items) => (1..)
                    .zip(items)
                    .try_for_each(|(number, item)| writeln!(text, "{number}. {item}")),
            };
        }
        text
    }

    /// For browsers, with a picture after the first chapter's heading of how it goes; it stands for itself.
    pub fn html(&self, picture: &str) -> String {
        let title = self.0.iter().find_map(|block| match block {
            Block::Title(title) => Some(escaped(title)),
            _ => None,
        });
        let mut body = String::new();
        for block in &self.0 {
            // Writing to a string cannot fail.
            let _ = match block {
                Block::Title(title) => writeln!(body, "<h1>{}</h1>", rich(title)),
                Block::Chapter(title) => writeln!(body, "<h2>{}</h2>", rich(title)),
                Block::Section(title) => writeln!(body, "<h3>{}</h3>", rich(title)),
                Block::Text(words) => writeln!(body, "<p>{}</p>", rich(words)),
                Block::List(items) => writeln!(body, "<ul>{}</ul>", entries(items)),
                Block::Steps(items) => writeln!(body, "<ol>{}</ol>", entries(items)),
            };
        }
        let title = title.unwrap_or_default();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>:root {{ color-scheme: light dark }} body {{ font: 17px/1.5 system-ui, sans-serif; \
             max-width: 46em; margin: 2em auto; padding: 0 1em }} svg {{ max-width: 100%; height: auto }}</style>\n\
             {body}<h2>The phases</h2>\n{picture}</html>\n"
        )
    }
}

fn entries(items: &[String]) -> String {
    let items = items.iter().map(|item| format!("<li>{}</li>", rich(item)));
    items.collect()
}

fn underlined(title: &str, line: char) -> String {
    let width = title.chars().count();
    format!("{title}\n{}\n", line.to_string().repeat(width))
}

/// Without the marks of Markdown.
fn plain(text: &str) -> String {
    text.replace("**", "")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Bold words and code.
fn rich(text: &str) -> String {
    let mut out = escaped(text);
    for (mark, tag) in [("**", "strong"), ("`", "code")] {
        let pieces: Vec<&str> = out.split(mark).collect();
        // A mark without its fellow stays as it is.
        let pairs = (pieces.len() - 1) / 2;
        let mut text = String::new();
        for (index, piece) in pieces.iter().enumerate() {
            match index {
                0 => {}
                index if index > 2 * pairs => text.push_str(mark),
                index if index % 2 == 1 => text.push_str(&format!("<{tag}>")),
                _ => text.push_str(&format!("</{tag}>")),
            }
            text.push_str(piece);
        }
        out = text;
    }
    out
}

/// Lines of at most so many columns, the first and the others with what stands before them.
fn wrapped(text: &str, first: &str, other: &str) -> String {
    let mut lines = String::from(first);
    let mut width = first.len();
    for (index, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if index > 0 && width + 1 + length > WIDTH {
            lines.push('\n');
            lines.push_str(other);
            width = other.len();
        } else if index > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines.push('\n');
    lines
}
