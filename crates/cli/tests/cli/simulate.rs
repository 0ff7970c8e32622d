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

#[test]
fn a_ruleset_is_told_which_of_its_parts_were_never_exercised() {
    let home = Home::new();
    let text = parlor_ruleset::doc::HIGH_CARD.replacen(
        r#""when": "true""#,
        r#""when": "if(player_count == 4, best > 0, best < 99)""#,
        1,
    );
    home.write("game.json", text);
    let out = home.run("simulate game.json --games 100").ok();
    let coverage = out.split_once("\ncoverage, ").unwrap().1;
    expect_test::expect![[r#"
        300 random games with 2 to 4 players: phases 5 of 5, actions 2 of 2, transitions 4 of 4, branches 4 of 4
        every part was exercised
    "#]].assert_eq(coverage);
    let two = home.run("simulate game.json --games 100 --seats 2").ok();
    assert!(
        two.contains(
            "phase 'show', transition to 'over', never true: if(player_count == 4, best > 0, best < 99) (game.json:49:48)"
        ),
        "{two}"
    );
    let json = home
        .run("simulate game.json --games 100 --seats 2 --json")
        .ok();
    let json: Value = serde_json::from_str(&json).unwrap();
    let missed = &json["coverage"]["missed"][0];
    assert_eq!(missed["part"], "branch");
    assert_eq!(missed["way"], true);
    assert_eq!(missed["pointer"], "/phases/3/transitions/0/when");
    assert_eq!(missed["line"], 49);
    assert_eq!(json["coverage"]["parts"]["phases"]["reached"], 5);
}

#[test]
fn bots_tell_how_balanced_a_game_is() {
    let home = Home::new();
    let args = "simulate tic-tac-toe --bots tree:60,random --games 12 --seed 3 --report r.html";
    let text = home.run(args).ok();
    for part in [
        "Tic-tac-toe: 12 games, seed 3",
        "seat 0, tree:60",
        "Different bots have the seats",
        "when offered",
        "The report is in r.html",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let page = home.read("r.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg"));
    assert!(
        page.contains(&format!("parlor {args}")),
        "it says how to repeat it"
    );
    let run = |threads| {
        let args = "simulate hex --option size=3 --bots 40 --games 10 --json --threads";
        let mut json: Value =
            serde_json::from_str(&home.run(&format!("{args} {threads}")).ok()).unwrap();
        json.as_object_mut().unwrap().remove("speed").unwrap();
        for seat in json["seats"].as_array_mut().unwrap() {
            seat["thinking"]
                .as_object_mut()
                .unwrap()
                .remove("ms")
                .unwrap();
        }
        json
    };
    let one = run(1);
    assert_eq!(one["options"]["size"], 3);
    assert_eq!(one["seats"][1]["bot"], "40");
    assert_eq!(one, run(2));
}

#[test]
fn a_report_needs_no_bots_and_mistakes_are_told() {
    let home = Home::new();
    home.run("simulate liars-dice --seats 3 --report r.html --games 20")
        .ok();
    assert!(home.read("r.html").contains("played by random"));
    let err = home.run("simulate hex --bots hard,easy,easy").fails(2);
    assert!(err.contains("3"), "{err}");
    let err = home
        .run("simulate liars-dice --seats 3 --bots easy,easy")
        .fails(2);
    assert!(err.contains("there are 2 bots for 3 seats"), "{err}");
    let err = home.run("simulate liars-dice --bots minimax").fails(2);
    assert!(err.contains("minimax does not play Liar's dice"), "{err}");
    let err = home
        .run("simulate hex --games 1 --report no/such/folder.html")
        .fails(1);
    assert!(err.contains("cannot write"), "{err}");
    home.run("simulate liars-dice --bots minimax --report none.html")
        .fails(2);
    assert!(!home.exists("none.html"), "nothing came of it");
}

#[test]
fn who_plays_alone_gets_scores_instead_of_wins() {
    let home = Home::new();
    let out = home
        .run("simulate yacht-dice --seats 1 --bots random --games 20 --seed 1 --report r.html")
        .ok();
    assert!(
        out.contains("\n- One player plays alone, and scores "),
        "{out}"
    );
    assert!(out.contains("\nscores\n"), "{out}");
    assert!(!out.contains("wins") && !out.contains("\n- \n"), "{out}");
    let page = home.read("r.html");
    assert!(page.contains("What games score") && !page.contains("<li></li>"));
    let out = home
        .run("simulate yacht-dice --seats 1 --bots random -n 1")
        .ok();
    assert!(out.starts_with("Yacht dice: 1 game, seed 0\n"), "{out}");
}

#[test]
fn a_game_that_one_player_loses_says_who_lost() {
    let out = Home::new()
        .run("simulate old-maid --seats 4 --games 60 --coverage-seconds 0")
        .ok();
    assert!(out.contains("seat 3 loses"), "{out}");
    assert!(!out.contains("wins"), "{out}");
    let json = json("simulate old-maid --seats 4 --games 60 --coverage-seconds 0 --json");
    let lost = |seat: usize| json["seats"][seat]["lost"].as_u64().unwrap();
    assert_eq!(
        (0..4).map(lost).sum::<u64>() + json["unfinished"].as_u64().unwrap(),
        60
    );
}

#[test]
fn it_is_told_why_games_ended() {
    let run = "simulate tic-tac-toe --games 3000";
    let out = Home::new().run(run).ok();
    let (_, endings) = out.split_once("\nwhy games ended\n").unwrap();
    assert!(endings.contains("%   three in a row\n"), "{out}");
    assert!(endings.contains("%   the board is full\n"), "{out}");
    let endings = &json(&format!("{run} --json"))["endings"];
    let all: u64 = endings
        .as_object()
        .unwrap()
        .values()
        .map(|games| games.as_u64().unwrap())
        .sum();
    assert_eq!(all, 3000);
}

#[test]
fn what_fails_in_play_is_shown_with_its_line() {
    let home = Home::new();
    let text = parlor_ruleset::doc::HIGH_CARD.replacen(
        r#""label": "Stand", "effect": ["end_turn()"]"#,
        r#""label": "Stand", "effect": ["end_turn()", "set_var('best', 1 + top_card_rank(discard))"]"#,
        1,
    );
    home.write("game.json", text);
    let out = home.run("simulate game.json --games 20 --seats 2").ok();
    let (_, wrong) = out.split_once("went wrong in play:\n\n").unwrap();
    expect_test::expect![[r#"
        error[R801]: phase 'turns', action 'stand' cannot be taken: the zone discard is empty, so it has no top card
          --> game.json:34:92
           |
        34 | …turn()", "set_var('best', 1 + top_card_rank(discard))"] }
           |                                ^^^^^^^^^^^^^^^^^^^^^^
           = at phases[1].actions[1].effect[1]
           = help: ask first: if(card_count(…) > 0, …) with the zone discard

        1 error
    "#]].assert_eq(wrong);
}

#[test]
fn an_opening_that_fails_is_shown_with_its_line_wherever_a_match_begins() {
    let home = Home::new();
    let text = parlor_ruleset::doc::HIGH_CARD.replacen(
        r#""shuffle(draw_pile)""#,
        r#""set_var('best', top_card_rank(discard))""#,
        1,
    );
    home.write("game.json", text);
    for command in ["simulate game.json", "play game.json --plain"] {
        let run = home.run(command);
        assert_ne!(run.code, 0);
        let wanted = "error[R801]: the match cannot begin: the zone discard is empty, so it has no top card (in phase 'deal')\n  --> game.json:24:";
        assert!(run.err.starts_with(wanted), "{command}: {}", run.err);
        assert!(run.err.contains("^^^^^^^^^^^^^^^^^^^^^^"), "{}", run.err);
    }
    let run = home.run("check game.json --laws");
    assert!(
        run.out.starts_with("error[R801]: the match cannot begin"),
        "{}",
        run.out
    );
    assert_eq!(run.code, 1);
    // Without playing there is nothing wrong with it.
    assert_eq!(home.run("check game.json").ok(), "game.json: fine\n");
}
