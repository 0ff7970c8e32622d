//! Go Fish: the special cases.

use expect_test::{Expect, expect};

use super::*;

/// A position in which all other cards are gone, what is said, and what comes of it.
fn check(script: &str, expect: Expect) {
    expect.assert_eq(&transcript(&go_fish(), &format!("rest: removed\n{script}")));
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&go_fish());
}

#[test]
fn who_is_asked_gives_all_cards_of_the_rank_and_the_asker_goes_on() {
    check(
        "
        pond: 2♣ 3♣
        hand-0: 7♠ K♦
        hand-1: 7♥ 7♦ A♣
        > ask seat 1 for 7
        legal
        ",
        expect![[r#"
            > ask seat 1 for 7
              seat 1 gives seat 0 2 × 7
              7♥ is shown
              7♦ is shown
            legal
              ask seat 1 for 7
              ask seat 1 for K
            to act: seat 0"#]],
    );
}

#[test]
fn who_has_none_says_go_fish_and_the_turn_passes() {
    check(
        "
        pond: 2♣ 3♣
        hand-0: 7♠ K♦
        hand-1: 9♥ A♣
        > ask seat 1 for 7
        ",
        expect![[r#"
            > ask seat 1 for 7
              seat 1 has no 7: seat 0 goes fishing
              seat 0 draws 3♣
            to act: seat 1"#]],
    );
}

#[test]
fn fishing_the_rank_that_was_asked_for_is_shown_and_the_asker_goes_on() {
    check(
        "
        pond: 2♣ 7♣
        hand-0: 7♠ K♦
        hand-1: 9♥ A♣
        > ask seat 1 for 7
        ",
        expect![[r#"
            > ask seat 1 for 7
              seat 1 has no 7: seat 0 goes fishing
              7♣ is shown
              seat 0 fished a 7 and goes on
            to act: seat 0"#]],
    );
}

#[test]
fn four_of_a_rank_are_a_book_at_once() {
    check(
        "
        pond: 2♣ 3♣
        hand-0: 7♠ 7♣ K♦
        hand-1: 7♥ 7♦ A♣
        > ask seat 1 for 7
        view spectator
        ",
        expect![[r#"
            > ask seat 1 for 7
              seat 1 gives seat 0 2 × 7
              7♥ is shown
              7♦ is shown
              seat 0 has a book of 7
            view spectator
              pond (2): ?
              hand-0: ?
              hand-1: ?
              books-0: 7♠ 7♣ 7♥ 7♦
              books-1:
              to act: seat 0
            to act: seat 0"#]],
    );
}

#[test]
fn only_a_rank_that_one_holds_can_be_asked_for_of_somebody_with_cards() {
    check(
        "
        seats: 3
        pond: 2♣
        hand-0: 7♠
        hand-1: 9♥
        hand-2:
        > ask 1 9
        > ask 2 7
        > ask 0 7
        > ask 1 7
        ",
        expect![[r#"
            > ask 1 9
              refused (not_a_choice): 9 cannot be chosen as rank now
            > ask 2 7
              refused (not_a_choice): 2 cannot be chosen as who now
            > ask 0 7
              refused (not_a_choice): 0 cannot be chosen as who now
            > ask 1 7
              seat 1 has no 7: seat 0 goes fishing
              seat 0 draws 2♣
            to act: seat 1"#]],
    );
}

#[test]
fn who_has_no_cards_draws_one_at_the_start_of_the_turn() {
    check(
        "
        pond: 5♣ 2♣ 3♣
        hand-0: 7♠ 8♠
        hand-1: 7♦
        > ask seat 1 for 7
        table
        ",
        expect![[r#"
            > ask seat 1 for 7
              seat 1 gives seat 0 1 × 7
              7♦ is shown
              seat 1 draws 3♣
            table
              removed: A♣ 4♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦ A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 9♠ 10♠ J♠ Q♠ K♠
              pond: 5♣ 2♣
              hand-0: 7♠ 8♠ 7♦
              hand-1: 3♣
              heard-0: 19215360557597760
              heard-1: 19215357604807744
            to act: seat 1"#]],
    );
}

#[test]
fn the_match_ends_with_the_last_book() {
    check(
        "
        hand-0: 7♠ 7♣
        hand-1: 7♥ 7♦
        books-0: 2♣ 2♦ 2♥ 2♠
        books-1: 3♣ 3♦ 3♥ 3♠
        > ask seat 1 for 7
        ",
        expect![[r#"
            > ask seat 1 for 7
              seat 1 gives seat 0 2 × 7
              7♥ is shown
              7♦ is shown
              seat 0 has a book of 7
            over: seat 0 first"#]],
    );
}

#[test]
fn the_cards_of_a_player_who_leaves_go_back_into_the_pond() {
    check(
        "
        seats: 3
        pond:
        hand-0: 7♠
        hand-1: 9♥
        hand-2: 8♠
        resign 1
        table
        ",
        expect![[r#"
            resign 1
            table
              removed: A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦ A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 10♥ J♥ Q♥ K♥ A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 9♠ 10♠ J♠ Q♠ K♠
              pond: 9♥
              hand-0: 7♠
              hand-2: 8♠
            to act: seat 0"#]],
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
        let hand = text.lines().find(|line| line.starts_with("hand-0"));
        let hand = hand.expect("it is not empty");
        assert!(hand.contains("7♥"), "{hand}");
        sevens += u32::from(hand.contains("7♠"));
    }
    assert!(sevens < 50, "the other seven was never shown");
}

#[test]
fn what_was_heard_is_never_wrong_and_samples_keep_to_it() {
    use parlor_core::prelude::*;
    let game = go_fish();
    let hidden = game.capabilities().hidden.unwrap();
    let mut rng = Rng::fast(1, 0);
    let (mut samples, mut wrong) = (0, 0);
    for seed in 0..6 {
        let setup = Setup::new(&game.info(), 2 + seed % 3).unwrap();
        let mut fish = Match::new(go_fish(), setup, Seed::Integer(seed as u32)).unwrap();
        while let Some(asker) = fish.to_act().first() {
            let ask = rng.pick(&fish.legal(asker)).cloned().unwrap();
            fish.play(asker, &ask).unwrap();
            assert_eq!(game.contradictions(fish.state()), 0, "{ask}");
            let sample = hidden.resample(fish.state(), Viewer::Seat(asker), &mut rng);
            samples += 1;
            wrong += usize::from(game.contradictions(&sample) > 0);
        }
    }
    assert!(
        samples > 300 && wrong * 100 < samples,
        "{wrong} of {samples}"
    );
}

#[test]
fn whoever_asked_for_a_rank_is_imagined_to_hold_it() {
    use parlor_core::prelude::*;
    let game = go_fish();
    let hidden = game.capabilities().hidden.unwrap();
    let (mut rng, mut remembered) = (Rng::fast(1, 0), 0);
    for seed in 0..5 {
        let setup = Setup::new(&game.info(), 2).unwrap();
        let mut fish = Match::new(go_fish(), setup, Seed::Integer(seed)).unwrap();
        for _ in 0..40 {
            let Some(asker) = fish.to_act().first() else {
                break;
            };
            let ask = rng.pick(&fish.legal(asker)).cloned().unwrap();
            fish.play(asker, &ask).unwrap();
            // After "go fish" it is the other's turn, who knows what to ask for: and so does a sample.
            let other = asker.after(2);
            let rank = ask.to_string().split(' ').next_back().unwrap().to_string();
            let holds = |state: &parlor_flow::State| {
                let view = game.view(state, Viewer::Referee);
                let hand = view
                    .zones
                    .iter()
                    .find(|zone| zone.id == format!("hand-{}", asker.0));
                let mut faces = hand
                    .unwrap()
                    .pieces
                    .iter()
                    .filter_map(|piece| piece.face.clone());
                faces.any(|face| face.trim_end_matches(['♠', '♥', '♦', '♣']) == label(&rank))
            };
            if fish.to_act().contains(other) && holds(fish.state()) {
                for _ in 0..10 {
                    let sample = hidden.resample(fish.state(), Viewer::Seat(other), &mut rng);
                    assert!(holds(&sample), "seat {} asked for {rank}", asker.0);
                    remembered += 1;
                }
            }
        }
    }
    assert!(remembered > 100);
}

/// A rank as it is written on a card.
fn label(number: &str) -> String {
    Rank::unpack(number.parse().unwrap()).to_string()
}
