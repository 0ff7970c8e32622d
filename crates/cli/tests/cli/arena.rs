//! Bots that play each other.

use expect_test::expect;
use serde_json::Value;

use crate::Home;

/// Without what differs from run to run.
fn json(args: &str) -> Value {
    let mut value: Value = serde_json::from_str(&Home::new().run(args).ok()).unwrap();
    let speed = value.as_object_mut().unwrap().remove("speed").unwrap();
    assert!(speed["seconds"].as_f64().unwrap() > 0.0);
    for bot in value["bots"].as_array_mut().unwrap() {
        bot.as_object_mut().unwrap().remove("ms_per_decision");
    }
    value
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let run = |threads| {
        json(&format!(
            "arena tic-tac-toe --bots tree:50,flat:50,random -n 6 --seed 3 --json --threads {threads}"
        ))
    };
    let one = run(1);
    assert_eq!(one["games"], 18);
    assert_eq!(one, run(4));
}

#[test]
fn the_table_says_how_sure_it_is() {
    let out = Home::new()
        .run("arena tic-tac-toe --bots random,random --games 40 --seed 1")
        .ok();
    // Milliseconds differ from run to run.
    let timeless = |line: &str| match line.rsplit_once("  0") {
        Some((start, "")) => {
            let cell = start.trim_end().rfind(' ').unwrap_or(0);
            format!("{} …", &start[..cell])
        }
        _ => line.to_string(),
    };
    let lines: Vec<String> = out.lines().map(timeless).collect();
    expect![[r#"
        Tic-tac-toe: 2 bots, 40 games, seed 1

        #  bot              Elo  games  won  drawn  lost  points  95 % interval  ms/move  iterations/move
        1  random #2  +69 ± 108     40   22      4    14  60.0 %    44.6–73.7 %    …
        2  random         0 ± 0     40   14      4    22  40.0 %    26.3–55.4 %    …

        40 games cannot tell random #2 and random apart: random #2 makes 60.0 % of points, 95 % interval 44.6–73.7 %
        Elo: random is 0; ± is a 95 % interval
    "#]].assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn who_beats_whom_is_told_in_words() {
    let out = Home::new()
        .run("arena tic-tac-toe --bots random,tree:500 --games 40")
        .ok();
    let verdict = "\ntree:500 beats random: ";
    assert!(out.contains(verdict), "{out}");
    assert!(out.contains(" % of points, 95 % interval "), "{out}");
}

#[test]
fn with_more_bots_there_is_a_table_of_pairings() {
    let out = Home::new()
        .run("arena tic-tac-toe --bots random,tree:100,random -n 4")
        .ok();
    for part in ["points against", "random #2", "tree:100 beats"] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn everybody_sits_at_one_table_where_there_are_as_many_seats() {
    let three = json("arena liars-dice --seats 3 --bots random,random,20 -n 4 --json");
    assert_eq!(three["one_table"], true);
    // Four games would leave somebody a seat short.
    assert_eq!(three["games"], 6);
    let two = json("arena liars-dice --seats 3 --bots random,20 -n 4 --json");
    assert_eq!(two["games"], 4);
    assert_eq!(two["bots"][0]["by_seat"][2]["games"], 2);
}

#[test]
fn rulesets_and_options_reach_the_arena() {
    let home = Home::new();
    home.write("game.json", parlor_ruleset::doc::HIGH_CARD);
    let out = home.run("arena game.json --bots 20,random -n 4").ok();
    assert!(out.contains("2 bots, 4 games"), "{out}");
    let hex = json("arena hex --option size=3 --bots random,random -n 2 --json");
    assert_eq!(hex["options"]["size"], 3);
}

#[test]
fn the_ratings_are_drawn() {
    let home = Home::new();
    home.run("arena tic-tac-toe --bots random,tree:100 -n 4 --svg elo.svg")
        .ok();
    let svg = home.read("elo.svg");
    assert!(svg.starts_with("<svg"), "{svg}");
    assert!(svg.contains("Tic-tac-toe: Elo after 4 games"), "{svg}");
    assert!(svg.contains(">tree:100</text>"), "{svg}");
    home.run("arena go-fish --bots random,minimax --svg none.svg")
        .fails(2);
    assert!(!home.exists("none.svg"), "nothing came of it");
    let err = home
        .run("arena tic-tac-toe --bots random,easy --svg missing/elo.svg")
        .fails(1);
    assert!(
        err.starts_with("error: cannot write missing/elo.svg: "),
        "{err}"
    );
}

#[test]
fn mistakes_are_told_with_a_way_out() {
    let home = Home::new();
    let check = |args: &str, expected: expect_test::Expect| {
        expected.assert_eq(&home.run(&format!("arena {args}")).fails(2));
    };
    check(
        "go-fish --bots tree:100,random",
        expect![[r#"
        error: bot 'tree:100': tree does not play Go Fish: it has secrets; 'auto' finds a method for every game
        hint: say easy, medium, hard or expert: they play every game
    "#]],
    );
    check(
        "hex --bots hrad,random",
        expect![[r#"
        error: invalid value 'hrad' for '--bots <BOTS>': there is no bot 'hrad'; did you mean hard?
        hint: 'parlor arena --help' explains it
    "#]],
    );
    check(
        "hex --bots tree:soon,random",
        expect![[r#"
            error: invalid value 'tree:soon' for '--bots <BOTS>': 'soon' does not limit a bot: say iterations (1000, from 1 on), a time (50ms, 2s, up to 24 hours) or threads (threads=2, up to 256)
            hint: 'parlor arena --help' explains it
        "#]],
    );
    check(
        "hex --bots random",
        expect![[r#"
        error: an arena takes at least two bots
        hint: name two or more, as in --bots hard,random
    "#]],
    );
    check(
        "yacht-dice --seats 1 --bots random,easy",
        expect![[r#"
        error: an arena takes a table with at least two seats
        hint: 'parlor simulate' plays games for one
    "#]],
    );
    check(
        "hex --bots easy,random --games 0",
        expect![[r#"
        error: invalid value '0' for '--games <GAMES>': say a number from 1 to 10000000
        hint: 'parlor arena --help' explains it
    "#]],
    );
    check(
        "hex --bots easy,random --threads 2000",
        expect![[r#"
        error: invalid value '2000' for '--threads <THREADS>': say a number from 1 to 1024
        hint: 'parlor arena --help' explains it
    "#]],
    );
    check(
        "hex",
        expect![[r#"
        error: the following required arguments were not provided: --bots <BOTS>
        hint: 'parlor arena --help' explains it
    "#]],
    );
}
