//! Files that mean no good: more than two hundred of them, made from a ruleset that is fine.

use parlor_ruleset::doc::HIGH_CARD;
use serde_json::{Value, json};

/// A hostile file and what it tries.
pub struct Hostile {
    pub what: String,
    pub bytes: Vec<u8>,
}

/// All of them.
pub fn hostile_files() -> Vec<Hostile> {
    let mut files = Vec::new();
    bytes(&mut files);
    wrong_types(&mut files);
    names(&mut files);
    numbers(&mut files);
    expressions(&mut files);
    loops(&mut files);
    phases(&mut files);
    decks_and_crowds(&mut files);
    objectives(&mut files);
    files
}

fn fine() -> Value {
    serde_json::from_str(HIGH_CARD).expect("the example is JSON")
}

/// The ruleset with something else at a place.
fn with(pointer: &str, value: Value) -> Value {
    let mut json = fine();
    if let Some(place) = json.pointer_mut(pointer) {
        *place = value;
    }
    json
}

fn push(files: &mut Vec<Hostile>, what: impl Into<String>, bytes: impl Into<Vec<u8>>) {
    files.push(Hostile {
        what: what.into(),
        bytes: bytes.into(),
    });
}

/// Broken text: truncated, not UTF-8, nested, endless.
fn bytes(files: &mut Vec<Hostile>) {
    let text = HIGH_CARD.as_bytes();
    for part in 0..30 {
        push(
            files,
            format!("cut after {part}/30"),
            &text[..text.len() * part / 30],
        );
    }
    for place in [0, 1, 50, 500, text.len() - 1] {
        let mut broken = text.to_vec();
        broken[place] = 0xff;
        push(files, format!("not UTF-8 at {place}"), broken);
    }
    let endless = [
        ("[", 1_000_000),
        ("{\"a\":", 200_000),
        ("[[],", 250_000),
        ("\"", 1),
        ("/*", 1),
        ("//", 500_000),
        ("1", 1_000_000),
        ("-", 1000),
        ("\\", 1000),
        ("\u{0}", 1000),
        ("{}", 1000),
        (" ", 1_048_576),
        ("\u{feff}", 10),
        ("[0],", 250_000),
        ("nul", 1),
        ("\"\\ud800\"", 1),
    ];
    for (part, times) in endless {
        push(files, format!("{times} times {part:?}"), part.repeat(times));
    }
    push(files, "too large", vec![b' '; 2_000_000]);
    let keys: Vec<String> = (0..60_000).map(|key| format!("\"{key}\":0")).collect();
    push(files, "many keys", format!("{{{}}}", keys.join(",")));
    push(
        files,
        "one key again and again",
        format!("{{{}}}", vec!["\"meta\":0"; 50_000].join(",")),
    );
}

/// Every part of the file is something else.
fn wrong_types(files: &mut Vec<Hostile>) {
    let pointers = [
        "",
        "/meta",
        "/meta/name",
        "/meta/players",
        "/meta/players/min",
        "/deck",
        "/deck/preset",
        "/deck/copies",
        "/deck/cardValues",
        "/deck/cardValues/A",
        "/roles",
        "/roles/0",
        "/roles/0/count",
        "/zones",
        "/zones/0",
        "/zones/0/visibility",
        "/zones/0/owners",
        "/variables",
        "/variables/best",
        "/phases",
        "/phases/0",
        "/phases/0/kind",
        "/phases/0/onEnter",
        "/phases/1/actions",
        "/phases/1/actions/0",
        "/phases/1/actions/0/effect",
        "/phases/0/transitions",
        "/phases/0/transitions/0",
        "/scoring",
        "/scoring/method",
        "/ui",
        "/ui/layout",
    ];
    let others = [
        json!(null),
        json!(7),
        json!("x"),
        json!([]),
        json!({}),
        json!(true),
        json!([[[[]]]]),
    ];
    for (index, pointer) in pointers.iter().enumerate() {
        for step in 0..2 {
            let other = &others[(index * 2 + step) % others.len()];
            push(
                files,
                format!("{pointer} is {other}"),
                with(pointer, other.clone()).to_string(),
            );
        }
    }
}

