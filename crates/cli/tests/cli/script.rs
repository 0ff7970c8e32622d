//! JSON lines in, JSON lines out.

use expect_test::{Expect, expect};

use crate::Home;

fn check(game: &str, lines: &[&str], expected: Expect) {
    let out = Home::new().run_with(
        &format!("script {game}"),
        (lines.join("\n") + "\n").as_bytes(),
    );
    expected.assert_eq(&out.ok());
}

#[test]
fn a_match_is_played_line_by_line() {
    check(
        "tic-tac-toe",
        &[
            r#"{"names":["Ann","Bob"],"seed":42}"#,
            r#"{"seat":0,"command":"b2","expect":1,"key":"k"}"#,
            r#"{"seat":0,"command":"b2","expect":1,"key":"k"}"#,
            r#"{"seat":0,"command":"a1"}"#,
            r#"{"seat":1,"command":"A1","time_ms":7}"#,
            r#"{"seat":1,"command":"a1","expect":1}"#,
            r#"{"told":0,"version":3}"#,
            r#"{"undo":{"seat":1}}"#,
            r#"{"redo":{"seat":1}}"#,
            r#"{"undo":{"seat":0,"to":1}}"#,
            r#"{"undo":{"seat":0,"to":1,"consent":[1]}}"#,
            r#"{"legal":0}"#,
            r#"{"resign":0}"#,
            r#"{"verify":true}"#,
        ],
        expect![[r#"
            {"commitment":"f3e497e16d6516960da2eb28b63ceee633673f61e1c9be236dc5798b8fe7bc22","ok":true,"to_act":[0],"version":1}
            {"events":["b2"],"ok":true,"to_act":[1],"version":2}
            {"events":["b2"],"ok":true,"repeated":true,"to_act":[1],"version":2}
            {"message":"it is the turn of Bob","ok":false,"rejection":{"args":{"seat":{"seat":1}},"code":"not_your_turn","text":"it is the turn of {seat}"}}
            {"events":["a1"],"ok":true,"to_act":[0],"version":3}
            {"message":"the match is at version 3, not 1: look again","ok":false,"rejection":{"args":{"actual":3,"expected":1},"code":"stale_version","text":"the match is at version {actual}, not {expected}: look again"}}
            {"told":[{"data":"a1","message":{"args":{"command":"a1","seat":{"seat":1}},"id":"plays","text":"{seat} plays {command}"}}]}
            {"events":[],"ok":true,"to_act":[1],"version":4}
            {"events":[],"ok":true,"to_act":[0],"version":5}
            {"message":"this can only be taken back if Bob agrees","ok":false,"rejection":{"args":{"seat":{"seat":1}},"code":"needs_consent","text":"this can only be taken back if {seat} agrees"}}
            {"events":[],"ok":true,"to_act":[0],"version":6}
            {"legal":["a1","b1","c1","a2","b2","c2","a3","b3","c3"]}
            {"events":[],"ok":true,"outcome":{"standings":[{"fate":"resigned","place":2,"reason":{"id":"reason.resignation","text":"resignation"}},{"fate":"finished","place":1,"reason":{"id":"reason.resignation","text":"resignation"}}]},"to_act":[],"version":7}
            {"ok":true,"proof":{"drawn":0,"proved":0,"records":7,"seed_known":true}}
        "#]],
    );
}

#[test]
fn views_are_those_of_their_viewers() {
    let lines = b"{\"seed\":1}\n{\"view\":0}\n{\"view\":\"spectator\",\"at\":1}\n{\"view\":\"referee\"}\n{\"view\":0,\"at\":9}\n";
    let out = Home::new().run_with("script liars-dice", lines).ok();
    let hidden = |line: &str| {
        let view: serde_json::Value = serde_json::from_str(line).unwrap();
        let zones = view["view"]["zones"].as_array().unwrap().clone();
        let pieces = zones
            .iter()
            .flat_map(|zone| zone["pieces"].as_array().unwrap().clone());
        pieces.filter(|piece| piece.get("face").is_none()).count()
    };
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        (hidden(lines[1]), hidden(lines[2]), hidden(lines[3])),
        (5, 10, 0)
    );
    assert!(lines[4].contains("there is no version 9"), "{}", lines[4]);
}

#[test]
fn a_fork_goes_on_by_itself() {
    check(
        "tic-tac-toe",
        &[
            r#"{"seed":1}"#,
            r#"{"seat":0,"command":"b2"}"#,
            r#"{"seat":1,"command":"a1"}"#,
            r#"{"fork":{"version":2,"seed":7}}"#,
            r#"{"seat":1,"command":"c3"}"#,
            r#"{"fork":{"version":99}}"#,
        ],
        expect![[r#"
            {"commitment":"3be2fa2c9f76a3fe19dbd035be1e5fb92b5c40ea779a7bdb0ad8e06ee4abb94f","ok":true,"to_act":[0],"version":1}
            {"events":["b2"],"ok":true,"to_act":[1],"version":2}
            {"events":["a1"],"ok":true,"to_act":[0],"version":3}
            {"commitment":"3453b256d75777c1f8f12a823da74d6a6604e72a5d9d75aedb413f75e7a5c7d5","ok":true,"to_act":[1],"version":3}
            {"events":["c3"],"ok":true,"to_act":[0],"version":4}
            {"error":"line 6: there is no version 99 to fork at: this match has versions 1 to 4","line":6,"ok":false}
        "#]],
    );
}

#[test]
fn questions_lead_to_commands() {
    check(
        "liars-dice",
        &[
            r#"{"seed":1,"options":{"dice":1}}"#,
            r#"{"guide":{"seat":0}}"#,
            r#"{"guide":{"seat":0,"answers":[1,3]}}"#,
            r#"{"guide":{"seat":1}}"#,
            r#"{"seat":0,"command":"1 x 3","key":"a"}"#,
            r#"{"seat":0,"command":"1 x 3","key":"a"}"#,
        ],
        expect![[r#"
            {"commitment":"3be2fa2c9f76a3fe19dbd035be1e5fb92b5c40ea779a7bdb0ad8e06ee4abb94f","ok":true,"to_act":[0],"version":1}
            {"guide":{"ask":{"answers":{"number":{"max":2,"min":1}},"prompt":{"id":"how_many","text":"How many dice?"}}}}
            {"guide":{"done":{"bid":{"count":1,"face":3}}}}
            {"message":"it is the turn of Player 1","ok":false,"rejection":{"args":{"seat":{"seat":0}},"code":"not_your_turn","text":"it is the turn of {seat}"}}
            {"events":[{"bid":{"count":1,"face":3,"seat":0}}],"ok":true,"to_act":[1],"version":2}
            {"events":[{"bid":{"count":1,"face":3,"seat":0}}],"ok":true,"repeated":true,"to_act":[1],"version":2}
        "#]],
    );
}

#[test]
fn bad_lines_are_told_and_passed_over() {
    check(
        "tic-tac-toe",
        &[
            r#"{"seed":1}"#,
            "",
            "no json",
            "[1]",
            "{}",
            r#"{"view":0,"legal":0}"#,
            r#"{"legal":0,"colour":"red"}"#,
            r#"{"command":"b2"}"#,
            r#"{"view":"everybody"}"#,
            r#"{"export":false}"#,
            r#"{"undo":{"seat":0,"too":1}}"#,
            r#"{"guide":{"seat":0}}"#,
            r#"{"seat":9,"command":"b2"}"#,
            r#"{"seat":0,"command":{"a":1}}"#,
            r#"{"legal":9}"#,
            r#"{"told":0,"version":0}"#,
            r#"{"seat":0,"command":"b2"}"#,
        ],
        expect![[r#"
            {"commitment":"3be2fa2c9f76a3fe19dbd035be1e5fb92b5c40ea779a7bdb0ad8e06ee4abb94f","ok":true,"to_act":[0],"version":1}
            {"error":"line 3: expected ident at column 2","line":3,"ok":false}
            {"error":"line 4: a line is a JSON object, as in {\"legal\":0}","line":4,"ok":false}
            {"error":"line 5: it asks for nothing; it needs one of command, view, legal, told, undo, redo, resign, time_out, fork, guide, export, verify","line":5,"ok":false}
            {"error":"line 6: it asks for 'view' and 'legal': ask for one at a time","line":6,"ok":false}
            {"error":"line 7: 'legal' takes no field 'colour' beside it","line":7,"ok":false}
            {"error":"line 8: missing field `seat`","line":8,"ok":false}
            {"error":"line 9: 'view': 'everybody' is no viewer: say a seat (counted from 0), spectator or referee","line":9,"ok":false}
            {"error":"line 10: 'export' is asked for with true, as in {\"export\":true}","line":10,"ok":false}
            {"error":"line 11: 'undo': unknown field `too`, expected one of `seat`, `to`, `consent`","line":11,"ok":false}
            {"error":"line 12: Tic-tac-toe asks no questions","line":12,"ok":false}
            {"message":"this match has 2 seats, counted from 0","ok":false,"rejection":{"args":{"seats":2},"code":"no_such_seat","text":"this match has {seats} seats, counted from 0"}}
            {"message":"that is no command of this game: invalid type: map, expected a string","ok":false,"rejection":{"args":{"problem":"invalid type: map, expected a string"},"code":"malformed","legal":["a1","b1","c1","a2","b2","c2","a3","b3","c3"],"text":"that is no command of this game: {problem}"}}
            {"error":"line 15: there is no seat 9: this match has seats 0 to 1","line":15,"ok":false}
            {"error":"line 16: there is no version 0: this match has versions 1 to 1","line":16,"ok":false}
            {"events":["b2"],"ok":true,"to_act":[1],"version":2}
        "#]],
    );
}

#[test]
fn a_line_of_many_megabytes_is_skipped() {
    let mut input = b"{\"seed\":1}\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 5_000_000));
    input.extend(b"\n\xff\xfe\n{\"legal\":1}\n");
    let out = Home::new().run_with("script tic-tac-toe", &input).ok();
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines[1].contains("line 2: it is longer than 1048576 bytes"),
        "{}",
        lines[1]
    );
    assert!(lines[2].contains("line 3: "), "{}", lines[2]);
    assert_eq!(lines[3], r#"{"legal":[]}"#);
}

#[test]
fn a_bad_set_up_ends_it() {
    let home = Home::new();
    for line in [
        "nonsense",
        r#"{"seats":3}"#,
        r#"{"sedes":2}"#,
        r#"{"options":{"size":3}}"#,
        r#"{"seed":-1}"#,
        r#"{"names":["a","b","c"]}"#,
    ] {
        let run = home.run_with(
            "script tic-tac-toe",
            format!("{line}\n{{\"legal\":0}}\n").as_bytes(),
        );
        assert!(
            run.out.starts_with("{\"error\":\"line 1: "),
            "{line}: {}",
            run.out
        );
        assert_eq!(run.out.lines().count(), 1);
        assert!(run.fails(2).starts_with("error: line 1 sets up no match: "));
    }
    home.run("script tic-tac-toe").ok();
    home.run("script chess").fails(2);
}

#[test]
fn an_export_can_be_verified_as_a_file() {
    let home = Home::new();
    let out = home
        .run_with(
            "script liars-dice",
            b"{\"seed\":1}\n{\"resign\":0}\n{\"export\":true}\n",
        )
        .ok();
    let export: serde_json::Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    let lines = export["lines"].as_array().unwrap().iter();
    let text: String = lines
        .map(|line| line.as_str().unwrap().to_string() + "\n")
        .collect();
    home.write("export.jsonl", text);
    let out = home.run("verify export.jsonl").ok();
    assert!(out.contains("come from the seed"), "{out}");
}
