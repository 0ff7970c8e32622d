//! Files that want to cost time, memory or the stack.

use std::time::{Duration, Instant};

use crate::{Code, read, render, shape};
use parlor_language::limits::{MOST_BYTES, MOST_VALUES};

/// A file of this beginning, as many middles as fit into a mebibyte but not more than so many, and this end.
fn fill(most: usize, begin: &str, middle: impl Fn(usize) -> String, end: &str) -> Vec<u8> {
    let mut file = begin.to_owned();
    for index in 0..most {
        let next = middle(index);
        if file.len() + next.len() + end.len() > MOST_BYTES {
            break;
        }
        file.push_str(&next);
    }
    (file + end).into_bytes()
}

/// Files that cost as much as a file can: each is read and shaped, and its problems shown.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let text = |begin, middle: &str, end| fill(MOST_BYTES, begin, |_| middle.to_owned(), end);
    let list = |values: usize, entry: &str| {
        fill(MOST_VALUES / values - 2, "[0", |_| format!(",{entry}"), "]")
    };
    let phases = |values: usize, phase: &str| {
        let begin = "{\"visibility\":[],\"phases\":[0";
        fill(
            MOST_VALUES / values - 4,
            begin,
            |_| format!(",{phase}"),
            "]}",
        )
    };
    let fields = |begin, value: &str, end| {
        fill(
            MOST_VALUES - 5,
            begin,
            |index| format!(",\"{index:x}\":{value}"),
            end,
        )
    };
    vec![
        ("brackets", vec![b'['; MOST_BYTES]),
        ("braces", b"{\"a\":".repeat(MOST_BYTES / 5)),
        ("one text", text("\"", "x", "\"")),
        ("one text of escapes", text("\"", "\\u00e9", "\"")),
        ("one text without end", text("\"", "\\n", "")),
        ("one number", text("", "9", "")),
        ("one small number", text("0.", "1", "")),
        ("one comment", text("/*", "*", "")),
        ("comments", text("", "/**/", "[]")),
        ("lines", text("", "\n", "x")),
        ("one word", text("[", "x", "]")),
        (
            "one wrong word",
            text("{\"ui\":{\"layout\":\"", "semicirkle", "\"}}"),
        ),
        ("too many zeros", text("[0", ",0", "]")),
        ("too many lists", text("[0", ",[]", "]")),
        ("too many fields", text("{\"a\":0", ",\"a\":0", "}")),
        ("zeros", list(1, "0")),
        ("empty lists", list(1, "[]")),
        ("empty objects", list(1, "{}")),
        ("lists of one", list(2, "[0]")),
        ("objects of one", list(2, "{\"a\":0}")),
        (
            "equal keys",
            fill(MOST_VALUES - 2, "{\"a\":0", |_| ",\"a\":0".into(), "}"),
        ),
        ("different keys", fields("{\"\":0", "0", "}")),
        (
            "card values",
            fields("{\"deck\":{\"cardValues\":{\"\":0", "0", "}}}"),
        ),
        (
            "wrong card values",
            fields("{\"deck\":{\"cardValues\":{\"\":0", "\"\"", "}}}"),
        ),
        ("empty phases", phases(1, "{}")),
        (
            "phases in two dialects",
            phases(3, "{\"onEnter\":[],\"automaticSequence\":[]}"),
        ),
        (
            "phases without effect",
            phases(4, "{\"kind\":\"all_players\",\"onExit\":[0]}"),
        ),
        ("phases of the newer dialect", phases(2, "{\"onStep\":[]}")),
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
                Ok(tree) => shape(&tree).1,
                Err(problem) => vec![*problem],
            };
            let shown = render(name, &source, &problems, false);
            times.push(begin.elapsed());
            assert!(!problems.is_empty(), "{name} has problems");
            let too_much = problems[0].code == Code::TooMuch;
            assert_eq!(
                too_much,
                name.starts_with("too many"),
                "{name}: {}",
                problems[0]
            );
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
fn the_largest_game_is_read_in_time() {
    let limit = Duration::from_millis(if cfg!(debug_assertions) { 1000 } else { 50 });
    let values: String = (0..19_800)
        .map(|index| format!("\"r{index}\": {index}, "))
        .collect();
    let source = include_str!("newer.json")
        .replace("\"cardValues\": {", &format!("\"cardValues\": {{ {values}"));
    let mut times = Vec::new();
    for _ in 0..3 {
        let begin = Instant::now();
        let tree = read(source.as_bytes()).unwrap();
        let (document, problems) = shape(&tree);
        times.push(begin.elapsed());
        assert_eq!(problems, []);
        assert_eq!(document.unwrap().deck.card_values.len(), 19_802);
    }
    println!("the largest game: {times:?}");
    assert!(times.iter().min().unwrap() < &limit, "{times:?}");
}

#[test]
fn every_beginning_of_a_file_and_every_changed_byte_is_refused_or_read() {
    let source = include_bytes!("newer.json");
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
                Ok(tree) => shape(&tree).1,
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

/// Another reader of JSON is right about what JSON is, and about what it says.
#[test]
fn a_changed_byte_is_read_as_another_reader_reads_it() {
    let source = include_bytes!("older.json");
    let texts = br#"["a\"\\\/\b\u00e9\ud83c\udca1z", -0.5e+3, 10, 1E2, null, true, {"": []}]"#;
    let (mut good, mut bad) = (0, 0);
    for source in [&source[..], &texts[..]] {
        for at in 0..source.len() {
            for byte in (b' '..=b'~').chain([0, b'\t', b'\n', b'\r', 0x7f, 0x80, 0xc3, 0xff]) {
                let mut changed = source.to_vec();
                changed[at] = byte;
                let comment = [b"//", b"/*"]
                    .iter()
                    .any(|begin| changed.windows(2).any(|two| two == *begin));
                if comment {
                    continue;
                }
                match (
                    read(&changed),
                    serde_json::from_slice::<serde_json::Value>(&changed),
                ) {
                    (Ok(tree), Ok(value)) => {
                        assert!(same(&tree.value(), &value), "{value}");
                        good += 1;
                    }
                    (Err(_), Err(_)) => bad += 1,
                    (mine, other) => {
                        panic!("{mine:?} {other:?} {}", String::from_utf8_lossy(&changed))
                    }
                }
            }
        }
    }
    assert!(good > 10_000 && bad > 10_000, "{good} good, {bad} bad");
}

/// Whether two values are equal; numbers are, however they are written, and but for the last bit.
fn same(one: &serde_json::Value, other: &serde_json::Value) -> bool {
    use serde_json::Value::{Array, Number, Object};
    match (one, other) {
        (Number(one), Number(other)) => {
            let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
            (one - other).abs() <= one.abs() * 1e-15
        }
        (Array(one), Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Object(one), Object(other)) => {
            let fields = one.iter().zip(other);
            one.len() == other.len()
                && fields
                    .into_iter()
                    .all(|(one, other)| one.0 == other.0 && same(one.1, other.1))
        }
        (one, other) => one == other,
    }
}
