//! The pages in `docs/rulesets` are true: every block in them loads, plays, or comes to what the text says.

mod bench;
mod blocks;
mod builtins;
mod features;
mod games;
mod limits;
mod links;

use blocks::{Block, blocks, blocks_of};

/// The languages of blocks that are for people.
const UNCHECKED: &[&str] = &["text", "sh", "mermaid"];

/// Reports all that is wrong at once.
fn report(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n\n"));
}

fn wrong_game(block: &Block) -> Option<String> {
    let text = games::ruleset_of(block)?;
    let wrong = games::wrong_with(block, &text)?;
    Some(format!("{block}: {wrong}"))
}

#[test]
fn every_ruleset_and_part_loads_without_a_warning_and_plays_to_its_end() {
    let all = blocks();
    let games: Vec<&Block> = all.iter().filter(|block| block.is("json")).collect();
    assert!(games.len() > 50, "there are only {} blocks", games.len());
    report(games.into_iter().filter_map(wrong_game).collect());
}

/// Its cards lie open before they go to a hidden pile: every player knows what lies there, and no sample may differ.
#[test]
fn cards_that_lay_open_need_not_be_imagined() {
    let all = blocks();
    let mut games = all
        .iter()
        .filter(|block| block.text.contains("\"six-tricks\""));
    let text = games
        .find_map(games::ruleset_of)
        .expect("it is in the cookbook");
    let ruleset = parlor_ruleset::Ruleset::load(text.as_bytes()).expect("it is checked above");
    let checker = parlor_conformance::Checker::new(&ruleset);
    let checker = checker.laws([parlor_conformance::Law::SamplesTellNoSecrets]);
    assert_eq!(
        checker
            .positions(300)
            .run()
            .map_err(|found| found.to_string())
            .err(),
        None
    );
}

#[test]
fn every_expression_comes_to_what_the_page_says() {
    let all = blocks();
    let lines = all.iter().filter(|block| block.is("expression"));
    report(lines.flat_map(bench::wrong_with).collect());
}

#[test]
fn every_message_of_the_checker_is_shown_as_it_is() {
    let all = blocks();
    let samples: Vec<&Block> = all
        .iter()
        .filter(|block| block.is("text") && block.says("problem"))
        .collect();
    assert!(!samples.is_empty(), "there are no samples, ```text problem");
    for sample in samples {
        let said = games::said_of(sample).unwrap_or_default();
        assert_eq!(
            said, sample.text,
            "{sample}: the checker says something else"
        );
    }
}

#[test]
fn every_block_is_of_a_language_that_is_checked_or_is_plain_text() {
    let known = |block: &Block| {
        block.is("json") || block.is("expression") || UNCHECKED.iter().any(|word| block.is(word))
    };
    let all = blocks().into_iter();
    let other = all.filter(|block| !known(block));
    report(
        other
            .map(|block| format!("{block}: what is {:?}?", block.words))
            .collect(),
    );
}

#[test]
fn a_block_that_is_wrong_is_found_with_its_file_and_line() {
    let page = "text\n\n```json part\n\"scoring\": { \"method\": \"card_count(hnad)\", \"winCondition\": \"my_score > 0\" }\n```\n";
    let wrong = wrong_game(&blocks_of("wrong.md", page)[0]).unwrap_or_default();
    assert!(
        wrong.starts_with("docs/rulesets/wrong.md:4: error[R201]"),
        "{wrong}"
    );

    let page = "```json part\n\"variables\": { \"n\": { \"initial\": 0 } }, \"phases\": [{ \"name\": \"turns\", \"actions\": [\n  { \"name\": \"stuck\", \"label\": \"Stuck\", \"effect\": [\"set_var(\\\"n\\\", top_card_rank(discard))\", \"end_turn()\"], \"condition\": \"card_count(discard) > 50\" }\n] }]\n```\n";
    let wrong = wrong_game(&blocks_of("stuck.md", page)[0]).unwrap_or_default();
    assert!(
        wrong.contains("nobody could take {(\"turns\", \"stuck\")}"),
        "{wrong}"
    );

    let page = "\n```expression\n1 + 1 => 2\n1 + 2 => 4\n```\n";
    let wrong = bench::wrong_with(&blocks_of("sums.md", page)[0]);
    assert_eq!(
        wrong,
        ["docs/rulesets/sums.md:4: 1 + 2 is 3, but the page says 4"]
    );
}
