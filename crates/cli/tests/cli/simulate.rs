//! Many random games.

use serde_json::Value;

use crate::Home;

fn json(args: &str) -> Value {
    let mut value: Value = serde_json::from_str(&Home::new().run(args).ok()).unwrap();
    let speed = value.as_object_mut().unwrap().remove("speed").unwrap();
    assert!(speed["games_per_second"].as_f64().unwrap() > 0.0);
    value
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    for game in ["tic-tac-toe", "liars-dice"] {
        let run = |threads| {
            json(&format!(
                "simulate {game} -n 5000 --seed 9 --json --threads {threads}"
            ))
        };
        let one = run(1);
        assert_eq!(one["games"], 5000);
        assert_eq!(one, run(2));
        assert_eq!(one, run(7));
    }
}

#[test]
fn options_and_seats_reach_the_game() {
    let small = json("simulate hex --option size=3 --games 1_000 --json");
    assert_eq!(small["options"]["size"], 3);
    assert!(small["length"]["max"].as_u64().unwrap() <= 10);
    let four = json("simulate liars-dice --seats 4 --games 100 --json");
    assert_eq!(four["seats"].as_array().unwrap().len(), 4);
}

#[test]
fn the_report_adds_up() {
    let report = json("simulate tic-tac-toe --games 3000 --json");
    let wins: u64 = report["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["wins"].as_u64().unwrap())
        .sum();
    assert_eq!(wins + report["shared"].as_u64().unwrap(), 3000);
    assert_eq!(report["unfinished"], 0);
    assert_eq!(report["branching"]["max"], 9);
    let text = Home::new().run("simulate tic-tac-toe --games 3000").ok();
    for part in [
        "seat 0 wins",
        "95 %",
        "median",
        "legal commands",
        "games/s",
        "####",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let home = Home::new();
    for args in [
        "--games 0",
        "--games -1",
        "--games many",
        "--threads 0",
        "--threads 9999",
        "--games 99999999999999999999",
        "--seed x",
    ] {
        let err = home.run(&format!("simulate tic-tac-toe {args}")).fails(2);
        assert!(err.starts_with("error: "), "{args}: {err}");
    }
}
