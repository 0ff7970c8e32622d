//! A small ruleset for examples.

/// Everybody draws until they stand; the highest card wins.
///
/// ```
/// use parlor_core::{Game, Setup, simulate};
/// let ruleset = parlor_ruleset::Ruleset::load(parlor_ruleset::doc::HIGH_CARD.as_bytes()).unwrap();
/// let setup = Setup::new(&ruleset.info(), 2).unwrap();
/// assert_eq!(simulate(&ruleset, &setup, 1, 0, 100).unwrap().games, 100);
/// ```
pub const HIGH_CARD: &str = r#"{
  "meta": {
    "name": "High Card", "slug": "high-card", "version": "1.0.0", "author": "Parlor",
    "players": { "min": 2, "max": 4 },
    "description": "Change your card once, then the highest one wins."
  },
  "deck": {
    "preset": "standard_52", "copies": 1,
    "cardValues": {
      "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
      "J": 11, "Q": 12, "K": 13, "A": 14
    }
  },
  "roles": [{ "name": "player", "isHuman": true, "count": "per_player" }],
  "zones": [
    { "name": "draw_pile", "visibility": { "kind": "hidden" }, "owners": [] },
    { "name": "discard", "visibility": { "kind": "hidden" }, "owners": [] },
    { "name": "hand", "visibility": { "kind": "owner_only" }, "owners": ["player"] }
  ],
  "variables": { "best": { "initial": 0, "public": true } },
  "phases": [
    {
      "name": "deal", "kind": "automatic", "actions": [],
      "onEnter": ["shuffle(draw_pile)", "deal(draw_pile, hand, 1)"],
      "transitions": [{ "to": "turns", "when": "all_hands_dealt" }]
    },
    {
      "name": "turns", "kind": "turn_based",
      "actions": [
        {
          "name": "change", "label": "Change the card",
          "effect": ["move_all(current_player.hand, discard)", "draw(draw_pile, current_player.hand, 1)", "end_turn()"]
        },
        { "name": "stand", "label": "Stand", "effect": ["end_turn()"] }
      ],
      "transitions": [{ "to": "scoring", "when": "all_players_done" }]
    },
    {
      "name": "scoring", "kind": "automatic", "actions": [],
      "onEnter": ["calculate_scores()"],
      "transitions": [{ "to": "show", "when": "scores_calculated" }]
    },
    {
      "name": "show", "kind": "automatic", "actions": [],
      "onEnter": [
        "set_var(\"best\", max_card_rank(\"hand:0\"))",
        "if(max_card_rank(\"hand:1\") > max_card_rank(\"hand:0\"), set_var(\"best\", max_card_rank(\"hand:1\")))"
      ],
      "transitions": [{ "to": "over", "when": "true" }]
    },
    {
      "name": "over", "kind": "automatic", "actions": [],
      "onEnter": ["determine_winners()", "end_game()"],
      "transitions": []
    }
  ],
  "scoring": { "method": "max_card_rank(hand)", "winCondition": "my_score >= best" },
  "ui": { "layout": "circle", "tableColor": "felt_green" }
}"#;
