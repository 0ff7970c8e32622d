//! Expressions and how they are told.

use expect_test::{Expect, expect};

use super::{English, Who};
use crate::Document;

const ZONES: &str = r#"
  "roles": [{ "name": "player", "isHuman": true, "count": "per_player" }, { "name": "dealer", "isHuman": false, "count": 1 }],
  "zones": [
    { "name": "draw_pile", "visibility": { "kind": "hidden" }, "owners": [] },
    { "name": "discard", "visibility": { "kind": "public" }, "owners": [] },
    { "name": "dealer_hand", "visibility": { "kind": "public" }, "owners": ["dealer"] },
    { "name": "hand", "visibility": { "kind": "owner_only" }, "owners": ["player"] },
    { "name": "trick", "visibility": { "kind": "public" }, "owners": ["player"] }
  ],
  "variables": { "running_total": { "initial": 0 }, "winner": { "initial": -1 }, "best": { "initial": 0 }, "active_suit": { "initial": "" } }"#;

fn document() -> Document {
    let text = format!(
        r#"{{ "meta": {{ "name": "X", "slug": "x", "version": "1.0.0", "author": "X", "players": {{ "min": 2, "max": 4 }} }},
        "deck": {{ "preset": "standard_52", "copies": 1, "cardValues": {{}} }}, {ZONES},
        "phases": [], "scoring": {{ "method": "0", "winCondition": "true" }},
        "ui": {{ "layout": "circle", "tableColor": "dark" }} }}"#
    );
    serde_json::from_str(&text).unwrap()
}

fn check(who: Who, expressions: &[&str], expected: Expect) {
    let document = document();
    let english = English::new(&document, who);
    let lines = expressions.iter().map(|text| {
        let told = match crate::expression::parse(text).unwrap().kind {
            crate::expression::Kind::Call(name, _)
                if name == "if" && text.contains("()") || is_effect(&name) =>
            {
                english.effect(text)
            }
            _ if text.starts_with('=') => String::new(),
            _ => english.when(text).unwrap_or_else(|| "(always)".into()),
        };
        format!("{text}\n    {told}\n")
    });
    expected.assert_eq(&lines.collect::<String>());
}

fn is_effect(name: &str) -> bool {
    let found = crate::builtins()
        .iter()
        .find(|builtin| builtin.name == name);
    name == "while" || found.is_some_and(|builtin| builtin.gives == crate::Gives::Effect)
}

