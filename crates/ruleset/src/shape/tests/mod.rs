//! Shapes that are right, and what is said of those that are not.

use expect_test::{Expect, expect};
use serde_json::Value;

use crate::schema::SCHEMA;
use crate::{Code, Problem, Severity, read, render, shape};

const NEWER: &str = include_str!("newer.json");
const OLDER: &str = include_str!("older.json");

fn problems(source: &str) -> Vec<Problem> {
    let tree = read(source.as_bytes()).unwrap();
    let (document, problems) = shape(&tree);
    let errors = problems
        .iter()
        .any(|problem| problem.severity() == Severity::Error);
    assert_eq!(
        document.is_none(),
        errors,
        "a document is there if nothing is wrong with it"
    );
    problems
}

/// Changes a file and shows what is wrong with it then.
fn check(source: &str, changes: &[(&str, &str)], expect: Expect) {
    let mut source = source.to_owned();
    for (old, new) in changes {
        assert!(source.contains(old), "{old} is in the file");
        source = source.replacen(old, new, 1);
    }
    let shown: String = problems(&source)
        .iter()
        .map(|problem| brief(&source, problem))
        .collect();
    expect.assert_eq(&shown);
}

/// A problem in a few lines: what, the text that is meant, what was expected, and help.
fn brief(source: &str, problem: &Problem) -> String {
    let position = problem.place.position.unwrap();
    let meant = source[position.start..position.end]
        .lines()
        .next()
        .unwrap_or_default();
    let mut text = format!(
        "{problem}\n  at {} {}: {meant}\n",
        position, problem.place.pointer
    );
    for (what, note) in [("expected", &problem.expected), ("help", &problem.help)] {
        if let Some(note) = note {
            text += &format!("  {what}: {note}\n");
        }
    }
    text
}

#[test]
fn both_dialects_have_the_right_shape() {
    for source in [OLDER, NEWER] {
        let tree = read(source.as_bytes()).unwrap();
        let (document, problems) = shape(&tree);
        assert_eq!(problems, []);
        let again = serde_json::to_value(document.unwrap()).unwrap();
        let text = again.to_string();
        let (document, problems) = shape(&read(text.as_bytes()).unwrap());
        assert_eq!(problems, [], "what is written is read again");
        assert_eq!(serde_json::to_value(document.unwrap()).unwrap(), again);
    }
}

