//! How problems look.

use expect_test::{Expect, expect};

use super::*;
use crate::{Code, Place, read};

/// Shows a problem with the first occurrence of a text in a file.
fn check(source: &str, meant: &str, expect: Expect) {
    let start = source.find(meant).unwrap();
    let line = source[..start].matches('\n').count() as u32 + 1;
    let position = Position {
        line,
        column: 1,
        start,
        end: start + meant.len(),
    };
    let place = Place {
        position: Some(position),
        ..Place::of("/phases/0/onEnter/1")
    };
    let problem = Problem::new(Code::UnknownZone, place, "there is no zone 'drawpile'")
        .help("did you mean 'draw_pile'?");
    expect.assert_eq(&render(
        "war.cardgame.json",
        source.as_bytes(),
        &[problem],
        false,
    ));
}

#[test]
fn the_offending_text_is_underlined() {
    check(
        "{\n\n  \"onEnter\": [\"shuffle(drawpile)\"]\n}\n",
        "drawpile",
        expect![[r#"
            error[R201]: there is no zone 'drawpile'
             --> war.cardgame.json:3:1
              |
            3 |   "onEnter": ["shuffle(drawpile)"]
              |                        ^^^^^^^^
              = at phases[0].onEnter[1]
              = help: did you mean 'draw_pile'?

            1 error
        "#]],
    );
}

#[test]
fn tabs_and_wide_characters_keep_the_underline_below() {
    check(
        "\t\"日本\",\t\"drawpile\"\r\n",
        "drawpile",
        expect![[r#"
        error[R201]: there is no zone 'drawpile'
         --> war.cardgame.json:1:1
          |
        1 |     "日本", "drawpile"
          |              ^^^^^^^^
          = at phases[0].onEnter[1]
          = help: did you mean 'draw_pile'?

        1 error
    "#]],
    );
    check(
        "\"e\u{301}🂡🎲\" drawpile",
        "drawpile",
        expect![[r#"
        error[R201]: there is no zone 'drawpile'
         --> war.cardgame.json:1:1
          |
        1 | "é🂡🎲" drawpile
          |        ^^^^^^^^
          = at phases[0].onEnter[1]
          = help: did you mean 'draw_pile'?

        1 error
    "#]],
    );
    check(
        "  \"日本\"",
        "日本",
        expect![[r#"
        error[R201]: there is no zone 'drawpile'
         --> war.cardgame.json:1:1
          |
        1 |   "日本"
          |    ^^^^
          = at phases[0].onEnter[1]
          = help: did you mean 'draw_pile'?

        1 error
    "#]],
    );
}

#[test]
fn long_lines_are_cut_around_the_underline() {
    let long = format!("{} drawpile {}", "a".repeat(500), "b".repeat(500));
    check(
        &long,
        "drawpile",
        expect![[r#"
        error[R201]: there is no zone 'drawpile'
         --> war.cardgame.json:1:1
          |
        1 | …aaaaaaaaaaaaaaaaaaaaaaaaaaaaa drawpile bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…
          |                                ^^^^^^^^
          = at phases[0].onEnter[1]
          = help: did you mean 'draw_pile'?

        1 error
    "#]],
    );
    check(
        &long,
        "aaaaaaaaaa",
        expect![[r#"
        error[R201]: there is no zone 'drawpile'
         --> war.cardgame.json:1:1
          |
        1 | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…
          | ^^^^^^^^^^
          = at phases[0].onEnter[1]
          = help: did you mean 'draw_pile'?

        1 error
    "#]],
    );
    check(
        &"日".repeat(200),
        &"日".repeat(200),
        expect![[r#"
        error[R201]: there is no zone 'drawpile'
         --> war.cardgame.json:1:1
          |
        1 | 日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日…
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          = at phases[0].onEnter[1]
          = help: did you mean 'draw_pile'?

        1 error
    "#]],
    );
}

#[test]
fn only_the_first_of_several_lines_is_shown() {
    check(
        "[\n  {\n    \"a\": 1\n  }\n]",
        "{\n    \"a\": 1\n  }",
        expect![[r#"
            error[R201]: there is no zone 'drawpile'
             --> war.cardgame.json:2:1
              |
            2 |   {
              |   ^
              = at phases[0].onEnter[1]
              = help: did you mean 'draw_pile'?

            1 error
        "#]],
    );
}

#[test]
fn control_characters_are_never_printed() {
    check(
        "\"\u{1b}[31m\u{7}\u{202e}\0\u{9b}\" drawpile",
        "drawpile",
        expect![[r#"
            error[R201]: there is no zone 'drawpile'
             --> war.cardgame.json:1:1
              |
            1 | "\u{1b}[31m\u{7}\u{202e}\u{0}\u{9b}" drawpile
              |                                      ^^^^^^^^
              = at phases[0].onEnter[1]
              = help: did you mean 'draw_pile'?

            1 error
        "#]],
    );
    let problem = Problem::new(
        Code::UnknownName,
        Place::of("/\u{1b}[2J/0"),
        "no '\u{1b}[31m'",
    )
    .expected("\r")
    .help("\u{8}");
    let shown = render("\u{1b}]0;x", b"", &[problem], false);
    assert!(
        shown
            .chars()
            .all(|letter| letter == '\n' || !letter.is_control()),
        "{shown:?}"
    );
}

#[test]
fn errors_and_warnings_are_counted() {
    let error = Problem::new(Code::UnknownZone, Place::default(), "one");
    let warning = Problem::new(Code::NoEffect, Place::default(), "two");
    expect![[r#"
        error[R201]: one
         --> game

        warning[R304]: two
         --> game

        error[R201]: one
         --> game

        2 errors, 1 warning
    "#]]
    .assert_eq(&render(
        "game",
        b"",
        &[error.clone(), warning.clone(), error.clone()],
        false,
    ));
    let last = |problems: &[Problem]| {
        render("game", b"", problems, false)
            .lines()
            .last()
            .map(str::to_owned)
    };
    assert_eq!(last(&[error]).as_deref(), Some("1 error"));
    assert_eq!(
        last(&[warning.clone(), warning]).as_deref(),
        Some("2 warnings")
    );
    assert_eq!(last(&[]), None);
}

#[test]
fn colours_only_paint() {
    let source = b"{ \"a\": 1, }";
    let problem = *read(source).unwrap_err();
    let plain = render("game", source, std::slice::from_ref(&problem), false);
    let painted = render("game", source, &[problem], true);
    assert!(painted.contains("\x1b[1;31m^\x1b[0m"), "{painted:?}");
    let mut stripped = painted.clone();
    for colour in ["1;31", "1;34", "1", "0"] {
        stripped = stripped.replace(&format!("\x1b[{colour}m"), "");
    }
    assert_eq!(stripped, plain);
}

#[test]
fn a_problem_reads_well_as_json() {
    let source = b"{\n  \"zones\": 1,\n  \"zones\": 2 }";
    let tree = read(source).unwrap();
    let problem = &tree.problems()[0];
    expect![[r#"
        {
          "code": "R003",
          "severity": "error",
          "pointer": "/zones",
          "line": 3,
          "column": 3,
          "message": "the key 'zones' is there twice",
          "help": "the other one is in line 2, column 3"
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(problem).unwrap());
    let nowhere = Problem::new(Code::FileTooLarge, Place::default(), "large").expected("small");
    expect![[
        r#"{"code":"R004","severity":"error","pointer":"","message":"large","expected":"small"}"#
    ]]
    .assert_eq(&serde_json::to_string(&nowhere).unwrap());
}

#[test]
fn pointers_are_read_as_paths() {
    for (pointer, path) in [
        ("", "the file"),
        ("/phases/0/onEnter/1", "phases[0].onEnter[1]"),
        ("/deck/cardValues/A", "deck.cardValues.A"),
        ("/a~1b/~0", "a/b.~"),
    ] {
        assert_eq!(readable(pointer), path);
    }
}
