//! The table of limits is written from the limits of the code, other pages say the same numbers, and play stops there.

use parlor_core::{Game, Match, Seed, Setup};
use parlor_ruleset::doc::HIGH_CARD;
use parlor_ruleset::{Limit, Ruleset, limits, schemas};
use serde_json::{Value, json};

use crate::blocks::folder;

const COMMAND: &str = "UPDATE_EXPECT=1 cargo test -p parlor-ruleset --test docs";
const HEAD: &str = "| what | at most | |\n|---|---|---|\n";

fn most(what: &str) -> String {
    let mut all = limits().into_iter();
    let found = all.find(|limit| limit.what == what);
    found.unwrap_or_else(|| panic!("no limit of {what:?}")).most
}

/// The first number of a limit.
fn number(what: &str) -> u64 {
    let most = most(what).replace(',', "");
    let digits = most.split(|letter: char| !letter.is_ascii_digit());
    digits
        .map(str::parse)
        .find_map(Result::ok)
        .expect("a number")
}

fn row(limit: &Limit) -> String {
    let codes = limit.beyond.split(", ");
    let beyond = codes.map(|code| match code.starts_with('R') {
        true => format!("[{code}](../errors/{code}.md)"),
        false => code.into(),
    });
    let beyond: Vec<String> = beyond.collect();
    format!(
        "| {} | {} | {} |\n",
        limit.what,
        limit.most,
        beyond.join(", ")
    )
}

#[test]
fn the_table_of_limits_is_that_of_the_code() {
    let file = folder().join("9-check-and-test.md");
    let page = std::fs::read_to_string(&file).expect("the page is there");
    let start = page.find(HEAD).expect("the page has a table of limits") + HEAD.len();
    let end = start + page[start..].find("\n\n").expect("something after it") + 1;
    let table: String = limits().iter().map(row).collect();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let page = format!("{}{table}{}", &page[..start], &page[end..]);
        std::fs::write(&file, page).expect("the page can be written");
    } else {
        assert_eq!(&page[start..end], table, "write it anew: {COMMAND}");
    }
}

#[test]
fn other_pages_say_the_same_limits() {
    let says = [
        (
            "2-deck-and-zones.md",
            "A deck has at most {}, copies and all",
            "a deck, copies and all",
        ),
        (
            "3-phases-and-actions.md",
            "at most {} of them",
            "steps of one automatic phase",
        ),
        (
            "3-phases-and-actions.md",
            "at most {} automatic phases follow each other",
            "automatic phases in a row",
        ),
        (
            "3-phases-and-actions.md",
            "An action can be taken in at most {} ways",
            "ways to take one action",
        ),
        (
            "4-expressions.md",
            "as long as the condition holds, at most {} times",
            "turns of one `while`",
        ),
        ("6-scoring-and-rounds.md", "it has taken {}", "a match"),
        (
            "10-guiding-bots.md",
            "There are at most {} objectives",
            "objectives",
        ),
        (
            "../errors/R308.md",
            "it is stopped after {} turns",
            "turns of one `while`",
        ),
    ];
    for (page, sentence, what) in says {
        let text = std::fs::read_to_string(folder().join(page)).expect("the page is there");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let sentence = sentence.replace("{}", &most(what));
        assert!(text.contains(&sentence), "{page} does not say {sentence:?}");
    }
}

#[test]
fn the_schema_allows_as_many_players_as_the_engine() {
    for schema in schemas() {
        let schema: Value = serde_json::from_str(&schema.text).expect("a schema");
        let definitions = ["$defs", "definitions"].map(|name| &schema[name]["Players"]);
        let players = definitions
            .into_iter()
            .find(|one| one.is_object())
            .expect("players");
        for name in ["min", "max"] {
            let maximum = &players["properties"][name]["maximum"];
            assert_eq!(maximum.as_u64(), Some(number("players")), "{name}");
        }
    }
}

/// A game whose first phase takes so many steps.
fn begins_after(steps: u64) -> bool {
    let mut json: Value = serde_json::from_str(HIGH_CARD).expect("the example is JSON");
    json["variables"]["step"] = json!({ "initial": 0, "public": false });
    let phases = json["phases"].as_array_mut().expect("a list");
    let next = phases[0]["name"].clone();
    phases.insert(
        0,
        json!({
            "name": "count", "kind": "automatic", "onStep": ["inc_var(\"step\", 1)"],
            "transitions": [{ "to": next, "when": format!("step == {steps}") }]
        }),
    );
    let ruleset = Ruleset::load(json.to_string().as_bytes()).expect("it can be played");
    let setup = Setup::new(&ruleset.info(), 2).expect("two can play");
    Match::new(ruleset, setup, Seed::Integer(1)).is_ok()
}

#[test]
fn a_phase_takes_as_many_steps_as_the_page_says_and_not_one_more() {
    let most = number("steps of one automatic phase");
    assert!(begins_after(most));
    assert!(!begins_after(most + 1));
}
