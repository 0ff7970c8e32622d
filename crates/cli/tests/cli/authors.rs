//! What authors of rulesets use: traces, catalogues, schemas, explanations, and the bundled rulesets.

use expect_test::expect;
use parlor_ruleset::doc::HIGH_CARD;
use serde_json::Value;

use crate::Home;
use crate::rulesets::home;

#[test]
fn a_trace_answers_each_action_with_the_position() {
    let home = home();
    let input = b"{\"kind\":\"start_game\"}\n\nnonsense\n\xff\n{\"kind\":\"declare\",\"player\":0,\"declaration\":\"stand\"}";
    let out = home
        .run_with("trace high.cardgame.json --seed 42 --initial", input)
        .ok();
    let lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["state"]["status"]["kind"], "waiting_for_players");
    assert_eq!(lines[1]["state"]["phase"], "turns");
    assert!(lines[1].get("rejected").is_none());
    for line in [2, 3] {
        let reason = lines[line]["rejected"].as_str().unwrap();
        assert!(reason.starts_with("this is no action: "), "{reason}");
        assert_eq!(lines[line]["state"], lines[1]["state"]);
    }
    assert_eq!(lines[4]["state"]["cur"], 1);
    assert_eq!(lines[4]["valid"]["1"][0], "change");
    let err = home.run("trace high.cardgame.json --players 9").fails(2);
    expect![[r#"
        error: High Card is for 2 to 4 players, not 9
        hint: say --players 2 to 4
    "#]]
    .assert_eq(&err);
}

#[test]
fn a_catalogue_lists_what_can_be_played() {
    let home = Home::new();
    home.write("b.cardgame.json", HIGH_CARD);
    let other = HIGH_CARD.replace("high-card", "another").replace(
        "\"author\": \"Parlor\",",
        "\"author\": \"Ann\", \"tags\": [\"short\"],",
    );
    home.write("c.cardgame.json", other);
    home.write("notes.json", "{}");
    assert_eq!(home.run("catalog .").ok(), "2 rulesets in ./catalog.json\n");
    let catalog: Value = serde_json::from_str(&home.read("catalog.json")).unwrap();
    let slugs: Vec<&Value> = catalog["rulesets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["slug"])
        .collect();
    assert_eq!(slugs, ["another", "high-card"]);
    let entry = &catalog["rulesets"][0];
    assert_eq!(entry["players"]["max"], 4);
    assert_eq!(entry["tags"][0], "short");
    assert_eq!(entry["file"], "c.cardgame.json");
    assert_eq!(entry["fingerprint"].as_str().unwrap().len(), 64);
    assert!(entry.get("license").is_none());

    home.write("a.cardgame.json", "{}");
    let run = home.run("catalog . --output -");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("a.cardgame.json:1:1"), "{}", run.err);
    assert_eq!(serde_json::from_str::<Value>(&run.out).unwrap(), catalog);

    home.write("d.cardgame.json", HIGH_CARD);
    let err = home.run("catalog . --output twice.json").fails(1);
    assert!(err.contains("have the same slug 'high-card'"), "{err}");
    assert!(!home.path.join("twice.json").exists());
    home.run("catalog nowhere").fails(1);
}

#[test]
fn the_schema_is_printed_in_both_drafts() {
    let home = Home::new();
    let schema = |args: &str| -> Value {
        serde_json::from_str(&home.run(&format!("schema {args}")).ok()).unwrap()
    };
    let newer = "https://json-schema.org/draft/2020-12/schema";
    assert_eq!(schema("")["$schema"], newer);
    assert_eq!(schema("--draft 2020-12")["$schema"], newer);
    assert_eq!(
        schema("--draft 07")["$schema"],
        "http://json-schema.org/draft-07/schema#"
    );
    home.run("schema --draft 4").fails(2);
}

#[test]
fn a_ruleset_is_explained_in_every_format() {
    let home = home();
    let explain = |args: &str| home.run(&format!("explain high.cardgame.json {args}")).ok();
    assert!(explain("").starts_with("High Card\n=========\n"));
    let markdown = explain("--format markdown");
    assert!(markdown.starts_with("# High Card\n"));
    assert!(markdown.contains("```mermaid\nstateDiagram-v2\n"));
    assert!(explain("--format svg").starts_with("<svg "));
    assert!(explain("--format html").starts_with("<!doctype html>"));
    assert!(explain("--format mermaid").starts_with("stateDiagram-v2\n"));
    assert_eq!(explain("--format svg --output high.svg"), "");
    assert_eq!(home.read("high.svg"), explain("--format svg"));
    home.run("explain high.cardgame.json --format pdf").fails(2);
    home.run("explain high.cardgame.json --output no/such/folder")
        .fails(1);
}

#[test]
fn bundled_rulesets_are_games_like_any_other() {
    let home = Home::new();
    let list = home.run("games").ok();
    for bundled in parlor_ruleset::bundled() {
        let id = bundled.file.strip_suffix(".cardgame.json").unwrap();
        assert!(list.lines().any(|line| line.starts_with(id)), "{id}");
    }
    home.run("play war --seats bot,bot --seed 1 --file war.jsonl")
        .ok();
    home.run("verify war.jsonl").ok();
    let out = home.run("simulate crazy-eights --games 50").ok();
    assert!(out.contains("\ncoverage, "), "{out}");
    // The game of this name that is written in Rust goes before the ruleset, which has its file.
    let out = home.run("simulate go-fish --games 50").ok();
    assert!(!out.contains("\ncoverage, "), "{out}");
    home.run("explain go-fish").ok();
}

#[test]
fn a_trace_shows_the_line_that_fails() {
    let home = Home::new();
    let failing = r#""set_var('best', top_card_rank(discard))""#;
    let text = parlor_ruleset::doc::HIGH_CARD.replacen(r#""shuffle(draw_pile)""#, failing, 1);
    home.write("game.cardgame.json", text);
    let run = home.run_with("trace game.cardgame.json", b"{\"kind\":\"start_game\"}\n");
    assert!(run.out.contains("the zone discard is empty"), "{}", run.out);
    let wanted = "error[R801]: phase 'deal' cannot go on: the zone discard is empty, so it has no top card\n  --> game.cardgame.json:24:";
    assert!(run.err.starts_with(wanted), "{}", run.err);
}