#[test]
fn missing_fields() {
    check(
        "{}",
        &[],
        expect![[r#"
        error[R101]: the field 'meta' is missing
          at 1:1 : {}
          expected: an object in `{` and `}`
        error[R101]: the field 'deck' is missing
          at 1:1 : {}
          expected: an object in `{` and `}`
        error[R101]: the field 'roles' is missing
          at 1:1 : {}
          expected: a list in `[` and `]`
        error[R101]: the field 'zones' is missing
          at 1:1 : {}
          expected: a list in `[` and `]`
        error[R101]: the field 'phases' is missing
          at 1:1 : {}
          expected: a list in `[` and `]`
        error[R101]: the field 'scoring' is missing
          at 1:1 : {}
          expected: an object in `{` and `}`
        error[R101]: the field 'ui' is missing
          at 1:1 : {}
          expected: an object in `{` and `}`
    "#]],
    );
    check(
        NEWER,
        &[
            ("\"slug\": \"cafe-spades\",", ""),
            ("\"kind\": \"hidden\"", ""),
        ],
        expect![[r#"
            error[R101]: the field 'slug' of meta is missing
              at 3:3 /meta: "meta"
              expected: a text of lower case letters, digits and hyphens, like `go-fish`
            error[R101]: the field 'kind' of zones[0].visibility is missing
              at 19:28 /zones/0/visibility: "visibility"
              expected: one of `public`, `owner_only`, `hidden` or `partial`
        "#]],
    );
    check(
        NEWER,
        &[("\"rule\": \"face_up_only\"", "\"role\": \"face_up_only\"")],
        expect![[r#"
            error[R101]: the field 'rule' of zones[1].visibility is missing
              at 22:7 /zones/1/visibility: "visibility"
              expected: a text in quotes
            error[R102]: there is no field 'role' in zones[1].visibility
              at 22:42 /zones/1/visibility/role: "role"
              expected: `kind` or `rule`
              help: did you mean 'rule'?
        "#]],
    );
    check(
        NEWER,
        &[("\"range\": { \"min\": 1, \"max\": 6 }", "")],
        expect![[r#"
            error[R101]: phases[1].actions[0].params.amount is an empty object
              at 49:23 /phases/1/actions/0/params/amount: {  }
              expected: an object with one of the fields `options`, `range`, `rank`, `suit` or `player`
        "#]],
    );
}

#[test]
fn unknown_fields() {
    check(
        NEWER,
        &[("\"onEnter\"", "\"onEntry\""), ("\"meta\"", "\"metadata\"")],
        expect![[r#"
            error[R101]: the field 'meta' is missing
              at 1:1 : {
              expected: an object in `{` and `}`
            error[R102]: there is no field 'metadata'
              at 3:3 /metadata: "metadata"
              expected: one of `$schema`, `deck`, `globalTransitions`, `initialVariables`, `meta`, `phases`, `roles`, `scoring`, `ui`, `variables`, `visibility` or `zones`
            error[R102]: there is no field 'onEntry' in phases[0]
              at 34:7 /phases/0/onEntry: "onEntry"
              expected: one of `actions`, `autoEndTurnCondition`, `automaticSequence`, `kind`, `name`, `onEnter`, `onExit`, `onStep`, `transitions` or `turnOrder`
              help: did you mean 'onEnter'?
        "#]],
    );
    check(
        NEWER,
        &[("\"tags\": [", "\"_comment\": 1, \"zzz\": 2, \"tags\": [")],
        expect![[r#"
            error[R102]: there is no field '_comment' in meta
              at 9:5 /meta/_comment: "_comment"
              expected: one of `author`, `description`, `license`, `name`, `players`, `slug`, `tags` or `version`
              help: a comment begins with `//` and is no field
            error[R102]: there is no field 'zzz' in meta
              at 9:20 /meta/zzz: "zzz"
              expected: one of `author`, `description`, `license`, `name`, `players`, `slug`, `tags` or `version`
        "#]],
    );
    check(
        NEWER,
        &[
            ("\"range\"", "\"rang\""),
            ("\"rank\": {} ", "\"rank\": {}, \"suit\": {} "),
        ],
        expect![[r#"
            error[R102]: there is no field 'rang' in phases[1].actions[0].params.amount
              at 49:25 /phases/1/actions/0/params/amount/rang: "rang"
              expected: one of `options`, `range`, `rank`, `suit` or `player`
              help: did you mean 'range'?
            error[R102]: there is no field 'suit' in phases[1].actions[0].params.rank
              at 52:35 /phases/1/actions/0/params/rank/suit: "suit"
              expected: `rank`
        "#]],
    );
}

#[test]
fn wrong_types() {
    check(
        NEWER,
        &[
            ("\"copies\": 2", "\"copies\": \"2\""),
            ("\"isHuman\": true", "\"isHuman\": 1"),
            ("\"count\": \"per_player\"", "\"count\": []"),
            ("\"owners\": []", "\"owners\": \"player\""),
            ("\"2\": 2", "\"2\": \"two\""),
            ("{ \"kind\": \"hidden\" }", "\"hidden\""),
            ("\"initial\": 0", "\"initial\": true"),
            (
                "\"autoEndTurnCondition\": \"true\"",
                "\"autoEndTurnCondition\": null",
            ),
            ("\"condition\": \"true\"", "\"condition\": true"),
            ("{ \"rank\": {} }", "\"rank\""),
            ("\"ui\": {", "\"ui\": [], \"$schema\": {"),
        ],
        expect![[r##"
            error[R103]: deck.copies is a text
              at 13:15 /deck/copies: "2"
              expected: a whole number from 1 to 100
            error[R103]: deck.cardValues[2] is a text
              at 15:73 /deck/cardValues/2: "two"
              expected: a number or an object whose `kind` is `fixed` or `dual`
            error[R103]: roles[0].isHuman is a number
              at 17:44 /roles/0/isHuman: 1
              expected: `true` or `false`
            error[R103]: roles[0].count is a list
              at 17:56 /roles/0/count: []
              expected: a whole number of at least 1 or `per_player`
            error[R103]: zones[0].visibility is a text
              at 19:42 /zones/0/visibility: "hidden"
              expected: an object whose `kind` is `public`, `owner_only`, `hidden` or `partial`
            error[R103]: zones[0].owners is a text
              at 19:62 /zones/0/owners: "player"
              expected: a list of texts in `[` and `]`
            error[R103]: variables.total.initial is `true`
              at 28:85 /variables/total/initial: true
              expected: a number or a text in quotes
            error[R103]: phases[1].autoEndTurnCondition is `null`
              at 41:31 /phases/1/autoEndTurnCondition: null
              expected: a text in quotes
              help: leave the field out if there is nothing to say
            error[R103]: phases[1].actions[0].condition is `true`
              at 46:24 /phases/1/actions/0/condition: true
              expected: a text in quotes
            error[R103]: phases[1].actions[0].params.rank is a text
              at 52:21 /phases/1/actions/0/params/rank: "rank"
              expected: an object with one of the fields `options`, `range`, `rank`, `suit` or `player`
            error[R103]: ui is a list
              at 61:9 /ui: []
              expected: an object in `{` and `}`
            error[R103]: $schema is an object
              at 61:24 /$schema: { "layout": "circle", "tableColor": "custom", "customColor": "#123456" }
              expected: a text in quotes
        "##]],
    );
    check(
        "[]",
        &[],
        expect![[r#"
        error[R103]: the file is a list
          at 1:1 : []
          expected: an object in `{` and `}`
    "#]],
    );
    check(
        NEWER,
        &[
            ("\"copies\": 2", "\"copies\": 1.5"),
            ("\"kind\": \"dual\"", "\"kind\": 2"),
        ],
        expect![[r#"
            error[R103]: deck.copies is 1.5
              at 13:15 /deck/copies: 1.5
              expected: a whole number from 1 to 100
            error[R103]: deck.cardValues.A.kind is a number
              at 15:36 /deck/cardValues/A/kind: 2
              expected: `fixed` or `dual`
        "#]],
    );
}

#[test]
fn unknown_words() {
    check(
        NEWER,
        &[
            ("\"custom\"", "\"standard52\""),
            ("\"turn_based\"", "\"turnbased\""),
            ("\"per_player\"", "\"each\""),
            ("\"dual\"", "\"duel\""),
            ("\"clockwise\"", "\"\\u001b[31mred\""),
        ],
        expect![[r#"
            error[R104]: deck.preset is 'standard52'
              at 12:15 /deck/preset: "standard52"
              expected: one of `standard_52`, `standard_54`, `uno_108` or `custom`
              help: did you mean 'standard_52'?
            error[R104]: deck.cardValues.A.kind is 'duel'
              at 15:36 /deck/cardValues/A/kind: "duel"
              expected: `fixed` or `dual`
              help: did you mean 'dual'?
            error[R104]: roles[0].count is 'each'
              at 17:59 /roles/0/count: "each"
              expected: a whole number of at least 1 or `per_player`
            error[R104]: phases[1].kind is 'turnbased'
              at 39:15 /phases/1/kind: "turnbased"
              expected: one of `automatic`, `turn_based` or `all_players`
              help: did you mean 'turn_based'?
            error[R104]: phases[1].turnOrder is '\u{1b}[31mred'
              at 40:20 /phases/1/turnOrder: "\u001b[31mred"
              expected: one of `clockwise`, `counterclockwise` or `fixed`
        "#]],
    );
}

#[test]
fn numbers_and_lists_out_of_range() {
    check(
        NEWER,
        &[
            ("\"copies\": 2", "\"copies\": 101"),
            ("\"count\": 1", "\"count\": 0"),
            ("\"min\": 2", "\"min\": -1"),
            ("\"maxCards\": 5", "\"maxCards\": 5000000000"),
            ("\"min\": 1, \"max\": 6", "\"min\": 1, \"max\": 3e9"),
            ("[\"spades\", 1]", "[]"),
        ],
        expect![[r#"
            error[R105]: meta.players.min is -1
              at 8:25 /meta/players/min: -1
              expected: a whole number from 1 to 31
            error[R105]: deck.copies is 101
              at 13:15 /deck/copies: 101
              expected: a whole number from 1 to 100
            error[R105]: roles[1].count is 0
              at 17:122 /roles/1/count: 0
              expected: a whole number of at least 1 or `per_player`
            error[R105]: zones[1].maxCards is 5000000000
              at 24:19 /zones/1/maxCards: 5000000000
              expected: a whole number from 1 to 4294967295
            error[R105]: phases[1].actions[0].params.amount.range.max is 3e9
              at 49:53 /phases/1/actions/0/params/amount/range/max: 3e9
              expected: a whole number from -2147483648 to 2147483647
            error[R105]: phases[1].actions[0].params.suit.options is an empty list
              at 50:34 /phases/1/actions/0/params/suit/options: []
              expected: at least one entry
        "#]],
    );
}

#[test]
fn texts_of_the_wrong_form() {
    check(
        NEWER,
        &[
            ("\"cafe-spades\"", "\"Café Spades\""),
            ("\"1.0.0\"", "\"1.0\""),
            ("\"author\": \"Parlor\"", "\"author\": \"\""),
        ],
        expect![[r#"
            error[R106]: meta.slug is 'Café Spades'
              at 5:13 /meta/slug: "Café Spades"
              expected: a text of lower case letters, digits and hyphens, like `go-fish`
            error[R106]: meta.version is '1.0'
              at 6:16 /meta/version: "1.0"
              expected: a text of three numbers with dots between, like `1.0.0`
            error[R106]: meta.author is empty
              at 7:15 /meta/author: ""
              expected: a text that is not empty
        "#]],
    );
    for version in [
        "",
        "1",
        "1.0.",
        ".0.0",
        "1.0.0.0",
        "v1.0.0",
        "1.0.0-beta",
        "1.0.٣",
    ] {
        let source = NEWER.replace("\"1.0.0\"", &format!("\"{version}\""));
        assert_eq!(problems(&source)[0].code, Code::BadFormat, "{version}");
    }
}

#[test]
fn players_and_cards_that_do_not_fit() {
    check(
        NEWER,
        &[("\"min\": 2", "\"min\": 5")],
        expect![[r#"
        error[R109]: the fewest players are 5, the most are 4
          at 8:5 /meta/players: "players"
          expected: `min` not above `max`
          help: exchange the two numbers
    "#]],
    );
    check(
        NEWER,
        &[("\"custom\"", "\"standard_52\"")],
        expect![[r#"
        error[R505]: the preset 'standard_52' has its own cards, but cards are listed
          at 14:5 /deck/cards: "cards"
          help: remove 'cards', or set the preset to `custom`
    "#]],
    );
    check(
        OLDER,
        &[("\"standard_52\"", "\"custom\"")],
        expect![[r#"
        error[R505]: a custom deck has no cards
          at 5:5 /deck/preset: "preset"
          help: list them in the field 'cards' of deck, or choose another preset
    "#]],
    );
}

#[test]
fn what_is_said_in_both_dialects() {
    check(
        OLDER,
        &[(
            "\"kind\": \"automatic\"",
            "\"kind\": \"automatic\", \"onEnter\": []",
        )],
        expect![[r#"
            error[R107]: what happens in this phase is said twice, in 'automaticSequence' and in 'onEnter'
              at 18:28 /phases/0/onEnter: "onEnter"
              help: keep one of the two
        "#]],
    );
    check(
        OLDER,
        &[("\"phases\"", "\"variables\": {}, \"phases\"")],
        expect![[r#"
            error[R107]: the variables are said twice, in 'initialVariables' and in 'variables'
              at 15:3 /variables: "variables"
              help: keep one of the two
        "#]],
    );
    check(
        OLDER,
        &[("\"actions\": []", "\"autoEndTurnCondition\": \"true\"")],
        expect![[r#"
            error[R107]: when a turn ends by itself is said twice, in 'scoring.autoEndTurnCondition' and in 'autoEndTurnCondition'
              at 19:7 /phases/0/autoEndTurnCondition: "autoEndTurnCondition"
              help: keep one of the two
        "#]],
    );
    check(
        OLDER,
        &[("[\"player\"]", "[\"player\"], \"phaseOverrides\": []")],
        expect![[r#"
            error[R107]: who sees the cards of this zone in a phase is said twice, in 'phaseOverride' and in 'phaseOverrides'
              at 12:85 /zones/1/phaseOverrides: "phaseOverrides"
              help: keep one of the two
        "#]],
    );
    // For another zone it is a mixture, but no contradiction.
    check(
        OLDER,
        &[("\"owners\": []", "\"owners\": [], \"phaseOverrides\": []")],
        expect![[r#"
            warning[R108]: 'initialVariables' is of the older dialect, 'phaseOverrides' of the newer one
              at 11:78 /zones/0/phaseOverrides: "phaseOverrides"
              expected: one dialect in a file
              help: the newer dialect says it in 'variables'
        "#]],
    );
}

#[test]
fn mixed_dialects_are_one_warning() {
    check(
        OLDER,
        &[("\"value\": 2 }", "\"value\": 2 }, \"3\": 3")],
        expect![[r#"
            warning[R108]: 'initialVariables' is of the older dialect, the bare number as value of '3' of the newer one
              at 7:106 /deck/cardValues/3: "3"
              expected: one dialect in a file
              help: the newer dialect says it in 'variables'
        "#]],
    );
    check(
        NEWER,
        &[("\"ui\"", "\"visibility\": [], \"ui\"")],
        expect![[r#"
            warning[R108]: 'visibility' is of the older dialect, 'variables' of the newer one
              at 28:3 /variables: "variables"
              expected: one dialect in a file
              help: the newer dialect says it in the zones, with 'visibility' and 'phaseOverrides'
        "#]],
    );
    let one = |source: &str| {
        problems(source)
            .iter()
            .map(|problem| problem.code)
            .collect::<Vec<_>>()
    };
    let scoring =
        "{ \"method\": \"0\", \"winCondition\": \"true\", \"autoEndTurnCondition\": \"true\" }";
    let without = OLDER.replace(scoring, "{ \"method\": \"0\", \"winCondition\": \"true\" }");
    for (old, new) in [
        ("\"actions\": []", "\"onStep\": []"),
        ("\"actions\": []", "\"autoEndTurnCondition\": \"true\""),
        ("\"ui\"", "\"globalTransitions\": [], \"ui\""),
    ] {
        assert_eq!(
            one(&without.replace(old, new)),
            [Code::MixedDialects],
            "{new}"
        );
    }
}

#[test]
fn fields_without_effect() {
    check(
        NEWER,
        &[
            ("\"onStep\"", "\"onExit\""),
            (
                "\"transitions\": []",
                "\"onEnter\": [\"end_turn()\"], \"onStep\": [], \"onExit\": [], \"transitions\": []",
            ),
        ],
        expect![[r#"
            warning[R110]: 'onExit' is reserved: nothing happens when a phase is left
              at 35:7 /phases/0/onExit: "onExit"
              help: do it in an automatic phase before or after this one
            warning[R110]: 'onEnter' does nothing in a phase that is not automatic
              at 56:7 /phases/1/onEnter: "onEnter"
              help: do it in an automatic phase before or after this one
        "#]],
    );
}

#[test]
fn problems_come_in_the_order_of_the_file_and_have_an_end() {
    let zones: Vec<String> = (0..300).map(|_| "{}".to_owned()).collect();
    let source = format!("{{ \"zones\": [{}], \"meta\": 1 }}", zones.join(", "));
    let problems = problems(&source);
    assert_eq!(problems.len(), 100);
    assert!(problems.is_sorted_by_key(|problem| problem.place.position.unwrap().start));
    assert!(
        render("game", source.as_bytes(), &problems, false)
            .ends_with("100 errors, and there may be more\n")
    );
}

/// The checker knows the features of JSON Schema that ours has today; a new one must not be passed over in silence.
#[test]
fn the_schema_has_no_feature_that_is_not_checked() {
    fn walk(schema: &Value) {
        let whole = schema.clone();
        let schema = schema.as_object().unwrap();
        for (keyword, value) in schema {
            match keyword.as_str() {
                "$schema" | "$id" | "title" | "description" | "default" | "required" => {}
                "minimum" | "maximum" => {}
                "$ref" => assert!(
                    !std::ptr::eq(super::check::resolve(&SCHEMA, &whole), &whole),
                    "{value}"
                ),
                "const" => assert!(value.is_string()),
                "type" => assert!(value.is_string(), "{value}"),
                "minItems" | "minLength" => assert_eq!(value, 1),
                "pattern" => assert!(
                    super::words::form(&Value::Object(schema.clone())).is_some(),
                    "{value}"
                ),
                "items" => walk(value),
                "additionalProperties" if value.is_boolean() => assert_eq!(value, false),
                "additionalProperties" => walk(value),
                "properties" | "$defs" => value.as_object().unwrap().values().for_each(walk),
                "oneOf" | "anyOf" => value.as_array().unwrap().iter().for_each(walk),
                other => panic!("{other} is not checked"),
            }
        }
        if schema.contains_key("oneOf") {
            let schema = Value::Object(schema.clone());
            let branches = schema["oneOf"].as_array().unwrap();
            let by_field = branches
                .iter()
                .all(|branch| super::words::only_field(branch).is_some());
            let known = super::check::words(&schema).is_some()
                || super::check::tag_words(&schema).is_some()
                || by_field;
            assert!(known, "{schema}");
        }
    }
    walk(&SCHEMA);
}
