//! Games that the format's first engine recorded are played again, step by step.
//!
//! The recordings are not part of this project. Whoever has some says where they are:
//! `PARLOR_RECORDED=folder cargo test -p parlor-ruleset --test recorded`. The folder has `traces.jsonl` and the rulesets.

use std::collections::BTreeMap;
use std::path::Path;

use parlor_conformance::Checker;
use parlor_core::{Game, Setup};
use parlor_ruleset::{Ruleset, Trace, bundled};
use serde_json::{Map, Value, json};

#[test]
fn cards_are_named_and_shuffled_as_in_the_first_engine() {
    let file = bundled()
        .iter()
        .find(|file| file.file.starts_with("blackjack"));
    let ruleset = Ruleset::load(file.unwrap().text.as_bytes()).unwrap();
    let mut trace = Trace::new(&ruleset, 1, 1).unwrap();
    assert_eq!(trace.deck()[0], ["card-a087eaf2-00b349c8", "A", "hearts"]);
    assert_eq!(trace.deck()[51], ["card-821776b9-85f2d7c1", "K", "spades"]);
    let line = trace.act(r#"{"kind":"start_game"}"#);
    let zones = &line["state"]["zones"];
    assert_eq!(zones["hand:0"], json!(["8|diamonds", "10|clubs"]));
    assert_eq!(zones["dealer_hand"], json!(["K|diamonds+", "8|spades"]));
    assert_eq!(zones["draw_pile"][0], "10|hearts");
    // Cards are found by their names, too.
    assert_eq!(line["valid"]["0"], json!(["hit", "stand"]));
}

#[test]
fn recorded_games_replay_exactly() {
    let Ok(folder) = std::env::var("PARLOR_RECORDED") else {
        println!("no recordings: set PARLOR_RECORDED to their folder");
        return;
    };
    let folder = Path::new(&folder);
    let lines = std::fs::read_to_string(folder.join("traces.jsonl")).unwrap();
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut rulesets = BTreeMap::new();
    for line in lines.iter().filter(|line| line["t"] == "game") {
        let name = line["ruleset"].as_str().unwrap();
        rulesets.entry(name).or_insert_with(|| load(folder, name));
    }
    let (mut trace, mut steps) = (None, 0);
    for line in &lines {
        match line["t"].as_str() {
            Some("game") => trace = Some(begin(&rulesets, line)),
            Some("step") => {
                replay(trace.as_mut().unwrap(), line);
                steps += 1;
            }
            _ => {}
        }
    }
    println!("{steps} steps replayed");
    assert!(steps > 0);
}

fn load(folder: &Path, name: &str) -> Ruleset {
    let bytes = std::fs::read(folder.join(format!("{name}.cardgame.json"))).unwrap();
    Ruleset::load(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_rulesets_of_the_recordings_keep_the_laws_and_are_found_without_slips() {
    let Ok(folder) = std::env::var("PARLOR_RECORDED") else {
        println!("no recordings: set PARLOR_RECORDED to their folder");
        return;
    };
    let mut rulesets = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = name.strip_suffix(".cardgame.json") else {
            continue;
        };
        let bytes =
            std::fs::read(Path::new(&folder).join(format!("{name}.cardgame.json"))).unwrap();
        let report = Ruleset::check(&bytes);
        let slips = [
            "R111", "R112", "R214", "R215", "R216", "R217", "R410", "R508",
        ];
        let found = report
            .problems
            .iter()
            .filter(|one| slips.contains(&one.code.id()));
        assert_eq!(found.count(), 0, "{name}: {:?}", report.problems);
        let ruleset = report.ruleset.unwrap();
        let setup = Setup::new(&ruleset.info(), 2).unwrap();
        let checker = Checker::new(&ruleset).setups([setup]);
        if let Err(violation) = checker.positions(2).run() {
            panic!("{name}: {violation}");
        }
        rulesets += 1;
    }
    assert!(rulesets > 0);
}

fn begin<'r>(rulesets: &'r BTreeMap<&str, Ruleset>, line: &Value) -> Trace<'r> {
    let ruleset = &rulesets[line["ruleset"].as_str().unwrap()];
    let (players, seed) = (
        line["players"].as_u64().unwrap(),
        line["seed"].as_u64().unwrap(),
    );
    let trace = Trace::new(ruleset, players as u8, seed as u32).unwrap();
    if let Some(deck) = line.get("deck") {
        assert_eq!(json!(trace.deck()), *deck, "{}: the deck", line["id"]);
    }
    trace
}

fn replay(trace: &mut Trace<'_>, line: &Value) {
    let played = trace.act(&line["action"].to_string());
    let mut expected = line["state"].clone();
    // The recordings have the scores under other keys than the guide.
    if let Some(scores) = expected["scores"].as_object() {
        let renamed = scores.iter().map(|(key, score)| {
            let key = key
                .replace("player_score:", "player:")
                .replace("_score", "");
            (key, score.clone())
        });
        expected["scores"] = Value::Object(renamed.collect::<Map<String, Value>>());
    }
    let at = format!("{}, step {}: {}", line["id"], line["i"], line["action"]);
    assert_eq!(played.get("rejected"), line.get("rejected"), "{at}");
    assert_eq!(played["state"], expected, "{at}");
    assert_eq!(played["valid"], line["valid"], "{at}");
}
