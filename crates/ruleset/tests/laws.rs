//! The laws, on rulesets that are hard to keep them with: unseen hands, twins, partial zones, fractions, new texts, loops.

use parlor_conformance::Checker;
use parlor_core::{Game, Match, Seat, Seed, Setup, Viewer, simulate};
use parlor_ruleset::doc::HIGH_CARD;
use parlor_ruleset::{Ruleset, Trace};
use serde_json::{Value, json};

/// The small game of the documentation, with other actions in its turns.
fn with_actions(actions: Value, changes: &[(&str, Value)]) -> Ruleset {
    let mut json: Value = serde_json::from_str(HIGH_CARD).unwrap();
    json["phases"][1]["actions"] = actions;
    json["phases"][1]["transitions"] =
        json!([{ "to": "scoring", "when": "turn_number > 1 || best >= 8" }]);
    json["variables"]["word"] = json!({ "initial": "", "public": true });
    for (pointer, value) in changes {
        *json.pointer_mut(pointer).unwrap() = value.clone();
    }
    Ruleset::load(json.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn hold(ruleset: &Ruleset) {
    let setups = [2, 3].map(|seats| Setup::new(&ruleset.info(), seats).unwrap());
    if let Err(violation) = Checker::new(ruleset).setups(setups).positions(40).run() {
        panic!("{violation}");
    }
}

/// Plays a card and counts the turns.
fn play(condition: Option<&str>) -> Value {
    let mut action = json!({
        "name": "play_card", "label": "Play", "from": ["hand"], "to": ["discard"],
        "effect": ["inc_var(\"best\", 1)", "draw(draw_pile, current_player.hand, 1)", "end_turn()"]
    });
    if let Some(condition) = condition {
        action["condition"] = condition.into();
    }
    action
}

#[test]
fn equal_cards_that_a_player_does_not_see_stay_apart() {
    let hidden =
        json!({ "name": "hand", "visibility": { "kind": "hidden" }, "owners": ["player"] });
    let deal = json!(["shuffle(draw_pile)", "deal(draw_pile, hand, 4)"]);
    let changes = [
        ("/zones/2", hidden),
        ("/deck/copies", json!(3)),
        ("/phases/0/onEnter", deal),
    ];
    hold(&with_actions(json!([play(None)]), &changes));
}

#[test]
fn equal_cards_in_a_hand_are_one_choice() {
    let deal = json!(["shuffle(draw_pile)", "deal(draw_pile, hand, 6)"]);
    let changes = [("/deck/copies", json!(6)), ("/phases/0/onEnter", deal)];
    hold(&with_actions(
        json!([play(Some("played_card_index != 1"))]),
        &changes,
    ));
}

#[test]
fn zones_of_which_some_cards_are_seen_keep_the_others_secret() {
    for rule in ["first_card_only", "face_up_only"] {
        let partial = json!({
            "name": "discard", "visibility": { "kind": "partial", "rule": rule }, "owners": [],
            "phaseOverrides": [{ "phase": "over", "visibility": { "kind": "public" } }]
        });
        let actions = json!([
            play(None),
            { "name": "flip", "label": "Flip", "effect": ["flip_top(discard, 1)", "inc_var(\"best\", 1)", "end_turn()"] },
            { "name": "mix", "label": "Mix", "effect": ["shuffle(discard)", "inc_var(\"best\", 1)", "end_turn()"] },
            { "name": "back", "label": "Back", "effect": ["move_all(discard, draw_pile)", "shuffle(draw_pile)", "inc_var(\"best\", 1)", "end_turn()"] }
        ]);
        hold(&with_actions(actions, &[("/zones/1", partial)]));
    }
}

/// High Card, with hands that lie open only while an automatic phase scores them, as in the guide's own Blackjack.
fn shown_while_scored(hand: Value) -> Ruleset {
    let mut json: Value = serde_json::from_str(HIGH_CARD).unwrap();
    json["zones"][2] = hand;
    Ruleset::load(json.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn open_in_scoring(visibility: Value) -> Value {
    json!({
        "name": "hand", "visibility": visibility, "owners": ["player"],
        "phaseOverrides": [{ "phase": "scoring", "visibility": { "kind": "public" } }]
    })
}

#[test]
fn the_laws_hold_where_an_automatic_phase_shows_cards() {
    for visibility in [
        json!({ "kind": "owner_only" }),
        json!({ "kind": "hidden" }),
        json!({ "kind": "partial", "rule": "face_up_only" }),
    ] {
        hold(&shown_while_scored(open_in_scoring(visibility)));
    }
}

#[test]
fn what_an_automatic_phase_shows_is_seen_before_the_game_goes_on() {
    let ruleset = shown_while_scored(open_in_scoring(json!({ "kind": "owner_only" })));
    let setup = Setup::new(&ruleset.info(), 3).unwrap();
    let mut game = Match::new(ruleset.clone(), setup, Seed::Integer(7)).unwrap();
    let command = |name: &str| serde_json::from_value(json!({ "action": name })).unwrap();
    let shown = |game: &Match<Ruleset>| {
        let view = game.view(Viewer::Spectator);
        let hands = view.zones.iter().filter(|zone| zone.id.starts_with("hand"));
        hands
            .flat_map(|zone| zone.pieces.iter().filter(|piece| piece.face.is_some()))
            .count()
    };
    for seat in Seat::all(3) {
        assert_eq!(shown(&game), 0);
        game.play(seat, &command("stand")).unwrap();
    }
    // Everybody sees all hands, and goes on in any order.
    assert_eq!(shown(&game), 3);
    assert_eq!(
        game.view(Viewer::Spectator).phase.unwrap().to_string(),
        "Scoring"
    );
    for seat in [2, 0, 1].map(Seat) {
        assert!(game.outcome().is_none() && game.to_act().contains(seat));
        assert_eq!(game.legal(seat), [command("continue")]);
        // What was shown to others cannot be taken back without them.
        let target = game.undo_target(seat).unwrap();
        assert!(!game.undo_needs(seat, 1).unwrap().is_empty(), "{target}");
        game.play(seat, &command("continue")).unwrap();
        assert!(game.play(seat, &command("continue")).is_err());
    }
    assert!(game.outcome().is_some());
    assert_eq!(shown(&game), 0);
}

#[test]
fn a_game_waits_only_where_something_would_be_missed() {
    let public = json!({ "kind": "public" });
    let shown = json!({ "phase": "scoring", "visibility": public });
    let hand = |visibility: &Value, overrides: Value| json!({ "name": "hand", "visibility": visibility, "owners": ["player"], "phaseOverrides": overrides });
    let owner = json!({ "kind": "owner_only" });
    let to_the_end =
        ["scoring", "show", "over"].map(|phase| json!({ "phase": phase, "visibility": public }));
    for (hand, commands) in [
        (hand(&owner, json!([shown])), 4),
        (hand(&owner, json!(to_the_end)), 2),
        (hand(&public, json!([shown])), 2),
        (
            hand(
                &public,
                json!([{ "phase": "scoring", "visibility": owner }]),
            ),
            2,
        ),
        (hand(&owner, json!([])), 2),
    ] {
        let ruleset = shown_while_scored(hand);
        let setup = Setup::new(&ruleset.info(), 2).unwrap();
        let tally = simulate(&ruleset, &setup, 1, 0, 50).unwrap();
        assert_eq!(tally.commands(), 50 * commands);
        // The format's first engine never waits.
        let mut trace = Trace::new(&ruleset, 2, 1).unwrap();
        trace.act(r#"{"kind":"start_game"}"#);
        trace.act(r#"{"kind":"declare","player":0,"declaration":"stand"}"#);
        let line = trace.act(r#"{"kind":"declare","player":1,"declaration":"stand"}"#);
        assert_eq!(line["state"]["phase"], "over");
    }
}

#[test]
fn what_the_rules_say_is_heard_by_all_and_kept_by_the_log() {
    let say = "say(concat(concat('{player:', current_player_index), concat('} has drawn ', card_count(current_player.hand))))";
    let actions = json!([{
        "name": "grow", "label": "Grow",
        "effect": ["draw(draw_pile, current_player.hand, 1)", say, "inc_var(\"best\", 1)", "end_turn()"]
    }]);
    let ruleset = with_actions(actions, &[]);
    hold(&ruleset);
    let setup = Setup::new(&ruleset.info(), 2).unwrap();
    let mut game = Match::new(ruleset, setup, Seed::Integer(7)).unwrap();
    let command = serde_json::from_value(json!({ "action": "grow" })).unwrap();
    game.play(Seat(0), &command).unwrap();
    for viewer in [
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(1)),
        Viewer::Spectator,
    ] {
        let names = ["Ann".to_owned(), "Bob".to_owned()];
        let recent = game.view(viewer).recent;
        let lines = recent.iter().map(|told| told.message.render(&names));
        let said = lines.filter(|line| line == "Ann has drawn 1");
        assert_eq!(said.count(), 1, "{viewer:?}: {recent:?}");
    }
}

#[test]
fn fractions_and_new_texts_survive_saving_and_patching() {
    let actions = json!([{
        "name": "grow", "label": "Grow",
        "effect": [
            "set_var(\"best\", 0.1 + best * 1.1)",
            "set_str_var(\"word\", concat(get_str_var(\"word\"), best))",
            "if(best > 0.7, set_str_var(\"word\", \"\"))",
            "end_turn()"
        ]
    }]);
    hold(&with_actions(actions, &[]));
}

#[test]
fn what_would_never_end_or_fail_is_not_offered() {
    let actions = json!([
        { "name": "forever", "label": "For ever", "effect": ["while(card_count(draw_pile) < 100, set_var(\"best\", 1))", "end_turn()"] },
        { "name": "empty", "label": "Empty", "effect": ["inc_var(\"best\", top_card_rank(discard))", "end_turn()"] },
        { "name": "large", "label": "Large", "effect": ["set_var(\"best\", 7 * 1000000000 * best * best * best + 1)", "end_turn()"] }
    ]);
    let ruleset = with_actions(actions, &[]);
    hold(&ruleset);
    let setup = Setup::new(&ruleset.info(), 2).unwrap();
    assert_eq!(simulate(&ruleset, &setup, 1, 0, 200).unwrap().unfinished, 0);
}