/// Names that are long, strange, the same, or mean something to a terminal.
fn names(files: &mut Vec<Hostile>) {
    let names = [
        "x".repeat(100_000),
        "\u{1b}[2J\u{7}".into(),
        "{seat}{label}".into(),
        String::new(),
        "__proto__".into(),
        "a\nb".into(),
        "👻".repeat(500),
        "hand:0".into(),
    ];
    for name in names {
        for pointer in [
            "/meta/name",
            "/zones/2/name",
            "/phases/0/name",
            "/phases/1/actions/0/label",
        ] {
            let what: String = name.chars().take(10).collect();
            push(
                files,
                format!("{pointer} is called {what:?}"),
                with(pointer, name.clone().into()).to_string(),
            );
        }
    }
}

fn numbers(files: &mut Vec<Hostile>) {
    for number in [
        "1e999",
        "-1e999",
        "1e308",
        "99999999999999999999999999",
        "-0",
        "0.1e-400",
        "1E5",
        "01",
        "1.",
        "NaN",
    ] {
        for field in ["\"copies\": 1", "\"min\": 2", "\"2\": 2"] {
            let name = field.split(':').next().unwrap_or("");
            push(
                files,
                format!("{name} is {number}"),
                HIGH_CARD.replacen(field, &format!("{name}: {number}"), 1),
            );
        }
    }
}

/// An action that does this, in the place of "stand".
fn doing(effects: &[&str]) -> Value {
    with("/phases/1/actions/1/effect", json!(effects))
}

fn expressions(files: &mut Vec<Hostile>) {
    let texts = [
        "(".repeat(100_000),
        format!("{}1{}", "(".repeat(1000), ")".repeat(1000)),
        "!".repeat(100_000),
        format!("{}true", "!".repeat(64)),
        "f(".repeat(100_000),
        vec!["1"; 100_000].join("+"),
        vec!["true"; 1000].join("&&"),
        format!("concat({})", vec!["\"a\""; 900].join(",")),
        "\"".to_owned() + &"a".repeat(500_000) + "\"",
        "current_player.current_player.hand".into(),
        "if(true, if(true, if(true, 1)))".into(),
        "1 / 0".into(),
        "\\u0000".into(),
        "get_var(get_str_var(get_str_var(\"x\")))".into(),
        "hand:99999999999999999999".into(),
        "card_count(\"draw_pile\u{0}\")".into(),
    ];
    for text in &texts {
        let what: String = text.chars().take(12).collect();
        push(
            files,
            format!("condition {what}…"),
            with("/phases/1/transitions/0/when", text.clone().into()).to_string(),
        );
        push(
            files,
            format!("score {what}…"),
            with("/scoring/method", text.clone().into()).to_string(),
        );
    }
    let double =
        "set_str_var(\"t\", concat(get_str_var(\"t\"), concat(get_str_var(\"t\"), \"xx\")))";
    push(
        files,
        "a text that doubles",
        doing(&[double; 200]).to_string(),
    );
    let square = "set_var(\"best\", (best + 2) * (best + 2) * (best + 2))";
    push(
        files,
        "a number that explodes",
        doing(&[&*format!("while(true == (best >= 0), {square})")]).to_string(),
    );
    let wide = vec!["card_count(draw_pile)"; 300].join(" + ");
    push(
        files,
        "a wide sum",
        doing(&[&*format!("set_var(\"best\", {wide})")]).to_string(),
    );
    let many: Vec<String> = (0..3000)
        .map(|n| format!("set_var(\"v{n}\", {n})"))
        .collect();
    let many: Vec<&str> = many.iter().map(|text| &**text).collect();
    push(files, "three thousand variables", doing(&many).to_string());
}

