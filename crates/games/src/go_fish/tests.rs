//! Go Fish: the special cases.

use expect_test::{Expect, expect};

use super::*;

/// Two players (or more) with these cards; then what is said, what everybody hears, and how it stands.
fn check(position: &str, says: &[&str], expect: Expect) {
    let game = go_fish();
    let seats = if position.contains("hand-2") { 3 } else { 2 };
    let mut scenario = Scenario::new(&game, seats, 1);
    scenario.arrange(&format!("rest: removed\n{position}"));
    let mut lines = Vec::new();
    for text in says {
        match scenario.play(text) {
            Ok(()) => lines.extend(scenario.heard().iter().map(|line| format!("- {line}"))),
            Err(rejection) => lines.push(format!("{text} is refused: {rejection}")),
        }
    }
    lines.push(
        scenario
            .table()
            .text()
            .lines()
            .filter(|line| !line.starts_with("removed"))
            .collect::<Vec<_>>()
            .join("\n"),
    );
    lines.push(match scenario.to_act().first() {
        Some(seat) => format!("{seat}: {}", scenario.legal().join(", ")),
        None => format!("over, won by {:?}", scenario.winners()),
    });
    expect.assert_eq(&lines.join("\n"));
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&go_fish());
}

#[test]
fn who_is_asked_gives_all_cards_of_the_rank_and_the_asker_goes_on() {
    check(
        "pond: 2♣ 3♣\nhand-0: 7♠ K♦\nhand-1: 7♥ 7♦ A♣",
        &["ask seat 1 for 7"],
        expect![[r#"
            - seat 1 gives seat 0 2 × 7
            - 7♥ is shown
            - 7♦ is shown
            pond: 2♣ 3♣
            hand-0: 7♠ K♦ 7♥@1 7♦@1
            hand-1: A♣
            seat 0: ask seat 1 for 7, ask seat 1 for K"#]],
    );
}

#[test]
fn who_has_none_says_go_fish_and_the_turn_passes() {
    check(
        "pond: 2♣ 3♣\nhand-0: 7♠ K♦\nhand-1: 9♥ A♣",
        &["ask seat 1 for 7"],
        expect![[r#"
            - seat 1 has no 7: seat 0 goes fishing
            - seat 0 draws 3♣
            pond: 2♣
            hand-0: 7♠ K♦ 3♣
            hand-1: 9♥ A♣
            seat 1: ask seat 0 for A, ask seat 0 for 9"#]],
    );
}

#[test]
fn fishing_the_rank_that_was_asked_for_is_shown_and_the_asker_goes_on() {
    check(
        "pond: 2♣ 7♣\nhand-0: 7♠ K♦\nhand-1: 9♥ A♣",
        &["ask seat 1 for 7"],
        expect![[r#"
            - seat 1 has no 7: seat 0 goes fishing
            - 7♣ is shown
            - seat 0 fished a 7 and goes on
            pond: 2♣
            hand-0: 7♠ K♦ 7♣
            hand-1: 9♥ A♣
            seat 0: ask seat 1 for 7, ask seat 1 for K"#]],
    );
}

#[test]
fn four_of_a_rank_are_a_book_at_once() {
    check(
        "pond: 2♣ 3♣\nhand-0: 7♠ 7♣ K♦\nhand-1: 7♥ 7♦ A♣",
        &["ask seat 1 for 7"],
        expect![[r#"
            - seat 1 gives seat 0 2 × 7
            - 7♥ is shown
            - 7♦ is shown
            - seat 0 has a book of 7
            pond: 2♣ 3♣
            hand-0: K♦
            hand-1: A♣
            books-0: 7♠ 7♣ 7♥@1 7♦@1
            seat 0: ask seat 1 for K"#]],
    );
}

#[test]
fn only_a_rank_that_one_holds_can_be_asked_for_of_somebody_with_cards() {
    check(
        "pond: 2♣\nhand-0: 7♠\nhand-1: 9♥\nhand-2: ",
        &["ask 1 9", "ask 2 7", "ask 0 7", "ask 1 7"],
        expect![[r#"
            ask 1 9 is refused: 9 cannot be chosen as rank now
            ask 2 7 is refused: 2 cannot be chosen as who now
            ask 0 7 is refused: 0 cannot be chosen as who now
            - seat 1 has no 7: seat 0 goes fishing
            - seat 0 draws 2♣
            hand-0: 7♠ 2♣
            hand-1: 9♥
            seat 1: ask seat 0 for 9"#]],
    );
}

#[test]
fn who_has_no_cards_draws_one_at_the_start_of_the_turn() {
    check(
        "pond: 5♣ 2♣ 3♣\nhand-0: 7♠ 8♠\nhand-1: 7♦",
        &["ask seat 1 for 7", "ask 1 7"],
        expect![[r#"
            - seat 1 gives seat 0 1 × 7
            - 7♦ is shown
            ask 1 7 is refused: 1 cannot be chosen as who now
            pond: 5♣ 2♣
            hand-0: 7♠ 8♠ 7♦@1
            hand-1: 3♣
            seat 1: ask seat 0 for 3"#]],
    );
}

#[test]
fn the_match_ends_with_the_thirteenth_book() {
    check(
        "hand-0: 7♠ 7♣\nhand-1: 7♥ 7♦\nbooks-0: 2♣ 2♦ 2♥ 2♠\nbooks-1: 3♣ 3♦ 3♥ 3♠",
        &["ask seat 1 for 7"],
        expect![[r#"
            - seat 1 gives seat 0 2 × 7
            - 7♥ is shown
            - 7♦ is shown
            - seat 0 has a book of 7
            books-0: 2♣ 2♦ 2♥ 2♠ 7♠ 7♣ 7♥@1 7♦@1
            books-1: 3♣ 3♦ 3♥ 3♠
            over, won by [Seat(0)]"#]],
    );
}

#[test]
fn everybody_remembers_what_was_shown() {
    use parlor_core::{Hidden, Rng};
    let game = go_fish();
    let mut scenario = Scenario::new(&game, 3, 1);
    scenario.arrange("rest: pond\nhand-0: 7♠ K♦\nhand-1: 7♥ A♣\nhand-2: 9♦ 9♠");
    scenario.play("ask seat 1 for 7").unwrap();
    let mut rng = Rng::fast(1, 0);
    let mut sevens = 0;
    for _ in 0..50 {
        let sample = game.resample(scenario.state(), Viewer::Seat(Seat(2)), &mut rng);
        let text = sample.table().text();
        let hand = text
            .lines()
            .find(|line| line.starts_with("hand-0"))
            .unwrap();
        assert!(hand.contains("7♥"), "{hand}");
        sevens += u32::from(hand.contains("7♠"));
    }
    assert!(sevens < 50, "the other seven was never shown");
}
