//! Cards enough, and room for them.

use expect_test::expect;
use serde_json::json;

use super::{check, check_all};

const DEAL: &str = "/phases/0/onEnter/1";
const TURN_UP: &str = "/phases/0/onEnter/2";

#[test]
fn the_deck_is_too_small_for_many_players() {
    check(
        DEAL,
        json!("deal(draw_pile, hand, 18)"),
        expect![[r#"
        /phases/0/onEnter/1 error[R502]: with 3 players 54 cards are dealt here, but there are only 52
          expected: at most 17 for each
          help: deal fewer cards, allow fewer players, or let the deck have more copies
    "#]],
    );
}

#[test]
fn the_last_card_counts() {
    check(
        DEAL,
        json!("deal(draw_pile, hand, 13)"),
        expect![[r#"
            /phases/0/onEnter/2 error[R502]: with 4 players 1 card is dealt here, but 'draw_pile' is empty by then
              expected: cards that are left for it
              help: deal fewer cards, allow fewer players, or let the deck have more copies
        "#]],
    );
}

#[test]
fn a_deal_that_looks_at_the_number_of_players_is_understood() {
    check(
        DEAL,
        json!("deal(draw_pile, hand, if(player_count == 2, 20, 14))"),
        expect![[r#"
            /phases/0/onEnter/1 error[R502]: with 4 players 56 cards are dealt here, but there are only 52
              expected: at most 13 for each
              help: deal fewer cards, allow fewer players, or let the deck have more copies
        "#]],
    );
    check(
        DEAL,
        json!("if(player_count < 4, deal(draw_pile, hand, 15), deal(draw_pile, hand, 12))"),
        expect![[""]],
    );
    check(
        DEAL,
        json!("deal(draw_pile, hand, (card_count(draw_pile) - 1) / player_count)"),
        expect![[""]],
    );
}

#[test]
fn a_deal_by_a_variable_is_understood() {
    check_all(
        [
            ("/initialVariables", json!({ "size": 9 })),
            ("/phases/0/onEnter/0", json!("set_var(\"size\", 7)")),
            (DEAL, json!("deal(draw_pile, hand, size + 4)")),
        ],
        expect![[r#"
            /phases/0/onEnter/2 error[R502]: with 4 players 1 card is dealt here, but 'draw_pile' is empty by then
              expected: cards that are left for it
              help: deal fewer cards, allow fewer players, or let the deck have more copies
        "#]],
    );
}

#[test]
fn the_deal_goes_on_from_phase_to_phase() {
    check_all(
        [
            ("/phases/0/transitions/0/to", json!("more")),
            (
                "/phases/-",
                json!({
                    "name": "more", "kind": "automatic", "onEnter": ["deal(draw_pile, hand, 8)"],
                    "transitions": [{ "to": "play", "when": "true" }]
                }),
            ),
        ],
        expect![[r#"
            /phases/4/onEnter/0 error[R502]: with 4 players 32 cards are dealt here, but 'draw_pile' has only 31 of 52 left
              expected: at most 7 for each
              help: deal fewer cards, allow fewer players, or let the deck have more copies
        "#]],
    );
}

#[test]
fn what_is_dealt_after_somebody_has_acted_or_in_a_loop_is_not_counted() {
    check(
        "/phases/1/actions/1/effect/0",
        json!("draw(draw_pile, current_player.hand, 51)"),
        expect![[""]],
    );
    check(
        DEAL,
        json!("while(card_count(draw_pile) > 1, deal(draw_pile, hand, 1))"),
        expect![[""]],
    );
}

#[test]
fn as_many_as_there_are_means_the_rest() {
    check(
        TURN_UP,
        json!("move_top(draw_pile, discard, 999)"),
        expect![[""]],
    );
}

#[test]
fn a_zone_must_hold_what_it_gets() {
    check(
        "/zones/1/maxCards",
        json!(4),
        expect![[r#"
        /phases/0/onEnter/1 error[R507]: with 2 players 'hand' gets 5 cards here, but holds 4
          expected: at most 4 cards
          help: move fewer cards, or let 'hand' hold more by its maxCards
    "#]],
    );
    check("/zones/2/maxCards", json!(1), expect![[""]]);
    check(
        "/zones/0/maxCards",
        json!(40),
        expect![[r#"
        /zones/0/maxCards error[R507]: the 52 cards of the deck lie in 'draw_pile', which holds 40
          expected: at least 52, or no maxCards at all
          help: the deck lies in 'draw_pile', or else in the first zone without owner
    "#]],
    );
}

#[test]
fn a_card_goes_to_whoever_has_the_turn_by_then() {
    let draw = || json!("draw(draw_pile, hand, 1)");
    let twice = |between: &str| {
        [
            ("/zones/1/maxCards", json!(6)),
            ("/phases/0/onEnter/-", draw()),
            ("/phases/0/onEnter/-", json!(between)),
            ("/phases/0/onEnter/-", draw()),
        ]
    };
    check_all(twice("set_next_player(1)"), expect![[""]]);
    check_all(
        twice("shuffle(draw_pile)"),
        expect![[r#"
        /phases/0/onEnter/5 error[R507]: with 2 players 'hand' gets 7 cards here, but holds 6
          expected: at most 6 cards
          help: move fewer cards, or let 'hand' hold more by its maxCards
    "#]],
    );
}