fn loops(files: &mut Vec<Hostile>) {
    let mut nested =
        "set_var(\"best\", max_run_length(draw_pile) + count_sets(draw_pile, 1))".to_owned();
    for depth in 1..20 {
        nested = format!("while(card_count(draw_pile) >= 0, {nested})");
        if depth % 3 == 1 {
            push(
                files,
                format!("{depth} loops within each other"),
                doing(&[&*nested]).to_string(),
            );
        }
    }
    let bodies = [
        "shuffle(draw_pile)",
        "move_all(draw_pile, discard)",
        "collect_all_to(draw_pile)",
        "reset_round()",
        "end_turn()",
        "calculate_scores()",
        "determine_winners()",
        "end_game()",
        "reveal_all(draw_pile)",
        "set_str_var(\"t\", concat(\"x\", turn_number))",
        "inc_var(\"best\", 1000000)",
        "deal(draw_pile, hand, 1000000)",
        "flip_top(draw_pile, 99999)",
    ];
    for body in bodies {
        push(
            files,
            format!("{body} for ever"),
            doing(&[&*format!("while(player_count >= 0, {body})")]).to_string(),
        );
        push(
            files,
            format!("{body} a hundred times"),
            doing(&vec![body; 100]).to_string(),
        );
    }
}

fn phases(files: &mut Vec<Hostile>) {
    let automatic = |name: String, enter: Value, to: Vec<(String, &str)>| {
        let transitions: Vec<Value> = to
            .iter()
            .map(|(to, when)| json!({ "to": to, "when": when }))
            .collect();
        json!({ "name": name, "kind": "automatic", "actions": [], "onEnter": enter, "transitions": transitions })
    };
    for (count, when) in [
        (2, "true"),
        (2, "turn_number >= 0"),
        (50, "true"),
        (150, "player_count > 0"),
        (2000, "true"),
    ] {
        let phases: Vec<Value> = (0..count)
            .map(|n| {
                automatic(
                    format!("p{n}"),
                    json!(["shuffle(draw_pile)"]),
                    vec![(format!("p{}", (n + 1) % count), when)],
                )
            })
            .collect();
        push(
            files,
            format!("{count} phases in a circle, {when}"),
            with("/phases", json!(phases)).to_string(),
        );
    }
    let mut step = automatic("p".into(), json!([]), vec![("p".into(), "turn_number < 0")]);
    step["onStep"] = json!([
        "shuffle(draw_pile)",
        "move_all(draw_pile, discard)",
        "move_all(discard, draw_pile)"
    ]);
    push(
        files,
        "steps without end",
        with("/phases", json!([step])).to_string(),
    );
    let many: Vec<(String, &str)> = (0..3000)
        .map(|_| ("turns".to_owned(), "max_run_length(draw_pile) > 9999"))
        .collect();
    push(
        files,
        "thousands of transitions",
        with("/phases/0", automatic("deal".into(), json!([]), many)).to_string(),
    );
    let actions: Vec<Value> = (0..90)
        .map(|n| json!({
            "name": format!("a{n}"), "label": "a", "effect": ["end_turn()"],
            "condition": vec!["count_sets(draw_pile, 1) > get_param(\"a\") + get_param(\"b\")"; 20].join(" && "),
            "params": { "a": { "range": { "min": 0, "max": 40 } }, "b": { "range": { "min": 0, "max": 40 } } }
        }))
        .collect();
    push(
        files,
        "actions in thousands of ways",
        with("/phases/1/actions", json!(actions)).to_string(),
    );
    push(
        files,
        "a parameter without end",
        with(
            "/phases/1/actions/0",
            json!({
                "name": "a", "label": "a", "effect": ["set_var(\"best\", get_param(\"a\"))"],
                "params": { "a": { "range": { "min": -2_147_483_648, "max": 2_147_483_647 } } }
            }),
        )
        .to_string(),
    );
}

