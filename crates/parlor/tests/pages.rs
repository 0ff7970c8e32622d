//! The README shows tic-tac-toe as it is.

#[test]
fn the_readme_shows_tic_tac_toe_as_it_is() {
    let source = include_str!("../../games/src/tic_tac_toe/mod.rs");
    let (source, announced) = source
        .split_once("    fn abilities")
        .expect("the fast form and the words are announced last");
    assert_eq!(
        announced.lines().count(),
        11,
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
