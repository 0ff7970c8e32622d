//! Expressions as their trees show them, and what is said of those that cannot be read.

use expect_test::{Expect, expect};

use super::{Expr, Kind, parse};

/// An expression with all parentheses.
fn show(expr: &Expr) -> String {
    match &expr.kind {
        Kind::Number(number) => number.to_string(),
        Kind::Text(text) => format!("{text:?}"),
        Kind::Bool(value) => value.to_string(),
        Kind::Name(name) => name.clone(),
        Kind::Member(of, name) => format!("{}.{name}", show(of)),
        Kind::Call(name, args) => {
            let args: Vec<String> = args.iter().map(show).collect();
            format!("{name}({})", args.join(", "))
        }
        Kind::Binary(sign, left, right) => {
            format!("({} {} {})", show(left), sign.sign(), show(right))
        }
        Kind::Not(of) => format!("!{}", show(of)),
        Kind::Negative(of) => format!("-{}", show(of)),
    }
}

fn check(text: &str, expected: Expect) {
    let shown = match parse(text) {
        Ok(expr) => show(&expr),
        Err(error) => {
            let help = error.help.map_or(String::new(), |help| format!("; {help}"));
            format!(
                "{}..{}: {}{help}",
                error.span.start, error.span.end, error.message
            )
        }
    };
    expected.assert_eq(&shown);
}

#[test]
fn signs_bind_as_in_the_guide() {
    check(
        "a || b && c == d < e + f * -g",
        expect!["(a || (b && (c == (d < (e + (f * -g))))))"],
    );
    check("1 - 2 - 3", expect!["((1 - 2) - 3)"]);
    check("!a && !!b", expect!["(!a && !!b)"]);
    check("(a + b) * c", expect!["((a + b) * c)"]);
    check("-7 % 3", expect!["(-7 % 3)"]);
    check("a < b == true", expect!["((a < b) == true)"]);
}

#[test]
fn names_members_calls_and_texts() {
    check(
        "card_count(hand:0) == 0",
        expect!["(card_count(hand:0) == 0)"],
    );
    check("current_player.hand", expect!["current_player.hand"]);
    check(
        r#"concat("won:", 'it\'s "x"')"#,
        expect![[r#"concat("won:", "it's \"x\"")"#]],
    );
    check(
        "if(a, end_turn(), while(b, f(1.5)))",
        expect!["if(a, end_turn(), while(b, f(1.5)))"],
    );
}

#[test]
fn what_cannot_be_read_is_explained() {
    check("", expect!["0..0: there is no expression here"]);
    check(
        "a = b",
        expect!["2..3: '=' means nothing here; did you mean '=='?"],
    );
    check("a +", expect!["3..3: here should be a value, not the end"]);
    check("f(a", expect!["1..2: this '(' is never closed; add a ')'"]);
    check(
        "f(a b)",
        expect!["4..5: here should be ',' or ')', not 'b'"],
    );
    check(
        "a)",
        expect!["1..2: after a whole expression comes ')'; there is one ')' too many"],
    );
    check(
        "a, b",
        expect![
            "1..2: after a whole expression comes ','; two effects are two entries of the list, each in quotes of its own"
        ],
    );
    check(
        "a and b",
        expect!["2..5: after a whole expression comes 'and'; did you mean '&&'?"],
    );
    check(
        "a ? b : c",
        expect!["2..3: '?' means nothing here; a choice is written if(condition, then, else)"],
    );
    check("'x", expect!["0..2: a text has no end; close it with '"]);
    check(
        "1.",
        expect!["0..2: a number ends in a point; write a digit after the point, or remove it"],
    );
    check(
        "a.1",
        expect!["2..3: after a point comes a name, not the number 1"],
    );
    check("é", expect!["0..2: 'é' means nothing here"]);
}

#[test]
fn size_and_depth_are_limited_but_parentheses_are_free() {
    let deep = |levels: usize| format!("{}a{}", "f(".repeat(levels), ")".repeat(levels));
    assert!(parse(&deep(64)).is_ok());
    assert!(parse(&deep(65)).is_err_and(|error| error.too_complex));
    let free = format!("{}a{}", "(".repeat(5000), ")".repeat(5000));
    assert!(parse(&free).is_ok());
    check("((a + b) * (c))", expect!["((a + b) * c)"]);
    check("((a).b || c) && d", expect!["((a.b || c) && d)"]);
    check(
        "(((a) - b) - c",
        expect!["0..1: this '(' is never closed; add a ')'"],
    );
    for hostile in ["(", "!", "-", "f(", "a+", "a,", "a.b.", "\"", "("] {
        assert!(parse(&hostile.repeat(100_000)).is_err());
    }
    let wide = format!("f({})", vec!["a"; 999].join(","));
    assert!(parse(&wide).is_ok());
    assert!(parse(&wide.replace("f(", "f(a,")).is_err_and(|error| error.too_complex));
}
