//! What a client makes of what it hears, as a script: lines with `>` are what it wants to send.

use std::fmt::Write;
use std::time::Instant;

use expect_test::{Expect, expect};
use parlor_core::{Patch, Seat, View, Viewer, ZoneView};
use serde_json::json;
use tokio::sync::oneshot;

use super::*;

const WELCOME: &str = r#"{"type":"welcome","account":{"id":"a","name":"Ann","guest":true},"protocol":1,"server":"0.1","time_ms":1}"#;

fn deck(count: u32) -> View {
    View::new().zone(ZoneView::pile("deck", count))
}

fn table(version: u64, count: u32) -> String {
    let room = json!({"id":"m","game":"g","game_name":"G","options":{},"seats":[],"status":"playing","visibility":"public",
        "clock":"none","rated":false,"spectators":{},"leavers":"resign","late_join":false,"host":"a","created_ms":1});
    let status = json!({"match":"m","room":room,"here":[],"spectators":0});
    let views = json!([{"viewer":0,"view":deck(count)},{"viewer":1,"view":deck(count)}]);
    json!({"type":"table","match":"m","version":version,"views":views,"chat":[],"status":status})
        .to_string()
}

fn update(viewer: u8, version: u64, before: u32, after: u32) -> String {
    let patch = Patch::between(&deck(before), &deck(after));
    json!({"type":"update","match":"m","viewer":viewer,"version":version,"patch":patch}).to_string()
}

/// Hears frames, with `lost` for the end of a connection and `again` for the time to send again.
fn check(known: &mut Known, script: &[String], expected: Expect) {
    let mut out = String::new();
    for line in script {
        match line.as_str() {
            "lost" => {
                known.lose();
                writeln!(out, "lost").unwrap();
            }
            "again" => known.send_again(),
            "" => {}
            frame => {
                let frame = serde_json::from_str(frame).unwrap();
                match known.hear(frame, Instant::now()) {
                    Some(event) => {
                        let event = format!("{event:?}");
                        writeln!(out, "{}", event.chars().take(70).collect::<String>()).unwrap();
                    }
                    None => writeln!(out, "-").unwrap(),
                }
            }
        }
        while let Some(frame) = known.next_frame() {
            writeln!(out, "> {}", serde_json::to_string(&frame).unwrap()).unwrap();
        }
    }
    expected.assert_eq(&out);
}

fn submit(known: &mut Known, key: &str) -> oneshot::Receiver<Answer> {
    let (send, answer) = oneshot::channel();
    let frame = ToServer::Submit {
        id: "m".into(),
        seat: None,
        command: "b2".into(),
        version: None,
        key: key.into(),
    };
    known.submit("m", key.into(), frame, send);
    answer
}

fn decks(known: &Known) -> Vec<(u64, Option<u32>)> {
    let views = known.matches["m"].views.values();
    views
        .map(|(version, view)| (*version, view.zones[0].count))
        .collect()
}

