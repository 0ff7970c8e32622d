//! Fields and values that the schema does not allow.

use expect_test::expect;

use super::{NEWER, check, problems};
use crate::Code;

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
              expected: one of `$schema`, `ai`, `deck`, `globalTransitions`, `initialVariables`, `meta`, `phases`, `roles`, `scoring`, `translations`, `ui`, `variables`, `visibility` or `zones`
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
              expected: one of `about`, `author`, `description`, `license`, `name`, `players`, `slug`, `tags` or `version`
              help: a comment begins with `//` and is no field
            error[R102]: there is no field 'zzz' in meta
              at 9:20 /meta/zzz: "zzz"
              expected: one of `about`, `author`, `description`, `license`, `name`, `players`, `slug`, `tags` or `version`
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
fn the_limits_themselves_are_within_range() {
    let limits = [
        ("\"min\": 2, \"max\": 4", "\"min\": 1, \"max\": 31"),
        ("\"copies\": 2", "\"copies\": 1e2"),
        ("\"maxCards\": 5", "\"maxCards\": 4294967295.0"),
    ];
    for (old, new) in limits {
        assert!(NEWER.contains(old));
        assert_eq!(problems(&NEWER.replace(old, new)), [], "{new}");
    }
}
