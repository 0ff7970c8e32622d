//! The code map in ARCHITECTURE.md names every file, so that somebody new finds what a file is for.

use std::path::Path;

/// Files that every crate has, or that are tests.
fn needs_no_line(name: &str) -> bool {
    ["lib.rs", "main.rs", "mod.rs", "doc.rs"].contains(&name)
        || name.trim_end_matches(".rs") == "tests"
        || name.ends_with("_tests.rs")
}

/// Names in `folder` that `section` lacks. If `deep`, the row of a folder names the files in it.
fn missing(section: &str, folder: &Path, deep: bool) -> Vec<String> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    let mut missing = Vec::new();
    for path in entries {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if needs_no_line(&name) {
            continue;
        }
        let stem = name.trim_end_matches(".rs");
        let forms = [
            format!("`{stem}`"),
            format!("{stem}.rs`"),
            format!("`{stem}/"),
        ];
        // A module of several files may stand as its file or as its folder.
        if !forms.iter().any(|form| section.contains(form)) {
            missing.push(path.display().to_string());
        }
        if deep && path.is_dir() {
            let mut rows = section.lines();
            let row = rows.find(|row| row.starts_with(&format!("| `{stem}/`")));
            missing.extend(self::missing(row.unwrap_or_default(), &path, deep));
        }
    }
    missing
}

#[test]
fn the_architecture_names_every_file() {
    let text = include_str!("../../../ARCHITECTURE.md");
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seen = 0;
    let mut lacks = Vec::new();
    for section in text.split("\n### ").skip(1) {
        let Some(name) = section
            .strip_prefix("`crates/")
            .and_then(|rest| rest.split_once("/src`"))
            .map(|(name, _)| name)
        else {
            continue;
        };
        seen += 1;
        let section = section.split("\n## ").next().unwrap();
        lacks.extend(missing(
            section,
            &crates.join(name).join("src"),
            name == "server",
        ));
    }
    assert!(seen >= 8, "the code map has sections of {seen} crates");
    assert!(lacks.is_empty(), "not in the code map: {lacks:#?}");
}

/// The rows of the table that says where to add to the engine.
#[test]
fn the_guide_for_additions_names_files_that_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let section = text.split("## How to add to the engine").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows: Vec<&str> = section
        .lines()
        .filter(|line| line.starts_with("| a "))
        .collect();
    assert_eq!(rows.len(), 5);
    for row in rows {
        let names = row.split('`').skip(1).step_by(2);
        let files: Vec<&str> = names.filter(|name| name.contains('/')).collect();
        assert!(files.len() <= 4, "{row}");
        for file in files {
            assert!(root.join(file).is_file(), "{file}");
        }
    }
}
