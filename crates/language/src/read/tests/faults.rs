//! Files that are not JSON, and what is said of them.

use expect_test::expect;

use super::check;
use crate::Code;
use crate::read::read;

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
