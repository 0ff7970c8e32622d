//! What is read, what is refused, and where things are.

use std::time::{Duration, Instant};

use expect_test::{Expect, expect};

use super::*;
use crate::render;

fn check(source: &str, expect: Expect) {
    check_bytes(source.as_bytes(), expect);
}

fn check_bytes(source: &[u8], expect: Expect) {
    let problems = match read(source) {
        Ok(tree) => tree.problems().to_vec(),
        Err(problem) => vec![*problem],
    };
    expect.assert_eq(&render("game", source, &problems, false));
}

/// The text of the file at a place.
fn at<'t>(tree: &'t Tree, place: &Place) -> &'t str {
    let position = tree.locate(place);
    &tree.source()[position.start..position.end]
}

#[test]
fn comments_and_a_byte_order_mark_are_skipped() {
    let source = "\u{feff}// first\n{ /* one\n two */ \"a\"/**/:/* x */[1,//\n2.50, -0, 1e3, true, null] }\n// last";
    let value = read(source.as_bytes()).unwrap().value();
    assert_eq!(value.to_string(), r#"{"a":[1,2.5,0,1000,true,null]}"#);
}

#[test]
fn escapes_are_resolved() {
    let tree = read(br#""\"\\\/\b\f\n\r\t\u00e9\ud83c\udca1 \u0000""#).unwrap();
    assert_eq!(tree.value(), "\"\\/\u{8}\u{c}\n\r\té\u{1f0a1} \0");
}

#[test]
fn places_are_found_through_escapes() {
    let source = r#"{ "a/b": { "x~y": ["no", "a\"b\u00e9c\ud83c\udca1d", 3] } }"#;
    let tree = read(source.as_bytes()).unwrap();
    let list = Place::default().field("a/b").field("x~y");
    let text = list.index(1);
    assert_eq!(at(&tree, &list.clone().key()), r#""x~y""#);
    assert_eq!(at(&tree, &list.index(2)), "3");
    assert_eq!(at(&tree, &text), r#""a\"b\u00e9c\ud83c\udca1d""#);
    // a " b é(2) c card(4) d
    assert_eq!(at(&tree, &text.within(0..1)), "a");
    assert_eq!(at(&tree, &text.within(1..2)), r#"\""#);
    assert_eq!(at(&tree, &text.within(2..5)), r"b\u00e9");
    assert_eq!(at(&tree, &text.within(6..10)), r"\ud83c\udca1");
    assert_eq!(at(&tree, &text.within(10..11)), "d");
    // The end, bytes within a character, and bytes that are not there.
    assert_eq!(
        tree.locate(&text.within(11..11)).start,
        source.find("d\",").unwrap() + 1
    );
    assert_eq!(at(&tree, &text.within(4..4)), r"\u00e9");
    assert_eq!(at(&tree, &text.within(7..8)), r"\ud83c\udca1");
    assert_eq!(at(&tree, &text.within(10..99)), "d");
    assert_eq!(at(&tree, &text.within(98..99)), "");
    // Bytes within a key.
    assert_eq!(at(&tree, &list.clone().key().within(1..2)), "~");
    // What is not there is the nearest thing around it; the key of it, if it has one.
    assert_eq!(at(&tree, &list.index(9)), r#""x~y""#);
    assert_eq!(tree.locate(&Place::of("/nothing/here")).start, 0);
}

#[test]
fn lines_and_columns_count_from_one_and_in_characters() {
    let tree = read("{\r\n\t\"é\": \"♠♣\", \"b\": 1\n}".as_bytes()).unwrap();
    assert_eq!(tree.locate(&Place::of("/b")).to_string(), "2:18");
    assert_eq!(
        tree.locate(&Place::of("/é").within(3..6)).to_string(),
        "2:9"
    );
    assert_eq!(tree.locate(&Place::of("")).to_string(), "1:1");
}

#[test]
fn a_file_that_is_not_text_is_refused() {
    check_bytes(
        b"{ \"name\": \"Caf\xe9\" }",
        expect![[r#"
        error[R001]: the byte 0xe9 at offset 14 is not text in UTF-8
         --> game:1:15
          |
        1 | { "name": "Caf�" }
          |               ^
          = expected: a file of text in UTF-8
          = help: save the file with the encoding UTF-8

        1 error
    "#]],
    );
}

#[test]
fn missing_and_needless_commas_are_explained() {
    check(
        "{\n  \"a\": 1\n  \"b\": 2\n}",
        expect![[r#"
        error[R002]: there is no comma after this field
         --> game:2:9
          |
        2 |   "a": 1
          |         ^
          = expected: `,` or `}`
          = help: put a comma between the two

        1 error
    "#]],
    );
    check(
        "[1 2]",
        expect![[r#"
        error[R002]: there is no comma after this entry
         --> game:1:3
          |
        1 | [1 2]
          |   ^
          = expected: `,` or `]`
          = help: put a comma between the two

        1 error
    "#]],
    );
    check(
        "[1, 2,]",
        expect![[r#"
        error[R002]: there is a comma after the last entry of the list
         --> game:1:6
          |
        1 | [1, 2,]
          |      ^
          = expected: `]`
          = help: remove the comma

        1 error
    "#]],
    );
    check(
        "{\"a\": 1,, \"b\": 2}",
        expect![[r#"
        error[R002]: there are two commas in a row
         --> game:1:9
          |
        1 | {"a": 1,, "b": 2}
          |         ^
          = expected: the next field
          = help: remove the comma

        1 error
    "#]],
    );
    check(
        "[,1]",
        expect![[r#"
        error[R002]: the list begins with a comma
         --> game:1:2
          |
        1 | [,1]
          |  ^
          = expected: the next entry
          = help: remove the comma

        1 error
    "#]],
    );
}

#[test]
fn quotes_inside_of_a_text_are_explained() {
    check(
        "[\"set_var(\"total\", 1)\"]",
        expect![[r#"
        error[R002]: the text ends at this quote, but something follows it
         --> game:1:11
          |
        1 | ["set_var("total", 1)"]
          |           ^
          = expected: `,` or `]`
          = help: a quote inside of a text is written `\"`; expressions may use `'` in its place

        1 error
    "#]],
    );
    check(
        "[\"shuffle(draw_pile)\n]",
        expect![[r#"
        error[R002]: the text has no end
         --> game:1:2
          |
        1 | ["shuffle(draw_pile)
          |  ^^^^^^^^^^^^^^^^^^^
          = at [0]
          = expected: a quote `"` in the same line
          = help: a line break inside of a text is written `\n`

        1 error
    "#]],
    );
    check(
        "[\"shuffle(draw_pile)",
        expect![[r#"
        error[R002]: the text has no end
         --> game:1:2
          |
        1 | ["shuffle(draw_pile)
          |  ^
          = at [0]
          = expected: a quote `"` in the same line
          = help: a line break inside of a text is written `\n`

        1 error
    "#]],
    );
    check(
        "['deal']",
        expect![[r#"
        error[R002]: 'deal' is not a value
         --> game:1:2
          |
        1 | ['deal']
          |  ^^^^^^
          = at [0]
          = expected: an object, a list, a text in double quotes, a number, `true`, `false` or `null`
          = help: texts are in double quotes

        1 error
    "#]],
    );
}

#[test]
fn brackets_that_do_not_fit_are_explained() {
    check(
        "{\n  \"a\": [1, 2\n}",
        expect![[r#"
        error[R002]: `}` cannot close the list that begins in line 2
         --> game:3:1
          |
        3 | }
          | ^
          = at a
          = expected: `,` or `]`

        1 error
    "#]],
    );
    check(
        "{\n  \"phases\": [\n    { \"name\": \"deal\" }\n",
        expect![[r#"
            error[R002]: the file ends within the list that begins in line 2
             --> game:3:23
              |
            3 |     { "name": "deal" }
              |                       ^
              = at phases
              = expected: `]`

            1 error
        "#]],
    );
    check(
        "{ \"a\": 1, ]",
        expect![[r#"
        error[R002]: `]` cannot close the object that begins in line 1
         --> game:1:11
          |
        1 | { "a": 1, ]
          |           ^
          = expected: a key in quotes, or `}`

        1 error
    "#]],
    );
    check(
        "{ \"a\": 1 } }",
        expect![[r#"
        error[R002]: something follows the end of the file's value
         --> game:1:12
          |
        1 | { "a": 1 } }
          |            ^
          = expected: nothing more
          = help: look for a bracket that closes too early

        1 error
    "#]],
    );
    check(
        "",
        expect![[r#"
            error[R002]: the file is empty
             --> game:1:1
              |
            1 |
              | ^
              = expected: an object in `{` and `}`

            1 error
        "#]],
    );
    check(
        "{ \"a\": }",
        expect![[r#"
        error[R002]: a value is missing
         --> game:1:8
          |
        1 | { "a": }
          |        ^
          = at a
          = expected: an object, a list, a text in double quotes, a number, `true`, `false` or `null`

        1 error
    "#]],
    );
    check(
        "[",
        expect![[r#"
        error[R002]: the file ends within the list that begins in line 1
         --> game:1:2
          |
        1 | [
          |  ^
          = expected: `]`

        1 error
    "#]],
    );
}

#[test]
fn keys_colons_and_words_are_explained() {
    check(
        "{ meta: {} }",
        expect![[r#"
        error[R002]: the key meta is not in quotes
         --> game:1:3
          |
        1 | { meta: {} }
          |   ^^^^
          = expected: a key in quotes, or `}`
          = help: write "meta"

        1 error
    "#]],
    );
    check(
        "{ \"a\" = 1 }",
        expect![[r#"
        error[R002]: there is no colon after 'a'
         --> game:1:7
          |
        1 | { "a" = 1 }
          |       ^
          = expected: `:` and a value
          = help: write `:` in place of `=`

        1 error
    "#]],
    );
    check(
        "{ \"a\": True }",
        expect![[r#"
        error[R002]: True is not a value
         --> game:1:8
          |
        1 | { "a": True }
          |        ^^^^
          = at a
          = expected: an object, a list, a text in double quotes, a number, `true`, `false` or `null`
          = help: did you mean `true`?

        1 error
    "#]],
    );
    check(
        "{ \"a\": automatic }",
        expect![[r#"
        error[R002]: automatic is not a value
         --> game:1:8
          |
        1 | { "a": automatic }
          |        ^^^^^^^^^
          = at a
          = expected: an object, a list, a text in double quotes, a number, `true`, `false` or `null`
          = help: write "automatic" if a text is meant

        1 error
    "#]],
    );
    check(
        "{ \"a\": 1 # one\n }",
        expect![[r#"
        error[R002]: `#` does not begin a comment
         --> game:1:10
          |
        1 | { "a": 1 # one
          |          ^
          = help: comments begin with `//`, or stand between `/*` and `*/`

        1 error
    "#]],
    );
    check(
        "{ /* \"a\": 1 }",
        expect![[r#"
        error[R002]: the comment has no end
         --> game:1:3
          |
        1 | { /* "a": 1 }
          |   ^^
          = expected: `*/`

        1 error
    "#]],
    );
    check(
        "{ 1: 2 }",
        expect![[r#"
        error[R002]: the key 1 is not in quotes
         --> game:1:3
          |
        1 | { 1: 2 }
          |   ^
          = expected: a key in quotes, or `}`
          = help: write "1"

        1 error
    "#]],
    );
    check(
        "[♠]",
        expect![[r#"
        error[R002]: no value begins like this
         --> game:1:2
          |
        1 | [♠]
          |  ^
          = at [0]
          = expected: an object, a list, a text in double quotes, a number, `true`, `false` or `null`

        1 error
    "#]],
    );
}

#[test]
fn numbers_are_those_of_json() {
    for bad in [
        "01",
        "-",
        "1.",
        ".5",
        "+1",
        "1e",
        "1e+",
        "0x10",
        "1_000",
        "--1",
        "NaN",
        "-Infinity",
        "1.2.3",
        "1,5",
    ] {
        let found = read(format!("[{bad}]").as_bytes());
        let refused = found
            .as_ref()
            .is_err_and(|problem| problem.code == Code::BadJson);
        assert!(refused || bad == "1,5", "{bad}: {found:?}");
    }
    for good in [
        "0", "-0", "10", "1.5", "-1.5e3", "1E-9", "1e+2", "5e-324", "1e-999",
    ] {
        assert!(read(good.as_bytes()).is_ok(), "{good}");
    }
    check(
        "{ \"value\": 1e999 }",
        expect![[r#"
        error[R105]: the number 1e999 is too large
         --> game:1:12
          |
        1 | { "value": 1e999 }
          |            ^^^^^
          = at value
          = expected: a number below 1.8e308

        1 error
    "#]],
    );
    check(
        "{ \"value\": 007 }",
        expect![[r#"
        error[R002]: '007' is not a number
         --> game:1:12
          |
        1 | { "value": 007 }
          |            ^^^
          = at value
          = expected: a number, like `-3`, `2.5` or `1e6`, without a zero in front

        1 error
    "#]],
    );
}

#[test]
fn bad_escapes_are_refused() {
    check(
        r#"["\x41"]"#,
        expect![[r#"
        error[R002]: there is no such escape
         --> game:1:3
          |
        1 | ["\x41"]
          |   ^^
          = at [0]
          = expected: one of `\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, or `\u` and four hexadecimal digits
          = help: a backslash itself is written `\\`

        1 error
    "#]],
    );
    check(
        r#"["\u12"]"#,
        expect![[r#"
        error[R002]: `\u` is not followed by four hexadecimal digits
         --> game:1:3
          |
        1 | ["\u12"]
          |   ^^
          = at [0]
          = expected: four hexadecimal digits, like `\u00e9`

        1 error
    "#]],
    );
    for lone in [
        r"\ud800",
        r"\udc00",
        r"\ud800\ud800",
        r"\ud800x",
        r"\udc00\ud800",
        r"\ud83c\u0041",
        r"\u+123",
        r"\u",
    ] {
        let problem = read(format!("[\"{lone}\"]").as_bytes()).unwrap_err();
        assert_eq!(problem.code, Code::BadJson, "{lone}");
    }
    check(
        "[\"a\u{1}b\"]",
        expect![[r#"
        error[R002]: there is a control character in a text
         --> game:1:4
          |
        1 | ["a\u{1}b"]
          |    ^^^^^
          = at [0]
          = expected: an escape, like `\t` or `\u0009`

        1 error
    "#]],
    );
}

#[test]
fn keys_that_are_there_twice_are_found() {
    check(
        "{\n  \"a\": { \"x\": 1, \"x\": 2 },\n  \"b\": [{ \"y\": 1, \"y\": 2 }],\n  \"a\": 3\n}",
        expect![[r#"
            error[R003]: the key 'x' is there twice
             --> game:2:18
              |
            2 |   "a": { "x": 1, "x": 2 },
              |                  ^^^
              = at a.x
              = help: the other one is in line 2, column 10

            error[R003]: the key 'y' is there twice
             --> game:3:19
              |
            3 |   "b": [{ "y": 1, "y": 2 }],
              |                   ^^^
              = at b[0].y
              = help: the other one is in line 3, column 11

            error[R003]: the key 'a' is there twice
             --> game:4:3
              |
            4 |   "a": 3
              |   ^^^
              = at a
              = help: the other one is in line 2, column 3

            3 errors
        "#]],
    );
    let many: String = (0..50).map(|index| format!("\"k{index}\": 0, ")).collect();
    let source = format!("{{ {many} \"k7\": 1 }}");
    let tree = read(source.as_bytes()).unwrap();
    let problems = tree.problems();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].place.pointer, "/k7");
    assert_eq!(
        problems[0].place.position.unwrap().start,
        source.rfind("\"k7\"").unwrap()
    );
}

#[test]
fn a_file_of_64_levels_is_read_and_one_of_65_is_not() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(read(nested(64).as_bytes()).is_ok());
    let problem = read(nested(65).as_bytes()).unwrap_err();
    assert_eq!(problem.code, Code::TooDeep);
    assert_eq!(problem.place.pointer, "/0".repeat(64));
    let beside = format!("[{}]", [nested(63), nested(63)].join(","));
    assert!(
        read(beside.as_bytes()).is_ok(),
        "levels are counted down again"
    );
    let objects = "{\"a\":".repeat(65);
    assert_eq!(read(objects.as_bytes()).unwrap_err().code, Code::TooDeep);
}

#[test]
fn a_file_of_a_mebibyte_is_read_and_a_larger_one_is_not() {
    let file = |bytes: usize| format!("\"{}\"", "x".repeat(bytes - 2));
    assert!(read(file(MOST_BYTES).as_bytes()).is_ok());
    check(
        &file(MOST_BYTES + 1),
        expect![[r#"
        error[R004]: the file has 1048577 bytes
         --> game
          = expected: at most 1 MiB (1048576 bytes)

        1 error
    "#]],
    );
}

#[test]
fn keys_have_an_end() {
    let file = |bytes: usize| format!("{{\"{}\": 1}}", "k".repeat(bytes));
    assert!(read(file(MOST_KEY_BYTES).as_bytes()).is_ok());
    assert_eq!(
        read(file(MOST_KEY_BYTES + 1).as_bytes()).unwrap_err().code,
        Code::OutOfRange
    );
}

/// Files that cost as much as a file can: each is read and shaped, and its problems shown.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let fill = |begin: &str, middle: &dyn Fn(usize) -> String, end: &str| {
        let mut file = begin.to_owned();
        for index in 0.. {
            let next = middle(index);
            if file.len() + next.len() + end.len() > MOST_BYTES {
                break;
            }
            file.push_str(&next);
        }
        (file + end).into_bytes()
    };
    let phases = |entry: &str| {
        fill(
            "{\"visibility\":[],\"phases\":[0",
            &|_| format!(",{entry}"),
            "]}",
        )
    };
    vec![
        ("brackets", vec![b'['; MOST_BYTES]),
        ("braces", b"{\"a\":".repeat(MOST_BYTES / 5)),
        ("one text", fill("\"", &|_| "x".into(), "\"")),
        (
            "one text of escapes",
            fill("\"", &|_| "\\u00e9".into(), "\""),
        ),
        ("one text without end", fill("\"", &|_| "\\n".into(), "")),
        ("one number", fill("", &|_| "9".into(), "")),
        ("one small number", fill("0.", &|_| "1".into(), "")),
        ("one comment", fill("/*", &|_| "*".into(), "")),
        ("comments", fill("", &|_| "/**/".into(), "[]")),
        ("lines", fill("", &|_| "\n".into(), "x")),
        ("one word", fill("[", &|_| "x".into(), "]")),
        (
            "different keys",
            fill("{\"\":0", &|index| format!(",\"{index:x}\":0"), "}"),
        ),
        ("equal keys", fill("{\"a\":0", &|_| ",\"a\":0".into(), "}")),
        ("empty lists", fill("[0", &|_| ",[]".into(), "]")),
        ("empty objects", fill("[0", &|_| ",{}".into(), "]")),
        ("zeros", fill("[0", &|_| ",0".into(), "]")),
        ("empty phases", phases("{}")),
        (
            "phases in two dialects",
            phases("{\"onEnter\":[],\"automaticSequence\":[]}"),
        ),
        (
            "phases without effect",
            phases("{\"kind\":\"all_players\",\"onExit\":[0]}"),
        ),
        ("phases of the newer dialect", phases("{\"onStep\":[]}")),
        (
            "card values",
            fill(
                "{\"deck\":{\"cardValues\":{\"\":0",
                &|index| format!(",\"{index}\":0"),
                "}}}",
            ),
        ),
        (
            "wrong card values",
            fill(
                "{\"deck\":{\"cardValues\":{\"\":0",
                &|index| format!(",\"{index}\":\"\""),
                "}}}",
            ),
        ),
        (
            "long wrong words",
            fill("{\"ui\":{\"layout\":\"", &|_| "semicirkle".into(), "\"}}"),
        ),
        ("no text", vec![0xff; MOST_BYTES]),
        (
            "no text at the end",
            [vec![b' '; MOST_BYTES - 1], vec![0xff]].concat(),
        ),
        ("zero bytes", vec![0; MOST_BYTES]),
    ]
}

#[test]
fn hostile_files_are_refused_in_time_and_without_panic() {
    // Tests are not optimised as much as what is shipped.
    let limit = Duration::from_millis(if cfg!(debug_assertions) { 1000 } else { 50 });
    for (name, source) in hostile() {
        assert!(source.len() <= MOST_BYTES, "{name} is refused by its size");
        let mut times = Vec::new();
        // Machines are busy: the best of three counts.
        for _ in 0..3 {
            let begin = Instant::now();
            let problems = match read(&source) {
                Ok(tree) => crate::shape(&tree).1,
                Err(problem) => vec![*problem],
            };
            let shown = render(name, &source, &problems, false);
            times.push(begin.elapsed());
            assert!(!problems.is_empty(), "{name} has problems");
            assert!(
                shown.len() < 100_000,
                "{name} is shown in {} bytes",
                shown.len()
            );
            assert!(
                shown
                    .chars()
                    .all(|letter| letter == '\n' || !letter.is_control()),
                "{name}"
            );
        }
        let best = times.iter().min().unwrap();
        println!("{name}: {best:?}");
        assert!(*best < limit, "{name} took {times:?}");
    }
}

#[test]
fn every_beginning_of_a_file_and_every_changed_byte_is_refused_or_read() {
    let source = include_bytes!("../shape/tests/newer.json");
    assert!(read(source).is_ok());
    for length in 0..source.trim_ascii_end().len() {
        let problem = read(&source[..length]).unwrap_err();
        let position = problem.place.position.unwrap();
        assert!(
            position.start <= length && position.end <= length,
            "{length}: {position:?}"
        );
        render("game", &source[..length], &[*problem], true);
    }
    for at in 0..source.len() {
        for byte in [0, b'"', b'\\', b'{', b']', b',', b'/', b'9', 0x80, 0xff] {
            let mut changed = source.to_vec();
            changed[at] = byte;
            let problems = match read(&changed) {
                Ok(tree) => crate::shape(&tree).1,
                Err(problem) => vec![*problem],
            };
            for problem in &problems {
                let position = problem.place.position.unwrap();
                assert!(position.start <= position.end && position.end <= changed.len());
            }
            render("game", &changed, &problems, false);
        }
    }
}
