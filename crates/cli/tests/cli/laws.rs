//! Rulesets that are held to the laws: what is offered must not tell secrets, however the file hides that it reads them.

use expect_test::{Expect, expect};
use parlor_ruleset::doc::HIGH_CARD;
use serde_json::Value;

use crate::Home;

const STAND: &str = r#""label": "Stand", "effect": ["end_turn()"]"#;

/// What `check --laws` says about the small game with another action beside standing.
#[track_caller]
fn check(action: &str, expected: Expect) {
    let home = Home::new();
    let action = format!(r#"{STAND} }}, {{ "name": "peek", "label": "Peek", {action}"#);
    let text = HIGH_CARD.replacen(STAND, &action, 1);
    assert_ne!(text, HIGH_CARD);
    home.write("game.cardgame.json", text);
    let run = home.run("check game.cardgame.json --laws --games 4");
    assert_eq!(run.code, 1, "{}", run.out);
    let laws = run.out.find("game.cardgame.json: the law").unwrap();
    expected.assert_eq(&run.out[laws..]);
    assert!(run.err.contains("1 broken law"), "{}", run.err);
}

#[test]
fn a_secret_behind_a_question_about_who_acts_is_found() {
    check(
        r#""condition": "current_player_index >= 0 && top_card_rank('hand:1') > 7", "effect": ["end_turn()"]"#,
        expect![[r#"
            game.cardgame.json: the law view_hides_secrets is broken
              law:     what a player cannot see changes nothing that reaches that player
              players: 2
              seed:    1
              script:  nothing but the opening
              problem: the view of seat 0 tells what it must not know
              secret:  seat 0 learns about the card in hand-1: 'peek' is possible with some cards there and not with others
              help:    what is offered must not depend on cards that the player does not see, nor on effects
                       that fail with some of them: ask in the effect with if(…) instead
              repeat:  parlor check game.cardgame.json --laws --seed 1
        "#]],
    );
}

#[test]
fn a_secret_in_a_zone_whose_name_is_put_together_is_found() {
    check(
        r#""condition": "top_card_rank(concat(concat('ha', 'nd:'), (current_player_index + 1) % player_count)) > 7", "effect": ["end_turn()"]"#,
        expect![[r#"
            game.cardgame.json: the law view_hides_secrets is broken
              law:     what a player cannot see changes nothing that reaches that player
              players: 2
              seed:    1
              script:  nothing but the opening
              problem: the view of seat 0 tells what it must not know
              secret:  seat 0 learns about the card in hand-1: 'peek' is possible with some cards there and not with others
              help:    what is offered must not depend on cards that the player does not see, nor on effects
                       that fail with some of them: ask in the effect with if(…) instead
              repeat:  parlor check game.cardgame.json --laws --seed 1
        "#]],
    );
}

#[test]
fn a_secret_that_makes_an_effect_fail_is_found() {
    check(
        r#""effect": ["inc_var('best', 0 / (top_card_rank(draw_pile) - 9))", "end_turn()"]"#,
        expect![[r#"
            game.cardgame.json: the law view_hides_secrets is broken
              law:     what a player cannot see changes nothing that reaches that player
              players: 2
              seed:    2
              script:  nothing but the opening
              problem: the view of seat 0 tells what it must not know
              secret:  seat 0 learns about the top card of draw_pile: 'peek' is possible with some cards there and not with others
              help:    what is offered must not depend on cards that the player does not see, nor on effects
                       that fail with some of them: ask in the effect with if(…) instead
              repeat:  parlor check game.cardgame.json --laws --seed 2
        "#]],
    );
}

#[test]
fn a_secret_that_a_variable_keeps_is_found() {
    check(
        r#""effect": ["set_var('kept', top_card_rank(draw_pile))"] }, { "name": "tell", "label": "Tell", "condition": "kept > 7", "effect": ["end_turn()"]"#,
        expect![[r#"
            game.cardgame.json: the law undo_restores_every_view is broken
              law:     undo brings every view back, and needs the consent of whoever has learned something
              players: 2
              seed:    1
              script:
                  1. seat 0: peek
                  2. seat 0: tell
              problem: tell has told spectator something, yet seat 0 could take it back in silence: resampling must re-deal all that spectator cannot see
              help:    variables are not re-dealt: if one of them keeps what a hidden card was, what is offered must not
                       depend on it
              repeat:  parlor check game.cardgame.json --laws --seed 1
        "#]],
    );
}

#[test]
fn a_ruleset_that_tells_nothing_keeps_the_laws() {
    let home = Home::new();
    home.write("game.cardgame.json", HIGH_CARD);
    let out = home.run("check game.cardgame.json --laws --games 2").ok();
    assert!(
        out.starts_with("game.cardgame.json: the laws hold with 2 to 4 players (6 games, "),
        "{out}"
    );
    let json = home
        .run("check game.cardgame.json --laws --games 2 --json")
        .ok();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[0]["laws"]["ok"], true);
    assert_eq!(json[0]["laws"]["players"]["max"], 4);
    assert_eq!(json[0]["laws"]["games"], 6);
}

/// High Card, in which nobody is ever done: players stand and stand for thousands of turns.
fn endless() -> String {
    let text = HIGH_CARD.replacen("all_players_done", "turn_number > 4000", 1);
    assert_ne!(text, HIGH_CARD);
    text
}

#[test]
fn without_a_finished_game_nothing_is_shown_and_nobody_says_that_it_is() {
    let home = Home::new();
    home.write("game.cardgame.json", endless());
    let run = home.run("simulate game.cardgame.json -n 1 --coverage-seconds 1");
    let short = "game.cardgame.json: 0.5 seconds were too short to tell whether the laws hold";
    assert!(run.out.contains(short), "{}", run.out);
    let run = home.run("check game.cardgame.json --laws --seconds 1");
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(!run.out.contains("the laws hold with"), "{}", run.out);
    let lines: Vec<&str> = run.out.lines().collect();
    let [first, reason, so_far, help] = lines[..] else {
        panic!("{}", run.out);
    };
    assert_eq!(
        first,
        "game.cardgame.json: 1 second was too short to tell whether the laws hold"
    );
    assert_eq!(
        reason,
        "  reason:  no game with 2 or 3 or 4 players was played to its end"
    );
    assert!(so_far.starts_with("  so far:  0 games, "), "{so_far}");
    assert_eq!(
        help,
        "  help:    give it more time: parlor check game.cardgame.json --laws --seconds 10"
    );
    assert!(
        run.err.contains("laws were not checked in 1 file"),
        "{}",
        run.err
    );
    let run = home.run("check game.cardgame.json --laws --seconds 1 --json");
    assert_eq!(run.code, 1);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (&json[0]["ok"], &json[0]["laws"]["ok"]),
        (&false.into(), &false.into())
    );
    assert_eq!(json[0]["laws"]["unfinished"], serde_json::json!([2, 3, 4]));
}

#[test]
fn where_no_card_is_hidden_it_says_that_there_were_no_secrets() {
    let home = Home::new();
    let text = HIGH_CARD
        .replace("owner_only", "public")
        .replace("hidden", "public");
    home.write("game.cardgame.json", text);
    let out = home.run("check game.cardgame.json --laws --games 4").ok();
    assert!(out.contains("the laws hold with 2 to 4 players"), "{out}");
    assert!(out.contains("  note:    no card was hidden"), "{out}");
    home.write("game.cardgame.json", HIGH_CARD);
    let out = home.run("check game.cardgame.json --laws --games 4").ok();
    assert!(!out.contains("note:"), "{out}");
}

#[test]
fn what_is_wrong_is_told_to_programs_with_its_script() {
    let home = Home::new();
    let secret = r#""label": "Stand", "condition": "top_card_rank(draw_pile) > 7", "effect": ["end_turn()"]"#;
    home.write("game.cardgame.json", HIGH_CARD.replacen(STAND, secret, 1));
    let run = home.run("check game.cardgame.json --laws --json");
    assert_eq!(run.code, 1);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json[0]["ok"], false);
    let violation = &json[0]["laws"]["violation"];
    assert_eq!(violation["law"], "view_hides_secrets");
    assert_eq!(violation["players"], 2);
    assert_eq!(violation["script"], serde_json::json!([]));
    let secret = violation["secret"].as_str().unwrap();
    assert!(secret.starts_with("seat 0 learns about"), "{secret}");
}

#[test]
fn simulate_looks_for_secrets_too() {
    let home = Home::new();
    let secret = r#""label": "Stand", "condition": "current_player_index >= 0 && top_card_rank('hand:1') > 7", "effect": ["end_turn()"]"#;
    home.write("game.cardgame.json", HIGH_CARD.replacen(STAND, secret, 1));
    let out = home.run("simulate game.cardgame.json --games 10").ok();
    assert!(
        out.contains("the law view_hides_secrets is broken"),
        "{out}"
    );
    assert!(
        out.contains("  secret:  seat 0 learns about the card in hand-1"),
        "{out}"
    );
    let none = home
        .run("simulate game.cardgame.json --games 10 --coverage-seconds 0")
        .ok();
    assert!(
        !none.contains("coverage") && !none.contains("the law"),
        "{none}"
    );
}

#[test]
fn games_and_seconds_are_for_laws_only() {
    let err = Home::new()
        .run("check game.cardgame.json --games 3")
        .fails(2);
    assert!(err.contains("--laws"), "{err}");
}
