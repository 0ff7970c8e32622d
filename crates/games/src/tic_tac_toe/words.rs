//! What people want to know before they choose it, and its words in other languages.

use parlor_core::prelude::*;

/// The same facts, with these.
pub fn of(info: GameInfo) -> GameInfo {
    let quick = Manifest::new().minutes(1, 3).complexity(1).age(4);
    let manifest = quick.best_for([2]).picture("✕○").source("Traditional");
    let info = info.manifest(manifest);
    info.words_json("de", include_str!("de.json"))
}
