//! Judging the moves of a match.

use expect_test::expect;

use crate::Home;

#[test]
fn blunders_are_found_told_and_drawn() {
    let home = Home::new();
    let args = "play tic-tac-toe --seats human,human --names Ann,Bob --seed 1 --file a.jsonl";
    home.run_with(args, b"b2\na1\nundo\ny\na1\nc3\nc1\na2\nb1\n")
        .ok();
    let out = home.run("analyze a.jsonl --svg a.svg").ok();
    let (moves, rest) = out.split_once("\n\n").unwrap();
    assert_eq!(moves, "Tic-tac-toe: Ann, Bob; judged by hard");
    let lines: Vec<&str> = rest.lines().collect();
    expect![[r#"
           player  played      worth           better  worth           given away
        5  Ann     a2      ??  loses, certain  b1      draws, certain  50
        6  Bob     b1          wins, certain"#]]
    .assert_eq(&[lines[0], lines[5], lines[6]].join("\n"));
    assert!(out.ends_with("The curve is in a.svg\n"), "{out}");
    let svg = home.read("a.svg");
    assert!(svg.starts_with("<svg") && svg.contains("5. a2??"));
    let json: serde_json::Value =
        serde_json::from_str(&home.run("analyze a.jsonl --json --bot tree:9000").ok()).unwrap();
    assert_eq!(json["moves"][4]["judgement"], "blunder");
    assert_eq!(json["players"][0]["blunders"], 1);
    assert_eq!(json["curves"][0]["points"][6]["value"], 0.0);
}

#[test]
fn secrets_stay_secret_while_a_match_goes_on() {
    let home = Home::new();
    let args = "play liars-dice --seats human,easy --seed 1 --file a.jsonl";
    home.run_with(args, b"1 x 6\n").ok();
    let err = home.run("analyze a.jsonl").fails(1);
    assert!(err.contains("--spoil"), "{err}");
    let out = home.run("analyze a.jsonl --spoil --bot 200").ok();
    assert!(
        out.contains("Each move is judged by what its player knew."),
        "{out}"
    );
    home.run("analyze a.jsonl --spoil --bot random").fails(2);
    let err = home.run("analyze a.jsonl --spoil --bot tree:100").fails(2);
    assert!(err.contains("it has secrets"), "{err}");
}

#[test]
fn forced_moves_are_not_judged() {
    let home = Home::new();
    let args = "play tic-tac-toe --seats human,human --names Ann,Bob --seed 1 --file a.jsonl";
    home.run_with(args, b"b2\na1\nc3\nb1\nc1\na3\na2\nc2\nb3\n")
        .ok();
    let out = home.run("analyze a.jsonl --bot tree:3000").ok();
    let last = out.lines().find(|line| line.starts_with("9 ")).unwrap();
    expect!["9  Ann     b3      forced"].assert_eq(last);
}

#[test]
fn who_plays_alone_has_no_curve() {
    let home = Home::new();
    let args = "play yacht-dice --seats human --names Ann --seed 1 --file a.jsonl";
    home.run_with(args, b"1\n1\n1\n").ok();
    let err = home.run("analyze a.jsonl --svg a.svg").fails(2);
    assert!(err.contains("there is no curve"), "{err}");
    assert!(!home.exists("a.svg"), "nothing came of it");
    let out = home.run("analyze a.jsonl --bot 50").ok();
    assert!(out.contains("the bot would play"), "{out}");
    assert!(!out.contains('%') && !out.contains("worth"), "{out}");
}
