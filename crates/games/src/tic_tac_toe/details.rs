//! What people want to know before they play, and its words in German.

use parlor_core::{GameInfo, Manifest};

/// Adds it to what the rules depend on.
pub(super) fn of(about: GameInfo) -> GameInfo {
    let manifest = Manifest::new()
        .minutes(1, 3)
        .complexity(1)
        .age(4)
        .best_for([2])
        .picture("✕")
        .source("traditional")
        .license("MIT OR Apache-2.0");
    about
        .summary("Three in a row win.")
        .manifest(manifest)
        .words_json("de", include_str!("de.json"))
}
