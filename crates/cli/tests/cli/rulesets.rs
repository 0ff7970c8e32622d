//! Rulesets from files: checked, played, resumed, replayed and verified.

use expect_test::expect;
use parlor_ruleset::doc::HIGH_CARD;
use serde_json::Value;

use crate::Home;

/// A home with a good ruleset, one with a mistake, and one that is no JSON.
pub fn home() -> Home {
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
        out.contains("Resume with: parlor play high.cardgame.json --resume"),
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
            err.contains("played with High Card 1.0.0, and this is High Card 1.1.0")
                && err.contains("hint: a ruleset goes by its file, as it was"),
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
