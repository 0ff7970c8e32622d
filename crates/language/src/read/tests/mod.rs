//! What is read, what is refused, and where things are.

mod faults;

use expect_test::{Expect, expect};

use super::*;
use crate::limits::MOST_VALUES;
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
            error[R004]: the file has more than a card game needs
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

#[test]
fn a_file_of_many_values_is_read_and_one_of_too_many_is_not() {
    // The list is a value, too.
    let file = |values: usize| format!("[{}0]", "0,".repeat(values - 2));
    assert!(read(file(MOST_VALUES).as_bytes()).is_ok());
    let problem = read(file(MOST_VALUES + 1).as_bytes()).unwrap_err();
    assert_eq!(problem.code, Code::TooMuch);
    assert_eq!(problem.message, "the file has more than 20000 values");
}
