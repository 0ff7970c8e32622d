//! Rulesets from files: checked, played, resumed, verified, traced, catalogued.

use expect_test::expect;
use parlor_ruleset::doc::HIGH_CARD;
use serde_json::Value;

use crate::Home;

/// A home with a good ruleset, one with a mistake, and one that is no JSON.
fn home() -> Home {
    let home = Home::new();
    home.write("high.cardgame.json", HIGH_CARD);
    let mistaken = HIGH_CARD.replace("shuffle(draw_pile)", "shuffle(drawpile)");
    home.write("mistaken.cardgame.json", mistaken);
    home.write("cut.cardgame.json", &HIGH_CARD[..200]);
    home
}

#[test]
fn a_good_ruleset_is_fine() {
    let home = home();
    assert_eq!(
        home.run("check high.cardgame.json").ok(),
        "high.cardgame.json: fine\n"
    );
}

#[test]
fn all_problems_of_all_files_are_shown() {
    let home = home();
    let run = home.run("check . missing.json");
    assert_eq!(run.code, 1, "{}", run.err);
    for part in [
        "--> ./cut.cardgame.json:",
        "./high.cardgame.json: fine\n",
        "'drawpile'",
        "--> ./mistaken.cardgame.json:24:28",
        "did you mean 'draw_pile'?",
        "error: cannot read missing.json: No such file",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    assert!(!run.out.contains('\u{1b}'), "no terminal, no colours");
    expect![[r#"
        error: 3 of 4 files not fine: 3 errors and 0 warnings
        hint: each code, like R201, has a page in docs/errors
    "#]]
    .assert_eq(&run.err);
}

#[test]
fn programs_read_problems_as_json() {
    let home = home();
    let run = home.run("check --json high.cardgame.json mistaken.cardgame.json nowhere.json");
    assert_eq!(run.code, 1);
    let all: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(all[0]["ok"], true);
    assert_eq!(all[1]["ok"], false);
    assert_eq!(all[1]["problems"][0]["severity"], "error");
    assert_eq!(all[1]["problems"][0]["pointer"], "/phases/0/onEnter/0");
    assert_eq!(all[1]["problems"][0]["line"], 24);
    assert!(
        all[2]["unreadable"]
            .as_str()
            .unwrap()
            .contains("nowhere.json")
    );
}

#[test]
fn warnings_count_where_they_are_denied() {
    let home = home();
    let warned = HIGH_CARD.replace("\"A\": 14", "\"A\": 14, \"Knight\": 12");
    home.write("warned.cardgame.json", warned);
    let out = home.run("check warned.cardgame.json").ok();
    assert!(out.contains("warning[R503]"), "{out}");
    let err = home
        .run("check --deny-warnings warned.cardgame.json")
        .fails(1);
    expect![[r#"
        error: 1 of 1 file not fine: 0 errors and 1 warning
        hint: without --deny-warnings it can be played
    "#]]
    .assert_eq(&err);
    home.run("check --deny-warnings high.cardgame.json").ok();
}

#[test]
fn a_huge_file_is_refused_without_being_read_whole() {
    let home = Home::new();
    home.write("huge.json", vec![b' '; 3 << 20]);
    let run = home.run("check huge.json");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("error[R004]"), "{}", run.out);
}

#[test]
fn a_file_is_played_resumed_replayed_and_verified() {
    let home = home();
    let out = home
        .run_with("play high.cardgame.json --seed 7 --names Ann", b"quit\n")
        .ok();
    assert!(
        out.contains("Go on with: parlor play high.cardgame.json --resume"),
        "{out}"
    );
    let save = home.matches().remove(0).display().to_string();
    home.run_with("play high.cardgame.json --resume", b"1\n")
        .ok();

    let err = home.run(&format!("verify {save}")).fails(1);
    assert!(
        err.contains("there is no game 'high-card'") && err.contains("--game FILE"),
        "{err}"
    );
    let proved = home
        .run(&format!("verify {save} --game high.cardgame.json"))
        .ok();
    assert!(proved.contains("High Card 1.0.0"), "{proved}");
    let replayed = home
        .run(&format!("replay {save} --game high.cardgame.json"))
        .ok();
    assert!(replayed.starts_with("High Card: Ann"), "{replayed}");
}

#[test]
fn a_match_of_another_version_of_the_ruleset_is_refused_with_both_named() {
    let home = home();
    home.run_with("play high.cardgame.json --seed 7", b"quit\n")
        .ok();
    let save = home.matches().remove(0).display().to_string();
    let newer = HIGH_CARD
        .replace("1.0.0", "1.1.0")
        .replace("\"K\": 13", "\"K\": 15");
    home.write("high.cardgame.json", newer);
    for args in [
        "play high.cardgame.json --resume".into(),
        format!("play high.cardgame.json --resume --file {save}"),
        format!("verify {save} --game high.cardgame.json"),
    ] {
        let err = home.run(&args).fails(1);
        assert!(
            err.contains("begun with another ruleset 'high-card' (version 1.0.0, hash ")
                && err.contains("than the one at hand (version 1.1.0, hash "),
            "{args}: {err}"
        );
    }
}

#[test]
fn what_cannot_be_played_is_shown_wherever_a_game_is_expected() {
    let home = home();
    for command in ["play", "simulate", "script", "trace", "explain"] {
        let err = home
            .run(&format!("{command} mistaken.cardgame.json"))
            .fails(1);
        assert!(
            err.contains("did you mean 'draw_pile'?"),
            "{command}: {err}"
        );
        let text = "error: mistaken.cardgame.json cannot be played: it has 1 error";
        assert!(err.contains(text), "{command}: {err}");
        let err = home.run(&format!("{command} missing.json")).fails(1);
        assert!(err.starts_with("error: cannot read missing.json"), "{err}");
    }
    for command in ["trace", "explain"] {
        let err = home.run(&format!("{command} hex")).fails(2);
        assert!(err.contains("Hex is written in Rust"), "{err}");
        home.run(&format!("{command} nothing")).fails(2);
    }
}

#[test]
fn a_script_plays_a_file() {
    let home = home();
    let out = home
        .run_with(
            "script high.cardgame.json",
            b"{\"seed\":1}\n{\"seat\":0,\"command\":{\"action\":\"stand\"}}\n",
        )
        .ok();
    assert_eq!(out.lines().count(), 2);
    assert!(
        out.lines().all(|line| line.contains("\"ok\":true")),
        "{out}"
    );
}

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