#[test]
fn effects_are_instructions() {
    check(
        Who::Current,
        &[
            "while(hand_value(dealer_hand) < 17, draw(draw_pile, dealer_hand, 1))",
            "shuffle(draw_pile)",
            "deal(draw_pile, hand, 2)",
            "draw(draw_pile, current_player.hand, 1)",
            "draw(draw_pile, hand, 2)",
            "move_top(draw_pile, discard, 1)",
            "set_face_up(dealer_hand, 0, true)",
            "set_var(\"running_total\", 99)",
            "inc_var(\"running_total\", -10)",
            "set_str_var(\"active_suit\", \"\")",
            "collect_trick(\"trick\", concat(\"hand:\", trick_winner(\"trick\")))",
            "set_lead_player(trick_winner(\"trick\"))",
            "set_next_player(winner)",
            "move_all(\"hand:0\", \"hand:1\")",
            "if(top_card_rank_name(discard) == \"Q\", reverse_turn_order(), end_turn())",
        ],
        expect![[r#"
            while(hand_value(dealer_hand) < 17, draw(draw_pile, dealer_hand, 1))
                while the dealer hand is worth less than 17: draw a card from the draw pile to the dealer hand
            shuffle(draw_pile)
                shuffle the draw pile
            deal(draw_pile, hand, 2)
                deal 2 cards from the draw pile to each player's hand
            draw(draw_pile, current_player.hand, 1)
                draw a card from the draw pile to the current player's hand
            draw(draw_pile, hand, 2)
                draw 2 cards from the draw pile to the hand of whoever's turn it is now
            move_top(draw_pile, discard, 1)
                move the top card of the draw pile to the discard
            set_face_up(dealer_hand, 0, true)
                turn the first card of the dealer hand face up
            set_var("running_total", 99)
                set “running total” to 99
            inc_var("running_total", -10)
                take 10 off “running total”
            set_str_var("active_suit", "")
                clear “active suit”
            collect_trick("trick", concat("hand:", trick_winner("trick")))
                gather the players' tricks face down in the hand of the winner of the trick
            set_lead_player(trick_winner("trick"))
                let the winner of the trick lead the next trick
            set_next_player(winner)
                make it the turn of the player noted as “winner”
            move_all("hand:0", "hand:1")
                move all cards of the first player's hand to the second player's hand
            if(top_card_rank_name(discard) == "Q", reverse_turn_order(), end_turn())
                if the top card of the discard is a queen: reverse the direction of play; otherwise: end the turn
        "#]],
    );
}

#[test]
fn conditions_are_clauses() {
    check(
        Who::You,
        &[
            "true",
            "all_players_done",
            "!all_players_done()",
            "hand_value(current_player.hand) < 21",
            "!(hand_value(current_player.hand) < 21)",
            "card_count(current_player.hand) == 2 && card_count(draw_pile) > 0",
            "(card_count(discard) == 0 || running_total >= 99) && winner == current_player_index",
            "running_total != 3",
            "active_suit == \"\"",
            "top_card_rank_name(discard) == \"8\"",
            "card_rank_name(current_player.hand, played_card_index) != \"A\"",
            "card_suit(current_player.hand, played_card_index) == led_card_suit(\"trick\")",
            "!has_playable_card(current_player.hand, discard)",
            "has_card_with(\"hand:0\", \"2\", \"clubs\")",
            "trick_card_count(\"trick\") == player_count",
            "count_cards_by_suit(current_player.hand, \"hearts\") > 1",
            "if(player_count > 2, card_count(\"hand:2\") == 0, false)",
            "turn_direction() == -1",
            "max_cumulative_score() >= 100",
            "(running_total + 1) % 2 == if(winner > 0, 1, 2) + 3",
            "get_var(concat(\"bet_\", current_player_index)) < running_total",
            "card_count(concat(\"meld_\", running_total + 1)) > 2",
            "has_card_matching_suit(hand, if(active_suit == \"\", top_card_suit(discard), active_suit))",
        ],
        expect![[r#"
            true
                (always)
            all_players_done
                everybody has had a turn
            !all_players_done()
                not everybody has had a turn
            hand_value(current_player.hand) < 21
                your hand is worth less than 21
            !(hand_value(current_player.hand) < 21)
                your hand is worth at least 21
            card_count(current_player.hand) == 2 && card_count(draw_pile) > 0
                your hand has exactly 2 cards and the draw pile has at least 1 card
            (card_count(discard) == 0 || running_total >= 99) && winner == current_player_index
                either the discard has no cards or “running total” is at least 99, and you are the player noted as “winner”
            running_total != 3
                “running total” is not 3
            active_suit == ""
                “active suit” is empty
            top_card_rank_name(discard) == "8"
                the top card of the discard is an 8
            card_rank_name(current_player.hand, played_card_index) != "A"
                the card played is not an ace
            card_suit(current_player.hand, played_card_index) == led_card_suit("trick")
                the suit of the card played is the suit that was led
            !has_playable_card(current_player.hand, discard)
                your hand has no card that matches the top card of the discard
            has_card_with("hand:0", "2", "clubs")
                the first player's hand has the 2 of clubs
            trick_card_count("trick") == player_count
                the players' tricks together have as many cards as the number of players
            count_cards_by_suit(current_player.hand, "hearts") > 1
                your hand has more than 1 heart
            if(player_count > 2, card_count("hand:2") == 0, false)
                the number of players is more than 2 and the third player's hand has no cards
            turn_direction() == -1
                play goes counterclockwise
            max_cumulative_score() >= 100
                the highest total score is at least 100
            (running_total + 1) % 2 == if(winner > 0, 1, 2) + 3
                the remainder of (“running total” plus 1) divided by 2 is (1 if “winner” is more than 0, otherwise 2) plus 3
            get_var(concat("bet_", current_player_index)) < running_total
                your “bet” is less than “running total”
            card_count(concat("meld_", running_total + 1)) > 2
                meld (“running total” plus 1) has more than 2 cards
            has_card_matching_suit(hand, if(active_suit == "", top_card_suit(discard), active_suit))
                your hand has a card of the suit asked for
        "#]],
    );
}

#[test]
fn scores_are_told_of_the_player() {
    check(
        Who::Scored,
        &[
            "hand_value <= 21 && (hand_value > dealer_value || dealer_value > 21)",
            "my_score >= running_total",
            "current_player_index == winner",
            "get_cumulative_score(current_player_index) == max_cumulative_score()",
        ],
        expect![[r#"
            hand_value <= 21 && (hand_value > dealer_value || dealer_value > 21)
                the score is at most 21, and either the score is more than the dealer's score, or the dealer's score is more than 21
            my_score >= running_total
                the score is at least “running total”
            current_player_index == winner
                the player is the player noted as “winner”
            get_cumulative_score(current_player_index) == max_cumulative_score()
                the player's total score is the highest total score
        "#]],
    );
}

#[test]
fn every_builtin_is_told_in_words() {
    let document = document();
    let english = English::new(&document, Who::You);
    for builtin in crate::builtins() {
        // `prefer_high_under` and the like are tried with what their own examples say.
        let told = match builtin.gives {
            crate::Gives::Effect => english.effect(builtin.example),
            crate::Gives::Bool => english.when(builtin.example).unwrap_or_default(),
            _ => match english.when(builtin.example) {
                Some(told) if !told.contains('`') => told,
                _ => english.number(builtin.example),
            },
        };
        assert!(!told.contains('`'), "{}: {told}", builtin.example);
    }
}
