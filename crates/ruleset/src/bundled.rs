//! The rulesets that come with Parlor, as they are in the folder `rulesets/`.

use crate::Ruleset;

/// A ruleset that comes with Parlor.
///
/// ```
/// for bundled in parlor_ruleset::bundled() {
///     assert!(bundled.file.ends_with(".cardgame.json"));
///     assert!(parlor_ruleset::Ruleset::load(bundled.text.as_bytes()).is_ok());
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundled {
    /// The name of its file.
    pub file: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// Lists files of `rulesets/`, each by what stands before `.cardgame.json`.
macro_rules! files {
    ($($name:literal)*) => {
        &[$(Bundled {
            file: concat!($name, ".cardgame.json"),
            text: include_str!(concat!("../../../rulesets/", $name, ".cardgame.json")),
        }),*]
    };
}

/// A new file in the folder is a new line here; a test keeps both alike.
const BUNDLED: &[Bundled] = files! {
    "blackjack"
    "crazy-eights"
    "go-fish"
    "hearts"
    "holdem"
    "hue-and-cry"
    "ninety-nine"
    "old-maid"
    "rummy"
    "war"
};

/// The rulesets that come with Parlor, by the name of the file.
///
/// ```
/// assert!(parlor_ruleset::bundled().iter().is_sorted_by_key(|bundled| bundled.file));
/// ```
pub fn bundled() -> &'static [Bundled] {
    BUNDLED
}

/// The same, ready to be played.
///
/// ```
/// assert_eq!(parlor_ruleset::bundled_games().len(), parlor_ruleset::bundled().len());
/// ```
pub fn bundled_games() -> Vec<Ruleset> {
    let load = |bundled: &Bundled| Ruleset::load(bundled.text.as_bytes()).ok();
    bundled().iter().filter_map(load).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    #[test]
    fn every_file_of_the_folder_is_bundled() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets");
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut files: Vec<String> = names
            .filter(|name| name.ends_with(".cardgame.json"))
            .collect();
        files.sort();
        let listed: Vec<&str> = bundled().iter().map(|bundled| bundled.file).collect();
        assert_eq!(listed, files, "list the files in bundled.rs, sorted");
    }

    #[test]
    fn each_is_named_after_its_game_and_has_no_problem() {
        for Bundled { file, text } in bundled() {
            let report = Ruleset::check(text.as_bytes());
            let shown = render(file, text.as_bytes(), &report.problems, false);
            assert_eq!(shown, "", "{file}");
            let ruleset = report.ruleset.unwrap();
            let slug = &ruleset.document().meta.slug;
            assert_eq!(*file, format!("{slug}.cardgame.json"));
        }
    }
}
