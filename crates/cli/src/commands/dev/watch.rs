//! Files that change: what is new, what is different, what is gone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc;

use crate::failure::Failure;
use crate::rulesets::{self, Source};

/// An editor writes in several steps: they are over when nothing has happened for so long.
const QUIET: Duration = Duration::from_millis(100);

/// What has become of a file.
#[derive(Debug)]
pub enum Change {
    /// It was not there before.
    New(Source),
    /// It says something else.
    Changed(Source),
    /// It is no longer there.
    Gone(String),
}

/// A ruleset, or the rulesets of a folder, as they were seen last.
pub struct Watched {
    place: PathBuf,
    seen: BTreeMap<String, Vec<u8>>,
}

impl Watched {
    /// Nothing has been seen yet: all that is there is new.
    pub fn new(place: &Path) -> Watched {
        Watched {
            place: place.into(),
            seen: BTreeMap::new(),
        }
    }

    /// What is different from the last look.
    pub fn look(&mut self) -> Vec<Change> {
        // A folder that cannot be read now may be moved about: nothing is said until it is back.
        let Ok(files) = rulesets::files(&self.place) else {
            return Vec::new();
        };
        let mut changes = Vec::new();
        let mut there = Vec::new();
        for source in files.iter().filter_map(|file| rulesets::read(file).ok()) {
            there.push(source.file.clone());
            let before = self.seen.insert(source.file.clone(), source.bytes.clone());
            match before {
                None => changes.push(Change::New(source)),
                Some(before) if before != source.bytes => changes.push(Change::Changed(source)),
                Some(_) => {}
            }
        }
        self.seen.retain(|file, _| {
            let stays = there.contains(file);
            if !stays {
                changes.push(Change::Gone(file.clone()));
            }
            stays
        });
        changes
    }
}

/// Somebody who notices when something happens at a place.
pub struct Notices {
    happened: mpsc::UnboundedReceiver<()>,
    /// Dropped, it would notice nothing any more.
    _watcher: RecommendedWatcher,
}

impl Notices {
    /// Of a folder, or of a file through its folder: editors put a new file in the place of the old one.
    pub fn of(place: &Path) -> Result<Notices> {
        let (sender, happened) = mpsc::unbounded_channel();
        let failed = |error: notify::Error| {
            Failure::failed(format!("cannot watch {}: {error}", place.display()))
        };
        let mut watcher =
            notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
                // Whoever only reads changes nothing, and we do so ourselves.
                if event.is_ok_and(|event| !event.kind.is_access()) {
                    let _ = sender.send(());
                }
            })
            .map_err(failed)?;
        let folder = match place.is_dir() {
            true => place,
            false => match place.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent,
                _ => Path::new("."),
            },
        };
        watcher
            .watch(folder, RecursiveMode::NonRecursive)
            .map_err(failed)?;
        Ok(Notices {
            happened,
            _watcher: watcher,
        })
    }

    /// Waits until something has happened and is over.
    pub async fn next(&mut self) {
        if self.happened.recv().await.is_none() {
            return std::future::pending().await;
        }
        while let Ok(Some(())) = tokio::time::timeout(QUIET, self.happened.recv()).await {}
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use expect_test::{Expect, expect};

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("parlor-dev-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[track_caller]
    fn check(watched: &mut Watched, expected: Expect) {
        let text = |change: &Change| {
            let (what, file) = match change {
                Change::New(source) => ("new", &source.file),
                Change::Changed(source) => ("changed", &source.file),
                Change::Gone(file) => ("gone", file),
            };
            let name = Path::new(file).file_name().unwrap();
            format!("{what} {}\n", name.to_string_lossy())
        };
        expected.assert_eq(&watched.look().iter().map(text).collect::<String>());
    }

    #[test]
    fn of_a_folder_only_rulesets_count_and_only_when_they_differ() {
        let folder = folder("folder");
        let mut watched = Watched::new(&folder);
        check(&mut watched, expect![[""]]);
        fs::write(folder.join("a.cardgame.json"), "1").unwrap();
        fs::write(folder.join("b.cardgame.json"), "1").unwrap();
        fs::write(folder.join("notes.txt"), "1").unwrap();
        check(
            &mut watched,
            expect![[r#"
                new a.cardgame.json
                new b.cardgame.json
            "#]],
        );
        // Saved, and nothing is different.
        fs::write(folder.join("a.cardgame.json"), "1").unwrap();
        check(&mut watched, expect![[""]]);
        // As editors do it: a new file in place of the old one.
        fs::write(folder.join("a.tmp"), "2").unwrap();
        fs::rename(folder.join("a.tmp"), folder.join("a.cardgame.json")).unwrap();
        fs::remove_file(folder.join("b.cardgame.json")).unwrap();
        check(
            &mut watched,
            expect![[r#"
                changed a.cardgame.json
                gone b.cardgame.json
            "#]],
        );
        fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_file_that_is_replaced_is_noticed() {
        let folder = folder("file");
        let file = folder.join("a.cardgame.json");
        fs::write(&file, "1").unwrap();
        let mut watched = Watched::new(&file);
        check(&mut watched, expect![["new a.cardgame.json\n"]]);
        let mut notices = Notices::of(&file).unwrap();
        fs::write(folder.join("a.tmp"), "2").unwrap();
        fs::rename(folder.join("a.tmp"), &file).unwrap();
        notices.next().await;
        check(&mut watched, expect![["changed a.cardgame.json\n"]]);
        fs::remove_dir_all(folder).unwrap();
    }
}
