//! The links of the pages lead somewhere.

use crate::blocks::{folder, pages};

/// What stands in the round brackets of a line's links.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let rest = line.split("](").skip(1);
    rest.filter_map(|rest| rest.split_once(')').map(|(link, _)| link))
}

/// What a heading is called in a link.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn leads_somewhere(page: &str, link: &str) -> bool {
    if link.starts_with("http") {
        return true;
    }
    let (file, place) = match link.split_once('#') {
        Some((file, place)) => (file, Some(place)),
        None => (link, None),
    };
    let file = if file.is_empty() { page } else { file };
    let path = folder().join(file);
    // Pages may be read apart from the games.
    let games = "../../rulesets/";
    if file.starts_with(games) && !folder().join(games).exists() {
        return true;
    }
    let Some(place) = place else {
        return path.exists();
    };
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut headings = text.lines().filter(|line| line.starts_with('#'));
    headings.any(|heading| anchor(heading) == place)
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    for (page, text) in pages() {
        for (line, number) in text.lines().zip(1..) {
            for link in links(line).filter(|link| !leads_somewhere(&page, link)) {
                wrong.push(format!("docs/rulesets/{page}:{number}: there is no {link}"));
            }
        }
    }
    crate::report(wrong);
}

#[test]
fn every_page_is_in_the_index() {
    let index = std::fs::read_to_string(folder().join("README.md")).expect("there is an index");
    for (page, _) in pages().iter().filter(|(page, _)| page != "README.md") {
        assert!(
            index.contains(&format!("]({page})")),
            "README.md has no link to {page}"
        );
    }
}
