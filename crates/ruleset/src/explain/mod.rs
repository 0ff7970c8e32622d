//! A ruleset for people: its rules as prose, its phases as a diagram.

mod cards;
mod english;
mod graph;
mod mermaid;
mod page;
mod prose;
mod svg;
mod table;
#[cfg(test)]
mod tests;

pub use page::{Block, Page};

use crate::Ruleset;

impl Ruleset {
    /// The rules as prose: who plays, the cards, where they lie and who sees them, what happens phase by phase, and how
    /// it is scored.
    ///
    /// ```
    /// let ruleset = parlor_ruleset::Ruleset::load(parlor_ruleset::doc::HIGH_CARD.as_bytes()).unwrap();
    /// let text = ruleset.explain().text();
    /// assert!(text.contains("1. Shuffle the draw pile.\n2. Deal a card from the draw pile to each player's hand."));
    /// ```
    pub fn explain(&self) -> Page {
        prose::page(self.document())
    }

    /// The phases and transitions as a picture that stands on light and dark backgrounds.
    ///
    /// ```
    /// let ruleset = parlor_ruleset::Ruleset::load(parlor_ruleset::doc::HIGH_CARD.as_bytes()).unwrap();
    /// assert!(ruleset.svg().starts_with("<svg xmlns"));
    /// ```
    pub fn svg(&self) -> String {
        svg::draw(&graph::Graph::of(self.document()))
    }

    /// The phases and transitions as a Mermaid diagram.
    ///
    /// ```
    /// let ruleset = parlor_ruleset::Ruleset::load(parlor_ruleset::doc::HIGH_CARD.as_bytes()).unwrap();
    /// assert!(ruleset.mermaid().starts_with("stateDiagram-v2\n"));
    /// ```
    pub fn mermaid(&self) -> String {
        mermaid::draw(&graph::Graph::of(self.document()))
    }
}

/// A text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let text = capital(text);
    match text.ends_with(['.', '!', '?', ':']) {
        true => text,
        false => text + ".",
    }
}

/// A text with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// "a", "a and b", "a, b and c".
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
