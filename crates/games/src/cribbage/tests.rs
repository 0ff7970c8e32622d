//! The special cases, from positions as text.

use expect_test::{Expect, expect};
use parlor_core::{Budget, Decision, Game, Hidden, Rng, Told};
use parlor_flow::State;

use super::*;

/// Says things from a position, in the order of the seats to act, and shows what is heard and what comes of it.
fn check(position: &str, says: &str, expect: Expect) {
    let game = cribbage();
    let mut scenario = Scenario::at(&game, parse(&game, position).unwrap(), 1);
    let mut lines = Vec::new();
    for text in says.split(", ") {
        match scenario.play(text) {
            Ok(()) => lines.extend(scenario.heard().iter().cloned()),
            Err(rejection) => lines.push(format!("{text} is refused: {rejection}")),
        }
    }
    lines.push(match scenario.view(Viewer::Referee).outcome {
        Some(outcome) => {
            let scores: Vec<i64> = outcome.standings().iter().filter_map(|s| s.score).collect();
            let winner = scenario.winners()[0];
            let reason = &outcome.standings()[0].reason;
            format!("{winner} wins {} to {}: {reason}", scores[0], scores[1])
        }
        None => print(scenario.state()),
    });
    expect.assert_eq(&lines.join("\n"));
}

#[test]
fn a_jack_turned_up_is_his_heels() {
    check(
        "dealer 0 | hands A♥ 2♥ 3♥ 4♥ 5♥ 6♥ / A♠ 2♠ 3♠ 4♠ 5♠ 6♠ | starter J♦",
        "lay away 5♥ 6♥, lay away A♠ 2♠",
        expect![[r#"
            seat 0 has chosen
            seat 1 has chosen
            J♦ is turned up
            seat 0 scores 2 for his heels
            scores 2 0 of 121 | dealer 0 | hands A♥ 2♥ 3♥ 4♥ / 3♠ 4♠ 5♠ 6♠ | starter J♦ | crib 5♥ 6♥ A♠ 2♠ | turn 1"#]],
    );
    check(
        "scores 119 120 of 121 | dealer 0 | hands A♥ 2♥ 3♥ 4♥ 5♥ 6♥ / A♠ 2♠ 3♠ 4♠ 5♠ 6♠ | starter J♦",
        "lay away 5♥ 6♥, lay away A♠ 2♠",
        expect![[r#"
            seat 0 has chosen
            seat 1 has chosen
            J♦ is turned up
            seat 0 scores 2 for his heels
            seat 0 wins 121 to 120: first to 121"#]],
    );
}

#[test]
fn whoever_cannot_play_says_go_and_the_other_one_plays_on() {
    check(
        "dealer 0 | hands 2♥ 3♥ 9♥ / K♠ Q♠ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | played K♦ / 7♠ 6♣ | pile 7♠ K♦ 6♣ | turn 0",
        "play 3♥, play 2♥",
        expect![[r#"
            seat 0 plays 3♥: 26
            seat 1 says go
            seat 0 plays 2♥: 28
            seat 0 scores 1 for the go
            scores 1 0 of 121 | dealer 0 | hands 9♥ / K♠ Q♠ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | played K♦ 3♥ 2♥ / 7♠ 6♣ | turn 1"#]],
    );
}

#[test]
fn one_who_plays_on_after_a_go_can_make_thirty_one() {
    check(
        "dealer 0 | hands 2♥ 3♥ 9♥ / K♠ Q♠ | starter 8♦ | crib A♥ A♣ 8♥ 7♣ | played K♦ / 8♠ 8♣ | pile 8♠ K♦ 8♣ | turn 0",
        "play 3♥, play 2♥",
        expect![[r#"
            seat 0 plays 3♥: 29
            seat 1 says go
            seat 0 plays 2♥: 31
            seat 0 scores 2 for thirty-one
            scores 2 0 of 121 | dealer 0 | hands 9♥ / K♠ Q♠ | starter 8♦ | crib A♥ A♣ 8♥ 7♣ | played K♦ 3♥ 2♥ / 8♠ 8♣ | turn 1"#]],
    );
}

#[test]
fn thirty_one_scores_two_and_the_other_one_begins_the_next_count() {
    check(
        "dealer 1 | hands K♥ 2♥ / 5♠ 4♠ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | played 6♥ 9♥ / 6♠ Q♠ | pile Q♠ 9♥ | turn 1",
        "play 5♠, play 2♥, play 4♠",
        expect![[r#"
            seat 1 plays 5♠: 24
            seat 0 plays 2♥: 26
            seat 1 plays 4♠: 30
            seat 0 says go
            seat 1 scores 1 for the go
            scores 0 1 of 121 | dealer 1 | hands K♥ / | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | played 6♥ 9♥ 2♥ / 6♠ Q♠ 5♠ 4♠ | turn 0"#]],
    );
    check(
        "dealer 1 | hands K♥ 2♥ / A♠ 4♠ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | played 6♥ J♥ / 6♠ Q♠ | pile J♥ Q♠ | turn 1",
        "play A♠, play K♥",
        expect![[r#"
            seat 1 plays A♠: 21
            seat 0 plays K♥: 31
            seat 0 scores 2 for thirty-one
            scores 2 0 of 121 | dealer 1 | hands 2♥ / 4♠ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | played 6♥ J♥ K♥ / 6♠ Q♠ A♠ | turn 1"#]],
    );
}

#[test]
fn a_player_without_cards_does_not_say_go() {
    check(
        "dealer 1 | hands K♥ / | starter 8♦ | crib A♥ A♣ 8♥ 3♣ | played 6♥ 9♥ Q♥ / 6♠ Q♠ J♠ 2♠ | turn 0",
        "play K♥",
        expect![[r#"
            seat 0 plays K♥: 10
            seat 0 scores 1 for the last card
            seat 0's hand 6♥ 9♥ Q♥ K♥ scores 6 with 8♦
            seat 0 scores 2 for fifteens
            seat 0 scores 4 for a flush
            seat 1's hand 6♠ Q♠ J♠ 2♠ scores 4 with 8♦
            seat 1 scores 4 for a flush
            seat 1's crib A♥ A♣ 8♥ 3♣ scores 4 with 8♦
            seat 1 scores 4 for pairs
            scores 7 8 of 121 | dealer 1 | starter 8♦ | crib A♥ A♣ 8♥ 3♣ | played 6♥ 9♥ Q♥ K♥ / 6♠ Q♠ J♠ 2♠"#]],
    );
    check(
        "dealer 1 | hands K♥ 4♥ / 2♠ | starter 8♦ | crib A♥ A♣ 8♥ 3♣ | played 6♥ Q♥ / 6♠ Q♠ J♠ | pile Q♥ J♠ | turn 1",
        "play 2♠, play 4♥, play K♥",
        expect![[r#"
            seat 1 plays 2♠: 22
            seat 0 plays 4♥: 26
            seat 0 scores 1 for the go
            seat 0 plays K♥: 10
            seat 0 scores 1 for the last card
            seat 0's hand 6♥ Q♥ 4♥ K♥ scores 4 with 8♦
            seat 0 scores 4 for a flush
            seat 1's hand 6♠ Q♠ J♠ 2♠ scores 4 with 8♦
            seat 1 scores 4 for a flush
            seat 1's crib A♥ A♣ 8♥ 3♣ scores 4 with 8♦
            seat 1 scores 4 for pairs
            scores 6 8 of 121 | dealer 1 | starter 8♦ | crib A♥ A♣ 8♥ 3♣ | played 6♥ Q♥ 4♥ K♥ / 6♠ Q♠ J♠ 2♠"#]],
    );
}

#[test]
fn the_last_card_of_all_scores_one_unless_it_makes_thirty_one() {
    check(
        "dealer 1 | hands / 5♠ | starter 8♦ | crib A♥ A♣ 8♥ 3♣ | played 6♥ 9♥ 2♥ Q♥ / 6♠ Q♠ J♠ | pile J♠ Q♥ | turn 1",
        "play 5♠",
        expect![[r#"
            seat 1 plays 5♠: 25
            seat 1 scores 1 for the last card
            seat 0's hand 6♥ 9♥ 2♥ Q♥ scores 6 with 8♦
            seat 0 scores 2 for fifteens
            seat 0 scores 4 for a flush
            seat 1's hand 6♠ Q♠ J♠ 5♠ scores 8 with 8♦
            seat 1 scores 4 for fifteens
            seat 1 scores 4 for a flush
            seat 1's crib A♥ A♣ 8♥ 3♣ scores 4 with 8♦
            seat 1 scores 4 for pairs
            scores 6 13 of 121 | dealer 1 | starter 8♦ | crib A♥ A♣ 8♥ 3♣ | played 6♥ 9♥ 2♥ Q♥ / 6♠ Q♠ J♠ 5♠"#]],
    );
    check(
        "dealer 1 | hands / A♠ | starter 8♦ | crib A♥ A♣ 8♥ 3♣ | played 6♥ 9♥ K♥ Q♥ / 6♠ Q♠ J♠ | pile K♥ J♠ Q♥ | turn 1",
        "play A♠",
        expect![[r#"
            seat 1 plays A♠: 31
            seat 1 scores 2 for thirty-one
            seat 0's hand 6♥ 9♥ K♥ Q♥ scores 6 with 8♦
            seat 0 scores 2 for fifteens
            seat 0 scores 4 for a flush
            seat 1's hand 6♠ Q♠ J♠ A♠ scores 6 with 8♦
            seat 1 scores 2 for fifteens
            seat 1 scores 4 for a flush
            seat 1's crib A♥ A♣ 8♥ 3♣ scores 4 with 8♦
            seat 1 scores 4 for pairs
            scores 6 12 of 121 | dealer 1 | starter 8♦ | crib A♥ A♣ 8♥ 3♣ | played 6♥ 9♥ K♥ Q♥ / 6♠ Q♠ J♠ A♠"#]],
    );
}

#[test]
fn a_run_is_broken_by_a_pair_and_restored_beyond_it() {
    check(
        "dealer 0 | hands 3♣ 4♠ 2♠ K♠ / 2♥ 4♦ 3♥ K♥ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | turn 1",
        "play 2♥, play 3♣, play 4♦, play 4♠, play 3♥, play 2♠",
        expect![[r#"
            seat 1 plays 2♥: 2
            seat 0 plays 3♣: 5
            seat 1 plays 4♦: 9
            seat 1 scores 3 for a run
            seat 0 plays 4♠: 13
            seat 0 scores 2 for a pair
            seat 1 plays 3♥: 16
            seat 0 plays 2♠: 18
            seat 0 scores 3 for a run
            scores 5 3 of 121 | dealer 0 | hands K♠ / K♥ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | played 3♣ 4♠ 2♠ / 2♥ 4♦ 3♥ | pile 2♥ 3♣ 4♦ 4♠ 3♥ 2♠ | turn 1"#]],
    );
}

#[test]
fn a_run_grows_in_any_order_and_goes_on_after_a_go() {
    check(
        "dealer 0 | hands 6♣ 7♠ 3♠ 2♠ / 4♥ 5♦ K♥ Q♥ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | turn 1",
        "play 4♥, play 6♣, play 5♦, play 7♠, play 3♠, play 2♠",
        expect![[r#"
            seat 1 plays 4♥: 4
            seat 0 plays 6♣: 10
            seat 1 plays 5♦: 15
            seat 1 scores 2 for fifteen
            seat 1 scores 3 for a run
            seat 0 plays 7♠: 22
            seat 0 scores 4 for a run
            seat 1 says go
            seat 0 plays 3♠: 25
            seat 0 scores 5 for a run
            seat 0 plays 2♠: 27
            seat 0 scores 6 for a run
            seat 0 scores 1 for the go
            scores 16 5 of 121 | dealer 0 | hands / K♥ Q♥ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | played 6♣ 7♠ 3♠ 2♠ / 4♥ 5♦ | turn 1"#]],
    );
}

#[test]
fn pairs_royal_are_made_across_players() {
    check(
        "dealer 0 | hands 6♣ 6♠ K♠ Q♠ / 6♥ 6♦ K♥ Q♥ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | turn 1",
        "play 6♥, play 6♣, play 6♦, play 6♠",
        expect![[r#"
            seat 1 plays 6♥: 6
            seat 0 plays 6♣: 12
            seat 0 scores 2 for a pair
            seat 1 plays 6♦: 18
            seat 1 scores 6 for a pair royal
            seat 0 plays 6♠: 24
            seat 0 scores 12 for a double pair royal
            seat 1 says go
            seat 0 scores 1 for the go
            scores 15 6 of 121 | dealer 0 | hands K♠ Q♠ / K♥ Q♥ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | played 6♣ 6♠ / 6♥ 6♦ | turn 1"#]],
    );
}

#[test]
fn nobody_may_pass_thirty_one() {
    let game = cribbage();
    let text = "dealer 0 | hands 2♣ K♠ / 3♥ Q♥ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | played 4♣ 5♣ / 9♥ 8♠ | pile 9♥ 4♣ 8♠ 5♣ | turn 0";
    let state = parse(&game, text).unwrap();
    assert_eq!(Scenario::at(&game, state.clone(), 1).legal(), ["play 2♣"]);
    let refusal = |zone: &str, index: usize| {
        // As the seat calls it; and what it has no name for, as the other one does.
        let called = [Seat(0), Seat(1)].map(|seat| {
            let view = game.view(&state, Viewer::Seat(seat));
            let zone = view.zones.iter().find(|view| view.id == zone).unwrap();
            let piece = zone.pieces.get(index)?;
            piece.handle.clone()
        });
        let handle = called.into_iter().flatten().next().unwrap();
        let text = format!("play {}", handle.trim_start_matches('#'));
        let refused = Scenario::at(&game, state.clone(), 1).play(&text);
        refused.unwrap_err().code().to_string()
    };
    assert_eq!(refusal("hand-0", 1), "past_31");
    // Of cards that it cannot see, or does not hold, a seat learns nothing.
    assert_eq!(refusal("hand-1", 0), "not_a_choice");
    assert_eq!(refusal("hand-1", 1), "not_a_choice");
    assert_eq!(refusal("crib", 2), "not_a_choice");
}

#[test]
fn the_show_tells_what_was_scored() {
    check(
        "dealer 1 | hands / 9♠ | starter 5♦ | crib A♥ A♣ 8♥ 3♣ | played 5♥ 5♣ J♦ 5♠ / 7♠ 8♠ 6♠ | turn 1",
        "play 9♠",
        expect![[r#"
            seat 1 plays 9♠: 9
            seat 1 scores 1 for the last card
            seat 0's hand 5♥ 5♣ J♦ 5♠ scores 29 with 5♦
            seat 0 scores 16 for fifteens
            seat 0 scores 12 for pairs
            seat 0 scores 1 for his nobs
            seat 1's hand 7♠ 8♠ 6♠ 9♠ scores 13 with 5♦
            seat 1 scores 4 for fifteens
            seat 1 scores 5 for runs
            seat 1 scores 4 for a flush
            seat 1's crib A♥ A♣ 8♥ 3♣ scores 4 with 5♦
            seat 1 scores 2 for fifteens
            seat 1 scores 2 for pairs
            scores 29 18 of 121 | dealer 1 | starter 5♦ | crib A♥ A♣ 8♥ 3♣ | played 5♥ 5♣ J♦ 5♠ / 7♠ 8♠ 6♠ 9♠"#]],
    );
}

#[test]
fn a_crib_has_a_flush_only_with_the_starter() {
    let show = |starter: &str| {
        let game = cribbage();
        let text = format!(
            "dealer 1 | hands / 9♠ | starter {starter} | crib 2♥ 4♥ 8♥ K♥ | played 2♣ 4♣ 8♣ K♣ / 7♠ 2♦ 6♠"
        );
        let state = parse(&game, &format!("{text} | turn 1")).unwrap();
        let mut scenario = Scenario::at(&game, state, 1);
        scenario.play("play 9♠").unwrap();
        let flushes = scenario
            .heard()
            .iter()
            .filter(|line| line.ends_with("flush"));
        flushes.cloned().collect::<Vec<String>>()
    };
    assert_eq!(show("Q♦"), ["seat 0 scores 4 for a flush"]);
    assert_eq!(
        show("Q♥"),
        ["seat 0 scores 4 for a flush", "seat 1 scores 5 for a flush"]
    );
}

#[test]
fn the_other_player_counts_out_before_the_dealer() {
    check(
        "scores 110 119 of 121 | dealer 1 | hands / 9♠ | starter 5♦ | crib A♥ A♣ 8♥ 3♣ | played 5♥ 5♣ J♦ 5♠ / 7♠ 8♠ 6♠ | turn 1",
        "play 9♠",
        expect![[r#"
            seat 1 plays 9♠: 9
            seat 1 scores 1 for the last card
            seat 0's hand 5♥ 5♣ J♦ 5♠ scores 29 with 5♦
            seat 0 scores 16 for fifteens
            seat 0 scores 12 for pairs
            seat 0 scores 1 for his nobs
            seat 0 wins 121 to 120: first to 121"#]],
    );
    check(
        "scores 60 119 of 121 | dealer 1 | hands / 9♠ | starter 5♦ | crib A♥ A♣ 8♥ 3♣ | played 5♥ 5♣ J♦ 5♠ / 7♠ 8♠ 6♠ | turn 1",
        "play 9♠",
        expect![[r#"
            seat 1 plays 9♠: 9
            seat 1 scores 1 for the last card
            seat 0's hand 5♥ 5♣ J♦ 5♠ scores 29 with 5♦
            seat 0 scores 16 for fifteens
            seat 0 scores 12 for pairs
            seat 0 scores 1 for his nobs
            seat 1's hand 7♠ 8♠ 6♠ 9♠ scores 13 with 5♦
            seat 1 scores 4 for fifteens
            seat 1 scores 5 for runs
            seat 1 scores 4 for a flush
            seat 1 wins 89 to 121: first to 121: a skunk, the loser is below 91"#]],
    );
}

#[test]
fn the_crib_stays_hidden_when_a_hand_has_won() {
    let game = cribbage();
    let text = "scores 110 119 of 121 | dealer 1 | hands / 9♠ | starter 5♦ | crib A♥ A♣ 8♥ 3♣ | played 5♥ 5♣ J♦ 5♠ / 7♠ 8♠ 6♠ | turn 1";
    let mut scenario = Scenario::at(&game, parse(&game, text).unwrap(), 1);
    scenario.play("play 9♠").unwrap();
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(faces(&scenario, viewer, "crib"), ["?"; 4]);
    }
}

#[test]
fn a_player_wins_in_the_middle_of_the_play() {
    check(
        "scores 119 120 of 121 | dealer 0 | hands 8♥ 3♥ / K♠ Q♠ | starter 8♦ | crib A♥ A♣ 2♥ 8♣ | played K♦ Q♦ / 9♠ 7♠ | pile 7♠ | turn 0",
        "play 8♥, play K♠",
        expect![[r#"
            seat 0 plays 8♥: 15
            seat 0 scores 2 for fifteen
            play K♠ is refused: the match is over
            seat 0 wins 121 to 120: first to 121"#]],
    );
    // Nobody says go any more, although nothing fits.
    check(
        "scores 119 120 of 121 | dealer 0 | hands 9♥ 3♥ / K♠ Q♠ | starter 8♦ | crib A♥ A♣ 2♥ 8♣ | played K♣ K♦ / 7♠ 9♠ | pile K♦ 9♠ | turn 0",
        "play 9♥",
        expect![[r#"
            seat 0 plays 9♥: 28
            seat 0 scores 2 for a pair
            seat 0 wins 121 to 120: first to 121"#]],
    );
    // A go is enough.
    check(
        "scores 120 120 of 121 | dealer 0 | hands 2♥ 9♥ / K♠ Q♠ | starter 8♦ | crib A♥ A♣ 2♣ 8♣ | played K♦ Q♦ / 7♠ 8♠ | pile K♦ 8♠ Q♦ | turn 0",
        "play 2♥",
        expect![[r#"
            seat 0 plays 2♥: 30
            seat 1 says go
            seat 0 scores 1 for the go
            seat 0 wins 121 to 120: first to 121"#]],
    );
}

/// How a match ends that the first seat wins with a card, when the other one has these points.
fn reason(other: i64, target: i64) -> String {
    let game = cribbage();
    let text = format!(
        "scores {} {other} of {target} | dealer 1 | hands 8♥ 3♥ / K♠ Q♠ | starter 8♦ | crib A♥ A♣ 2♥ 8♣ | played K♦ Q♦ / 9♠ 7♠ | pile 7♠ | turn 0",
        target - 1
    );
    let mut scenario = Scenario::at(&game, parse(&game, &text).unwrap(), 1);
    scenario.play("play 8♥").unwrap();
    assert_eq!(scenario.winners(), [Seat(0)]);
    let outcome = scenario.view(Viewer::Spectator).outcome.unwrap();
    outcome.standings()[1].reason.to_string()
}

#[test]
fn losers_far_behind_are_skunked() {
    let skunk = "first to 121: a skunk, the loser is below 91";
    let double = "first to 121: a double skunk, the loser is below 61";
    assert_eq!(reason(91, 121), "first to 121");
    assert_eq!(reason(90, 121), skunk);
    assert_eq!(reason(61, 121), skunk);
    assert_eq!(reason(60, 121), double);
    assert_eq!(reason(31, 61), "first to 61");
    assert_eq!(
        reason(30, 61),
        "first to 61: a skunk, the loser is below 31"
    );
}

fn faces(scenario: &Scenario<'_>, viewer: Viewer, zone: &str) -> Vec<String> {
    let view = scenario.view(viewer);
    let zone = view.zones.iter().find(|view| view.id == zone).unwrap();
    let face = |piece: &parlor_core::PieceView| piece.face.as_deref().unwrap_or("?").to_string();
    zone.pieces.iter().map(face).collect()
}

/// What a viewer is told when a seat says something, and what comes of it.
fn told(state: &State, seat: Seat, text: &str, viewer: Viewer) -> (State, Vec<Option<Told>>) {
    let game = cribbage();
    let command = game.read(state, seat, text).unwrap();
    let (mut rng, mut events, mut state) = (Rng::from_integer(1), Vec::new(), state.clone());
    let mut decision = Decision::new(&mut rng, &mut events, Budget::default());
    game.decide(&state, seat, &command, &mut decision).unwrap();
    let mut told = Vec::new();
    for event in &events {
        told.push(game.tell(&state, event, viewer));
        game.apply(&mut state, event);
    }
    (state, told)
}

#[test]
fn what_is_laid_away_stays_secret_until_both_have_chosen() {
    let game = cribbage();
    let begun = parse(
        &game,
        "dealer 0 | hands A♥ 2♥ 3♥ 4♥ 5♥ 6♥ / A♠ 2♠ 3♠ 4♠ 5♠ 6♠ | starter J♦",
    )
    .unwrap();
    let own = game.view(&begun, Viewer::Seat(Seat(1))).actions;
    assert_eq!(own.len(), 15);
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        let (one, told_of_one) = told(&begun, Seat(0), "lay away A♥ 2♥", viewer);
        let (two, told_of_two) = told(&begun, Seat(0), "lay away 5♥ 6♥", viewer);
        assert_ne!(one, two);
        assert_eq!(told_of_one, told_of_two);
        assert_eq!(game.view(&one, viewer), game.view(&two, viewer));
        assert_eq!(game.to_act(&one), SeatSet::one(Seat(1)));
        let scenario = Scenario::at(&game, one.clone(), 1);
        assert_eq!(faces(&scenario, viewer, "hand-0"), ["?"; 6]);
        assert!(faces(&scenario, viewer, "crib").is_empty());
        let legal = |state: &State| game.view(state, Viewer::Seat(Seat(1))).actions;
        assert_eq!((legal(&one), legal(&two)), (own.clone(), own.clone()));

        let (one, told_of_one) = told(&one, Seat(1), "lay away A♠ 2♠", viewer);
        let (two, told_of_two) = told(&two, Seat(1), "lay away A♠ 2♠", viewer);
        assert_eq!(told_of_one, told_of_two);
        assert_eq!(game.view(&one, viewer), game.view(&two, viewer));
        let scenario = Scenario::at(&game, one, 1);
        assert_eq!(faces(&scenario, viewer, "crib"), ["?"; 4]);
    }
}

#[test]
fn the_show_lies_open_until_both_go_on() {
    let game = cribbage();
    let text = "scores 3 4 of 121 | dealer 1 | starter 9♦ | crib A♥ A♣ 8♦ 8♣ | played 4♥ 5♥ 6♥ 7♥ / J♣ Q♣ 2♠ K♠";
    let mut scenario = Scenario::at(&game, parse(&game, text).unwrap(), 1);
    assert_eq!(scenario.to_act(), [Seat(0), Seat(1)]);
    scenario.play("Continue").unwrap();
    assert_eq!(scenario.to_act(), [Seat(1)]);
    let view = scenario.view(Viewer::Seat(Seat(1)));
    assert_eq!(view.values["crib_points"], 4);
    assert_eq!(
        faces(&scenario, Viewer::Seat(Seat(0)), "crib"),
        ["A♥", "A♣", "8♦", "8♣"]
    );
    assert_eq!(
        faces(&scenario, Viewer::Seat(Seat(1)), "played-0"),
        ["4♥", "5♥", "6♥", "7♥"]
    );
    scenario.play("Continue").unwrap();
    assert_eq!(scenario.heard(), ["seat 0 deals"]);
    let view = scenario.view(Viewer::Spectator);
    assert_eq!(view.values["dealer"]["seat"], 0);
    assert_eq!(view.zones[0].count, Some(40));
    assert_eq!(faces(&scenario, Viewer::Spectator, "hand-1"), ["?"; 6]);
    assert!(faces(&scenario, Viewer::Spectator, "crib").is_empty());
    scenario.play(&scenario.legal()[0].clone()).unwrap();
    scenario.play(&scenario.legal()[0].clone()).unwrap();
    assert_eq!(faces(&scenario, Viewer::Spectator, "crib"), ["?"; 4]);
}

#[test]
fn the_lower_cut_deals_and_equal_ranks_are_cut_again() {
    let game = cribbage();
    let mut ties = 0;
    for seed in 0..60 {
        let scenario = Scenario::new(&game, 2, seed);
        let cut = |line: &String| {
            let card = line.split_once(" cuts ")?.1.parse::<Card>().ok()?;
            Some(card.rank())
        };
        let cuts: Vec<Rank> = scenario.heard().iter().filter_map(cut).collect();
        let (equal, last) = cuts.split_at(cuts.len() - 2);
        assert!(equal.chunks(2).all(|two| two[0] == two[1]), "{cuts:?}");
        assert_ne!(last[0], last[1]);
        ties += equal.len() / 2;
        let dealer = u8::from(last[0] > last[1]);
        let shown = &scenario.view(Viewer::Spectator).values["dealer"];
        assert_eq!(shown["seat"], dealer);
    }
    assert!(ties > 0);
}

#[test]
fn whoever_imagines_the_other_hand_believes_a_go() {
    let game = cribbage();
    let text = "dealer 0 | hands 2♥ 3♥ 9♥ / K♠ Q♠ | starter 8♦ | crib A♥ A♣ 8♥ 8♣ | played K♦ / 7♠ 6♣ | pile 7♠ K♦ 6♣ | turn 0";
    let mut scenario = Scenario::at(&game, parse(&game, text).unwrap(), 1);
    scenario.play("play 3♥").unwrap();
    scenario.play("play 2♥").unwrap();
    let mut rng = Rng::from_integer(1);
    let mut hands = Vec::new();
    for _ in 0..50 {
        let sample = game.resample(scenario.state(), Viewer::Seat(Seat(0)), &mut rng);
        let imagined = Scenario::at(&game, sample, 1);
        let hand = faces(&imagined, Viewer::Referee, "hand-1");
        // The go was said at 26: no card of 5 or less.
        let high = |face: &String| face.parse::<Card>().unwrap().pips() > 5;
        assert!(hand.iter().all(high), "{hand:?}");
        hands.push(hand);
    }
    hands.sort();
    hands.dedup();
    assert!(hands.len() > 20);
}

#[test]
fn positions_of_random_games_read_and_print() {
    let game = cribbage();
    let mut rng = Rng::from_integer(7);
    for seed in 0..3 {
        let mut scenario = Scenario::new(&game, 2, seed);
        while !scenario.to_act().is_empty() {
            let text = print(scenario.state());
            let read = parse(&game, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(print(&read), text);
            let seat = scenario.to_act()[0];
            // Where both have to act, one of them may have: that is not in the text.
            if scenario.to_act().len() == 2 || text.contains("turn") {
                assert_eq!(game.to_act(&read), game.to_act(scenario.state()));
                let acts = |state: &State| {
                    let mut acts: Vec<String> = game
                        .view(state, Viewer::Seat(seat))
                        .actions
                        .into_iter()
                        .map(|action| action.text.to_string())
                        .collect();
                    acts.sort();
                    acts
                };
                assert_eq!(acts(&read).len(), acts(scenario.state()).len());
            }
            let legal = scenario.legal();
            scenario.play(rng.pick(&legal).unwrap()).unwrap();
        }
    }
}

#[test]
fn texts_that_are_no_position_are_refused() {
    let check = |text: &str, problem: &str| {
        let error = parse(&cribbage(), text).unwrap_err();
        assert_eq!(error.to_string(), problem, "{text}");
    };
    let six = "before the crib is laid away both hold six cards, and none is played";
    check(
        "",
        "'' is no part of a position: say scores, dealer, hands, starter, crib, played, pile, go or turn",
    );
    check("dealer 2", "the seats are 0 and 1, not '2'");
    check("dealer 1", six);
    check("hands 5♥ / 6♥", six);
    check(
        "hands 5♥ 6♥",
        "the cards of both seats are written 5♥ 6♥ / 7♣ 8♣",
    );
    check(
        "hands 5♥ / 5X",
        "'5X' is no card: say a rank (A 2 … 10 J Q K) and a suit, as in 5♥ or 5H",
    );
    let scores = "scores are written 45 60 of 121, or of 61, and both are less than that";
    check("scores 121 0 of 121", scores);
    check("scores 0 0 of 60", scores);
    check("scores -1 0 of 61", scores);
    let play = |rest: &str| format!("crib A♥ A♣ 8♦ 8♣ | starter 9♦ | {rest}");
    check(
        "crib A♥ | starter 9♦",
        "a crib has four cards, and there is one starter",
    );
    check(
        &play("hands 2♥ / 3♥"),
        "each seat has four cards, in the hand or played",
    );
    check(
        &play("hands 2♥ / 3♥ | played 4♥ 5♥ 6♥ / 4♠ 5♠ 6♠ | pile 4♥ 4♠ | turn 0"),
        "the pile ends with the cards that were played last",
    );
    check(
        &play("hands 2♥ / 3♥ | played 4♥ 5♥ 6♥ / 4♠ 5♠ 6♠ | pile K♥ | turn 0"),
        "the cards of the pile are among those played",
    );
    check(
        &play("hands 2♥ / 3♥ | played 4♥ K♥ J♥ / 4♠ K♠ J♠ | pile K♥ K♠ J♥ J♠ | turn 0"),
        "the count does not pass 31",
    );
    check(
        &play("hands Q♥ / 3♥ | played 4♥ K♥ J♥ / 4♠ K♠ J♠ | pile K♠ J♥ J♠ | turn 0"),
        "it is the turn of a seat with a card that fits",
    );
    check(
        &play("played 3♥ 4♥ K♥ J♥ / 3♠ 4♠ K♠ J♠ | turn 0"),
        "in the show there is no pile, no go and no turn",
    );
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&cribbage());
}