#[test]
fn after_a_break_it_goes_on_from_the_version_that_all_viewers_have_seen() {
    let mut known = Known::default();
    known.subscribe("m", None, None);
    let script = [
        WELCOME.into(),
        table(3, 10),
        update(0, 4, 10, 9),
        update(1, 4, 10, 9),
        update(0, 5, 9, 8),
        "lost".into(),
        WELCOME.into(),
        update(0, 5, 9, 8),
        update(1, 5, 9, 8),
    ];
    check(
        &mut known,
        &script,
        expect![[r#"
            Back { account: Account { id: "a", name: "Ann", guest: true }, server:
            > {"type":"subscribe","match":"m"}
            Table { id: "m", version: 3 }
            Update { id: "m", viewer: Seat(Seat(0)), version: 4, told: [] }
            Update { id: "m", viewer: Seat(Seat(1)), version: 4, told: [] }
            Update { id: "m", viewer: Seat(Seat(0)), version: 5, told: [] }
            lost
            Back { account: Account { id: "a", name: "Ann", guest: true }, server:
            > {"type":"subscribe","match":"m","after":4}
            -
            Update { id: "m", viewer: Seat(Seat(1)), version: 5, told: [] }
        "#]],
    );
    assert_eq!(decks(&known), [(5, Some(8)), (5, Some(8))]);
}

#[test]
fn a_patch_that_does_not_fit_makes_it_ask_for_the_whole_table_once() {
    let mut known = Known::default();
    known.subscribe("m", None, None);
    let misfit = r#"{"type":"update","match":"m","viewer":0,"version":4,"patch":[{"at":"/zones/7/count","set":1}]}"#;
    let script = [
        WELCOME.into(),
        table(3, 10),
        misfit.into(),
        update(1, 4, 10, 9),
        table(4, 9),
        // A version is left out.
        update(0, 6, 9, 8),
        table(6, 7),
        // Nobody has heard of this viewer.
        update(5, 7, 9, 8),
    ];
    check(
        &mut known,
        &script,
        expect![[r#"
            Back { account: Account { id: "a", name: "Ann", guest: true }, server:
            > {"type":"subscribe","match":"m"}
            Table { id: "m", version: 3 }
            -
            > {"type":"subscribe","match":"m"}
            -
            Table { id: "m", version: 4 }
            -
            > {"type":"subscribe","match":"m"}
            Table { id: "m", version: 6 }
            -
            > {"type":"subscribe","match":"m"}
        "#]],
    );
    assert_eq!(decks(&known), [(6, Some(7)), (6, Some(7))]);
}

#[test]
fn commands_are_sent_again_under_their_keys_until_there_is_an_answer() {
    let mut known = Known::default();
    let mut first = submit(&mut known, "k1");
    let script = [WELCOME, "lost", WELCOME].map(String::from);
    check(
        &mut known,
        &script,
        expect![[r#"
            Back { account: Account { id: "a", name: "Ann", guest: true }, server:
            > {"type":"submit","match":"m","command":"b2","key":"k1"}
            lost
            Back { account: Account { id: "a", name: "Ann", guest: true }, server:
            > {"type":"submit","match":"m","command":"b2","key":"k1"}
        "#]],
    );
    assert!(first.try_recv().is_err());
    let mut second = submit(&mut known, "k2");
    let script = [
        r#"{"type":"accepted","match":"m","key":"k1","version":4}"#,
        r#"{"type":"accepted","match":"other","key":"k2","version":4}"#,
        "lost",
        WELCOME,
        r#"{"type":"rejected","match":"m","key":"k2","rejection":{"code":"occupied","text":"no"}}"#,
        "lost",
        WELCOME,
    ];
    check(
        &mut known,
        &script.map(String::from),
        expect![[r#"
            Accepted { id: "m", key: "k1", version: 4 }
            > {"type":"submit","match":"m","command":"b2","key":"k2"}
            Accepted { id: "other", key: "k2", version: 4 }
            lost
            Back { account: Account { id: "a", name: "Ann", guest: true }, server:
            > {"type":"submit","match":"m","command":"b2","key":"k2"}
            Rejected { id: "m", key: Some("k2"), rejection: Rejection(Details { me
            lost
            Back { account: Account { id: "a", name: "Ann", guest: true }, server:
        "#]],
    );
    assert_eq!(first.try_recv(), Ok(Answer::Accepted { version: 4 }));
    assert!(matches!(second.try_recv(), Ok(Answer::Rejected(_))));
}

#[test]
fn a_refused_command_is_tried_again_later_or_once_more() {
    let mut known = Known::default();
    let mut answer = submit(&mut known, "k1");
    let script = [
        WELCOME,
        r#"{"type":"refused","code":"too_many_frames","text":"slow down","retry_after_ms":50}"#,
        "again",
        r#"{"type":"refused","match":"other","code":"no_such_match","text":"no"}"#,
        r#"{"type":"refused","match":"m","code":"not_seated","text":"no"}"#,
        r#"{"type":"refused","match":"m","code":"not_seated","text":"no"}"#,
    ];
    check(
        &mut known,
        &script.map(String::from),
        expect![[r#"
            Back { account: Account { id: "a", name: "Ann", guest: true }, server:
            > {"type":"submit","match":"m","command":"b2","key":"k1"}
            Refused { id: None, problem: Problem { code: "too_many_frames", text: 
            > {"type":"submit","match":"m","command":"b2","key":"k1"}
            Refused { id: Some("other"), problem: Problem { code: "no_such_match",
            Refused { id: Some("m"), problem: Problem { code: "not_seated", text: 
            > {"type":"submit","match":"m","command":"b2","key":"k1"}
            Refused { id: Some("m"), problem: Problem { code: "not_seated", text: 
        "#]],
    );
    assert!(
        matches!(answer.try_recv(), Ok(Answer::Refused(problem)) if problem.code == "not_seated")
    );
}

#[test]
fn what_is_asked_is_sent_once_and_only_when_somebody_is_there() {
    let mut known = Known::default();
    let ask = parlor_protocol::Ask::Draw;
    let (id, seat) = ("m".into(), Some(Seat(1)));
    known.send_once(ToServer::Ask { id, seat, ask });
    check(
        &mut known,
        &["", WELCOME, "lost", WELCOME].map(String::from),
        expect![[r#"
            Back { account: Account { id: "a", name: "Ann", guest: true }, server:
            > {"type":"ask","match":"m","seat":1,"ask":"draw"}
            lost
            Back { account: Account { id: "a", name: "Ann", guest: true }, server:
        "#]],
    );
}

#[test]
fn clocks_run_on_between_what_is_heard() {
    let mut known = Known::default();
    known.subscribe("m", None, None);
    let now = Instant::now();
    let mut hear = |frame: String| known.hear(serde_json::from_str(&frame).unwrap(), now);
    hear(WELCOME.into());
    hear(table(3, 10));
    let clock = json!({"remaining_ms":[4000,9000],"running":[0],"paused":false});
    let patch = Patch::between(&deck(10), &deck(9));
    let frame =
        json!({"type":"update","match":"m","viewer":0,"version":4,"patch":patch,"clock":clock});
    hear(frame.to_string());
    let later = |ms| now + Duration::from_millis(ms);
    let shown = |at| known.matches["m"].clock(at).unwrap().remaining_ms;
    assert_eq!(shown(later(1500)), [2500, 9000]);
    assert_eq!(shown(later(15_000)), [0, 9000]);
    assert_eq!(known.matches["m"].views[&Viewer::Seat(Seat(0))].0, 4);
}
