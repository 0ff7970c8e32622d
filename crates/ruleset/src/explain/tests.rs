//! Whole pages and diagrams.

use expect_test::expect;

use crate::Ruleset;
use crate::doc::HIGH_CARD;

fn high_card() -> Ruleset {
    Ruleset::load(HIGH_CARD.as_bytes()).unwrap()
}

#[test]
fn a_page_tells_the_whole_game() {
    expect![[r#"
        High Card
        =========

        Change your card once, then the highest one wins.

        For 2 to 4 players.

        The cards
        ---------

        One deck of 52 cards.

        - 2 to 10 are worth their number.
        - Jack is worth 11.
        - Queen is worth 12.
        - King is worth 13.
        - Ace is worth 14.

        The table
        ---------

        - Draw pile: one for all; nobody sees its cards.
        - Discard: one for all; nobody sees its cards.
        - Hand: each player has one; only its owner sees the cards.

        The rules keep count of:

        - “best”, 0 at first

        How it goes
        -----------

        * Deal (by itself) *

        1. Shuffle the draw pile.
        2. Deal a card from the draw pile to each player's hand.

        - When the cards have been dealt, it goes on with Turns.

        * Turns (one player after the other) *

        On your turn you can:

        - Change the card. Move all cards of your hand to the discard. Draw a card from the draw pile to
          your hand. End the turn.
        - Stand. End the turn.

        - When everybody has had a turn, it goes on with Scoring.

        * Scoring (by itself) *

        1. Work out the scores.

        - When the scores have been worked out, it goes on with Show.

        * Show (by itself) *

        1. Set “best” to the highest card value in the first player's hand.
        2. If the highest card value in the second player's hand is more than the highest card value in the
           first player's hand: set “best” to the highest card value in the second player's hand.

        - Then it goes on with Over.

        * Over (by itself) *

        1. Decide who has won.
        2. End the game.

        That is the end.

        Scoring
        -------

        - A player's score is the highest card value in the player's hand.
        - A player has won if the score is at least “best”.
        - Everybody else has lost.
    "#]].assert_eq(&high_card().explain().text());
}

#[test]
fn a_page_is_markdown_too() {
    let markdown = high_card().explain().markdown();
    for part in [
        "# High Card\n",
        "\n### Turns (one player after the other)\n",
        "\n- **Stand**. End the turn.\n",
    ] {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
}

#[test]
fn a_page_in_html_cannot_be_broken_out_of() {
    let text = HIGH_CARD.replace("\"Stand\"", "\"<script>alert(1)</script> & **so\"");
    let ruleset = Ruleset::load(text.as_bytes()).unwrap();
    let html = ruleset.explain().html(&ruleset.svg());
    assert!(!html.contains("<script"), "{html}");
    assert!(
        html.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp;"),
        "{html}"
    );
    assert!(html.contains("<svg xmlns"), "{html}");
}

#[test]
fn the_phases_are_a_mermaid_diagram() {
    expect![[r#"
        stateDiagram-v2
            state "Deal" as p0
            state "Turns" as p1
            state "Scoring" as p2
            state "Show" as p3
            state "Over" as p4
            [*] --> p0
            p0 --> p1: the cards have been dealt
            p1 --> p2: everybody has had a turn
            p2 --> p3: the scores have been worked out
            p3 --> p4
            p4 --> [*]
            classDef turns fill:#cfe3ff,stroke:#3b6fb6,color:#14263f
            class p1 turns
    "#]]
    .assert_eq(&high_card().mermaid());
}

#[test]
fn a_picture_has_a_box_for_each_phase_and_a_line_for_each_transition() {
    let text = HIGH_CARD.replace(
        r#"[{ "to": "over", "when": "true" }]"#,
        r#"[{ "to": "deal", "when": "best < 5 && best > 2" }, { "to": "show", "when": "best < 3" }, { "to": "over", "when": "true" }]"#,
    );
    let svg = Ruleset::load(text.as_bytes()).unwrap().svg();
    assert_eq!(svg.matches("<rect ").count(), 5);
    assert_eq!(svg.matches("marker-end").count(), 7, "one is the beginning");
    assert!(
        svg.contains("“best” is less than 5 and “best” is more"),
        "{svg}"
    );
    assert!(svg.contains("● the game ends"), "{svg}");
    // Lines up are on the left side of the boxes.
    let x: Vec<f64> = svg
        .lines()
        .filter_map(|line| {
            line.strip_prefix("<path d=\"M")?
                .split(' ')
                .next()?
                .parse()
                .ok()
        })
        .collect();
    assert_eq!(x.len(), 6);
    let left = x.iter().copied().fold(f64::MAX, f64::min);
    assert_eq!(x.iter().filter(|x| **x == left).count(), 2, "{x:?}");
}

#[test]
fn a_page_tells_what_bots_aim_at() {
    let ai = r#""tableColor": "felt_green" },
  "ai": { "objectives": [
    { "name": "a high card", "check": "max_card_rank(current_player.hand) > 9", "weight": 0.3 },
    { "name": "no card", "check": "card_count(current_player.hand) == 0", "weight": -1.25 }
  ] }"#;
    let file = HIGH_CARD.replace(r#""tableColor": "felt_green" }"#, ai);
    let text = Ruleset::load(file.as_bytes()).unwrap().explain().text();
    let (_, chapter) = text.split_once("Everybody else has lost.\n").unwrap();
    expect![[r#"

        What bots aim at
        ----------------

        Bots that cannot look to the end go by these. Nobody wins or loses by them.

        - A high card is worth 0.3 if the highest card value in the player's hand is more than 9.
        - No card costs 1.25 if the player's hand has no cards.
    "#]]
    .assert_eq(chapter);
}