fn decks_and_crowds(files: &mut Vec<Hostile>) {
    for copies in [20, 100, 101, 4_294_967_295_u32] {
        push(
            files,
            format!("{copies} decks"),
            with("/deck/copies", copies.into()).to_string(),
        );
    }
    let cards: Vec<Value> = (0..990)
        .map(|n| json!({ "suit": format!("s{n}"), "rank": format!("r{n}") }))
        .collect();
    let values: serde_json::Map<String, Value> =
        (0..990).map(|n| (format!("r{n}"), json!(n))).collect();
    let large = json!({ "preset": "custom", "copies": 1, "cards": cards, "cardValues": values });
    let mut json = with("/deck", large.clone());
    json["phases"][1]["actions"] = json!([{
        "name": "play_card", "label": "Play", "to": ["discard"], "effect": ["end_turn()"],
        "condition": vec!["count_sets(current_player.hand, played_card_index) + max_run_length(draw_pile) >= 0"; 30].join(" && ")
    }]);
    json["phases"][0]["onEnter"] = json!(["shuffle(draw_pile)", "deal(draw_pile, hand, 400)"]);
    push(
        files,
        "hundreds of cards with long conditions",
        json.to_string(),
    );
    let mut crowd = with("/meta/players", json!({ "min": 31, "max": 31 }));
    crowd["deck"] = large;
    crowd["zones"] = (0..100)
        .map(|n| json!({ "name": if n == 0 { "draw_pile".into() } else { format!("z{n}") }, "visibility": { "kind": "partial", "rule": "face_up_only" },
            "owners": if n == 0 { json!([]) } else { json!(["player"]) } }))
        .collect();
    crowd["phases"][0]["onEnter"] = json!(["shuffle(draw_pile)", "deal(draw_pile, z1, 30)"]);
    crowd["phases"][1] = json!({
        "name": "turns", "kind": "all_players", "transitions": [],
        "actions": [{ "name": "a", "label": "a", "condition": "hand_value(current_player.z1) < 0 || count_runs(current_player.z1, 1) > 1000", "effect": ["end_turn()"] }]
    });
    crowd["phases"][3]["onEnter"] = json!([]);
    crowd["scoring"]["method"] = "card_count(z1)".into();
    push(files, "a crowd", crowd.to_string());
    for zones in [99, 500, 5000] {
        let many: Vec<Value> = (0..zones)
            .map(|n| json!({ "name": format!("z{n}"), "visibility": { "kind": "hidden" }, "owners": [] }))
            .collect();
        push(
            files,
            format!("{zones} zones"),
            with("/zones", json!(many)).to_string(),
        );
    }
}

/// What bots are told to go by.
fn objectives(files: &mut Vec<Hostile>) {
    let guided = |objectives: Value| {
        let mut json = fine();
        json["ai"] = json!({ "objectives": objectives });
        json.to_string()
    };
    let one = |check: &str| json!([{ "name": "aim", "check": check, "weight": 1 }]);
    for (what, objectives) in [
        ("no list of objectives", json!(7)),
        ("an objective that is nothing", json!([null])),
        ("a deep check", one(&"!".repeat(100_000))),
        ("a check of another type", one("\"true\"")),
        ("a check that changes the game", one("end_game()")),
        (
            "a check of no zone",
            one("card_count(concat(\"no\", \"where\")) > 0"),
        ),
    ] {
        push(files, what, guided(objectives));
    }
    let wide = vec!["max_run_length(draw_pile) + poker_hand(draw_pile)"; 40].join(" + ");
    for many in [50, 51, 5000] {
        let all: Vec<Value> = (0..many)
            .map(|n| json!({ "name": format!("aim {n}"), "check": format!("{wide} > {n}"), "weight": -1 }))
            .collect();
        push(files, format!("{many} long checks"), guided(all.into()));
    }
}
