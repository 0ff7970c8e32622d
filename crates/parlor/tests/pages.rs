//! The README shows tic-tac-toe as it is.

#[test]
fn the_readme_shows_tic_tac_toe_as_it_is() {
    let plain = "GameInfo::new(\"tic-tac-toe\", \"Tic-tac-toe\", 2..=2)";
    // The manifest and the translations are a file of their own.
    let source = include_str!("../../games/src/tic_tac_toe/mod.rs");
    let source = source.replace(&format!("words::of({plain})"), plain);
    let (source, announced) = source
        .split_once("    fn abilities")
        .expect("the fast form is announced last");
    assert_eq!(
        announced.lines().count(),
        4,
        "only what the README says is left out"
    );
    let extras = ["//!", "mod ", "#[cfg(test)]"];
    let mut in_example = false;
    let shown: Vec<&str> = source
        .lines()
        .filter(|line| {
            let fence = *line == "/// ```";
            in_example ^= fence;
            let extra = extras.iter().any(|extra| line.starts_with(extra));
            !fence && !in_example && !extra && *line != "///"
        })
        .collect();
    let shown = format!("```rust\n{}\n}}\n```", shown.join("\n").trim());
    assert!(
        include_str!("../../../README.md").contains(&shown),
        "{shown}"
    );
}
